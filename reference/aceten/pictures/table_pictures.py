"""Positions as they are drawn: the players round the table, trick and talon in the middle, and below it what was captured."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from aceten.pictures.blocks import NOTHING, Block, above, beside, words, written
from aceten.pictures.captions import captured, gist, of_position, of_worth
from aceten.pictures.card_faces import card_block, cards_in, hand_block, labelled_block, shrunk, suit_sign
from aceten.pictures.sheets import LEAST_WIDTH, sheet
from aceten.pictures.trick_pictures import trick_block
from aceten.vocabulary.actions import Action, Meld, Play
from aceten.vocabulary.naming import seat_name
from aceten.vocabulary.seating import places
from aceten_spec.cards import Card
from aceten_spec.speech import say

if TYPE_CHECKING:
    from aceten.engine.scenes import Scene, Worth
    from aceten.engine.state import State
    from aceten.engine.view import View

_ASIDE: Final = 4
"""Cards in a row of a hand at the left or the right."""
_ASIDE_LABELLED: Final = 3
"""The same of cards with labels."""
_ACROSS: Final = 8
"""Cards in a row of a hand at the top or the bottom."""
_SMALL: Final = 60
"""How large captured cards are, in hundredths of their size in hands."""


def picture_of(
    seen: State | View, *, marked: Sequence[Action] = (), worth: Worth | None = None, told: Iterable[str] = ()
) -> str:
    """Return a position as SVG: a state with every hand in sight, a view with a back for each card that its seat has not seen.

    :param marked: actions of the seat to act; the cards that they play stand out.
    :param worth: what stands under the cards of the seat to act; ``None``: nothing.
    :param told: sentences to stand below it.
    """
    scene = seen.scene()
    stand_out = _StandOut(tuple(action.card for action in marked if isinstance(action, Play | Meld)), worth)
    table = _table(scene, stand_out)
    width = max(table.width, LEAST_WIDTH)
    under = [] if worth is None else [say("under the cards: {what}", what=worth.caption)]
    over = [gist(scene)] if scene.turn is None else []  # who is to act stands over his hand
    lines = tuple(told)
    drawn = above(
        [table, *written([*over, *under, *scene.notes, *lines], width), *_captured(scene, width), Block(width, 0, "")],
        gap=8,
    )
    labels = [] if worth is None else [of_worth(scene.game, worth)]
    return sheet(drawn, title=f"{scene.game}: {gist(scene)}", told=(*of_position(scene), *labels, *lines))


class _StandOut(NamedTuple):
    """What makes cards of the seat to act different from others."""

    marked: tuple[Card, ...]
    worth: Worth | None


def _table(scene: Scene, stand_out: _StandOut) -> Block:
    round_table = places(scene.game)
    left, right = (
        above([_player(scene, seat, stand_out, aside=True) for seat in seats], gap=14)
        for seats in (round_table.left, round_table.right)
    )
    top = NOTHING if round_table.top is None else _player(scene, round_table.top, stand_out, aside=False)
    # As much room at the left as at the right keeps the middle of the table in the middle.
    wide = max(left.width, right.width)
    sides = [above([block, Block(wide, 0, "")], gap=0) if wide else NOTHING for block in (left, right)]
    across = beside([sides[0], _middle(scene), sides[1]], gap=18)
    return above([top, across, _player(scene, 0, stand_out, aside=False)], gap=14)


def _player(scene: Scene, seat: int, stand_out: _StandOut, *, aside: bool) -> Block:
    cards, style = scene.hands[seat], scene.game.pack.style
    if scene.turn != seat:
        return above([words(seat_name(seat)), hand_block(cards, style, in_a_row=_ASIDE if aside else _ACROSS)], gap=2)
    marked, worth = stand_out
    if worth is None:
        hand = hand_block(cards, style, marked=marked, in_a_row=_ASIDE if aside else _ACROSS)
    else:
        row = _ASIDE_LABELLED if aside else _ACROSS
        hand = labelled_block(cards, style, worth.labels, marked=marked, in_a_row=row)
    return above([words(f"▸ {say('{who} is to act', who=seat_name(seat))}", strong=True), hand], gap=2)


def _middle(scene: Scene) -> Block:
    trick = trick_block(scene.game, scene.trick, scene.leader, scene.trump)
    sign = NOTHING
    if scene.trump is not None:
        sign = beside([words(say("trumps")), suit_sign(scene.trump, scene.game.pack.style, 18)], gap=4)
    return above([above([sign, _talon(scene)], gap=4), trick], gap=12)


def _talon(scene: Scene) -> Block:
    """Return the talon: the turn-up, and a back for the cards that are not turned up."""
    size, shown, style = scene.talon, scene.turn_up, scene.game.pack.style
    if not size:
        return NOTHING
    face = NOTHING if shown is None else card_block(shown, style)
    back = NOTHING if shown is not None and size == 1 else card_block(None, style)
    return above([words(say("talon: {number}", number=size)), shrunk(beside([back, face], gap=4), 80)], gap=2)


def _captured(scene: Scene, width: int) -> Iterator[Block]:
    """Yield what each side has captured: points and tricks, and the cards, small."""
    for side, pile in enumerate(scene.taken):
        known = scene.tricks is not None or scene.points[side] is not None
        yield from written([captured(scene, side)] if known else [], width)
        yield shrunk(hand_block(pile, scene.game.pack.style, in_a_row=cards_in(width * 100 // _SMALL)), _SMALL)
