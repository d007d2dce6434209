"""Counting captured cards, who wins a deal, and what it scores; small steps on plain ints (see :mod:`aceten.engine.matching.steps`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import msgspec

from aceten.vocabulary.actions import Side
from aceten_spec.cards import Suit

if TYPE_CHECKING:
    from aceten_spec.rulebook import Award


def add_card(points: int, rank: int, values: tuple[tuple[int, int], ...]) -> int:
    """Return the card points after one more card of this rank; ``values`` are pairs of rank and card points.

    Clauses: ZS-CARDS-3, ZS-SCORE-1.
    """
    for counting, value in values:
        if rank == counting:
            return points + value
    return points


def count_cards(ranks: tuple[int, ...], values: tuple[tuple[int, int], ...]) -> int:
    """Return the card points of cards of these ranks.

    Clauses: ZS-CARDS-3, ZS-SCORE-1.
    """
    points = 0
    for rank in ranks:
        points = add_card(points, rank, values)
    return points


def credit(totals: tuple[int, ...], side: Side, gained: int) -> tuple[int, ...]:
    """Return the totals by side after one side gained something.

    Clauses: ZS-PLAY-7, ZS-SCORE-1.
    """
    after: list[int] = []
    for index, total in enumerate(totals):
        after.append(total + gained if index == side else total)
    return tuple(after)


def deal_winners(
    points: tuple[int, ...], last_trick: int, tie: Literal["last_trick", "draw", "shared"], wins_from: int = 0
) -> tuple[int, ...]:
    """Return who wins a deal with these points, by number in the tuple; empty when nobody does.

    :param last_trick: who took the last trick.
    :param wins_from: points without which nobody wins.

    Clauses: ZS-SCORE-2, ZS-SCORE-3, LK-SCORE-14, SL-SCORE-15.
    """
    best = max(points)
    if best < wins_from:
        return ()
    top = tuple([number for number, has in enumerate(points) if has == best])
    if len(top) == 1:
        return top
    if tie == "last_trick":
        return (last_trick,) if last_trick in top else ()
    all_of_many = len(top) == len(points) > _TWO
    return top if tie == "shared" and not all_of_many else ()


_TWO: Final = 2
"""Of so many both win where a win is shared; of more, nobody when all are equal."""


def award_applies(award: Award, points: int, cards: int, every_trick: bool) -> bool:
    """Whether a row of the scoring table applies to winners with these points, so many of them from cards.

    Clauses: ZS-SCORE-4, ZS-SCORE-5, ZS-SCORE-6.
    """
    low, high = award.points
    if award.cards is not None and not award.cards[0] <= cards <= award.cards[1]:
        return False
    return low <= points <= high and award.tricks in ("any", "all" if every_trick else "some")


def award_for(rows: tuple[Award, ...], points: int, cards: int, *, every_trick: bool) -> Award:
    """Return the row of the scoring table that applies to winners with these points, so many of them from cards.

    It is the first row where none applies: a side that wins by the other's last card can have too few points for any, and so can one with a
    mini-pack.

    Clauses: ZS-SCORE-4, ZS-SCORE-5, ZS-SCORE-6, ZS-SCORE-7.
    """
    for row in rows:
        if award_applies(row, points, cards, every_trick):
            return row
    return rows[0]


DRAW: Final = "draw"
"""What stands in place of a row's name when nobody wins."""
SHARED: Final = "shared"
"""What stands in place of a row's name when several sides win."""
POINTS: Final = "points"
"""What stands in place of a row's name when every side scores its points."""
SWEEP: Final = "sweep"
"""The same when one side took every trick."""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What a finished deal came to. A field is ``None`` where the position that it was played from leaves it open."""

    points: tuple[int, ...]
    """Points by side: card points of the cards in play and those that the position gave, and the points for the last trick."""
    tricks: tuple[int, ...] | None
    """Tricks by side, a multiple trick counting once; ``None`` when the position did not say what was taken before."""
    last_trick: Side | None
    """The side that took the last trick; ``None`` when the deal ended before it."""
    winners: tuple[Side, ...] | None
    """The sides that win the deal, none when nobody does; ``None`` when not known."""
    game_points: tuple[int, ...] | None
    """Game points by side; ``None`` when not known."""
    award: str | None
    """Name of the scoring row that applied, or :data:`DRAW`, :data:`SHARED`, :data:`POINTS`, :data:`SWEEP`; ``None`` when not known."""
    resets: tuple[Side, ...] = ()
    """The sides whose score in the match falls to 0; as far as known."""
    claimed: Side | None = None
    """The side that has won the match by a right claim; ``None``: none has."""
    trump: Suit | None = None
    """The trump suit; ``None`` where there was none."""

    @property
    def winner(self) -> Side | None:
        """The side that wins the deal; ``None`` when nobody wins, several do, or it is not known."""
        return self.winners[0] if self.winners is not None and len(self.winners) == 1 else None
