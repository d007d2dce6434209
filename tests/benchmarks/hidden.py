"""How long advice takes where cards are hidden, as people ask for it: ``make bench``, or ``python -m benchmarks.hidden``."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Final

from rich.console import Console
from rich.table import Table

import aceten
import aceten_solver
from aceten import View
from aceten_solver.endgames import endgame_tables as tables
from aceten_solver.native import table_files
from aceten_solver.reviews.fair_review import WORLDS

ROUNDS: Final = 5
FEW: Final = (
    "zsiros/2 hands=AdQh9d7c,???? talon=?? taken=KsKdQcQsQdJcJhJdThTd9s8d7h7d,AsKhJsTc8c8s8h7s tricks=7,3 lead=0"
)
FOUR: Final = {
    "cards of the same ranks": "zsiros/2 hands=AsAdQd9d,???? talon=???? taken=AcKcKhQcQsQhJhTd,KdJcJsTsTh9c9s9h8c8s8d7d lead=0",
    "eight ranks, the most there can be": "zsiros/2 hands=AdTd9d7d,???? talon=???? "
    "taken=AsAhKsKhKdQsQhQdJsJh,JdTsTh9s9h8s8h8d7s7h lead=0",
}
"""Endings in which eight cards are hidden, four of them in the talon."""


def first_lead(number: int) -> None:
    """Advise whoever leads first in a deal for four, by 200 deals that fit."""
    state = aceten.load("zsiros", players=4).deal(seed=number)
    assert state.turn is not None
    threads = os.cpu_count() or 1  # as the command does
    advice = aceten_solver.advise(
        state.view(state.turn), samples=WORLDS, nodes=None, objective="points", threads=threads
    )
    assert (advice.method, advice.samples) == ("solved", WORLDS)


def few(_number: int) -> None:
    """Look at all deals that fit an ending for two with two cards in the talon."""
    view = aceten.parse(FEW)
    assert isinstance(view, View)
    assert aceten_solver.advise(view, samples=10**6, nodes=None, objective="points").exact


def exactly(line: str) -> Callable[[int], None]:
    """Return what asks the command for an equilibrium, as from a terminal."""

    def ask(_number: int) -> None:
        words = [sys.executable, "-m", "aceten_cli.main", "advise", line, "--method", "exact", "--json"]
        subprocess.run(words, check=True, capture_output=True)  # noqa: S603 - the program itself

    return ask


def main() -> None:
    """Measure in turn, so that all have the same weather, and print medians."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ[table_files.ENVIRONMENT] = folder
        tables.build(aceten.load("zsiros", players=4), cards=4)
        measure()


def measure() -> None:
    """Measure with complete tables for four players in place."""
    asked: dict[str, Callable[[int], None]] = {
        f"aceten_solver.advise, first lead of four, {WORLDS} deals, complete tables": first_lead,
        "aceten_solver.advise, ending of two, talon of 2, all deals": few,
    } | {f"aceten advise --method exact, talon of 4, {name}": exactly(line) for name, line in FOUR.items()}
    seconds: dict[str, list[float]] = {name: [] for name in asked}
    for number in range(ROUNDS):
        for name, ask in asked.items():
            began = time.perf_counter()
            ask(number)
            seconds[name].append(time.perf_counter() - began)
    table = Table("hidden cards", box=None, pad_edge=False)
    table.add_column("seconds", justify="right")
    for name, each in seconds.items():
        table.add_row(name, f"{statistics.median(each):.2f}")
    Console(highlight=False, width=120).print(table)


if __name__ == "__main__":
    main()
