"""The table as a picture in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rich.align import Align
from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from aceten import FLIP, SPICE, STOP
from aceten.checking import default_dealer
from aceten_cli.words import (
    counted,
    listed,
    meaning_of_result,
    resets_words,
    seat_name,
    side_name,
    winning_card,
)
from aceten_spec import Rank

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import RenderableType

    from aceten import Card, State

_COLOURS: Final = {"c": "green", "s": "cyan", "h": "red", "d": "yellow"}


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
    places = _places(state)
    grid = Table.grid(padding=(0, 2))
    for _ in range(3):
        grid.add_column(justify="center", vertical="middle")
    blank = Text("")
    if places.top is not None:
        grid.add_row(blank, _player(state, places.top), blank)
    grid.add_row(_players(state, places.left), _middle(state), _players(state, places.right))
    grid.add_row(blank, _player(state, 0), blank)
    parts: list[RenderableType] = [grid, Text(""), _score(state)]
    said = meaning_of_result(state) or resets_words(state.game, state.burned)
    if said:
        parts += [Text(""), Text(said)]
    return Group(*parts)


class _Places(NamedTuple):
    """Who sits where; seat 0 sits at the bottom."""

    left: tuple[int, ...]
    """From top to bottom."""
    top: int | None
    """Opposite seat 0; ``None`` where an odd number of players sits there."""
    right: tuple[int, ...]
    """From top to bottom."""


def _places(state: State) -> _Places:
    """Return which seat sits where: seat 0 at the bottom, the others round the table in the direction of play."""
    players = state.game.players
    clockwise = range(1, players)
    if state.game.rules.direction == "anticlockwise":
        clockwise = clockwise[::-1]
    on_a_side = (players - 1) // 2
    left, right = clockwise[:on_a_side], clockwise[players - 1 - on_a_side :]
    top = None if players % 2 else clockwise[on_a_side]
    return _Places(tuple(reversed(left)), top, tuple(right))


def _players(state: State, seats: Iterable[int]) -> RenderableType:
    drawn = [_player(state, seat) for seat in seats]
    return Group(*drawn) if drawn else Text("")


def _player(state: State, seat: int) -> RenderableType:
    marks = [
        mark
        for mark, holds in (
            ("dealer", state.dealer == seat and _dealer_is_told(state)),
            ("alone", state.alone == seat),
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
    lines: list[RenderableType] = [Text(_talon(state), style="dim")]
    if state.trick:
        lines.append(_trick(state))
    if state.drawn is not None:
        wins = f"{seat_name(state.winning)} wins it and has drawn "
        lines.append(Text.assemble((wins, "dim"), card_text(state.drawn)))
    elif state.trick:
        lines.append(Text(f"{seat_name(state.winning)} is winning", style="dim"))
    if state.leads:
        ranks = " ".join(Rank(rank).letter for rank in state.leads)
        lines.append(Text(f"led in a row: {ranks} ({state.game.rules.lead_limit} at most)", style="dim"))
    if state.turn is None:
        lines.append(Text("the deal is over", style="bold"))
    return Align.center(Panel(Group(*map(Align.center, lines)), padding=(0, 2), expand=False))


def _trick(state: State) -> Table:
    """Return the trick, a column for each player from its leader on, and a row for each round."""
    players = state.game.players
    table = Table.grid(padding=(0, 2))
    for _ in range(players):
        table.add_column(min_width=2)
    table.add_row(*(Text(seat_name((state.leader + turn) % players), style="dim") for turn in range(players)))
    for first in range(0, len(state.trick), players):
        table.add_row(*map(card_text, state.trick[first : first + players]))
    return table


def _talon(state: State) -> str:
    if not state.talon:
        return "no talon"
    cards = counted(len(state.talon), "card")
    if state.game.rules.flip == "off" and len(state.talon) == state.game.leftover:
        gets = {"last_trick": "for the last trick"}.get(state.game.rules.leftover, "not played")
        return f"talon: {cards}, {gets}"
    return f"talon: {cards}"


def _score(state: State) -> Table:
    """Return what each side has taken; when the deal is over its points include those for the last trick."""
    table = Table(show_edge=False, pad_edge=False, box=None, header_style="dim")
    table.add_column("side")
    table.add_column("points", justify="right")
    table.add_column("tricks", justify="right")
    table.add_column("taken")
    result = state.result
    has = state.points if result is None else result.points
    for side in range(state.game.side_count):
        tricks = "?" if state.tricks is None else str(state.tricks[side])
        points = str(has[side]) if state.points_known or has[side] else "?"
        table.add_row(side_name(state.game, side), points, tricks, cards_text(state.taken[side]))
    return table


def choices_words(state: State) -> Iterator[str]:
    """Yield what may be done now, then a line for each action that is no card, and one for calls."""
    turn = state.turn
    if turn is None:
        return
    name = seat_name(turn)
    yield f"legal: {' '.join(map(str, state.legal))}"
    if FLIP in state.legal:
        yield f"flip: {name} turns up the top card of the talon and plays it, whatever it is"
    if SPICE in state.legal:
        yield f"spice: {name} puts {state.drawn} into the trick and takes back {winning_card(state)}"
    if STOP in state.legal:
        left = (
            "leaves the trick as it is"
            if state.drawn is not None
            else f"lets {seat_name(state.winning)} take the trick"
        )
        yield f"stop: {name} {left if state.winning != turn or state.drawn is not None else 'takes the trick'}"
    if state.calls:
        kinds = listed(str(call.kind) for call in state.calls)
        yield f"{seat_name(state.calls[0].seat)} may call {kinds}"
