"""What players, sides and numbers of things are called in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aceten.seating import seats_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from aceten.facts import Facts

SEATS: Final = "ABCDEFGH"
"""What players are called: A is seat 0."""


def seat_name(seat: int) -> str:
    """Return what a player is called."""
    return SEATS[seat]


def side_words(game: Facts, side: int) -> str:
    """Return the players of a side, such as ``A and C``."""
    return listed(map(seat_name, seats_of(game, (side,))))


def listed(words: Iterable[str]) -> str:
    """Return words as a sentence lists them."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def counted(number: int, noun: str) -> str:
    """Return a number of things, such as ``1 card`` or ``4 cards``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
