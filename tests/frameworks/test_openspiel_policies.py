"""Bots and policies of OpenSpiel at our tables: they see what a seat may see, and play in contests as others do."""

import functools
import random
from typing import Final, cast

import msgspec
import pytest
from support.slices import in_turn

from aceten import Seat, UsageError, load
from aceten_solver import match
from aceten_spec import load_shipped

pytest.importorskip("pyspiel", reason='OpenSpiel is not installed; pip install ".[openspiel]" or make compare does')

import pyspiel
from docs.training.searching import Searching

from aceten_openspiel import Chances, DealGame, SpielPolicy, node_seen
from aceten_openspiel.games import game_named

SMALL: Final = "zsiros/2 cards=AcAsTc7c hand=2"
"""A game whose whole tree is walked in no time."""


@functools.cache
def solver_of(name: str) -> pyspiel.CFRPlusSolver:
    """Return a solver after fifty rounds of regret minimisation; its policy ends with it."""
    solver = pyspiel.CFRPlusSolver(pyspiel.load_game(name))
    for _ in range(50):
        solver.evaluate_and_update_policy()
    return solver


class Trained(SpielPolicy):
    """A policy in a table, by information states since the deal."""

    def made(self, game: DealGame, _player: int, _seed: int, /) -> Chances:
        """Take it."""
        return solver_of(str(game)).average_policy()


@pytest.mark.parametrize("name", in_turn([SMALL, "zsiros/4", "zsiros/2", "schnapsen/2", "einwerfen/4", "hola/4"], 3))
def test_a_node_looks_as_a_view_does(name: str) -> None:
    """In random deals it is the same seat's turn, the same is legal, and the same is seen; without a talon the same is remembered."""
    game, chance = load(name), random.Random(1)
    spiel = game_named(game)
    for seed in range(3):
        state, true = game.deal(seed), spiel.new_initial_state(str(game.deal(seed)))
        while state.turn is not None:
            node = node_seen(spiel, state.view(state.turn), chance.getrandbits(64))
            assert node.current_player() == state.turn
            assert node.legal_actions() == [*state.legal_ids]
            assert node.observation_string() == true.observation_string()
            if not game.deal(seed).talon:
                assert node.information_state_string() == true.information_state_string()
            number = chance.choice(state.legal_ids)
            state = state.play(state.action(number))
            true.apply_action(number)


def test_what_was_learnt_of_the_whole_tree_is_found_again() -> None:
    """A table of regret minimisation knows every information state that comes up in a contest, and does not lose it."""
    found = match(Trained, "random", SMALL, deals=40, seed=1)
    assert not found.faults
    assert found.game_points.mean >= 0


def test_a_search_plays() -> None:
    """Information Set MCTS plays a whole deal against ours, and the same one when it is asked again."""
    first, again = (match(Searching, "random", "zsiros/2", deals=1, seed=3) for _ in range(2))
    assert not first.faults
    assert first == again


def test_rules_that_openspiel_does_not_have_are_refused() -> None:
    """A game by other rules under the same name is not played as the one that is shipped."""
    book = load_shipped("zsiros")
    own = msgspec.structs.replace(book, parameters=msgspec.structs.replace(book.parameters, hand=5))
    with pytest.raises(UsageError, match="by the rulebooks that are shipped alone"):
        Trained().begin(load(own, players=2), Seat(0), 1)


def test_what_is_neither_is_refused() -> None:
    """What has neither ``step`` nor ``action_probabilities`` is called by its kind."""

    class Nobody(Trained):
        """Nobody plays."""

        def made(self, _game: DealGame, _player: int, _seed: int, /) -> Chances:
            """Return none."""
            return cast("Chances", object())

    policy, game = Nobody(), load("zsiros/2")
    policy.begin(game, Seat(1), 1)
    with pytest.raises(UsageError, match="object: expected a bot or a policy of OpenSpiel"):
        policy.choose(game.deal(1).view(1))
