"""Files that a user names: the one way in which they are opened, read and written."""

from __future__ import annotations

import codecs
import errno
import io
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final, TextIO, cast

from aceten_spec.errors import FileError, shown
from aceten_spec.speech import say, to_say
from aceten_spec.texts.causes import why

_HELD: Final = re.compile(r"(?:/dev|/proc/self)/fd/([0-9]{1,9})")
"""Names of what the program holds open already, as a shell writes a pipe whose other end it holds: ``<(...)``."""
_STANDARD: Final = {"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}
"""Other such names."""
_LONGEST_NAME: Final = 1 << 12
"""No system has longer names."""
_UTF_16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""What stands before UTF-16."""
_MOST_AT_ONCE: Final = 16_000_000
"""So many bytes of UTF-16 are read, all at once."""
_AT_ONCE: Final[int] = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
"""Neither opening nor reading waits for anybody."""
_REFUSED: Final = {
    stat.S_IFDIR: to_say("Is a directory"),
    stat.S_IFIFO: to_say("a named pipe, to which nobody may ever write; give what comes from it as standard input"),
    stat.S_IFSOCK: to_say("a socket, which is no file to read"),
}


def read_text(path: str | Path, most: int) -> str:
    """Return the text of a file of at most so many bytes.

    It is a regular file, a device that has something to read, or what the program holds open: nothing is waited for that may never come.

    :raises FileError: when it cannot be read, is too large, or is not UTF-8.
    """
    name = os.fspath(path)
    with opened(name) as file:
        return text_of(name, file, most)


def text_of(name: str, file: BinaryIO, most: int) -> str:
    """Return the text of an open file of at most so many bytes.

    :raises FileError: when it cannot be read, is too large, or is not UTF-8.
    """
    try:
        data = cast("bytes | None", file.read(most + 1))  # as it is of a file that does not wait
    except OSError as error:
        raise unusable(name, error) from error
    if data is None:
        raise FileError(file=name, problem=say("there is nothing to read at present, and no end"))
    if len(data) > most:
        raise FileError(file=name, problem=say("larger than {most} bytes", most=most))
    return _decoded(name, data)


def _decoded(name: str, data: bytes) -> str:
    """Return the text of bytes: UTF-8, or UTF-16 where the mark of that stands before it, as PowerShell writes it.

    :raises FileError: when it is neither.
    """
    try:
        if b"\0" in data[:2]:
            raise FileError(file=name, problem=_unmarked())
        return data.decode("utf-16" if data.startswith(_UTF_16) else "utf-8-sig")
    except UnicodeDecodeError as error:
        if error.encoding.startswith("utf-16"):
            raise FileError(file=name, problem=say("damaged UTF-16; save it as UTF-8")) from error
        raise FileError(file=name, problem=_not_utf_8(error)) from error


def _unmarked() -> str:
    return say("UTF-16 without its mark; save it as UTF-8")


def _not_utf_8(error: UnicodeDecodeError) -> str:
    return say("byte {byte} is not UTF-8; save it as UTF-8", byte=error.start)


def lines_of(name: str, file: BinaryIO, most: int) -> Iterator[str | FileError]:
    """Yield the lines of an open file as they come, without their ends, or for one that is not UTF-8 what is wrong with it.

    There may be any number of them: only a line has a limit, in bytes.

    :raises FileError: when it cannot be read, or a line is too long.
    """
    encoding = "utf-8-sig"
    while True:
        try:
            line = file.readline(most + 1)
            if encoding == "utf-8-sig" and line.startswith(_UTF_16):
                yield from _ends_apart(_decoded(name, _all_of(name, line, file)))
                return
            ends = line.endswith(b"\n") or len(line) > most or not _has_more(file)
        except OSError as error:
            raise unusable(name, error) from error
        if not ends:
            raise FileError(file=name, problem=say("there is nothing to read at present, and no end"))
        if not line:
            return
        if len(line) > most:
            raise FileError(file=name, problem=say("a line larger than {most} bytes", most=most))
        if encoding == "utf-8-sig" and b"\0" in line[:2]:
            raise FileError(file=name, problem=_unmarked())
        try:
            yield from _ends_apart(line.decode(encoding).rstrip("\r\n"))
        except UnicodeDecodeError as error:
            yield FileError(file=name, problem=_not_utf_8(error))
        encoding = "utf-8"


def _all_of(name: str, begun: bytes, file: BinaryIO) -> bytes:
    """Return all that is in a file, of which the beginning has been read.

    :raises FileError: when that is too much: only UTF-8 is read a line at a time.
    """
    rest = file.read(_MOST_AT_ONCE + 1)
    if len(rest) > _MOST_AT_ONCE:
        problem = say("UTF-16, and larger than {most} bytes; save it as UTF-8", most=_MOST_AT_ONCE)
        raise FileError(file=name, problem=problem)
    return begun + rest


def _ends_apart(text: str) -> list[str]:
    """Return the lines in a text, of which some may end with CR alone; a record stays whole."""
    if text.startswith("{"):
        return [re.sub("\r\n?", "\n", text)]
    return re.sub("\r\n?", "\n", text.rstrip("\r\n")).split("\n")


def _has_more(file: BinaryIO) -> bool:
    """Whether a file that does not wait for what comes has only stopped, not ended."""
    try:
        waits = os.get_blocking(file.fileno())
    except io.UnsupportedOperation:  # it is in memory
        return False
    return not waits and file.read(1) != b""


def name_as_text(name: str | Path) -> str:
    r"""Return the name of a file as text that can be kept and sent: bytes in it that are no text are written as ``\\xff``."""
    try:
        return os.fsencode(name).decode("utf-8", "backslashreplace")
    except UnicodeEncodeError:  # no system has such a name
        return os.fspath(name).encode("utf-8", "backslashreplace").decode()


def shown_name(name: str | Path) -> str:
    """Return the name of a file as people are told it: whole and on one line, whatever characters are in it."""
    return shown(name, _LONGEST_NAME)


def said(word: str) -> str:
    """Return a word of the command line as it was meant, where the system takes all words for names of files in another encoding."""
    try:
        return os.fsencode(word).decode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # it comes from elsewhere
        return word


def unusable(name: str | Path, error: Exception) -> FileError:
    """Return the error for a file of which the system says that it cannot be used."""
    return FileError(file=os.fspath(name), problem=why(error))


def opened(name: str) -> BinaryIO:
    """Open a file to read it, as :func:`read_text` does.

    :raises FileError: when it is none of those that can be read.
    """
    held = _held(name)
    try:
        if held is not None:
            return open(held, "rb", closefd=False)
        problem = _REFUSED.get(stat.S_IFMT(os.stat(name).st_mode))  # noqa: PTH116 - the name stays as it was given
        if problem is None:
            return open(name, "rb", opener=_at_once)
    except (OSError, ValueError) as error:  # a name with a NUL character is a ValueError
        raise unusable(name, error) from error
    raise FileError(file=name, problem=say(problem))


def write_text(path: str | Path, text: str) -> None:
    """Write a text to a file, as :func:`write_bytes` does.

    :raises FileError: when it cannot be written.
    """
    write_bytes(path, text.encode())


def write_bytes(path: str | Path, data: bytes) -> None:
    """Write a file, whole or not at all: at every moment it holds this, or what it held before.

    What is no regular file, such as a device or what the program holds open, stays what it is, and is written to.

    :raises FileError: when it cannot be written.
    """
    name = os.fspath(path)
    try:
        if _held(name) is not None or (Path(name).exists() and not Path(name).is_file()):
            with _to_write(name) as file:
                file.buffer.write(data)
            return
        whole = Path(os.path.realpath(name))  # what a symbolic link leads to is written, not the link
        part = whole.with_name(f"{whole.name}.part")
        try:
            part.write_bytes(data)
            part.replace(whole)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:  # a name with a NUL character is a ValueError
        raise unusable(name, error) from error


def opened_to_write(path: str | Path) -> TextIO:
    """Open a file to write text to it from its beginning, a line at a time; nobody is waited for who may read it.

    :raises FileError: when it is none of those that can be written.
    """
    try:
        return _to_write(os.fspath(path))
    except (OSError, ValueError) as error:
        raise unusable(path, error) from error


def _to_write(name: str) -> TextIO:
    held = _held(name)
    if held is not None:
        return open(held, "w", buffering=1, encoding="utf-8", closefd=False)
    return open(name, "w", buffering=1, encoding="utf-8", opener=_now_to_write)


def _held(name: str) -> int | None:
    """Return the number of what the program holds open by this name; ``None``: it has to be opened."""
    held = _HELD.fullmatch(name)
    return _STANDARD.get(name) if held is None else int(held[1])


def _at_once(name: str, flags: int) -> int:
    return os.open(name, flags | _AT_ONCE)


def _now_to_write(name: str, flags: int) -> int:
    try:
        number = os.open(name, flags | _AT_ONCE, 0o666)
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise OSError(errno.ENXIO, say("nobody reads what would be written to it")) from error
        raise
    if _AT_ONCE:  # once it is open, who reads it may be slow
        os.set_blocking(number, True)
    return number
