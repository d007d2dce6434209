"""Sphinx extension that traces every clause: to its sources, the code that carries it out, its theorems, tests and vectors.

Every shipped rulebook gets a page ``traceability/ID``, whose content is the directive ``.. traceability:: ID``; the directive
``.. traced-games::`` sums them up.
"""

from __future__ import annotations

from collections import Counter
from html import escape
from typing import TYPE_CHECKING, Final

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from aceten.tracing import carried, stated, stated_plainly
from aceten_docs.pages.page_parts import link, paragraph, section, table, text, write_pages, xref
from aceten_docs.proofs.coq_definitions import FOLDER as COQ
from aceten_docs.proofs.coq_definitions import naming_in_coq
from aceten_docs.proofs.theorem_pages import DEGREES, standings, step_anchor
from aceten_docs.proofs.vector_pages import cases_by_clause, list_anchor, vectors_of
from aceten_docs.python.naming_tests import naming_tests
from aceten_docs.python.source_pages import place_of_code, place_of_test
from aceten_docs.rulebook.plain_pages import anchor_of
from aceten_spec import Clause, Rulebook, load_shipped, shipped
from aceten_spec.clauses.sources import document_of, full

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from docutils.nodes import Node
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

FOLDER: Final = "traceability"
"""The folder of the pages."""

HEADINGS: Final = ("Clause", "Sources", "Code", "Theorems", "Tests", "Vectors")
"""What there is to each clause."""

ASKS_NOTHING: Final = {
    "name": "by definition: it fixes a word",
    "conduct": "by definition: it binds the people at the table",
}
"""What is said in place of code, by the subject of a clause."""

NOTHING_TO_TEST: Final = "nothing to test"
"""What is said in place of examples and vectors of such a clause."""


def row_anchor(clause: str) -> str:
    """Return the anchor of a clause's row."""
    return f"trace-{clause}"


def row_link(game: str, clause: str, docname: str) -> nodes.paragraph:
    """Return a link to the row of a clause, for its rules page."""
    return paragraph(link(f"{FOLDER}/{game}#{row_anchor(clause)}", "Traceability", docname), classes=["small"])


def source_anchor(document: str) -> str:
    """Return the anchor of a document on the page of sources."""
    return f"source-{document}"


class Rows:
    """The rows of a game's table.

    They are HTML, not nodes: there are so many links in them that Sphinx would need longer for them than for the rest of the site.
    """

    def __init__(self, book: Rulebook) -> None:
        self._book = book
        self._rules = f"rules/{book.id}"
        self._carried = carried(book)
        self._stated = stated(book)
        self._plainly = stated_plainly(book)
        self._standings = standings(book.id)
        self._cases = cases_by_clause(book.id)

    def __str__(self) -> str:
        headings = "".join(f'<th class="head"><p>{heading}</p></th>' for heading in HEADINGS)
        rows = "\n".join(map(self._row, self._book.clauses))
        return (
            '<div class="table-wrapper docutils container"><table class="docutils align-default stacked traced">\n'
            f"<thead><tr>{headings}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table></div>"
        )

    def _row(self, clause: Clause) -> str:
        columns = (self._sources, self._code, self._theorems, self._tests, self._vectors)
        cells = "".join(_cell(heading, column(clause)) for heading, column in zip(HEADINGS[1:], columns, strict=True))
        name = _a(f"{self._rules}#{clause.id}", clause.id)
        return f'<tr id="{row_anchor(clause.id)}"><td><p class="id">{name}</p></td>{cells}</tr>'

    def _sources(self, clause: Clause) -> Iterator[str]:
        for source in clause.sources:
            words = f"{source.document}: {source.section}" if source.section else source.document
            hint = full(document_of(self._book, source.document))
            yield _a(f"sources#{source_anchor(source.document)}", escape(words, quote=False), hint)
        if not clause.sources:
            yield _a(f"{self._rules}#{clause.id}", "our own choice")

    def _code(self, clause: Clause) -> Iterator[str]:
        found = self._carried[clause.id]
        yield from map(_shown, found.code)
        for kind, names in (("option", found.options), ("refusal", found.refusals), ("parameter", found.parameters)):
            for name in names:
                yield f"{kind} {_a(f'{self._rules}#{kind}s', name)}"
        plainly = [_a(anchor_of(name), ".<wbr>".join(name.split(".")[2:]), name) for name in self._plainly[clause.id]]
        if plainly:
            yield f"in plain Python: {', '.join(plainly)}"
        in_coq = [
            _a(f"{COQ}/{each.file}#{each.name}", f"{each.file}.<wbr>{each.name}", f"{each.file}.v: {each.name}")
            for each in naming_in_coq(self._book, clause.id)
        ]
        if in_coq:
            yield f"in Coq: {', '.join(in_coq)}"
        if clause.subject in ASKS_NOTHING:
            yield _a(f"{self._rules}#{clause.id}", ASKS_NOTHING[clause.subject])

    def _theorems(self, clause: Clause) -> Iterator[str]:
        found = self._standings[clause.id]
        if found.degree != "proved":
            yield _a("proofs#clauses", DEGREES[found.degree])
        steps: dict[str, list[str]] = {}
        for obligation in found.obligations:
            theorem, _, step = obligation.partition(".")
            steps.setdefault(theorem, []).append(_a(f"proofs#{step_anchor(obligation)}", step, obligation))
        for theorem, links in steps.items():
            yield f'<span class="id">{theorem}</span>: {", ".join(links)}'
        formulas = self._stated[clause.id] if found.obligations else ()
        if formulas:
            yield f"formulas: {', '.join(map(_shown, formulas))}"

    def _tests(self, clause: Clause) -> Iterator[str]:
        examples = self._standings[clause.id].examples
        if examples:
            yield ", ".join(_a(f"{self._rules}#{name}", name) for name in examples)
        for test in naming_tests().get(clause.id, ()):
            words = test.name.removeprefix("test_").replace("_", " ")
            yield _a("#".join(place_of_test(test)), words, f"{test.file}: {test.name}")
        if clause.subject in ASKS_NOTHING and not examples:
            yield NOTHING_TO_TEST

    def _vectors(self, clause: Clause) -> Iterator[str]:
        cases, page = self._cases[clause.id], f"vectors/{self._book.id}"
        if cases:
            yield _a(f"{page}#{cases[0]}", cases[0])
        if len(cases) > 1:
            yield _a(f"{page}#{list_anchor(clause.id)}", f"and {len(cases) - 1} more")
        if clause.subject in ASKS_NOTHING and not cases:
            yield NOTHING_TO_TEST


def _cell(heading: str, lines: Iterable[str]) -> str:
    """Return a cell; where cells stand under each other its heading is shown in it."""
    return f'<td><p class="heading">{heading}</p>{"".join(f"<p>{line}</p>" for line in lines)}</td>'


def _shown(name: str) -> str:
    """Return a link to the source of something by its last two names, the module or class and its own; it may break between them."""
    return _a("#".join(place_of_code(name)), ".<wbr>".join(name.split(".")[-2:]), name)


def _a(target: str, words: str, hint: str = "") -> str:
    """Return a link from one of the pages to an anchor of another page, with words in HTML."""
    page, _, anchor = target.partition("#")
    title = f' title="{escape(hint)}"' if hint else ""
    return f'<a href="../{page}.html#{escape(anchor)}"{title}>{words}</a>'


class Traceability(SphinxDirective):
    """The directive ``traceability``: a row for each clause of a game."""

    required_arguments = 1

    def run(self) -> list[Node]:
        """Return the page."""
        book = load_shipped(self.arguments[0])
        back = paragraph(
            xref("doc", f"/rules/{book.id}", "The rules", self.env.docname),
            nodes.Text(", "),
            xref("doc", f"/{FOLDER}/index", "what the columns say", self.env.docname),
            nodes.Text("."),
        )
        return [section(f"{book.title}: traceability", back, nodes.raw("", str(Rows(book)), format="html"))]


class TracedGames(SphinxDirective):
    """The directive ``traced-games``: how many clauses each game has, how far they are shown to be kept to, and by what."""

    def run(self) -> list[Node]:
        """Return the table."""
        headings = ("Game", "Clauses", *map(str.capitalize, DEGREES.values()), "Examples", "Vectors")
        return [table(headings, (self._row(load_shipped(game)) for game in shipped()))]

    def _row(self, book: Rulebook) -> list[Node]:
        counts = Counter(found.degree for found in standings(book.id).values())
        file = vectors_of(book.id)
        cases = sum(map(len, (file.vectors, file.answers, file.perft, file.numbers, file.draws)))
        return [
            paragraph(xref("doc", f"/{FOLDER}/{book.id}", book.title, self.env.docname)),
            text(str(len(book.clauses))),
            *(text(str(counts[degree])) for degree in DEGREES),
            paragraph(link(f"rules/{book.id}#examples", str(len(book.examples)), self.env.docname)),
            paragraph(link(f"vectors/{book.id}", str(cases), self.env.docname)),
        ]


def _write(app: Sphinx) -> None:
    # Who searches for words is to find the rules; an id leads on from there.
    write_pages(app, FOLDER, {game: f":nosearch:\n\n.. traceability:: {game}\n" for game in shipped()})


def _always_outdated(_app: Sphinx, _env: BuildEnvironment, *_changes: set[str]) -> list[str]:
    """Read the pages again in every build: they depend on the rulebooks, the engine and its tests."""
    return [f"{FOLDER}/{page}" for page in ("index", *shipped())]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect everything above to Sphinx."""
    app.add_directive("traceability", Traceability)
    app.add_directive("traced-games", TracedGames)
    app.connect("builder-inited", _write)
    app.connect("env-get-outdated", _always_outdated)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
