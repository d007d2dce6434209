"""How much of what takes long is tested: a slice for every commit, all of it by ``make thorough``.

A test marked ``turns(3)`` is given a third of its cases by each run, see ``conftest.py``.
"""

import os
import subprocess
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final, TypeVar

from hypothesis import settings

THOROUGH: Final = "ACETEN_THOROUGH" in os.environ
"""Whether everything is asked for."""

TURNS: Final = 5040
"""How many turns there are: whatever takes one of 2 to 10 of them has each as often as the others."""


def turn_of(tree: str) -> int:
    """Return whose turn it is for what a commit holds, by its number in hexadecimal digits."""
    return int(tree, 16) % TURNS


def _committed() -> str:
    """Return the number of what the last commit holds; 0 where there is no history, as in what a release unpacks."""
    try:
        done = subprocess.run(
            ["git", "rev-parse", "HEAD^{tree}"],  # noqa: S607
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return "0"
    return done.stdout


TURN: Final = int(os.environ.get("ACETEN_TURN") or turn_of(_committed()))
"""Whose turn it is, of what takes turns from commit to commit: the same one wherever the same is tested, unless it is told."""
os.environ["ACETEN_TURN"] = str(TURN)

_T = TypeVar("_T")


def sliced(part: _T, *, whole: _T) -> _T:
    """Return the part that every run tests, or the whole."""
    return whole if THOROUGH else part


def in_turn(items: Sequence[_T], parts: int) -> list[_T]:
    """Return one of so many parts of the items, for every commit another, for what finds the same faults as the others do; or all items."""
    return list(items) if THOROUGH else list(items[TURN % parts :: parts])


def one_of_each(items: Iterable[_T], kind: Callable[[_T], object]) -> list[_T]:
    """Return the first item of each kind: all kinds in few items, for every run of the tests."""
    first: dict[object, _T] = {}
    for item in items:
        first.setdefault(kind(item), item)
    return list(first.values())


def examples(whole: int) -> settings:
    """Let Hypothesis try so many examples, of which every run of the tests tries an eighth, but 12 at least.

    How long an example takes says nothing here: the machine may have other work.
    """
    return settings(deadline=None, max_examples=sliced(max(12, whole // 8), whole=whole))
