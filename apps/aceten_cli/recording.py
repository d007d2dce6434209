"""The records of a match that is being played: a file for each deal, always up to date."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from aceten import record_of
from aceten_spec.errors import FileError
from aceten_spec.files import unusable

if TYPE_CHECKING:
    from aceten import State


class Recorder:
    """Writes the record of each deal to a file of its own: the first to the one that was named, the others to its name with a number.

    A file that is there already is never written over: the next number is taken.
    """

    def __init__(self, path: Path | None) -> None:
        """Write to this file; ``None``: record nothing."""
        self._path = path
        self._number = 0
        self._start: State | None = None
        self.files: list[Path] = []
        """The files written so far."""

    def begin(self, start: State) -> None:
        """Begin the record of a deal.

        :raises FileError: when no file can be made.
        """
        if self._path is None:
            return
        if self._path.is_dir():
            raise FileError(file=str(self._path), problem="a directory; name a file in it")
        while True:
            self._number += 1
            path = self._path if self._number == 1 else self._path.with_stem(f"{self._path.stem}-{self._number}")
            try:
                path.touch(exist_ok=False)
            except FileExistsError:
                continue
            except (OSError, ValueError) as error:
                raise unusable(path, error) from error
            break
        self.files.append(path)
        self._start = start
        self.write(start)

    def write(self, state: State) -> None:
        """Write the record of the deal as far as it has come.

        :raises FileError: when that is not possible.
        """
        if self._start is None or not self.files:
            return
        write_record(self.files[-1], self._start, state)


def write_record(path: Path, start: State, state: State) -> None:
    """Write the record of a deal to a file.

    :raises FileError: when that is not possible.
    """
    try:
        path.write_text(record_of(start, state), encoding="utf-8")
    except (OSError, ValueError) as error:
        raise unusable(path, error) from error
