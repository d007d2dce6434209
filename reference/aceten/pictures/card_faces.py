"""Cards as they are drawn: rank and suit in the corner, where a hand leaves them in sight, and once more, larger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from aceten.pictures.blocks import NOTHING, Block, above, as_text, at, beside, element, words
from aceten.pictures.sheets import sheet
from aceten_spec.cards import Card, Rank, Suit
from aceten_spec.names import card_name, suit_name
from aceten_spec.speech import language, say, to_say

UNSEEN: Final = to_say("a card not seen")
"""What the back of a card is called."""

_WIDTH: Final = 46
_HEIGHT: Final = 64
_STEP: Final = 28
"""How far a card of a hand lies to the right of the one before, which leaves its corner in sight."""
_ROW_STEP: Final = 44
"""How far a row of cards lies below the one before."""
_LABEL: Final = 13
"""The font size of labels."""
_BOX: Final = 24
"""The shapes of suits are drawn in a square of this size."""
_STAR: Final = "M6 0L7.6 4.2L12 4.4L8.6 7.2L9.8 11.6L6 9.1L2.2 11.6L3.4 7.2L0 4.4L4.4 4.2Z"
_LATTICE: Final = "M7 7H39V57H7ZM7 32L23 7L39 32L23 57ZM7 7L39 57M39 7L7 57"
_TEN_WIDTH: Final = 19
"""How wide the one sign with two letters is set, in whatever font, so that it keeps clear of the edge and of the next card."""


class _Shape(NamedTuple):
    """The shape of a suit."""

    colour: str
    """Its colour, which a reader may do without: every shape is another."""
    path: str
    """Its outline, and what is cut out of it."""


_HEART: Final = "M12 22C5 16 2 12 2 8A5 5 0 0 1 12 6.5A5 5 0 0 1 22 8C22 12 19 16 12 22Z"
_SHAPES: Final[dict[str, dict[Suit, _Shape]]] = {
    "french": {
        Suit.CLUBS: _Shape(
            "black",
            "M8.5 10.3A4.7 4.7 0 1 1 15.5 10.3A4.7 4.7 0 1 1 13.2 16C13.3 18.8 14.2 21 16 22H8C9.8 21 10.7 18.8 10.8 16"
            "A4.7 4.7 0 1 1 8.5 10.3Z",
        ),
        Suit.SPADES: _Shape(
            "green",
            "M12 2C8 7 3 10 3 14.5A4.6 4.6 0 0 0 10.8 17C10.7 19.2 9.8 21.2 8 22H16C14.2 21.2 13.3 19.2 13.2 17"
            "A4.6 4.6 0 0 0 21 14.5C21 10 16 7 12 2Z",
        ),
        Suit.HEARTS: _Shape("red", _HEART),
        Suit.DIAMONDS: _Shape("gold", "M12 1L20 12L12 23L4 12Z"),
    },
    "german": {
        Suit.CLUBS: _Shape(
            "black",
            "M11 0H13V4C17.5 4 20.5 6.5 20.5 10.5H3.5C3.5 6.5 6.5 4 11 4ZM5 12H19C19 17 16 20.5 12 24C8 20.5 5 17 5 12Z",
        ),
        Suit.SPADES: _Shape(
            "green",
            "M12 0C19 5 21.5 12 13 18V24H11V18C2.5 12 5 5 12 0ZM11.4 5V16H12.6V5Z"
            "M7.2 8L11 12.2V10.4L8 7.2ZM16.8 8L13 12.2V10.4L16 7.2Z",
        ),
        Suit.HEARTS: _Shape("red", _HEART),
        Suit.DIAMONDS: _Shape(
            "gold",
            "M10 4V2A2 2 0 0 1 14 2V4A9.7 9.7 0 1 1 10 4ZM3.6 12V13.6H20.4V12Z"
            "M12 15.2A1.6 1.6 0 0 0 11.3 18.2V22H12.7V18.2A1.6 1.6 0 0 0 12 15.2Z",
        ),
    },
}
"""The outlines; what lies inside another outline is cut out.

A suit has one colour in both styles: those of the packs with which tournaments in Germany let players of French and of German cards sit
down together. The command line writes cards in the same four.
"""

_COURTS: Final = {Rank.QUEEN: "O", Rank.JACK: "U"}
"""What German packs write on their over and their under."""
_LETTERED: Final = {"de": {Rank.QUEEN: "D", Rank.JACK: "B"}, "hu": {Rank.QUEEN: "D", Rank.JACK: "B"}}
"""What French packs write on queens and jacks in other languages than English."""


def rank_sign(rank: Rank, style: str) -> str:
    """Return what a pack of this style (``"french"`` or ``"german"``) writes on its cards of a rank, in the language in force."""
    if rank == Rank.TEN:
        return "10"
    courts = _COURTS if style == "german" else _LETTERED.get(language(), {})
    return courts.get(rank, rank.letter)


def suit_path(suit: Suit, style: str) -> str:
    """Return the outline of a suit, in a square of 24."""
    return _SHAPES[style][suit].path


def suit_sign(suit: Suit, style: str, size: int) -> Block:
    """Return the shape of a suit."""
    shape = _SHAPES[style][suit]
    drawn = element("path", d=shape.path, fill_rule="evenodd", class_=f"aceten-{shape.colour}")
    scaled = element("g", drawn, transform=f"scale({size / _BOX:.3g})")
    return Block(size, size, element("g", element("title", suit_name(suit, style=style, language=language())), scaled))


def card_block(card: Card | None, style: str, *, marked: bool = False, covered: bool = False) -> Block:
    """Return a card face up; ``None``: the back of one.

    :param marked: whether it stands out, by a frame and a star.
    :param covered: whether other cards lie on it, and nothing but its corner is seen whole.
    """
    name = say(UNSEEN) if card is None else card_name(card, style=style, language=language())
    drawn = [
        element("title", as_text(name)),
        element("rect", x=0.5, y=0.5, width=_WIDTH - 1, height=_HEIGHT - 1, rx=4, class_="aceten-face"),
    ]
    if card is None:
        # A rim in the colour of the face keeps backs that lie over each other apart.
        drawn.append(element("rect", x=4, y=4, width=_WIDTH - 8, height=_HEIGHT - 8, rx=2, class_="aceten-back"))
        drawn.append(element("path", d=_LATTICE, class_="aceten-lattice"))
    else:
        drawn.append(_face(card, style, covered=covered))
    if marked:
        drawn.append(element("rect", x=2, y=2, width=_WIDTH - 4, height=_HEIGHT - 4, rx=3, class_="aceten-frame"))
        drawn.append(at(5, _HEIGHT - 18, element("path", d=_STAR, class_="aceten-mark")))
    return Block(_WIDTH, _HEIGHT, element("g", *drawn))


def _face(card: Card, style: str, *, covered: bool) -> str:
    sign = rank_sign(card.rank, style)
    colour = "black" if card.suit is None else _SHAPES[style][card.suit].colour
    corner = _letters(sign, 15, 20, colour)
    if card.suit is None:
        return corner if covered else corner + _letters(sign, 31, 56, colour)
    corner += at(7, 25, suit_sign(card.suit, style, 15).svg)
    return corner if covered else corner + at(25, 42, suit_sign(card.suit, style, 17).svg)


def _letters(sign: str, x: int, y: int, colour: str) -> str:
    kind = f"aceten-rank aceten-{colour}"
    if len(sign) == 1:
        return element("text", sign, x=x, y=y, font_size=18, text_anchor="middle", class_=kind)
    fitted = {"textLength": _TEN_WIDTH, "lengthAdjust": "spacingAndGlyphs"}
    return element("text", sign, x=x, y=y, font_size=18, text_anchor="middle", class_=kind, **fitted)


def hand_block(cards: Sequence[Card | None], style: str, *, marked: Sequence[Card] = (), in_a_row: int) -> Block:
    """Return cards that lie over each other, so that each one's corner can be seen.

    :param marked: the cards that stand out.
    :param in_a_row: how many lie in a row at most; more make rows that are about as long.
    """
    if not cards:
        return NOTHING
    long = _row(len(cards), in_a_row)
    rows, last = -(-len(cards) // long), len(cards) - 1
    parts = [
        at(
            place % long * _STEP,
            place // long * _ROW_STEP,
            card_block(card, style, marked=card is not None and card in marked, covered=place != last).svg,
        )
        for place, card in enumerate(cards)
    ]
    return Block((long - 1) * _STEP + _WIDTH, (rows - 1) * _ROW_STEP + _HEIGHT, "".join(parts))


def labelled_block(
    cards: Sequence[Card | None], style: str, labels: Mapping[Card, str], *, marked: Sequence[Card] = (), in_a_row: int
) -> Block:
    """Return cards side by side, each with its label under it, where it has one.

    :param marked: the cards that stand out, and their labels.
    :param in_a_row: how many lie in a row at most; more make rows that are about as long.
    """
    cells: list[Block] = []
    for card in cards:
        stands_out = card is not None and card in marked
        label = words("" if card is None else labels.get(card, ""), size=_LABEL, strong=stands_out)
        cells.append(above([card_block(card, style, marked=stands_out), label], gap=2))
    long = _row(len(cards), in_a_row)
    rows = [beside(cells[first : first + long], gap=4) for first in range(0, len(cells), long)]
    return above(rows, gap=6)


def _row(cards: int, most: int) -> int:
    """Return how many of some cards lie in a row, so that all rows are about as long."""
    return -(-cards // -(-cards // most)) if cards else 1


def cards_in(width: int) -> int:
    """Return how many cards of a hand fit into a width side by side."""
    return (width - _WIDTH) // _STEP + 1


def shrunk(block: Block, percent: int) -> Block:
    """Return a drawing at a part of its size."""
    svg = element("g", block.svg, transform=f"scale({percent / 100:.3g})") if block.svg else ""
    return Block(block.width * percent // 100, block.height * percent // 100, svg)


def picture_of_card(card: Card, *, style: str) -> str:
    """Return a card as SVG.

    :param style: ``"french"`` or ``"german"``: the suits and courts of the pack (:attr:`aceten_spec.Pack.style`).
    """
    return sheet(card_block(card, style), title=card_name(card, style=style, language=language()))


def picture_of_suit(suit: Suit, *, style: str) -> str:
    """Return the sign of a suit as SVG, without a ground, to stand in a line of text.

    :param style: ``"french"`` or ``"german"``.
    """
    return sheet(suit_sign(suit, style, _BOX), title=suit_name(suit, style=style, language=language()), plain=True)
