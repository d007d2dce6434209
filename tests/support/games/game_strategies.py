"""Games, deals and states for the property tests."""

import tomllib
from pathlib import Path
from typing import Final

import msgspec
from hypothesis import strategies as st

from aceten import Game, MatchingGame, MatchingState, State, SuitGame, SuitState, parse
from aceten.testing import Deal, MatchingDeal, SuitDeal, every_game, strategies
from aceten_spec import load_shipped, shipped
from aceten_spec.clauses.refusals import refusal_codes
from aceten_spec.rulebook import MatchingParameters, Rulebook

LONGEST_DEAL: Final = 180
"""No deal of these games has more actions, calls apart: at most 104 cards are played, and after each round a trick is stopped."""


def _house_rules(name: str, extends: str, parameters: dict[str, object]) -> Rulebook:
    book = load_shipped(extends)
    rules = msgspec.convert(msgspec.to_builtins(book.parameters) | parameters, type(book.parameters))
    refusals = dict.fromkeys(refusal_codes(rules), book.refusals["unknown_action"]) | book.refusals
    return msgspec.structs.replace(book, id=name, options={}, refusals=refusals, parameters=rules)


_HOUSES: Final = tomllib.loads(Path(__file__).with_name("house_rules.toml").read_text(encoding="utf-8"))

HOUSE_RULES: Final = tuple(_house_rules(name, **rules) for name, rules in _HOUSES["matching"].items())
"""Rulebooks of our own, for the parameters that no option of a shipped rulebook reaches."""

HOUSE_SUIT_RULES: Final = tuple(_house_rules(name, **rules) for name, rules in _HOUSES["suits"].items())
"""Rulebooks with suit tricks of our own, for the same."""

GAMES: Final = tuple(game for name in shipped() for game in every_game(load_shipped(name)))
"""Every game that the shipped rulebooks describe."""

MATCHING_GAMES: Final = tuple(game for game in GAMES if isinstance(game, MatchingGame))
"""Those of them with matching tricks."""

SUIT_GAMES: Final = tuple(game for game in GAMES if isinstance(game, SuitGame))
"""Those of them with suit tricks."""

HOUSE_SUIT_GAMES: Final = tuple(
    game for rulebook in HOUSE_SUIT_RULES for game in every_game(rulebook) if isinstance(game, SuitGame)
)
"""Every game of :data:`HOUSE_SUIT_RULES`."""

HOUSE_GAMES: Final = tuple(
    game for rulebook in HOUSE_RULES for game in every_game(rulebook) if isinstance(game, MatchingGame)
)
"""Every game of :data:`HOUSE_RULES`."""


def games() -> st.SearchStrategy[Game]:
    """Any game; as likely one with suit tricks as one with matching tricks."""
    return st.sampled_from(MATCHING_GAMES + HOUSE_GAMES) | st.sampled_from(SUIT_GAMES)


def matching_deals() -> st.SearchStrategy[MatchingDeal]:
    """Any game with matching tricks, a dealer, and a deck."""
    return strategies.matching_deals(st.sampled_from(MATCHING_GAMES + HOUSE_GAMES))


def suit_deals() -> st.SearchStrategy[SuitDeal]:
    """Any game with suit tricks, a dealer, a deck, and what else a deal of it begins with."""
    return strategies.suit_deals(st.sampled_from(SUIT_GAMES) | st.sampled_from(HOUSE_SUIT_GAMES))


def deals() -> st.SearchStrategy[Deal]:
    """A deal of any game."""
    return matching_deals() | suit_deals()


def matching_state(state: State) -> MatchingState:
    """Return a state that is one with matching tricks."""
    assert isinstance(state, MatchingState)
    return state


def matching_game(game: Game) -> MatchingGame:
    """Return a game that is one with matching tricks."""
    assert isinstance(game, MatchingGame)
    return game


MATCHING_NAMES: Final = tuple(
    name for name in shipped() if isinstance(load_shipped(name).parameters, MatchingParameters)
)
"""The shipped rulebooks of games with matching tricks."""


def states() -> st.SearchStrategy[State]:
    """Any state that play leads to, at any moment of a deal."""
    return strategies.states(deals())


def matching_states() -> st.SearchStrategy[MatchingState]:
    """Any state with matching tricks that play leads to, at any moment of a deal."""
    return strategies.states(matching_deals()).map(matching_state)


def suit_states() -> st.SearchStrategy[SuitState]:
    """Any state with suit tricks that play leads to, at any moment of a deal."""
    return strategies.states(suit_deals()).map(_suit_state)


def _suit_state(state: State) -> SuitState:
    assert isinstance(state, SuitState)
    return state


def game_of(state: State) -> Game:
    """Return the game of a state, which was loaded as a whole."""
    return state.game


def read(line: str, game: Game) -> State:
    """Read a position line by the rulebook of a game."""
    return parse(line, rules=game.rulebook)


def rewrite(line: str, **values: str | None) -> str:
    """Return a position line with other values for some of its keys; ``None`` leaves the key out."""
    first, *fields = line.split()
    kept = [field for field in fields if field.partition("=")[0] not in values]
    return " ".join([first, *kept, *(f"{key}={value}" for key, value in values.items() if value is not None)])
