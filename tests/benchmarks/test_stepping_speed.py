"""How many actions a second the native core plays in many deals at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

import aceten
import aceten_solver

if TYPE_CHECKING:
    from collections.abc import Callable

DEALS = 1000

pytestmark = pytest.mark.skipif(aceten_solver.backend == "python", reason="the native core is not there")


@pytest.mark.parametrize("players", [2, 4])
def test_a_thousand_deals(measure: Callable[..., float], players: int, state_figure: Callable[[str], None]) -> None:
    """Play a thousand deals at random, dealing, legal actions, what is seen, choosing and rewards included."""
    batch = aceten_solver.Batch(aceten.load("zsiros", players=players), DEALS)
    played = 0

    def play_all() -> None:
        nonlocal played
        chance = np.random.default_rng(1)
        batch.deal(np.arange(DEALS))
        played = 0
        while not batch.over.all():
            played += int((~batch.over).sum())
            batch.step((batch.legal * chance.random(batch.legal.shape, dtype=np.float32)).argmax(axis=1))
        assert batch.rewards.any()

    rate = 1 / measure(play_all, rounds=9) * played
    state_figure(
        f"{DEALS} deals at a time, {players} players: {rate:,.0f} actions a second, choosing at random included"
    )
