"""Who computes the files of a survey: threads, or processes. They carry out the same as the workers of Dask, and tell what is done."""

from __future__ import annotations

import contextlib
import multiprocessing
import queue
import signal
import threading
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from aceten_spec.speech import say
from aceten_spec.texts.worker_processes import end_with_parent
from aceten_surveys.errors import StoppedError
from aceten_surveys.shards import Done, run_shard

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from multiprocessing.synchronize import Event
    from pathlib import Path

    from aceten_surveys.specification import Survey


AT_ONCE: Final = 0.2
"""So often it is looked whether to end, in seconds."""
_RETRIES: Final = 3
"""So many times in a row workers may die before anything is done."""


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
                for done in _as_done(pool, work, shards, threads, stop):
                    yield from _taken(counted)
                    if done is not None:
                        yield done
            finally:
                ended.set()

    return run


def in_processes(processes: int) -> Driver:
    """Return what computes in processes of this machine, a file each. One that dies is replaced."""

    def run(survey: Survey, folder: Path, shards: Iterable[int], stop: Callable[[], bool]) -> Generator[Done | int]:
        left, died = [*shards], 0
        while left and not stop():
            try:
                for done in _in_pool(survey, folder, left, processes, stop):
                    left.remove(done.shard)
                    died = 0
                    yield done
            except BrokenProcessPool as error:
                died += 1
                if died > _RETRIES:
                    raise RuntimeError(say("workers die again and again")) from error
            else:
                return

    return run


def _in_pool(
    survey: Survey, folder: Path, shards: Iterable[int], processes: int, stop: Callable[[], bool]
) -> Generator[Done]:
    context = multiprocessing.get_context("spawn")
    ended = context.Event()
    pool = ProcessPoolExecutor(processes, mp_context=context, initializer=_begin, initargs=(ended,))
    with pool:
        try:
            for done in _as_done(pool, partial(_run_here, survey, folder), tuple(shards), processes, stop):
                if done is not None:
                    yield done
        finally:
            ended.set()


_ended: list[Event] = []
"""In a process that computes: what says whether to end."""


def _begin(ended: Event) -> None:
    """Let a process that computes leave Ctrl-C to the one that began it, and end when that does."""
    _ended.append(ended)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


def _run_here(survey: Survey, folder: Path, shard: int) -> Done:
    return run_shard(survey, folder, shard, stop=_ended[0].is_set)


def _as_done(
    pool: Executor,
    work: Callable[[int], Done],
    shards: Iterable[int],
    workers: int,
    stop: Callable[[], bool],
) -> Generator[Done | None]:
    """Yield each file when it is done, and now and then nothing. What fails, fails here."""
    coming, going = iter(shards), set[Future[Done]]()
    try:
        while not stop():
            while len(going) < 2 * workers and (shard := next(coming, None)) is not None:
                going.add(pool.submit(work, shard))
            if not going:
                return
            done, going = wait(going, AT_ONCE, FIRST_COMPLETED)
            yield None
            for future in done:
                with contextlib.suppress(StoppedError):
                    yield future.result()
    finally:
        for future in going:
            future.cancel()


def _taken(counted: queue.SimpleQueue[int]) -> Generator[int]:
    """Yield how many deals were told of."""
    total = 0
    with contextlib.suppress(queue.Empty):
        while True:
            total += counted.get_nowait()
    if total:
        yield total
