"""What a person is shown: a position as a table, what his seat may know, and what everybody saw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.align import Align
from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from aceten import Play
from aceten.naming import counted, seat_name, side_name
from aceten.seating import places
from aceten.telling import meaning_of_result, telling
from aceten.writing import default_dealer
from aceten_cli.output import card_text, cards_text, coloured

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import RenderableType

    from aceten import Action, State, View
    from aceten.telling import Telling
    from aceten_solver.sampling import Advice
    from aceten_spec.names import Language


def table_picture(state: State) -> RenderableType:
    """Return the players around the table, the trick and the talon in the middle, and below what has been taken."""
    round_table, words = places(state.game), telling(state)
    grid = Table.grid(padding=(0, 2))
    for _ in range(3):
        grid.add_column(justify="center", vertical="middle")
    blank = Text("")
    if round_table.top is not None:
        grid.add_row(blank, _player(state, words, round_table.top), blank)
    left, right = (_players(state, words, seats) for seats in (round_table.left, round_table.right))
    grid.add_row(left, _middle(state, words), right)
    grid.add_row(blank, _player(state, words, 0), blank)
    parts: list[RenderableType] = [grid, Text(""), _score(state)]
    notes = tuple(map(coloured, words.notes()))
    said = meaning_of_result(state)
    parts += [Text(""), *notes] if notes else []
    parts += [Text(""), Text(said)] if said else []
    return Group(*parts)


def _players(state: State, words: Telling, seats: Iterable[int]) -> RenderableType:
    drawn = [_player(state, words, seat) for seat in seats]
    return Group(*drawn) if drawn else Text("")


def _player(state: State, words: Telling, seat: int) -> RenderableType:
    marks: list[str] = []
    if state.dealer == seat and _dealer_is_told(state):
        marks.append("dealer")
    marks += words.marks(seat)
    if state.turn == seat:
        marks.append("to act")
    title = seat_name(seat) + (f" ({', '.join(marks)})" if marks else "")
    style = "bold" if state.turn == seat else ""
    hand = cards_text(state.game.held(state.hands[seat]))
    return Align.center(Panel.fit(hand, title=title, border_style=style, padding=(0, 1)))


def _dealer_is_told(state: State) -> bool:
    """Whether the dealer is more than the default of a position that names none."""
    in_play = sum(map(len, state.hands)) + len(state.talon) + len(state.trick)
    first_trick = in_play == len(state.game.pack.cards)
    return first_trick or state.dealer != default_dealer(state.game, state.leader, in_play)


def _middle(state: State, words: Telling) -> RenderableType:
    lines: list[RenderableType] = list(map(coloured, words.table()))
    if state.trick:
        lines.append(_trick(state))
    lines += map(coloured, words.trick())
    if state.turn is None:
        lines.append(Text("the deal is over", style="bold"))
    return Align.center(Panel(Group(*map(Align.center, lines)), padding=(0, 2), expand=False))


def _trick(state: State) -> Table:
    """Return the trick, a column for each player from its leader on, and a row for each round."""
    players = state.game.players
    table = Table.grid(padding=(0, 2))
    for _ in range(players):
        table.add_column(min_width=2)
    table.add_row(*(Text(seat_name((state.leader + turn) % players)) for turn in range(players)))
    for first in range(0, len(state.trick), players):
        table.add_row(*map(card_text, state.trick[first : first + players]))
    return table


def _score(state: State) -> Table:
    """Return what each side has taken; when the deal is over its points include those for the last trick."""
    table = Table(show_edge=False, pad_edge=False, box=None, header_style="")
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
    if state.turn is None:
        return
    yield f"legal: {' '.join(map(str, state.legal))}"
    yield from telling(state).explained()


def event_lines(before: State, after: State, language: Language) -> Iterator[str]:
    """Yield what everybody sees of an action: who did what, and who took the trick if that ended it."""
    words = telling(before, language)
    seat, action = after.log[-1]
    yield f"{seat_name(seat)}  {words.seen(action)}"
    for line in words.noticed(after):
        yield f"   {line}"
    if before.trick and not after.trick:
        yield ""


def status(view: View, language: Language) -> Text:
    """Return what a person wants to know when he is to act, on one line."""
    words = telling(view, language)
    told = "; ".join([*words.gist(), *words.trick()])
    own = "".join(f"; {each}" for each in words.own())
    return coloured(f"   [{told}] your hand: ") + cards_text(view.game.held(view.hand)) + coloured(own)


def table_lines(view: View, language: Language) -> Iterator[Text]:
    """Yield the whole table as the seat sees it."""
    game, words = view.game, telling(view, language)
    yield Text(f"{game}; {seat_name(view.dealer)} dealt")
    yield from map(coloured, words.table())
    hands = [f"{seat_name(seat)} {size}" for seat, size in enumerate(view.hand_sizes)]
    yield Text(f"cards in hand: {', '.join(hands)}")
    for side, pile in enumerate(view.taken):
        has = [] if view.points is None else [counted(view.points[side], "point")]
        has += [] if view.tricks is None else [counted(view.tricks[side], "trick")]
        took = f" took {' in '.join(has)}" if has else ""
        yield Text(f"{side_name(game, side)}{took}: ") + cards_text(pile)
    yield from trick_lines(view)
    yield from map(coloured, words.notes())
    yield Text("your hand: ") + cards_text(game.held(view.hand))


def trick_lines(view: View) -> Iterator[Text]:
    """Yield the trick on the table, or who is to lead to the next."""
    if view.trick:
        played = [
            Text(f"{seat_name((view.leader + place) % view.game.players)} ") + cards_text((card,))
            for place, card in enumerate(view.trick)
        ]
        yield Text("trick: ") + Text(", ").join(played)
    elif view.turn is not None:
        yield Text(f"trick: none; {seat_name(view.turn)} is to act")
    yield from map(coloured, telling(view).trick())


def legal_lines(view: View, language: Language) -> Iterator[str]:
    """Yield what the seat to act may do, in notation and in words."""
    words, width = telling(view, language), _width(view.legal)
    for action in view.legal:
        yield f"  {action!s:<{width}} {words.choice(action)}"


def advice_lines(advice: Advice, view: View, language: Language) -> Iterator[str]:
    """Yield what the machine would do, and what it rests on."""
    chosen, words = advice.chosen, telling(view, language).choice(advice.chosen)
    said = f"hint: the machine would {f'play {chosen} ({words})' if isinstance(chosen, Play) else words}"
    if advice.method == "forced":
        yield f"{said}; nothing else differs from it"
        return
    how = "solved with all cards known" if advice.method == "solved" else "played out mostly at random"
    yield f"{said}. It sees what you see; {counted(advice.samples, 'deal')} that fit, {how}, gave on average:"
    width = _width(tuple(prospect.action for prospect in advice.prospects))
    for prospect in advice.prospects:
        points = "" if prospect.points is None else f" {prospect.points:.1f} points"
        margin = "" if prospect.margin is None else f", game points {prospect.margin:+.2f}"
        told = f"{points}{margin}" if prospect.samples else " not tried"
        yield f"  {prospect.action!s:<{width}}{told}"


def _width(actions: tuple[Action, ...]) -> int:
    """Return how wide a column of actions is."""
    return max(5, *(len(str(action)) for action in actions))
