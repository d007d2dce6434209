"""Drawings of a known size, and how they are put together: beside and above each other, so that none reaches beyond its sheet."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable, Iterator
from html import escape
from typing import Final, NamedTuple

from aceten_spec.speech import capital
from aceten_spec.texts.visible_text import visible

_SIZE: Final = 14
"""The size of the font, where nothing else is said."""
_WIDTH_OF_LETTER: Final = 0.62
"""Room for a letter, in font sizes: more than the average of any common font, as nobody knows which one there is."""


class Block(NamedTuple):
    """A drawing and its size."""

    width: int
    """How wide it is."""
    height: int
    """How high it is."""
    svg: str
    """Its elements, with 0, 0 as the upper left corner."""


NOTHING: Final = Block(0, 0, "")
"""The empty drawing."""


def as_text(text: str) -> str:
    """Return text as it stands in SVG, to be shown and not read; XML cannot hold every character."""
    return escape(visible(text))


def element(name: str, *inside: str, **attributes: object) -> str:
    """Return an SVG element; ``_`` in the name of an attribute stands for ``-``, and one at its end keeps it from being a Python word."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{as_text(str(value))}"' for key, value in attributes.items()
    )
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"


def at(x: int, y: int, svg: str) -> str:
    """Return elements moved to a place."""
    return element("g", svg, transform=f"translate({x} {y})") if svg else ""


def beside(blocks: Iterable[Block], *, gap: int) -> Block:
    """Return drawings from left to right, centred; empty ones take no room."""
    drawn = [block for block in blocks if block != NOTHING]
    height = max((block.height for block in drawn), default=0)
    parts: list[str] = []
    x = 0
    for block in drawn:
        parts.append(at(x, (height - block.height) // 2, block.svg))
        x += block.width + gap
    return Block(max(0, x - gap), height, "".join(parts))


def above(blocks: Iterable[Block], *, gap: int) -> Block:
    """Return drawings from top to bottom, centred; empty ones take no room."""
    drawn = [block for block in blocks if block != NOTHING]
    width = max((block.width for block in drawn), default=0)
    parts: list[str] = []
    y = 0
    for block in drawn:
        parts.append(at((width - block.width) // 2, y, block.svg))
        y += block.height + gap
    return Block(width, max(0, y - gap), "".join(parts))


def words(text: str, *, size: int = _SIZE, strong: bool = False) -> Block:
    """Return a line of text."""
    width, height = math.ceil(len(text) * size * _WIDTH_OF_LETTER), math.ceil(size * 1.3)
    kind = "aceten-strong" if strong else "aceten-words"
    # In the middle, so that a narrower font leaves as much room on both sides.
    line = element("text", as_text(text), x=width // 2, y=size, font_size=size, text_anchor="middle", class_=kind)
    return Block(width, height, line)


def written(sentences: Iterable[str], width: int) -> Iterator[Block]:
    """Yield sentences in lines that fit into a width."""
    for sentence in sentences:
        for line in textwrap.wrap(capital(sentence), int(width / (_SIZE * _WIDTH_OF_LETTER))):
            yield words(line)
