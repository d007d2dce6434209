"""Cards as they lie on a table: pips, numerals, courts of which each half stands upright, and aces with the seasons.

They are light by night, too, as paper is. German suits follow the Tell pattern: an over has its suit above, an under below, and what counts
has Roman numerals; French suits have an index in the corner. A card is 100 wide and 140 high.
"""

from __future__ import annotations

from typing import Final

from aceten.pictures.blocks import element
from aceten.pictures.card_faces import rank_sign, suit_path
from aceten.pictures.court_figures import figure
from aceten.pictures.seasons import season
from aceten_spec.cards import Card, Rank, Suit
from aceten_spec.names import card_name
from aceten_spec.speech import language

WIDTH: Final = 100
HEIGHT: Final = 140
_PAPER: Final = "#fffdf6"
_EDGE: Final = "#6e6a60"
_BOX: Final = 24
"""Suits are drawn in a square of this size."""

_COLOURS: Final = {Suit.CLUBS: "#1d1b18", Suit.SPADES: "#1c6a2f", Suit.HEARTS: "#b5121f", Suit.DIAMONDS: "#b06f00"}
"""One for each suit, in both styles."""
_NUT: Final = "M5 12H19C19 17 16 20.5 12 24C8 20.5 5 17 5 12Z"
_BELL: Final = "M12 3.6A9.4 9.4 0 1 1 11.9 3.6Z"
_LEAF: Final = "M12 0C19 5 21.5 12 13 18H11C2.5 12 5 5 12 0Z"
_UNDER: Final = {Suit.DIAMONDS: (_BELL, "#6b1d10"), Suit.SPADES: (_LEAF, "#cfe3a0")}
"""What lies behind a German suit and is seen where that is cut out, with its colour."""
_OVER: Final = {Suit.CLUBS: (_NUT, "#8a5a22")}
"""What lies over one."""
_GERMAN: Final = {**_COLOURS, Suit.CLUBS: "#3a2713", Suit.DIAMONDS: "#d99a16"}

_ROMAN: Final = {Rank.TEN: "X", Rank.NINE: "IX", Rank.EIGHT: "VIII", Rank.SEVEN: "VII", Rank.SIX: "VI", Rank.FIVE: "V"}
_LEFT, _MIDDLE, _RIGHT = 35, 50, 65
_PIPS: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    1: ((_MIDDLE, 70),),
    2: ((_MIDDLE, 26), (_MIDDLE, 114)),
    3: ((_MIDDLE, 26), (_MIDDLE, 70), (_MIDDLE, 114)),
    4: tuple([(x, y) for x in (_LEFT, _RIGHT) for y in (26, 114)]),
    5: (*[(x, y) for x in (_LEFT, _RIGHT) for y in (26, 114)], (_MIDDLE, 70)),
    6: tuple([(x, y) for x in (_LEFT, _RIGHT) for y in (26, 70, 114)]),
    7: (*[(x, y) for x in (_LEFT, _RIGHT) for y in (26, 70, 114)], (_MIDDLE, 48)),
    8: (*[(x, y) for x in (_LEFT, _RIGHT) for y in (26, 70, 114)], (_MIDDLE, 48), (_MIDDLE, 92)),
    9: (*[(x, y) for x in (_LEFT, _RIGHT) for y in (26, 55.3, 84.7, 114)], (_MIDDLE, 70)),
    10: (*[(x, y) for x in (_LEFT, _RIGHT) for y in (26, 55.3, 84.7, 114)], (_MIDDLE, 40.6), (_MIDDLE, 99.4)),
}
"""Where the signs of a French card lie, by their number."""
_ROWS: Final = {5: 2, 6: 3, 7: 3, 8: 4, 9: 4, 10: 4}
"""So many signs stand in each of the two columns of a German card; what is left stands between them."""
_NUMBERS: Final = {Rank.ACE: 1, **{rank: int(rank) for rank in Rank if rank <= Rank.TEN}}
"""How many signs a card has that counts them."""


def playing_card(card: Card, *, style: str) -> str:
    """Return a card as it lies on a table, as SVG.

    :param style: ``"french"`` or ``"german"``: the suits and courts of the pack (:attr:`aceten_spec.Pack.style`).
    """
    ground = element(
        "rect", x=1, y=1, width=WIDTH - 2, height=HEIGHT - 2, rx=8, fill=_PAPER, stroke=_EDGE, stroke_width=1.4
    )
    if card.suit is None:
        drawn = _both(_letters(rank_sign(card.rank, style), 50, 52, 44, "#1d1b18"))
    elif style == "german":
        drawn = _german(card.rank, card.suit)
    else:
        drawn = _french(card.rank, card.suit)
    return element(
        "svg",
        element("title", card_name(card, style=style, language=language())),
        ground,
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        role="img",
        width=WIDTH,
        height=HEIGHT,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
    )


def _french(rank: Rank, suit: Suit) -> str:
    sign, colour = rank_sign(rank, "french"), _COLOURS[suit]
    corner = _letters(sign, 13, 25, 24, colour) + _sign(suit, "french", 13, 37, 15)
    if rank in _NUMBERS:
        number = _NUMBERS[rank]
        size = 50 if number == 1 else 21
        pips = [_sign(suit, "french", x, y, size, turned=y > HEIGHT / 2) for x, y in _PIPS[number]]
        return _both(corner) + "".join(pips)
    frame = element("rect", x=22, y=6, width=56, height=128, rx=3, fill="#fbf3dc", stroke=colour, stroke_width=1)
    return (
        frame
        + _both(figure(rank, suit, "french") + _sign(suit, "french", 30, 15, 12))
        + _belt(colour, 22, 56)
        + _both(corner)
    )


def _german(rank: Rank, suit: Suit) -> str:
    colour = _GERMAN[suit]
    ink = colour if suit != Suit.DIAMONDS else "#8a5600"
    if rank in _ROWS_OF:
        return _counted(rank, suit, ink)
    if rank == Rank.ACE:
        half = season(suit) + _sign(suit, "german", 19, 23, 30) + _letters("A", 19, 60, 20, ink)
        return _both(half) + _belt(ink, 8, 84)
    sign = rank_sign(rank, "german")
    person = figure(rank, suit, "german")
    # An over has its suit above, an under below; a king has two.
    match rank:
        case Rank.QUEEN:
            signs = _sign(suit, "german", 18, 21, 25) + _letters(sign, 18, 52, 17, ink)
        case Rank.JACK:
            signs = _letters(sign, 18, 24, 17, ink) + _sign(suit, "german", 18, 52, 25)
        case _:
            signs = (
                _sign(suit, "german", 18, 21, 25) + _sign(suit, "german", 82, 21, 25) + _letters(sign, 18, 52, 17, ink)
            )
    return _both(person + signs) + _belt(ink, 8, 84)


_ROWS_OF: Final = {rank: _ROWS[number] for rank, number in _NUMBERS.items() if number in _ROWS}


def _counted(rank: Rank, suit: Suit, ink: str) -> str:
    """Return the signs of a German card in two columns, with its numeral above and below."""
    number, rows = _NUMBERS[rank], _ROWS_OF[rank]
    heights = [22 + place * 96 / (rows - 1) for place in range(rows)]
    between = {0: (), 1: (70,), 2: (46, 94)}[number - 2 * rows]
    size = 36 - 3 * rows
    places = [(x, y) for x in (20, 80) for y in heights] + [(50, y) for y in between]
    pips = [_sign(suit, "german", x, y, size, turned=y > HEIGHT / 2) for x, y in places]
    return "".join(pips) + _both(_letters(_ROMAN[rank], 50, 24, 16, ink, family="serif"))


def _both(half: str) -> str:
    """Return a half and the same upside down."""
    return half + element("g", half, transform=f"rotate(180 {WIDTH / 2:g} {HEIGHT / 2:g})")


def _belt(colour: str, x: int, width: int) -> str:
    """Return the band at which the halves meet."""
    band = element("rect", x=x, y=68, width=width, height=4, fill="#f0c44c", stroke=colour, stroke_width=0.8)
    return band + element(
        "path", d=f"M{x + 3} 70H{x + width - 3}", stroke=colour, stroke_width=1.2, stroke_dasharray="1.5 3"
    )


def _letters(text: str, x: float, y: float, size: int, colour: str, *, family: str = "sans-serif") -> str:
    width = {"10": 21, "VIII": 31}.get(text)  # in whatever font, so that it keeps clear of what is beside it
    narrow = {} if width is None else {"textLength": width, "lengthAdjust": "spacingAndGlyphs"}
    return element(
        "text", text, x=x, y=y, font_size=size, font_weight="bold", font_family=family, text_anchor="middle", fill=colour, **narrow
    )  # fmt: skip


def _sign(suit: Suit, style: str, x: float, y: float, size: float, *, turned: bool = False) -> str:
    """Return the sign of a suit with its middle at a place."""
    scale = size / _BOX
    colours = _GERMAN if style == "german" else _COLOURS
    layers = [element("path", d=suit_path(suit, style), fill_rule="evenodd", fill=colours[suit])]
    if style == "german":
        if suit in _UNDER:
            layers.insert(0, element("path", d=_UNDER[suit][0], fill=_UNDER[suit][1]))
        if suit in _OVER:
            layers.append(element("path", d=_OVER[suit][0], fill=_OVER[suit][1]))
    turn = "rotate(180)" if turned else ""
    return element("g", *layers, transform=f"translate({x:g} {y:g}){turn}scale({scale:.3g})translate(-12 -12)")
