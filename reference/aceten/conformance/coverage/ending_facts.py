"""Facts of the end of a deal: how the points compare, and what they come to."""

from __future__ import annotations

from aceten.conformance.coverage.shared_facts import TWO_SIDES
from aceten.engine.matching.state import MatchingState
from aceten.engine.scoring import SHARED, Result
from aceten.engine.state import State
from aceten.engine.suits.state import SuitState
from aceten.vocabulary.actions import Side


def ended(state: State, found: set[str]) -> None:
    """Add what a deal came to that is over."""
    result = state.result
    if result is None:
        return
    found.add("deal_over")
    if result.award is not None:
        both = result.award == SHARED and state.game.side_count == TWO_SIDES
        found.add("shared_by_both" if both else f"award:{result.award}")
    if not any(map(len, state.hands)):
        found.add("last_trick_taken")
    if result.resets:
        found.add("burned")
    if result.claimed is not None:
        found.add("match_claimed")
    _ended_by_points(state, result, found)
    if isinstance(state, MatchingState):
        _ended_in_matching(state, found)
    elif isinstance(state, SuitState):
        _ended_in_suits(state, result, found)


def _ended_by_points(state: State, result: Result, found: set[str]) -> None:
    """Add how the points of the sides compare."""
    teams = state.teams or tuple([(Side(side),) for side in range(state.game.side_count)])
    totals = sorted([sum([result.points[side] for side in team]) for team in teams], reverse=True)
    if totals[0] == totals[1]:
        found.add("equal_points")
        if len(totals) > TWO_SIDES:
            found.add("equal_points_of_three")
    else:
        found.add("more_points")
        if len(totals) == TWO_SIDES and totals[0] - totals[1] <= _least_margin(sum(totals), state.game.unit):
            found.add("just_more_points")
    if len(totals) > TWO_SIDES:
        found.add("among_three_sides")
    if totals[-1]:
        found.add("losers_have_points")
    if 0 in result.points:
        found.add("no_points")
    won_cards = [any(state.points[side] for side in team) for team in teams]
    won_tricks = [any(state.took_a_trick(side) is not False for side in team) for team in teams]
    if won_tricks.count(True) == 1:
        found.add("all_tricks")
    elif won_cards.count(True) == 1:
        found.add("all_points_not_all_tricks")


def _least_margin(total: int, unit: int) -> int:
    """Return the least by which one of two sides can have more than the other."""
    return unit if total // unit % 2 else 2 * unit


def _ended_in_matching(state: MatchingState, found: set[str]) -> None:
    rules = state.game.rules
    if state.lone is not None:
        found.add("one_against_the_others")
    if state.forfeit is not None:
        found.add("forfeited")
    if rules.wins_from:
        best = max(state.points) + rules.last_trick_points
        found.add("more_points_than_needed" if best > rules.wins_from else "points_near_those_needed")
    if rules.sweep_resets and "all_tricks" not in found:
        found.add("not_all_tricks")


def _ended_in_suits(state: SuitState, result: Result, found: set[str]) -> None:
    rules = state.game.rules
    if any(state.melds):
        found.add("ended_with_marriages")
    if state.contract is not None and state.contract[1] == rules.bids[-1]:
        found.add("ended_with_the_highest_bid")
    if rules.score == "race":
        _ended_in_race(state, result, found)


def _ended_in_race(state: SuitState, result: Result, found: set[str]) -> None:
    """Add how a race to a number of points ended."""
    game, closed, claimant = state.game, state.closed, state.claimant
    sides = list(map(Side, range(game.side_count)))
    closer = None if closed is None else game.sides[closed.seat]
    if any(state.counted(side) == game.rules.schneider for side in sides):
        found.add("just_not_schneider")
    if claimant is not None and any(state.hands):
        found.add("claimed_with_cards_left")
    if closer is not None and result.winner not in (None, closer):
        found.add("closing_failed")
    if claimant is None:
        found.add("nobody_claimed")
        if closer is not None:
            found.add("closer_did_not_claim")
        found.add("somebody_had_enough" if any(map(state.has_enough, sides)) else "nobody_had_enough")
    elif closer is not None:
        found.add("closer_claimed" if game.sides[claimant] == closer else "claimed_against_the_closer")
