"""Counting captured cards, who wins a deal, and what it scores; small steps on plain ints (see :mod:`aceten.matching`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import msgspec

from aceten.actions import Side

if TYPE_CHECKING:
    from aceten_spec.rulebook import Award, Parameters


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


def award_for(rows: tuple[Award, ...], points: int, *, every_trick: bool) -> Award:
    """Return the row of the scoring table that applies to winners with these card points.

    It is the first row where none applies: only a side that wins by the other's last card can have too few points for any.

    Clauses: ZS-SCORE-4, ZS-SCORE-5, ZS-SCORE-6, ZS-SCORE-7.
    """
    for row in rows:
        if award_applies(row, points, every_trick):
            return row
    return rows[0]


DRAW: Final = "draw"
"""What stands in place of a row's name when nobody wins."""


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


def settle(
    rules: Parameters,
    *,
    points: tuple[int, ...],
    points_known: bool,
    tricks: tuple[int, ...] | None,
    took_a_trick: tuple[bool | None, ...],
    last_trick: Side,
    forfeit: Side | None,
) -> Result:
    """Return the result of a deal in which this happened.

    :param points: card points by side, all of those in the pack if ``points_known``.
    :param tricks: tricks by side, for the record only.
    :param took_a_trick: for each side whether it took a trick; ``None`` when that is not known.
    :param forfeit: the side that lost the deal by the last card.

    Clauses: ZS-SCORE-1 to ZS-SCORE-7.
    """
    winner = Side(1 - forfeit) if forfeit is not None else None
    if winner is None and points_known:
        winner = deal_winner(points, last_trick, rules.tie)
    game_points: tuple[int, ...] | None = None
    award = None
    if points_known and winner is None:
        game_points, award = (0, 0), DRAW
    elif points_known and winner is not None and (others := took_a_trick[1 - winner]) is not None:
        row = award_for(rules.scoring, points[winner], every_trick=not others)
        game_points, award = credit((0, 0), winner, row.game_points), row.name
    return Result(
        points=points, tricks=tricks, last_trick=last_trick, winner=winner, game_points=game_points, award=award
    )
