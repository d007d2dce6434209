"""The order of outcomes, as a formula: which of two ends of a deal is worse for side 0."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten_spec.formulas.terms import Z3, Formula, Truth

if TYPE_CHECKING:
    from aceten_spec.rulebook import Parameters

NOBODY = 2
"""What stands for the side that took every trick when both took some."""


def worse(rules: Parameters) -> Formula[Truth]:
    """Return the formula that one outcome is worse for side 0 than another one.

    It is about each outcome's card ``points`` of side 0, the side that took the ``last`` trick, and the side that took ``every`` trick
    (2: both took some).

    Clauses: ZS-SCORE-2, ZS-SCORE-6, SE-SCORE-8.
    """
    points, last, every = (
        (Z3.Int("points"), Z3.Int("points of the other")),
        (Z3.Int("last"), Z3.Int("other last")),
        (
            Z3.Int("every"),
            Z3.Int("other every"),
        ),
    )
    more = rules.last_trick_points
    one, other = [has + Z3.If(took == 0, more, Z3.IntVal(0)) for has, took in zip(points, last, strict=True)]
    both_some = (every[0] == NOBODY) & (every[1] == NOBODY)
    fewer = (one < other) | ((one == other) & (last[0] == 1) & (last[1] == 0))
    loses_all = (every[0] == 1) & (every[1] != 1)
    wins_all = (every[0] != 0) & (every[1] == 0)
    return Formula(
        clauses=("ZS-SCORE-2", "ZS-SCORE-6", "SE-SCORE-8"),
        text="no trick is worst and every trick best; between them fewer points are worse, and then to lose the last trick",
        variables=(points[0], last[0], every[0], points[1], last[1], every[1]),
        term=loses_all | wins_all | (both_some & fewer),
    )
