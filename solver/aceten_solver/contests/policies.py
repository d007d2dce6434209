"""What a policy is: a way to play any seat of any game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, runtime_checkable

from aceten import AcetenError

if TYPE_CHECKING:
    from aceten import Action, Game, Seat, View


FaultKind: TypeAlias = Literal["illegal", "error", "start", "crash", "timeout", "garbage", "protocol"]
"""How a policy loses a deal before its end: by an action that the rules do not allow; by an error of its own code, or one that a program
tells of; and by a program that does not come up, ends, takes too long, writes what is no reply, or a reply out of turn."""


class FailedPolicyError(AcetenError):
    """A policy cannot do what it was asked, and knows how that came about."""

    def __init__(self, kind: FaultKind, problem: str) -> None:
        """Say how it failed."""
        super().__init__(problem)
        self.kind: FaultKind = kind
        """How."""


class Policy(Protocol):
    """A way to play any seat of any game: one for each seat that it plays, and for all deals.

    A policy may also have what :class:`BeginningPolicy` has; and ``close()``, which is called when it has played its last deal.
    :class:`aceten_solver.Machine` is one.
    """

    def choose(self, view: View, /) -> Action | str | int:
        """Return what the seat to act does: one of ``view.legal``, its notation, or its number.

        :param view: what that seat may know; ``view.log`` has all that has happened in the deal.
        """
        ...


@runtime_checkable
class BeginningPolicy(Policy, Protocol):
    """A policy that is told before each deal that one begins."""

    def begin(self, game: Game, seat: Seat, seed: int, /) -> None:
        """Begin a deal.

        :param game: what is played, with its options.
        :param seat: the seat that the policy plays.
        :param seed: where its chance is to come from, 0 to 2**64 - 1: another one for each seat of each deal. Nothing about the cards
            follows from it.
        """
        ...
