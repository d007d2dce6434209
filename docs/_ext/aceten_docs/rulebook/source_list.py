"""Sphinx extension with the directive ``sources``: every document that the shipped rulebooks cite, and how much rests on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from aceten_docs.pages.page_parts import joined, paragraph, section, text, xref
from aceten_docs.proofs.traceability import source_anchor
from aceten_spec import Rulebook, load_shipped, shipped
from aceten_spec.clauses.sources import Use, full, shared, uses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils.nodes import Node
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    from aceten_spec.rulebook import Document

KINDS: Final = {"book": "Books", "page": "Pages", "program": "Programs"}
"""The headings, by the kind of a document."""


def counted(use: Use) -> str:
    """Return how much rests on a source, in words."""
    parts = ((use.clauses, "clause"), (use.decisions, "other answer"), (use.examples, "example"))
    return ", ".join(f"{count} {word}{'s' * (count != 1)}" for count, word in parts if count)


def sections_of(name: str, book: Rulebook) -> list[str]:
    """Return the headings of a document under which a rulebook finds something, in the order in which it comes to them."""
    clauses = [source for clause in book.clauses for source in clause.sources]
    others = [source for decision in book.decisions for other in decision.alternatives for source in other.sources]
    examples = [example.source for example in book.examples if example.source is not None]
    found = (source.section for source in (*clauses, *others, *examples) if source.document == name)
    return [each for each in dict.fromkeys(found) if each]


class SourceList(SphinxDirective):
    """The directive ``sources``: a section for each kind of documents."""

    def run(self) -> list[Node]:
        """Return the sections."""
        made: list[Node] = []
        for kind, heading in KINDS.items():
            documents = {name: each for name, each in shared().items() if each.kind == kind}
            made.append(section(heading, *(self._document(name, each) for name, each in documents.items())))
        return made

    def _document(self, name: str, document: Document) -> nodes.container:
        lines = nodes.bullet_list("")
        for book in map(load_shipped, shipped()):
            use = uses(book).get(name)
            if use is not None:
                where = sections_of(name, book)
                under = f", under {', '.join(f'“{each}”' for each in where)}" if where else ""
                link = xref("doc", f"/rules/{book.id}", book.title, self.env.docname)
                lines += nodes.list_item("", paragraph(link, nodes.Text(f": {counted(use)}{under}.")))
        head = paragraph(nodes.strong("", full(document)), nodes.Text(". "), *joined(self._where(document), " "))
        note = [text(document.note, "small")] if document.note else []
        return nodes.container("", head, *note, lines, ids=[source_anchor(name)], classes=["document"])

    def _where(self, document: Document) -> Iterator[Node]:
        if document.address != "not known":
            yield nodes.reference("", document.address, refuri=document.address)
        elif not document.isbn:
            yield nodes.Text("Address not known.")
        if document.copy:
            yield nodes.inline(
                "",
                "",
                nodes.Text("(read in "),
                nodes.reference("", document.copy, refuri=document.copy),
                nodes.Text(")"),
            )


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directive."""
    app.add_directive("sources", SourceList)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
