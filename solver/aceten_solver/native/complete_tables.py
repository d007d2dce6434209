"""Complete tables of endgames in the native core."""

from __future__ import annotations

import ctypes
from array import array
from typing import TYPE_CHECKING, Final, NamedTuple

from aceten_solver.native.door import Door, listed, numbered, placed, sized

if TYPE_CHECKING:
    from collections.abc import Sequence


class Counts(NamedTuple):
    """What positions of a table show (see ``solver/rust/core/src/matching/counts.rs``)."""

    every: int
    none: int
    ahead: int
    level: int
    several: int
    only_one: int
    longest: int
    """A place at which the leader needs the most rounds."""
    rounds: tuple[int, ...]
    """In how many he needs so many rounds, from 0 on."""
    units: tuple[int, ...]
    """In how many his side takes so many units of points, from 0 on."""

    def order(self) -> tuple[int, int]:
        """Return what to compare by, to find the most rounds that he needs, and the first place."""
        return max([number for number, count in enumerate(self.rounds) if count]), -self.longest


_LONGEST: Final = Counts._fields.index("longest")
_ROUNDS: Final = 16
_UNITS: Final = 128


class Tables:
    """Complete tables of endgames of one game, one for each number of cards a hand. Any number of threads may use them at once."""

    def __init__(self, core: ctypes.CDLL, rules: Sequence[int], cards: int) -> None:
        """Make room for tables up to so many cards a hand; none is there yet.

        :raises RefusedError: when there are no such tables, with the reason.
        """
        self._core = core
        self.rules: Final = tuple(rules)
        """The rules of the endgames."""
        numbers = numbered(rules)
        made, _ = placed(self, core.aceten_complete_close)
        Door(core).call("aceten_complete_open", *listed(numbers), sized(cards), ctypes.byref(made))
        self.handle: Final = made.value
        """Where the core keeps them."""

    def size(self, cards: int) -> int:
        """Return how many bytes the table of so many cards a hand takes, one for each position; 0: there is no such table."""
        return int(self._core.aceten_complete_size(self.handle, sized(cards)))

    def attach(self, cards: int, table: bytearray) -> None:
        """Use a copy of a table from now on.

        :raises RefusedError: when it is not of its size, or there already.
        """
        first = (ctypes.c_char * len(table)).from_buffer(table)
        Door(self._core).call("aceten_complete_attach", self.handle, sized(cards), first, len(table))

    def fill(self, cards: int, place: int, size: int, *, backwards: bool = False) -> bytearray:
        """Work out so many entries from a place on, by the tables of fewer cards.

        :param backwards: try the cards in the other order; it makes no difference to what they come to.
        :raises RefusedError: when these tables are not there, or there are no such places.
        """
        entries = bytearray(size)
        into = (ctypes.c_char * size).from_buffer(entries)
        Door(self._core).call("aceten_complete_fill", self.handle, sized(cards), sized(place), into, size, backwards)
        return entries

    def count(self, cards: int, place: int, size: int) -> Counts:
        """Count what so many positions from a place on show.

        :raises RefusedError: when their table is not there, or one of those of fewer cards, or there are no such places.
        """
        numbers = array("Q", bytes(8 * (_LONGEST + 1 + _ROUNDS + _UNITS)))
        Door(self._core).call(
            "aceten_complete_count", self.handle, sized(cards), sized(place), sized(size), *listed(numbers)
        )
        single, rest = numbers[: _LONGEST + 1], numbers[_LONGEST + 1 :]
        return Counts._make([*single, tuple(rest[:_ROUNDS]), tuple(rest[_ROUNDS:])])

    def position(self, cards: int, place: int, seats: int) -> tuple[tuple[int, ...], ...]:
        """Return the position at a place: the numbers of the cards of each of the seats, that of the leader first.

        :raises RefusedError: when there is no such place.
        """
        codes = array("i", bytes(4 * cards * seats))
        Door(self._core).call("aceten_complete_position", self.handle, sized(cards), sized(place), *listed(codes))
        return tuple(tuple(codes[cards * seat : cards * (seat + 1)]) for seat in range(seats))
