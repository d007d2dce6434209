"""The standard streams, whatever the program was started with."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from typing import Final, TextIO, cast

from typing_extensions import override

_LAST: Final = 2
"""The number of the last of them."""


class _Closed(io.TextIOBase):
    """Standard output that is closed: nothing can be written to it."""

    @override
    def write(self, text: str, /) -> int:
        raise OSError(errno.EBADF, "standard output is closed")


def open_missing() -> None:
    """Put something in the place of each stream that is closed: input at its end, output that refuses, errors that go nowhere.

    Their numbers are taken too, so that no file that is opened later gets one.
    """
    while (number := os.open(os.devnull, os.O_RDWR)) <= _LAST:
        os.set_inheritable(number, True)  # noqa: FBT003 - it takes no names
    os.close(number)
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123 - it is for as long as the program runs
    if sys.stdout is None:
        sys.stdout = cast("TextIO", _Closed())
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - likewise


def discard(stream: TextIO) -> None:
    """Let what is still to be written to a stream go nowhere, so that leaving does not fail again."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
