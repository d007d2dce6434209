"""Sphinx extension with the roles ``clause-text`` and ``outcome``: what a clause says, and what an example comes to, on another page.

So a question is answered where it is asked, and the answer stands in one place: the rulebook.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from building import xref
from docutils import nodes
from narration import tell
from sphinx.util.docutils import SphinxRole

from aceten.examples import run_example
from aceten_spec import load_shipped, shipped

if TYPE_CHECKING:
    from docutils.nodes import Node, system_message
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    from aceten_spec import Rulebook


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
    """Add the roles."""
    app.add_role("clause-text", ClauseText())
    app.add_role("outcome", Outcome())
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
