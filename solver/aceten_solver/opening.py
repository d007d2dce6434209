"""The complete tables that are there for a game, as the native core looks them up: opened once in a process."""

from __future__ import annotations

import functools
import hashlib
import os
import warnings
from typing import TYPE_CHECKING, Final

from aceten_solver import _core
from aceten_solver.table_files import ENVIRONMENT, START, TableError, opened, path_of

if TYPE_CHECKING:
    import mmap

    from aceten_solver.table_files import Header

MOST_CARDS: Final = 15
"""No table has more cards a hand."""


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
        path = path_of(digest, cards)
        if not path.exists():
            break
        try:
            found.append(opened(path))
        except (TableError, OSError) as error:
            warnings.warn(f"a table of endgames is not used: {error}", RuntimeWarning, stacklevel=2)
            break
    library = _core.library()
    if not found or library is None:
        return None
    room = _core.Tables(library, rules, len(found))
    for cards, (header, memory) in enumerate(found, start=1):
        if (header.cards, header.rules, header.entries) != (cards, digest, room.size(cards)):
            warnings.warn(f"{path_of(digest, cards)} is not the table that its name says", RuntimeWarning, stacklevel=2)
            break
        room.attach(cards, memory, START)
    return room


def forget() -> None:
    """Look for files anew from now on, in solvers too that are at work already."""
    _opened.cache_clear()
