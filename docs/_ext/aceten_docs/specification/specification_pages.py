"""Sphinx extension with the page of each game that is its specification: ``specification/ID``, by the directive ``specification``.

It is made of the relation of play, as far as the rulebook decides what it asks, and of the formulas of results and matches.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from aceten_docs.pages.page_parts import code, joined, paragraph, section, text, write_pages, xref
from aceten_docs.rulebook.parameters import numbers
from aceten_docs.specification.mathematics import LEGEND
from aceten_docs.specification.specified_rows import ANY, NOTHING, TITLES, parts_of
from aceten_spec import load_shipped, shipped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from docutils.nodes import Node
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

    from aceten_docs.specification.specified_rows import Part, Row
    from aceten_spec import Rulebook

FOLDER: Final = "specification"
"""The folder of the pages."""

INTRO: Final = """
What can be done in a deal, what follows, and what it comes to: the relation of play that the proofs are about, as it is
under :doc:`these rules </rules/{game}>`. Of lines with *when* the first that fits counts, and so of those with *refused when*; what
no line refuses may be done. In the margin stand the clauses, without *{prefix}-*.
"""
SIGNS: Final = f"""
In mathematics: {LEGEND}. Ranks are A K Q J T (ten) and numbers;
of German cards Q is the over and J the under.
"""
ONLY: Final = "only the player whose turn it is does anything"
"""What is said of any action."""
AGAIN: Final = "he claims with a marriage that he could not show, as "
"""When a claim is refused for the reasons for which a marriage is."""


def _mathematics(formula: str) -> nodes.inline:
    return nodes.inline("", formula, classes=["mathematics"])


class _Page:
    """What a page has said so far."""

    def __init__(self, docname: str, book: Rulebook) -> None:
        self._docname = docname
        self._players = tuple(book.parameters.players)
        self._parts = parts_of(book.id)
        self._said: set[tuple[str, str]] = set()

    def sections(self) -> Iterator[nodes.section]:
        """Yield the parts, each under its title."""
        for title, part in self._parts.items():
            if title == NOTHING:
                continue  # which is said of any action
            inner = section(title)
            inner.extend(self._rows(part, again=title == TITLES["claim"]))
            if title == ANY:
                inner += self._nothing()
            yield inner

    def _rows(self, part: Part, *, again: bool) -> Iterator[Node]:
        """Yield the rows: first when it is refused, then what follows.

        :param again: whether what is refused for a marriage alone as well is said in one row.
        """
        refused = [row for row in part if row.refused]
        married = {row.name for row in self._parts.get(TITLES["meld"], ())} if again else set[str]()
        for is_same, rows in itertools.groupby(refused, key=lambda row: row.name in married):
            if is_same:
                yield self._refused_again([*rows])
            else:
                yield from self._grouped(rows, part)
        yield from self._grouped([row for row in part if not row.refused], part)

    def _grouped(self, rows: Iterable[Row], part: Part) -> Iterator[Node]:
        """Yield rows, those with something in common under it."""
        for given, same in itertools.groupby(rows, key=lambda row: row.given):
            several = [*same]
            if given:
                yield self._line((), [_label(several[0]), nodes.Text(given)])
            yield from (self._row(row, part[row], under=bool(given)) for row in several)

    def _row(self, row: Row, players: tuple[int, ...], *, under: bool) -> Node:
        """Return a row.

        :param under: whether it stands under what it has in common with others.
        """
        said: list[Node] = [*self._only_with(players), *_words(row, under=under)]
        said += [code(row.name)] if row.coded else []
        formal = [each for each in row.formal if not each[0] or each not in self._said]
        self._said.update(row.formal)
        said += _spaced([_mathematics(formula) for words, formula in formal if not words])
        more = [_closer(words, formula) for words, formula in formal if words]
        return self._line(row.clauses, said, *more, under=under)

    def _refused_again(self, rows: Sequence[Row]) -> Node:
        clauses = [clause for row in rows for clause in row.clauses]
        codes = joined([code(row.name) for row in rows])
        return self._line(clauses, [_label(rows[0]), nodes.Text(AGAIN), *codes])

    def _nothing(self) -> Node:
        """Return whose turn it is, and what there is not."""
        part = self._parts.get(NOTHING, {})
        words: list[Node] = [nodes.Text(ONLY + (", but for calls" if TITLES["call"] in self._parts else ""))]
        for row in part:
            words += [nodes.Text("; "), *self._only_with(part[row]), nodes.Text(f"{row.then} "), code(row.name)]
        return self._line([clause for row in part for clause in row.clauses], words)

    def _only_with(self, players: tuple[int, ...]) -> list[Node]:
        return [] if players == self._players else [nodes.emphasis("", f"with {numbers(players)}: ")]

    def _line(self, clauses: Iterable[str], words: Iterable[Node], *more: Node, under: bool = False) -> Node:
        margin = paragraph(*self._links(dict.fromkeys(clauses)), classes=["margin"])
        said = nodes.container("", paragraph(*words), *more, classes=["said", *["under"] * under])
        return nodes.container("", margin, said, classes=["specified"])

    def _links(self, clauses: Iterable[str]) -> Iterator[Node]:
        """Yield links to clauses: CLAIM-1, 2 are CLAIM-1 and CLAIM-2."""
        before = ""
        for clause in clauses:
            _, key = clause.split("-", 1)
            topic, number = key.split("-")
            if before:
                yield nodes.Text(", " if topic == before else " ")
            yield xref("clause", clause, number if topic == before else key, self._docname, classes=["id"])
            before = topic


def _label(row: Row) -> Node:
    """Return how a condition begins."""
    if row.refused:
        return nodes.strong("", "refused when ", classes=["refused"])
    return nodes.strong("", "also, when " if row.beside else "when ")


def _words(row: Row, *, under: bool) -> Iterator[Node]:
    """Yield when a row is so, and what follows if it is no refusal."""
    if row.when == "otherwise":
        yield nodes.strong("", "otherwise")
    elif row.when:
        yield nodes.strong("", "and ") if under else _label(row)
        yield nodes.Text(row.when)
    if not row.refused:
        yield nodes.Text(f" → {row.then}" if row.when else row.then)
    yield nodes.Text(" ")


def _spaced(parts: Iterable[Node]) -> list[Node]:
    return [node for part in parts for node in (nodes.Text(" "), part)]


def _closer(words: str, formula: str) -> Node:
    """Return what is said more closely."""
    return paragraph(
        nodes.Text(words), *([nodes.Text(": "), _mathematics(formula)] if formula else []), classes=["small"]
    )


class SpecificationPage(SphinxDirective):
    """The directive ``specification``: a game's play, end and scoring as formulas have it."""

    required_arguments = 1

    def run(self) -> list[Node]:
        """Return the page as one section."""
        book = load_shipped(self.arguments[0])
        intro = INTRO.format(prefix=book.prefix, game=book.id)
        made = section(f"{book.title}: specification", *self.parse_text_to_nodes(intro))
        made.extend(_Page(self.env.docname, book).sections())
        made += text(" ".join(SIGNS.split()), "small")
        made["classes"].append("specification")
        return [made]


class Specifications(SphinxDirective):
    """The directive ``specifications``: a link to the page of every game, and the table of contents."""

    def run(self) -> list[Node]:
        """Return a list."""
        listed = nodes.bullet_list("")
        titles = {game: load_shipped(game).title for game in shipped()}
        for game, title in titles.items():
            listed += nodes.list_item("", paragraph(xref("doc", f"/{FOLDER}/{game}", title, self.env.docname)))
        entries = [f"{title} <{game}>" for game, title in titles.items()]
        return [listed, *self.parse_text_to_nodes("\n".join(("```{toctree}", ":hidden:", *entries, "```")))]


def _write(app: Sphinx) -> None:
    write_pages(app, FOLDER, {game: f".. specification:: {game}\n" for game in shipped()})


def _always_outdated(_app: Sphinx, _env: BuildEnvironment, *_changes: set[str]) -> list[str]:
    """Read the pages again in every build: they depend on the rulebooks and on the formulas."""
    return [f"{FOLDER}/{page}" for page in ("index", *shipped())]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect everything above to Sphinx."""
    app.add_directive("specification", SpecificationPage)
    app.add_directive("specifications", Specifications)
    app.connect("builder-inited", _write)
    app.connect("env-get-outdated", _always_outdated)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
