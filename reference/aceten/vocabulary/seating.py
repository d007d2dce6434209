"""Who sits where, and who belongs to which side: the same for pictures, the command line and the site."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from aceten.engine.game import Game


class Places(NamedTuple):
    """Who sits where; seat 0 sits at the bottom."""

    left: tuple[int, ...]
    """From top to bottom."""
    top: int | None
    """Opposite seat 0; ``None`` where an odd number of players sits there."""
    right: tuple[int, ...]
    """From top to bottom."""


def places(game: Game) -> Places:
    """Return which seat sits where: seat 0 at the bottom, the others round the table in the direction of play."""
    players = game.players
    clockwise = range(1, players)
    if game.rules.direction == "anticlockwise":
        clockwise = clockwise[::-1]
    aside = (players - 1) // 2
    left, right = clockwise[:aside], clockwise[players - 1 - aside :]
    return Places(tuple(reversed(left)), None if players % 2 else clockwise[aside], tuple(right))


def seats_of(game: Game, sides: Iterable[int]) -> tuple[int, ...]:
    """Return the seats of these sides, from the first on."""
    wanted = set(sides)
    return tuple([seat for seat, side in enumerate(game.sides) if side in wanted])
