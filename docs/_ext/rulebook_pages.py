"""Sphinx extension that makes the rules pages from the rulebooks.

Every shipped rulebook gets a page ``rules/ID``, whose whole content is the directive ``.. rulebook:: ID``. Every clause and example
is an anchor of its own id there.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import rulebook_clauses
import rulebook_examples
from babel import Locale
from building import code, definitions, labelled, paragraph, section, table, text, write_pages, xref
from docutils import nodes
from rulebook_commands import on_the_command_line
from rulebook_parameters import options, parameters
from rulebook_scoring import counting, scoring, winning
from sphinx.util.docutils import SphinxDirective
from traceability import source_anchor

from aceten_spec import load_shipped, shipped
from aceten_spec.refusals import REFUSALS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils.nodes import Node
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

REFUSALS_INTRO: Final = """
For each code with which the engine refuses an action (:attr:`aceten.IllegalAction.code`), the clause that is broken then, and what the
refusal says; what stands in braces is filled in. Where several conditions are broken the first of them counts, in this order. Other codes
come with the clause for ``unknown_action``, but ``early_not_beaten`` and its like with that for ``not_beaten``.
"""


class RulebookPage(SphinxDirective):
    """The directive ``rulebook``: everything that a rulebook says."""

    required_arguments = 1

    def run(self) -> list[Node]:
        """Return the page as one section."""
        book = self._book = load_shipped(self.arguments[0])
        rules = (*self.parse_text_to_nodes(rulebook_clauses.INTRO), *rulebook_clauses.topics(self, book))
        return [
            section(
                book.title,
                text(book.summary),
                *self._parent(),
                *self._names(),
                section("Rules", *rules),
                section("Parameters", *parameters(self, book)),
                section("Options", *options(self, book)),
                section("What counts", *counting(book)),
                section("Scoring table", *scoring(self, book)),
                section("Winning the match", *winning(book)),
                section("On the command line", *on_the_command_line(self, book)),
                section("Refusals", *self._refusals()),
                section("Examples", *rulebook_examples.examples(self, book)),
                section("Files", *self._files()),
                section(
                    "Sources",
                    definitions(((name, text(what)) for name, what in book.documents.items()), source_anchor("")),
                ),
            )
        ]

    def _parent(self) -> Iterator[Node]:
        if self._book.extends is not None:
            parent = load_shipped(self._book.extends)
            link = xref("doc", f"/rules/{parent.id}", parent.title, self.env.docname)
            yield labelled("Extends", link, nodes.Text(": what is not said otherwise is as there, examples apart."))

    def _names(self) -> Iterator[Node]:
        for language, names in self._book.names.items():
            spoken = Locale.parse(language, sep="-").get_display_name("en") or language
            yield labelled(f"Names in {spoken}", nodes.Text(", ".join(names)))
        if self._book.glossary:
            yield definitions((word, text(meaning)) for word, meaning in self._book.glossary.items())

    def _refusals(self) -> Iterator[Node]:
        named = self._book.refusals
        rows = [
            (paragraph(code(reason)), text(named[reason]), text(refusal.says))
            for reason, refusal in REFUSALS.items()
            if reason in named
        ]
        yield from self.parse_text_to_nodes(REFUSALS_INTRO)
        yield table(("Code", "Clause", "What it says"), rows)

    def _files(self) -> Iterator[Node]:
        for kind, name in (
            ("rulebook", f"rulebooks/{self._book.id}.toml"),
            ("test vectors", f"vectors/{self._book.id}.json"),
        ):
            path = Path("..", "spec", "aceten_spec", name)
            if Path(self.env.srcdir, path).exists():
                yield from self.parse_text_to_nodes(f"The {kind}: :download:`{Path(name).name} </{path.as_posix()}>`")


class RulebookList(SphinxDirective):
    """The directive ``rulebooks``: every shipped rulebook with its summary."""

    def run(self) -> list[Node]:
        """Return a definition list."""
        items: list[nodes.definition_list_item] = []
        for game in shipped():
            book = load_shipped(game)
            link = xref("doc", f"/rules/{game}", book.title, self.env.docname)
            term = nodes.term("", "", link, nodes.Text(" "), code(game))
            items.append(nodes.definition_list_item("", term, nodes.definition("", text(book.summary))))
        return [nodes.definition_list("", *items)]


def write_rules(app: Sphinx) -> None:
    """Make the source file of each rulebook's page, and remove those of rulebooks that are gone."""
    write_pages(app, "rules", {game: f".. rulebook:: {game}\n" for game in shipped()})


def always_outdated(_app: Sphinx, _env: BuildEnvironment, *_changes: set[str]) -> list[str]:
    """Read the pages made of rulebooks again in every build: they depend on the rulebooks and on the whole engine."""
    return [f"rules/{page}" for page in ("comparison", "contradictions", "family", *shipped())]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect everything above to Sphinx."""
    app.add_directive("rulebook", RulebookPage)
    app.add_directive("rulebooks", RulebookList)
    app.connect("builder-inited", write_rules)
    app.connect("env-get-outdated", always_outdated)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
