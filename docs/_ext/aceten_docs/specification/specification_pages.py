"""Sphinx extension with the page of each game that is its specification: ``specification/ID``, by the directive ``specification``.

It is made of the relation of play, as far as the rulebook decides what it asks, and of the formulas of results and matches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from aceten_docs.pages.page_parts import code, joined, paragraph, section, text, write_pages, xref
from aceten_docs.rulebook.parameters import numbers
from aceten_docs.specification.mathematics import LEGEND
from aceten_docs.specification.specified_rows import ANY, NOTHING, TITLES, parts_of
from aceten_spec import load_shipped, shipped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils.nodes import Node
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

    from aceten_docs.specification.specified_rows import Part, Row

FOLDER: Final = "specification"
"""The folder of the pages."""

INTRO: Final = """
Everything that can be done in a deal, what follows, and what it comes to: the relation of play that the proofs are about, with all that
these rules decide already decided. Of lines that begin with *when* the first that fits counts. Beside each line stand the clauses that
say it, without the *{prefix}-* before them.
"""
SIGNS: Final = f"""
In mathematics: {LEGEND}. Ranks are A K Q J T (ten) and numbers;
of German cards Q is the over and J the under.
"""
REFUSED: Final = "Refused, for the first of these that holds"
"""What is said before reasons to refuse."""
PUT: Final = "; otherwise the card is put into the trick, and what then is so the next three parts say:"
"""What is said of a card beside."""
ONLY: Final = "It is one player's turn at a time, and nobody else does anything but call, where there are calls. Nothing is done when"
"""What is said of any action."""


def _mathematics(formula: str) -> nodes.inline:
    return nodes.inline("", formula, classes=["mathematics"])


def rows_of(page: SphinxDirective, part: Part, players: tuple[int, ...], *, plain: bool) -> Iterator[Node]:
    """Yield the rows: first why it is refused, numbered, then what follows.

    :param plain: whether it goes without saying when it is refused.
    """
    refused = [row for row in part if row.refused]
    for place, row in enumerate(refused, start=1):
        yield _row(page, row, part[row], players, f"{place}. " if len(refused) > 1 else "", plain=plain)
    yield from (_row(page, row, part[row], players) for row in part if not row.refused)


def _row(
    page: SphinxDirective,
    row: Row,
    so_with: tuple[int, ...],
    players: tuple[int, ...],
    number: str = "",
    *,
    plain: bool = False,
) -> Node:
    docname = page.env.docname
    links = [xref("clause", each, each.partition("-")[2], docname, classes=["id"]) for each in row.clauses]
    margin = paragraph(*joined(links, " "), classes=["margin"])
    words: list[Node] = []
    if so_with != players:
        words.append(nodes.emphasis("", f"With {numbers(so_with)}: "))
    if row.refused and plain:
        words.append(nodes.Text(row.then))
    elif row.refused:
        words += [nodes.Text(f"{number}{row.when} → "), nodes.inline("", f"“{row.then}”", classes=["refused"])]
    elif row.when == "otherwise":
        words += [nodes.strong("", "otherwise"), nodes.Text(f" → {row.then}")]
    elif row.when:
        label = "also, when " if row.beside else "when "
        words += [nodes.strong("", label), nodes.Text(f"{row.when} → {row.then}")]
    else:
        words.append(nodes.Text(row.then))
    if row.coded:
        words += [nodes.Text(" "), code(row.name)]
    words += [node for said, formula in row.formal if not said for node in (nodes.Text(" "), _mathematics(formula))]
    body = [paragraph(*words)]
    for said, formula in row.formal:
        if said:
            inside = [nodes.Text(": "), _mathematics(formula)] if formula else []
            body.append(paragraph(nodes.Text(said), *inside, classes=["small"]))
    return nodes.container("", margin, nodes.container("", *body, classes=["said"]), classes=["specified"])


class SpecificationPage(SphinxDirective):
    """The directive ``specification``: a game's play, end and scoring as formulas have it."""

    required_arguments = 1

    def run(self) -> list[Node]:
        """Return the page as one section."""
        book = load_shipped(self.arguments[0])
        players = tuple(book.parameters.players)
        made = section(f"{book.title}: specification", *self.parse_text_to_nodes(INTRO.format(prefix=book.prefix)))
        rules = xref("doc", f"/rules/{book.id}", "The rules with their sources and examples", self.env.docname)
        made += paragraph(rules, nodes.Text("."))
        for title, part in parts_of(book.id).items():
            inner = section(title)
            if any(row.refused for row in part) and title not in {ANY, NOTHING}:
                inner += text(REFUSED + (PUT if title == TITLES["card"] else ":"), "small")
            elif title == ANY:
                inner += text(ONLY, "small")
            inner.extend(rows_of(self, part, players, plain=title in {ANY, NOTHING}))
            made += inner
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
