"""Solves whole deals, and tells how long each took the processor, which may have other work."""

from __future__ import annotations

import time

import aceten
import aceten_solver


def told(given: list[str]) -> list[float]:
    """Return seconds for each position, the best of five, each time with a solver that knows nothing yet."""
    return [min(_seconds(line) for _ in range(5)) for line in given]


def _seconds(line: str) -> float:
    state = aceten.parse_state(line)
    with aceten_solver.Solver() as solver:
        begun = time.process_time()
        solver.solve(state)
        return time.process_time() - begun
