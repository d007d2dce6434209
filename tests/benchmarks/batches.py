"""How fast programs that learn play: many deals at a time, and the engine alone: ``make bench``, or ``python -m benchmarks.batches``.

Both deal, play at random to the end, and tell after each action which are legal, what is seen as numbers, and what it is worth.
"""

import random
import statistics
import time
from collections.abc import Callable
from typing import Final

import numpy as np
from rich.console import Console
from rich.table import Table

import aceten
import aceten_solver

GAMES: Final = ("zsiros/2", "zsiros/4", "schnapsen/2", "einwerfen/4")
"""What is played."""
DEALS: Final = 1000
"""How many are played at a time."""
ALONE: Final = 20
"""How many the engine plays, one after the other."""
ROUNDS: Final = 5
"""How often each is measured, in turn, so that all have the same weather."""


def engine(game: aceten.Game) -> float:
    """Return how many actions a second the engine plays."""
    chance, played = random.Random(1), 0
    began = time.process_time()
    for seed in range(ALONE):
        state = game.deal(seed=seed)
        while state.turn is not None:
            state.view(state.turn).tensor  # noqa: B018 - which works it out
            state = state.play(state.action(chance.choice(state.legal_ids)))
            aceten.rewards(state)
            played += 1
    return played / (time.process_time() - began)


def at_random(batch: aceten_solver.Batch) -> list[np.ndarray[tuple[int], np.dtype[np.int32]]]:
    """Play random deals to the end, and return what was chosen."""
    chance, chosen = np.random.default_rng(1), list[np.ndarray[tuple[int], np.dtype[np.int32]]]()
    batch.deal(np.arange(DEALS))
    while not batch.over.all():
        weights = chance.random(batch.legal.shape, dtype=np.float32)
        chosen.append((batch.legal * weights).argmax(axis=1).astype(np.int32))
        batch.step(chosen[-1])
        assert batch.rewards.shape == (DEALS, batch.game.players)
    return chosen


def together(batch: aceten_solver.Batch, *, choosing: bool) -> float:
    """Return how many actions a second are played in many deals at a time, with the time that choosing takes or without it."""
    chosen, played = at_random(batch), 0
    batch.deal(np.arange(DEALS))
    for actions in chosen:
        played += int((~batch.over).sum())
        batch.step(actions)
    began = time.process_time()
    if choosing:
        at_random(batch)
    else:
        batch.deal(np.arange(DEALS))
        for actions in chosen:
            batch.step(actions)
            batch.rewards  # noqa: B018 - which works them out
    return played / (time.process_time() - began)


def main() -> None:
    """Measure the time of one processor, and print medians."""
    table = Table("actions a second", box=None, pad_edge=False)
    for name in GAMES:
        table.add_column(name, justify="right")
    games = [*map(aceten.load, GAMES)]
    asked: dict[str, Callable[[aceten.Game], float]] = {"engine, legal actions, what is seen, rewards": engine}
    if aceten_solver.backend == "native":
        batches = {game: aceten_solver.Batch(game, DEALS) for game in games}
        asked[f"{DEALS} deals at a time, the same, chosen by NumPy"] = lambda game: together(
            batches[game], choosing=True
        )
        asked[f"{DEALS} deals at a time, the same, chosen before"] = lambda game: together(
            batches[game], choosing=False
        )
    rates: dict[str, list[list[float]]] = {name: [[] for _ in games] for name in asked}
    for _ in range(ROUNDS):
        for name, measured in asked.items():
            for place, game in enumerate(games):
                rates[name][place].append(measured(game))
    for name, each in rates.items():
        table.add_row(name, *[f"{statistics.median(rate):,.0f}" for rate in each])
    Console(highlight=False, width=120).print(table)


if __name__ == "__main__":
    main()
