"""Sphinx extension for the search: the stem of a word is worked out once for all pages, and rules are found by their words.

Sphinx finds pages. ``clauses.js``, which is made here, has the words of every clause; ``clause_search.js`` looks through them.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.search.en import SearchEnglish
from typing_extensions import override

from aceten_spec import load_shipped, shipped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


class English(SearchEnglish):
    """English as Sphinx knows it, with a memory."""

    def __init__(self, options: dict[str, str]) -> None:
        super().__init__(options)
        self._stem = cache(super().stem)

    @override
    def stem(self, word: str) -> str:
        """Return the stem of a word."""
        return self._stem(word)


def clauses() -> Iterator[tuple[str, str, str, str, str]]:
    """Yield every clause: the game, the id, the title of the game, the rule, and what else it is found by."""
    for book in map(load_shipped, shipped()):
        for clause in book.clauses:
            asked = [decision.question for decision in book.decisions if decision.clause == clause.id]
            shown = [example.title for example in book.examples if clause.id in example.clauses]
            yield book.id, clause.id, book.title, clause.text, " ".join([clause.id, book.title, *asked, *shown]).lower()


def write_clauses(app: Sphinx, error: Exception | None) -> None:
    """Write the words of the clauses for the search."""
    if error is None:
        file = Path(app.outdir, "_static", "clauses.js")
        file.write_text(f"const CLAUSES = {json.dumps([*clauses()], ensure_ascii=False)};\n", encoding="utf-8")


def search_them(
    app: Sphinx, page: str, _template: str, _context: dict[str, object], _tree: nodes.document | None
) -> None:
    """Have the page of the search look through them."""
    if page == "search":
        app.add_js_file("clauses.js")
        app.add_js_file("clause_search.js")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Put the language in the place of the one that Sphinx has, and the clauses beside the index."""
    app.add_search_language(English)
    app.connect("html-page-context", search_them)
    app.connect("build-finished", write_clauses)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
