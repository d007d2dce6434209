"""Solves whole deals, and tells how long each took."""

from __future__ import annotations

import time

import aceten
import aceten_solver


def told(given: list[str]) -> list[float]:
    """Return seconds for each position, the best of three, each time with a solver that knows nothing yet."""
    return [min(_seconds(line) for _ in range(3)) for line in given]


def _seconds(line: str) -> float:
    state = aceten.parse_state(line)
    with aceten_solver.Solver() as solver:
        begun = time.perf_counter()
        solver.solve(state)
        return time.perf_counter() - begun
