"""What a person is shown: a position as a table, what his seat may know, and what everybody saw."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.align import Align
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from aceten import Action, Seat, State, View, number_of
from aceten.vocabulary.naming import points_counted, seat_name, side_name, tricks_counted
from aceten.vocabulary.position_writer import default_dealer
from aceten.vocabulary.seating import Places, places
from aceten.words import Telling, meaning_of_result, telling
from aceten_cli.frame.output import card_text, cards_text, coloured
from aceten_spec.speech import say

FIRST: Final = Seat(0)
_BACK: Final = "▒"
_ANY_WIDTH: Final = 1000


def table_picture(state: State | View) -> RenderableType:
    """Return the players around the table, the trick and the talon in the middle, and below what has been taken."""
    words = telling(state)
    parts: list[RenderableType] = [RoundTable(state, words), Text(""), _score(state)]
    notes = tuple(map(coloured, words.notes()))
    said = meaning_of_result(state) if isinstance(state, State) else ""
    parts += [Text(""), *notes] if notes else []
    parts += [Text(""), Text(said)] if said else []
    return Group(*parts)


class RoundTable:
    """The players around the table, with the trick and the talon in the middle."""

    def __init__(
        self,
        seen: State | View,
        words: Telling,
        *,
        hand: RenderableType | None = None,
        below: Seat = FIRST,
        centred: bool = False,
    ) -> None:
        """Draw the table.

        :param hand: what is drawn in place of the cards of the player below.
        :param below: who sits at the lower edge.
        :param centred: whether it stands in the middle of the screen.
        """
        self._seen = seen
        self._words = words
        self._hand = hand
        self._below = below
        self._centred = centred

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        """Draw it so that it fits: where there is little room, what players at the sides are stands below their cards."""
        around = places(self._seen.game)
        if self._centred and not around.left:  # a column in which nobody sits would be drawn wider than it is measured
            yield from (self._player(place) for place in [around.top] if place is not None)
            yield _middle(self._seen, self._words)
            yield self._player(0)
            return
        grid = self._grid(around, stacked=False)
        if console.measure(grid, options=options.update_width(_ANY_WIDTH)).maximum > options.max_width:
            grid = self._grid(around, stacked=True)
        yield Align.center(grid) if self._centred else grid

    def _grid(self, around: Places, *, stacked: bool) -> Table:
        grid = Table.grid(padding=(0, 2))
        for _ in range(3):
            grid.add_column(justify="center", vertical="middle")
        blank = Text("")
        if around.top is not None:
            grid.add_row(blank, self._player(around.top), blank)
        left, right = (
            Group(*[self._player(place, stacked=stacked) for place in seats]) if seats else blank
            for seats in (around.left, around.right)
        )
        grid.add_row(left, _middle(self._seen, self._words), right)
        grid.add_row(blank, self._player(0), blank)
        return grid

    def _player(self, place: int, *, stacked: bool = False) -> RenderableType:
        """Return a player by his place, from the one below on."""
        seen = self._seen
        seat = Seat((place + self._below) % seen.game.players)
        marks: list[str] = []
        if isinstance(seen, State) and seen.dealer == seat and _dealer_is_told(seen):
            marks.append(say("dealer"))
        marks += self._words.marks(seat)
        if seen.turn == seat:
            marks.append(say("to act"))
        title = seat_name(seat) + (f" ({', '.join(marks)})" if marks and not stacked else "")
        cards = self._hand if self._hand is not None and place == 0 else hand_text(seen, seat)
        inside = Group(*map(Align.center, (cards, *map(Text, marks if stacked else ()))))
        style = "bold" if seen.turn == seat else ""
        return Align.center(Panel.fit(inside, title=title, border_style=style, padding=(0, 1)))


def hand_text(seen: State | View, seat: int) -> Text:
    """Return the cards in a hand, with a back for each that is not known."""
    if isinstance(seen, State):
        return cards_text(seen.game.held(seen.hands[seat]))
    known = seen.game.held(seen.known[seat])
    hidden = Text(_BACK * (seen.hand_sizes[seat] - len(known)))
    return cards_text(known) + Text(" ") + hidden if known and hidden else hidden or cards_text(known)


def _dealer_is_told(state: State) -> bool:
    """Whether the dealer is more than the default of a position that names none."""
    in_play = state.cards_in_play
    first_trick = in_play == len(state.game.pack.cards)
    return first_trick or state.dealer != default_dealer(state.game, state.leader, in_play)


def _middle(seen: State | View, words: Telling) -> RenderableType:
    lines: list[RenderableType] = list(map(coloured, words.table()))
    if seen.trick:
        lines.append(_trick(seen))
    lines += map(coloured, words.trick())
    if seen.turn is None:
        lines.append(Text(say("the deal is over"), style="bold"))
    if not lines:
        return Text("")
    return Align.center(Panel(Group(*map(Align.center, lines)), padding=(0, 2), expand=False))


def _trick(seen: State | View) -> Table:
    """Return the trick, a column for each player from its leader on, and a row for each round."""
    players = seen.game.players
    table = Table.grid(padding=(0, 2))
    for _ in range(players):
        table.add_column(min_width=2)
    table.add_row(*(Text(seat_name((seen.leader + turn) % players)) for turn in range(players)))
    for first in range(0, len(seen.trick), players):
        table.add_row(*map(card_text, seen.trick[first : first + players]))
    return table


def _score(state: State | View) -> Table:
    """Return what each side has taken; when the deal is over its points include those for the last trick."""
    table = Table(show_edge=False, pad_edge=False, box=None, header_style="")
    table.add_column(say("side"))
    table.add_column(say("points"), justify="right")
    table.add_column(say("tricks"), justify="right")
    table.add_column(say("taken"))
    result = state.result
    has = state.points if result is None else result.points
    for side in range(state.game.side_count):
        tricks = "?" if state.tricks is None else str(state.tricks[side])
        points = "?" if has is None or not (state.points_known or has[side]) else str(has[side])
        table.add_row(side_name(state.game, side), points, tricks, cards_text(state.taken[side]))
    return table


def choices_words(state: State | View) -> Iterator[str]:
    """Yield what may be done now, then a line for each action that is no card, and one for calls."""
    if not state.legal:
        return
    yield say("legal: {legal}", legal=" ".join(map(str, state.legal)))
    yield from telling(state).explained()


def event_lines(before: State, after: State) -> Iterator[str]:
    """Yield what everybody sees of an action: who did what, and who took the trick if that ended it."""
    words = telling(before)
    seat, action = after.log[-1]
    yield f"{seat_name(seat)}  {words.seen(action)}"
    for line in words.noticed(after):
        yield f"   {line}"
    if before.trick and not after.trick:
        yield ""


def status(view: View) -> Text:
    """Return what a person wants to know when he is to act, on one line."""
    words = telling(view)
    told = "; ".join([*words.gist(), *words.trick()])
    own = "".join(f"; {each}" for each in words.own())
    return coloured(f"   [{told}] {say('your hand:')} ") + cards_text(view.game.held(view.hand)) + coloured(own)


def table_lines(view: View) -> Iterator[Text]:
    """Yield the whole table as the seat sees it."""
    game, words = view.game, telling(view)
    yield Text(say("{game}; {who} dealt", game=game.rulebook.called, who=seat_name(view.dealer)))
    yield from map(coloured, words.table())
    hands = [f"{seat_name(seat)} {size}" for seat, size in enumerate(view.hand_sizes)]
    yield Text(say("cards in hand: {hands}", hands=", ".join(hands)))
    for side, pile in enumerate(view.taken):
        yield Text(f"{_took(view, side)}: ") + cards_text(pile)
    yield from trick_lines(view)
    yield from map(coloured, words.notes())
    yield Text(f"{say('your hand:')} ") + cards_text(game.held(view.hand))


def _took(view: View, side: int) -> str:
    """Return what a side has taken, as far as it is told."""
    who = side_name(view.game, side)
    points = None if view.points is None else points_counted(view.points[side])
    tricks = None if view.tricks is None else tricks_counted(view.tricks[side])
    if points is not None and tricks is not None:
        return say("{who} took {points} in {tricks}", who=who, points=points, tricks=tricks)
    has = points or tricks
    return who if has is None else say("{who} took {has}", who=who, has=has)


def trick_lines(view: View) -> Iterator[Text]:
    """Yield the trick on the table, or who is to lead to the next."""
    if view.trick:
        played = [
            Text(f"{seat_name((view.leader + place) % view.game.players)} ") + cards_text((card,))
            for place, card in enumerate(view.trick)
        ]
        yield Text(f"{say('trick:')} ") + Text(", ").join(played)
    elif view.turn is not None:
        yield Text(say("trick: none; {who} is to act", who=seat_name(view.turn)))
    yield from map(coloured, telling(view).trick())


def legal_lines(view: View) -> Iterator[str]:
    """Yield what the seat to act may do, in notation and in words."""
    words, width = telling(view), _width(view.legal)
    for action in view.legal:
        yield f"  {action!s:<{width}} {words.choice(action)}"


def _width(actions: tuple[Action, ...]) -> int:
    """Return how wide a column of actions is."""
    return max(5, *(len(str(action)) for action in actions))


def number_text(state: State) -> str | None:
    """Return the number of the deal at whose beginning a state is, as text; ``None`` at any other moment."""
    number = number_of(state)
    return None if number is None else str(number)
