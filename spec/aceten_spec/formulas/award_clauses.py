"""What a deal scores, as formulas: by the scoring table, or every side its points."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from aceten_spec.formulas.terms import Z3, Formula, Number, Truth

if TYPE_CHECKING:
    from aceten_spec.rulebook import Award, MatchingParameters

_POINTS: Final = Z3.Int("points")
_CARDS: Final = Z3.Int("cards")
_EVERY: Final = Z3.Int("every")
_ROWS: Final = ("ZS-SCORE-4", "ZS-SCORE-5", "ZS-SCORE-6")


def row_applies(row: Award) -> Formula[Truth]:
    """Return the formula that a row applies to winners with these ``points``, so many from ``cards``, and ``every`` trick or not.

    Clauses: ZS-SCORE-4, ZS-SCORE-5, ZS-SCORE-6.
    """
    conditions = [row.points[0] <= _POINTS, row.points[1] >= _POINTS]
    text = f"winners have {_span(row.points)} points"
    if row.cards is not None:
        conditions += [row.cards[0] <= _CARDS, row.cards[1] >= _CARDS]
        text += f", {_span(row.cards)} of them from cards"
    if row.tricks == "all":
        conditions.append(_EVERY == 1)
        text += ", and every trick"
    elif row.tricks == "some":
        conditions.append(_EVERY == 0)
        text += ", but not every trick"
    return Formula(clauses=_ROWS, text=text, variables=(_POINTS, _CARDS, _EVERY), term=Z3.And(conditions))


def _span(span: tuple[int, int]) -> str:
    return " to ".join(map(str, dict.fromkeys(span)))


def one_row(rows: tuple[Award, ...]) -> Formula[Truth]:
    """Return the formula that exactly one row applies.

    Clauses: ZS-SCORE-4, ZS-SCORE-5, ZS-SCORE-6.
    """
    return Formula(
        clauses=_ROWS,
        text="exactly one row applies",
        variables=(_POINTS, _CARDS, _EVERY),
        term=Z3.Sum([Z3.If(row_applies(row).term, 1, Z3.IntVal(0)) for row in rows]) == 1,
    )


def award_number(rows: tuple[Award, ...]) -> Formula[Number]:
    """Return the formula of the row that counts, by its number: the first that applies, and the first of all where none does.

    Clauses: ZS-SCORE-4, ZS-SCORE-5, ZS-SCORE-6, ZS-SCORE-7.
    """
    return _of_row(rows, lambda number: number, "the number of the row that counts")


def award_points(rows: tuple[Award, ...]) -> Formula[Number]:
    """Return the formula of the game points by the row that counts.

    Clauses: ZS-SCORE-4, ZS-SCORE-5, ZS-SCORE-6, ZS-SCORE-7.
    """
    return _of_row(rows, lambda number: rows[number].game_points, "the game points by the row that counts")


def _of_row(rows: tuple[Award, ...], what: Callable[[int], int], text: str) -> Formula[Number]:
    applies = [row_applies(row).term for row in rows]
    first = [Z3.And([term, *[~before for before in applies[:number]]]) for number, term in enumerate(applies)]
    chosen = [Z3.If(is_first, what(number), Z3.IntVal(0)) for number, is_first in enumerate(first)]
    nowhere = Z3.If(Z3.Or(applies), 0, Z3.IntVal(what(0)))
    return Formula(
        clauses=(*_ROWS, "ZS-SCORE-7"), text=text, variables=(_POINTS, _CARDS, _EVERY), term=Z3.Sum([*chosen, nowhere])
    )


def falls(rules: MatchingParameters, sides: int, side: int) -> Formula[Truth]:
    """Return the formula that the score of a side falls to 0, about every side: its points, whether it is burned, whether it took all.

    The variables are the ``points`` of every side, then whether each is ``burned``, then whether each took ``all`` tricks.

    Clauses: HO-SCORE-11, HO-SCORE-12, RL-SCORE-13.
    """
    points, burned, swept = _each(sides)
    ways = [burned[side] == 1]
    if rules.sweep_resets:
        ways += [swept[other] == 1 for other in range(sides) if other != side]
    if rules.zero_resets:
        ways.append(points[side] == 0)
    words = ["it is burned by a round of four cards of one rank"] * rules.four_resets
    words += ["another side has taken every trick"] * rules.sweep_resets
    words += ["it has no points"] * rules.zero_resets
    return Formula(
        clauses=("HO-SCORE-11", "HO-SCORE-12", "RL-SCORE-13"),
        text=f"the score of a side falls to 0 when {', or '.join(words)}" if words else "no score falls to 0",
        variables=(*points, *burned, *swept),
        term=Z3.Or(ways),
    )


def scores(rules: MatchingParameters, sides: int, side: int) -> Formula[Number]:
    """Return the formula of what a side scores where every side scores its points, about the same numbers as :func:`falls`.

    Clauses: HO-SCORE-9, HO-SCORE-10, HO-SCORE-20.
    """
    points, burned, swept = _each(sides)
    more = Z3.If(swept[side] == 1, rules.sweep_points, Z3.IntVal(0))
    words = ["every side scores the points that it has taken"]
    if rules.sweep_points:
        words.append(f", and {rules.sweep_points} more when it has taken every trick")
    if rules.four_resets or rules.sweep_resets:
        words.append("; nothing when its score falls to 0")
    return Formula(
        clauses=("HO-SCORE-9", "HO-SCORE-10", "HO-SCORE-20"),
        text="".join(words),
        variables=(*points, *burned, *swept),
        term=Z3.If(falls(rules, sides, side).term, 0, points[side] + more),
    )


def _each(sides: int) -> tuple[list[Number], list[Number], list[Number]]:
    return (
        [Z3.Int(f"points{side}") for side in range(sides)],
        [Z3.Int(f"burned{side}") for side in range(sides)],
        [Z3.Int(f"all{side}") for side in range(sides)],
    )
