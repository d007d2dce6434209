"""Ctrl-C in tests, wherever they were started from, and what goes on after it."""

import contextlib
import signal
import subprocess
from collections.abc import Generator, Iterable
from typing import AnyStr

import psutil
from support.patience import PATIENCE, awaited


@contextlib.contextmanager
def hearing_ctrl_c() -> Generator[None]:
    """Let it be heard here, and by programs that are started meanwhile, also where the tests were started to ignore it.

    So does a shell start what its script runs in the background, and a program passes it on; but what is caught here is not
    caught, nor ignored, in one that is started.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def ended_by_ctrl_c(process: subprocess.Popen[AnyStr]) -> tuple[AnyStr, AnyStr]:
    """Press it, and return what a program has printed and said by its end, which must come soon."""
    process.send_signal(signal.SIGINT)
    try:
        return process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        raise


def workers(begun: Iterable[psutil.Process]) -> list[psutil.Process]:
    """Return the ones among those that a command began which work for it; some may be gone while they are looked at."""
    found: list[psutil.Process] = []
    for each in begun:
        with contextlib.suppress(psutil.NoSuchProcess):
            if "spawn_main" in " ".join(each.cmdline()):
                found.append(each)
    return found


def going_on(processes: list[psutil.Process]) -> list[psutil.Process]:
    """Return those that do not end, however long that is waited for.

    One that has ended stays in the system's list where nobody asks what became of it, as in a container without an init.
    """
    awaited(lambda: not any(map(_goes_on, processes)))
    return [each for each in processes if _goes_on(each)]


def _goes_on(process: psutil.Process) -> bool:
    with contextlib.suppress(psutil.NoSuchProcess):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False
