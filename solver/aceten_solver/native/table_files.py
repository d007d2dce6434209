"""The files of complete tables of endgames: how they are laid out, read and written.

A file begins with a line that names the format, a checksum of all that follows, and a header as JSON; at byte 4096 the entries begin, a
byte for each position. While a table is being built its entries lie in a file of another name, beside a journal of those that are done.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Self

import msgspec
import platformdirs

from aceten import AcetenError
from aceten_spec.errors import FileError
from aceten_spec.speech import say
from aceten_spec.texts.causes import why
from aceten_spec.texts.user_files import opened, shown_name

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

ENVIRONMENT: Final = "ACETEN_TABLES"
"""The environment variable that says in which folder the files are."""
START: Final = 4096
"""The byte at which the entries begin."""
CHUNK: Final = 1 << 16
"""So many entries are worked out and written at a time."""

_SUFFIX: Final = ".table"
_NAME: Final = b"aceten endgames 1\n".ljust(32)
_CHECKSUM: Final = 32
_AT_ONCE: Final = 1 << 20
_RECORD: Final = 8


class TableError(AcetenError):
    """There is no such table, or its file cannot be used."""

    def __init__(self, *, table: str, problem: str) -> None:
        """Say which table, and what is wrong."""
        self.table = table
        """The file, or what was looked for."""
        self.problem = problem
        """What is wrong, in words."""
        super().__init__(f"{shown_name(table)}: {problem}")


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What a file says of its table."""

    game: str
    """The game for which it was built, as a position line begins; others with the same endgames use it too."""
    rules: str
    """A digest of everything in the rules that bears on endgames."""
    cards: int
    """Cards a hand."""
    entries: int
    """How many positions there are, one byte each."""


class TableFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file with a complete table."""

    path: Path
    """Where it is."""
    header: Header
    """What it says of itself."""


def folder() -> Path:
    """Return the folder with the tables: ``ACETEN_TABLES``, or the user's cache.

    :raises TableError: when the user has none.
    """
    chosen = os.environ.get(ENVIRONMENT, "")
    try:
        return Path(chosen) if chosen else platformdirs.user_cache_path("aceten") / "tables"
    except RuntimeError as error:
        problem = say("there is no home folder to keep tables in; name a folder in {variable}", variable=ENVIRONMENT)
        raise TableError(table="~", problem=problem) from error


def path_of(rules: str, cards: int) -> Path:
    """Return where the table of these rules with so many cards a hand is, or would be.

    :raises TableError: as :func:`folder`.
    """
    return folder() / f"{rules[:16]}-{cards}{_SUFFIX}"


def is_there(path: Path) -> bool:
    """Whether there is such a file; there is none where the folder is not to be looked into."""
    return os.path.isfile(path)  # noqa: PTH113 - which raises nothing


def files() -> Iterator[TableFile | TableError]:
    """Yield every table that there is, or what is wrong with its file; entries are not looked at.

    :raises TableError: when the folder cannot be looked into, and as :func:`folder`.
    """
    there = folder()
    try:
        paths = sorted(there.glob(f"*{_SUFFIX}"))
    except OSError as error:
        raise TableError(table=str(there), problem=why(error)) from error
    for path in paths:
        try:
            yield TableFile(path=path, header=read_header(path))
        except TableError as error:
            yield error


_HEADER: Final = msgspec.json.Decoder(Header)
"""Made once, before there are threads: several that make one at once would end the program."""


def read_header(path: Path) -> Header:
    """Return what a file says of its table.

    :raises TableError: when it is no table, of another version, or cut.
    """
    try:
        with opened(str(path)) as file:
            first = file.read(START)
            size = os.fstat(file.fileno()).st_size
    except (OSError, FileError) as error:
        raise TableError(table=str(path), problem=_problem(error)) from error
    header = _header_of(path, first)
    if size != START + header.entries:
        problem = say("{size} bytes instead of {expected}; build it again", size=size, expected=START + header.entries)
        raise TableError(table=str(path), problem=problem)
    return header


def _header_of(path: Path, first: bytes) -> Header:
    """Return what the beginning of a file says of its table.

    :raises TableError: when it is no table, or of another version.
    """
    if not first.startswith(_NAME):
        named = first[: len(_NAME)].split(b" ")[:2] == _NAME.split(b" ")[:2]
        problem = say("a table of another version; build it again") if named else say("no table of endgames")
        raise TableError(table=str(path), problem=problem)
    try:
        return _HEADER.decode(first[len(_NAME) + _CHECKSUM :])
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise TableError(
            table=str(path), problem=say("the header is damaged ({problem}); build it again", problem=why(error))
        ) from error


class Loaded(NamedTuple):
    """A table in memory, which nobody else can change."""

    digest: str
    """Of the header and all entries."""
    entries: bytearray
    """A byte for each position."""


def loaded(path: Path, header: Header) -> Loaded:
    """Read a table into memory, after a look at every byte of it. Whatever becomes of the file afterwards makes no difference.

    :param header: what the file is known to say of its table, and by that how large it may be.
    :raises TableError: when it cannot be read, or anything was altered.
    """
    altered = TableError(
        table=str(path), problem=say("it was altered after it was built; remove it and build it again")
    )
    try:
        with opened(str(path)) as file:
            first = file.read(START)
            if _header_of(path, first) != header:
                raise altered
            digest = hashlib.blake2b(first[len(_NAME) + _CHECKSUM :], digest_size=_CHECKSUM)
            entries = bytearray(header.entries)
            place = 0
            while block := file.read(min(_AT_ONCE, header.entries - place)):
                digest.update(block)
                entries[place : place + len(block)] = block
                place += len(block)
            longer = file.read(1)
    except (OSError, FileError) as error:
        raise TableError(table=str(path), problem=_problem(error)) from error
    except MemoryError as error:
        raise TableError(table=str(path), problem=say("there is not enough memory for it")) from error
    if place < header.entries or longer or digest.digest() != first[len(_NAME) : len(_NAME) + _CHECKSUM]:
        raise altered
    return Loaded(digest.hexdigest(), entries)


def _problem(error: OSError | FileError) -> str:
    return error.problem if isinstance(error, FileError) else why(error)


class Unfinished:
    """The file of a table that is being built. What is written to it stays when the program ends, whatever ends it.

    One process at a time can hold it.
    """

    def __init__(self, header: Header) -> None:
        """Begin a file, or go on with one.

        :raises TableError: when another process is at it, or it cannot be written.
        """
        import filelock  # noqa: PLC0415 - only who builds a table locks files, and a browser has none

        self.header = header
        self._path = path_of(header.rules, header.cards)
        self._part = self._path.with_suffix(".part")
        self._journal = self._path.with_suffix(".done")
        self._written: dict[int, bytes] = {}
        self._open_files = contextlib.ExitStack()
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._open_files.enter_context(filelock.FileLock(self._path.with_suffix(".lock"), timeout=0))
            self._file = self._open(self._part)
            self._log = self._open(self._journal)
            os.truncate(self._file, START + header.entries)
            self.done = self._known()
            """The chunks that are written already."""
        except filelock.Timeout as error:
            raise TableError(table=str(self._path), problem=say("another process is building it")) from error
        except OSError as error:
            self._open_files.close()
            raise TableError(table=str(self._path), problem=why(error)) from error

    def _open(self, path: Path) -> int:
        file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
        self._open_files.callback(os.close, file)
        return file

    def chunks(self) -> list[int]:
        """Return the chunks that are not written yet."""
        return [chunk for chunk in range(-(-self.header.entries // CHUNK)) if chunk not in self.done]

    def span(self, chunk: int) -> tuple[int, int]:
        """Return the first entry of a chunk, and how many it has."""
        first = chunk * CHUNK
        return first, min(CHUNK, self.header.entries - first)

    def _known(self) -> set[int]:
        """Return the chunks of which the journal says that they are written, and of which that is true."""
        told = _read(self._log, 0, os.fstat(self._log).st_size)
        known: set[int] = set()
        kept = bytearray()
        for place in range(0, len(told) - _RECORD + 1, _RECORD):
            record = told[place : place + _RECORD]
            chunk, checksum = int.from_bytes(record[:4], "little"), int.from_bytes(record[4:], "little")
            first, count = self.span(chunk)
            if count > 0 and zlib.crc32(_read(self._file, START + first, count)) == checksum:
                known.add(chunk)
                kept += record
        if len(kept) != len(told):  # what ends in half a record is written anew
            os.truncate(self._log, 0)
            _write(self._log, 0, kept)
        self._end = len(kept)
        return known

    def write(self, chunk: int, entries: bytes | bytearray) -> None:
        """Write the entries of a chunk, and then note that they are there. One thread may do so at a time.

        :raises OSError: when the disk is full, or worse.
        """
        _write(self._file, START + chunk * CHUNK, entries)
        self._written[chunk] = hashlib.blake2b(entries).digest()
        record = chunk.to_bytes(4, "little") + zlib.crc32(entries).to_bytes(4, "little")
        _write(self._log, self._end, record)
        self._end += len(record)
        self.done.add(chunk)

    def finish(self) -> str | None:
        """Make a table of it, when every chunk is written; return its digest, if this process has written every entry.

        What another one has begun may come from anywhere.

        :raises OSError: when it cannot be written.
        """
        told = msgspec.json.encode(self.header).ljust(START - len(_NAME) - _CHECKSUM)
        _write(self._file, len(_NAME) + _CHECKSUM, told)
        digest, own = hashlib.blake2b(told, digest_size=_CHECKSUM), True
        for chunk in range(-(-self.header.entries // CHUNK)):
            first, count = self.span(chunk)
            entries = _read(self._file, START + first, count)
            digest.update(entries)
            own = own and self._written.get(chunk) == hashlib.blake2b(entries).digest()
        _write(self._file, 0, _NAME + digest.digest())
        os.fsync(self._file)
        self._part.replace(self._path)
        self._journal.unlink(missing_ok=True)
        return digest.hexdigest() if own else None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open_files.close()


def tidy(path: Path) -> None:
    """Remove the journal of a table that is whole, where the program was killed before it could."""
    journal = path.with_suffix(".done")
    if is_there(journal):
        with contextlib.suppress(OSError):  # it is in nobody's way
            journal.unlink(missing_ok=True)


def remove(path: Path) -> None:
    """Remove a table, and what is left of building it, or of earlier versions."""
    for suffix in (_SUFFIX, ".checked", ".part", ".done", ".lock"):
        path.with_suffix(suffix).unlink(missing_ok=True)


def _read(file: int, place: int, count: int) -> bytes:
    os.lseek(file, place, os.SEEK_SET)
    parts = bytearray()
    while len(parts) < count and (part := os.read(file, count - len(parts))):
        parts += part
    return bytes(parts)


def _write(file: int, place: int, data: bytes | bytearray) -> None:
    os.lseek(file, place, os.SEEK_SET)
    view = memoryview(data)
    while view:
        view = view[os.write(file, view) :]
