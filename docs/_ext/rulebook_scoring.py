"""The scoring tables of a rulebook as a page shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from building import code, paragraph, table, text
from docutils import nodes
from rulebook_parameters import by_players, numbers

from aceten_spec.options import parameters_for
from aceten_spec.rulebook import Award

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from docutils.nodes import Node
    from sphinx.util.docutils import SphinxDirective

    from aceten_spec import Rulebook
    from aceten_spec.rulebook import Parameters

INTRO: Final = """
What the winners of a deal score: the first row that fits, or else the first of all. Points are those of the cards with those for
the last trick.
"""
NO_TABLE: Final = {
    "points": "Every side scores the points that it has taken.",
    "race": "There is no table: the parameters won and penalty say what a side scores that claims rightly, or against which one does not.",
    "contract": "There is no table: the bidders score the points that they make, or the other side its points and what was bid.",
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


def _span(span: tuple[int, int]) -> str:
    return " to ".join(map(str, dict.fromkeys(span)))
