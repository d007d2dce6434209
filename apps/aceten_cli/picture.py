"""The table as a picture in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.align import Align
from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from aceten.checking import default_dealer
from aceten_cli.words import seat_name, side_name

if TYPE_CHECKING:
    from rich.console import RenderableType

    from aceten import Card, State

_PIPS = {"french": {"c": "♣", "s": "♠", "h": "♥", "d": "♦"}, "german": {"c": "c", "s": "s", "h": "h", "d": "d"}}
_COLOURS = {"c": "green", "s": "cyan", "h": "red", "d": "yellow"}


def card_text(card: Card) -> Text:
    """Return a card as its notation, coloured by suit."""
    text = str(card)
    suit = text[1:]
    return Text(text, style=_COLOURS.get(suit, "bold"))


def cards_text(cards: tuple[Card, ...]) -> Text:
    """Return cards side by side."""
    return Text(" ").join(map(card_text, cards)) if cards else Text("-", style="dim")


def table_picture(state: State) -> RenderableType:
    """Return the players around the table, the trick and the talon in the middle, and below what has been taken."""
    game = state.game
    places = _places(state)
    grid = Table.grid(padding=(0, 2))
    for _ in range(3):
        grid.add_column(justify="center", vertical="middle")
    blank = Text("")
    drawn = {place: _player(state, seat) for place, seat in places.items()}
    grid.add_row(blank, drawn["top"], blank)
    grid.add_row(drawn.get("left", blank), _middle(state), drawn.get("right", blank))
    grid.add_row(blank, drawn["bottom"], blank)
    score = Table(show_edge=False, pad_edge=False, box=None, header_style="dim")
    score.add_column("side")
    score.add_column("points", justify="right")
    score.add_column("tricks", justify="right")
    score.add_column("taken")
    for side in range(2):
        tricks = "?" if state.tricks is None else str(state.tricks[side])
        points = str(state.points[side]) if state.points_known or state.points[side] else "?"
        score.add_row(side_name(game, side), points, tricks, cards_text(state.taken[side]))
    return Group(grid, Text(""), score)


def _places(state: State) -> dict[str, int]:
    """Return which seat sits where: seat 0 at the bottom, the others in the direction of play."""
    if state.game.players == 2:  # noqa: PLR2004 - opposite each other
        return {"bottom": 0, "top": 1}
    anticlockwise = state.game.rules.direction == "anticlockwise"
    return {"bottom": 0, "top": 2, "right": 1 if anticlockwise else 3, "left": 3 if anticlockwise else 1}


def _player(state: State, seat: int) -> RenderableType:
    marks = [
        mark
        for mark, holds in (
            ("dealer", state.dealer == seat and _dealer_is_told(state)),
            ("leader", state.leader == seat and state.turn is not None),
            ("to act", state.turn == seat),
        )
        if holds
    ]
    title = seat_name(seat) + (f" ({', '.join(marks)})" if marks else "")
    style = "bold" if state.turn == seat else "dim"
    return Align.center(Panel.fit(cards_text(state.hands[seat]), title=title, border_style=style, padding=(0, 1)))


def _dealer_is_told(state: State) -> bool:
    """Whether the dealer is more than the default of a position that names none."""
    in_play = sum(map(len, state.hands)) + len(state.talon) + len(state.trick)
    first_trick = in_play == len(state.game.pack.cards)
    return first_trick or state.dealer != default_dealer(state.game, state.leader, in_play)


def _middle(state: State) -> RenderableType:
    lines = [Text(f"talon: {len(state.talon)} cards" if state.talon else "no talon", style="dim")]
    players = state.game.players
    if state.trick:
        lines.append(
            Text("  ".join(f"{seat_name((state.leader + turn) % players):<2}" for turn in range(players)), style="dim")
        )
    for first in range(0, len(state.trick), players):
        cards = state.trick[first : first + players]
        padded = [card_text(card) + Text(" " * (2 - len(str(card)))) for card in cards]
        padded += [Text("  ")] * (players - len(cards))
        lines.append(Text("  ").join(padded))
    if state.trick:
        lines.append(Text(f"{seat_name(state.winning)} is winning", style="dim"))
    if state.turn is None:
        lines.append(Text("the deal is over", style="bold"))
    return Align.center(Panel(Text("\n", justify="center").join(lines), padding=(0, 2), expand=False))
