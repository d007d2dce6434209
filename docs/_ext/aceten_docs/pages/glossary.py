"""Sphinx extension for what words mean: ``words``, the glossary of this site and of the rulebooks.

The content of ``words`` is written as that of the directive ``glossary``. A word that a rulebook explains is told with the game, and with
the clause of that game that fixes it, where there is one.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from sphinx.util.docutils import SphinxDirective

from aceten_spec import Rulebook, load_shipped, shipped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from docutils.nodes import Node
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


class Words(SphinxDirective):
    """The directive ``words``: one list of all, in the order of the alphabet."""

    has_content = True

    def run(self) -> list[Node]:
        """Return the list."""
        told = written(self.content)
        for word, lines in explained().items():
            own = word if word in told else as_written(word)
            told.setdefault(own, []).extend(["", *lines] if own in told else lines)
        lines = [".. glossary::", ""]
        for word in sorted(told, key=alphabetical):
            lines += [f"   {word}", *(f"      {line}" if line else "" for line in told[word]), ""]
        return self.parse_text_to_nodes("\n".join(lines))


def written(lines: Iterable[str]) -> dict[str, list[str]]:
    """Return what is said of each word by the content of the directive."""
    told: dict[str, list[str]] = {}
    word = ""
    for line in lines:
        if line and not line[0].isspace():
            word = line
            told[word] = []
        elif line:
            told[word].append(line.strip())
    return told


def explained() -> dict[str, list[str]]:
    """Return what the rulebooks say of each word: a paragraph for each meaning, with the games in which it has that."""
    meant: dict[str, dict[str, list[Rulebook]]] = {}
    for book in map(load_shipped, shipped()):
        for word, meaning in book.glossary.items():
            meant.setdefault(word, {}).setdefault(meaning, []).append(book)
    return {word: list(_paragraphs(word, meanings)) for word, meanings in meant.items()}


def _paragraphs(word: str, meanings: dict[str, list[Rulebook]]) -> Iterator[str]:
    for number, (meaning, books) in enumerate(meanings.items()):
        if number:
            yield ""
        games = [f":doc:`/rules/{book.id}`" for book in books]
        clauses = [clause for book in books for clause in fixing(book, word)]
        yield f"{as_written(meaning[:1].upper() + meaning[1:])} ({', '.join([*games, *clauses])})."


def as_written(words: str) -> str:
    """Return what reStructuredText reads as these words: those of a rulebook are no marks."""
    return re.sub(r"([^\w\s]|_)", r"\\\1", " ".join(words.split()))


def fixing(book: Rulebook, word: str) -> list[str]:
    """Return the clauses of a rulebook that fix a word."""
    named = re.compile(rf"\b{re.escape(word)}\b", re.IGNORECASE)
    return [clause.id for clause in book.clauses if clause.subject == "name" and named.search(clause.text)]


def alphabetical(word: str) -> str:
    """Return what a word is sorted by: its letters without their marks, however it is written."""
    letters = unicodedata.normalize("NFD", word.casefold())
    return "".join(letter for letter in letters if letter != "\\" and not unicodedata.combining(letter))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directive."""
    app.add_directive("words", Words)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
