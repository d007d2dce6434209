"""How often facts have met, and how much is new where some of them meet again."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten.conformance.coverage import Facts

Pair: TypeAlias = tuple[str, str]
"""Two facts that hold together, in alphabetical order."""

_NEW: Final = 1000
"""What a pair of facts is worth that has never met."""


class Meeting:
    """Which facts have held so far, and how often each two of them together."""

    def __init__(self) -> None:
        self.facts: set[str] = set()
        """The facts that have held."""
        self.pairs: Counter[Pair] = Counter()
        """How often two of them have met."""

    def note(self, facts: Facts) -> None:
        """Note facts that hold together."""
        self.facts |= facts
        self.pairs.update(pairs_of(facts))

    def worth(self, facts: Facts) -> int:
        """Return how much is new in facts that hold together: a pair that has met twice counts a ninth of one that never has."""
        return sum([_NEW // (1 + self.pairs.get(pair, 0)) ** 2 for pair in pairs_of(facts)])


def pairs_of(facts: Facts) -> Iterator[Pair]:
    """Yield each two of some facts."""
    return itertools.combinations(sorted(facts), 2)
