"""Who computes the files of a survey: threads, or processes. They carry out the same as the workers of Dask, and tell what is done."""

from __future__ import annotations

import contextlib
import queue
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from aceten_solver.contests import workers
from aceten_surveys.shards import Done, run_shard

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from pathlib import Path

    from aceten_surveys.specification import Survey


Driver: TypeAlias = "Callable[[Survey, Path, Iterable[int], Callable[[], bool]], Iterator[Done | int]]"
"""Computes files of a survey in its folder, by their numbers in whatever order, until it is time to end.

It yields what is told of each when it is written; a number says that so many deals more are done of files that are not.
"""


def in_threads(threads: int) -> Driver:
    """Return what computes in threads of this process, a file each."""

    def run(survey: Survey, folder: Path, shards: Iterable[int], stop: Callable[[], bool]) -> Generator[Done | int]:
        ended = threading.Event()
        counted: queue.SimpleQueue[int] = queue.SimpleQueue()
        work = partial(run_shard, survey, folder, stop=lambda: ended.is_set() or stop(), tell=counted.put)
        with ThreadPoolExecutor(threads, thread_name_prefix="survey") as pool:
            try:
                for done in workers.as_done(pool, work, shards, threads, stop):
                    yield from _taken(counted)
                    if done is not None:
                        yield done[1]
            finally:
                ended.set()

    return run


def in_processes(processes: int) -> Driver:
    """Return what computes in processes of this machine, a file each. One that dies is replaced."""

    def run(survey: Survey, folder: Path, shards: Iterable[int], stop: Callable[[], bool]) -> Generator[Done | int]:
        made = partial(_made, survey, folder)
        for _, done in workers.in_processes(made, shards, processes, stop):
            yield done

    return run


def _made(survey: Survey, folder: Path) -> Callable[[int, Callable[[], bool]], Done]:
    """Return what computes a file."""
    return lambda shard, stop: run_shard(survey, folder, shard, stop=stop)


def _taken(counted: queue.SimpleQueue[int]) -> Generator[int]:
    """Yield how many deals were told of."""
    total = 0
    with contextlib.suppress(queue.Empty):
        while True:
            total += counted.get_nowait()
    if total:
        yield total
