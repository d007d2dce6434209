"""The worked examples of a rulebook: what the engine did, move by move, in words and pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from docutils import nodes

from aceten import Call, Match, Side, State, card, load, start_match
from aceten.notation.examples import Moment, run_example
from aceten.notation.position import parse_state
from aceten.vocabulary.naming import card_words, listed, seat_name, side_words, suit_words
from aceten.vocabulary.seating import seats_of
from aceten.words import by_player, end_words, meaning_of_result, telling
from aceten_docs.pages.board_links import on_board
from aceten_docs.pages.card_pictures import drawn, tricks
from aceten_docs.pages.page_parts import code, code_line, entry, joined, labelled, paragraph, section, table, text
from aceten_docs.rulebook.clauses import cited_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from docutils.nodes import Node
    from sphinx.util.docutils import SphinxDirective

    from aceten_spec import Example, Rulebook
    from aceten_spec.rulebook import MatchCourse


class Row(NamedTuple):
    """One action of an example."""

    notation: str
    """The action as a program writes it."""
    action: str
    """Who does what."""
    outcome: str
    """What it leads to; may be empty."""
    refused: bool
    """Whether the engine refused it."""


class DealRow(NamedTuple):
    """One deal of a match."""

    dealer: str
    """Who dealt."""
    game_points: tuple[int, ...]
    """What the sides scored in it."""
    resets: str
    """Whose score fell to 0; may be empty."""
    scores: tuple[int, ...]
    """What the sides have after it; the players, where partners change."""
    partners: str
    """Who plays with whom; empty where that never changes."""
    trump: str
    """The trump suit, where it bears on what the deal counts; else empty."""


class MatchStory(NamedTuple):
    """The course of a match."""

    sides: tuple[str, ...]
    """The players of each side, such as ``A and C``."""
    deals: tuple[DealRow, ...]
    """Its deals."""
    ending: str
    """Who has won it, in a sentence."""


def hands(state: State) -> list[tuple[str, str]]:
    """Return each player and his hand, from the first seat on."""
    return [
        (seat_name(seat), ", ".join(card_words(state.game, each) for each in hand) or "nothing")
        for seat, hand in enumerate(state.hands)
    ]


def tell(moment: Moment) -> Row:
    """Return an action and what it led to."""
    action, after, words = moment.action, moment.after, telling(moment.before)
    seat = action.seat if isinstance(action, Call) else moment.before.turn
    who = "Someone" if seat is None else seat_name(seat)
    if after is None:
        return Row(str(action), f"{who} tries to {words.tries(action)}", _refusal(moment), refused=True)
    outcome = "" if isinstance(action, Call) else "; ".join(words.consequences(after))
    return Row(str(action), f"{who} {words.does(action)}", f"{outcome[:1].upper()}{outcome[1:]}", refused=False)


def _refusal(moment: Moment) -> str:
    state = moment.before
    if isinstance(moment.action, Call):
        instead = f"; {seat_name(state.calls[0].seat)} may call now" if state.calls else ""
    else:
        instead = f"; allowed: {', '.join(map(str, state.legal))}" if state.legal else ""
    return f"Refused by {moment.clause}{instead}"


def ending(state: State) -> str:
    """Return what a deal that is over came to, and the row of the scoring table by which it scores."""
    award = state.result.award if state.result is not None else None
    row = any(award == each.name for each in state.game.rules.scoring)
    return meaning_of_result(state) + (f" Row of the scoring table: {award}." if row else "")


def tell_match(rulebook: Rulebook, course: MatchCourse) -> MatchStory:
    """Return the deals of a match, and who has won it."""
    game = load(rulebook, players=course.players, **course.options)
    match = start_match(game, dealer=course.dealer, seed=course.seed)
    rows: list[DealRow] = []
    for number, game_points in enumerate(course.deals):
        dealer, partners = seat_name(match.dealer), _partners(match)
        resets = tuple(map(Side, course.resets[number])) if course.resets else ()
        trump = card(f"A{course.trumps[number]}").suit if course.trumps else None
        last = number == len(course.deals) - 1
        claimed = Side(course.claimed) if course.claimed is not None and last else None
        match = match.add_game_points(game_points, resets, trump=trump, claimed=claimed)
        suit = "" if trump is None else suit_words(game, trump)
        lost = ", ".join(side_words(game, each) for each in resets)
        rows.append(DealRow(dealer, game_points, lost, match.scores, partners, suit))
    sides = tuple(side_words(game, number) for number in range(game.side_count))
    if by_player(match):
        sides = tuple(f"the seats of {each}" for each in sides)
    return MatchStory(sides, tuple(rows), end_words(match) if match.over else "The match goes on.")


def _partners(match: Match) -> str:
    """Return who plays with whom; nothing where that never changes."""
    if not by_player(match):
        return ""
    game = match.game
    pairs = [
        [seat_name(match.players[seat]) for seat in seats_of(game, (number,))] for number in range(game.side_count)
    ]
    return ", ".join(map(listed, pairs))


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
            yield section(title, *(node for example in shown_here for node in _example(page, book, example)))


def _example(page: SphinxDirective, book: Rulebook, example: Example) -> list[Node]:
    moments = run_example(book, example)
    source = (
        [nodes.Text("From "), *cited_in(page, book, [example.source])] if example.source else [nodes.Text("Our own")]
    )
    played = _play(page, book, example, moments) if example.match is None else _match(book, example.match)
    shows = labelled("Shows", nodes.Text(", ".join(example.clauses)), classes=["small"])
    origin = paragraph(*source, nodes.Text("."), classes=["small"])
    return entry(page, "example", example.id, [nodes.Text(example.title)], origin, shows, *played)


def _play(page: SphinxDirective, book: Rulebook, example: Example, moments: Sequence[Moment]) -> Iterator[Node]:
    line = example.position or ""
    state = parse_state(line, rules=book)
    yield code_line(line)
    yield paragraph(nodes.Text("In the board: "), code(f'aceten board "{line}"'), classes=["small"])
    done = [str(moment.action) for moment in moments if moment.after is not None]
    yield from on_board(page, str(state), done)
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
