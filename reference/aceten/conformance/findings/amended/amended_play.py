"""Play by the rules but for one that is turned round: what the reference would answer then."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, cast

import msgspec

from aceten.conformance.oracle.answers import after_deal, match_reply, result_of, start_of, step_of, suit_of, view_reply
from aceten.conformance.oracle.shown_marriages import is_showing
from aceten.engine.game import Game
from aceten.engine.match import Match, start_match
from aceten.engine.matching.legality import another_round, goes_on
from aceten.engine.matching.play import end_round
from aceten.engine.matching.play import take_trick as take_matching
from aceten.engine.matching.state import MatchingState
from aceten.engine.state import logged, with_hand
from aceten.engine.suits.play import take_trick as take_suit
from aceten.engine.suits.state import SuitState
from aceten.notation.position import parse_state
from aceten.vocabulary.actions import Action, Flip, Hands, Meld, Play, Seat, parse_action
from aceten.vocabulary.errors import IllegalAction
from aceten_spec.cards import Card, Suit, sort_cards
from aceten_spec.protocol import (
    DealRequest,
    DealScore,
    MatchRequest,
    PlayReply,
    PositionRequest,
    Question,
    Reply,
    ScoreReply,
    ScoreRequest,
    Step,
    TrickReply,
    TrickRequest,
    ViewRequest,
)
from aceten_spec.written_cards import card

if TYPE_CHECKING:
    from aceten.engine.state import State


class PartialTrick(msgspec.Struct, frozen=True):
    """Cards of a trick, which need not be complete."""

    game: Game
    """The game that is played."""
    cards: tuple[Card, ...]
    """The cards, in the order in which they were played."""
    leader: Seat
    """Who led."""
    trump: Suit | None
    """The trump suit."""

    def seat(self, place: int) -> Seat:
        """Return who played the card at a place."""
        return Seat((self.leader + place) % self.game.players)

    @property
    def taker(self) -> Seat:
        """Who takes it by the rules."""
        return self.seat(self.game.winning_place(self.cards, trump=self.trump))


Taker: TypeAlias = "Callable[[PartialTrick], Seat]"
"""Who takes a trick."""
Drawn: TypeAlias = "tuple[Hands, tuple[Card, ...]]"
"""The hands and the talon after drawing."""
Drawing: TypeAlias = "Callable[[State, Seat], Drawn]"
"""What is drawn when a seat has taken a trick, of the state before anybody has drawn."""
Filter: TypeAlias = "Callable[[State, tuple[Action, ...]], tuple[Action, ...]]"
"""Which of the legal actions there are."""
More: TypeAlias = "Callable[[State], tuple[Card, ...]]"
"""The cards that may be played beside those that the rules allow."""
After: TypeAlias = "Callable[[State, State], State]"
"""What becomes of a state, after which."""
Pretence: TypeAlias = "Callable[[State], State]"
"""A state in place of another."""
Beginning: TypeAlias = "Callable[[State, Question], State]"
"""What a state is with which a question begins."""
Between: TypeAlias = "Callable[[Match, DealScore, Match], Match]"
"""What becomes of a match by a deal, after which it stands otherwise by the rules."""


class AsIf(msgspec.Struct, frozen=True):
    """That something may be done as if a state were another."""

    kind: type[Action]
    """The kind of actions."""
    state: Pretence
    """Returns the other state, of which all stays that they change."""

    def legal(self, state: State) -> tuple[Action, ...]:
        """Return what may be done so."""
        return (
            () if state.turn is None else tuple([one for one in self.state(state).legal if isinstance(one, self.kind)])
        )

    def played(self, state: State, action: Action) -> State:
        """Return the state after an action that is not legal otherwise."""
        return _played_as(self.state(state), state, action)


def _played_as(other: State, state: State, action: Action) -> State:
    """Return the state after an action that is taken as if it were another; what play leaves as it is stays that of the state."""
    after = other.play(action)
    kept = {
        field: getattr(state, field)
        for field in state.__struct_fields__
        if getattr(after, field) is getattr(other, field) is not getattr(state, field)
    }
    return msgspec.structs.replace(after, **kept)


def _with_a_full_hand(state: State) -> State:
    """Return a state in which whoever leads has as many cards as he is to have: where drawing goes otherwise he need not draw more."""
    if not isinstance(state, SuitState) or state.due != "draw_first" or state.turn is None:
        return state
    game, size = state.game, len(state.hands[state.turn])
    if game.rules.close == "either":  # he has to say that he draws
        return state
    rules = msgspec.structs.replace(game.rules, hand=size)
    return msgspec.structs.replace(state, game=msgspec.structs.replace(game, rules=rules))


class AmendedRule(msgspec.Struct, frozen=True, kw_only=True):
    """A rule that is turned round."""

    name: str
    """What keys of findings have of it."""
    says: str
    """What is played, in words that are to be said."""
    stated: tuple[str, ...]
    """The clauses that say otherwise, without prefix, the one first that says it most plainly."""
    taker: Taker | None = None
    """Who takes tricks; ``None``: as the rules say."""
    drawing: Drawing | None = None
    """How is drawn; ``None``: as the rules say."""
    legal: Filter | None = None
    """What may be done; ``None``: all that the rules allow."""
    more: More | None = None
    """What may be played beside that; ``None``: nothing."""
    as_if: AsIf | None = None
    """What else may be done beside that; ``None``: nothing."""
    after: After | None = None
    """What becomes of a state after an action; ``None``: what the rules say."""
    seen: Pretence | None = None
    """As which state one is played; ``None``: as it is."""
    begin: Beginning | None = None
    """With what a question begins; ``None``: as the rules say."""
    between: Between | None = None
    """How a match stands after a deal; ``None``: as the rules say."""

    def answer(self, question: Question, game: Game) -> Reply | None:
        """Return what the reference would answer; ``None`` where the rule has no bearing on such a question.

        :raises AcetenError: when the question cannot be asked.
        """
        match question:
            case DealRequest() | PositionRequest() if not is_showing(question):
                return PlayReply(id=question.id, steps=tuple(self._steps(question, game)))
            case ViewRequest():
                state = self._start(question, game)
                for text in question.actions:
                    state = self._played(state, parse_action(text))
                reply = view_reply(question, state)
                seen = self._legal(state) if reply.legal else ()
                return msgspec.structs.replace(reply, legal=tuple(map(str, seen)))
            case TrickRequest() if self.taker is not None:
                trick = PartialTrick(
                    game, tuple(map(card, question.cards)), Seat(question.leader), suit_of(question.trump)
                )
                return TrickReply(id=question.id, winner=self.taker(trick))
            case ScoreRequest() if self.after is not None or self.begin is not None:
                end = parse_state(question.position, rules=game.rulebook)
                end = end if self.begin is None else self.begin(end, question)
                result = (end if self.after is None else self.after(end, end)).result
                return None if result is None else ScoreReply(id=question.id, result=result_of(result))
            case MatchRequest() if self.between is not None:
                stands = [start_match(game, dealer=question.dealer)]
                for deal in question.deals:
                    stands.append(self.between(stands[-1], deal, after_deal(stands[-1], deal)))
                return match_reply(question, stands)
            case _:
                return None

    def _start(self, question: DealRequest | PositionRequest | ViewRequest, game: Game) -> State:
        """Return the state that a question begins with, also with a trick on the table."""
        state = start_of(question, game)
        if self.begin is not None:
            state = self.begin(state, question)
        if self.taker is None or not state.trick or state.turn is None:
            return state
        winning = self.taker(PartialTrick(game, state.trick, state.leader, _trump(state, state)))
        if (winning - state.leader) % game.players >= len(state.trick):
            return state
        return msgspec.structs.replace(state, winning=winning)

    def _steps(self, question: DealRequest | PositionRequest, game: Game) -> list[Step]:
        """Return what holds before each action and in the end."""
        state = self._start(question, game)
        steps: list[Step] = []
        for text in question.actions:
            action = parse_action(text)
            legal = self._legal(state)
            after = None
            if action in legal or action not in self._seen(state).legal:
                try:
                    after = self._played(state, action)
                except IllegalAction:
                    after = None
            steps.append(self._step(state, legal, refused=after is None))
            state = state if after is None else after
        return [*steps, self._step(state, self._legal(state))]

    def _step(self, state: State, legal: tuple[Action, ...], *, refused: bool = False) -> Step:
        return msgspec.structs.replace(step_of(state, refused=refused), legal=tuple(map(str, legal)))

    def _seen(self, state: State) -> State:
        """Return the state as which one is played."""
        seen = state if self.seen is None else self.seen(state)
        return seen if self.drawing is None else _with_a_full_hand(seen)

    def _legal(self, state: State) -> tuple[Action, ...]:
        legal = self._seen(state).legal
        if self.more is not None:
            legal = tuple(dict.fromkeys([*legal, *map(Play, self.more(state))]))
        if self.as_if is not None:
            legal = tuple(dict.fromkeys([*legal, *self.as_if.legal(state)]))
        return legal if self.legal is None else self.legal(state, legal)

    def _played(self, state: State, action: Action) -> State:
        """Return the state after an action."""
        if isinstance(action, Play) and action not in state.legal and action in self._legal(state):
            return self._laid(state, action)
        if self.as_if is not None and isinstance(action, self.as_if.kind) and action not in state.legal:
            after = self.as_if.played(state, action)
        else:
            after = _played_as(self._seen(state), state, action)
        if self.taker is not None and isinstance(action, Play | Meld | Flip):
            after = self._taken(state, action, after)
        if self.drawing is not None:
            after = self._drawn(state, action, after)
        return after if self.after is None else self.after(state, after)

    def _laid(self, state: State, action: Play) -> State:
        """Return the state after a card that the rules forbid."""
        turn = cast("Seat", state.turn)
        cards, log = (*state.trick, action.card), logged(state, turn, action)
        trick = PartialTrick(state.game, cards, state.leader, _trump(state, state))
        winning = trick.taker if self.taker is None else self.taker(trick)
        after = msgspec.structs.replace(state, log=log)
        if len(cards) % state.game.players == 0:
            return _round_ended(state, action, after, cards, winning=winning, more=self.more)
        hand = list(state.hands[turn])
        hand.remove(action.card)
        hands = (*state.hands[:turn], tuple(hand), *state.hands[turn + 1 :])
        return msgspec.structs.replace(after, hands=hands, trick=cards, winning=winning, turn=state.game.after[turn])

    def _taken(self, before: State, action: Play | Meld | Flip, after: State) -> State:
        """Return the state after a card, with the taker of the trick that the rule names."""
        taker = cast("Taker", self.taker)
        if before.turn is None or after.log == before.log:
            return after
        played = before.talon[0] if isinstance(action, Flip) else action.card
        cards = (*before.trick, played)
        winning = taker(PartialTrick(before.game, cards, before.leader, _trump(before, after)))
        players = before.game.players
        if len(cards) % players:
            has_played = (winning - before.leader) % players < len(cards)  # else that is known at the end of the round
            return msgspec.structs.replace(after, winning=winning) if has_played else after
        return _round_ended(before, action, after, cards, winning=winning, more=self.more)

    def _drawn(self, before: State, action: Action, after: State) -> State:
        """Return the state with the cards that are drawn by the rule: also where all have flipped, so that nobody is to draw."""
        flipped = isinstance(action, Flip)
        talon = before.talon[flipped:]
        number = len(talon) - len(after.talon)
        if after.trick or not before.trick or number < (not flipped) or before.turn is None:
            return after
        left = list(before.hands[before.turn])
        if isinstance(action, Play | Meld):
            left.remove(action.card)
        bare = with_hand(before.hands, before.turn, tuple(left))
        drawing = cast("Drawing", self.drawing)
        undrawn = msgspec.structs.replace(after, hands=bare, talon=talon)
        hands, talon = drawing(undrawn, after.leader)
        return msgspec.structs.replace(after, hands=tuple(map(sort_cards, hands)), talon=talon)


def _trump(before: State, after: State) -> Suit | None:
    state = after if isinstance(after, SuitState) else before
    return state.trump if isinstance(state, SuitState) else None


def _round_ended(
    before: State, action: Action, after: State, cards: tuple[Card, ...], *, winning: Seat, more: More | None
) -> State:
    """Return the state after the last card of a round that a seat is winning.

    :param more: what the leader may go on with beside what the rules allow.
    """
    turn = cast("Seat", before.turn)
    played = cards[-1]
    hands = before.hands
    talon = before.talon
    if isinstance(action, Flip):
        talon = talon[1:]
    else:
        hand = list(hands[turn])
        hand.remove(played)
        hands = (*hands[:turn], tuple(hand), *hands[turn + 1 :])
    whole = msgspec.structs.replace(
        before,
        hands=hands,
        talon=talon,
        trick=cards,
        winning=winning,
        turn=before.game.after[turn],
        log=after.log,
    )
    if isinstance(whole, MatchingState):
        beside = more is not None and another_round(whole) and bool(more(whole))
        return whole if beside or goes_on(whole, hands[whole.leader]) else end_round(whole)
    return take_suit(cast("SuitState", whole))


def take(state: State) -> State:
    """Return the state after the complete trick on the table has been taken, as the rules say."""
    return take_matching(state) if isinstance(state, MatchingState) else take_suit(cast("SuitState", state))
