"""What the tests of the board share: the board as ``aceten board`` serves it, and a browser."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from browsing import tab as tab  # noqa: PLC0414 - so that the tests here have it

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def board() -> Iterator[str]:
    """The address of a board, without what stands behind #."""
    command = [sys.executable, "-m", "aceten_cli.main", "board", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as served:  # noqa: S603 - our own command
        assert served.stdout is not None
        line = served.stdout.readline()
        address = re.fullmatch(r"(http://127\.0\.0\.1:\d+/)#p=&l=en\n", line)
        assert address, line
        yield address[1]
        served.send_signal(signal.SIGINT)
        _, errors = served.communicate(timeout=20)
        assert errors == ""
        assert served.returncode == 0
