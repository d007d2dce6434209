"""The upper half of the people on court cards: a head, a hat, a coat, and what they hold; the same half is drawn again upside down."""

from __future__ import annotations

from typing import Final, NamedTuple

from aceten.pictures.blocks import element
from aceten_spec.cards import Rank, Suit

_INK: Final = "#33261a"
_SKIN: Final = "#f4d3b0"
_GOLD: Final = "#f0c44c"
_STEEL: Final = "#cfd6dc"
_WOOD: Final = "#8a5a2b"


class _Dress(NamedTuple):
    """What the people of a suit wear."""

    coat: str
    trim: str
    hair: str
    hat: str


_DRESSES: Final = {
    Suit.CLUBS: _Dress("#2f5d8c", "#e8b93a", "#3b2a1c", "#7d2f22"),
    Suit.SPADES: _Dress("#2c7a45", "#f3e2a4", "#a8701f", "#24508a"),
    Suit.HEARTS: _Dress("#b9262d", "#f1c95a", "#6a4424", "#2d6b3c"),
    Suit.DIAMONDS: _Dress("#d08a1c", "#a42a24", "#c9a24c", "#6b2d63"),
}


def figure(rank: Rank, suit: Suit, style: str) -> str:
    """Return the upper half of a king, of a queen or an over, or of a jack or an under; it stands in the middle, down to a height of 70."""
    dress = _DRESSES[suit]
    if rank == Rank.KING:
        parts = [
            _held(_SCEPTRES[suit]),
            _coat(dress, fur=True),
            _hair(dress, "short"),
            _head(),
            _beard(dress),
            _crown(dress),
        ]
    elif rank == Rank.QUEEN and style == "french":
        parts = [
            _hair(dress, "long"),
            _coat(dress, fur=False, low=True),
            _head(),
            _fringe(dress),
            _diadem(dress),
            _flower(dress),
        ]
    elif rank == Rank.QUEEN:
        parts = [
            _held(_WEAPONS[suit]),
            _coat(dress, fur=False),
            _hair(dress, "short"),
            _head(),
            _moustache(dress),
            _broad_hat(dress, suit),
        ]
    else:
        parts = [
            _held(_TOOLS[suit] if style == "german" else _HALBERD),
            _coat(dress, fur=False),
            _hair(dress, "bob"),
            _head(),
            _cap(dress, suit),
        ]
    return "".join(parts)


def _path(d: str, fill: str = "none", *, width: float = 1.0) -> str:
    return element(
        "path", d=d, fill=fill, stroke=_INK, stroke_width=width, stroke_linejoin="round", stroke_linecap="round"
    )


def _head() -> str:
    """The face, seen a little from the side."""
    face = _path("M41 31C41 23 45 20 50.5 20S60 23 60 31C60 39 56 45 50.5 45S41 39 41 31Z", _SKIN)
    features = _path(
        "M44.5 29.5Q46.5 28 48.5 29.5M53 29.5Q55 28 57 29.5M51.5 31.5L52.6 35.2L50.6 35.6M48 39.2Q51 41 54 39.2",
        width=0.9,
    )
    eyes = "".join(element("circle", cx=x, cy=31.6, r=1.05, fill=_INK) for x in (46.6, 55))
    cheeks = "".join(element("circle", cx=x, cy=36, r=2, fill="#e79a84", fill_opacity=0.55) for x in (44.6, 57))
    return face + cheeks + features + eyes


def _hair(dress: _Dress, cut: str) -> str:
    outline = {
        "short": "M39 38C36 26 41 17 50.5 17S65 26 62 38L58 41H43Z",
        "bob": "M37 45C35 26 40 16 50.5 16S66 26 64 45C60 48 58 44 57 40H44C43 44 41 48 37 45Z",
        "long": "M34 62C37 48 33 24 44 17.5Q50.5 15 57 17.5C68 24 64 48 67 62L58 58H43Z",
    }[cut]
    return _path(outline, dress.hair)


def _fringe(dress: _Dress) -> str:
    return _path(
        "M41 31C42 22 46 19 50.5 21.5C55 19 59 22 60 31C56 27 54 25 50.5 23.5C47 25 45 27 41 31Z", dress.hair, width=0.8
    )


def _beard(dress: _Dress) -> str:
    beard = "M41 33C41 44 43 52 50.5 55.5C58 52 60 44 60 33C58 37.5 55 37.2 50.5 37.2S43 37.5 41 33Z"
    return (
        _path(beard, dress.hair)
        + _path("M46 42Q50.5 39.5 55 42M47 47Q50.5 50 54 47", width=0.8)
        + _path("M47.6 40.2Q50.5 42.2 53.4 40.2Z", "#b5453a", width=0.7)
    )


def _moustache(dress: _Dress) -> str:
    return _path(
        "M50.7 37.2C48 35.8 45 37.6 42.6 40.4C46 40.8 49 40 50.7 38.6C52.4 40 55.4 40.8 58.8 40.4C56.4 37.6 53.4 35.8 50.7 37.2Z",
        dress.hair,
        width=0.7,
    )


def _coat(dress: _Dress, *, fur: bool, low: bool = False) -> str:
    shoulders = _path("M27 70C27 56 34 50 44 47L50.5 52L57 47C67 50 74 56 74 70Z", dress.coat)
    neck = _path("M46 43H55V49L50.5 53L46 49Z", _SKIN, width=0.8)
    panel = _path("M45 49L50.5 55L56 49L59 70H42Z", dress.trim, width=0.8)
    sleeves = _path("M36 70Q36 61 39 56M65 70Q65 61 62 56", width=1)
    buttons = "".join(element("circle", cx=50.5, cy=y, r=1.2, fill=_INK) for y in (59, 63.5))
    if low:
        collar = _path("M40 50Q45 58 50.5 59Q56 58 61 50L56 47.5Q50.5 55 45 47.5Z", "#fbf3e0", width=0.8)
        return (
            shoulders
            + neck
            + panel
            + collar
            + sleeves
            + element("circle", cx=50.5, cy=57, r=1.6, fill=_GOLD, stroke=_INK, stroke_width=0.5)
        )
    if fur:
        ermine = _path(
            "M35 53Q42 47 45 48.5L50.5 56L56 48.5Q59 47 66 53L62 60Q56 56 50.5 62Q45 56 39 60Z", "#fdfaf0", width=0.9
        )
        tails = _path("M40.5 54V57M45.5 54V57M55.5 54V57M60.5 54V57", width=1.2)
        return shoulders + panel + ermine + tails + sleeves
    collar = _path("M43 48L50.5 55L58 48L60 52.5L50.5 60L41 52.5Z", "#fbf3e0", width=0.8)
    return shoulders + neck + panel + buttons + collar + sleeves


def _crown(dress: _Dress) -> str:
    crown = _path("M39 22L37 9.5L44 14.5L50.5 7L57 14.5L64 9.5L62 22Q50.5 18.5 39 22Z", _GOLD)
    jewels = "".join(
        element("circle", cx=x, cy=y, r=1.5, fill=dress.coat, stroke=_INK, stroke_width=0.4)
        for x, y in ((43.5, 18.4), (50.5, 17), (57.5, 18.4))
    )
    tips = "".join(
        element("circle", cx=x, cy=y, r=1.5, fill=_GOLD, stroke=_INK, stroke_width=0.6)
        for x, y in ((37, 9.5), (50.5, 7), (64, 9.5))
    )
    return crown + jewels + tips


def _diadem(dress: _Dress) -> str:
    crown = _path("M42 20L41 13L46 16L50.5 10.5L55 16L60 13L59 20Q50.5 17.5 42 20Z", _GOLD)
    return crown + element("circle", cx=50.5, cy=16.6, r=1.5, fill=dress.coat, stroke=_INK, stroke_width=0.4)


def _feather(x: float, y: float, colour: str) -> str:
    return _path(
        f"M{x} {y}C{x + 4} {y - 9} {x + 11} {y - 10} {x + 15} {y - 6}C{x + 11} {y - 5} {x + 7} {y - 1} {x + 3} {y + 2}Z",
        colour,
        width=0.8,
    )


def _broad_hat(dress: _Dress, suit: Suit) -> str:
    """A hat with a brim, whose crown is another for each suit."""
    crown = {
        Suit.CLUBS: "M41 21C41 11 45 9 50.5 9S60 11 60 21Z",
        Suit.SPADES: "M41.5 21L46 9L50.5 11.5L55 9L59.5 21Z",
        Suit.HEARTS: "M42 21L44 10H57L59 21Z",
        Suit.DIAMONDS: "M40 21C39 13 44 12 47 10C52 7.5 60 12 61 21Z",
    }[suit]
    brim = _path("M35 24.5C38 19.5 44 20 50.5 20S63 19.5 66 24.5C60 22.5 41 22.5 35 24.5Z", dress.hat)
    return (
        _feather(57, 15, dress.trim)
        + _path(crown, dress.hat)
        + brim
        + _path("M41.5 19.3Q50.5 17.3 59.5 19.3", width=1.4)
    )


def _cap(dress: _Dress, suit: Suit) -> str:
    """A cap without a brim, another for each suit."""
    cap = {
        Suit.CLUBS: "M39 25C38 14 45 11 51 11S64 15 62 25Q50.5 20.5 39 25Z",
        Suit.SPADES: "M40 24C40 15 46 13 52 9C62 8 68 15 66 20C64 17.5 61 18 61 24Q50.5 20.5 40 24Z",
        Suit.HEARTS: "M36 23C38 13 45 12 50.5 12S64 13 66 19C62 22 60 23 60.5 24.5Q50.5 20.5 40.5 24.5Z",
        Suit.DIAMONDS: "M40 24L42 13L50.5 16L59 13L61 24Q50.5 20.5 40 24Z",
    }[suit]
    return _path(cap, dress.hat) + _path("M40 24.5Q50.5 20 61.5 24.5", dress.trim, width=1.6)


def _flower(dress: _Dress) -> str:
    """The flower in a queen's hand."""
    stem = _path("M71.5 62Q72 52 71 44", width=1.3)
    petals = "".join(
        element("circle", cx=71 + x, cy=41 + y, r=3, fill=dress.trim, stroke=_INK, stroke_width=0.6)
        for x, y in ((0, -3.6), (3.6, 0), (0, 3.6), (-3.6, 0))
    )
    return (
        stem + petals + element("circle", cx=71, cy=41, r=2, fill=_GOLD, stroke=_INK, stroke_width=0.5) + _hand(71, 61)
    )


def _hand(x: float, y: float) -> str:
    return element("circle", cx=x, cy=y, r=3.6, fill=_SKIN, stroke=_INK, stroke_width=0.9)


def _held(tool: str) -> str:
    return tool + _hand(71, 60)


_STAFF: Final = _path("M71 69V18", _WOOD, width=2.6) + element("path", d="M71 69V18", stroke=_WOOD, stroke_width=1.5)
_SWORD: Final = _path("M69.6 56V22L71 17L72.4 22V56Z", _STEEL, width=0.8) + _path(
    "M66 56H76V58.5H66Z", _GOLD, width=0.8
)
_HALBERD: Final = _STAFF + _path("M71 19V34C65 33 63 27 64.5 20.5L71 24L71 10L73 18L78 24L71 31Z", _STEEL, width=0.9)
_SCEPTRES: Final = {
    Suit.CLUBS: _STAFF
    + element("circle", cx=71, cy=19, r=4.2, fill=_GOLD, stroke=_INK)
    + _path("M71 14.5V8M67.8 11H74.2", width=1.8),
    Suit.SPADES: _SWORD,
    Suit.HEARTS: _STAFF + _path("M71 24C66 20 66 14 71 11C76 14 76 20 71 24Z", _GOLD),
    Suit.DIAMONDS: _STAFF + _path("M71 11L76 17.5L71 24L66 17.5Z", _GOLD),
}
"""What a king holds."""
_WEAPONS: Final = {
    Suit.CLUBS: _SWORD,
    Suit.SPADES: _STAFF + _path("M71 9L74 20L71 24L68 20Z", _STEEL, width=0.9),
    Suit.HEARTS: _path("M71 60V27M62 33Q71 20 80 33M62 33L71 38L80 33", width=1.6)
    + _path("M69.8 58V27H72.2V58Z", _WOOD, width=0.7),
    Suit.DIAMONDS: _STAFF + _path("M72 13H84L80 18L84 23H72Z", "#b9262d", width=0.8),
}
"""What an over holds: a sword, a spear, a crossbow, a flag."""
_TOOLS: Final = {
    Suit.CLUBS: _HALBERD,
    Suit.SPADES: _path("M64 50C70 54 78 50 79 42L82 44C82 54 70 59 62 54Z", _GOLD, width=0.9)
    + _path("M78.5 42C80 39 84 40 83.5 44", _GOLD, width=0.9),
    Suit.HEARTS: _STAFF + _path("M66 14V24Q71 28 76 24V14M71 26V12", width=1.8),
    Suit.DIAMONDS: _path("M69 66V40H73V66Z", _WOOD, width=0.8)
    + _path("M71 41C66 34 71 30 70 22C76 27 78 36 71 41Z", "#f08a24", width=0.8),
}
"""What an under holds: a halberd, a horn, a fork, a torch."""
