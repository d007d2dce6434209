"""Processes that do the same for many things. One that dies is replaced, and all end when they are told to."""

from __future__ import annotations

import contextlib
import functools
import multiprocessing
import signal
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar, cast

from aceten_spec.speech import say
from aceten_spec.texts.worker_processes import end_with_parent

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable
    from multiprocessing.synchronize import Event

AT_ONCE: Final = 0.2
"""So often it is looked whether to end, in seconds."""
_RETRIES: Final = 3
"""So many times in a row workers may die before anything is done."""

_Item = TypeVar("_Item")
_Done = TypeVar("_Done")
_Work: TypeAlias = "Callable[[_Item, Callable[[], bool]], _Done]"
"""Does something for a thing, and may ask whether to end: then it raises :class:`StoppedError`."""


class StoppedError(Exception):
    """What was to be done has been told to end."""


def in_processes(
    made: Callable[[], _Work[_Item, _Done]], items: Iterable[_Item], processes: int, stop: Callable[[], bool]
) -> Generator[tuple[_Item, _Done]]:
    """Yield each thing with what was done for it, in whatever order.

    :param made: makes what does it, once for each process; it is sent there.
    :raises RuntimeError: when processes die again and again.
    """
    left, died = dict.fromkeys(items), 0
    while left and not stop():
        try:
            for item, done in _in_pool(made, tuple(left), processes, stop):
                del left[item]
                died = 0
                yield item, done
        except BrokenProcessPool as error:
            died += 1
            if died > _RETRIES:
                raise RuntimeError(say("workers die again and again")) from error
        else:
            return


def as_done(
    pool: Executor,
    work: Callable[[_Item], _Done],
    items: Iterable[_Item],
    workers: int,
    stop: Callable[[], bool],
) -> Generator[tuple[_Item, _Done] | None]:
    """Yield each thing with what was done for it, and now and then nothing. What fails, fails here."""
    coming, going = iter(items), dict[Future[_Done], _Item]()
    try:
        while not stop():
            while len(going) < 2 * workers and (item := next(coming, None)) is not None:
                going[pool.submit(work, item)] = item
            if not going:
                return
            done, _ = wait(going, AT_ONCE, FIRST_COMPLETED)
            yield None
            for future in done:
                item = going.pop(future)
                with contextlib.suppress(StoppedError):
                    yield item, future.result()
    finally:
        for future in going:
            future.cancel()


def _in_pool(
    made: Callable[[], _Work[_Item, _Done]], items: Iterable[_Item], processes: int, stop: Callable[[], bool]
) -> Generator[tuple[_Item, _Done]]:
    context = multiprocessing.get_context("spawn")
    ended = context.Event()
    pool = ProcessPoolExecutor(
        processes,
        mp_context=context,
        initializer=_begin,
        initargs=(cast("Callable[[], _Work[object, object]]", made), ended),
    )
    with pool:
        try:
            work = cast("Callable[[_Item], _Done]", _work_here)
            for done in as_done(pool, work, items, processes, stop):
                if done is not None:
                    yield done
        finally:
            ended.set()


_made: list[Callable[[], _Work[object, object]]] = []
"""In a process that works: what makes what is done there."""
_ended: list[Event] = []
"""And what says whether to end."""


def _begin(made: Callable[[], _Work[object, object]], ended: Event) -> None:
    """Let a process that works leave Ctrl-C to the one that began it, and end when that does."""
    _made.append(made)
    _ended.append(ended)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


@functools.cache
def _work() -> _Work[object, object]:
    return _made[0]()


def _work_here(item: object) -> object:
    return _work()(item, _ended[0].is_set)
