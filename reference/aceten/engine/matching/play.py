"""Playing with matching tricks: what may be done at a moment, and what each action makes of it.

Every function takes a state and returns what follows from it; none changes anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NoReturn

from msgspec.structs import replace

from aceten.deals.talon import draw
from aceten.engine.matching.steps import (
    can_continue,
    continuation_allowed,
    deciding,
    four_of_a_rank,
    matches,
    too_many_leads,
    winning_after,
)
from aceten.engine.scoring import credit
from aceten.engine.state import refuse, with_hand
from aceten.vocabulary.actions import FLIP, SPICE, STOP, Seat, plays_of
from aceten_spec.cards import Card, rank_number, sort_cards

if TYPE_CHECKING:
    from collections.abc import Collection

    from aceten.engine.matching.state import MatchingState
    from aceten.vocabulary.actions import Action, Call, Flip, Hands, Play, Side, Spice, Stop

_NO_CARDS: Final[tuple[Card, ...]] = ()


# --- What may be done -------------------------------------------------------------------------------------------------


def legal_actions(state: MatchingState) -> tuple[Action, ...]:
    """Return the legal actions: cards in the written order of the hand, each once, then ``flip``, ``spice``, ``stop``.

    Clauses: ZS-PLAY-2, ZS-PLAY-3, ZS-MULTI-2, ZS-MULTI-5, RL-FLIP-3, RL-SPICE-1, RK-PLAY-11.
    """
    turn = state.turn
    if turn is None:
        return ()
    if state.drawn is not None:
        return SPICE, STOP
    hand: Collection[Card] = dict.fromkeys(state.hands[turn])
    if state.trick:
        if (
            len(state.trick) % state.game.players == 0
        ):  # the leader chooses between continuing the trick and stopping it
            return (*plays_of([card for card in hand if continues(state, card)]), STOP)
    elif state.leads:
        hand = [card for card in hand if not repeats_lead(state, card)] or hand
    plays = plays_of(hand)
    return (*plays, FLIP) if state.game.rules.flip and may_flip(state) else plays


def continues(state: MatchingState, card: Card) -> bool:
    """Whether the leader may lead a card to another round.

    Clauses: ZS-MULTI-2, ST-MULTI-9.
    """
    game, led = state.game, state.to_match
    if game.matching.any_card or led is None:
        return True
    return matches(game.played[card], led, game.matching, trumped=state.trumped)


def repeats_lead(state: MatchingState, card: Card) -> bool:
    """Whether leading a card is one lead too many of its rank.

    Clauses: RK-PLAY-11.
    """
    return too_many_leads(rank_number(card), state.leads, state.game.rules.lead_limit)


def may_flip(state: MatchingState) -> bool:
    """Whether the seat to act may turn up a card instead of playing one. Where it may, tricks are not continued.

    Clauses: RL-FLIP-1, RL-FLIP-3.
    """
    return state.game.rules.flip and bool(state.talon)


# --- What an action makes of it ---------------------------------------------------------------------------------------


def after_card(state: MatchingState, action: Play) -> MatchingState:
    """Return the state after a card: led, played to the lead, or led to a further round of the same trick.

    :raises IllegalAction: when it may not be played.

    Clauses: ZS-PLAY-2, ZS-PLAY-3, ZS-MULTI-2, ZS-MULTI-3, ZS-MULTI-4, ZS-MULTI-6, ZS-MULTI-8, RK-PLAY-11.
    """
    turn, card = state.turn, action.card
    if turn is None:
        refuse(state, "deal_over", action)
    if state.drawn is not None:
        refuse(state, "spice_first", action)
    hand = state.hands[turn]
    if card not in hand:
        refuse(state, "not_in_hand", action)
    if not state.trick:
        if state.leads and repeats_lead(state, card) and not all(repeats_lead(state, other) for other in hand):
            refuse(state, "lead_limit", action)
    elif len(state.trick) % state.game.players == 0 and not continues(state, card):
        refuse_continuation(state, action)
    place = hand.index(card)
    hands = with_hand(state.hands, turn, hand[:place] + hand[place + 1 :])
    return put(state, turn, card, action, hands=hands, talon=state.talon)


def refuse_continuation(state: MatchingState, action: Play) -> NoReturn:
    """Refuse a card that does not continue the trick: one of the rank that was led would, were the trick not trumped.

    Clauses: ZS-MULTI-2, ST-MULTI-9.
    """
    led = state.game.played[action.card] == state.to_match
    refuse(state, "trumped_continuation" if led else "wrong_continuation", action)


def after_flip(state: MatchingState, action: Flip) -> MatchingState:
    """Return the state after the top card of the talon has been turned up and played.

    :raises IllegalAction: when no card may be turned up.

    Clauses: RL-FLIP-1, RL-FLIP-2, RL-FLIP-3.
    """
    turn = state.turn
    if turn is None:
        refuse(state, "deal_over", action)
    if state.drawn is not None:
        refuse(state, "spice_first", action)
    if not may_flip(state):
        refuse(state, "flip_off" if not state.game.rules.flip else "flip_exhausted", action)
    return put(state, turn, state.talon[0], action, hands=state.hands, talon=state.talon[1:])


def after_spice(state: MatchingState, action: Spice) -> MatchingState:
    """Return the state after the winner has exchanged the card he drew for the card that won the trick.

    :raises IllegalAction: when there is nothing to spice.

    Clauses: RL-SPICE-1.
    """
    turn, drawn, winner, trick = state.turn, state.drawn, state.winning, state.trick
    if turn is None:
        refuse(state, "deal_over", action)
    if drawn is None:
        refuse(state, spice_refusal(state), action)
    place = (winner - state.leader) % state.game.players
    hand = list(state.hands[winner])
    hand.remove(drawn)
    return take_trick(
        replace(
            state,
            hands=with_hand(state.hands, winner, sort_cards((*hand, trick[place]))),
            trick=(*trick[:place], drawn, *trick[place + 1 :]),
            log=(*state.log, (turn, action)),
        )
    )


def spice_refusal(state: MatchingState) -> str:
    """Return why there is nothing to spice: the code of the refusal.

    Clauses: RL-SPICE-1, RL-SPICE-2.
    """
    if not state.game.rules.spice:
        return "spice_off"
    if state.trick or (state.tricks is not None and not any(state.tricks)):
        return "spice_no_trick"
    return "spice_not_drawn"


def after_stop(state: MatchingState, action: Stop) -> MatchingState:
    """Return the state after the leader has conceded the trick, or its winner has left it as it is.

    :raises IllegalAction: when there is nothing to stop.

    Clauses: ZS-MULTI-5, RL-SPICE-1.
    """
    turn, rules = state.turn, state.game.rules
    if turn is None:
        refuse(state, "deal_over", action)
    if not state.choosing and state.drawn is None:
        never = "stop_off" if not rules.spice else "stop_not_spicing"
        refuse(state, never if rules.continuation == "never" else "stop_not_offered", action)
    return take_trick(replace(state, log=(*state.log, (turn, action))))


def after_call(state: MatchingState, call: Call) -> MatchingState:
    """Return the state with the call in its log, and nothing else changed.

    :raises IllegalAction: when it may not be made.

    Clauses: ZS-CALL-1, ZS-CALL-2, ZS-CALL-3, ZS-CALL-5.
    """
    if state.turn is None:
        refuse(state, "deal_over", call)
    if call.kind not in state.game.rules.calls:
        refuse(state, "calls_off", call)
    partner = state.game.partner(state.turn)
    if partner is None:
        refuse(state, "call_without_partner", call)
    if call.seat != partner:
        refuse(state, "call_out_of_turn", call)
    return replace(state, log=(*state.log, (call.seat, call)))


# --- The trick --------------------------------------------------------------------------------------------------------


def put(
    state: MatchingState, seat: Seat, card: Card, action: Play | Flip, *, hands: Hands, talon: tuple[Card, ...]
) -> MatchingState:
    """Return the state after the seat to act has put a card into the trick.

    :param hands: the hands without the card.
    :param talon: the talon without the card.

    Clauses: ZS-PLAY-2, ZS-PLAY-4, ZS-MULTI-1, ZS-MULTI-6, ZS-MULTI-7, HO-MULTI-10.
    """
    game, trick = state.game, state.trick
    led, winning = contest(state, seat, card)
    after = replace(
        state,
        hands=hands,
        talon=talon,
        trick=(*trick, card),
        winning=winning,
        turn=game.after[seat],
        log=(*state.log, (seat, action)),
        leads=state.leads if trick else leads_with(state, card),
    )
    if (len(trick) + 1) % game.players or may_go_on(after, led):
        return after  # at the end of a round the leader is the next to act again
    return end_round(after)


def contest(state: MatchingState, seat: Seat, card: Card) -> tuple[int, Seat]:
    """Return the rank that has to be matched and who is winning, when a seat puts a card into the trick.

    Clauses: ZS-PLAY-4, ZS-MULTI-7, HO-MULTI-10.
    """
    game, trick = state.game, state.trick
    rules, lying = game.matching, len(trick)
    if not lying or (rules.newest and lying % game.players == 0):
        return game.led[card], seat
    led = game.led[trick[deciding(lying, game.players, rules)] if rules.newest else trick[0]]
    matched = matches(game.played[card], led, rules, trumped=rules.trumps and state.trumped)
    return led, winning_after(state.winning, seat, state.leader, matched=matched, rules=rules)


def leads_with(state: MatchingState, card: Card) -> tuple[int, ...]:
    """Return the ranks of the last leads in a row of one rank, when a card is led.

    Clauses: RK-PLAY-11.
    """
    limit, leads, rank = state.game.rules.lead_limit, state.leads, rank_number(card)
    if not limit:
        return leads
    return ((*leads, rank) if leads and leads[0] == rank else (rank,))[-limit:]


def may_go_on(state: MatchingState, led: int) -> bool:
    """Whether the leader may go on with a trick in which a round has ended, and ``led`` has to be matched.

    Clauses: ZS-MULTI-1, ZS-MULTI-2, ZS-MULTI-6.
    """
    game, leader = state.game, state.leader
    if not continuation_allowed(game.rules.continuation, game.sides[leader], game.sides[state.winning]):
        return False
    ranks = tuple([game.played[card] for card in state.hands[leader]])
    return can_continue(ranks, led, game.matching, trumped=state.trumped)


def end_round(state: MatchingState) -> MatchingState:
    """Return what comes after the last card of a trick: its winner may have to choose whether to spice it.

    Clauses: RL-SPICE-1, RL-SPICE-2, RL-SPICE-3.
    """
    rules, winner, talon = state.game.rules, state.winning, state.talon
    if not rules.spice or not talon or len(state.hands[winner]) == rules.hand:
        return take_trick(state)
    hands = with_hand(state.hands, winner, sort_cards((*state.hands[winner], talon[0])))
    return replace(state, hands=hands, talon=talon[1:], turn=winner, drawn=talon[0])


def take_trick(state: MatchingState) -> MatchingState:
    """Return the state after the winner has taken the trick and everybody has drawn.

    Clauses: ZS-PLAY-7, ZS-PLAY-8, ZS-MULTI-7, ZS-DRAW-1, ZS-DRAW-4, HO-DRAW-6.
    """
    game, winner, captured = state.game, state.winning, state.trick
    side = game.sides[winner]
    hands, talon = draw(state.hands, state.talon, winner, game.rules.hand, game.rules.draw)
    over = not hands[winner]
    if over and game.rules.leftover == "last_trick":
        captured, talon = captured + talon, _NO_CARDS
    return replace(
        state,
        hands=hands,
        talon=talon,
        leader=winner,
        trick=_NO_CARDS,
        turn=None if over else winner,
        taken=with_hand(state.taken, side, sort_cards(state.taken[side] + captured)),
        points=credit(state.points, side, game.points_of(captured)),
        tricks=None if state.tricks is None else credit(state.tricks, side, 1),
        forfeit=forfeited(state) if over else None,
        leads=() if over else state.leads,
        drawn=None,
        lone=lone_after(state),
        burned=burned_after(state),
    )


def forfeited(state: MatchingState) -> Side | None:
    """Return the side that loses the deal by a forbidden card as the very last one, that of the complete trick.

    Clauses: ZS-SCORE-7.
    """
    game, trick = state.game, state.trick
    if not game.last_card_loses or rank_number(trick[-1]) != game.last_card_loses:
        return None
    return game.sides[(state.leader + len(trick) - 1) % game.players]


def lone_after(state: MatchingState) -> Seat | None:
    """Return who plays alone, as far as that has shown when the complete trick has been taken.

    Clauses: SL-LONE-1, SL-LONE-2.
    """
    card, trick = state.game.lone_card, state.trick
    if card is None or card not in trick:
        return state.lone
    return Seat((state.leader + trick.index(card)) % state.game.players)


def burned_after(state: MatchingState) -> tuple[Side, ...]:
    """Return the sides whose score falls to 0 by rounds of four equal ranks, the complete trick included.

    Clauses: HO-SCORE-11.
    """
    game, burned = state.game, state.burned
    if not game.rules.four_resets:
        return burned
    if not four_of_a_rank(tuple([rank_number(card) for card in state.trick]), game.players):
        return burned
    own = game.sides[state.winning]
    return tuple([side for side in dict.fromkeys(game.sides) if side != own or side in burned])
