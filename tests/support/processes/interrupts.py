"""Ctrl-C in tests, wherever they were started from."""

from __future__ import annotations

import contextlib
import signal
import subprocess
from typing import TYPE_CHECKING, AnyStr

if TYPE_CHECKING:
    from collections.abc import Generator


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
        return process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
