"""What is proved of a function stands in for it where functions that call it are followed: the table of contracts.

A function is found by itself, not by its name: one that there is no longer cannot be named here.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Final, TypeAlias, cast

import msgspec
from typing_extensions import TypeIs, override

from aceten.engine.game import Game
from aceten.engine.matching import steps
from aceten.engine.matching.state import MatchingState
from aceten.engine.state import State, logged, problem_of
from aceten.engine.suits import duties
from aceten.engine.suits import play as suit_play
from aceten.engine.suits import rights as suit_rights
from aceten.engine.suits import steps as suit_steps
from aceten.engine.suits.state import SuitState
from aceten.engine.suits.steps import Strong
from aceten.proofs.claims import symbolic_suit_deals
from aceten.proofs.execution.replacements import replaced
from aceten.proofs.execution.symbolic_numbers import (
    Carried,
    Run,
    SymbolicInt,
    SymbolicTruth,
    Untouched,
    is_carried,
    number_term,
    run_of,
    told,
    total,
)
from aceten.proofs.statements.game_setting import Setting, same_cards
from aceten.vocabulary import actions
from aceten.vocabulary.actions import Action, Event, Meld, Play, Side
from aceten_spec import cards
from aceten_spec.cards import Card, Suit
from aceten_spec.formulas.draw_clauses import Cards
from aceten_spec.formulas.matching import trick_clauses
from aceten_spec.formulas.suits import suit_trick_clauses
from aceten_spec.formulas.suits.suit_conditions import SuitDealTerms
from aceten_spec.formulas.suits.suit_relation import SuitRelation
from aceten_spec.formulas.terms import TRUE, Z3, Formula, Number, Truth, equal, evaluate, some, term_of

Contract: TypeAlias = tuple[Callable[..., object] | property, Callable[..., object]]
"""A function, and what stands in for it."""


def _of_points(setting: Setting) -> Iterator[Contract]:
    """Yield what is proved of what cards count (T-POINTS), and what makes no difference."""

    def points_of(_: object, cards: tuple[Card, ...]) -> int:
        return cards.some if is_carried(cards) else total(setting.counts_card, cards)

    yield Game.points_of, points_of
    yield cards.sort_cards, same_cards


def _of_tricks(setting: Setting) -> Iterator[Contract]:
    """Yield what is proved of cards in tricks (T-TRICK, T-POINTS)."""
    game = setting.matching
    rules, players = game.rules, game.players
    match, continues = trick_clauses.matching(rules), trick_clauses.continues(rules)

    def matches(rank: int, to_match: int, _: object, *, trumped: bool = False) -> bool:
        return told(match, rank, to_match, trumped)

    def can_continue(hand: tuple[int, ...], to_match: int, _: object, *, trumped: bool = False) -> bool:
        first, second, *ranks = (Z3.Int(f"number {place}") for place in range(len(hand) + 2))
        term = term_of(some(continues(rank, first, second) for rank in ranks))
        one = Formula(clauses=(), text="", variables=(first, second, *ranks), term=term)
        return told(one, to_match, trumped, *hand) if hand else False

    def is_trumped(ranks: tuple[int, ...], _: object) -> bool:
        return told(trick_clauses.trumped(rules, len(ranks)), *ranks)

    def four_of_a_rank(ranks: tuple[int, ...], _: object) -> bool:
        return told(trick_clauses.burns(players, len(ranks)), *ranks)

    yield from _of_points(setting)
    yield steps.matches, matches
    yield steps.can_continue, can_continue
    yield steps.is_trumped, is_trumped
    yield steps.four_of_a_rank, four_of_a_rank


class _Debt(msgspec.Struct, frozen=True, eq=False):
    """What a hand owes to a lead: whatever the formula says."""

    run: Run | None
    why: Callable[[tuple[Number, Number]], Number]
    """Which of the reasons why it may not be played a card has; the first is that there is none."""
    led: Number
    """The suit of the lead."""

    def breach(self, card: Strong, place: int) -> bool:
        """Whether a card has the reason at a place."""
        return bool(self.said(card, place))

    def said(self, card: Strong, place: int) -> bool:
        """Whether it has; where a number is symbolic the run does not fork until that is asked."""
        run, term = self.run or run_of(card), self.why(_terms(card)) == place
        return bool(evaluate(term)) if run is None else cast("bool", SymbolicTruth(run, term))


class Followers(Untouched):
    """The cards of a hand that may be played to a lead, or the actions of playing these: of each card is known when it is one of them.

    It is handed on. How many there are cannot be asked.
    """

    def __init__(self, cards: tuple[tuple[Card, bool], ...]) -> None:
        """Take the cards of the hand, each with whether it is one of them."""
        self.cards = cards


def _followers(state: SuitState, hand: tuple[Card, ...]) -> Followers:
    """Return what is proved of the cards that may be played to a lead: those that pay what the hand owes (T-STEP.followers)."""
    strong, debt = state.game.strong, cast("_Debt", cast("object", duties.owed_to_lead(state, hand)))
    return Followers(tuple([(card, debt.said(strong[card], 0)) for card in hand]))


def is_followers(value: object) -> TypeIs[Followers]:
    """Whether a value is the cards that may be played to a lead, and is not to be asked anything."""
    return type(value) is Followers


def _unpaid(card: Strong, debt: _Debt, led: int) -> str:
    """Return the code of the reason of a card, of which nothing is proved for a lead of another suit.

    :raises ValueError: when it is owed to another lead.
    """
    if not _told(debt.run or run_of((led,)), term_of(equal(number_term(led), debt.led))):
        raise ValueError(led)
    return next(code for place, code in enumerate(suit_trick_clauses.REFUSALS) if code and debt.breach(card, place))


class _Marriages:
    """The suits of which a hand has king and queen."""

    def __init__(self, married: Callable[[Cards, Number], Truth], hand: tuple[Card, ...]) -> None:
        self._run, self._married = run_of(hand), married
        self._hand = tuple(map(number_term, hand))

    def __contains__(self, suit: object) -> bool:
        return _told(self._run, term_of(self._married(self._hand, number_term(suit))))

    def __iter__(self) -> Iterator[Suit]:
        return (suit for suit in Suit if suit in self)


def _terms(card: Strong) -> tuple[Number, Number]:
    return number_term(card[0]), number_term(card[1])


def _told(run: Run | None, term: Truth) -> bool:
    return bool(evaluate(term)) if run is None else bool(SymbolicTruth(run, term))


def _of_cards(setting: Setting) -> Iterator[Contract]:
    """Yield what is proved of single cards (T-POINTS, T-SUIT-TRICK, T-OBEY, T-RIGHTS)."""
    relation = SuitRelation(setting.suits.rules, setting.game.players)
    takes, married = suit_trick_clauses.takes(), functools.cache(relation.married)

    def card_of(rank: int, suit: int | None) -> Card:
        return symbolic_suit_deals.as_card(rank if suit is None else suit * 16 + rank)

    def beats(card: Strong, best: Strong, trump: int) -> bool:
        return told(takes, *card, *best, trump)

    def owed(hand: Sequence[int], led: int, strong: Sequence[Strong], trump: int, obligation: str) -> _Debt:
        lead, *held = [strong[card] for card in (led, *hand)]
        run, cards = run_of((*itertools.chain(lead, *held), trump)), tuple(map(_terms, held))
        to_lead, trumps = _terms(lead), number_term(trump)
        return _Debt(run, lambda card: relation.owed(obligation, card, cards, to_lead, trumps), to_lead[0])

    def pays(card: Strong, debt: _Debt) -> bool:
        return debt.breach(card, 0)

    def marriages(hand: tuple[Card, ...]) -> _Marriages:
        return _Marriages(married, hand)

    def marriage_points(state: SuitState, suit: int) -> int:
        run, melds = run_of((*state.melds, state.trump, suit)), tuple(map(number_term, state.melds))
        trump = None if state.trump is None else number_term(state.trump)
        worth = relation.marriage_points(melds, trump, number_term(suit))
        return evaluate(worth) if run is None else cast("int", SymbolicInt(run, worth))

    yield from _of_points(setting)
    yield State.took_a_trick, _took_a_trick
    yield suit_play.without, _without
    yield suit_play.with_both, _with_both
    yield cards.card_of, card_of
    yield suit_steps.beats, beats
    yield suit_steps.owed, owed
    yield suit_steps.pays, pays
    yield suit_steps.unpaid, _unpaid
    yield duties.married, marriages
    yield suit_rights.marriage_points, marriage_points


def _took_a_trick(state: State, side: Side) -> bool | None:
    """Return what is proved of whether a side took a trick (T-STEP.took): a number says it where it is carried what it captured."""
    taken: object = state.taken[side]
    if is_carried(taken):
        return True if taken.more else taken.some == 1
    if taken or state.points[side]:
        return True
    return None if state.tricks is None else state.tricks[side] > 0


WITHOUT: Final = -1
"""In place of what was put to carried cards: the next one was taken from them, if it was there."""
WITH: Final = -2
"""Likewise: the next two were put to them, if they were not there."""


def _without(known: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    return cast("tuple[Card, ...]", cast("Carried", known).put(WITHOUT, card))


def _with_both(known: tuple[Card, ...], pair: tuple[Card, Card]) -> tuple[Card, ...]:
    return cast("tuple[Card, ...]", cast("Carried", known).put(WITH, *pair))


class FollowedRelation(SuitRelation):
    """The relation, with what is proved of what it is asked of cards that are carried (T-STEP.took, T-STEP.without, T-STEP.with_both)."""

    @override
    def without(self, card: Number, known: Cards) -> Iterator[tuple[Truth, Cards]]:
        if not is_carried(known):
            return super().without(card, known)
        return iter([(TRUE, known + cast("Cards", (WITHOUT, card)))])

    @override
    def with_both(self, known: Cards, pair: tuple[Number, Number]) -> Iterator[tuple[Truth, Cards]]:
        if not is_carried(known):
            return super().with_both(known, pair)
        return iter([(TRUE, known + cast("Cards", (WITH, *pair)))])

    @override
    def took_a_trick(self, deal: SuitDealTerms, side: int) -> Truth:
        taken: object = deal.taken[side]
        if not is_carried(taken):
            return super().took_a_trick(deal, side)
        return TRUE if taken.more else equal(taken.some, 1)


def _not_said(_: object) -> tuple[Action, ...]:
    return ()


def _logged(state: State, *event: object) -> tuple[Event, ...]:
    return cast("tuple[Event, ...]", cast("Carried", state.log).put(*event))


def _wordless(_state: object, _code: object, _action: object) -> str:
    return ""


def of_play(setting: Setting) -> Iterator[Contract]:
    """Yield what stands in while an action is followed. What is legal instead, and the words, are no part of why it is refused."""
    yield from _of_tricks(setting)
    yield MatchingState.legal, _not_said
    yield problem_of, _wordless
    yield logged, _logged


def _plays(hand: Iterable[Card] | Followers) -> tuple[Action, ...]:
    return (cast("Action", hand),) if is_followers(hand) else tuple(map(Play, hand))


def of_legal(setting: Setting) -> Iterator[Contract]:
    """Yield what stands in while the legal actions are listed."""
    yield from _of_tricks(setting)
    yield actions.plays_of, _plays


def of_suit_play(setting: Setting) -> Iterator[Contract]:
    """Yield what stands in while an action is followed, in a game with suit tricks."""
    yield from _of_cards(setting)
    yield SuitState.legal, _not_said
    yield problem_of, _wordless
    yield logged, _logged


def of_suit_legal(setting: Setting) -> Iterator[Contract]:
    """Yield what stands in while the legal actions are listed, in a game with suit tricks."""
    yield from _of_cards(setting)
    yield suit_play.followers, _followers
    yield actions.plays_of, _plays
    yield actions.meld_of, Meld


@contextmanager
def standing_in(contracts: Iterable[Contract]) -> Generator[None]:
    """Run the engine with all of these standing in."""
    with ExitStack() as stack:
        for function, other in contracts:
            stack.enter_context(replaced(function, other))
        yield
