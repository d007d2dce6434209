"""Sphinx extension: blocks of ``mermaid`` are drawn, as forges draw them, but here without a program of others in the reader's browser.

Of that language the lines ``a --> b`` of a chart from top to bottom are known, and nothing else.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Final

from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.transforms import SphinxTransform

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

_ARROW: Final = re.compile(r"\s*([\w.]+) --> ([\w.]+)")
_WIDE, _HIGH, _ASIDE, _BETWEEN = 176, 32, 14, 44
"""Pixels: a box, and how far it is from the next one in its row and from the next row."""


class Flowcharts(SphinxTransform):
    """Puts a picture in place of each such block."""

    default_priority = 300

    def apply(self, **_: object) -> None:
        """Draw the blocks of a page."""
        for block in list(self.document.findall(nodes.literal_block)):
            if block.get("language") == "mermaid":
                block.replace_self(nodes.raw("", flowchart(block.astext()), format="html"))


def flowchart(text: str) -> str:
    """Return the picture of a chart, whose arrows are its words for those who do not see it.

    :raises ExtensionError: for a line that is no arrow.
    """
    first, *lines = text.strip().splitlines()
    found = [_ARROW.fullmatch(line) for line in lines]
    if first != "flowchart TD" or not all(found):
        raise ExtensionError(f"a chart: expected 'flowchart TD' and lines such as 'a --> b': {text[:80]!r}")
    arrows = [(each[1], each[2]) for each in found if each]
    rows = _rows(arrows)
    places = {
        name: ((place - (len(row) - 1) / 2) * (_WIDE + _ASIDE), level * (_HIGH + _BETWEEN))
        for level, row in enumerate(rows)
        for place, name in enumerate(row)
    }
    wide, high = max(map(len, rows)) * (_WIDE + _ASIDE), len(rows) * (_HIGH + _BETWEEN) - _BETWEEN
    said = escape("; ".join([f"{above} imports {below}" for above, below in arrows]))
    drawn = "".join([_line(places[above], places[below]) for above, below in arrows])
    drawn += "".join([_box(name, *place) for name, place in places.items()])
    return (
        f'<figure class="aceten-flowchart"><svg role="img" viewBox="{-wide / 2:g} -2 {wide} {high + 4}" width="{wide}">'
        f"<title>What imports what</title><desc>{said}</desc>"
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        f'<path d="M0 0 8 4 0 8z" fill="currentColor"/></marker></defs>{drawn}</svg></figure>'
    )


def _rows(arrows: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Return the names row by row: each below all that point to it."""
    arrows = list(arrows)
    level = dict.fromkeys([name for arrow in arrows for name in arrow], 0)
    for _ in level:
        for above, below in arrows:
            level[below] = max(level[below], level[above] + 1)
    return [[name for name, of in level.items() if of == row] for row in range(max(level.values()) + 1)]


def _line(above: tuple[float, float], below: tuple[float, float]) -> str:
    return (
        f'<line x1="{above[0]:g}" y1="{above[1] + _HIGH:g}" x2="{below[0]:g}" y2="{below[1] - 2:g}"'
        ' stroke="currentColor" stroke-width="1.2" opacity=".6" marker-end="url(#tip)"/>'
    )


def _box(name: str, x: float, y: float) -> str:
    return (
        f'<rect x="{x - _WIDE / 2:g}" y="{y:g}" width="{_WIDE}" height="{_HIGH}" rx="6" fill="var(--color-background-secondary)"'
        f' stroke="currentColor"/><text x="{x:g}" y="{y + _HIGH / 2 + 5:g}" text-anchor="middle" font-size="14" fill="currentColor">'
        f"{escape(name)}</text>"
    )


def setup(app: Sphinx) -> ExtensionMetadata:
    """Let Sphinx draw charts."""
    app.add_transform(Flowcharts)
    return {"version": "0.1", "parallel_read_safe": True, "parallel_write_safe": True}
