"""A rule that nobody has thought of yet: written in its one place, it makes no world wrong and no true record false.

Such rules are put in place of the engine's own here, each in the one function that a new parameter would change: a trick has two rounds at
most, as in the guide "A new rule parameter"; a wild card, or a trump, is led only by who holds nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Final, NamedTuple

import pytest
from support.games.mixed_rules import (
    ALL_KNOWN,
    ANY_MATCHING,
    BY_TABLE,
    Choices,
    hidden_matching,
    hidden_suits,
    mixed,
    mixed_deals,
)
from support.games.tiny_deals import tiny
from support.oracles.replayed_worlds import course, hold_against_replaying, read_true_records
from support.slices import TURN, sliced

from aceten import Card, Game, MatchingState, Play, State, SuitState
from aceten.engine.matching import legality
from aceten.engine.matching import matching_deductions as matching
from aceten.engine.matching.game import MatchingGame
from aceten.engine.suits import duties
from aceten.engine.suits import suit_deductions as suits
from aceten.engine.suits.game import SuitGame
from aceten.proofs.execution.replacements import replaced
from aceten_spec.clauses.refusals import RefusalCode

FIRST: Final = sliced(TURN % 60 * 100, whole=0)
"""The seed of the first game of mixed rules."""


# --- What one card of a hand forbids ----------------------------------------------------------------------------------


def barred(state: State, card: Card) -> frozenset[Card]:
    """Return the cards of which a hand has none that plays a card."""
    if isinstance(state, MatchingState):
        return matching.barred(state, card)
    assert isinstance(state, SuitState)
    return suits.barred(state, card)


@pytest.mark.turns(2)
@pytest.mark.parametrize("mix", [hidden_matching, hidden_suits])
def test_what_forbids_a_card_is_one_card_of_the_hand(mix: Callable[[Random], Game]) -> None:
    """A card may be played just when no card of the hand forbids it by itself, so that a hand can be concluded card by card."""
    asked = 0
    for deal, chance in mixed_deals(mix, sliced(60, whole=3000), FIRST):
        for state in course(deal.state(), chance):
            allowed = {action.card for action in state.legal if isinstance(action, Play)}
            for card in state.hands[state.turn or 0] if allowed else ():
                assert (card in allowed) == barred(state, card).isdisjoint(state.hands[state.turn or 0]), state
                asked += card not in allowed
    assert asked


@pytest.mark.turns(2)
def test_a_leader_goes_on_by_one_card_of_his_hand() -> None:
    """A trick goes on just when one card of the leader's hand continues it by itself."""
    asked: dict[bool, int] = {False: 0, True: 0}
    for deal, chance in mixed_deals(hidden_matching, sliced(60, whole=3000), FIRST):
        for state in course(deal.state(), chance):
            if isinstance(state, MatchingState) and state.choosing:
                for hand in state.hands:
                    goes_on = legality.goes_on(state, hand)
                    assert goes_on == (not matching.continuing(state).isdisjoint(hand)), state
                    asked[goes_on] += 1
    assert all(asked.values())


# --- Rules that there are not -----------------------------------------------------------------------------------------

LONG: Final[Choices] = {
    "wild": ([], ["7"], ["K"]),
    "continuation": ("opponent_winning", "opponent_winning", "always"),
    "flip": (False,),
    "spice": (False,),
    "lead_limit": (0,),
}


def long_tricks(chance: Random) -> Game:
    """Return a game by mixed rules in which tricks often have several rounds.

    :raises RulebookError: when the rules contradict each other.
    """
    cards = chance.choice(("Ac As Ah Ad Kc Ks Kh Kd 7c", "Ac As Ah Kc Ks Kh 7c 7s 7h Qc"))
    return tiny("zsiros", cards, 2, 4, mixed(chance, ANY_MATCHING, ALL_KNOWN, BY_TABLE, LONG))


def unlimited_leads(chance: Random) -> Game:
    """Return a game by mixed rules in which leads are not limited: no line says how many of another rank came before the one on the table.

    :raises RulebookError: when the rules contradict each other.
    """
    game = hidden_matching(chance)
    while isinstance(game, MatchingGame) and game.rules.lead_limit:
        game = hidden_matching(chance)
    return game


def without_marriages(chance: Random) -> Game:
    """Return a game by mixed rules in which no card is led but as one is played: the rule says nothing of marriages.

    :raises RulebookError: when the rules contradict each other.
    """
    game = hidden_suits(chance)
    while isinstance(game, SuitGame) and game.rules.marriages != "none":
        game = hidden_suits(chance)
    return game


_another_round, _matching_rule, _suit_rule = legality.another_round, legality.card_rule, duties.card_rule


def _two_rounds(public: legality.MatchingMoment) -> bool:
    return len(public.trick) < 2 * public.game.players and _another_round(public)


def _wild_last(public: legality.MatchingMoment, hand: Collection[Card], card: Card) -> RefusalCode | None:
    game = public.game
    other = any(game.led[each] not in game.matching.wild for each in hand)
    return "lead_limit" if game.led[card] in game.matching.wild and other else None


def _with_wild_last(public: legality.MatchingMoment) -> legality.CardRule | None:
    rule = _matching_rule(public)
    return rule if public.trick or rule is not None else _wild_last


def _trump_last(public: duties.SuitMoment, hand: Sequence[Card], card: Card) -> RefusalCode | None:
    other = any(each.suit != public.trump for each in hand)
    return "suit_not_followed" if card.suit == public.trump and other else None


def _with_trump_last(public: duties.SuitMoment) -> duties.CardRule | None:
    rule = _suit_rule(public)
    return rule if public.trick or rule is not None else _trump_last


class NewRule(NamedTuple):
    """A rule that there is not, in games by rules that are mixed at will."""

    mix: Callable[[Random], Game]
    """Makes the games."""
    function: Callable[..., object]
    """The function in which it would be written."""
    changed: Callable[..., object]
    """The same with the rule."""


NEW_RULES: Final = {
    "a trick has two rounds at most": NewRule(long_tricks, legality.another_round, _two_rounds),
    "who leads a wild card holds nothing else": NewRule(unlimited_leads, legality.card_rule, _with_wild_last),
    "who leads a trump holds nothing else": NewRule(without_marriages, duties.card_rule, _with_trump_last),
}


@contextmanager
def in_force(name: str) -> Generator[NewRule]:
    """Play by a new rule."""
    rule = NEW_RULES[name]
    with ExitStack() as stack:
        stack.enter_context(replaced(rule.function, rule.changed))
        yield rule


@pytest.mark.turns(2)
@pytest.mark.parametrize("name", NEW_RULES)
def test_a_new_rule_makes_no_world_wrong(name: str) -> None:
    """By a rule that is written in its one place, worlds are the deals that replay: none that cannot be, and none is missing."""
    with in_force(name) as rule:
        assert hold_against_replaying(rule.mix, sliced(25, whole=3000), FIRST)


@pytest.mark.parametrize("name", NEW_RULES)
def test_a_new_rule_refuses_no_true_record(name: str) -> None:
    """By a rule that is written in its one place, every true record of one seat reads."""
    with in_force(name) as rule:
        read_true_records(rule.mix, sliced(20, whole=3000), FIRST)
