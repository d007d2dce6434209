"""Facts of matches: who deals first, what a deal scores, and how near the end is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aceten.conformance.coverage.shared_facts import TWO_SIDES
from aceten_spec.rulebook import MatchingParameters, SuitParameters

if TYPE_CHECKING:
    from aceten.conformance.coverage.clause_table import Facts
    from aceten.engine.match import Match
    from aceten_spec.protocol import DealScore

FIRST_DEALER: Final[Facts] = frozenset({"first_dealer_drawn"})
"""The facts of a match whose first dealer is drawn from a seed."""


def facts_of_match(before: Match, deal: DealScore, after: Match) -> Facts:
    """Return what is the case when a deal is added to a match."""
    found = {"scored", "deal_passed" if after.dealer == before.game.after[before.dealer] else "deal_kept"}
    if before.game.side_count > TWO_SIDES:
        found.add("scored_by_single_players")
    _scored(deal, found)
    _stands(after, found)
    if isinstance(before.game.rules, SuitParameters):
        _carried(before, deal, after, before.game.rules, found)
    return frozenset(found)


def _scored(deal: DealScore, found: set[str]) -> None:
    """Add who scored in a deal."""
    if not any(deal.game_points):
        found.add("scored_by_nobody")
    elif all(deal.game_points):
        found.add("scored_by_all")
    if 0 in deal.game_points:
        found.add("scored_nothing")
    if deal.resets:
        found.add("scores_reset")
    if deal.claimed is not None:
        found.add("won_by_a_claim")


def _stands(match: Match, found: set[str]) -> None:
    """Add how near a match is to its end."""
    rules, best = match.game.rules, max(match.scores)
    at_target = sum([score >= rules.target for score in match.scores])
    if at_target > 1:
        found.add("several_at_the_target")
    if rules.match_ends == "deals":
        found.add("deals_counted")
    ending = match.deals >= rules.deals if rules.match_ends == "deals" else bool(at_target)
    if ending and match.scores.count(best) > 1:
        found.add("equal_at_the_end")
    if match.over:
        found.add("match_over")
        if isinstance(rules, MatchingParameters) and rules.finish == "immediate":
            found.add("match_over_at_once")


def _carried(before: Match, deal: DealScore, after: Match, rules: SuitParameters, found: set[str]) -> None:
    """Add what one deal of a match means for others."""
    if not any(deal.game_points):
        found.add("drawn_deal_counts_later")
    elif before.carried != after.carried:
        found.add("drawn_deals_count_now")
    if rules.favourite:
        found.add("favourite_suit_chosen" if before.favourite is None else "favourite_suit_known")
        if before.favourite is not None and deal.trump == before.favourite.letter:
            found.add("favourite_suit_again")
    elif deal.trump is not None:
        found.add("no_favourite_suit")
    if rules.partners_change:
        found.add("scored_by_player")
        if after.players != before.players:
            found.add("partners_changed")
