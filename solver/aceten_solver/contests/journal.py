"""What has been played so far in a contest, line by line, so that it goes on where it was ended."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

import msgspec

import aceten
from aceten import UsageError
from aceten_solver.contests.played_deals import Playing
from aceten_solver.question.backends import Backend
from aceten_spec.errors import FileError, shown
from aceten_spec.rulebook import OptionValue
from aceten_spec.speech import say
from aceten_spec.texts.causes import why
from aceten_spec.texts.json_keys import decoded
from aceten_spec.texts.user_files import opened, shown_name, unusable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FORMAT: Final = 1
"""The version of what stands in the file."""

_MOST_BYTES: Final = 100_000
"""The longest line that is read."""
_MOST_SHOWN: Final = 60


class Conditions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a contest asks: the first line of its file. How many deals are played may differ from one time to the next."""

    format: int
    """The version of this format: 1."""
    version: str
    """The version of aceten that plays."""
    game: str
    """The game, with its number of players."""
    options: dict[str, OptionValue]
    """Its options."""
    rules: str
    """The digest of its rules."""
    search: Backend | None
    """Which search answers, where a policy depends on it."""
    policies: tuple[str, ...]
    """What the policies are called."""
    pairs: bool
    """Whether each deal is played twice, the second time with the sides exchanged."""
    seed: int
    """The seed of the first deal; the others follow it, and the chance of those who play is that of the deal."""
    samples: int | None
    """How many deals the shipped policies sample for an action; ``None``: as many as they do by themselves."""
    seconds: float
    """How long a program may take to answer."""


_Read = TypeVar("_Read")

Key: TypeAlias = tuple[int, int, int]
"""Two policies by their numbers, and the seed of a deal that they play."""


class ContestDeal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A deal that two policies have played."""

    one: int
    """The number of the first."""
    other: int
    """The number of the other one."""
    deal: int
    """The seed of the deal."""
    playings: tuple[Playing, ...]
    """What it came to: the time that the first policy played for side 0, and then the one that it played for side 1; where deals are
    played once, one of the two."""

    @property
    def key(self) -> Key:
        """What was played."""
        return self.one, self.other, self.deal


_TERMS: Final = msgspec.json.Decoder(Conditions)
_ROWS: Final = msgspec.json.Decoder(ContestDeal)


def version() -> str:
    """Return the version of aceten that is installed."""
    return aceten.__version__


def terms_in(path: Path) -> Conditions | None:
    """Return what the contest in a file asks; ``None`` where there is no such file, or nothing in it.

    :raises FileError: when it cannot be read, or is no file of a contest.
    """
    for line in _lines(path):
        return _decoded(path, 1, line, _TERMS)
    return None


class Journal:
    """The file of a contest: a line that says what is asked, and one for each deal. Lines are only ever added."""

    def __init__(self, path: Path | None, terms: Conditions) -> None:
        """Read what is there of the contest, or begin its file.

        :param path: ``None``: nothing is kept.
        :raises FileError: when the file cannot be read or written, or is no file of a contest.
        :raises UsageError: when it is of another contest.
        """
        self._path = path
        self.rows: dict[Key, ContestDeal] = {}
        """What has been played."""
        if path is not None:
            self._begin(path, terms)

    def add(self, row: ContestDeal) -> None:
        """Keep what a deal came to.

        :raises FileError: when it cannot be written.
        """
        self.rows[row.key] = row
        if self._path is not None:
            _append(self._path, row)

    def _begin(self, path: Path, terms: Conditions) -> None:
        whole = 0
        for number, line in enumerate(_lines(path), start=1):
            whole += len(line)
            if number > 1:
                row = _decoded(path, number, line, _ROWS)
                self.rows.setdefault(row.key, row)
            elif (there := _decoded(path, number, line, _TERMS)) != terms:
                raise UsageError(
                    say(
                        "{file}: it holds another contest ({differ}); name another file",
                        file=shown_name(path),
                        differ=_differing(there, terms),
                    )
                )
        if not whole:
            _append(path, terms)
        elif whole < path.stat().st_size:  # the last line was not written to its end
            os.truncate(path, whole)


def _append(path: Path, line: Conditions | ContestDeal) -> None:
    try:
        with path.open("ab") as file:
            file.write(msgspec.json.encode(line) + b"\n")
    except (OSError, ValueError) as error:  # a name with a NUL character is a ValueError
        raise unusable(path, error) from error


def _lines(path: Path) -> Iterator[bytes]:
    """Yield the lines of a file, but for a last one that has no end; nothing where there is no such file.

    :raises FileError: when it cannot be read.
    """
    try:
        if not path.exists():
            return
    except OSError as error:
        raise unusable(path, error) from error
    with opened(os.fspath(path)) as file:
        try:
            while (line := file.readline(_MOST_BYTES + 1)).endswith(b"\n"):
                yield line
        except OSError as error:
            raise unusable(path, error) from error
    if len(line) > _MOST_BYTES:
        raise FileError(file=str(path), problem=say("a line larger than {most} bytes", most=_MOST_BYTES))


def _decoded(path: Path, number: int, line: bytes, decoder: msgspec.json.Decoder[_Read]) -> _Read:
    """Return what a line says.

    :raises FileError: when it is none of a contest.
    """
    try:
        return decoded(line, decoder)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        problem = say("line {line}: no contest: {problem}", line=number, problem=why(error))
        raise FileError(file=str(path), problem=problem) from error


def _differing(there: Conditions, here: Conditions) -> str:
    """Return in what two contests differ: what is there, and what is asked."""
    pairs = ((key, getattr(there, key), getattr(here, key)) for key in here.__struct_fields__)
    return ", ".join(
        f"{key}: {shown(one, _MOST_SHOWN)} / {shown(other, _MOST_SHOWN)}" for key, one, other in pairs if one != other
    )
