"""The native core on mini-packs that nobody has chosen, against the search in Python."""

from random import Random

import pytest
from support.games.mini_games import mini_game
from support.slices import in_turn, sliced

from aceten import Game, State, UsageError, games, load
from aceten.testing import pick
from aceten.vocabulary.actions import Bid, NameTrump
from aceten_solver import OBJECTIVES, Backend, Objective, ObjectiveError, Solver, backend

pytestmark = pytest.mark.skipif(backend == "python", reason="the native core is not there")

CARDS = 8
"""From so many cards on everything is searched."""


def moment(game: Game, chance: Random) -> State | None:
    """Return a moment of a random deal from which all can be searched, after the auction; ``None`` where it is over before."""
    state = game.deal(seed=chance.randrange(2**32), dealer=chance.randrange(game.players))
    while state.turn is not None:
        left = sum(map(len, state.hands)) + len(state.talon)
        if left <= CARDS and not any(isinstance(action, Bid | NameTrump) for action in state.legal):
            return state
        state = state.play(pick(state, chance.randrange(256)))
    return None


def answer(state: State, objective: Objective, searched: Backend) -> object:
    """Return all that a search says of a position."""
    with Solver(backend=searched, tables=False) as solver:
        found = solver.solve(state, objective, line=False)
    assert found.exact
    return found.value, [(entry.action, entry.value) for entry in found.actions]


@pytest.mark.parametrize("name", in_turn(games(), 3))
def test_the_core_solves_mini_packs_as_the_search_in_python(name: str) -> None:
    """Every value of a position and of each action is the same, whatever is asked for, with any cards of the pack and hands of any size."""
    chance = Random(name)
    for _ in range(sliced(3, whole=100)):
        state = moment(mini_game(chance, load(name)), chance)
        if state is None:
            continue
        for objective in OBJECTIVES:
            try:
                native = answer(state, objective, "native")
            except (ObjectiveError, UsageError):  # no two sides, or nothing that can be asked for here
                continue
            assert native == answer(state, objective, "python"), (state, objective)
