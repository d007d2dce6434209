"""What Hypothesis draws: games, options, deals, states in the middle of tricks, views and records.

>>> from hypothesis import given
>>> from aceten.testing import strategies as aces
>>> @given(aces.states(aces.deals(aces.games("zsiros/4"))))
... def test_points_are_tens(state):
...     assert all(points % 10 == 0 for points in state.points)
>>> test_points_are_tens()

Everything shrinks: to the first game, the seed 0, no action, and the choice of the first legal action.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TypeVar

from hypothesis import strategies as st

from aceten.conformance.questions.option_rows import option_rows
from aceten.deals.shuffling import MAX_SEED, shuffle
from aceten.engine.game import Game
from aceten.engine.loading import rulebook_of
from aceten.engine.matching.game import MatchingGame
from aceten.engine.state import State
from aceten.engine.suits.game import SuitGame
from aceten.engine.view import View
from aceten.notation.record import Record
from aceten.testing.sample_deals import Deal, MatchingDeal, SuitDeal, every_game, game_named, pick, play_on
from aceten_spec.cards import Card
from aceten_spec.loader import shipped
from aceten_spec.rulebook import OptionValue, Rulebook

_GameT = TypeVar("_GameT", "MatchingGame", "SuitGame")
_CHOICES = 40
_OVER_TARGET = 60


@cache
def _every(name: str) -> tuple[Game, ...]:
    rules, _, players = name.partition("/")
    return tuple(every_game(rules, int(players) if players else None))


@cache
def _shipped(kind: type[_GameT]) -> tuple[_GameT, ...]:
    return tuple(game for name in shipped() for game in _every(name) if isinstance(game, kind))


def games(*names: str, every_option: bool = True) -> st.SearchStrategy[Game]:
    """Return a strategy for games.

    :param names: ``"zsiros"`` for each number of players, ``"zsiros/2"`` for one; without any, every shipped game, as likely one with
        suit tricks as one with matching tricks.
    :param every_option: whether options vary; without it each game is as its rulebook has it.
    :raises RulebookError: when there is no such game.
    :raises UsageError: when there is no such number of players.
    """
    if names:
        found = [game for name in names for game in _every(name)]
        return st.sampled_from([game for game in found if every_option or not game.options])
    matching, suits = _shipped(MatchingGame), _shipped(SuitGame)
    return st.sampled_from([game for game in matching if every_option or not game.options]) | st.sampled_from(
        [game for game in suits if every_option or not game.options]
    )


def options(rulebook: str | Rulebook, players: int) -> st.SearchStrategy[dict[str, OptionValue]]:
    """Return a strategy for options that agree with each other: the rulebook's own first, and so many that any two values meet.

    :param rulebook: the rulebook, or the id of a shipped one.
    :param players: the number of players.
    :raises RulebookError: when there is no such rulebook.
    """
    return st.sampled_from(option_rows(rulebook_of(rulebook), players)).map(dict)


def seeds() -> st.SearchStrategy[int]:
    """Return a strategy for seeds, from 0 to 2**64 - 1."""
    return st.integers(0, MAX_SEED)


def choices(most: int = _CHOICES) -> st.SearchStrategy[bytes]:
    """Return a strategy for numbers for :func:`~aceten.testing.sample_deals.pick`; as likely many of them as few.

    :param most: how many there are at most.
    """
    return st.integers(0, most).flatmap(lambda count: st.binary(min_size=count, max_size=count))


def _in_pairs(game: Game, order: Iterable[int]) -> tuple[Card, ...]:
    """Return a deck in which equal ranks lie in pairs, so that hands can continue tricks more often than by chance."""
    by_rank = sorted(game.pack.cards, key=lambda card: (card.rank, card.suit or 0))
    pairs = tuple(card for pair in order for card in by_rank[2 * pair : 2 * pair + 2])
    return pairs + tuple(by_rank[len(pairs) :])


def decks(game: Game) -> st.SearchStrategy[tuple[Card, ...]]:
    """Return a strategy for packs in dealing order: shuffled, or in pairs of equal rank, which make long tricks likely.

    :param game: whose pack it is.
    """
    shuffled = seeds().map(lambda seed: shuffle(game.pack.cards, seed))
    paired = st.permutations(range(len(game.pack.cards) // 2)).map(lambda order: _in_pairs(game, order))
    return shuffled | paired


@st.composite
def matching_deals(draw: st.DrawFn, games: st.SearchStrategy[MatchingGame] | None = None) -> MatchingDeal:
    """Return a strategy for deals with matching tricks: a dealer, and a deck.

    :param games: the games; without it every shipped one with matching tricks.
    """
    game = draw(st.sampled_from(_shipped(MatchingGame)) if games is None else games)
    return MatchingDeal(game, draw(decks(game)), draw(st.integers(0, game.players - 1)))


@st.composite
def suit_deals(draw: st.DrawFn, games: st.SearchStrategy[SuitGame] | None = None) -> SuitDeal:
    """Return a strategy for deals with suit tricks: a dealer, a deck, and what else a deal of the game begins with.

    :param games: the games; without it every shipped one with suit tricks.
    """
    game = draw(st.sampled_from(_shipped(SuitGame)) if games is None else games)
    cut = draw(st.sampled_from(game.pack.cards)) if game.cuts else None
    score = st.integers(0, game.rules.target + (_OVER_TARGET if game.rules.claim == "called" else -1))
    scores = draw(st.tuples(score, score)) if game.scores_matter and draw(st.booleans()) else None
    return SuitDeal(game, draw(decks(game)), draw(st.integers(0, game.players - 1)), cut, scores)


def deals(games: st.SearchStrategy[Game] | None = None) -> st.SearchStrategy[Deal]:
    """Return a strategy for deals.

    :param games: the games; without it every shipped one, as likely with suit tricks as with matching tricks.
    """
    return matching_deals() | suit_deals() if games is None else games.flatmap(_deals_of)


def _deals_of(game: Game) -> st.SearchStrategy[Deal]:
    """Return a strategy for the deals of one game."""
    if isinstance(game, SuitGame):
        return suit_deals(st.just(game))
    assert isinstance(game, MatchingGame)  # noqa: S101 - there are two kinds
    return matching_deals(st.just(game))


@st.composite
def deals_with(
    draw: st.DrawFn,
    game: str | Game,
    *,
    holds: Mapping[int, str | tuple[Card, ...]] | None = None,
    lacks: Mapping[int, str | tuple[Card, ...]] | None = None,
) -> State:
    """Return a strategy for the beginnings of deals in which hands are constrained, each such deal as likely as any other.

    >>> from hypothesis import given
    >>> from aceten.testing import strategies as aces
    >>> @given(aces.deals_with("zsiros/2", holds={0: "77A"}, lacks={1: "7"}))
    ... def test_nobody_else_has_a_seven(state):
    ...     assert not any(card.rank.letter == "7" for card in state.hands[1])
    >>> test_nobody_else_has_a_seven()

    :param game: the game, or its name with the number of players.
    :param holds: for seats, cards that they are dealt, perhaps among more of them (:meth:`aceten.Game.deal`).
    :param lacks: for seats, cards of which they are dealt none.
    :raises UsageError: where it draws, when no deal fulfils that.
    """
    found = game_named(game) if isinstance(game, str) else game
    dealer = draw(st.integers(0, found.players - 1))
    return found.deal(seed=draw(seeds()), dealer=dealer, holds=holds or {}, lacks=lacks or {})


@st.composite
def states(draw: st.DrawFn, deals: st.SearchStrategy[Deal] | None = None, most: int = _CHOICES) -> State:
    """Return a strategy for states that play leads to, at any moment of a deal: also in the middle of a trick, and at the end.

    :param deals: the deals; without it those of every shipped game.
    :param most: so many actions after the deal at most.
    """
    return play_on(draw(_any_deal() if deals is None else deals).state(), draw(choices(most)))


def _any_deal() -> st.SearchStrategy[Deal]:
    return matching_deals() | suit_deals()


@st.composite
def views(draw: st.DrawFn, states: st.SearchStrategy[State] | None = None) -> View:
    """Return a strategy for what a seat sees of a state.

    :param states: the states; without it any of a shipped game.
    """
    state = draw(_any_state() if states is None else states)
    return state.view(draw(st.integers(0, state.game.players - 1)))


def _any_state() -> st.SearchStrategy[State]:
    return states()


@st.composite
def records(draw: st.DrawFn, deals: st.SearchStrategy[Deal] | None = None, most: int = _CHOICES) -> Record:
    """Return a strategy for deals from the beginning on, with every state on the way.

    :param deals: the deals; without it those of every shipped game.
    :param most: so many actions at most.
    """
    course = [draw(_any_deal() if deals is None else deals).state()]
    for choice in draw(choices(most)):
        if course[-1].turn is None:
            break
        course.append(course[-1].play(pick(course[-1], choice)))
    return Record(tuple(course))


__all__ = [
    "choices",
    "deals",
    "deals_with",
    "decks",
    "games",
    "matching_deals",
    "options",
    "records",
    "seeds",
    "states",
    "suit_deals",
    "views",
]
