"""What a deal with matching tricks comes to, from its course."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from aceten.engine.scoring import DRAW, POINTS, SHARED, SWEEP, Result, award_for, credit, deal_winners
from aceten.vocabulary.actions import Side

if TYPE_CHECKING:
    from aceten_spec.rulebook import MatchingParameters


class MatchingCourse(msgspec.Struct, frozen=True, kw_only=True):
    """What happened in a deal, as far as its result depends on it."""

    points: tuple[int, ...]
    """Card points by side, without those for the last trick."""
    points_known: bool
    """Whether these are all that could be captured."""
    tricks: tuple[int, ...] | None
    """Tricks by side, for the record only."""
    took_a_trick: tuple[bool | None, ...]
    """For each side whether it took a trick; ``None`` when that is not known."""
    last_trick: Side
    """The side that took the last trick."""
    forfeit: Side | None = None
    """The side that lost the deal by the last card."""
    burned: tuple[Side, ...] = ()
    """The sides whose score falls to 0 by a round of four equal ranks."""
    teams: tuple[tuple[Side, ...], ...] | None
    """The sides that win or lose together, mostly each by itself; ``None`` when not known."""


def settle(rules: MatchingParameters, course: MatchingCourse) -> Result:
    """Return the result of a deal.

    Clauses: ZS-SCORE-1 to ZS-SCORE-7, SE-SCORE-8, HO-SCORE-9, SL-LONE-5.
    """
    points = credit(course.points, course.last_trick, rules.last_trick_points)
    winning = _winning_teams(rules, course, points)
    resets: tuple[Side, ...] = ()
    if rules.score == "points":
        game_points, award, resets = _each_scores(rules, course, points)
    else:
        game_points, award = _winners_score(rules, course, points, winning)
    return Result(
        points=points,
        tricks=course.tricks,
        last_trick=course.last_trick,
        winners=None if winning is None else tuple([side for team in winning for side in team]),
        game_points=game_points,
        award=award,
        resets=resets,
    )


def _winning_teams(
    rules: MatchingParameters, course: MatchingCourse, points: tuple[int, ...]
) -> tuple[tuple[Side, ...], ...] | None:
    """Return the teams that win a deal; ``None`` when not known.

    Clauses: ZS-SCORE-2, ZS-SCORE-3, ZS-SCORE-7, SL-LONE-5.
    """
    if course.forfeit is not None:
        return ((Side(1 - course.forfeit),),)
    if course.teams is None or not course.points_known:
        return None
    totals = tuple([_sum_of(points, team) for team in course.teams])
    [last] = [number for number, team in enumerate(course.teams) if course.last_trick in team]
    return tuple([course.teams[number] for number in deal_winners(totals, last, rules.tie, rules.wins_from)])


def _winners_score(
    rules: MatchingParameters,
    course: MatchingCourse,
    points: tuple[int, ...],
    winning: tuple[tuple[Side, ...], ...] | None,
) -> tuple[tuple[int, ...] | None, str | None]:
    """Return game points by side and the row of the scoring table; ``None`` when not known.

    Clauses: ZS-SCORE-4 to ZS-SCORE-7, SL-SCORE-15.
    """
    if winning is None or not course.points_known:
        return None, None
    if not winning:
        return (0,) * len(points), DRAW
    every_trick = swept(course, winning[0])
    if every_trick is None:
        return None, None
    cards = _sum_of(course.points, winning[0])
    row = award_for(rules.scoring, _sum_of(points, winning[0]), cards, every_trick=every_trick)
    scored = tuple([row.game_points if any(side in team for team in winning) else 0 for side in range(len(points))])
    return scored, row.name if len(winning) == 1 else SHARED


def _each_scores(
    rules: MatchingParameters, course: MatchingCourse, points: tuple[int, ...]
) -> tuple[tuple[int, ...] | None, str | None, tuple[Side, ...]]:
    """Return game points by side, what stands in place of a row's name, and the sides whose score falls to 0.

    Clauses: HO-SCORE-9, HO-SCORE-10, HO-SCORE-11, HO-SCORE-12, HO-SCORE-20, RL-SCORE-13.
    """
    if not course.points_known:
        return None, None, course.burned
    sides = tuple([Side(number) for number in range(len(points))])
    sweeping = [swept(course, (side,)) for side in sides]
    matters = bool(rules.sweep_points) or rules.sweep_resets
    if matters and None in sweeping:
        return None, None, course.burned
    sweeper = sides[sweeping.index(True)] if matters and True in sweeping else None
    burned = set(course.burned)
    if sweeper is not None and rules.sweep_resets:
        burned |= {side for side in sides if side != sweeper}
    if rules.zero_resets:
        burned |= {side for side in sides if not points[side]}
    scored = credit(points, sweeper, rules.sweep_points) if sweeper is not None else points
    game_points = tuple([0 if side in burned else scored[side] for side in sides])
    return game_points, POINTS if sweeper is None else SWEEP, tuple(sorted(burned))


def swept(course: MatchingCourse, team: tuple[Side, ...]) -> bool | None:
    """Whether a team took every trick; ``None`` when not known.

    Clauses: ZS-SCORE-6, HO-SCORE-10.
    """
    known = True
    for side, took in enumerate(course.took_a_trick):
        if side in team:
            continue
        if took is None:
            known = False
        elif took:
            return False
    return True if known else None


def _sum_of(points: tuple[int, ...], team: tuple[Side, ...]) -> int:
    """Return what the sides of a team have together.

    Clauses: ZS-SCORE-1, SL-LONE-5.
    """
    return sum([points[side] for side in team])
