"""Sphinx extension with the directive ``comparison``: every parameter in which any two games of a group differ.

What a parameter is and what its values mean is read from its docstring; which clause states it, from the options and decisions
of the rulebooks. The middle part and the number of a clause's id mean the same in every rulebook.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple, cast

import msgspec
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from aceten_docs.pages.page_parts import code, joined, link, paragraph, section, table, text, xref
from aceten_docs.rulebook.parameters import meanings, numbers
from aceten_spec import Rulebook, load_shipped, shipped
from aceten_spec.cards import PACKS
from aceten_spec.clauses.topics import TOPICS
from aceten_spec.names import card_name, rank_name
from aceten_spec.options import parameters_for
from aceten_spec.rulebook import MatchingParameters, Parameters, SuitParameters
from aceten_spec.written_cards import card

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from docutils.nodes import Node
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

GROUPS: Final[dict[str, type[Parameters]]] = {
    "The Sedma group": MatchingParameters,
    "Games with suit tricks": SuitParameters,
}
"""The groups of games that are compared with one another."""

STATED: Final[dict[str, tuple[str, ...]]] = {
    "pack": ("CARDS-1",),
    "packs": ("CARDS-5",),
    "removed": ("CARDS-5", "CARDS-1"),
    "players": ("PLAYERS-1",),
    "direction": ("DEAL-6", "DEAL-2"),
    "deal": ("DEAL-5",),
    "hand": ("DEAL-3",),
    "values": ("CARDS-3",),
    "scoring": ("SCORE-4", "SCORE-30"),
    "match_ends": ("MATCH-5", "MATCH-1"),
    "match_tie": ("MATCH-10", "MATCH-4"),
    "target": ("MATCH-1", "MATCH-5"),
    "sides": ("PLAYERS-3", "PLAYERS-2"),
    "lone_card_rank": ("LONE-3",),
    "wild": ("PLAY-5",),
    "wild_role": ("PLAY-9", "PLAY-5"),
    "wins_from": ("SCORE-14", "SCORE-2"),
    "to_match": ("MULTI-3",),
    "order": ("CARDS-6",),
    "trump": ("TRUMP-1",),
    "obligation": ("SUIT-4",),
    "last_obligation": ("SUIT-4",),
    "exchange": ("EXCH-1",),
    "claim_for": ("CLAIM-5", "CLAIM-2"),
    "claim_points": ("CLAIM-2",),
    "score": ("SCORE-9", "SCORE-35", "SCORE-39", "SCORE-22", "SCORE-30", "SCORE-4"),
    "last_trick_points": ("SCORE-8", "SCORE-21"),
    "sweep_points": ("SCORE-10",),
    "last_trick_wins": ("SCORE-28",),
    "drawn": ("MATCH-6",),
    "marriage_points": ("MELD-2",),
}
"""Where no option and no decision says which clause states a parameter: the clause, or those one of which does, without prefix."""

SILENT: Final = "nothing of the kind"
"""What is said where a game says nothing of a parameter."""


class Cell(NamedTuple):
    """What one game says of a parameter."""

    values: tuple[tuple[str, tuple[int, ...]], ...]
    """The different values in words, each with the numbers of players for which it holds."""
    clause: str | None
    """The clause that states it; ``None`` where the game says nothing of it."""
    usual: bool
    """Whether this is the value of games that say nothing special."""

    def value(self, players: int) -> str:
        """Return the value with so many players."""
        return next(words for words, counts in self.values if players in counts)

    @property
    def words(self) -> str:
        """All that there is to say."""
        if self.clause is None and self.usual:
            return SILENT
        if len(self.values) == 1:
            return self.values[0][0]
        return "; ".join(f"{words} with {numbers(counts)}" for words, counts in self.values)


class Row(NamedTuple):
    """A parameter in which games differ."""

    name: str
    label: str
    topic: str
    """The middle part of the ids of the clauses that state it."""
    cells: dict[str, Cell]
    """By the id of the game."""


def games_of(kind: type[Parameters]) -> list[Rulebook]:
    """Return the rulebooks of a group."""
    return [book for book in map(load_shipped, shipped()) if isinstance(book.parameters, kind)]


@cache
def rows_of(kind: type[Parameters]) -> tuple[Row, ...]:
    """Return a row for every parameter in which any two games of a group differ, in the order of topics."""
    meant = {name: " ".join(lines).strip() for name, lines in meanings(kind).items()}
    for name, meaning in meant.items():
        meant[name] = _in_full(meaning, meant.get(name.removeprefix("last_"), ""))
    rows = [
        _row(kind, field, meant[field.name]) for field in msgspec.structs.fields(kind) if _differs(kind, field.name)
    ]
    order = list(TOPICS)
    return tuple(sorted(rows, key=lambda row: order.index(row.topic)))


def _in_full(meaning: str, before: str) -> str:
    """Return what a docstring says that refers to another one: "the same when", of what is owed "while" something else holds."""
    if not meaning.startswith("The same "):
        return meaning
    sentence, dot, values = before.partition(". ")
    return f"{sentence.partition(' while ')[0]} {meaning.removeprefix('The same ').rstrip('.')}{dot}{values}"


def _differs(kind: type[Parameters], name: str) -> bool:
    values = {
        msgspec.json.encode(getattr(parameters_for(book, players), name))
        for book in games_of(kind)
        for players in book.parameters.players
    }
    return len(values) > 1


def _row(kind: type[Parameters], field: msgspec.structs.FieldInfo, meaning: str) -> Row:
    cells = {book.id: _cell(book, field, meaning) for book in games_of(kind)}
    stated = next((cell.clause for cell in cells.values() if cell.clause is not None), "-MATCH-")
    return Row(field.name, label(field.name, meaning), stated.split("-")[1], cells)


def label(name: str, meaning: str) -> str:
    """Return what a parameter is: the first sentence of its docstring up to the values, or its name where that begins with one."""
    sentence = re.split(r"\.(?:\s|$)|; (?!of )|(?<!``)(?<!^The points): ", re.sub(r" \(:.*?`\)", "", meaning))[0]
    words = name.replace("_", " ").capitalize() if sentence.startswith(("``", "Id of")) else sentence
    return words.replace("``", "")


def _cell(book: Rulebook, field: msgspec.structs.FieldInfo, meaning: str) -> Cell:
    if field.name == "players":
        counts = book.parameters.players
        return Cell(((numbers(counts).removesuffix(" players"), counts),), clause_of(book, field.name), usual=False)
    found: dict[str, tuple[int, ...]] = {}
    for players in book.parameters.players:
        words = in_words(parameters_for(book, players), field.name, meaning)
        found[words] = (*found.get(words, ()), players)
    clause = clause_of(book, field.name)
    usual = all(
        getattr(parameters_for(book, players), field.name) in (field.default, ()) for players in book.parameters.players
    )
    return Cell(tuple(found.items()), clause, usual)


def in_words(parameters: Parameters, name: str, meaning: str) -> str:
    """Return the value of a parameter in the words of its docstring, as far as there are any."""
    value: object = getattr(parameters, name)
    style = PACKS[parameters.pack].style
    match value:
        case _ if name == "pack":
            words = f"{len(PACKS[parameters.pack].cards)} cards, {style.capitalize()}"
        case _ if name == "scoring":
            words = ", ".join(f"{row.name} {row.game_points}" for row in parameters.scoring) or "no table"
        case dict():
            points = cast("dict[str, int]", value).items()
            words = ", ".join(f"{_part(rank, style)} {counts}" for rank, counts in points)
        case tuple():
            parts = [_part(part, style) for part in cast("tuple[object, ...]", value)]
            words = ", ".join(parts) or _said(meaning, "empty") or "none"
        case bool():
            words = "yes" if value else "no"
        case _:
            words = _said(meaning, "0" if value == 0 else f"``{value}``") or _part(value, style)
    return words


def _said(meaning: str, value: str) -> str:
    """Return what a docstring says that a value means."""
    found = re.search(rf"(?<!\w){re.escape(value)}: ([^.]*)", meaning)
    return found[1].replace("``", "") if found else ""


def _part(value: object, style: str) -> str:
    words = str(value)
    if re.fullmatch("[AKQJT2-9][cshd]", words):
        return card_name(card(words), style=style)
    if isinstance(value, str) and re.fullmatch("[AKQJT2-9]", words):
        return rank_name(card(words).rank, style=style)
    return words.replace("_", " ")


def clause_of(book: Rulebook, name: str) -> str | None:
    """Return the clause of a game that states a parameter; ``None`` where it says nothing of it."""
    there = {clause.id for clause in book.clauses}
    group = [book, *games_of(type(book.parameters))]
    said = [*(clause for each in group for clause in _said_of(each, name)), *STATED.get(name, ())]
    candidates = (f"{book.prefix}-{each}" for each in said)
    return next((clause for clause in candidates if clause in there), None)


def _said_of(book: Rulebook, name: str) -> Iterator[str]:
    """Yield the clauses, without prefix, that a rulebook connects with a parameter."""
    option = book.options.get(name)
    if option is not None and not isinstance(option.values, dict):
        yield option.clause.partition("-")[2]
    for decision in book.decisions:
        if decision.parameter == name:
            yield decision.clause.partition("-")[2]


def differences(kind: type[Parameters], one: Rulebook, other: Rulebook) -> list[tuple[Row, str, str]]:
    """Return the parameters in which two games differ with numbers of players that both know, or else in any way."""
    both = sorted({*one.parameters.players} & {*other.parameters.players})
    found: list[tuple[Row, str, str]] = []
    for row in rows_of(kind):
        ours, theirs = row.cells[one.id], row.cells[other.id]
        same = (
            all(ours.value(players) == theirs.value(players) for players in both)
            if both and row.name != "players"
            else ours.words == theirs.words
        )
        if not same:
            found.append((row, ours.words, theirs.words))
    return found


def descends(book: Rulebook, other: Rulebook) -> bool:
    """Whether a rulebook extends another one, directly or through others."""
    parent = book.extends
    while parent is not None and parent != other.id:
        parent = load_shipped(parent).extends
    return parent is not None


class Comparison(SphinxDirective):
    """The directive ``comparison``: for each group its tables, and what any two of its games differ in."""

    def run(self) -> list[Node]:
        """Return where there is what, and a section for each group."""
        groups = (
            section(title, *self._tables(title, kind), self._pairs(title, kind)) for title, kind in GROUPS.items()
        )
        return [self._places(), *groups]

    def _places(self) -> nodes.paragraph:
        docname = self.env.docname
        places = [
            (f"{docname}#{nodes.make_id(part)}", words)
            for title in GROUPS
            for part, words in ((title, title), (f"{title} any two", "any two of them"))
        ]
        return paragraph(*joined((link(place, words, docname) for place, words in places), " · "))

    def _tables(self, title: str, kind: type[Parameters]) -> Iterator[nodes.section]:
        topics: dict[str, list[Row]] = {}
        for row in rows_of(kind):
            topics.setdefault(TOPICS[row.topic], []).append(row)
        for topic, rows in topics.items():
            part = section(topic, self._table(games_of(kind), rows))
            part["ids"] = [nodes.make_id(f"{title} {topic}")]
            yield part

    def _table(self, books: Sequence[Rulebook], rows: Iterable[Row]) -> nodes.table:
        made = table(
            ("Parameter", *(book.title for book in books)),
            [
                (
                    nodes.container("", text(row.label), paragraph(code(row.name), classes=["small"])),
                    *(self._cell(row.cells[book.id], book) for book in books),
                )
                for row in rows
            ],
            "compared",
        )
        next(iter(made.findall(nodes.colspec)))["stub"] = 1
        headings = list(next(iter(made.findall(nodes.thead))).findall(nodes.entry))[1:]
        for heading, book in zip(headings, books, strict=True):
            heading[0] = paragraph(xref("doc", f"/rules/{book.id}", book.title, self.env.docname))
        return made

    def _cell(self, cell: Cell, book: Rulebook) -> Node:
        """Return what a game says; its title stands before that where cells stand under each other."""
        title = text(book.title, "heading")
        if cell.clause is None:
            if not cell.usual:
                raise LookupError(f"STATED names no clause for {cell.words!r}")
            return nodes.container("", title, text("—", "usual", "nothing"))
        words = text(cell.words, *(["usual"] if cell.usual else []))
        link = paragraph(xref("clause", cell.clause, cell.clause, self.env.docname, classes=["id"]), classes=["small"])
        return nodes.container("", title, words, link)

    def _pairs(self, title: str, kind: type[Parameters]) -> nodes.section:
        pairs = [self._pair(kind, one, other) for one, other in combinations(games_of(kind), 2)]
        part = section("Any two of them", *(node for pair in pairs for node in pair))
        part["ids"] = [nodes.make_id(f"{title} any two")]
        return part

    def _pair(self, kind: type[Parameters], one: Rulebook, other: Rulebook) -> list[Node]:
        if descends(other, one):
            one, other = other, one
        found = differences(kind, one, other)
        extends = ", which it extends" if descends(one, other) else ""
        listed = nodes.bullet_list("")
        for row, ours, theirs in found:
            words = nodes.Text(f": {ours}. In {other.title}: {theirs}.")
            listed += nodes.list_item("", paragraph(nodes.strong("", row.label), words))
        return [
            nodes.raw("", f"<details><summary>{escape(f'{one.title} and {other.title}')}</summary>", format="html"),
            text(f"{one.title} differs from {other.title}{extends}, in {len(found)} places:"),
            listed,
            nodes.raw("", "</details>", format="html"),
        ]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directive."""
    app.add_directive("comparison", Comparison)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
