"""What a deal with suit tricks comes to: by a table, by a race to a number of points, by a contract, or every side its points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aceten.engine.scoring import DRAW, POINTS, Result, award_for, credit, deal_winners
from aceten.vocabulary.actions import Side
from aceten_spec.cards import Suit

if TYPE_CHECKING:
    from aceten.engine.suits.course import SuitCourse
    from aceten_spec.rulebook import SuitParameters

LEVELS: Final = ("plain", "schneider", "schwarz")
"""What stands in place of a row's name when a side claims rightly: by what the other side had."""
WRONG_CLAIM: Final = "wrong-claim"
"""The same when a claim was wrong."""
CLOSING_FAILED: Final = "closing-failed"
"""The same when a side that closed the talon does not win."""
LAST_TRICK: Final = "last-trick"
"""The same when the last trick wins."""
MADE: Final = "made"
"""The same when bidders make what they bid."""
FAILED: Final = "failed"
"""The same when they do not."""
GRAND: Final = "grand"
"""The same when they make the highest bid."""
GRAND_FAILED: Final = "grand-failed"
"""The same when they do not."""
PASSED: Final = "passed"
"""The same when nobody has bid."""


def level(rules: SuitParameters, points: int, took_a_trick: bool) -> int:
    """Return how far a losing side has come: 0 with enough points not to be schneider, 1 with fewer, 2 without a trick.

    Clauses: SX-SCORE-22, SX-SCORE-23, SX-SCORE-24.
    """
    if not took_a_trick:
        return 2
    return 0 if points >= rules.schneider else 1


def _won_level(course: SuitCourse, winner: Side) -> int:
    """Return how far the other side has come when a side claims rightly.

    Clauses: SX-SCORE-22, SX-SCORE-23, SX-SCORE-24, SX-SCORE-25.
    """
    rules, closed, loser = course.game.rules, course.closed, Side(1 - winner)
    if closed is not None and course.game.sides[closed.seat] == winner and rules.won_at == "closing":
        return level(rules, closed.points, closed.tricks[loser] > 0)
    return level(rules, course.counted(loser), bool(course.took_a_trick(loser)))


def _penalty(course: SuitCourse, gaining: Side) -> int:
    """Return the game points of a side when the other one has claimed wrongly, or has closed the talon and does not win.

    Clauses: SX-CLAIM-4, SX-SCORE-26, SX-SCORE-27, SX-SCORE-34.
    """
    rules, closed = course.game.rules, course.closed
    took = bool(course.took_a_trick(gaining))
    if closed is not None and course.game.sides[closed.seat] != gaining:
        if rules.penalty_at == "flat":
            return rules.penalty[1]
        if rules.penalty_at == "closing":
            took = closed.tricks[gaining] > 0
    return rules.penalty[0] if took else rules.penalty[1]


def most_game_points(course: SuitCourse, side: Side) -> int:
    """Return an upper bound for a side's game points, against an opponent who makes no wrong claim and does not close the talon."""
    rules, closed = course.game.rules, course.closed
    if rules.score != "race":
        return course.game.most_game_points
    if closed is not None and course.game.sides[closed.seat] != side:
        return max(rules.penalty) if rules.penalty_at == "end" else _penalty(course, side)
    if closed is not None:
        return rules.won[_won_level(course, side)]
    loser = 1 - side
    if course.tricks is not None and not course.tricks[loser]:
        return rules.won[2]
    return (
        rules.won[0]
        if course.points[loser] + course.melds[loser] - course.waiting[loser] >= rules.schneider
        else rules.won[1]
    )


def settle(course: SuitCourse) -> Result:
    """Return the result of a deal that is over.

    Clauses: EW-SCORE-1, EW-SCORE-30, SX-SCORE-22, AS-SCORE-35, TT-SCORE-39.
    """
    rules = course.game.rules
    sides = (Side(0), Side(1))
    game_points: tuple[int, ...] | None
    award: str | None
    match rules.score:
        case "table":
            took = tuple([course.took_a_trick(side) for side in sides])
            last = course.game.sides[course.leader]
            return settle_table(
                rules, course.points, took, last, known=course.points_known, tricks=course.tricks, trump=course.trump
            )
        case "race":
            game_points, award = _race(course)
        case "contract":
            game_points, award = _contract(course)
        case "points":
            game_points, award = _points(course)
    return _result(course, game_points, award)


def _result(course: SuitCourse, game_points: tuple[int, ...] | None, award: str | None) -> Result:
    """Return the result with these game points.

    Clauses: SX-SCORE-2, AS-SCORE-2, TT-SCORE-39, TT-CLAIM-5.
    """
    game = course.game
    claimed = None
    if course.claimant is not None and game.scores_matter and award != WRONG_CLAIM:
        claimed = game.sides[course.claimant]
    winners: tuple[Side, ...] | None = None
    if claimed is not None:
        winners = (claimed,)
    elif game_points is not None:
        best = max(game_points)
        winners = (Side(game_points.index(best)),) if game_points.count(best) == 1 else ()
    return Result(
        points=tuple([course.counted(Side(side)) for side in range(game.side_count)]),
        tricks=course.tricks,
        last_trick=None if course.unfinished else game.sides[course.leader],
        winners=winners,
        game_points=game_points,
        award=award,
        claimed=claimed,
        trump=course.trump,
    )


def settle_table(
    rules: SuitParameters,
    points: tuple[int, ...],
    took_a_trick: tuple[bool | None, ...],
    last_trick: Side,
    *,
    known: bool,
    tricks: tuple[int, ...] | None,
    trump: Suit | None,
) -> Result:
    """Return the result of a deal that the scoring table decides.

    :param points: card points by side, without those for the last trick.
    :param known: whether these are all that could be captured.

    Clauses: EW-SCORE-1, EW-SCORE-30, EW-SCORE-31, EW-SCORE-32, EW-SCORE-33.
    """
    totals = credit(points, last_trick, rules.last_trick_points)
    winners: tuple[Side, ...] | None = None
    game_points: tuple[int, ...] | None = None
    award: str | None = None
    if known:
        winners = tuple([Side(side) for side in deal_winners(totals, last_trick, "draw")])
        if not winners:
            game_points, award = (0,) * len(points), DRAW
        else:
            [winner] = winners
            lost = took_a_trick[1 - winner]
            needed = any(row.tricks != "any" for row in rules.scoring)
            if lost is not None or not needed:
                row = award_for(rules.scoring, totals[winner], points[winner], every_trick=not lost)
                game_points, award = credit((0,) * len(points), winner, row.game_points), row.name
    return Result(
        points=totals,
        tricks=tricks,
        last_trick=last_trick,
        winners=winners,
        game_points=game_points,
        award=award,
        trump=trump,
    )


def _race(course: SuitCourse) -> tuple[tuple[int, ...], str]:
    """Return game points by side and what stands in place of a row's name, in a race to a number of points.

    Clauses: SX-SCORE-22 to SX-SCORE-29, SX-SCORE-34, SX-CLAIM-4, SN-SCORE-28.
    """
    game, closed = course.game, course.closed
    nothing = (0,) * game.side_count
    closer = None if closed is None else game.sides[closed.seat]
    if course.claimant is not None:
        side, points, award = _claimed(course, game.sides[course.claimant], closer)
        return credit(nothing, side, points), award
    if closer is not None and not course.has_enough(closer):
        other = Side(1 - closer)
        return credit(nothing, other, _penalty(course, other)), CLOSING_FAILED
    if closer is None and game.rules.last_trick_wins:
        return credit(nothing, game.sides[course.leader], game.rules.won[0]), LAST_TRICK
    return nothing, DRAW


def _claimed(course: SuitCourse, side: Side, closer: Side | None) -> tuple[Side, int, str]:
    """Return who scores after a claim of a side, how much, and what stands in place of a row's name.

    Clauses: SX-CLAIM-2, SX-CLAIM-4, SX-SCORE-22, SX-SCORE-34.
    """
    other = Side(1 - side)
    if not course.has_enough(side):
        return other, _penalty(course, other), WRONG_CLAIM
    if closer == other:
        return side, _penalty(course, side), CLOSING_FAILED
    reached = _won_level(course, side)
    return side, course.game.rules.won[reached], LEVELS[reached]


def _contract(course: SuitCourse) -> tuple[tuple[int, ...] | None, str | None]:
    """Return game points by side and what stands in place of a row's name, where a side has bid; ``None`` when not known.

    Clauses: AS-BID-7, AS-SCORE-35 to AS-SCORE-38.
    """
    game = course.game
    rules, nothing = game.rules, (0,) * game.side_count
    if course.contract is None:
        return nothing, PASSED
    seat, bid = course.contract
    bidders = game.sides[seat]
    others = Side(1 - bidders)
    took = [course.took_a_trick(side) for side in (bidders, others)]
    if not course.points_known or any(
        has is None and course.melds[side] for has, side in zip(took, (bidders, others), strict=True)
    ):
        return None, None
    points = [course.counted(bidders), course.counted(others)]
    highest = bid == rules.bids[-1]
    grand = highest and rules.grand_points > 0
    made = points[0] >= bid
    if highest and rules.grand_needs == "tricks":
        if took[1] is None:
            return None, None
        made = not took[1]
    scoring = bidders if made else others
    taken = points[0] if made else points[1] + bid
    scored = credit(nothing, scoring, rules.grand_points if grand else taken)
    if made and rules.defenders_score:
        scored = credit(scored, others, points[1])
    if grand:
        return scored, GRAND if made else GRAND_FAILED
    return scored, MADE if made else FAILED


def _points(course: SuitCourse) -> tuple[tuple[int, ...] | None, str | None]:
    """Return game points by side and what stands in place of a row's name, where every side scores its points.

    Clauses: TT-SCORE-39, TT-CLAIM-4, TT-CLAIM-5.
    """
    game = course.game
    sides = [Side(side) for side in range(game.side_count)]
    scored = tuple([course.counted(side) for side in sides])
    if course.claimant is not None:
        side = game.sides[course.claimant]
        if not course.has_enough(side):
            return tuple([0 if other == side else has for other, has in zip(sides, scored, strict=True)]), WRONG_CLAIM
    elif not course.points_known:
        return None, None
    return scored, POINTS
