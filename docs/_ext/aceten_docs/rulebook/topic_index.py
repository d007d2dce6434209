"""Sphinx extension: the directive ``topics``, every clause of every game under what it is about, the same text once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from aceten_docs.pages.page_parts import joined, paragraph, section, xref
from aceten_spec import load_shipped, shipped
from aceten_spec.clauses.topics import TOPICS, topic_of

if TYPE_CHECKING:
    from docutils.nodes import Node
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata


class Topics(SphinxDirective):
    """The directive ``topics``."""

    def run(self) -> list[Node]:
        """Return a section for each topic: what clauses say of it, and in which games."""
        said: dict[str, dict[str, list[str]]] = {heading: {} for heading in TOPICS.values()}
        for book in map(load_shipped, shipped()):
            for clause in book.clauses:
                said.setdefault(topic_of(clause.id), {}).setdefault(clause.text, []).append(clause.id)
        made: list[Node] = []
        for heading, texts in said.items():
            ordered = sorted(texts.items(), key=lambda entry: int(entry[1][0].rpartition("-")[2]))
            items = [
                nodes.list_item(
                    "",
                    paragraph(
                        nodes.Text(f"{words} "),
                        *joined([xref("clause", name, name, self.env.docname, classes=["id"]) for name in names]),
                    ),
                )
                for words, names in ordered
            ]
            made.append(section(heading, nodes.bullet_list("", *items)))
        return made


def always_outdated(_app: Sphinx, _env: BuildEnvironment, *_changes: set[str]) -> list[str]:
    """Read the page again in every build: it depends on the rulebooks."""
    return ["rules/topics"]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect everything above to Sphinx."""
    app.add_directive("topics", Topics)
    app.connect("env-get-outdated", always_outdated)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
