"""Sphinx extension for clauses and examples on other pages: a link of every id in running text, docstrings included, and what they say.

``clause-text`` is what a clause says, ``outcome`` what an example comes to: a question is answered where it is asked, and the answer stands
in one place, the rulebook.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxRole

from aceten.notation.examples import run_example
from aceten_docs.pages.page_parts import xref
from aceten_docs.rulebook.worked_examples import tell
from aceten_spec import Rulebook, load_shipped, shipped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils.nodes import Node, system_message
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


class LinkIds(SphinxTransform):
    """Makes the links. An id that no clause or example has is a missing reference."""

    default_priority = 700

    def apply(self, **_kwargs: object) -> None:
        """Look through the document."""
        prefixes = "|".join(load_shipped(game).prefix for game in shipped())
        pattern = re.compile(rf"\b(?:{prefixes})-[A-Z]+-[0-9]+\b")
        for words in list(self.document.findall(nodes.Text)):
            if pattern.search(words) and not _is_fixed(words):
                words.parent.replace(words, list(self._linked(words, pattern)))

    def _linked(self, words: str, pattern: re.Pattern[str]) -> Iterator[Node]:
        at = 0
        for found in pattern.finditer(words):
            yield nodes.Text(words[at : found.start()])
            kind = "example" if "-EX-" in found[0] else "clause"
            yield xref(kind, found[0], found[0], self.env.docname, classes=["id"])
            at = found.end()
        yield nodes.Text(words[at:])


def _is_fixed(words: nodes.Text) -> bool:
    """Whether text stands where no link belongs: in code, a heading or another link."""
    fixed = (
        nodes.literal,
        nodes.FixedTextElement,
        nodes.title,
        nodes.reference,
        addnodes.pending_xref,
        addnodes.desc_signature,
    )
    parent = words.parent
    while parent is not None:
        if isinstance(parent, fixed):
            return True
        parent = parent.parent
    return False


class ClauseText(SphinxRole):
    """The role ``clause-text``: the words of a clause, and a link to it."""

    def run(self) -> tuple[list[Node], list[system_message]]:
        """Return the words."""
        said = rulebook_of(self.text).clause(self.text).text.rstrip(".")
        link = xref("clause", self.text, self.text, self.env.docname, classes=["id"])
        return [nodes.Text(f"{said} ("), link, nodes.Text(")")], []


class Outcome(SphinxRole):
    """The role ``outcome``: what the last action of an example leads to, and a link to the example."""

    def run(self) -> tuple[list[Node], list[system_message]]:
        """Return the words."""
        book = rulebook_of(self.text)
        [example] = [example for example in book.examples if example.id == self.text]
        last = [tell(moment) for moment in run_example(book, example) if moment.after is not None][-1]
        link = xref("example", self.text, self.text, self.env.docname, classes=["id"])
        return [nodes.Text(f"{last.outcome} ("), link, nodes.Text(")")], []


def rulebook_of(name: str) -> Rulebook:
    """Return the shipped rulebook of a clause or an example."""
    return next(book for book in map(load_shipped, shipped()) if book.prefix == name.partition("-")[0])


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the two kinds of objects, with the roles ``clause`` and ``example``, the links, and the roles that quote."""
    for kind in ("clause", "example"):
        app.add_crossref_type(kind, kind, objname=kind)
    app.add_transform(LinkIds)
    app.add_role("clause-text", ClauseText())
    app.add_role("outcome", Outcome())
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
