"""What a seat sees as numbers: named planes, each of a fixed length, for programs that learn.

Every number is a whole number from 0 on. Seats are counted from the seat that sees on, in the order of play, and sides from its own: 0 is
itself, and its side. Cards are counted by kind (:attr:`aceten.Game.kinds`), so that a plane has one number for all that play alike.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import msgspec

from aceten.engine.game import Game
from aceten.vocabulary.actions import Seat, Side

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from aceten_spec.cards import Card

_T = TypeVar("_T")

Numbers: TypeAlias = tuple[int, ...]
"""The numbers of a plane one after the other, the last index fastest."""


class Plane(msgspec.Struct, frozen=True):
    """One of the planes of a game: its name, and how its numbers lie."""

    name: str
    """What it is called."""
    shape: tuple[int, ...]
    """How many numbers there are along each index."""
    most: int
    """The most that a number in it comes to in a deal, at least 1; what to divide by where numbers from 0 to 1 are wanted."""

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return math.prod(self.shape)


class Eyes(msgspec.Struct, frozen=True):
    """Whose eyes see: how seats, sides and cards become numbers."""

    game: Game
    """The game."""
    seat: Seat
    """Who sees."""

    def place(self, seat: Seat | None) -> Numbers:
        """Return 1 for one of the seats, 0 for all others; nothing but 0 for ``None``."""
        players = self.game.players
        return one_of(players, None if seat is None else (seat - self.seat) % players)

    def sides(self, sides: Iterable[Side]) -> Numbers:
        """Return 1 for each of some sides, and 0 for the others."""
        count, own, found = self.game.side_count, self.game.sides[self.seat], {*sides}
        return tuple([int((own + place) % count in found) for place in range(count)])

    def by_side(self, each: tuple[_T, ...]) -> tuple[_T, ...]:
        """Return what belongs to each side, its own first."""
        own = self.game.sides[self.seat]
        return each[own:] + each[:own]

    def by_seat(self, each: tuple[_T, ...]) -> tuple[_T, ...]:
        """Return what belongs to each seat, its own first."""
        return each[self.seat :] + each[: self.seat]

    def cards(self, *piles: tuple[Card, ...]) -> Numbers:
        """Return how many cards of each kind are in a pile, pile by pile."""
        kinds, place_of = len(self.game.kinds), self.game.place_of
        counts = [0] * (kinds * len(piles))
        for number, pile in enumerate(piles):
            for card in pile:
                counts[number * kinds + place_of[card]] += 1
        return tuple(counts)

    def in_order(self, cards: tuple[Card, ...], rows: int) -> Numbers:
        """Return each of some cards in a row of its own, as far as there are rows."""
        kinds, place_of = len(self.game.kinds), self.game.place_of
        counts = [0] * (kinds * rows)
        for row, card in enumerate(cards[:rows]):
            counts[row * kinds + place_of[card]] = 1
        return tuple(counts)


def one_of(count: int, place: int | None) -> Numbers:
    """Return 1 at a place and 0 at all others; nothing but 0 for ``None``."""
    numbers = [0] * count
    if place is not None:
        numbers[place] = 1
    return tuple(numbers)


def common_planes(game: Game, rows: int) -> tuple[Plane, ...]:
    """Return the planes that every game has.

    :param rows: how many cards a trick can have.
    """
    players, sides, kinds = game.players, game.side_count, len(game.kinds)
    pack, hand = len(game.pack.cards), game.rules.hand
    copies = max(map([game.canonical_card(card) for card in game.pack.cards].count, game.kinds))
    return (
        Plane("hands", (players, kinds), copies),
        Plane("hand_sizes", (players,), hand),
        Plane("talon", (1,), max(1, pack - players * hand)),
        Plane("trick", (rows, kinds), 1),
        Plane("leader", (players,), 1),
        Plane("winning", (players,), 1),
        Plane("turn", (players,), 1),
        Plane("dealer", (players,), 1),
        Plane("taken", (sides, kinds), copies),
        Plane("points", (sides,), game.most_points),
        Plane("tricks", (sides,), pack // players),
        Plane("tricks_known", (1,), 1),
        Plane("points_known", (1,), 1),
        Plane("legal", (len(game.actions),), 1),
    )


def selected(planes: tuple[Plane, ...], numbers: Mapping[str, Numbers]) -> dict[str, Numbers]:
    """Return the numbers of the planes that a game has, in their order."""
    return {plane.name: numbers[plane.name] for plane in planes}
