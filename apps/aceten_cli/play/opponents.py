"""Policies in place of the machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from aceten import Action, Game, Seat, State, UsageError
from aceten.vocabulary.naming import seat_name
from aceten_solver import Solver
from aceten_solver.contests.entrants import SeatedPolicy, player_of
from aceten_solver.contests.played_deals import Failure, begun, chance, chosen
from aceten_spec.errors import shown
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Iterable


class OpponentTerms(NamedTuple):
    """On what terms they play."""

    samples: int | None
    """How many deals the shipped ones sample for an action; ``None``: as many as they do by themselves."""
    seconds: float
    """How long a program may take to answer."""


class Opponents:
    """A policy at every seat at which nobody sits."""

    def __init__(self, policy: str, terms: OpponentTerms) -> None:
        """Take the policy, as ``aceten arena`` does.

        :raises UsageError: when there is no such policy.
        :raises ProgramError: when it is a program that does not come up.
        """
        self.policy = policy
        """What it is called."""
        self._terms = terms
        self._players: dict[Seat, SeatedPolicy] = {}
        player_of(policy, terms, Solver, None).come_up()

    def begin(self, game: Game, seats: Iterable[Seat], seed: int) -> None:
        """Begin a deal at these seats.

        :raises UsageError: when the policy fails, and how.
        """
        numbers = chance(seed, 0)
        drawn = [next(numbers) for _ in range(game.players)]
        for seat in seats:
            if seat not in self._players:
                self._players[seat] = player_of(self.policy, self._terms, Solver, None)
            failed = begun(self._players[seat], game, seat, drawn[seat])
            if failed is not None:
                raise self._failed(seat, failed)

    def choose(self, state: State) -> Action:
        """Return what the seat to act does.

        :raises UsageError: when the policy fails, and how.
        """
        seat = Seat(state.turn or 0)
        choice = chosen(self._players[seat], state)
        if isinstance(choice, Failure):
            raise self._failed(seat, choice)
        return choice.action

    def close(self) -> None:
        """End what they have begun."""
        for player in self._players.values():
            player.close()

    def _failed(self, seat: Seat, failure: Failure) -> UsageError:
        problem = say(
            "{policy} as {seat}: {problem}", policy=shown(self.policy), seat=seat_name(seat), problem=failure.problem
        )
        return UsageError(problem)
