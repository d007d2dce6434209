"""Counting captured cards, who wins a deal, and what it scores; small steps on plain ints (see :mod:`aceten.matching`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from aceten.actions import Side

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
    return tuple([total + gained if index == side else total for index, total in enumerate(totals)])


def deal_winner(points: tuple[int, ...], last_trick: Side, tie: Literal["last_trick", "draw"]) -> Side | None:
    """Return the side that wins a deal with these card points; ``None`` when nobody does.

    Clauses: ZS-SCORE-2, ZS-SCORE-3.
    """
    if points[0] > points[1]:
        return Side(0)
    if points[1] > points[0]:
        return Side(1)
    return last_trick if tie == "last_trick" else None


def award_applies(award: Award, points: int, every_trick: bool) -> bool:
    """Whether a row of the scoring table applies to winners with these card points.

    Clauses: ZS-SCORE-4, ZS-SCORE-5, ZS-SCORE-6.
    """
    low, high = award.points
    return low <= points <= high and every_trick == (award.tricks == "all")


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What a finished deal came to. A field is ``None`` where the position that it was played from leaves it open."""

    points: tuple[int, ...]
    """Card points by side: those of the cards in play, and those that the position gave."""
    tricks: tuple[int, ...] | None
    """Tricks by side, a multiple trick counting once; ``None`` when the position did not say what was taken before."""
    last_trick: Side
    """The side that took the last trick."""
    winner: Side | None
    """The side that wins the deal; ``None`` when nobody wins, or when the winner is not known (see ``award``)."""
    game_points: tuple[int, ...] | None
    """Game points by side; ``None`` when not known."""
    award: str | None
    """Name of the scoring row that applied, or ``draw``; ``None`` when it is not known."""
