"""What surveys cost beside the search itself, and what a second worker brings: ``make bench``, or ``python -m benchmarks.surveys``."""

import statistics
import tempfile
import time
from pathlib import Path
from typing import Final

import psutil
from rich.console import Console

import aceten_solver
from aceten_surveys import Deals, Done, Specification, in_threads, survey_of
from aceten_surveys.cluster import on_local_cluster
from aceten_surveys.drivers import Driver
from aceten_surveys.folder import open_folder

GAME: Final = "zsiros/2"
SHARD: Final = 100
ROUNDS: Final = 3
"""How often each is measured, in turn, so that all have the same weather."""


def bare(first: int, deals: int) -> float:
    """Return how many deals a second the solver values, one after the other, with nothing around it."""
    game = survey_of(Specification(game=GAME, deals=Deals(count=1))).played()
    began = time.perf_counter()
    for _ in aceten_solver.value_many((game.deal(seed=seed) for seed in range(first, first + deals)), "points"):
        pass
    return deals / (time.perf_counter() - began)


def surveyed(driver: Driver, first: int, deals: int) -> tuple[float, list[int]]:
    """Return how many deals a second a survey does once its workers are there, and the memory that this process held after each file."""
    asked = Specification(game=GAME, values=("points",), shard=SHARD, deals=Deals(first=first, count=deals))
    survey, held, moments = survey_of(asked), list[int](), list[float]()
    with tempfile.TemporaryDirectory() as name:
        open_folder(Path(name), survey)
        for done in driver(survey, Path(name), range(survey.shards), lambda: False):
            if isinstance(done, Done):
                moments.append(time.perf_counter())
                held.append(psutil.Process().memory_info().rss)
    # The first file waits for those who work to begin.
    return (len(moments) - 1) * SHARD / (moments[-1] - moments[0]), held


def main() -> None:
    """Measure and print."""
    out = Console(highlight=False)
    alone: list[float] = []
    around: list[float] = []
    clusters: dict[int, list[float]] = {1: [], 2: []}
    for turn in range(ROUNDS):
        first = turn * 5000
        alone.append(bare(first, 8 * SHARD))
        around.append(surveyed(in_threads(1), first, 9 * SHARD)[0])
        for workers, rates in clusters.items():
            rates.append(surveyed(on_local_cluster(workers), first, 20 * SHARD)[0])
    rate, share = statistics.median(alone), statistics.median(around) / statistics.median(alone)
    out.print(f"{GAME}, points: {rate:.0f} deals a second; a survey in Parquet does {100 * share:.0f}% of that")
    gain = statistics.median(clusters[2]) / statistics.median(clusters[1])
    out.print(f"two workers of Dask do {gain:.2f} times what one does")
    _, held = surveyed(in_threads(1), 0, 40 * SHARD)
    out.print(f"memory after 10 and after 40 files: {held[9] / 2**20:.0f} and {held[-1] / 2**20:.0f} MB")


if __name__ == "__main__":
    main()
