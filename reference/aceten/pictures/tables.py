"""Positions as they are drawn: the players round the table, trick and talon in the middle, and below it what was captured."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Final

from aceten.actions import Meld, Play
from aceten.naming import seat_name
from aceten.pictures.blocks import NOTHING, Block, above, beside, letters_in, words
from aceten.pictures.cards import card_block, cards_in, hand_block, shrunk, suit_sign
from aceten.pictures.sheets import sheet
from aceten.pictures.telling import captured, gist, of_position
from aceten.pictures.tricks import trick_block
from aceten.seating import places

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from aceten.actions import Action
    from aceten.pictures.scenes import Drawable, Scene
    from aceten_spec.cards import Card

_ASIDE: Final = 4
"""Cards in a row of a hand at the left or the right."""
_ACROSS: Final = 8
"""Cards in a row of a hand at the top or the bottom."""
_SMALL: Final = 60
"""How large captured cards are, in hundredths of their size in hands."""
_LEAST_WIDTH: Final = 330
"""A narrower picture is made as wide, so that sentences fit."""


def picture_of(seen: Drawable, *, marked: Sequence[Action] = (), told: Iterable[str] = ()) -> str:
    """Return a position as SVG: a state with every hand in sight, a view with a back for each card that its seat has not seen.

    :param marked: actions of the seat to act; the cards that they play stand out.
    :param told: sentences to stand below it.
    """
    scene = seen.scene()
    cards = tuple(action.card for action in marked if isinstance(action, Play | Meld))
    lines = tuple(told)
    table = _table(scene, cards)
    width = max(table.width, _LEAST_WIDTH)
    below = [gist(scene), *scene.notes, *lines]
    drawn = above(
        [table, *_written(below, width), *_captured(scene, width), Block(width, 0, "")],
        gap=8,
    )
    return sheet(drawn, title=f"{scene.game}: {gist(scene)}", told=(*of_position(scene), *lines))


def _table(scene: Scene, marked: tuple[Card, ...]) -> Block:
    round_table = places(scene.game)
    left, right = (
        above([_player(scene, seat, marked, _ASIDE) for seat in seats], gap=14)
        for seats in (round_table.left, round_table.right)
    )
    top = NOTHING if round_table.top is None else _player(scene, round_table.top, marked, _ACROSS)
    # As much room at the left as at the right keeps the middle of the table in the middle.
    wide = max(left.width, right.width)
    sides = [above([block, Block(wide, 0, "")], gap=0) if wide else NOTHING for block in (left, right)]
    across = beside([sides[0], _middle(scene), sides[1]], gap=18)
    return above([top, across, _player(scene, 0, marked, _ACROSS)], gap=14)


def _player(scene: Scene, seat: int, marked: tuple[Card, ...], in_a_row: int) -> Block:
    acts = scene.turn == seat
    name = words(f"▸ {seat_name(seat)} is to act" if acts else seat_name(seat), strong=acts)
    cards = scene.hands[seat]
    hand = hand_block(cards, scene.game.pack.style, marked=marked if acts else (), in_a_row=in_a_row)
    return above([name, hand], gap=2)


def _middle(scene: Scene) -> Block:
    trick = trick_block(scene.game, scene.trick, scene.leader, scene.trump)
    sign = NOTHING
    if scene.trump is not None:
        sign = beside([words("trumps"), suit_sign(scene.trump, scene.game.pack.style, 18)], gap=4)
    return above([above([sign, _talon(scene)], gap=4), trick], gap=12)


def _talon(scene: Scene) -> Block:
    """Return the talon: the turn-up, and a back for the cards that are not turned up."""
    size, shown, style = scene.talon, scene.turn_up, scene.game.pack.style
    if not size:
        return NOTHING
    face = NOTHING if shown is None else card_block(shown, style)
    back = NOTHING if shown is not None and size == 1 else card_block(None, style)
    return above([words(f"talon: {size}"), shrunk(beside([back, face], gap=4), 80)], gap=2)


def _captured(scene: Scene, width: int) -> Iterator[Block]:
    """Yield what each side has captured: points and tricks, and the cards, small."""
    for side, pile in enumerate(scene.taken):
        yield from _written([captured(scene, side)], width)
        yield shrunk(hand_block(pile, scene.game.pack.style, in_a_row=cards_in(width * 100 // _SMALL)), _SMALL)


def _written(sentences: Iterable[str], width: int) -> Iterator[Block]:
    """Yield sentences in lines that fit into a width."""
    for sentence in sentences:
        for line in textwrap.wrap(sentence[:1].upper() + sentence[1:], letters_in(width)):
            yield words(line)
