"""Computing a survey with the workers of Dask, on this machine or on many."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final, Protocol, cast

from typing_extensions import override

from aceten_solver.contests.workers import AT_ONCE
from aceten_spec.speech import say
from aceten_spec.texts.extras import brought_by
from aceten_surveys.drivers import Driver
from aceten_surveys.shards import Done, run_shard

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Generator, Iterable
    from pathlib import Path

    from aceten_surveys.specification import Survey

with brought_by("data"):
    import distributed
    from distributed.comm import core as comm


_PATIENCE: Final = 5
"""So many seconds a scheduler may take to answer at first."""
_AHEAD: Final = 4
"""So many files a worker are asked for at a time."""


class _Future(Protocol):
    """What is asked of a worker."""

    def done(self) -> bool: ...
    def cancelled(self) -> bool: ...
    def result(self) -> Done: ...


class _Client(Protocol):
    """Who asks. Dask says of hardly anything of what type it is."""

    def submit(self, function: Callable[..., Done], /, *arguments: object, pure: bool) -> _Future: ...
    def nthreads(self) -> dict[str, int]: ...
    def register_plugin(self, plugin: distributed.WorkerPlugin, /) -> None: ...
    def cancel(self, futures: list[_Future], /) -> None: ...
    def close(self) -> None: ...


class _Unasked(distributed.WorkerPlugin):
    """Lets a worker leave Ctrl-C, which a terminal tells to all, to the one who asks."""

    name = "aceten-unasked"

    @override
    def setup(self, worker: distributed.Worker) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


class _Security(Protocol):
    """How what is said is kept from others, by the configuration of Dask."""

    def get_connection_args(self, role: str, /) -> dict[str, object]: ...


class _Comm(Protocol):
    """A connection."""

    def abort(self) -> None: ...


_connect = cast("Callable[..., Coroutine[None, None, _Comm]]", comm.connect)
_security = cast("Callable[[], _Security]", distributed.Security)
_client = cast("Callable[..., _Client]", distributed.Client)
_local_cluster = cast("Callable[..., contextlib.AbstractContextManager[object]]", distributed.LocalCluster)


def on_cluster(scheduler: str) -> Driver:
    """Return what computes with the workers of a scheduler, all of which see the folder by the same name.

    A scheduler carries out whatever it is sent. Encryption is set up as Dask has it, by its configuration. What it computes raises
    :class:`ConnectionError` when no scheduler answers (any more), and :class:`RuntimeError` when workers die again and again.

    :param scheduler: its address, such as ``tls://10.0.0.1:8786``.
    """

    def run(survey: Survey, folder: Path, shards: Iterable[int], stop: Callable[[], bool]) -> Generator[Done | int]:
        try:
            with ThreadPoolExecutor(1) as beside:  # there may be a loop in this thread: that of a notebook
                beside.submit(asyncio.run, _reach(scheduler)).result()
            client = _client(scheduler, set_as_default=False)
        except (
            OSError,
            ValueError,
            MemoryError,
        ) as error:  # of what others than schedulers say, anything may be the length
            raise ConnectionError(say("no scheduler answers at {address}", address=scheduler)) from error
        with contextlib.closing(client):
            yield from _computed(client, survey, folder, shards, stop)

    return run


async def _reach(scheduler: str) -> None:
    """Look whether a scheduler is there at all, for which nobody should wait as long as for one that is lost on the way.

    :raises OSError: when it does not answer.
    :raises ValueError: when that is no address.
    """
    connecting = _connect(scheduler, timeout=_PATIENCE, **_security().get_connection_args("client"))
    (await asyncio.wait_for(connecting, _PATIENCE)).abort()


def on_local_cluster(workers: int) -> Driver:
    """Return what computes with so many workers that Dask starts on this machine, out of reach of others."""

    def run(survey: Survey, folder: Path, shards: Iterable[int], stop: Callable[[], bool]) -> Generator[Done | int]:
        with (
            _local_cluster(
                n_workers=workers,
                threads_per_worker=1,
                host="127.0.0.1",
                dashboard_address=None,
                silence_logs=logging.CRITICAL,
            ) as cluster,
            contextlib.closing(_client(cluster, set_as_default=False)) as client,
        ):
            client.register_plugin(_Unasked())
            yield from _computed(client, survey, folder, shards, stop)

    return run


def _computed(
    client: _Client, survey: Survey, folder: Path, shards: Iterable[int], stop: Callable[[], bool]
) -> Generator[Done]:
    """Yield each file when it is written. What fails, fails here."""
    coming, going = iter(shards), list[_Future]()
    there = folder.resolve()
    try:
        while not stop():
            room = _AHEAD * _workers(client) - len(going)
            for _, shard in zip(range(room), coming, strict=False):
                going.append(client.submit(run_shard, survey, there, shard, pure=False))
            if not going:
                return
            while not stop() and not any(future.done() for future in going):
                time.sleep(AT_ONCE / 4)
            for future in [each for each in going if each.done()]:
                if future.cancelled():
                    raise ConnectionError(say("the scheduler is gone"))
                going.remove(future)
                try:
                    yield future.result()
                except distributed.KilledWorker as error:
                    raise RuntimeError(say("workers die again and again")) from error
                except comm.CommClosedError as error:  # it was done, and is not to be had any more
                    raise ConnectionError(say("the scheduler is gone")) from error
    finally:
        with contextlib.suppress(Exception):  # whoever is gone needs no telling
            client.cancel(going)


def _workers(client: _Client) -> int:
    """Return how many workers there are; as one, where there are none yet."""
    try:
        return max(1, len(client.nthreads()))
    except (OSError, RuntimeError) as error:
        raise ConnectionError(say("the scheduler is gone")) from error
