"""Tables as they stand in pages and docstrings: simple tables of reStructuredText, the last column broken into lines."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

_RULER: Final = re.compile(r"^=+(?: +=+)+$", re.MULTILINE)
_WIDTH: Final = 120
"""Lines are not longer, where the columns before the last leave room."""


class PlainTable(NamedTuple):
    """A table with a line of headings."""

    headings: tuple[str, ...]
    """The words above the columns."""
    rows: tuple[tuple[str, ...], ...]
    """The cells of each row, each in one line, with their marks."""


def table_in(text: str) -> str:
    """Return the one table that a text has, as it stands there."""
    first, *_, last = _RULER.finditer(text)
    return text[first.start() : last.end()]


def read_table(text: str) -> PlainTable:
    """Return the table that a text is. A line whose first cell is blank goes on with the row before."""
    ruler, headings, _, *lines = text.strip("\n").split("\n")
    starts = [column.start() for column in re.finditer("=+", ruler)]
    rows: list[list[str]] = []
    for line in lines[:-1]:
        cells = _cells(line, starts)
        if cells[0]:
            rows.append(cells)
        else:
            rows[-1] = [f"{before} {more}".strip() for before, more in zip(rows[-1], cells, strict=True)]
    return PlainTable(tuple(_cells(headings, starts)), tuple(map(tuple, rows)))


def _cells(line: str, starts: Sequence[int]) -> list[str]:
    return [line[start:end].strip() for start, end in zip(starts, [*starts[1:], None], strict=True)]


def write_table(table: PlainTable) -> str:
    """Return the text of a table, without a line end after it; :func:`read_table` reads it."""
    *widths, last = (max(map(len, column)) for column in zip(table.headings, *table.rows, strict=True))
    widths.append(min(last, max(40, _WIDTH - sum(widths) - 2 * len(widths))))
    ruler = "  ".join("=" * width for width in widths)
    body = [line for row in table.rows for line in _lines(row, widths)]
    return "\n".join([ruler, *_lines(table.headings, widths), ruler, *body, ruler])


def _lines(row: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    """Yield the lines of a row."""
    *cells, last = row
    for number, part in enumerate(textwrap.wrap(last, widths[-1], break_on_hyphens=False) or [""]):
        shown = [*cells, part] if number == 0 else [*[""] * len(cells), part]
        yield "  ".join(cell.ljust(width) for cell, width in zip(shown, widths, strict=True)).rstrip()
