"""Any two values of options go together, or are refused in the words in which they were chosen; what goes together is played."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Final

import pytest
from support.slices import in_turn

from aceten import Game, RulebookError, load
from aceten_spec import load_shipped, shipped
from aceten_spec.options import options_for, own_value
from aceten_spec.rulebook import OptionValue

GAMES: Final = [f"{game}/{players}" for game in shipped() for players in load_shipped(game).parameters.players]
PARTS: Final = 8
"""One pair in so many is played in every run, and all of them in a thorough one."""


def pairs(name: str) -> Iterator[dict[str, OptionValue]]:
    """Yield every two values of different options of a game, the rulebook's own among them."""
    rules, players = load_shipped(name.partition("/")[0]), int(name.partition("/")[2])
    values: dict[str, list[OptionValue]] = {}
    for option, said in options_for(rules, players).items():
        own = own_value(rules, option, players)
        values[option] = [own, 3] if said.values == "positive" else list(said.values)
    for (one, ones), (other, others) in itertools.combinations(values.items(), 2):
        for first, second in itertools.product(ones, others):
            yield {one: first, other: second}


def together(name: str, pair: dict[str, OptionValue]) -> Game | None:
    """Return the game with two options; ``None`` where they do not go together, which is said with both and what each means."""
    try:
        return load(name, players=int(name.partition("/")[2]), **pair)
    except RulebookError as error:
        refused = error
    one, other = [f"{option}={value}" for option, value in pair.items()]
    assert refused.problem.startswith(f"{one} does not go with {other}: "), refused
    assert "parameters." not in str(refused)
    return None


@pytest.mark.turns(3)
@pytest.mark.parametrize("name", GAMES)
def test_two_options_go_together_or_are_refused_in_words(name: str) -> None:
    """Where one of two is the rulebook's own it stands in nobody's way; others that do not go together are named."""
    rules, players = load_shipped(name.partition("/")[0]), int(name.partition("/")[2])
    for pair in pairs(name):
        own = [own_value(rules, option, players) == value for option, value in pair.items()]
        assert together(name, pair) is not None or not any(own), pair


@pytest.mark.parametrize("name", GAMES)
def test_what_goes_together_is_played(name: str) -> None:
    """A deal is played to its end by any two options, every action from those that are legal."""
    for pair in in_turn(list(pairs(name)), PARTS):
        game = together(name, pair)
        if game is None:
            continue
        chance = random.Random(f"{name} {pair}")
        state = game.deal(seed=chance.randrange(1000))
        while state.turn is not None:
            state = state.play(chance.choice(state.legal))
        assert state.result is not None, pair
        assert state.result.game_points is not None, pair
