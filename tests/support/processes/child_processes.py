"""The processes that work for a command, as they are found from outside."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING

import psutil

if TYPE_CHECKING:
    from collections.abc import Iterable


def workers(begun: Iterable[psutil.Process]) -> list[psutil.Process]:
    """Return the ones among those that a command began which work for it; some may be gone while they are looked at."""
    found: list[psutil.Process] = []
    for each in begun:
        with contextlib.suppress(psutil.NoSuchProcess):
            if "spawn_main" in " ".join(each.cmdline()):
                found.append(each)
    return found


def going_on(processes: list[psutil.Process], seconds: float = 20) -> list[psutil.Process]:
    """Return those that have not ended within so many seconds.

    One that has ended stays in the system's list where nobody asks what became of it, as in a container without an init.
    """
    deadline = time.monotonic() + seconds
    while left := [each for each in processes if _goes_on(each)]:
        if time.monotonic() > deadline:
            return left
        time.sleep(0.05)
    return []


def _goes_on(process: psutil.Process) -> bool:
    with contextlib.suppress(psutil.NoSuchProcess):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False
