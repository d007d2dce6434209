"""Reading what the user gave: positions, files, options."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

import typer

from aceten import AcetenError, State, UsageError, parse
from aceten_spec.names import LANGUAGES, Language

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_FILE: Final = 16_000_000
"""A larger file of positions is refused, in bytes."""
_MAX_ERRORS: Final = 10

Position: TypeAlias = Annotated[
    list[str], typer.Argument(metavar="POSITION", help="A position line. Quotes around it are not needed.")
]
JsonOutput: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")]
LanguageChoice: TypeAlias = Annotated[str, typer.Option("--language", "-l", help="Card names in en, hu or de.")]


class FileError(AcetenError):
    """A file cannot be used."""


def check_language(language: str) -> Language:
    """Return the language.

    :raises UsageError: when card names do not exist in it.
    """
    for known in LANGUAGES:
        if known == language:
            return known
    message = f"--language {language[:40]!r}: expected one of: {', '.join(LANGUAGES)}"
    raise UsageError(message)


def read_text(path: str) -> str:
    """Return the text of a file, or of standard input for ``-``.

    :raises FileError: when it cannot be read, is too large, or is not UTF-8.
    """
    try:
        if path == "-":
            data = sys.stdin.buffer.read(MAX_FILE + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(MAX_FILE + 1)
    except (OSError, ValueError) as error:  # a name with a NUL character is a ValueError
        message = f"{path!r}: {getattr(error, 'strerror', None) or error}"
        raise FileError(message) from error
    if len(data) > MAX_FILE:
        message = f"{path}: larger than {MAX_FILE} bytes"
        raise FileError(message)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"{path}: byte {error.start} is not UTF-8"
        raise FileError(message) from error


def one_state(words: Iterable[str]) -> State:
    """Return the state of a position line that may have come as several words."""
    return parse(" ".join(words))


def states(words: list[str]) -> list[State]:
    """Return the states of a position line, or of every line of a file; ``-`` is standard input.

    In a file empty lines and lines that begin with ``#`` are passed over.

    :raises FileError: when a line of a file is no position; it lists the wrong lines, up to ten.
    """
    if len(words) == 1 and not _is_file(words[0]) and "=" not in words[0]:
        message = f"{words[0][:80]}: no such file, and no position line such as: zsiros/4 hands=AAO7,TT97,KK87,AOU7"
        raise FileError(message)
    if len(words) != 1 or not _is_file(words[0]):
        return [one_state(words)]
    path = words[0]
    found: list[State] = []
    problems: list[str] = []
    for number, line in enumerate(read_text(path).splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            found.append(parse(line))
        except AcetenError as error:
            problems.append(f"{path}:{number}: {error}")
    if problems:
        more = f"\nand {len(problems) - _MAX_ERRORS} more" if len(problems) > _MAX_ERRORS else ""
        raise FileError("\n".join(problems[:_MAX_ERRORS]) + more)
    if not found:
        message = f"{path}: no position in it"
        raise FileError(message)
    return found


def _is_file(word: str) -> bool:
    """Whether a word names a file rather than being a position line."""
    if word == "-":
        return True
    try:
        return Path(word).is_file()
    except (OSError, ValueError):
        return False
