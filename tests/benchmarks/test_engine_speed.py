"""How many transitions the reference engine makes in a second, legal actions included."""

import random
from collections.abc import Callable

import pytest

import aceten

DEALS = 300
DEPTH = 9


@pytest.mark.parametrize("players", [2, 4])
def test_random_playouts(measure: Callable[..., float], players: int, state_figure: Callable[[str], None]) -> None:
    """Play whole deals at random."""
    starts = [aceten.load("zsiros", players=players).deal(seed=seed) for seed in range(DEALS)]
    transitions = 0

    def play_all() -> None:
        nonlocal transitions
        chance = random.Random(1).random
        transitions = 0
        for start in starts:
            state = start
            while legal := state.legal:
                state = state.play(legal[int(chance() * len(legal))])
                transitions += 1

    rate = 1 / measure(play_all, rounds=9) * transitions
    state_figure(f"random deals, {players} players: {rate:,.0f} transitions a second, legal actions included")


def test_perft(measure: Callable[..., float], state_figure: Callable[[str], None]) -> None:
    """Count the action sequences from the hands of the source's example."""
    state = aceten.parse("zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0")
    leaves = aceten.perft(state, DEPTH)
    made = sum(aceten.perft(state, depth) for depth in range(1, DEPTH))
    seconds = measure(lambda: aceten.perft(state, DEPTH), rounds=9)
    state_figure(f"perft {DEPTH}: {leaves / seconds:,.0f} leaves and {made / seconds:,.0f} transitions a second")
