"""Benchmarks state their figures in the project's own terms; they are printed at the end of the run."""

import statistics
import time
from collections.abc import Callable
from typing import Protocol

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

_FIGURES: list[str] = []


class Measure(Protocol):
    """Runs a function several times and returns the median of the seconds it took."""

    def __call__(self, function: Callable[[], object], *, rounds: int) -> float:
        """Run and measure."""
        ...


@pytest.fixture
def measure(benchmark: BenchmarkFixture) -> Measure:
    """Return what measures a function, and reports it to the benchmark table too."""

    def run(function: Callable[[], object], *, rounds: int) -> float:
        times: list[float] = []

        def timed() -> None:
            started = time.perf_counter()
            function()
            times.append(time.perf_counter() - started)

        benchmark.pedantic(timed, rounds=rounds, iterations=1)  # type: ignore[no-untyped-call]  # pyright: ignore[reportUnknownMemberType] - it has no types
        return statistics.median(times)

    return run


@pytest.fixture
def state_figure() -> Callable[[str], None]:
    """Return the function that adds a line to the figures at the end of the run."""
    return _FIGURES.append


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the figures."""
    if _FIGURES:
        terminalreporter.section("figures")
        for line in _FIGURES:
            terminalreporter.write_line(line)
