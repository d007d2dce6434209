"""How much of what takes long is tested: a slice in every run of the tests, all of it by ``make thorough``."""

from __future__ import annotations

import os
from typing import Final, TypeVar

from hypothesis import settings

THOROUGH: Final = "ACETEN_THOROUGH" in os.environ
"""Whether everything is asked for."""

_T = TypeVar("_T")


def sliced(part: _T, *, whole: _T) -> _T:
    """Return the part that every run tests, or the whole."""
    return whole if THOROUGH else part


def examples(whole: int) -> settings:
    """Let Hypothesis try so many examples, of which every run of the tests tries a fifth, but 20 at least.

    How long an example takes says nothing here: the machine may have other work.
    """
    return settings(deadline=None, max_examples=sliced(max(20, whole // 5), whole=whole))
