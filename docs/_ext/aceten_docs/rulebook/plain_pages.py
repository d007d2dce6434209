"""Sphinx extension that shows the rules in plain Python: a page for each mechanism, with links from its clauses and to them.

Every module of :mod:`aceten_spec.plain` gets a page ``plain/NAME``, whose content is the directive ``.. plain-python:: NAME``; the
directive ``plain-pages`` lists them. A function is an anchor of its own name there.
"""

from __future__ import annotations

import importlib
import inspect
from typing import TYPE_CHECKING, Final

from docutils import nodes
from sphinx.highlighting import PygmentsBridge
from sphinx.util.docutils import SphinxDirective

from aceten.tracing import pages_of, stated_plainly
from aceten_docs.pages.page_parts import folded, joined, link, paragraph, section, table, write_pages, xref
from aceten_docs.python.source_pages import anchored, anchors, with_links
from aceten_spec import load_shipped, shipped
from aceten_spec.plain.mechanisms import OF_MATCHING, OF_SUITS, PAGES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from docutils.nodes import Node
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

    from aceten_spec import Rulebook

FOLDER: Final = "plain"
"""The folder of the pages."""


def source_of(page: str) -> str:
    """Return the source of a page."""
    return inspect.getsource(importlib.import_module(f"aceten_spec.plain.{page}"))


def title_and_summary(page: str) -> tuple[str, str]:
    """Return how the docstring of a page begins, which is its title, and what it says behind that; the rest of it stands in the code."""
    words = (inspect.getdoc(importlib.import_module(f"aceten_spec.plain.{page}")) or "").partition("\n")[0]
    title, _, summary = words.partition(": ")
    return title, summary[:1].upper() + summary[1:]


def anchor_of(name: str) -> str:
    """Return the page and the anchor of a function of plain Python, by its dotted name."""
    _, _, page, function = name.split(".", 3)
    return f"{FOLDER}/{page}#{function}"


def pages_used(book: Rulebook, docname: str) -> Iterator[Node]:
    """Yield links to the pages that state what is played by a rulebook."""
    links = (link(f"{FOLDER}/{page}", title_and_summary(page)[0], docname) for page in pages_of(book))
    yield paragraph(*joined(links), nodes.Text("."))
    yield paragraph(link(f"{FOLDER}/index", "How these pages are read, and run", docname), nodes.Text("."))


class PlainPage(SphinxDirective):
    """The directive ``plain-python``: what a module states, which games need it, which clauses say the same, and its code."""

    required_arguments = 1

    def run(self) -> list[Node]:
        """Return the page as one section."""
        page = self.arguments[0]
        title, summary = title_and_summary(page)
        rows = list(self._clauses(page))
        games = joined(xref("doc", f"/rules/{book.id}", book.title, self.env.docname) for book, _ in rows)
        counted = "game" if len(rows) == 1 else "games"
        return [
            section(
                title,
                paragraph(
                    nodes.Text(f"{summary} "),
                    xref("doc", f"/{FOLDER}/index", "All pages", self.env.docname),
                    nodes.Text("."),
                ),
                paragraph(nodes.Text("For "), *games, nodes.Text("."), classes=["small"]),
                *folded(
                    [nodes.Text(f"The clauses that say this in words, of {len(rows)} {counted}")],
                    table(
                        ("Game", "Clauses"),
                        [(_cell(nodes.Text(book.title)), _cell(*clauses)) for book, clauses in rows],
                    ),
                ),
                nodes.raw("", self._code(page), format="html"),
            )
        ]

    def _clauses(self, page: str) -> Iterator[tuple[Rulebook, list[Node]]]:
        """Yield each game that needs the page, with links to its clauses that the page states."""
        for book in map(load_shipped, shipped()):
            if page in pages_of(book):
                said = [
                    clause
                    for clause, names in stated_plainly(book).items()
                    if any(name.split(".")[2] == page for name in names)
                ]
                yield book, joined(xref("clause", each, each, self.env.docname, classes=["id"]) for each in said)

    def _code(self, page: str) -> str:
        """Return the source, highlighted, with an anchor at each function and a link at each clause."""
        source = source_of(page)
        lines = PygmentsBridge("html").highlight_block(source, "python").split("\n")
        for number, name in anchors(source).items():
            lines[number - 1] = anchored(lines[number - 1], name)
        return f'<div class="source">{with_links(chr(10).join(lines), self.env.docname)}</div>'


def _cell(*inside: Node) -> nodes.paragraph:
    return paragraph(*inside, classes=["small"])


class PlainPages(SphinxDirective):
    """The directive ``plain-pages``: the pages in the order in which they are read, and the table of contents in that order."""

    def run(self) -> list[Node]:
        """Return a list for each kind of games."""
        both = [page for page in PAGES if page in OF_MATCHING and page in OF_SUITS]
        made = [
            *self._listed("Any game", both),
            *self._listed("Matching tricks", [page for page in OF_MATCHING if page not in both]),
            *self._listed("Suit tricks", [page for page in OF_SUITS if page not in both]),
        ]
        contents = ("```{toctree}", ":hidden:", *PAGES, "```")
        return [*made, *self.parse_text_to_nodes("\n".join(contents))]

    def _listed(self, heading: str, pages: Iterable[str]) -> Iterator[Node]:
        items = nodes.bullet_list("")
        for page in pages:
            title, summary = title_and_summary(page)
            place = xref("doc", f"/{FOLDER}/{page}", title, self.env.docname)
            items += nodes.list_item("", paragraph(place, nodes.Text(f": {summary[:1].lower()}{summary[1:]}")))
        yield paragraph(nodes.strong("", heading))
        yield items


def _write(app: Sphinx) -> None:
    write_pages(app, FOLDER, {page: f".. plain-python:: {page}\n" for page in PAGES})


def _always_outdated(_app: Sphinx, _env: BuildEnvironment, *_changes: set[str]) -> list[str]:
    """Read the pages again in every build: they depend on the code and on the rulebooks."""
    return [f"{FOLDER}/{page}" for page in ("index", *PAGES)]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect everything above to Sphinx."""
    app.add_directive("plain-python", PlainPage)
    app.add_directive("plain-pages", PlainPages)
    app.connect("builder-inited", _write)
    app.connect("env-get-outdated", _always_outdated)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
