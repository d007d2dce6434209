"""The table of a match as it fills a screen: the players and the trick, the own hand with numbers, the score and the last trick."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.align import Align
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from aceten import Card, State, UsageError, View
from aceten.vocabulary.naming import seat_name, side_name, the_cards, tricks_counted
from aceten.words import scores_words, telling
from aceten_cli.frame.output import card_text, coloured
from aceten_cli.frame.position_tables import RoundTable
from aceten_spec.cards import without_suit
from aceten_spec.speech import say

if TYPE_CHECKING:
    from aceten_cli.play.table_moments import TableMoment


def board(moment: TableMoment) -> RenderableType:
    """Return all that is seen of a match at one moment."""
    seen = moment.seen
    words = telling(seen)
    hand = Align.center(_numbered_hand(moment.hand)) if moment.hand else None
    table = RoundTable(seen, words, hand=hand, below=moment.viewer, centred=True)
    own = words.own() if isinstance(seen, View) else ()
    lines = ["; ".join(_taken(seen)), "; ".join([*words.notes(), *own]), "; ".join(_last_trick(moment))]
    return Group(Text(_head(moment), style="bold"), table, *map(coloured, filter(None, lines)))


def _head(moment: TableMoment) -> str:
    """Return what is played, and how the match stands: at the end of a deal its result tells that."""
    title, number = moment.seen.game.rulebook.called, moment.match.deals + 1
    if moment.past:
        return say("{title}, deal {number}: looking back, {past}", title=title, number=number, past=moment.past)
    dealer = seat_name(moment.seen.dealer)
    if moment.seen.turn is None:
        return say("{title}, deal {number}, dealt by {dealer}", title=title, number=number, dealer=dealer)
    return say(
        "{title}, deal {number}, dealt by {dealer}. Match: {scores}",
        title=title,
        number=number,
        dealer=dealer,
        scores=scores_words(moment.match),
    )


def _numbered_hand(hand: tuple[Card, ...]) -> Table:
    """Return cards side by side, each below its number."""
    table = Table.grid(padding=(0, 1))
    for _ in hand:
        table.add_column(justify="center", min_width=2)
    table.add_row(*(Text(str(number)) for number in range(1, len(hand) + 1)))
    table.add_row(*map(card_text, hand))
    return table


def _taken(seen: State | View) -> Iterator[str]:
    """Yield what the sides have taken, as far as it is told."""
    sides = [side_name(seen.game, side) for side in range(seen.game.side_count)]
    tricks = None if seen.tricks is None else [tricks_counted(number) for number in seen.tricks]
    if seen.points is None:
        if tricks is not None:
            yield say("Taken: {taken}", taken=", ".join(map(" ".join, zip(sides, tricks, strict=True))))
        return
    points = [str(number) for number in seen.points]
    if tricks is not None:
        points = [
            say("{points} in {tricks}", points=has, tricks=number) for has, number in zip(points, tricks, strict=True)
        ]
    yield say("Points: {points}", points=", ".join(map(" ".join, zip(sides, points, strict=True))))


def _last_trick(moment: TableMoment) -> Iterator[str]:
    """Yield the trick that was taken last, of several rounds the last, and what was drawn after it."""
    last, players = moment.last, moment.seen.game.players
    if last is None:
        return
    first = (len(last.cards) - 1) // players * players
    cards = ", ".join(
        f"{seat_name((last.leader + place) % players)} {card}" for place, card in enumerate(last.cards[first:])
    )
    yield say("Last trick: {cards}", cards=f"... {cards}" if first else cards)
    yield from last.told
    if moment.drawn:
        yield say("you have drawn {cards}", cards=the_cards(moment.seen.game, moment.drawn))


def card_chosen(text: str, moment: TableMoment | None) -> str:
    """Return the card in hand of which the number was typed; what is no such number, as it was typed.

    With a point after it, it can only be the number of a card; else it may be the rank of another card in hand.

    :raises UsageError: where it may be either.
    """
    number = text.removesuffix(".")
    if moment is None or not (number.isascii() and number.isdigit()):
        return text
    hand, place = moment.hand, int(number) - 1 if len(number) == 1 else -1
    if not 0 <= place < len(hand):
        return text
    chosen = hand[place]
    others = [card for card in hand if str(without_suit(card)) == text and without_suit(card) != without_suit(chosen)]
    if others:
        raise UsageError(
            say(
                "{text} is the number of {chosen} and the rank of {other}: type {text}. or {other}",
                text=text,
                chosen=chosen,
                other=others[0],
            )
        )
    return str(chosen)
