"""Reading rulebooks, strictly: whatever is unknown, missing, wrong or contradictory is refused with its key and what belongs there."""

from __future__ import annotations

import functools
import re
import threading
import tomllib
from collections import deque
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Final, cast

import msgspec

from aceten_spec.checks.consistency import check_rulebook
from aceten_spec.errors import FileError, RulebookError, meant, raise_together, shown
from aceten_spec.inheritance import inherit
from aceten_spec.names import unaccented
from aceten_spec.rulebook import Rulebook
from aceten_spec.speech import say
from aceten_spec.switches import read_words
from aceten_spec.texts.causes import why
from aceten_spec.texts.user_files import read_text
from aceten_spec.texts.visible_text import obeyed_in
from aceten_spec.texts.wrong_data import explain

MAX_RULEBOOK_BYTES: Final = 1_000_000
"""A larger file is refused unread."""

_APOSTROPHES: Final = str.maketrans("", "", "'\N{RIGHT SINGLE QUOTATION MARK}")

MAX_RULEBOOK_LINE: Final = 4096
"""A longer line is refused, in characters: a key of thousands of parts would be read for hours."""


_ALONE: Final = threading.Lock()
"""Held while data become a rulebook: msgspec learns a type when it is first asked for, and threads that ask at once end the program."""


@functools.cache
def shipped() -> tuple[str, ...]:
    """Return the ids of the rulebooks that come with the project, in the order in which people see them: Zsíros first."""
    return tuple(_listed()["games"])


@functools.cache
def _listed() -> dict[str, dict[str, list[str]]]:
    """Return what the list of games says: which there are, what else they are called, and which are like games that are not there."""
    return tomllib.loads((resources.files("aceten_spec") / "games.toml").read_text(encoding="utf-8"))


def load_shipped(game: str) -> Rulebook:
    """Return the shipped rulebook of this id, or of another name of the game, in whatever letters: ``Zsírozás``, ``zsirozas``.

    :raises RulebookError: when there is none.
    """
    if game in shipped():
        return _shipped(game)
    found = _named().get(_plain(game))
    if found is None:
        raise _no_game(game, "rulebooks", "")
    return _shipped(found)


@functools.cache
def _shipped(game: str) -> Rulebook:
    """Return the shipped rulebook of this id. By it alone it is kept: names can be written in any number of ways.

    That it is right the tests hold, so that no start of a program takes the time for it.
    """
    return _typed(_shipped_data(game))


def _no_game(game: str, source: str, key: str) -> RulebookError:
    """Return the error for a game that there is not, with those that are written alike."""
    alike = _listed()["akin"]
    akin = alike.get(_plain(game))
    others = {name: ", ".join(games) for name, games in alike.items()}
    asked = next(
        filter(None, [meant(_plain(game), names, called=names, near=0.75) for names in (_named(), others)]), ""
    )
    if akin:
        asked = say(" (did you mean {words}?)", words=", ".join(akin))
    problem = say("no game {game!r}", game=shown(game, 80)) + asked
    return RulebookError(
        source=source, key=key, problem=problem, expected=say("one of: {known}", known=", ".join(shipped()))
    )


@functools.cache
def _named() -> dict[str, str]:
    """Return the id of the rulebook for every name; where several go by one, of that which has it as its id, alias or title."""
    books = [load_shipped(game) for game in shipped()]
    names: list[tuple[str, str]] = [(book.id, book.id) for book in books]
    names += [(alias, book.id) for book in books for alias in book.aliases]
    names += [(title, book.id) for book in books for title in (book.title, *book.titles.values())]
    names += [(name, book.id) for book in books for others in book.names.values() for name in others]
    names += [(name, game) for name, games in _listed()["called"].items() for game in games]
    return {_plain(name): game for name, game in reversed(names)}


def _plain(name: str) -> str:
    """Return a name in small letters without accents and apostrophes, with hyphens for blanks and underscores."""
    return re.sub(r"[\s_]+", "-", unaccented(name).translate(_APOSTROPHES))


@functools.cache
def _shipped_data(game: str) -> dict[str, object]:
    """Return the data of a shipped rulebook, with all that it inherits; whoever extends it copies what he changes."""
    source = f"{game}.toml"
    text = (resources.files("aceten_spec") / "rulebooks" / source).read_text(encoding="utf-8")
    return _inherited(_read(text, source), source)


def load_file(path: Path, *, sound: bool = True) -> Rulebook:
    """Read a rulebook from a file.

    :param sound: whether it has to be sound (:func:`parse_rulebook`).
    :raises RulebookError: when it cannot be read or is wrong.
    """
    source = str(path)
    try:
        text = read_text(path, MAX_RULEBOOK_BYTES)
    except FileError as error:
        expected = say("a readable file of at most {most} bytes, TOML in UTF-8", most=MAX_RULEBOOK_BYTES)
        raise RulebookError(source=source, key="", problem=error.problem, expected=expected) from error
    return parse_rulebook(text, source=source, sound=sound)


def parse_rulebook(text: str, *, source: str = "rulebook", sound: bool = True) -> Rulebook:
    """Read a rulebook from TOML text.

    :param source: the name of the file, for errors.
    :param sound: whether the rules have to be sound. With ``False`` contradictions are let pass that a game can be played with all the
        same, such as a wild rank that the pack lacks, so that they can be looked at; everything else is refused as strictly.
    :raises RulebookError: when the text is no TOML, or anything in it is unknown, missing, wrong or contradictory.
    """
    return _made(_inherited(_read(text, source), source), source, sound=sound)


def _made(data: dict[str, object], source: str, *, sound: bool) -> Rulebook:
    """Return the rulebook that is said by data in which nothing is inherited any more."""
    raise_together(_unreadable(data, source))
    try:
        rulebook = _typed(data)
    except msgspec.ValidationError as error:
        raise explain(error, data, source) from error
    check_rulebook(rulebook, source, sound=sound)
    return rulebook


def _typed(data: dict[str, object]) -> Rulebook:
    with _ALONE:
        return msgspec.convert(data, Rulebook)


def _unreadable(data: dict[str, object], source: str) -> Iterator[RulebookError]:
    """Yield what is wrong with texts in which something is that is obeyed in place of being read."""
    left: deque[tuple[str, object]] = deque([("", data)])
    while left:
        key, value = left.popleft()
        if isinstance(value, dict):
            named = cast("dict[str, object]", value)
            left.extend((key, name) for name in named)
            left.extend((f"{key}.{name}" if key else name, each) for name, each in named.items())
        elif isinstance(value, list):
            left.extend((f"{key}[{number}]", each) for number, each in enumerate(cast("list[object]", value)))
        elif isinstance(value, str) and (obeyed := obeyed_in(value)):
            problem = say("{character!r}, which is obeyed in place of being read", character=obeyed)
            yield RulebookError(source=source, key=key, problem=problem, expected=say("text"))


def _inherited(data: dict[str, object], source: str) -> dict[str, object]:
    """Return the data of a rulebook with all that it has from the shipped one that it extends."""
    extends = data.get("extends")
    if extends is None:
        return data
    if not isinstance(extends, str) or extends not in shipped():
        raise _no_game(shown(extends, 80), source, "extends")
    return inherit(data, _shipped_data(extends), source)


def _read(text: str, source: str) -> dict[str, object]:
    """Return the data in TOML text."""
    _check_text(text, source)
    try:
        return read_words(tomllib.loads(text))
    except RecursionError as error:
        raise RulebookError(
            source=source, key="", problem=say("nested too deeply"), expected=say("a TOML document")
        ) from error
    except ValueError as error:  # TOMLDecodeError, and what Python says of a number with thousands of digits
        raise RulebookError(
            source=source,
            key="",
            problem=say("not valid TOML: {problem}", problem=why(error)),
            expected=say("a TOML document"),
        ) from error


def _check_text(text: str, source: str) -> None:
    if len(text) > MAX_RULEBOOK_BYTES:
        raise RulebookError(
            source=source,
            key="",
            problem=say("text too long"),
            expected=say("at most {most} characters", most=MAX_RULEBOOK_BYTES),
        )
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > MAX_RULEBOOK_LINE:
            raise RulebookError(
                source=source,
                key="",
                problem=say("line {number} has {length} characters", number=number, length=len(line)),
                expected=say("lines of at most {most}", most=MAX_RULEBOOK_LINE),
            )
        if not line.isascii() and any("\ud800" <= character <= "\udfff" for character in line):
            raise RulebookError(
                source=source,
                key="",
                problem=say("line {number} has half a character (a lone surrogate)", number=number),
                expected=say("text"),
            )
