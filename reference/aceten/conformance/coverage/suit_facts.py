"""Facts of games with suit tricks: what happened with an action, and what is open to the seat to act."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aceten.conformance.coverage.ending_facts import ended
from aceten.conformance.coverage.shared_facts import drawn, passed_on, taken
from aceten.engine.suits.rights import close_refusal, exchangeable, marriages, may_close, may_exchange
from aceten.engine.suits.state import SuitState
from aceten.engine.suits.steps import beats, may_bid, owed
from aceten.vocabulary.actions import Action, Bid, Claim, Close, Draw, Exchange, Meld, NameTrump, Pass, Play, Seat, Side
from aceten_spec.cards import Card, Rank, Suit, card_of, suit_number

if TYPE_CHECKING:
    from aceten.engine.suits.game import SuitGame

_MARRIED: Final = (Rank.KING, Rank.QUEEN)


def done_in_suits(before: SuitState, action: Action, after: SuitState, found: set[str]) -> None:
    """Add what happened with an action."""
    match action:
        case Play(card):
            _play(before, card, after, found)
        case Meld(card):
            _show(before, card.suit, after, found)
            if card in after.hands[before.leader]:
                found.add("ended_by_itself")  # before the card was led
            else:
                _play(before, card, after, found)
        case Exchange():
            found.add("exchanged")
        case Close():
            _close(before, found)
        case Draw():
            found.add("chose_to_draw")
            drawn(list(map(len, before.hands)), len(before.talon), after, found)
        case Claim():
            _claim(before, action, after, found)
        case Bid() | NameTrump() | Pass():
            _say(before, action, after, found)
        case _:
            pass
    if after.turn is None:
        ended(after, found)


def cards_in_suits(game: SuitGame, cards: tuple[Card, ...], trump: Suit | None, found: set[str]) -> None:
    """Add what the cards of a whole trick did."""
    best = 0
    for place in range(1, len(cards)):
        if _compared(game, cards[0], cards[best], cards[place], trump=trump, found=found):
            best = place


def _play(before: SuitState, card: Card, after: SuitState, found: set[str]) -> None:
    """Add what a card did that was led, or played to a lead."""
    game = before.game
    if before.trick:
        best = before.trick[(before.winning - before.leader) % game.players]
        _compared(game, before.trick[0], best, card, trump=after.trump, found=found)
    else:
        found.add("led")
        if "showed_a_marriage" not in found and "may_show_a_marriage" in found and card.rank in _MARRIED:
            found.add("showed_no_marriage")
        if before.contract is not None and not sum(before.tricks or (1,)):
            found.add("declarer_led")
    if before.turn is not None and card in before.shown[before.turn]:
        found.add("played_a_known_card")
    passed_on(before, after, found)
    if not after.trick:
        _end_suit_trick(before, after, found)


def _compared(game: SuitGame, lead: Card, best: Card, card: Card, *, trump: Suit | None, found: set[str]) -> bool:
    """Add what a card is to the lead and to the card that is winning the trick; return whether it beats that."""
    one, other, led = game.strong[card], game.strong[best], game.strong[lead]
    wins = beats(one, other, trump or 0)
    trumps = 0 if trump is None else suit_number(card_of(Rank.ACE, trump))
    if one[0] == other[0]:
        found.add("compared_in_trumps" if one[0] == trumps else "compared_in_suit")
        if Rank.TEN in (card.rank, best.rank):
            found.add("compared_with_a_ten")
    elif one[0] == trumps:
        found.add("trumped")
    elif one[0] == led[0]:
        found.add("under_a_trump")
    else:
        found.add("discarded")
    return wins


def _end_suit_trick(before: SuitState, after: SuitState, found: set[str]) -> None:
    """Add what became of a trick: who has it, what it makes count, and what was drawn after it."""
    game = before.game
    taken(before, after, found)
    side = game.sides[after.leader]
    if before.waiting[side] or (before.melds[side] and not before.took_a_trick(side)):
        found.add("marriage_comes_to_count")
    for other, points in enumerate(after.melds):
        if after.waiting[other] or (points and after.tricks is not None and not after.tricks[other]):
            found.add("marriage_waits")
    if not any(map(len, after.hands)):
        found.add("last_trick_taken")
        if after.closed is not None:
            found.add("last_trick_taken_after_closing")
    if after.turn is None and after.claimant is not None:
        found.add("ended_by_itself")
    if after.closed is not None:
        found.add("nobody_drew_after_closing")
    elif not after.drawing:
        drawn(
            [len(hand) - (seat == before.turn) for seat, hand in enumerate(before.hands)],
            len(before.talon),
            after,
            found,
        )


def _show(before: SuitState, suit: Suit | None, after: SuitState, found: set[str]) -> None:
    """Add what kind of marriage was shown, and when."""
    found.add("showed_a_marriage")
    if before.trump != after.trump:
        found.add("marriage_makes_trumps" if before.trump is None else "marriage_changes_trumps")
    elif suit == before.trump:
        found.add("showed_a_marriage_in_trumps")
    if any(before.melds):
        found.add("showed_a_further_marriage")
    if before.turn is not None and not before.took_a_trick(before.game.sides[before.turn]):
        found.add("showed_a_marriage_without_a_trick")


def _close(before: SuitState, found: set[str]) -> None:
    """Add when the talon was closed."""
    found.add("closed")
    found.add("closed_before_drawing" if before.drawing else "closed_after_drawing")
    if not sum(before.tricks or (1,)):
        found.add("closed_at_first")


def _claim(before: SuitState, claim: Claim, after: SuitState, found: set[str]) -> None:
    """Add what kind of claim was made, and when."""
    found.add("claimed")
    claim_for_match(before, found)
    if claim.suit is not None:
        found.add("claimed_with_a_marriage")
        _show(before, claim.suit, after, found)
    if before.trick:
        found.add("claimed_when_answering")
    elif before.drawing:
        found.add("claimed_before_drawing")
    elif before.asking:
        found.add("claimed_at_the_end")


def claim_for_match(state: SuitState, found: set[str]) -> None:
    """Add whether a claim is for the match, and whether both sides could make it."""
    if not state.game.scores_matter:
        return
    found.add("claimed_for_the_match")
    if all(state.has_enough(Side(side)) for side in range(state.game.side_count)):
        found.add("both_could_claim")


def _say(before: SuitState, action: Bid | NameTrump | Pass, after: SuitState, found: set[str]) -> None:
    """Add what was said in the auction, or when asked for a claim."""
    if isinstance(action, NameTrump):
        found.add("named_trumps")
    elif before.bidding:
        found.add("bid" if isinstance(action, Bid) else "passed")
        if isinstance(action, Bid) and action.points == before.game.rules.bids[-1]:
            found.add("bid_the_highest")
        if after.contract is not None:
            found.add("auction_over")
        elif after.turn is None:
            found.add("nobody_bid")
        else:
            passed_on(before, after, found)
    else:
        found.add("made_no_claim")


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
