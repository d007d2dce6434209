"""How much of what takes long is tested: a slice in every run of the tests, all of it by ``make thorough``."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final, TypeVar

from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

THOROUGH: Final = "ACETEN_THOROUGH" in os.environ
"""Whether everything is asked for."""

_T = TypeVar("_T")


def sliced(part: _T, *, whole: _T) -> _T:
    """Return the part that every run tests, or the whole."""
    return whole if THOROUGH else part


def one_of_each(items: Iterable[_T], kind: Callable[[_T], object]) -> list[_T]:
    """Return the first item of each kind: all kinds in few items, for every run of the tests."""
    first: dict[object, _T] = {}
    for item in items:
        first.setdefault(kind(item), item)
    return list(first.values())


def examples(whole: int) -> settings:
    """Let Hypothesis try so many examples, of which every run of the tests tries a fifth, but 20 at least.

    How long an example takes says nothing here: the machine may have other work.
    """
    return settings(deadline=None, max_examples=sliced(max(20, whole // 5), whole=whole))
