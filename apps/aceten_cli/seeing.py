"""What is shown to a person at the table: what his seat may know, and what everybody saw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from aceten import Play
from aceten.naming import counted, seat_name, side_name
from aceten.telling import telling
from aceten_cli.output import cards_text, coloured

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten import Action, State, View
    from aceten_solver.sampling import Advice
    from aceten_spec.names import Language


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
    return coloured(f"   [{told}] your hand: ") + cards_text(view.hand) + coloured(own)


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
    yield Text("your hand: ") + cards_text(view.hand)


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
