"""Who wins a deal, and which of two ends of a deal is worse, as formulas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal

from aceten_spec.formulas.terms import Z3, Formula, Number, Truth

if TYPE_CHECKING:
    from aceten_spec.rulebook import Parameters

Tie = Literal["last_trick", "draw", "shared"]
"""Who wins when the best have equally many points."""

_TWO = 2
"""Of so many teams both win where they share; of more, nobody where all are equal."""


def wins(tie: Tie, wins_from: int, teams: int, team: int) -> Formula[Truth]:
    """Return the formula that a team wins, about the points of every team and the team that took the ``last`` trick.

    Clauses: ZS-SCORE-2, ZS-SCORE-3, LK-SCORE-14, SL-SCORE-15.
    """
    points, last = [Z3.Int(f"points{number}") for number in range(teams)], Z3.Int("last")
    own, others = points[team], [has for number, has in enumerate(points) if number != team]
    alone, best = Z3.And([own > other for other in others]), Z3.And([own >= other for other in others])
    how = "the side with more points than any other wins"
    term = alone
    if tie == "last_trick":
        how += "; of those with the most points the one that took the last trick"
        term = alone | (best & (last == team))
    elif tie == "shared":
        how += "; where several have the most points all of them win"
        term = best
        if teams > _TWO:
            how += ", unless all have equally many"
            term = alone | (best & Z3.Or([own != other for other in others]))
    else:
        how += "; where several have the most points nobody does"
    return Formula(
        clauses=("ZS-SCORE-2", "ZS-SCORE-3", "LK-SCORE-14", "SL-SCORE-15"),
        text=f"{how}, from {wins_from} points on" if wins_from else how,
        variables=(*points, last),
        term=term & (own >= wins_from),
    )


def took_all(sides: int, team: Sequence[int]) -> Formula[Number]:
    """Return the formula of whether a team took every trick, about what is known of every side: 0 it took none, 1 some, 2 unknown.

    It is 1 when the team took every trick, 0 when it did not, and 2 when that is not known.

    Clauses: ZS-SCORE-6, HO-SCORE-10.
    """
    took = [Z3.Int(f"took{side}") for side in range(sides)]
    others = [has for side, has in enumerate(took) if side not in team]
    term = Z3.If(Z3.Or([has == 1 for has in others]), 0, Z3.If(Z3.And([has == 0 for has in others]), 1, Z3.IntVal(2)))
    return Formula(
        clauses=("ZS-SCORE-6", "HO-SCORE-10"),
        text="a team took every trick when no side outside it took one",
        variables=tuple(took),
        term=term,
    )


NOBODY: Final = 2
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
