"""The complete tables that are there for a game, as the native core looks them up: read, or made in memory, once in a process."""

from __future__ import annotations

import functools
import hashlib
import os
import threading
import warnings
from typing import TYPE_CHECKING, Final, NamedTuple

from aceten_solver.native import known_tables
from aceten_solver.native.complete_tables import Tables
from aceten_solver.native.door import RefusedError
from aceten_solver.native.library import native_library
from aceten_solver.native.table_entries import check_sample
from aceten_solver.native.table_files import ENVIRONMENT, TableError, is_there, loaded, path_of, read_header
from aceten_spec.speech import grouped, say
from aceten_spec.texts.user_files import shown_name

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from aceten import Game
    from aceten_solver.native.known_tables import How
    from aceten_solver.native.table_files import Header

MOST_CARDS: Final = 15
"""No table has more cards a hand."""
_MOST_IN_MEMORY: Final = 2**21
"""No more bytes are made in memory."""
_PAYS: Final = 16
"""Working out an entry takes as long as searching so many positions, or a little longer."""
_CHUNK: Final = 2**16
_MAKING: Final = threading.Lock()


class TableWarning(RuntimeWarning):
    """What is to be known of tables that are there: that one is not used, or was looked at as it comes from elsewhere."""


def digest_of(rules: tuple[int, ...]) -> str:
    """Return by what the tables of games with these rules of endgames are known."""
    return hashlib.blake2b(repr(rules).encode(), digest_size=16).hexdigest()


class Attached(NamedTuple):
    """A table that is in use."""

    header: Header
    """What its file says of it."""
    digest: str
    """Of all that stands in it."""
    how: How
    """How it is known to be right."""


def attach(room: Tables, path: Path, game: Game, cards: int) -> Attached:
    """Use the table in a file beside those of fewer cards. Of one that is not known a sample is worked out again first, and that is said.

    :param game: a game whose endgames these are, and in which so many cards a hand can come about.
    :raises TableError: when it cannot be used, or an entry is wrong.
    """
    header = read_header(path)
    check_header(path, header, room, cards)
    digest, entries = loaded(path, header)
    how = known_tables.how_known(digest)
    if how is None:
        number = check_sample(path, entries, room, game, cards)
        how = "checked"
        known_tables.remember(digest, how)
        said = say(
            "{path}: it is not known that this machine has built this table of endgames;"
            " {number} of its entries were worked out again, and are right",
            path=shown_name(path),
            number=grouped(number),
        )
        warnings.warn(said, TableWarning, stacklevel=2)
    room.attach(cards, entries)
    return Attached(header, digest, how)


def check_header(path: Path, header: Header, room: Tables, cards: int) -> None:
    """Hold what a file says of its table against what it is to be.

    :raises TableError: when it is another table.
    """
    if (header.cards, header.rules, header.entries) != (cards, digest_of(room.rules), room.size(cards)):
        raise TableError(table=str(path), problem=say("it is not the table that its name says"))


class _Files:
    """The files of the tables of some rules, those of few cards first, and in use as far as any question has needed them."""

    def __init__(self, room: Tables, paths: list[Path]) -> None:
        self._room: Tables | None = room
        self._left = paths
        self._attached: list[Attached] = []
        self._using = threading.Lock()

    def up_to(self, cards: int, game: Game) -> Tables | None:
        """Return the tables, of which those of up to so many cards a hand are in use if they are there and can be; ``None``: none is."""
        with self._using:
            while self._room is not None and self._left and len(self._attached) < cards:
                path = self._left.pop(0)
                try:
                    self._attached.append(attach(self._room, path, game, len(self._attached) + 1))
                except (TableError, OSError) as error:
                    self._left.clear()
                    _warn(error)
            return self._room if self._attached else None

    def leave(self) -> bool:
        """Use none of them any more, and know them no longer; return whether any was in use."""
        with self._using:
            used = self._room is not None
            self._room = None
            for table in self._attached:
                known_tables.forget(table.digest)
        return used


def _warn(problem: object) -> None:
    warnings.warn(say("a table of endgames is not used: {error}", error=problem), TableWarning, stacklevel=3)


def tables_of(rules: tuple[int, ...] | None, game: Game, cards: int) -> Tables | None:
    """Return the tables of games with these rules of endgames, as far as they are there.

    A file that is not as it was built, or is wrong, is passed over, with a warning.

    :param game: one of these games.
    :param cards: up to so many cards a hand; no game has tables of more than it deals.
    """
    files = None if rules is None else _files(os.environ.get(ENVIRONMENT), rules)
    return None if files is None else files.up_to(cards, game)


def distrust(tables: Tables, error: Exception) -> bool:
    """Use the files of these tables no more, with a warning, as a search by them has failed; return whether there are any in use."""
    files = _files(os.environ.get(ENVIRONMENT), tables.rules)
    if files is None or not files.leave():
        return False
    _warn(error)
    return True


@functools.lru_cache(maxsize=16)
def _files(_chosen: str | None, rules: tuple[int, ...]) -> _Files | None:
    digest, library = digest_of(rules), native_library()
    paths: list[Path] = []
    for cards in range(1, MOST_CARDS + 1):
        try:
            path = path_of(digest, cards)
        except TableError:  # there is no folder for them
            break
        if not is_there(path):
            break
        paths.append(path)
    if not paths or library is None:
        return None
    return _Files(Tables(library, rules, len(paths)), paths)


class _Wanted:
    """Tables in memory, those of few cards first."""

    def __init__(self, room: Tables, sizes: tuple[int, ...]) -> None:
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
    library = native_library()
    if library is None:
        return None
    found: _Wanted | None = None
    for cards in range(1, min(hand, MOST_CARDS) + 1):
        try:
            room = Tables(library, rules, cards)
        except RefusedError:
            break
        sizes = tuple([room.size(each) for each in range(1, cards + 1)])
        if sum(sizes) > _MOST_IN_MEMORY or not sizes[-1]:
            break
        found = _Wanted(room, sizes)
    return found


def made_of(rules: tuple[int, ...] | None, hand: int, searched: int, stop: Callable[[], bool]) -> Tables | None:
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
    _files.cache_clear()
    _wanted.cache_clear()
