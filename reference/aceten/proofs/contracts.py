"""What is proved of a function stands in for it where functions that call it are followed: the table of contracts.

A function is found by itself, not by its name: one that there is no longer cannot be named here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from aceten import actions, scoring
from aceten.actions import Play
from aceten.matching import steps
from aceten.matching.game import MatchingGame
from aceten.matching.state import MatchingState
from aceten.proofs.setting import same_cards
from aceten.proofs.symbolic import apply, told, total
from aceten_spec import cards
from aceten_spec.formulas import Z3, Formula
from aceten_spec.formulas import tricks as say
from aceten_spec.formulas.terms import some, term_of

if TYPE_CHECKING:
    from aceten.actions import Action
    from aceten.proofs.setting import Setting
    from aceten_spec.cards import Card

Contract: TypeAlias = tuple[Callable[..., object] | property, Callable[..., object]]
"""A function, and what stands in for it."""


def _of_tricks(setting: Setting) -> Iterator[Contract]:
    """Yield what is proved of single cards (T-TRICK, T-POINTS)."""
    game = setting.matching
    rules, players = game.rules, game.players
    match, continues = say.matching(rules), say.continues(rules)
    led, played = say.rank_of_led(rules), say.rank_of_played(rules)

    def matches(rank: int, to_match: int, _: object, *, trumped: bool = False) -> bool:
        return told(match, rank, to_match, trumped)

    def can_continue(hand: tuple[int, ...], to_match: int, _: object, *, trumped: bool = False) -> bool:
        first, second, *ranks = (Z3.Int(f"number {place}") for place in range(len(hand) + 2))
        term = term_of(some(continues(rank, first, second) for rank in ranks))
        one = Formula(clauses=(), text="", variables=(first, second, *ranks), term=term)
        return told(one, to_match, trumped, *hand) if hand else False

    def is_trumped(ranks: tuple[int, ...], _: object) -> bool:
        return told(say.trumped(rules, len(ranks)), *ranks)

    def four_of_a_rank(ranks: tuple[int, ...], _: object) -> bool:
        return told(say.burns(players, len(ranks)), *ranks)

    def led_rank(_: object, card: Card) -> int:
        return apply(led, card)

    def played_rank(_: object, card: Card) -> int:
        return apply(played, card)

    def count_cards(ranks: tuple[int, ...], _: object) -> int:
        return total(setting.counts, ranks)

    yield steps.matches, matches
    yield steps.can_continue, can_continue
    yield steps.is_trumped, is_trumped
    yield steps.four_of_a_rank, four_of_a_rank
    yield MatchingGame.led_rank, led_rank
    yield MatchingGame.played_rank, played_rank
    yield scoring.count_cards, count_cards
    yield cards.sort_cards, same_cards


def _not_said(_: MatchingState) -> tuple[Action, ...]:
    return ()


def of_play(setting: Setting) -> Iterator[Contract]:
    """Yield what stands in while an action is followed. What is legal instead is no part of why it is refused."""
    yield from _of_tricks(setting)
    yield MatchingState.legal, _not_said


def _plays(hand: Iterable[Card]) -> tuple[Action, ...]:
    return tuple(map(Play, hand))


def of_legal(setting: Setting) -> Iterator[Contract]:
    """Yield what stands in while the legal actions are listed."""
    yield from _of_tricks(setting)
    yield actions.plays_of, _plays


Contracts: TypeAlias = "Callable[[Setting], Iterator[Contract]]"
"""A table of contracts."""
