"""The clauses of a rulebook as a page shows them: by topic, each with its sources, its standing and what was decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from building import code, entry, labelled, section, text
from docutils import nodes
from proof_pages import degree, standings
from rulebook_parameters import defaults
from traceability import row_link

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from docutils.nodes import Node
    from sphinx import addnodes
    from sphinx.util.docutils import SphinxDirective

    from aceten_spec import Clause, Decision, Rulebook
    from aceten_spec.rulebook import Alternative, Source

TOPICS: Final = {
    "PLAYERS": "Players",
    "CARDS": "Cards",
    "DEAL": "Dealing",
    "PLAY": "Tricks",
    "MULTI": "Multiple tricks",
    "SUIT": "What wins and what may be played",
    "TRUMP": "Trumps",
    "BID": "Bidding",
    "DRAW": "Drawing",
    "MELD": "Marriages",
    "EXCH": "Exchanging the turn-up",
    "CLOSE": "Closing the talon",
    "CLAIM": "Claiming",
    "FLIP": "Flipping",
    "SPICE": "Spicing",
    "LONE": "Playing alone",
    "CALL": "Calls",
    "SCORE": "Scoring",
    "MATCH": "The match",
}
"""Headings by the middle part of the clause ids under them; a topic that is not named here is its own heading."""

SUBJECTS: Final = {
    "name": "This clause fixes a word. It asks nothing of a program.",
    "conduct": "This clause binds the people at the table. It asks nothing of a program.",
}
"""What is said of clauses that are not about play."""

INTRO: Final = """
The id of a clause is permanent: it is the anchor of the clause on this page, and it is never used for another rule.
A clause that is not marked as our decision is what the source documents say.
"""


def topics(page: SphinxDirective, book: Rulebook) -> Iterator[nodes.section]:
    """Yield a section for each topic, with its clauses."""
    found: dict[str, list[Clause]] = {}
    for clause in book.clauses:
        found.setdefault(clause.id.split("-")[1], []).append(clause)
    for topic, clauses in found.items():
        yield section(TOPICS.get(topic, topic.capitalize()), *(_clause(page, book, clause) for clause in clauses))


def _clause(page: SphinxDirective, book: Rulebook, clause: Clause) -> addnodes.desc:
    examples = [example.id for example in book.examples if clause.id in example.clauses]
    inside: list[Node] = [text(clause.text)]
    if clause.subject in SUBJECTS:
        inside.append(text(SUBJECTS[clause.subject], "small"))
    inside.append(_cited(book, clause.sources, "our own choice"))
    inside.append(degree(standings(book.id)[clause.id], page.env.docname))
    if examples:
        inside.append(labelled("Examples", nodes.Text(", ".join(examples)), classes=["small"]))
    inside += [_decision(book, decision) for decision in book.decisions if decision.clause == clause.id]
    inside.append(row_link(book.id, clause.id, page.env.docname))
    title = "our decision" if clause.kind == "decision" else ""
    return entry(page, "clause", clause.id, title, *inside)


def _cited(book: Rulebook, sources: Iterable[Source], otherwise: str) -> nodes.paragraph:
    cited = citations(book, sources)
    return labelled("Sources", nodes.Text(f"{cited or otherwise}."), classes=["small"])


def _decision(book: Rulebook, decision: Decision) -> nodes.container:
    block = nodes.container("", classes=["decision"])
    block += labelled("Question", nodes.Text(decision.question))
    block += labelled("Reason", nodes.Text(decision.reason))
    if decision.parameter in book.options:
        block += labelled("Chosen", *defaults(book, decision.parameter))
    for alternative in decision.alternatives:
        block += _alternative(book, decision.parameter, alternative)
    return block


def _alternative(book: Rulebook, parameter: str | None, alternative: Alternative) -> nodes.paragraph:
    inside: list[Node] = [nodes.Text(alternative.text)]
    if alternative.value is not None:
        inside += [nodes.Text(" Selected by "), code(f"{parameter}={alternative.value}"), nodes.Text(".")]
    if alternative.sources:
        inside.append(nodes.Text(f" So in: {citations(book, alternative.sources)}."))
    return labelled("Alternative", *inside)


def citation(rulebook: Rulebook, source: Source) -> str:
    """Return where a rule stands, in words."""
    where = f", section “{source.section}”" if source.section else ""
    return f"{rulebook.documents[source.document]}{where}"


def citations(rulebook: Rulebook, sources: Iterable[Source]) -> str:
    """Return everywhere that a rule stands, in words."""
    return "; ".join(citation(rulebook, source) for source in sources)
