"""Every source that a rulebook cites can be found by who reads the citation."""

import re
from collections.abc import Iterator
from importlib.resources import files

import pytest

from aceten_spec import RulebookError, load_shipped, parse_rulebook, shipped
from aceten_spec.clauses.sources import Use, citations, document_of, full, shared, uses
from aceten_spec.rulebook import Document, Source

HOME = """
format = 1
extends = "zsiros"
id = "home"
prefix = "HO"
title = "At home"
"""


def cited(game: str) -> Iterator[Source]:
    """Yield every source that a rulebook names."""
    book = load_shipped(game)
    for clause in book.clauses:
        yield from clause.sources
    for decision in book.decisions:
        for other in decision.alternatives:
            yield from other.sources
    yield from (example.source for example in book.examples if example.source is not None)


def test_the_order_of_games_names_every_rulebook() -> None:
    """The list of games has each file among the rulebooks, once, and Zsíros first."""
    found = [each.name.removesuffix(".toml") for each in files("aceten_spec").joinpath("rulebooks").iterdir()]
    assert sorted(shipped()) == sorted(found)
    assert shipped()[0] == "zsiros"


def test_every_source_is_shared_and_used() -> None:
    """What the shipped rulebooks cite are the shared documents, each of them; none has documents of its own."""
    assert {source.document for game in shipped() for source in cited(game)} == set(shared())
    assert all(not load_shipped(game).documents for game in shipped())


@pytest.mark.parametrize("name", shared())
def test_a_source_can_be_found(name: str) -> None:
    """A page has its address, a program the one of its repository or of its page, a book its number or an address."""
    document = shared()[name]
    assert document.publication
    assert document.author or document.kind != "book"
    assert document.address.startswith("http") or document.isbn
    assert not re.search(r"[0-9a-f]{8}", full(document))


def test_the_number_of_a_book_is_right() -> None:
    """The last digit of an ISBN checks the others."""
    numbers = [document.isbn.replace("-", "") for document in shared().values() if document.isbn]
    assert numbers
    assert all(sum(int(digit) * (1, 3)[place % 2] for place, digit in enumerate(isbn)) % 10 == 0 for isbn in numbers)


def test_what_one_program_alone_says_is_marked() -> None:
    """A clause whose only witness is a program says so, one with another witness beside it does not."""
    book = load_shipped("septica")
    [alone] = citations(book, book.clause("SP-PLAY-8").sources)
    assert alone == "one program: Claudiu Persoiu, septica, section “README”"
    both = citations(book, book.clause("SP-CARDS-5").sources)
    assert both == ("Wikipedia, Sedma (older version), section “Variations”", "LeanVibe, Septica")


def test_what_rests_on_a_source_is_counted() -> None:
    """Of the decisions those count to which a source gives another answer."""
    book = load_shipped("zsiros")
    counted = uses(book)
    assert counted["harbour-zsirozas"] == Use(clauses=0, decisions=2, examples=0)
    for name, use in counted.items():
        assert use.clauses == sum(any(each.document == name for each in clause.sources) for clause in book.clauses)
        assert use.examples == sum(
            example.source is not None and example.source.document == name for example in book.examples
        )


def test_a_rulebook_has_documents_of_its_own() -> None:
    """They are a text or a table with the same fields, beside those that all rulebooks share; a name of its own goes before."""
    book = parse_rulebook(
        HOME
        + '[documents]\nclub = "The rules of our club"\n\n'
        + '[documents.parlett]\nkind = "book"\nauthor = "D. Parlett"\ntitle = "Another book"\nyear = 1979\n'
    )
    assert document_of(book, "club") == Document(title="The rules of our club")
    assert full(document_of(book, "parlett")) == "D. Parlett, Another book, 1979"
    assert document_of(book, "pagat-zsiros") == shared()["pagat-zsiros"]


@pytest.mark.parametrize(
    ("field", "key"),
    [
        ('address = "pagat.com"', "address"),
        ('kind = "film"', "kind"),
        ('editor = "D."', "editor"),
        ("year = true", "year"),
    ],
)
def test_a_document_is_checked(field: str, key: str) -> None:
    """A field that there is not, or that says nothing of the kind, is refused with its key."""
    with pytest.raises(RulebookError) as caught:
        parse_rulebook(f'{HOME}[documents.club]\ntitle = "Rules"\n{field}\n')
    assert caught.value.key == f"documents.club.{key}"
