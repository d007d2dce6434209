"""The errors of every layer: one root, and what each layer below the engine raises."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from operator import index
from typing import Final, SupportsIndex

from aceten_spec.speech import say

_MAX_SHOWN: Final = 400
_MOST_ERRORS: Final = 6
"""So many things are said that are wrong with a rulebook."""
_MOST_LINES: Final = 60
"""So many lines that would mend it are shown."""


def shown(value: object, limit: int = _MAX_SHOWN) -> str:
    """Return a value as messages show it: on one line, without control characters, and cut where it is long."""
    try:
        text = str(value)
    except ValueError:  # Python writes no number of more than 4300 digits
        text = say("a number of thousands of digits")
    part = text if len(text) <= limit else text[:limit] + "..."
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in part)


def whole(value: object) -> int | None:
    """Return the whole number that a caller gave, of whatever kind; ``None`` for all else: a yes or no, a card and ``2.0`` are none."""
    if isinstance(value, int):
        return value if type(value) is int else None
    try:
        return index(value) if isinstance(value, SupportsIndex) else None
    except TypeError:  # an array of numbers is one only where it holds no more than one
        return None


def given(value: object) -> str:
    """Return what a caller gave where a whole number was expected, as messages show it: text in quotes."""
    return shown(repr(value) if whole(value) is None else value, 80)


def meant(word: str, known: Iterable[str], *, called: Mapping[str, str] | None = None, near: float = 0.6) -> str:
    """Return the question whether one of the known words was meant that are written alike, in brackets; nothing where none is.

    :param known: the words, in small letters.
    :param called: what is shown for each; without it they are shown themselves.
    :param near: how much alike they have to be, from 0 to 1.
    """
    alike = difflib.get_close_matches(word[:40].casefold(), [*known], n=2, cutoff=near)
    words = ", ".join(dict.fromkeys(alike if called is None else [called[each] for each in alike]))
    return say(" (did you mean {words}?)", words=words) if alike else ""


class AcetenError(ValueError):
    """The root of every error that this project raises for wrong input."""

    def __reduce__(self) -> tuple[object, ...]:
        """Let an error be copied, and sent to another process, with all its attributes."""
        return _rebuild, (type(self), self.args, self.__dict__)


def _rebuild(kind: type[AcetenError], arguments: tuple[object, ...], attributes: dict[str, object]) -> AcetenError:
    error = kind.__new__(kind)
    error.args = arguments
    error.__dict__.update(attributes)
    return error


class FileError(AcetenError):
    """A file cannot be read or written."""

    def __init__(self, *, file: str, problem: str) -> None:
        """Say of which file what is wrong."""
        self.file = file
        """The name of the file, as it was given."""
        self.problem = problem
        """What is wrong with it."""
        super().__init__(f"{shown(file)}: {shown(problem)}")


class RulebookError(AcetenError):
    """A rulebook cannot be used as it stands."""

    def __init__(
        self,
        *,
        source: str,
        key: str,
        problem: str,
        expected: str,
        write: tuple[str, ...] = (),
        further: tuple[RulebookError, ...] = (),
    ) -> None:
        """Say in which file, at which key, what is wrong and what belongs there."""
        self.source = source
        """The file (or name) of the rulebook."""
        self.key = key
        """Path of the key, such as ``parameters.hand``; empty for the file as a whole."""
        self.problem = problem
        """What was found."""
        self.expected = expected
        """What belongs there."""
        self.write = write
        """Lines of TOML that would mend it: the header of a table, and what is to be written under it; empty where there are none."""
        self.further = further
        """What else is wrong beside this."""
        lines = [_said(error) for error in (self, *further)[:_MOST_ERRORS]]
        if len(further) >= _MOST_ERRORS:
            lines.append(say("and {number} more", number=len(further) + 1 - _MOST_ERRORS))
        tables: dict[str, list[str]] = {}
        for header, *entries in (error.write for error in (self, *further) if error.write):
            tables.setdefault(header, []).extend(entries)
        if tables:
            lines.append(say("To be written into the rulebook:"))
            written = [f"  {shown(line)}" for header, entries in tables.items() for line in (header, *entries)]
            lines += [*written[:_MOST_LINES], *(["  ..."] if len(written) > _MOST_LINES else [])]
        super().__init__("\n".join(lines))


def _said(error: RulebookError) -> str:
    """Return where and what is wrong, in one line."""
    where = f"{shown(error.source)}: {shown(error.key)}" if error.key else shown(error.source)
    problem, expected = shown(error.problem), shown(error.expected)
    return say("{where}: {problem}; expected {expected}", where=where, problem=problem, expected=expected)


def raise_together(errors: Iterable[RulebookError]) -> None:
    """Raise the first of some errors with all the others, each thing that is wrong once.

    :raises RulebookError: when there is any.
    """
    single = {_said(error): error for each in errors for error in (each, *each.further)}
    if single:
        first, *others = single.values()
        raise RulebookError(
            source=first.source,
            key=first.key,
            problem=first.problem,
            expected=first.expected,
            write=first.write,
            further=tuple(others),
        )


def check_all(checks: Iterable[Callable[[], object]]) -> None:
    """Carry out checks that do not depend on each other, and raise together what they refuse.

    :raises RulebookError: when one of them does.
    """
    errors: list[RulebookError] = []
    for check in checks:
        try:
            check()
        except RulebookError as error:
            errors.append(error)
    raise_together(errors)


class NotationError(AcetenError):
    """A text in one of the project's notations cannot be read."""

    def __init__(self, *, text: str, column: int, problem: str, expected: str = "") -> None:
        """Say at which column (counted from 1) of the text what is wrong."""
        self.text = text
        """The text as given."""
        self.column = column
        """The first wrong column, counted from 1."""
        self.problem = problem
        """What was found."""
        self.expected = expected
        """What belongs there; empty where the problem says it all."""
        where, found = say("column {column}", column=column), shown(problem)
        said = f"{where}: {found}"
        if expected:
            wanted = shown(expected, 2 * _MAX_SHOWN)  # as many options as a game has
            said = say("{where}: {problem}; expected {expected}", where=where, problem=found, expected=wanted)
        super().__init__(f"{said}\n{excerpt(text, column)}")


def no_text(value: object, expected: str) -> NotationError:
    """Return the error about what is given in place of text."""
    return NotationError(
        text=shown(repr(value), 80),
        column=1,
        problem=say("no text but a {type}", type=type(value).__name__),
        expected=expected,
    )


class TwoReadingsError(NotationError):
    """A text can be read in two ways, and says not in which it is meant."""

    def __init__(self, *, text: str, column: int, readings: tuple[str, str]) -> None:
        """Say at which column of the text what has two readings, and how each is written."""
        self.readings = readings
        """Both, as they are written here."""
        first, second = (shown(each, _MAX_SHOWN // 4) for each in readings)
        super().__init__(
            text=text,
            column=column,
            problem=say("two readings, {first} or {second}", first=first, second=second),
            expected=say("one of them, written so"),
        )


def excerpt(text: str, column: int, width: int = 72) -> str:
    """Return the part of a text around a column, counted from 1, with a caret under it."""
    start = max(0, min(column - 1 - width // 2, len(text) - width))
    part = text[start : start + width]
    lead = "..." if start else ""
    tail = "..." if start + width < len(text) else ""
    shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in part)
    return f"  {lead}{shown}{tail}\n  {' ' * (len(lead) + column - 1 - start)}^"
