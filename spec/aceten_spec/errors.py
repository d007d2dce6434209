"""The errors of every layer: one root, and what each layer below the engine raises."""

from __future__ import annotations

from typing import Final

_MAX_SHOWN: Final = 400


def shown(value: object, limit: int = _MAX_SHOWN) -> str:
    """Return a value as messages show it: on one line, without control characters, and cut where it is long."""
    try:
        text = str(value)
    except ValueError:  # Python writes no number of more than 4300 digits
        text = "a number of thousands of digits"
    part = text if len(text) <= limit else text[:limit] + "..."
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in part)


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

    def __init__(self, *, source: str, key: str, problem: str, expected: str) -> None:
        """Say in which file, at which key, what is wrong and what belongs there."""
        self.source = source
        """The file (or name) of the rulebook."""
        self.key = key
        """Path of the key, such as ``parameters.hand``; empty for the file as a whole."""
        self.problem = problem
        """What was found."""
        self.expected = expected
        """What belongs there."""
        where = f"{shown(source)}: {shown(key)}" if key else shown(source)
        super().__init__(f"{where}: {shown(problem)}; expected {shown(expected)}")


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
        wanted = f"; expected {shown(expected)}" if expected else ""
        super().__init__(f"column {column}: {shown(problem)}{wanted}\n{_excerpt(text, column)}")


def _excerpt(text: str, column: int, width: int = 72) -> str:
    """Show the part of the text around the column, with a caret under it."""
    start = max(0, min(column - 1 - width // 2, len(text) - width))
    part = text[start : start + width]
    lead = "..." if start else ""
    tail = "..." if start + width < len(text) else ""
    shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in part)
    return f"  {lead}{shown}{tail}\n  {' ' * (len(lead) + column - 1 - start)}^"
