"""What rules rest on: the documents that rulebooks share, how they are cited, and how much rests on each."""

from __future__ import annotations

import functools
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from importlib import resources

import msgspec

from aceten_spec.rulebook import Document, Rulebook, Source
from aceten_spec.speech import say


class Use(msgspec.Struct, frozen=True):
    """How much of a rulebook rests on a document."""

    clauses: int = 0
    """Clauses that it states."""
    decisions: int = 0
    """Decisions to which it gives another answer."""
    examples: int = 0
    """Examples that stand in it."""


@functools.cache
def shared() -> Mapping[str, Document]:
    """Return the documents that every rulebook can cite, by their short names."""
    text = (resources.files("aceten_spec") / "sources.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Document])


def document_of(rulebook: Rulebook, name: str) -> Document:
    """Return the document that a rulebook cites under this name.

    :raises KeyError: when there is none.
    """
    own = rulebook.documents.get(name)
    if own is None:
        return shared()[name]
    return Document(title=own) if isinstance(own, str) else own


def short(document: Document) -> str:
    """Return what a document is called in a sentence: who wrote it, or where it stands, and its title."""
    return ", ".join(filter(None, (document.author or document.publication, document.title)))


def full(document: Document) -> str:
    """Return everything that a library says of a document, but for its addresses and the note."""
    year = "" if document.year is None else str(document.year)
    isbn = document.isbn and f"ISBN {document.isbn}"
    program = say("a program") if document.kind == "program" else ""
    return ", ".join(filter(None, (document.author, document.title, program, document.publication, year, isbn)))


def citation(rulebook: Rulebook, source: Source) -> str:
    """Return where a rule stands, in short."""
    document = short(document_of(rulebook, source.document))
    return (
        say("{document}, section “{section}”", document=document, section=source.section)
        if source.section
        else document
    )


def citations(rulebook: Rulebook, sources: Iterable[Source]) -> tuple[str, ...]:
    """Return everywhere that a rule stands; where nothing but one program says it, that is said."""
    sources = tuple(sources)
    alone = {source.document for source in sources}
    one_program = len(alone) == 1 and document_of(rulebook, *alone).kind == "program"
    cited = tuple(citation(rulebook, source) for source in sources)
    return tuple(say("one program: {source}", source=each) for each in cited) if one_program else cited


def uses(rulebook: Rulebook) -> dict[str, Use]:
    """Return how much of a rulebook rests on each of the documents that it cites, by their names, the most first."""
    clauses = Counter(name for clause in rulebook.clauses for name in _names(clause.sources))
    decisions = Counter(
        name
        for decision in rulebook.decisions
        for name in _names(source for other in decision.alternatives for source in other.sources)
    )
    examples = Counter(example.source.document for example in rulebook.examples if example.source is not None)
    return {
        name: Use(clauses[name], decisions[name], examples[name])
        for name, _ in (clauses + decisions + examples).most_common()
    }


def _names(sources: Iterable[Source]) -> Iterable[str]:
    """Return each name once, in order."""
    return dict.fromkeys(source.document for source in sources)
