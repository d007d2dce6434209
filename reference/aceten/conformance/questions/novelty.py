"""Steering questions towards what no other has asked: named facts, and pairs of them."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from aceten.conformance.coverage import LAST, Facts, facts_of_ending, facts_of_limits
from aceten.conformance.coverage.blamed_clauses import facts_in, state_at
from aceten.conformance.oracle.answers import end_of
from aceten.conformance.oracle.cases import OracleCase, level_of
from aceten.conformance.verification import Circumstances
from aceten_spec.protocol import DealRequest, Level, PositionRequest, ScoreRequest

Pair: TypeAlias = tuple[str, str]
"""Two facts that hold together, in alphabetical order."""

_NEW: Final = 1000
"""What a pair of facts is worth that has never met."""
_MOST: Final[dict[Level, int]] = {"trick": 5, "score": 6, "deal": 8, "position": 10, "match": 2, "view": 2}
"""Of so many cases of a level at most the one is asked that has most that is new; others are asked as they come."""
_AS_IT_COMES: Final = 3
"""One in so many questions is asked as it comes: where nothing particular happens is something to be asked, too."""
_FIRST: Final = 3
"""Of so many the first questions of a level are chosen, so that they are asked soon."""
_RISE: Final = 6
"""With every so many questions there is one case more to choose from."""


class FactPairs:
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


class Novelty:
    """What the questions of a verification have asked so far."""

    def __init__(self) -> None:
        self._levels: dict[Level, FactPairs] = {}
        self._last: Facts = frozenset()
        self._possible: set[str] = set()
        self._pairs: set[Pair] = set()
        self._asked = FactPairs()
        self.turns: dict[int, int] = {}
        """How many questions were about other variants than the rulebook's own, by how many variants there are."""

    def choose(self, level: Level, number: int, make: Callable[[], OracleCase]) -> OracleCase:
        """Return the case with most that is new, of some that are made, and note it.

        :param number: how many questions of this level were chosen before.
        """
        count = 1 if number % _AS_IT_COMES == _AS_IT_COMES - 1 else min(_FIRST + number // _RISE, _MOST.get(level, 1))
        made = [(case, signs_of(case)) for case in itertools.islice(iter(make, None), count)]
        asked = self._levels.setdefault(level, FactPairs())
        case, signs = max(made, key=lambda one: asked.worth(one[1])) if count > 1 else made[0]
        asked.note(signs)
        for _, others in made:
            self._add(others)
        self._last = signs
        return case

    def note(self, case: OracleCase) -> None:
        """Note a question that is asked whatever is new in it."""
        self._last = signs_of(case)
        self._levels.setdefault(level_of(case.question), FactPairs()).note(self._last)
        self._add(self._last)

    def answered(self) -> None:
        """Note that there was an answer to the last question."""
        self._asked.note(_named(self._last))

    @property
    def circumstances(self) -> Circumstances:
        """Which facts have held in questions that were answered, and which in others alone that were thought of."""
        asked = self._asked
        return Circumstances(
            seen=len(asked.facts),
            never=tuple(sorted(self._possible - asked.facts)),
            pairs=len(asked.pairs),
            pairs_never=tuple(sorted(self._pairs.difference(asked.pairs))),
        )

    def _add(self, signs: Facts) -> None:
        named = _named(signs)
        self._possible |= named
        self._pairs.update(pairs_of(named))


def _named(signs: Facts) -> Facts:
    """Return the facts that are told: those of the last action once only."""
    return frozenset([fact for fact in signs if not fact.startswith(LAST)])


def signs_of(case: OracleCase) -> Facts:
    """Return the facts of a case, and those of the points with which it ends."""
    question = case.question
    if not isinstance(question, DealRequest | PositionRequest | ScoreRequest):
        return facts_in(case)
    end = end_of(case.moments) or state_at(case, 0)
    if end is None or end.turn is not None:
        return facts_in(case)
    return facts_in(case).union(facts_of_ending(case.moments[-1]) if case.moments else facts_of_limits(end))
