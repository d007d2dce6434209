"""The seasons that stand on the aces of the Tell pattern: spring with hearts, summer with bells, autumn with leaves, winter with acorns."""

from __future__ import annotations

import math
from typing import Final

from aceten.pictures.blocks import element
from aceten_spec.cards import Suit

_R: Final = 27
"""The frame is a circle about 0, 0."""
_SKY: Final = {Suit.HEARTS: "#dff0fb", Suit.DIAMONDS: "#fdeeb5", Suit.SPADES: "#f6dcc0", Suit.CLUBS: "#d5dfea"}
_GROUND: Final = {Suit.HEARTS: "#8cc06a", Suit.DIAMONDS: "#e0b643", Suit.SPADES: "#b98a4a", Suit.CLUBS: "#f7fafc"}
_INK: Final = "#4a3a24"


def season(suit: Suit) -> str:
    """Return the picture of a season, in a round frame in the upper half of a card."""
    drawn = {Suit.HEARTS: _spring, Suit.DIAMONDS: _summer, Suit.SPADES: _autumn, Suit.CLUBS: _winter}[suit]()
    sky = element("circle", r=_R, fill=_SKY[suit])
    # The ground is the lower part of the circle.
    ground = element(
        "path",
        d=f"M-25.5 9Q0 3 25.5 9A{_R} {_R} 0 0 1 -25.5 9Z",
        fill=_GROUND[suit],
    )
    frame = element("circle", r=_R, fill="none", stroke=_INK, stroke_width=1.2)
    return element("g", sky, ground, drawn, frame, transform="translate(62 38)")


def _stroke(d: str, colour: str = _INK, width: float = 1.2) -> str:
    return element("path", d=d, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round")


def _flower(x: float, y: float, size: float, colour: str) -> str:
    petals = [
        element(
            "circle",
            cx=f"{x + size * math.cos(turn):.1f}",
            cy=f"{y + size * math.sin(turn):.1f}",
            r=f"{size * 0.68:.1f}",
            fill=colour,
        )
        for turn in [2 * math.pi * each / 5 - math.pi / 2 for each in range(5)]
    ]
    return "".join(petals) + element("circle", cx=x, cy=y, r=f"{size * 0.55:.1f}", fill="#f5cf3f")


def _spring() -> str:
    """Flowers on a meadow."""
    stems = _stroke("M0 16V-8M-12 17V2M12 17V1", "#3f7d33", 1.8)
    leaves = _stroke(
        "M0 9Q-7 7 -7 1M0 6Q6 4 6 -2",
        "#3f7d33",
        2,
    )
    return (
        stems
        + leaves
        + _flower(0, -10, 6.2, "#d9435f")
        + _flower(-12, 1, 4.2, "#7a63c9")
        + _flower(12, 0, 4.2, "#f08fb0")
    )


def _summer() -> str:
    """The sun over corn."""
    rays = " ".join(
        f"M{11 * math.cos(turn):.1f} {-9 + 11 * math.sin(turn):.1f}L{16 * math.cos(turn):.1f} {-9 + 16 * math.sin(turn):.1f}"
        for turn in [2 * math.pi * each / 12 for each in range(12)]
    )
    sun = element("circle", cx=0, cy=-9, r=8.5, fill="#f6a51e", stroke="#b86a08", stroke_width=0.8)
    ears: list[str] = []
    for x, top in ((-15, 6), (-5, 3), (5, 3), (15, 6)):
        ears.append(_stroke(f"M{x} 21V{top}", "#8a5f12", 1.2))
        ears += [
            element(
                "ellipse",
                cx=x + side * 1.9,
                cy=top + down,
                rx=1.5,
                ry=2.6,
                fill="#c98a14",
                transform=f"rotate({25 * side} {x + side * 1.9:g} {top + down:g})",
            )
            for side in (-1, 1)
            for down in (1, 5, 9)
        ]
    return _stroke(rays, "#d98410", 1.6) + sun + "".join(ears)


def _autumn() -> str:
    """Grapes on their vine."""
    vine = _stroke("M-20 -15Q0 -22 18 -13M0 -18V-11", "#6b4a1f", 2.2)
    leaf = element(
        "path",
        d="M5 -17L10 -7L13 -9L15 -2L19 -8L22 -7L19 -15Z",
        fill="#c2691c",
        stroke=_INK,
        stroke_width=0.6,
    )
    grapes = [
        element("circle", cx=x, cy=y, r=4.1, fill="#5b2a6e", stroke="#2f123b", stroke_width=0.7)
        for row, y in ((4, -8), (3, -1.5), (2, 5), (1, 11.5))
        for x in [(place - (row - 1) / 2) * 7 - 3 for place in range(row)]
    ]
    return vine + leaf + "".join(grapes)


def _winter() -> str:
    """A bare tree in the snow."""
    tree = _stroke(
        "M0 17V-4M0 4L-11 -9M0 -1L10 -12M0 -4L-3 -17M-7 -4.5L-16 -4M6 -8L15 -5M-9 -7L-10 -16M4 -6L5 -16",
        "#57422a",
        2,
    )
    trunk = _stroke("M0 18V2", "#57422a", 4)
    flakes = [
        element("circle", cx=x, cy=y, r=1.7, fill="#ffffff", stroke="#8fa3b8", stroke_width=0.5)
        for x, y in ((-18, -11), (-6, -21), (9, -20), (19, -11), (-20, 3), (20, 3), (12, 2), (-12, 4))
    ]
    return trunk + tree + "".join(flakes)
