"""How fast endgames are solved in pure Python, and how much memory that takes."""

import random
import statistics
import tracemalloc
from collections.abc import Callable

import pytest

import aceten
import aceten_solver
from aceten import State

ENDGAMES = 200
STRICT = 5
"""Cards in each hand when the last phase of Schnapsen begins."""
STOCK = 4
TALONS = 20


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


def strict_endgames(name: str) -> list[State]:
    """Return positions of a marriage game after the talon is exhausted, five cards each, as play by chance leads to them."""
    game, seed = aceten.load(name), 0
    positions: list[State] = []
    while len(positions) < ENDGAMES:
        seed += 1
        chance = random.Random(seed)
        state = game.deal(seed=seed)
        while state.turn is not None and (state.talon or state.trick or len(state.hands[0]) > STRICT):
            quiet = [action for action in state.legal if not isinstance(action, aceten.Claim | aceten.Close)]
            state = state.play(chance.choice(quiet))
        if state.turn is not None and len(state.hands[0]) == STRICT:
            positions.append(state)
    return positions


@pytest.mark.parametrize("name", ["schnapsen", "schnapsen-book", "sixty-six"])
def test_strict_endgames(name: str, measure: Callable[..., float], state_figure: Callable[[str], None]) -> None:
    """Solve 200 endgames of five cards each in game points, claims and the value of every action included."""
    positions = strict_endgames(name)
    runs: list[list[float]] = []
    nodes: list[int] = []

    def solve_all() -> None:
        solutions = [aceten_solver.solve(state, "game-points") for state in positions]
        runs.append([solution.seconds for solution in solutions])
        nodes[:] = [solution.nodes for solution in solutions]

    measure(solve_all, rounds=3)
    times = sorted(1000 * statistics.median(single) for single in zip(*runs, strict=True))
    state_figure(
        f"{name}, five cards each, talon exhausted, {ENDGAMES} positions: median {statistics.median(times):.2f} ms,"
        f" 95th percentile {times[int(0.95 * len(times))]:.1f} ms, slowest {times[-1]:.1f} ms;"
        f" median {statistics.median(nodes):.0f} nodes"
    )


def test_schnapsen_with_known_talon(measure: Callable[..., float], state_figure: Callable[[str], None]) -> None:
    """Solve Schnapsen in game points with four cards in the talon, closing, exchanging and marriages included."""
    game, seed = aceten.load("schnapsen"), 0
    positions: list[State] = []
    while len(positions) < TALONS:
        seed += 1
        chance = random.Random(seed)
        state = game.deal(seed=seed)
        while state.turn is not None and (len(state.talon) > STOCK or state.trick):
            quiet = [action for action in state.legal if not isinstance(action, aceten.Claim | aceten.Close)]
            state = state.play(chance.choice(quiet))
        positions.append(state)
    times: list[float] = []
    measure(lambda: times.extend(aceten_solver.solve(state).seconds for state in positions), rounds=1)
    state_figure(
        f"schnapsen, talon of {STOCK} cards, {TALONS} positions: median {statistics.median(times):.2f} s, slowest {max(times):.2f} s"
    )
