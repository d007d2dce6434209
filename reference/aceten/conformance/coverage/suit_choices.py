"""Facts of games with suit tricks: what is open to the seat to act."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten.engine.suits.rights import close_refusal, exchangeable, marriages, may_close, may_exchange
from aceten.engine.suits.steps import may_bid, owed
from aceten_spec.cards import Rank, card_of

if TYPE_CHECKING:
    from aceten.engine.suits.state import SuitState
    from aceten.vocabulary.actions import Seat


def open_in_suits(state: SuitState, turn: Seat, found: set[str]) -> None:
    """Add what is open to the seat to act."""
    if state.bidding:
        _open_in_auction(state, found)
    elif state.naming:
        found.add("to_name_trumps")
    elif state.asking:
        found.add("asked_for_a_claim")
    else:
        _open_in_play(state, turn, found)


def _open_in_auction(state: SuitState, found: set[str]) -> None:
    found.add("to_bid")
    if any(state.bids):
        found.add("to_bid_higher")
    if not may_bid(state.bids, state.game.players, state.game.rules.bid_again):
        found.add("may_bid_no_more")
    elif 0 in state.bids[-state.game.players :: state.game.players]:
        found.add("may_bid_again")
    if len(state.bids) == state.game.players - 1 and not any(state.bids):
        found.add("last_to_bid")


def _open_in_play(state: SuitState, turn: Seat, found: set[str]) -> None:
    if state.drawing:
        found.add("may_close_before_drawing")
    elif state.trick:
        _owes(state, turn, found)
    else:
        found.add("to_lead")
        if not sum(state.tricks or (1,)):
            found.add("to_lead_first")
    if state.game.rules.claim == "called":
        found.add("claims_are_called")
        if state.game.rules.wrong_claim == "refused" and not state.is_right(None):
            found.add("claim_would_be_wrong")
    if state.game.rules.marriages != "none":
        _open_marriage(state, turn, found)
    _open_exchange(state, turn, found)
    if may_close(state):
        found.add("may_close")
        if len(state.talon) == state.game.rules.close_min_stock:
            found.add("may_close_at_last")
    elif state.game.rules.close != "never" and state.open_talon:
        found.add(_not_closing(state))


def _not_closing(state: SuitState) -> str:
    """Return why the talon, which is open, may not be closed."""
    if state.trick:
        return "may_not_close_now"
    return "may_not_close_yet" if close_refusal(state) == "close_first_lead" else "may_close_no_more"


def _owes(state: SuitState, turn: Seat, found: set[str]) -> None:
    """Add what the seat to act owes to the lead."""
    game = state.game
    obligation = game.rules.obligation if state.open_talon else game.rules.last_obligation
    strong = game.strong
    hand = tuple([strong[card] for card in state.hands[turn]])
    lead = strong[state.trick[0]]
    if obligation == "none":
        found.add("owes_nothing_yet")
        return
    if state.closed is not None:
        found.add("owes_by_closing")
    elif state.talon:
        found.add("owes_before_the_end")
    elif game.rules.obligation != obligation:
        found.add("owes_without_talon")
    trump = state.trump or 0
    suit, above = owed(state.hands[turn], state.trick[0], strong, trump, obligation)
    if any(card[0] == lead[0] for card in hand):
        found.add("owes_a_higher_card" if above >= 0 else "owes_any_of_the_suit")
        if above < 0 and any(card[0] == lead[0] and card[1] > lead[1] for card in hand):
            found.add("need_not_beat")
    elif suit:
        found.add("owes_a_trump")
    else:
        found.add("owes_nothing")
        if not trump:
            found.add("owes_nothing_as_there_are_no_trumps")
        elif any(card[0] == trump for card in hand):
            found.add("need_not_trump")


def _open_marriage(state: SuitState, turn: Seat, found: set[str]) -> None:
    """Add whether the seat to act may show a marriage that it holds, and if not, why."""
    hand = state.hands[turn]
    held = [card for card in hand if card.rank == Rank.KING and card.suit and card_of(Rank.QUEEN, card.suit) in hand]
    if not held:
        return
    if state.trick:
        found.add("holds_a_marriage_to_answer")
    elif state.drawing:
        found.add("holds_a_marriage_to_draw")
    if state.closed is not None:
        found.add("holds_a_marriage_after_closing")
    elif not state.talon:
        found.add("holds_a_marriage_without_talon")
    if "to_lead_first" in found:
        found.add("holds_a_marriage_at_first")
    if marriages(state):
        found.add("may_show_a_marriage")
        if len(held) > 1:
            found.add("holds_two_marriages")


def _open_exchange(state: SuitState, turn: Seat, found: set[str]) -> None:
    """Add whether the seat to act may exchange the card that it holds for the turn-up, and if not, why."""
    rules, card = state.game.rules, exchangeable(state)
    if card is None or card not in state.hands[turn]:
        return
    if may_exchange(state, turn):
        found.add("may_exchange")
    if state.closed is not None:
        found.add("holds_exchangeable_after_closing")
        return
    if state.trick:
        found.add("holds_exchangeable_to_answer")
    if state.drawing:
        found.add("holds_exchangeable_to_draw")
    if state.tricks is not None and not state.tricks[state.game.sides[turn]]:
        found.add("holds_exchangeable_without_a_trick")
    if len(state.talon) <= rules.exchange_min_stock:
        found.add("holds_exchangeable_at_last")
