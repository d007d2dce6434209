"""Files that are there as a whole or not at all, whatever ends the program or the machine."""

from __future__ import annotations

import contextlib
import os
import secrets
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

_TEMPORARY: Final = "_tmp-"
"""What the name of a file begins with that is not whole: readers of Parquet pass over it."""


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that at any moment it is either there as a whole or not there, whatever ends the program or the machine.

    :raises OSError: when it cannot be written.
    """
    temporary = path.with_name(f"{_TEMPORARY}{path.name}-{os.getpid()}-{secrets.token_hex(4)}")
    try:
        with temporary.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
    _sync(path.parent)


def _sync(folder: Path) -> None:
    """Let what a folder says of its files survive a failure of the machine, where the system can."""
    if os.name == "nt":
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def remove_temporary(folder: Path) -> None:
    """Remove what is left of files in a folder that were not written to their end.

    Who is still writing one finds that it is gone, and that is all.
    """
    for path in folder.glob(f"{_TEMPORARY}*"):
        path.unlink(missing_ok=True)
