"""The examples of a rulebook as a page shows them: what was played, in words and pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from building import code, code_line, entry, joined, labelled, paragraph, section, table, text
from docutils import nodes
from narration import ending, hands, tell, tell_match
from pictures import drawn, tricks
from rulebook_clauses import citation

from aceten.examples import run_example
from aceten.naming import listed, seat_name
from aceten.position import parse

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from docutils.nodes import Node
    from sphinx import addnodes
    from sphinx.util.docutils import SphinxDirective

    from aceten.examples import Moment
    from aceten_spec import Example, Rulebook
    from aceten_spec.rulebook import MatchCourse

INTRO: Final = """
The engine has played each example, and the tables show what it did. :doc:`/notation` explains position lines and actions: the engine
writes ``Q`` for ``O`` and ``J`` for ``U``.
"""


def examples(page: SphinxDirective, book: Rulebook) -> Iterator[Node]:
    """Yield the examples, those of the sources first."""
    most = max(book.parameters.players)
    seats = listed(f"{seat_name(seat)} is seat {seat}" for seat in range(most))
    yield from page.parse_text_to_nodes(INTRO)
    yield text(f"{seats}.")
    for title, shown_here in (
        ("Examples of the sources", [each for each in book.examples if each.source]),
        ("Our own examples", [each for each in book.examples if not each.source]),
    ):
        if shown_here:
            yield section(title, *(_example(page, book, example) for example in shown_here))


def _example(page: SphinxDirective, book: Rulebook, example: Example) -> addnodes.desc:
    moments = run_example(book, example)
    origin = f"From {citation(book, example.source)}." if example.source else "Our own."
    played = _play(book, example, moments) if example.match is None else _match(book, example.match)
    shows = labelled("Shows", nodes.Text(", ".join(example.clauses)), classes=["small"])
    return entry(page, "example", example.id, example.title, text(origin, "small"), shows, *played)


def _play(book: Rulebook, example: Example, moments: Sequence[Moment]) -> Iterator[Node]:
    line = example.position or ""
    state = parse(line, rules=book)
    yield code_line(line)
    if example.deck is not None:
        yield text(f"This is what {seat_name(state.dealer)} deals from the deck:")
        yield code_line(example.deck)
    yield nodes.line_block(
        "",
        *(nodes.line("", "", nodes.strong("", who), nodes.Text(f": {hand}")) for who, hand in hands(state)),
        classes=["hands"],
    )
    yield table(
        ("Action", "In words", "Outcome"),
        [
            (paragraph(code(row.notation)), text(row.action), text(row.outcome, *["refused"] * row.refused))
            for row in map(tell, moments)
        ],
        "steps",
    )
    pictures = tricks(moments)
    if pictures:
        yield drawn(pictures)
    last = next((moment.after for moment in reversed(moments) if moment.after is not None), state)
    if last.result is not None:
        yield text(ending(last))
    elif last is not state:
        yield text("The position after that:")
        yield code_line(str(last))


def _match(book: Rulebook, course: MatchCourse) -> Iterator[Node]:
    story = tell_match(book, course)
    if course.options:
        chosen = joined(code(f"{name}={value}") for name, value in course.options.items())
        yield paragraph(nodes.Text(f"{course.players} players, with "), *chosen, nodes.Text("."))
    else:
        yield text(f"{course.players} players.")
    if course.seed is not None:
        yield text(f"The first dealer is drawn from the seed {course.seed}.")
    resets = any(deal.resets for deal in story.deals)
    partners = any(deal.partners for deal in story.deals)
    trumps = any(deal.trump for deal in story.deals)
    yield table(
        (
            "Deal",
            "Dealer",
            *(["Partners"] * partners),
            *(["Trumps"] * trumps),
            *(f"Game points of {each}" for each in story.sides),
            *(["Falls to 0"] * resets),
            "Score",
        ),
        [
            (
                text(str(number)),
                text(deal.dealer),
                *([text(deal.partners)] * partners),
                *([text(deal.trump)] * trumps),
                *(text(str(points)) for points in deal.game_points),
                *([text(deal.resets)] * resets),
                text(" to ".join(map(str, deal.scores))),
            )
            for number, deal in enumerate(story.deals, start=1)
        ],
    )
    yield text(story.ending)
