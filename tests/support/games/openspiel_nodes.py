"""Nodes of our games in OpenSpiel."""

import random
from collections.abc import Iterator
from typing import Final

import pytest

from aceten import State

pytest.importorskip("pyspiel", reason='OpenSpiel is not installed; pip install ".[openspiel]" or make compare does')

import pyspiel

from aceten_openspiel import DealState

TINY: Final = {
    "aceten_zsiros_2(cards=AcAsTc7c,hand=2)": (23, 126, 46, 39),
    "aceten_zsiros_2(cards=AcAsTc7c,hand=1)": (23, 48, 12, 34),
    "aceten_schnapsen_2(cards=AcKcQcAh,hand=1)": (41, 192, 240, 168),
    "aceten_einwerfen_4(cards=AcTcAhTh,hand=1)": (83, 192, 48, 128),
}
"""Games with a few cards, one of each group: nodes of chance, of players, final ones, and information sets."""


def node_of(name: str, line: str = "") -> DealState:
    """Return the beginning of a game, or a position of it."""
    node = pyspiel.load_game(name).new_initial_state(*[line] * bool(line))
    assert isinstance(node, DealState)
    return node


def child(node: DealState, action: int) -> DealState:
    """Return the node after an action."""
    after = node.child(action)
    assert isinstance(after, DealState)
    return after


def played(node: DealState, seed: int) -> Iterator[DealState]:
    """Yield the nodes of a random deal, from its beginning to its end."""
    rng = random.Random(seed)
    yield node
    while not node.is_terminal():
        node = child(node, rng.choice(node.legal_actions()))
        yield node


def engine(node: DealState) -> State:
    """Return the state of the engine at a node."""
    now = node.held.now
    assert now is not None
    return now
