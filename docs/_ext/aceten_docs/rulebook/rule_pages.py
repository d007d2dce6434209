"""Sphinx extension that makes the rules pages from the rulebooks.

Every shipped rulebook gets a page ``rules/ID``, whose whole content is the directive ``.. rulebook:: ID``. Every clause and example
is an anchor of its own id there.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from babel import Locale
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from aceten_docs.pages.page_parts import (
    code,
    definitions,
    folded,
    labelled,
    link,
    paragraph,
    section,
    table,
    text,
    write_pages,
    xref,
)
from aceten_docs.proofs.traceability import source_anchor
from aceten_docs.rulebook import clauses, explanations, worked_examples
from aceten_docs.rulebook.parameters import options, parameters
from aceten_docs.rulebook.plain_pages import pages_used
from aceten_docs.rulebook.scoring_tables import counting, scoring, winning
from aceten_docs.rulebook.shell_commands import on_the_command_line
from aceten_docs.rulebook.source_list import counted
from aceten_spec import load_shipped, shipped
from aceten_spec.clauses.refusals import REFUSALS
from aceten_spec.clauses.sources import document_of, full, uses
from aceten_spec.rulebook import ResultPart
from aceten_spec.speech import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from docutils.nodes import Node
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

REFUSALS_INTRO: Final = """
For each code with which the engine refuses an action (:attr:`aceten.IllegalAction.code`), the clause that is broken then, and what the
refusal says; what stands in braces is filled in. Where several conditions are broken the first of them counts, in this order. Other codes
come with the clause for ``unknown_action``, but ``early_not_beaten`` and its like with that for ``not_beaten``.
"""


RESULT_PARTS: Final[dict[ResultPart, str]] = {
    "points": "What each side counts",
    "winner": "Who has won the deal",
    "game_points": "What each side scores for it",
    "resets": "Whose score falls to 0",
    "rest": "When it is over, and what becomes of cards that nobody has taken",
    "next_dealer": "Who deals next",
    "match": "When a match is over, and who has won it",
}
"""The parts of a result, in words."""


def _behind(title: str, summary: str | list[Node], inside: Iterable[Node]) -> nodes.section:
    """Return a section whose content is folded away."""
    return section(title, *folded([nodes.Text(summary)] if isinstance(summary, str) else summary, *inside))


class RulebookPage(SphinxDirective):
    """The directive ``rulebook``: everything that a rulebook says."""

    required_arguments = 1

    def run(self) -> list[Node]:
        """Return the page as one section."""
        book = self._book = load_shipped(self.arguments[0])
        rules = (text(" ".join(clauses.INTRO.split()), "small"), *clauses.rules(self, book))
        return [
            section(
                book.title,
                text(book.summary),
                explanations.in_other_languages(book, self.env.docname),
                *self._parent(),
                section("How it is played", *explanations.played(self, book)),
                section("Variations", *explanations.variations(self, book)),
                section("Rules", self._specification(), *rules),
                section("Examples", *worked_examples.examples(self, book)),
                *self._names(),
                _behind("Options", "How variations are written, and which parameters they set", options(self, book)),
                _behind("What counts", "Which cards count, and what all of them come to", counting(book)),
                _behind("Scoring table", "What a deal brings", scoring(self, book)),
                _behind("Results", "Which rules say what of a result", self._results()),
                _behind("Winning the match", "How long a match goes on", winning(book)),
                _behind("Parameters", "The values that the engine plays by", parameters(self, book)),
                _behind("Refusals", "The clause that is broken by what the engine refuses", self._refusals()),
                _behind(
                    "On the command line", "What to type to play, to solve, to verify", on_the_command_line(self, book)
                ),
                _behind("In plain Python", "The same rules as a program to read", pages_used(book, self.env.docname)),
                _behind("Sources", "What these rules rest on", self._sources()),
                _behind("Files", "The rulebook and the test vectors", self._files()),
            )
        ]

    def _specification(self) -> nodes.paragraph:
        link = xref("doc", f"/specification/{self._book.id}", "the specification", self.env.docname)
        return paragraph(nodes.Text("Play, end and scoring on a few screens, case by case: "), link, nodes.Text("."))

    def _sources(self) -> Iterator[Node]:
        listed = nodes.bullet_list("")
        for name, use in uses(self._book).items():
            words = full(document_of(self._book, name))
            inside = paragraph(
                link(f"sources#{source_anchor(name)}", words, self.env.docname), nodes.Text(f": {counted(use)}.")
            )
            listed += nodes.list_item("", inside)
        yield listed

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
            words = definitions((word, text(meaning)) for word, meaning in self._book.glossary.items())
            yield from folded([nodes.Text(f"Words: {', '.join(self._book.glossary)}")], words)

    def _results(self) -> Iterator[Node]:
        rows = [
            (text(RESULT_PARTS[part]), text(", ".join(clauses)))
            for part, clauses in self._book.results.items()
            if clauses
        ]
        yield table(("What", "Clauses"), rows)

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


ACROSS: Final = ("topics", "comparison", "contradictions", "family")
"""The pages across all games."""


class RulebookList(SphinxDirective):
    """The directive ``rulebooks``: every shipped rulebook with its summary, and the table of contents, which has them in that order."""

    def run(self) -> list[Node]:
        """Return a definition list."""
        items: list[nodes.definition_list_item] = []
        for game in shipped():
            book = load_shipped(game)
            link = xref("doc", f"/rules/{game}", book.title, self.env.docname)
            term = nodes.term("", "", link, nodes.Text(" "), code(game))
            items.append(nodes.definition_list_item("", term, nodes.definition("", text(book.summary))))
        others = [f"{spoken}/index" for spoken in LANGUAGES if spoken != "en"]
        contents = ("```{toctree}", ":hidden:", *shipped(), *ACROSS, *others, "```")
        return [nodes.definition_list("", *items), *self.parse_text_to_nodes("\n".join(contents))]


def write_rules(app: Sphinx) -> None:
    """Make the source file of each rulebook's page, and remove those of rulebooks that are gone."""
    write_pages(app, "rules", {game: f".. rulebook:: {game}\n" for game in shipped()})


def always_outdated(_app: Sphinx, _env: BuildEnvironment, *_changes: set[str]) -> list[str]:
    """Read the pages made of rulebooks again in every build: they depend on the rulebooks and on the whole engine."""
    return [f"rules/{page}" for page in ("index", *ACROSS, *shipped())]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect everything above to Sphinx."""
    app.add_directive("rulebook", RulebookPage)
    app.add_directive("rulebooks", RulebookList)
    app.connect("builder-inited", write_rules)
    app.connect("env-get-outdated", always_outdated)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
