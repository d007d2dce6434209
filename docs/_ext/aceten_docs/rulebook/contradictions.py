"""Sphinx extension with the directive ``contradictions``: every decision between sources that disagree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from aceten_docs.pages.page_parts import code, labelled, paragraph, section, text, xref
from aceten_docs.rulebook.clauses import cited_in
from aceten_spec import Decision, Example, Rulebook, load_shipped, shipped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils.nodes import Node
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    from aceten_spec.rulebook import Alternative, Source


def disagreements(book: Rulebook) -> list[Decision]:
    """Return the decisions of a rulebook that have an alternative for which a source stands."""
    return [decision for decision in book.decisions if any(other.sources for other in decision.alternatives)]


def inherited(book: Rulebook, decision: Decision) -> str | None:
    """Return the clause of the rulebook that this one extends where the same decision stands; ``None``: it is its own."""
    if book.extends is None:
        return None
    same = f"{load_shipped(book.extends).prefix}-{decision.clause.partition('-')[2]}"
    for other in load_shipped(book.extends).decisions:
        if other.clause == same and (other.question, other.reason) == (decision.question, decision.reason):
            return same
    return None


def shown_by(book: Rulebook, decision: Decision, value: object) -> list[Example]:
    """Return the examples that are played with this value of what is decided, those that show the clause first."""

    def played(example: Example) -> bool:
        chosen = f"{decision.parameter}={value}" in (example.position or "").split()
        return chosen or (example.match is not None and example.match.options.get(decision.parameter or "") == value)

    found = [example for example in book.examples if played(example)]
    return [example for example in found if decision.clause in example.clauses] or found


class Contradictions(SphinxDirective):
    """The directive ``contradictions``: a section for each game."""

    def run(self) -> list[Node]:
        """Return the sections; a decision that stands in the rulebook that is extended is only named."""
        return [self._game(load_shipped(game)) for game in shipped()]

    def _game(self, book: Rulebook) -> nodes.section:
        found = disagreements(book)
        own = [decision for decision in found if inherited(book, decision) is None]
        same = [decision.clause for decision in found if decision not in own]
        made = section(book.title, *(self._decision(book, decision) for decision in own))
        if same:
            made += labelled("As in the game that it extends", nodes.Text(f"{', '.join(same)}."))
        if not found:
            made += text("The sources do not contradict one another.")
        return made

    def _decision(self, book: Rulebook, decision: Decision) -> nodes.container:
        clause = book.clause(decision.clause)
        block = nodes.container("", classes=["decision"])
        block += paragraph(
            xref("clause", clause.id, clause.id, self.env.docname, classes=["id"]),
            nodes.Text(" "),
            nodes.strong("", decision.question),
        )
        block += labelled("Here", nodes.Text(clause.text), *self._cited(book, clause.sources))
        for alternative in decision.alternatives:
            block += labelled("Otherwise", *self._alternative(book, decision, alternative))
        block += labelled("Reason", nodes.Text(decision.reason))
        return block

    def _cited(self, book: Rulebook, sources: tuple[Source, ...]) -> Iterator[Node]:
        if sources:
            yield nodes.Text(" So in: ")
            yield from cited_in(self, book, sources)
            yield nodes.Text(".")

    def _alternative(self, book: Rulebook, decision: Decision, other: Alternative) -> Iterator[Node]:
        yield nodes.Text(other.text)
        yield from self._cited(book, other.sources)
        if other.value is not None:
            yield nodes.Text(" Selected by ")
            yield code(f"{decision.parameter}={other.value}")
            examples = shown_by(book, decision, other.value)
            yield nodes.Text(f", shown by {', '.join(each.id for each in examples)}." if examples else ".")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directive."""
    app.add_directive("contradictions", Contradictions)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
