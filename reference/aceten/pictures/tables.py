"""Positions as they are drawn: the players round the table, trick and talon in the middle, and below it what was captured."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Final, NamedTuple

from aceten.actions import Meld, Play
from aceten.naming import seat_name
from aceten.pictures.blocks import NOTHING, Block, above, beside, letters_in, words
from aceten.pictures.cards import card_block, cards_in, hand_block, shrunk, suit_sign
from aceten.pictures.sheets import sheet
from aceten.pictures.telling import (
    captured,
    cards_in_sight,
    gist,
    notes,
    of_position,
    talon_size,
    trump_of,
    turn_up,
)
from aceten.pictures.tricks import trick_block

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from aceten.actions import Action
    from aceten.state import State
    from aceten.view import View
    from aceten_spec.cards import Card

_ASIDE: Final = 4
"""Cards in a row of a hand at the left or the right."""
_ACROSS: Final = 8
"""Cards in a row of a hand at the top or the bottom."""
_SMALL: Final = 60
"""How large captured cards are, in hundredths of their size in hands."""
_LEAST_WIDTH: Final = 330
"""A narrower picture is made as wide, so that sentences fit."""


class _Places(NamedTuple):
    """Who sits where; seat 0 sits at the bottom."""

    left: tuple[int, ...]
    """From top to bottom."""
    top: int | None
    """Opposite seat 0; ``None`` where an odd number of players sits there."""
    right: tuple[int, ...]
    """From top to bottom."""


def picture_of(seen: State | View, *, marked: Sequence[Action] = (), told: Iterable[str] = ()) -> str:
    """Return a position as SVG: a state with every hand in sight, a view with a back for each card that its seat has not seen.

    :param marked: actions of the seat to act; the cards that they play stand out.
    :param told: sentences to stand below it.
    """
    cards = tuple(action.card for action in marked if isinstance(action, Play | Meld))
    lines = tuple(told)
    table = _table(seen, cards)
    width = max(table.width, _LEAST_WIDTH)
    below = [gist(seen), *notes(seen), *lines]
    drawn = above(
        [table, *_written(below, width), *_captured(seen, width), Block(width, 0, "")],
        gap=8,
    )
    return sheet(drawn, title=f"{seen.game}: {gist(seen)}", told=(*of_position(seen), *lines))


def _table(seen: State | View, marked: tuple[Card, ...]) -> Block:
    places = _places(seen)
    left, right = (
        above([_player(seen, seat, marked, _ASIDE) for seat in seats], gap=14) for seats in (places.left, places.right)
    )
    top = NOTHING if places.top is None else _player(seen, places.top, marked, _ACROSS)
    # As much room at the left as at the right keeps the middle of the table in the middle.
    wide = max(left.width, right.width)
    sides = [above([block, Block(wide, 0, "")], gap=0) if wide else NOTHING for block in (left, right)]
    across = beside([sides[0], _middle(seen), sides[1]], gap=18)
    return above([top, across, _player(seen, 0, marked, _ACROSS)], gap=14)


def _places(seen: State | View) -> _Places:
    """Return which seat sits where: seat 0 at the bottom, the others round the table in the direction of play."""
    players = seen.game.players
    clockwise = range(1, players)
    if seen.game.rules.direction == "anticlockwise":
        clockwise = clockwise[::-1]
    aside = (players - 1) // 2
    left, right = clockwise[:aside], clockwise[players - 1 - aside :]
    return _Places(tuple(reversed(left)), None if players % 2 else clockwise[aside], tuple(right))


def _player(seen: State | View, seat: int, marked: tuple[Card, ...], in_a_row: int) -> Block:
    acts = seen.turn == seat
    name = words(f"▸ {seat_name(seat)} is to act" if acts else seat_name(seat), strong=acts)
    cards = cards_in_sight(seen, seat)
    hand = hand_block(cards, seen.game.pack.style, marked=marked if acts else (), in_a_row=in_a_row)
    return above([name, hand], gap=2)


def _middle(seen: State | View) -> Block:
    trump = trump_of(seen)
    trick = trick_block(seen.game, seen.trick, seen.leader, trump)
    sign = NOTHING
    if trump is not None:
        sign = beside([words("trumps"), suit_sign(trump, seen.game.pack.style, 18)], gap=4)
    return above([above([sign, _talon(seen)], gap=4), trick], gap=12)


def _talon(seen: State | View) -> Block:
    """Return the talon: the turn-up, and a back for the cards that are not turned up."""
    size, shown, style = talon_size(seen), turn_up(seen), seen.game.pack.style
    if not size:
        return NOTHING
    face = NOTHING if shown is None else card_block(shown, style)
    back = NOTHING if shown is not None and size == 1 else card_block(None, style)
    return above([words(f"talon: {size}"), shrunk(beside([back, face], gap=4), 80)], gap=2)


def _captured(seen: State | View, width: int) -> Iterator[Block]:
    """Yield what each side has captured: points and tricks, and the cards, small."""
    for side, pile in enumerate(seen.taken):
        yield from _written([captured(seen, side)], width)
        yield shrunk(hand_block(pile, seen.game.pack.style, in_a_row=cards_in(width * 100 // _SMALL)), _SMALL)


def _written(sentences: Iterable[str], width: int) -> Iterator[Block]:
    """Yield sentences in lines that fit into a width."""
    for sentence in sentences:
        for line in textwrap.wrap(sentence[:1].upper() + sentence[1:], letters_in(width)):
            yield words(line)
