"""The errors of every layer: one root, and what each layer below the engine raises."""

from __future__ import annotations


class AcetenError(ValueError):
    """The root of every error that this project raises for wrong input."""


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
        where = f"{source}: {key}" if key else source
        super().__init__(f"{where}: {problem}; expected {expected}")


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
        wanted = f"; expected {expected}" if expected else ""
        super().__init__(f"column {column}: {problem}{wanted}\n{_excerpt(text, column)}")


def _excerpt(text: str, column: int, width: int = 72) -> str:
    """Show the part of the text around the column, with a caret under it."""
    start = max(0, column - 1 - width // 2)
    part = text[start : start + width]
    lead = "..." if start else ""
    tail = "..." if start + width < len(text) else ""
    shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in part)
    return f"  {lead}{shown}{tail}\n  {' ' * (len(lead) + column - 1 - start)}^"
