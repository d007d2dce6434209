"""What counts in a deal by a rulebook, and what that scores, as its page shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
from docutils import nodes

import aceten
from aceten.words import end_of_match
from aceten_docs.pages.page_parts import code, joined, paragraph, table, text
from aceten_docs.rulebook.comparison import clause_of
from aceten_docs.rulebook.parameters import by_players, numbers
from aceten_spec.cards import PACKS, Suit
from aceten_spec.formulas import deal_words
from aceten_spec.formulas.suits.result_rows import contract_rows, race_rows
from aceten_spec.names import rank_name, suit_name
from aceten_spec.options import parameters_for
from aceten_spec.rulebook import Award, MatchingParameters, Parameters, SuitParameters, pack_of
from aceten_spec.speech import capital
from aceten_spec.written_cards import card

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from docutils.nodes import Node
    from sphinx.util.docutils import SphinxDirective

    from aceten_spec import Rulebook

COUNTING: Final = ("values", "last_trick_points", "sweep_points", "marriages", "marriage_points")
"""The parameters that say what counts."""
MATCH: Final = ("match_ends", "deals", "target", "match_tie")
"""The parameters that say what ends a match."""
PLACES: Final = ("first", "second", "third", "fourth")
COUNTING_INTRO: Final = "The points of the cards, and what counts beside them."


class Counted(NamedTuple):
    """Something that counts in a deal, or a sum."""

    what: str
    points: int | None = None
    """What each counts; ``None``: this is a sum."""
    cards: int | None = None
    """How many there are; ``None``: this is no card."""
    together: int | None = None
    """What they count together; ``None``: that depends on the deal."""


def counting(book: Rulebook) -> Iterator[Node]:
    """Yield the table of what counts, or one for each number of players where they differ."""
    yield text(COUNTING_INTRO)
    tables = by_players(book, lambda players: tuple(_rows(parameters_for(book, players))))
    for rows, players in tables:
        if len(tables) > 1:
            yield text(f"With {numbers(players)}:")
        yield table(("What", "Points", "Cards", "Together"), map(_cells, rows))
    yield from _behind(book, COUNTING)


def _rows(parameters: Parameters) -> Iterator[Counted]:
    """Yield what counts, and the sums."""
    pack, style = pack_of(parameters), PACKS[parameters.pack].style
    values = {card(letter).rank: points for letter, points in parameters.values.items() if points}
    counts = {rank: pack.count(rank) for rank in pack.ranks}
    for rank in sorted(values, key=lambda rank: (-values[rank], -rank)):
        name = rank_name(rank, style=style).capitalize()
        yield Counted(name, values[rank], counts[rank], values[rank] * counts[rank])
    yield Counted("Any other card", 0, sum(counts[rank] for rank in counts if rank not in values), 0)
    total = sum(points * counts[rank] for rank, points in values.items())
    yield Counted("All cards", None, sum(counts.values()), total)
    last = parameters.last_trick_points
    if last:
        yield Counted("The last trick", last, None, last)
        yield Counted("Cards and the last trick", None, None, total + last)
    if isinstance(parameters, MatchingParameters):
        if parameters.sweep_points:
            yield Counted("Taking every trick", parameters.sweep_points)
    else:
        for kind, points in zip(_marriages(parameters, style), parameters.marriage_points, strict=True):
            yield Counted(f"Marriage{kind}", points)


def _marriages(parameters: SuitParameters, style: str) -> Sequence[str]:
    """Return what tells apart the marriages that count differently."""
    match parameters.marriages:
        case "none":
            return ()
        case "trump":
            return ("", " in trumps")
        case "suit":
            return [f" of {suit_name(suit, style=style)}" for suit in Suit]
        case "order":
            return [f", the {place} in the deal" for place in PLACES]


def _cells(row: Counted) -> Sequence[Node]:
    shown = ["" if number is None else str(number) for number in row[1:]]
    if row.points is None:
        return (paragraph(nodes.strong("", row.what)), *(paragraph(nodes.strong("", number)) for number in shown))
    return (text(row.what), *map(text, shown))


def winning(book: Rulebook) -> Iterator[Node]:
    """Yield what wins a match."""
    games = by_players(book, lambda players: end_of_match(aceten.load(book, players=players)))
    for words, players in games:
        yield text(f"With {numbers(players)}: {words}." if len(games) > 1 else f"The match: {words}.")
    yield from _behind(book, MATCH)


def _behind(book: Rulebook, names: Sequence[str]) -> Iterator[Node]:
    """Yield the clauses that say it, and the options that change it."""
    clauses = dict.fromkeys(filter(None, (clause_of(book, name) for name in names)))
    yield text(f"Clauses: {', '.join(clauses)}.", "small")
    changing = [code(name) for name in book.options if _sets(book, name) & {*names}]
    if changing:
        link = nodes.reference("", "", nodes.Text("Options"), internal=True, refid="options")
        yield paragraph(link, nodes.Text(" that change it: "), *joined(changing), nodes.Text("."), classes=["small"])


def _sets(book: Rulebook, name: str) -> set[str]:
    """Return the parameters that an option sets."""
    values = book.options[name].values
    return {parameter for changes in values.values() for parameter in changes} if isinstance(values, dict) else {name}


INTRO: Final = """
What the winners of a deal score: the first row that fits, or else the first of all. Points are those of the cards with those for
the last trick.
"""
NO_TABLE: Final = {
    "points": "Every side scores the points that it has taken.",
    "race": "The parameters won and penalty say what a side scores that claims rightly, or against which one does not.",
    "contract": "The bidders score the points that they make, or the other side its points and what was bid.",
}
"""What is said in place of a scoring table, by the value of the parameter score."""


def scoring(page: SphinxDirective, book: Rulebook) -> Iterator[Node]:
    """Yield the scoring table, or what stands in its place, and those that options select."""
    plain = by_players(book, lambda players: _how_scored(parameters_for(book, players)))
    for (score, rows), players in plain:
        if len(plain) > 1:
            yield text(f"With {numbers(players)}:")
        if rows:
            yield from _scoring_table(page, rows)
        else:
            yield text(NO_TABLE[score])
            yield from _in_place_of_a_table(parameters_for(book, players[0]))
    for name, option in book.options.items():
        if not isinstance(option.values, dict):
            continue
        for value, changes in option.values.items():
            if "scoring" in changes:
                yield paragraph(nodes.Text("With "), code(f"{name}={value}"), nodes.Text(":"))
                yield from _scoring_table(page, msgspec.convert(changes["scoring"], tuple[Award, ...]))


def _how_scored(parameters: Parameters) -> tuple[str, tuple[Award, ...]]:
    return parameters.score, parameters.scoring


def _scoring_table(page: SphinxDirective, rows: Sequence[Award]) -> Iterator[Node]:
    with_cards = any(award.cards is not None for award in rows)
    cells: list[Sequence[Node]] = []
    for award in rows:
        cards = [text("" if award.cards is None else _span(award.cards))] if with_cards else []
        said = (paragraph(code(award.name)), text(award.meaning), text(_span(award.points)))
        cells.append((*said, *cards, text(award.tricks), text(str(award.game_points))))
    of_cards = ["Points of cards"] if with_cards else []
    yield from page.parse_text_to_nodes(INTRO)
    yield table(("Row", "Applies when", "Points", *of_cards, "Tricks", "Game points"), cells)


def _in_place_of_a_table(parameters: Parameters) -> Iterator[Node]:
    """Yield the table of what else a deal can bring, where it is not simply everybody's points."""
    if isinstance(parameters, MatchingParameters) or parameters.score not in {"race", "contract"}:
        return
    race = parameters.score == "race"
    rows = race_rows(parameters) if race else contract_rows(parameters)
    for said in deal_words.winning(parameters) if race else ():
        yield paragraph(nodes.Text(f"{capital(said.words)}."))
    yield table(
        ("Row", "Applies when", "Who scores", "How much"),
        ([paragraph(code(row.name)), text(row.whole), text(row.who), text(row.points)] for row in rows),
    )


def _span(span: tuple[int, int]) -> str:
    return " to ".join(map(str, dict.fromkeys(span)))
