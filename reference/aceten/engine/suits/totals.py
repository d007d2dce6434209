"""The bare totals of a deal with suit tricks, without its cards."""

from __future__ import annotations

import msgspec

from aceten.engine.suits.closing import Closing
from aceten.engine.suits.facts import SuitFacts
from aceten.engine.suits.settling import claims_rightly, counted
from aceten.vocabulary.actions import Seat, Side
from aceten_spec.cards import Suit


class Totals(msgspec.Struct, frozen=True, kw_only=True):
    """What a deal came to in numbers: the course of a deal (:class:`aceten.engine.suits.course.Course`)."""

    game: SuitFacts
    """The game that was played."""
    points: tuple[int, ...]
    """Card points by side, without those for the last trick."""
    tricks: tuple[int, ...] | None
    """Tricks by side; ``None`` when not known."""
    took: tuple[bool | None, ...]
    """For each side whether it took a trick; ``None`` when that is not known."""
    melds: tuple[int, ...]
    """Points of the marriages that were shown, by side."""
    waiting: tuple[int, ...]
    """Those of them, by side, that would have counted with its next trick."""
    leader: Seat
    """A seat of the side that took the last trick."""
    unfinished: bool
    """Whether the deal ended before all cards were played."""
    trump: Suit | None
    """The trump suit; ``None`` where there was none, or when that is not known."""
    closed: Closing | None
    """How the talon was closed; ``None``: it was not."""
    claimant: Seat | None
    """Who ended the deal by a claim; ``None``: nobody."""
    contract: tuple[Seat, int] | None
    """Who has bid the most, and how much; ``None`` where there is none."""
    scores: tuple[int, ...]
    """The sides' scores in the match before the deal."""

    @property
    def points_known(self) -> bool:
        """That these are all card points there are."""
        return True

    def took_a_trick(self, side: Side) -> bool | None:
        """Whether a side took a trick; ``None`` when not known."""
        return self.took[side]

    def counted(self, side: Side) -> int:
        """Return the points that count for a side, of cards, marriages and the last trick."""
        last = 0 if self.unfinished or self.closed is not None or self.game.sides[self.leader] != side else 1
        points = self.points[side] + last * self.game.rules.last_trick_points
        return counted(points, self.melds[side] - self.waiting[side], self.took_a_trick(side))

    def has_enough(self, side: Side) -> bool:
        """Whether a side has the points that can be claimed."""
        return claims_rightly(self.game.rules, self.scores[side], self.counted(side))
