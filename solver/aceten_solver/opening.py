"""The complete tables that are there for a game, as the native core looks them up: opened, or made in memory, once in a process."""

from __future__ import annotations

import functools
import hashlib
import os
import threading
import warnings
from typing import TYPE_CHECKING, Final

from aceten_solver import _core
from aceten_solver.table_files import ENVIRONMENT, START, TableError, is_there, opened, path_of
from aceten_spec.speech import say

if TYPE_CHECKING:
    import mmap
    from collections.abc import Callable

    from aceten_solver.table_files import Header

MOST_CARDS: Final = 15
"""No table has more cards a hand."""
_MOST_IN_MEMORY: Final = 2**21
"""No more bytes are made in memory."""
_PAYS: Final = 16
"""Working out an entry takes as long as searching so many positions, or a little longer."""
_CHUNK: Final = 2**16
_MAKING: Final = threading.Lock()


def digest_of(rules: tuple[int, ...]) -> str:
    """Return by what the tables of games with these rules of endgames are known."""
    return hashlib.blake2b(repr(rules).encode(), digest_size=16).hexdigest()


def tables_of(rules: tuple[int, ...] | None) -> _core.Tables | None:
    """Return the tables of games with these rules of endgames, as far as they are there.

    A file that is not as it was built is passed over, with a warning.
    """
    if rules is None:
        return None
    return _opened(os.environ.get(ENVIRONMENT), rules)


@functools.lru_cache(maxsize=64)
def _opened(_chosen: str | None, rules: tuple[int, ...]) -> _core.Tables | None:
    digest = digest_of(rules)
    found: list[tuple[Header, mmap.mmap]] = []
    for cards in range(1, MOST_CARDS + 1):
        try:
            path = path_of(digest, cards)
        except TableError:  # there is no folder for them
            break
        if not is_there(path):
            break
        try:
            found.append(opened(path))
        except (TableError, OSError) as error:
            warnings.warn(say("a table of endgames is not used: {error}", error=error), RuntimeWarning, stacklevel=2)
            break
    library = _core.library()
    if not found or library is None:
        return None
    room = _core.Tables(library, rules, len(found))
    for cards, (header, memory) in enumerate(found, start=1):
        if (header.cards, header.rules, header.entries) != (cards, digest, room.size(cards)):
            warnings.warn(
                say("{path} is not the table that its name says", path=path_of(digest, cards)),
                RuntimeWarning,
                stacklevel=2,
            )
            break
        room.attach(cards, memory, START)
    return room


class _Wanted:
    """Tables in memory, those of few cards first."""

    def __init__(self, room: _core.Tables, sizes: tuple[int, ...]) -> None:
        self.room = room
        self.sizes = sizes
        self.made = False
        self._attached = 0

    def make(self, stop: Callable[[], bool]) -> None:
        """Make those that are not there yet, unless it is time to end."""
        for cards, size in enumerate(self.sizes, start=1):
            if cards <= self._attached:
                continue
            entries = bytearray()
            while len(entries) < size:
                if stop():
                    return
                entries += self.room.fill(cards, len(entries), min(_CHUNK, size - len(entries)))
            self.room.attach(cards, entries)
            self._attached = cards
        self.made = True


@functools.lru_cache(maxsize=64)
def _wanted(rules: tuple[int, ...], hand: int) -> _Wanted | None:
    library = _core.library()
    if library is None:
        return None
    found: _Wanted | None = None
    for cards in range(1, min(hand, MOST_CARDS) + 1):
        try:
            room = _core.Tables(library, rules, cards)
        except _core.RefusedError:
            break
        sizes = tuple([room.size(each) for each in range(1, cards + 1)])
        if sum(sizes) > _MOST_IN_MEMORY or not sizes[-1]:
            break
        found = _Wanted(room, sizes)
    return found


def made_of(rules: tuple[int, ...] | None, hand: int, searched: int, stop: Callable[[], bool]) -> _core.Tables | None:
    """Return small tables made in memory, where so much was searched without any that they would have cost no more.

    So a single position is solved at once, and of many the later ones are solved faster.

    :param hand: how many cards a hand has at most.
    :param searched: how many positions of the game.
    :param stop: is asked now and then whether to end without them.
    """
    wanted = None if rules is None or searched < _PAYS else _wanted(rules, hand)
    if wanted is None or searched < _PAYS * sum(wanted.sizes):
        return None
    if not wanted.made and _MAKING.acquire(
        blocking=False
    ):  # another thread may be making them: this one goes on without
        try:
            wanted.make(stop)
        finally:
            _MAKING.release()
    return wanted.room if wanted.made else None


def forget() -> None:
    """Look for files anew from now on, in solvers too that are at work already."""
    _opened.cache_clear()
    _wanted.cache_clear()
