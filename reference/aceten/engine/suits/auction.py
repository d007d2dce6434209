"""The auction: bidding for the right to name trumps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten.engine.suits.changes import changed
from aceten.engine.suits.steps import auction_over, may_bid
from aceten.vocabulary.actions import PASS, Action, Bid, Event, Seat
from aceten_spec.clauses.refusals import RefusalCode

if TYPE_CHECKING:
    from aceten.engine.suits.state import SuitState


def legal_bids(state: SuitState) -> tuple[Action, ...]:
    """Return what may be bid, and passing.

    Clauses: AS-BID-1, AS-BID-2, AS-BID-3, AS-BID-4, AS-BID-7, AS-BID-9.
    """
    actions: list[Action] = [Bid(points) for points in allowed_bids(state)]
    if pass_refusal(state) is None:
        actions.append(PASS)
    return tuple(actions)


def allowed_bids(state: SuitState) -> list[int]:
    """Return the points that may be bid.

    Clauses: AS-BID-2, AS-BID-3, AS-BID-4, AS-BID-7.
    """
    rules = state.game.rules
    if not may_bid(state.bids, state.game.players, rules.bid_again):
        return []
    highest = max(state.bids, default=0)
    return [points for points in rules.bids if points > highest]


def bid_refusal(state: SuitState, points: int) -> RefusalCode | None:
    """Return why points may not be bid.

    Clauses: AS-BID-2, AS-BID-3, AS-BID-4.
    """
    rules = state.game.rules
    if points in allowed_bids(state):
        return None
    if not may_bid(state.bids, state.game.players, rules.bid_again):
        return "bid_passed"
    return "bid_too_low" if points in rules.bids else "bid_points"


def pass_refusal(state: SuitState) -> RefusalCode | None:
    """Return why one may not pass in the auction.

    Clauses: AS-BID-1, AS-BID-9.
    """
    rules, last = state.game.rules, len(state.bids) == state.game.players - 1
    return "pass_forced" if rules.no_bid == "dealer" and last and not any(state.bids) else None


def after_bid(state: SuitState, points: int, log: tuple[Event, ...]) -> SuitState:
    """Return the state after a bid, or after a pass with 0 points.

    :param log: the log with what was done.

    Clauses: AS-BID-5, AS-BID-6, AS-BID-7, AS-TRUMP-2.
    """
    game = state.game
    bids = (*state.bids, points)
    if not auction_over(bids, game.players, game.rules.bids[-1]):
        turn = None if state.turn is None else game.after[state.turn]
        return changed(state, bids=bids, turn=turn, log=log)
    highest = max(bids)
    if not highest:
        return changed(state, bids=bids, turn=None, log=log)
    declarer = Seat((game.after[state.dealer] + bids.index(highest)) % game.players)
    return changed(
        state,
        bids=(),
        contract=(declarer, highest),
        leader=declarer,
        winning=declarer,
        turn=declarer,
        log=log,
    )
