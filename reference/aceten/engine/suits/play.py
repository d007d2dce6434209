"""Playing with suit tricks: what may be done at a moment, and what each action makes of it.

Every function takes a state and returns what follows from it; none changes anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from aceten.deals.talon import draw
from aceten.engine.scoring import credit
from aceten.engine.state import logged, refuse, with_hand
from aceten.engine.suits.auction import after_bid, bid_refusal, legal_bids, pass_refusal
from aceten.engine.suits.changes import changed
from aceten.engine.suits.course import Closing, claims_rightly
from aceten.engine.suits.duties import MARRIED, card_rule, leading_ranks, owed_to_lead, show_refusal
from aceten.engine.suits.rights import (
    claim_refusal,
    close_refusal,
    draw_refusal,
    exchange_refusal,
    exchangeable,
    marriage_points,
    marriages,
    may_close,
    may_exchange,
)
from aceten.engine.suits.steps import beats, pays
from aceten.vocabulary.actions import (
    CLOSE,
    DRAW,
    EXCHANGE,
    PASS,
    Action,
    Bid,
    Claim,
    Close,
    Draw,
    Exchange,
    Meld,
    NameTrump,
    Pass,
    Play,
    Seat,
    Side,
    meld_of,
    plays_of,
)
from aceten_spec.cards import Card, Suit, card_of, sort_cards
from aceten_spec.clauses.refusals import RefusalCode

if TYPE_CHECKING:
    from aceten.engine.suits.state import SuitState

_NO_CARDS: Final[tuple[Card, ...]] = ()
_CLAIM: Final = Claim()
_CLAIMS: Final = {suit: Claim(suit) for suit in Suit}
_NAMES: Final = tuple(NameTrump(suit) for suit in Suit)


# --- What may be done -------------------------------------------------------------------------------------------------


def legal_actions(state: SuitState) -> tuple[Action, ...]:
    """Return the legal actions, each once.

    Cards in the written order of the hand, then marriages to show, exchanging, closing, drawing and claiming, then bids, trumps to
    name, and passing.

    Clauses: EW-PLAY-2, EW-SUIT-2, SX-SUIT-3, EW-SUIT-4, SX-MELD-1, SX-EXCH-1, SX-CLOSE-1, SX-CLAIM-1, AS-BID-1, AS-TRUMP-2.
    """
    turn = state.turn
    if turn is None:
        return ()
    due = state.due
    if due == "bidding":
        return legal_bids(state)
    if due == "naming":
        return _NAMES
    hand = state.hands[turn]
    if not hand:
        return (_CLAIM, PASS) if may_claim(state, None) else (PASS,)
    if due is not None:
        return (CLOSE, DRAW, _CLAIM) if may_claim(state, None) else (CLOSE, DRAW)
    rules = state.game.rules
    suits: tuple[Suit, ...] = ()
    rule = card_rule(state)
    if state.trick:
        actions: list[Action] = [*plays_of(hand if rule is None else followers(state, hand))]
    else:
        suits = () if rules.marriages == "none" else marriages(state)
        married = [card for card in hand if card.suit in suits and card.rank in leading_ranks(rules)] if suits else []
        free = hand if rule is None else [card for card in hand if rule(state, hand, card) is None]
        actions = [*plays_of(free), *map(meld_of, married)]
    if rules.exchange != "none" and may_exchange(state, turn):
        actions.append(EXCHANGE)
    if rules.close != "never" and may_close(state):
        actions.append(CLOSE)
    if rules.claim == "called":
        actions += [_CLAIM] if may_claim(state, None) else []
        actions += [_CLAIMS[suit] for suit in suits if may_claim(state, suit)]
    return tuple(actions)


def followers(state: SuitState, hand: tuple[Card, ...]) -> Sequence[Card]:
    """Return the cards of a hand that may be played to the lead: what is owed to it is worked out once for all of them.

    Clauses: SX-SUIT-3, EW-SUIT-4.
    """
    strong, debt = state.game.strong, owed_to_lead(state, hand)
    return [card for card in hand if pays(strong[card], debt)]


def may_claim(state: SuitState, suit: Suit | None) -> bool:
    """Whether the seat to act may claim, with the marriage of a suit if one is given, where claims are called.

    Clauses: SX-CLAIM-1, SX-CLAIM-3, SX-CLAIM-4.
    """
    rules = state.game.rules
    if rules.claim != "called" or claim_refusal(state, suit) is not None:
        return False
    return rules.wrong_claim == "lost" or is_right(state, suit)


def is_right(state: SuitState, suit: Suit | None) -> bool:
    """Whether a claim of the seat to act is right, one with the marriage of a suit if one is given.

    Clauses: SX-CLAIM-2, TT-CLAIM-5.
    """
    turn = state.turn
    if turn is None:
        return False
    side = state.game.sides[turn]
    more = 0 if suit is None else marriage_points(state, suit)
    return claims_rightly(state.game.rules, state.scores[side], state.counted(side, more))


# --- Cards ------------------------------------------------------------------------------------------------------------


def after_card(state: SuitState, card: Card, action: Action) -> SuitState:
    """Return the state after a card, led or played to a lead.

    :param action: what was done: a card played, or led with its marriage.
    :raises IllegalAction: when it may not be played.

    Clauses: EW-PLAY-2, EW-SUIT-2, SX-SUIT-3, EW-SUIT-4, SX-SUIT-5, SX-SUIT-6, SX-SUIT-7, AS-BID-8, SX-CLOSE-2.
    """
    turn, due = at_turn(state, action), state.due
    if due is not None:
        refuse(state, due, action)
    game, trick, hand = state.game, state.trick, state.hands[turn]
    if card not in hand:
        refuse(state, "not_in_hand", action)
    rule = card_rule(state) if isinstance(action, Play) else None
    refusal = None if rule is None else rule(state, hand, card)
    if refusal is not None:
        refuse(state, refusal, action)
    place = hand.index(card)
    after = changed(
        state,
        hands=with_hand(state.hands, turn, hand[:place] + hand[place + 1 :]),
        trick=(*trick, card),
        winning=contest(state, turn, card),
        turn=game.after[turn],
        log=logged(state, turn, action),
        shown=with_hand(state.shown, turn, without(state.shown[turn], card)),
    )
    return take_trick(after) if len(after.trick) == game.players else after


def contest(state: SuitState, seat: Seat, card: Card) -> Seat:
    """Return who is winning the trick when a seat puts a card into it.

    Clauses: EW-SUIT-1, EW-CARDS-6, TT-SUIT-1.
    """
    game, trick, winning = state.game, state.trick, state.winning
    if not trick:
        return seat
    best = trick[(winning - state.leader) % game.players]
    return seat if beats(game.strong[card], game.strong[best], state.trump or 0) else winning


def take_trick(state: SuitState) -> SuitState:
    """Return the state after the winner has taken the complete trick; everybody has drawn unless he may close the talon first.

    Clauses: EW-PLAY-7, EW-PLAY-8, SX-DRAW-1, SX-CLOSE-2, SX-CLAIM-1.
    """
    game, winner, trick = state.game, state.winning, state.trick
    side, rules = game.sides[winner], game.rules
    played = not state.hands[winner] and not state.open_talon
    after = changed(
        state,
        leader=winner,
        trick=_NO_CARDS,
        turn=None if played and not rules.asks else winner,
        taken=with_hand(state.taken, side, sort_cards(state.taken[side] + trick)),
        points=credit(state.points, side, game.points_of(trick)),
        tricks=None if state.tricks is None else credit(state.tricks, side, 1),
        waiting=credit(state.waiting, side, -state.waiting[side]),
    )
    by_itself = rules.claim == "automatic" or (played and rules.claim == "called" and rules.claim_last == "counted")
    if by_itself and after.has_enough(side):
        return changed(after, turn=None, claimant=winner)
    if not state.open_talon or (rules.close == "either" and len(state.talon) >= rules.close_min_stock):
        return after
    return draw_up(after)


def after_meld(state: SuitState, action: Meld) -> SuitState:
    """Return the state after a marriage has been shown and one of its cards led.

    :raises IllegalAction: when there is no marriage to show.

    Clauses: SX-MELD-1, SX-MELD-4, SX-MELD-5, SX-MELD-6, SX-MELD-7, SX-CLAIM-1.
    """
    turn, card = at_turn(state, action), action.card
    suit, leading = card.suit, leading_ranks(state.game.rules)
    if suit is None or suit not in marriages(state) or card.rank not in leading:
        wrong: RefusalCode = "meld_not_king" if state.game.rules.meld_lead == "king" else "meld_wrong_card"
        refuse(state, show_refusal(state) or ("no_marriage" if card.rank in leading else wrong), action)
    after = show_marriage(state, turn, suit)
    if state.game.rules.claim == "automatic" and after.has_enough(state.game.sides[turn]):
        return changed(after, turn=None, claimant=turn, log=logged(state, turn, action))
    return after_card(after, card, action)


def show_marriage(state: SuitState, seat: Seat, suit: Suit) -> SuitState:
    """Return the state after a seat has shown the marriage of a suit that it has.

    Clauses: SX-MELD-1, SX-MELD-2, SX-MELD-8, TT-TRUMP-1, TT-TRUMP-3.
    """
    known, side, points = state.shown[seat], state.game.sides[seat], marriage_points(state, suit)
    waits = points if state.game.rules.meld_counts == "next_trick" else 0
    king, queen = MARRIED
    pair = card_of(king, suit), card_of(queen, suit)
    return changed(
        state,
        melds=credit(state.melds, side, points),
        waiting=credit(state.waiting, side, waits),
        trump=suit if state.game.rules.trump == "marriage" else state.trump,
        shown=with_hand(state.shown, seat, sort_cards(with_both(known, pair))),
    )


def without(known: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return the cards that everybody knows of a hand, but one that may be among them.

    Clauses: SX-MELD-8.
    """
    return tuple([other for other in known if other != card]) if card in known else known


def with_both(known: tuple[Card, ...], pair: tuple[Card, Card]) -> tuple[Card, ...]:
    """Return the cards that everybody knows of a hand, and two that may be among them.

    Clauses: SX-MELD-8.
    """
    return (*known, *[card for card in pair if card not in known])


# --- The talon --------------------------------------------------------------------------------------------------------


def draw_up(state: SuitState) -> SuitState:
    """Return the state after everybody has drawn, the winner of the trick first.

    Clauses: SX-DRAW-1, SX-DRAW-8.
    """
    game = state.game
    hands, talon = draw(state.hands, state.talon, state.leader, game.rules.hand, "block")
    shown = state.shown
    if not talon and game.rules.trump == "turn_up":
        turn_up = state.talon[-1]
        seat = next(Seat(seat) for seat, hand in enumerate(hands) if turn_up in hand)
        shown = with_hand(shown, seat, sort_cards((*shown[seat], turn_up)))
    return changed(state, hands=hands, talon=talon, shown=shown)


def after_draw(state: SuitState, action: Draw) -> SuitState:
    """Return the state after the winner of a trick has decided to draw.

    :raises IllegalAction: when he has not to draw or to close the talon.

    Clauses: SX-CLOSE-2.
    """
    turn = at_turn(state, action)
    if not state.drawing:
        refuse(state, draw_refusal(state), action)
    return changed(draw_up(state), log=logged(state, turn, action))


def after_close(state: SuitState, action: Close) -> SuitState:
    """Return the state after the talon has been closed.

    :raises IllegalAction: when it cannot be closed.

    Clauses: SX-CLOSE-1, SX-CLOSE-2, SX-CLOSE-3, SX-CLOSE-4.
    """
    turn, refusal = at_turn(state, action), close_refusal(state)
    if refusal is not None:
        refuse(state, refusal, action)
    other = Side(1 - state.game.sides[turn])
    closing = Closing(turn, state.counted(other), state.tricks or ())
    return changed(state, closed=closing, log=logged(state, turn, action))


def after_exchange(state: SuitState, action: Exchange) -> SuitState:
    """Return the state after a card has been exchanged for the turn-up.

    :raises IllegalAction: when it may not be exchanged.

    Clauses: SX-EXCH-1, SX-EXCH-2, SX-EXCH-3, SX-EXCH-4, SX-EXCH-5, SX-EXCH-6.
    """
    turn = at_turn(state, action)
    card, refusal = exchangeable(state), exchange_refusal(state, turn)
    if card is None or refusal is not None:
        refuse(state, refusal or "exchange_exhausted", action)
    turn_up = state.talon[-1]
    hand = tuple([other for other in state.hands[turn] if other != card])
    shown = without(state.shown[turn], card)
    return changed(
        state,
        hands=with_hand(state.hands, turn, sort_cards((*hand, turn_up))),
        talon=(*state.talon[:-1], card),
        shown=with_hand(state.shown, turn, sort_cards((*shown, turn_up))),
        log=logged(state, turn, action),
    )


# --- Words ------------------------------------------------------------------------------------------------------------


def after_claim(state: SuitState, action: Claim) -> SuitState:
    """Return the state after a claim, right or wrong: the deal is over.

    :raises IllegalAction: when nothing may be claimed.

    Clauses: SX-CLAIM-1, SX-CLAIM-3, SX-CLAIM-4.
    """
    turn, rules, suit = at_turn(state, action), state.game.rules, action.suit
    if rules.claim != "called":
        refuse(state, "claim_automatic" if rules.claim == "automatic" else "claim_off", action)
    if state.due in ("bidding", "naming"):
        refuse(state, state.due, action)
    untimely = claim_refusal(state, suit)
    if untimely is not None:
        refuse(state, untimely, action)
    if suit is not None and state.due:
        refuse(state, "meld_off" if rules.marriages == "none" else "claim_before_drawing", action)
    if suit is not None and suit not in marriages(state):
        refuse(state, show_refusal(state) or "no_marriage", action)
    if not may_claim(state, suit):
        refuse(state, "wrong_claim", action)
    after = state if suit is None else show_marriage(state, turn, suit)
    return changed(after, turn=None, claimant=turn, log=logged(state, turn, action))


def after_pass(state: SuitState, action: Pass) -> SuitState:
    """Return the state after a pass: in the auction, or of the winner of the last trick, who makes no claim.

    :raises IllegalAction: when nothing is asked, or one has to bid.

    Clauses: SX-CLAIM-1, AS-BID-1, AS-BID-9.
    """
    if state.bidding:
        return after_bidding(state, action)
    turn = at_turn(state, action)
    if not state.asking:
        rules = state.game.rules
        claimed: RefusalCode = "unknown_action" if rules.claim == "never" else "pass_not_asked"
        refuse(state, "pass_outside" if rules.bids else claimed, action)
    return changed(state, turn=None, log=logged(state, turn, action))


def after_bidding(state: SuitState, action: Bid | Pass) -> SuitState:
    """Return the state after a bid or a pass in the auction.

    :raises IllegalAction: when there is no auction, or no such bid in it.

    Clauses: AS-BID-1, AS-BID-2, AS-BID-3, AS-BID-4, AS-BID-9.
    """
    turn, points = at_turn(state, action), 0 if isinstance(action, Pass) else action.points
    if not state.bidding:
        refuse(state, "bid_outside" if state.game.rules.bids else "unknown_action", action)
    code = pass_refusal(state) if isinstance(action, Pass) else bid_refusal(state, points)
    if code is not None:
        refuse(state, code, action)
    return after_bid(state, points, logged(state, turn, action))


def after_naming(state: SuitState, action: NameTrump) -> SuitState:
    """Return the state after the declarer has named trumps.

    :raises IllegalAction: when they are not to be named.

    Clauses: AS-TRUMP-2.
    """
    turn = at_turn(state, action)
    if not state.naming:
        named: RefusalCode = "trump_in_auction" if state.bidding else "trump_named"
        refuse(state, named if state.game.rules.bids else "unknown_action", action)
    return changed(state, trump=action.suit, log=logged(state, turn, action))


def at_turn(state: SuitState, action: Action) -> Seat:
    """Return the seat to act.

    :raises IllegalAction: when the deal is over.
    """
    if state.turn is None:
        refuse(state, "deal_over", action)
    return state.turn
