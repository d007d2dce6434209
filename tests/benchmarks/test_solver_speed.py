"""How fast endgames are solved in pure Python, and how much memory that takes."""

from __future__ import annotations

import random
import statistics
import tracemalloc
from typing import TYPE_CHECKING

import aceten
import aceten_solver

if TYPE_CHECKING:
    from collections.abc import Callable

    from aceten import State

ENDGAMES = 200


def endgames() -> list[State]:
    """Return random four-player positions with four cards each and no talon."""
    chance = random.Random(2024)
    positions: list[State] = []
    for _ in range(ENDGAMES):
        deck = [rank for rank in "AKQJT987" for _ in range(4)]
        chance.shuffle(deck)
        hands = ",".join("".join(deck[4 * seat : 4 * seat + 4]) for seat in range(4))
        positions.append(aceten.parse(f"zsiros/4 hands={hands} lead=0"))
    return positions


def test_four_player_endgames(measure: Callable[..., float], state_figure: Callable[[str], None]) -> None:
    """Solve 200 random endgames of 16 cards, the value of every action included."""
    positions = endgames()
    runs: list[list[float]] = []
    nodes: list[int] = []

    def solve_all() -> None:
        solutions = [aceten_solver.solve(state) for state in positions]
        runs.append([solution.seconds for solution in solutions])
        nodes[:] = [solution.nodes for solution in solutions]

    measure(solve_all, rounds=3)
    times = sorted(1000 * statistics.median(single) for single in zip(*runs, strict=True))
    tracemalloc.start()
    for state in positions:
        aceten_solver.solve(state)
    peak = tracemalloc.get_traced_memory()[1] / 1e6
    tracemalloc.stop()
    state_figure(
        f"four-player endgames, 16 cards, {ENDGAMES} positions: median {statistics.median(times):.1f} ms, 95th percentile"
        f" {times[int(0.95 * len(times))]:.1f} ms, slowest {times[-1]:.1f} ms; median {statistics.median(nodes):.0f} nodes;"
        f" peak memory {peak:.1f} MB"
    )


def test_two_player_deal(measure: Callable[..., float], state_figure: Callable[[str], None]) -> None:
    """Decide who wins a whole two-player deal of 32 cards with the talon known."""
    state = aceten.load("zsiros", players=2).deal(seed=1)
    seconds = measure(lambda: aceten_solver.solve(state, "deal"), rounds=1)
    state_figure(f"two-player deal, 32 cards, who wins: {seconds:.1f} s")
