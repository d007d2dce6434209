"""The clauses of a rulebook as a page shows them: the rules by topic, and behind each its sources, its standing and what was decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from docutils import nodes

from aceten.notation.examples import run_example
from aceten_docs.pages.card_pictures import drawn, tricks
from aceten_docs.pages.page_parts import code, entry, joined, labelled, link, paragraph, section, text, xref
from aceten_docs.proofs.theorem_pages import degree, standings
from aceten_docs.proofs.traceability import row_link, source_anchor
from aceten_docs.rulebook.parameters import defaults
from aceten_spec.clauses.sources import citations
from aceten_spec.clauses.topics import topics

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from docutils.nodes import Node
    from sphinx.util.docutils import SphinxDirective

    from aceten_spec import Clause, Decision, Example, Rulebook
    from aceten_spec.rulebook import Alternative, Source

SUBJECTS: Final = {
    "name": "This clause fixes a word. It asks nothing of a program.",
    "conduct": "This clause binds the people at the table. It asks nothing of a program.",
}
"""What is said of clauses that are not about play."""

DRAWN: Final = ("Tricks", "Multiple tricks", "What wins and what may be played")
"""The headings under which tricks are drawn."""

MOST_DRAWN: Final = 3
"""So many examples are drawn under a heading."""

INTRO: Final = """
A click on a rule opens where it comes from, what was decided, and which examples show it. † marks what was decided here, as the sources are
silent or disagree.
"""


def rules(page: SphinxDirective, book: Rulebook) -> Iterator[nodes.section]:
    """Yield a section for each topic, with its clauses, and tricks that show them."""
    shown: set[str] = set()
    for heading, clauses in topics(book).items():
        left = MOST_DRAWN if heading in DRAWN else 0
        made = section(heading)
        for clause in clauses:
            made += _clause(page, book, clause)
            picture = _picture(page, book, clause.id, shown) if left else None
            if picture is not None:
                made += picture
                left -= 1
        yield made


def _picture(page: SphinxDirective, book: Rulebook, clause: str, shown: set[str]) -> nodes.container | None:
    """Return the trick of the first example of one trick that shows a clause and was not drawn yet, with what it shows."""
    for example in book.examples:
        if example.match is None and example.id not in shown and clause in example.clauses:
            pictures = tricks(run_example(book, example))
            if len(pictures) == 1:
                shown.add(example.id)
                name = xref("example", example.id, example.id, page.env.docname, classes=["id"])
                words = paragraph(nodes.Text(f"{example.title}. "), name, classes=["small"])
                return nodes.container("", drawn(pictures), words, classes=["shown"])
    return None


def _clause(page: SphinxDirective, book: Rulebook, clause: Clause) -> list[Node]:
    decided = clause.kind == "decision"
    words: list[Node] = [nodes.Text(clause.text)]
    inside: list[Node] = []
    if decided:
        words.append(nodes.raw("", '&nbsp;<abbr title="decided here">†</abbr>', format="html"))
    if clause.subject in SUBJECTS:
        inside.append(text(SUBJECTS[clause.subject], "small"))
    cited = cited_in(page, book, clause.sources) or [nodes.Text("our own choice")]
    inside.append(
        labelled("Our decision; sources" if decided else "Sources", *cited, nodes.Text("."), classes=["small"])
    )
    inside.append(degree(standings(book.id)[clause.id], page.env.docname))
    examples = [example for example in book.examples if clause.id in example.clauses]
    if examples:
        named = joined(_named(page, example) for example in examples)
        inside.append(labelled("Examples", *named, classes=["small"]))
    inside += [_decision(page, book, decision) for decision in book.decisions if decision.clause == clause.id]
    inside.append(row_link(book.id, clause.id, page.env.docname))
    return entry(page, "clause", clause.id, words, *inside)


def _named(page: SphinxDirective, example: Example) -> nodes.inline:
    name = xref("example", example.id, example.id, page.env.docname, classes=["id"])
    return nodes.inline("", "", name, nodes.Text(f" ({example.title})"))


def _decision(page: SphinxDirective, book: Rulebook, decision: Decision) -> nodes.container:
    block = nodes.container("", classes=["decision"])
    block += labelled("Question", nodes.Text(decision.question))
    block += labelled("Reason", nodes.Text(decision.reason))
    if decision.parameter in book.options:
        block += labelled("Chosen", *defaults(book, decision.parameter))
    for alternative in decision.alternatives:
        block += _alternative(page, book, decision.parameter, alternative)
    return block


def _alternative(
    page: SphinxDirective, book: Rulebook, parameter: str | None, alternative: Alternative
) -> nodes.paragraph:
    inside: list[Node] = [nodes.Text(alternative.text)]
    if alternative.value is not None:
        inside += [nodes.Text(" Selected by "), code(f"{parameter}={alternative.value}"), nodes.Text(".")]
    if alternative.sources:
        inside += [nodes.Text(" So in: "), *cited_in(page, book, alternative.sources), nodes.Text(".")]
    return labelled("Alternative", *inside)


def cited_in(page: SphinxDirective, rulebook: Rulebook, sources: Iterable[Source]) -> list[Node]:
    """Return everywhere that a rule stands, in words that lead to the documents."""
    sources = tuple(sources)
    docname = page.env.docname
    return joined(
        (
            link(f"sources#{source_anchor(source.document)}", words, docname)
            for source, words in zip(sources, citations(rulebook, sources), strict=True)
        ),
        "; ",
    )
