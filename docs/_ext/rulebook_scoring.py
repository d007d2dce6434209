"""The scoring tables of a rulebook as a page shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from building import code, paragraph, table, text
from docutils import nodes
from rulebook_parameters import by_players, numbers

from aceten.scoring import DRAW
from aceten.suits.settling import (
    CLOSING_FAILED,
    FAILED,
    GRAND,
    GRAND_FAILED,
    LAST_TRICK,
    LEVELS,
    MADE,
    PASSED,
    WRONG_CLAIM,
)
from aceten_spec.options import parameters_for
from aceten_spec.rulebook import Award, MatchingParameters

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from docutils.nodes import Node
    from sphinx.util.docutils import SphinxDirective

    from aceten_spec import Rulebook
    from aceten_spec.rulebook import Parameters, SuitParameters

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
    rows = _race(parameters) if parameters.score == "race" else _contract(parameters)
    yield table(
        ("Row", "Applies when", "Who scores", "Game points"),
        ([paragraph(code(name)), text(when), text(who), text(what)] for name, when, who, what in rows),
    )


def _race(parameters: SuitParameters) -> Iterator[tuple[str, str, str, str]]:
    """Yield what a race to a number of points can come to: the name, when it is so, who scores, and how much."""
    goal, few = parameters.claim_points, parameters.schneider
    had = (f"{few} points or more", f"a trick and fewer than {few} points", "no trick")
    for name, other, points in zip(LEVELS, had, parameters.won, strict=True):
        yield name, f"a side claims {goal} rightly, the other has {other}", "the claimant's side", str(points)
    with_trick, without = map(str, parameters.penalty)
    yield WRONG_CLAIM, "a claim is wrong, the other side has a trick", "the other side", with_trick
    yield WRONG_CLAIM, "a claim is wrong, the other side has no trick", "the other side", without
    if parameters.close != "never":
        failed = "the side that closed the talon does not win"
        if parameters.penalty_at == "flat":
            yield CLOSING_FAILED, failed, "the other side", without
        else:
            when = "at the closing" if parameters.penalty_at == "closing" else "at the end"
            yield CLOSING_FAILED, f"{failed}, the other had a trick {when}", "the other side", with_trick
            yield CLOSING_FAILED, f"{failed}, the other had no trick {when}", "the other side", without
    if parameters.last_trick_wins == "on":
        lowest = str(parameters.won[0])
        yield LAST_TRICK, "nobody claims, the talon is not closed", "the side that takes the last trick", lowest
    yield DRAW, "nobody wins", "nobody", "0"


def _contract(parameters: SuitParameters) -> Iterator[tuple[str, str, str, str]]:
    """Yield what a contract can come to, in the same way."""
    both = parameters.defenders_score == "on"
    yield MADE, "the bidders make what they bid", "every side" if both else "the bidders", "the points made"
    yield FAILED, "the bidders do not make it", "the other side", "its points, and what was bid"
    if parameters.grand_points:
        highest, points = parameters.bids[-1], str(parameters.grand_points)
        yield GRAND, f"{highest} is bid and made", "the bidders", points
        yield GRAND_FAILED, f"{highest} is bid and not made", "the other side", points
    if parameters.no_bid == "redeal":
        yield PASSED, "nobody bids", "nobody", "0"


def _span(span: tuple[int, int]) -> str:
    return " to ".join(map(str, dict.fromkeys(span)))
