"""The auction: bidding for the right to name trumps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from aceten.engine.suits.steps import auction_over, may_bid
from aceten.vocabulary.actions import PASS, Action, Bid, Seat

if TYPE_CHECKING:
    from aceten.engine.suits.state import SuitState
    from aceten.vocabulary.actions import Event


def legal_bids(state: SuitState) -> tuple[Action, ...]:
    """Return what may be bid, and passing.

    Clauses: AS-BID-1, AS-BID-2, AS-BID-3, AS-BID-4, AS-BID-7, AS-BID-9.
    """
    rules, players = state.game.rules, state.game.players
    higher: tuple[Action, ...] = ()
    if may_bid(state.bids, players, rules.bid_again):
        highest = max(state.bids, default=0)
        higher = tuple([Bid(points) for points in rules.bids if points > highest])
    forced = rules.no_bid == "dealer" and len(state.bids) == players - 1 and not any(state.bids)
    return higher if forced else (*higher, PASS)


def bid_refusal(state: SuitState, points: int) -> str:
    """Return why points cannot be bid, where they cannot.

    Clauses: AS-BID-2, AS-BID-3, AS-BID-4.
    """
    rules = state.game.rules
    if not may_bid(state.bids, state.game.players, rules.bid_again):
        return "bid_passed"
    return "bid_too_low" if points in rules.bids else "bid_points"


def after_bid(state: SuitState, points: int, log: tuple[Event, ...]) -> SuitState:
    """Return the state after a bid, or after a pass with 0 points.

    :param log: the log with what was done.

    Clauses: AS-BID-5, AS-BID-6, AS-BID-7, AS-TRUMP-2.
    """
    game = state.game
    bids = (*state.bids, points)
    if not auction_over(bids, game.players, game.rules.bids[-1]):
        turn = None if state.turn is None else game.after[state.turn]
        return msgspec.structs.replace(state, bids=bids, turn=turn, log=log)
    highest = max(bids)
    if not highest:
        return msgspec.structs.replace(state, bids=bids, turn=None, log=log)
    declarer = Seat((game.after[state.dealer] + bids.index(highest)) % game.players)
    return msgspec.structs.replace(
        state,
        bids=(),
        contract=(declarer, highest),
        leader=declarer,
        winning=declarer,
        turn=declarer,
        log=log,
    )
