"""Sphinx extension with the directives ``family``, how the games descend from each other, and ``names``, what they are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from babel import Locale
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from aceten_docs.pages.page_parts import code, joined, paragraph, section, table, text, xref
from aceten_docs.rulebook.comparison import GROUPS, games_of
from aceten_docs.rulebook.parameters import numbers
from aceten_spec import Rulebook, load_shipped, shipped

if TYPE_CHECKING:
    from collections.abc import Iterable

    from docutils.nodes import Node
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def names_by_language() -> dict[str, dict[str, list[Rulebook]]]:
    """Return for each language, in the order of the alphabet, the names in it, each with the games that have it."""
    found: dict[str, dict[str, list[Rulebook]]] = {}
    for book in map(load_shipped, shipped()):
        for language, names in book.names.items():
            spoken = Locale.parse(language, sep="-").get_display_name("en") or language
            for name in names:
                found.setdefault(spoken, {}).setdefault(name, []).append(book)
    return dict(sorted(found.items()))


class Names(SphinxDirective):
    """The directive ``names``: every name of a game by language."""

    def run(self) -> list[Node]:
        """Return a table."""
        rows = [
            (
                text(language if place == 0 else ""),
                text(name),
                paragraph(*joined(xref("doc", f"/rules/{book.id}", book.title, self.env.docname) for book in books)),
            )
            for language, names in names_by_language().items()
            for place, (name, books) in enumerate(sorted(names.items()))
        ]
        return [table(("Language", "Name", "Here"), rows)]


class Family(SphinxDirective):
    """The directive ``family``: each game of a group under the one that its rulebook extends."""

    def run(self) -> list[Node]:
        """Return a section for each group."""
        return [section(title, self._under(games_of(kind), None)) for title, kind in GROUPS.items()]

    def _under(self, books: Iterable[Rulebook], parent: str | None) -> nodes.bullet_list:
        made = nodes.bullet_list("")
        for book in books:
            if book.extends == parent:
                made += nodes.list_item("", self._told(book), self._under(games_of(type(book.parameters)), book.id))
        return made

    def _told(self, book: Rulebook) -> nodes.paragraph:
        also = [code(book.id), *(code(alias) for alias in book.aliases)]
        return paragraph(
            xref("doc", f"/rules/{book.id}", book.title, self.env.docname),
            nodes.Text(" "),
            *joined(also),
            nodes.Text(f", {numbers(book.parameters.players)}. {book.summary}"),
        )


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directives."""
    app.add_directive("family", Family)
    app.add_directive("names", Names)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
