"""Answers as they are told: sentences, and tables that a terminal may draw in its own way."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import msgspec

from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from aceten import Action, State

from aceten.vocabulary.naming import seat_name
from aceten.words import best_play

_GAP = "  "


class Heading(msgspec.Struct, frozen=True):
    """What stands above a column."""

    text: str
    """The words."""
    right: bool = False
    """Whether the column is aligned to the right, as numbers are."""


class ToldRow(msgspec.Struct, frozen=True):
    """A row of a table."""

    cells: tuple[str, ...]
    """What stands in it; there may be fewer than there are columns."""
    strong: bool = False
    """Whether it stands out."""


class ToldTable(msgspec.Struct, frozen=True):
    """A table."""

    headings: tuple[Heading, ...]
    """What stands above the columns; empty: nothing does, and what is in it is play."""
    rows: tuple[ToldRow, ...]
    """The rows."""

    def __str__(self) -> str:
        """Return it as text, in columns."""
        above = [ToldRow(tuple([heading.text for heading in self.headings]))] if self.headings else []
        rows = [*above, *self.rows]
        widths = [
            max([len(row.cells[column]) for row in rows if column < len(row.cells)])
            for column in range(max([len(row.cells) for row in rows], default=0))
        ]
        return "\n".join(
            [
                _GAP.join(
                    [
                        cell.rjust(width) if self._right(column) else cell.ljust(width)
                        for column, (cell, width) in enumerate(zip(row.cells, widths, strict=False))
                    ]
                ).rstrip()
                for row in rows
            ]
        )

    def _right(self, column: int) -> bool:
        return column < len(self.headings) and self.headings[column].right


Told: TypeAlias = str | ToldTable
"""A part of an answer: a line, or a table."""


def as_text(told: Iterable[Told]) -> str:
    """Return an answer as text."""
    return "\n".join(map(str, told))


def choices_headings(seat: int) -> tuple[Heading, ...]:
    """Return the first headings of a table of what a player may do: a mark for what is best, and the action."""
    return Heading(""), Heading(say("{who} plays", who=seat_name(seat)))


def line_table(state: State, line: Sequence[Action], before: tuple[str, ...] = ()) -> ToldTable:
    """Return a line of play, a row for each trick.

    :param before: what stands in each row before it.
    """
    return ToldTable(
        (), tuple([ToldRow((*before, story.moves, story.outcome)) for story in best_play(state, tuple(line))])
    )
