"""How each game is played, as one explains it at the table: before its clauses, and apart from them.

The texts lie in ``aceten_spec/played``, a folder for each language and a file for each shipped game, in a small part of Markdown: headings,
paragraphs, lists, words in ``*italics*``, and lines such as ``{ZS-EX-4}``, in whose place the picture of that example stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

import msgspec

from aceten_spec.speech import Language, language

FOLDER: Final = Path(__file__).with_name("played")
"""Where the texts lie.

:meta hide-value:
"""


class Passage(msgspec.Struct, frozen=True):
    """A part of an explanation."""

    kind: Literal["heading", "paragraph", "list", "example"]
    """What it is."""
    texts: tuple[str, ...]
    """The words of a heading or a paragraph, those of each point of a list, or the id of an example."""


def explanation(game: str, spoken: Language | None = None) -> tuple[Passage, ...]:
    """Return how a shipped game is played; nothing for any other rulebook.

    :param spoken: the language; ``None``: the one in force. Where there is no text in it, it is the English one.
    """
    for each in (spoken or language(), "en"):
        path = FOLDER / each / f"{game}.md"
        if re.fullmatch("[a-z0-9-]+", game) and path.is_file():
            return tuple(_blocks(path.read_text(encoding="utf-8")))
    return ()


def _blocks(text: str) -> Iterator[Passage]:
    for part in re.split(r"\n\s*\n", text.strip()):
        lines = part.splitlines()
        if part.startswith("## "):
            yield Passage("heading", (part.removeprefix("## ").strip(),))
        elif example := re.fullmatch(r"\{([A-Z0-9]+-EX-[0-9]+)\}", part.strip()):
            yield Passage("example", (example[1],))
        elif part.startswith("- "):
            yield Passage("list", tuple(_points(lines)))
        else:
            yield Passage("paragraph", (" ".join(line.strip() for line in lines),))


def _points(lines: list[str]) -> list[str]:
    points: list[str] = []
    for line in lines:
        if line.startswith("- "):
            points.append(line.removeprefix("- ").strip())
        else:
            points[-1] += f" {line.strip()}"
    return points


def emphasised(text: str) -> list[tuple[str, bool]]:
    """Return the parts of a text, each with whether it stands in italics."""
    parts = re.split(r"\*([^*]+)\*", text)
    return [(part, bool(number % 2)) for number, part in enumerate(parts) if part]
