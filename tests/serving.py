"""A board as ``aceten board`` serves it, to be looked at from outside."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import psutil

if TYPE_CHECKING:
    from collections.abc import Generator


class Served(NamedTuple):
    """A board that is served."""

    address: str
    """Without what stands behind #."""
    process: psutil.Process


@contextmanager
def served_board() -> Generator[Served]:
    """Serve a board by a process of its own; it has nothing to complain of in the end."""
    command = [sys.executable, "-m", "aceten_cli.main", "board", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as served:  # noqa: S603 - our own command
        assert served.stdout is not None
        line = served.stdout.readline()
        address = re.fullmatch(r"(http://127\.0\.0\.1:\d+/)#p=&l=en\n", line)
        assert address, line
        try:
            yield Served(address[1], psutil.Process(served.pid))
        finally:
            served.send_signal(signal.SIGINT)
            _, errors = served.communicate(timeout=20)
        assert errors == ""
        assert served.returncode == 0
