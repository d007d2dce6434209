"""Playing with matching tricks: what may be done at a moment, and what each action makes of it.

Every function takes a state and returns what follows from it; none changes anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol, cast

from msgspec.structs import replace
from typing_extensions import Unpack

from aceten.deals.talon import draw
from aceten.engine.matching.legality import card_rule, continuation_refusal, goes_on, leads_with
from aceten.engine.matching.steps import deciding, four_of_a_rank, matches, winning_after
from aceten.engine.scoring import credit
from aceten.engine.state import Changes, logged, refuse, with_hand
from aceten.vocabulary.actions import (
    FLIP,
    SPICE,
    STOP,
    Action,
    Call,
    Flip,
    Hands,
    Play,
    Seat,
    Side,
    Spice,
    Stop,
    plays_of,
)
from aceten_spec.cards import Card, rank_number, sort_cards
from aceten_spec.clauses.refusals import RefusalCode

if TYPE_CHECKING:
    from aceten.engine.matching.state import MatchingState

_NO_CARDS: Final[tuple[Card, ...]] = ()


class MatchingChanges(Changes, total=False):
    """Fields that actions change, with their types (:class:`aceten.engine.matching.state.MatchingState`)."""

    forfeit: Side | None
    leads: tuple[int, ...]
    drawn: Card | None
    lone: Seat | None
    burned: tuple[Side, ...]


class _Changed(Protocol):
    def __call__(self, state: MatchingState, /, **changes: Unpack[MatchingChanges]) -> MatchingState: ...


changed: Final = cast("_Changed", replace)
"""Returns a state with other values of some fields."""


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
    hand, rule = dict.fromkeys(state.hands[turn]), card_rule(state)
    if rule is None:
        plays = plays_of(hand)
    else:
        plays = plays_of([card for card in hand if rule(state, hand, card) is None])
        if rule is continuation_refusal:  # the leader chooses between continuing the trick and stopping it
            return (*plays, STOP)
    return (*plays, FLIP) if state.game.rules.flip and flip_refusal(state) is None else plays


def flip_refusal(state: MatchingState) -> RefusalCode | None:
    """Return why the seat to act may not turn up a card instead of playing one. Where it may, tricks are not continued.

    Clauses: RL-FLIP-1, RL-FLIP-3.
    """
    if not state.game.rules.flip:
        return "flip_off"
    return None if state.talon else "flip_exhausted"


def spice_refusal(state: MatchingState) -> RefusalCode:
    """Return why there is nothing to spice, where no card has been drawn for it.

    Clauses: RL-SPICE-1, RL-SPICE-2.
    """
    if not state.game.rules.spice:
        return "spice_off"
    if state.trick or (state.tricks is not None and not any(state.tricks)):
        return "spice_no_trick"
    return "spice_not_drawn"


def stop_refusal(state: MatchingState) -> RefusalCode | None:
    """Return why there is no trick to be left as it is.

    Clauses: ZS-MULTI-5, RL-SPICE-1.
    """
    if state.choosing or state.drawn is not None:
        return None
    if state.game.rules.continuation != "never":
        return "stop_not_offered"
    return "stop_off" if not state.game.rules.spice else "stop_not_spicing"


def call_refusal(state: MatchingState, call: Call) -> RefusalCode | None:
    """Return why a call may not be made at the turn of a seat.

    Clauses: ZS-CALL-1, ZS-CALL-2, ZS-CALL-3, ZS-CALL-5.
    """
    if call.kind not in state.game.rules.calls:
        return "calls_off"
    partner = None if state.turn is None else state.game.partner(state.turn)
    if partner is None:
        return "call_without_partner"
    return None if call.seat == partner else "call_out_of_turn"


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
    rule = card_rule(state)
    if rule is not None:
        code = rule(state, hand, card)
        if code is not None:
            refuse(state, code, action)
    place = hand.index(card)
    hands = with_hand(state.hands, turn, hand[:place] + hand[place + 1 :])
    return put(state, turn, card, action, hands=hands, talon=state.talon)


def after_flip(state: MatchingState, action: Flip) -> MatchingState:
    """Return the state after the top card of the talon has been turned up and played.

    :raises IllegalAction: when no card may be turned up.

    Clauses: RL-FLIP-1, RL-FLIP-2, RL-FLIP-3.
    """
    turn = at_turn(state, action)
    code = "spice_first" if state.drawn is not None else flip_refusal(state)
    if code is not None:
        refuse(state, code, action)
    return put(state, turn, state.talon[0], action, hands=state.hands, talon=state.talon[1:])


def after_spice(state: MatchingState, action: Spice) -> MatchingState:
    """Return the state after the winner has exchanged the card he drew for the card that won the trick.

    :raises IllegalAction: when there is nothing to spice.

    Clauses: RL-SPICE-1.
    """
    turn, drawn, winner, trick = at_turn(state, action), state.drawn, state.winning, state.trick
    if drawn is None:
        refuse(state, spice_refusal(state), action)
    place = (winner - state.leader) % state.game.players
    hand = list(state.hands[winner])
    hand.remove(drawn)
    return take_trick(
        changed(
            state,
            hands=with_hand(state.hands, winner, sort_cards((*hand, trick[place]))),
            trick=(*trick[:place], drawn, *trick[place + 1 :]),
            log=logged(state, turn, action),
        )
    )


def after_stop(state: MatchingState, action: Stop) -> MatchingState:
    """Return the state after the leader has conceded the trick, or its winner has left it as it is.

    :raises IllegalAction: when there is nothing to stop.

    Clauses: ZS-MULTI-5, RL-SPICE-1.
    """
    turn, code = at_turn(state, action), stop_refusal(state)
    if code is not None:
        refuse(state, code, action)
    return take_trick(changed(state, log=logged(state, turn, action)))


def after_call(state: MatchingState, call: Call) -> MatchingState:
    """Return the state with the call in its log, and nothing else changed.

    :raises IllegalAction: when it may not be made.

    Clauses: ZS-CALL-1, ZS-CALL-2, ZS-CALL-3, ZS-CALL-5.
    """
    at_turn(state, call)
    code = call_refusal(state, call)
    if code is not None:
        refuse(state, code, call)
    return changed(state, log=logged(state, call.seat, call))


def at_turn(state: MatchingState, action: Action) -> Seat:
    """Return the seat to act.

    :raises IllegalAction: when the deal is over.
    """
    if state.turn is None:
        refuse(state, "deal_over", action)
    return state.turn


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
    after = changed(
        state,
        hands=hands,
        talon=talon,
        trick=(*trick, card),
        winning=contest(state, seat, card),
        turn=game.after[seat],
        log=logged(state, seat, action),
        leads=state.leads if trick else leads_with(state, card),
    )
    if (len(trick) + 1) % game.players or goes_on(after, hands[after.leader]):
        return after  # at the end of a round the leader is the next to act again
    return end_round(after)


def contest(state: MatchingState, seat: Seat, card: Card) -> Seat:
    """Return who is winning the trick when a seat puts a card into it.

    Clauses: ZS-PLAY-4, ZS-MULTI-7, HO-MULTI-10.
    """
    game, trick = state.game, state.trick
    rules, lying = game.matching, len(trick)
    if not lying or (rules.newest and lying % game.players == 0):
        return seat
    led = game.led[trick[deciding(lying, game.players, rules)] if rules.newest else trick[0]]
    matched = matches(game.played[card], led, rules, trumped=rules.trumps and state.trumped)
    return winning_after(state.winning, seat, state.leader, matched=matched, rules=rules)


def end_round(state: MatchingState) -> MatchingState:
    """Return what comes after the last card of a trick: its winner may have to choose whether to spice it.

    Clauses: RL-SPICE-1, RL-SPICE-2, RL-SPICE-3.
    """
    rules, winner, talon = state.game.rules, state.winning, state.talon
    if not rules.spice or not talon or len(state.hands[winner]) == rules.hand:
        return take_trick(state)
    hands = with_hand(state.hands, winner, sort_cards((*state.hands[winner], talon[0])))
    return changed(state, hands=hands, talon=talon[1:], turn=winner, drawn=talon[0])


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
    return changed(
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
