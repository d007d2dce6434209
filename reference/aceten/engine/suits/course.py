"""What happened in a deal with suit tricks, as far as its result depends on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import msgspec

from aceten.vocabulary.actions import Seat, Side

if TYPE_CHECKING:
    from aceten.engine.suits.game import SuitGame
    from aceten_spec.cards import Suit
    from aceten_spec.rulebook import SuitParameters


class Closing(msgspec.Struct, frozen=True):
    """That the talon was closed, and how the deal stood then."""

    seat: Seat
    """Who closed it."""
    points: int
    """The points that the other side had, marriages that counted among them."""
    tricks: tuple[int, ...]
    """Tricks taken, by side."""


class SuitCourse(Protocol):
    """The course of a deal: every state has one, and bare totals have (:class:`aceten.engine.suits.game.Totals`)."""

    @property
    def game(self) -> SuitGame:
        """The game that was played."""
        ...

    @property
    def points(self) -> tuple[int, ...]:
        """Card points by side, without those for the last trick."""
        ...

    @property
    def points_known(self) -> bool:
        """Whether these are all that could be captured."""
        ...

    @property
    def tricks(self) -> tuple[int, ...] | None:
        """Tricks by side; ``None`` when not known."""
        ...

    @property
    def melds(self) -> tuple[int, ...]:
        """Points of the marriages that were shown, by side."""
        ...

    @property
    def waiting(self) -> tuple[int, ...]:
        """Those of them, by side, that would have counted with its next trick."""
        ...

    @property
    def leader(self) -> Seat:
        """Who took the last trick."""
        ...

    @property
    def unfinished(self) -> bool:
        """Whether the deal ended before all cards were played."""
        ...

    @property
    def trump(self) -> Suit | None:
        """The trump suit; ``None`` where there was none."""
        ...

    @property
    def closed(self) -> Closing | None:
        """How the talon was closed; ``None``: it was not."""
        ...

    @property
    def claimant(self) -> Seat | None:
        """Who ended the deal by a claim; ``None``: nobody."""
        ...

    @property
    def contract(self) -> tuple[Seat, int] | None:
        """Who has bid the most, and how much; ``None`` where there is none."""
        ...

    def took_a_trick(self, side: Side) -> bool | None:
        """Whether a side took a trick; ``None`` when not known."""
        ...

    def counted(self, side: Side) -> int:
        """Return the points that count for a side, of cards, marriages and the last trick."""
        ...

    def has_enough(self, side: Side) -> bool:
        """Whether a side has the points that can be claimed."""
        ...


def counted(points: int, melds: int, took_a_trick: bool | None) -> int:
    """Return the points that count for a side: its marriages only when it has taken a trick.

    Clauses: SX-MELD-3, SX-CLAIM-2.
    """
    return points + melds if took_a_trick else points


def claims_rightly(rules: SuitParameters, score: int, points: int) -> bool:
    """Whether a side with these points in the deal, and this score in the match before it, claims rightly.

    Clauses: SX-CLAIM-2, TT-CLAIM-5.
    """
    if rules.claim_for == "match":
        return score + points >= rules.target
    return points >= rules.claim_points
