"""Steering questions towards what no other has asked: named facts, and pairs of them."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

import msgspec

from aceten.conformance.answering import end_of
from aceten.conformance.cases import example_cases, level_of
from aceten.conformance.coverage import facts_of, facts_of_limits
from aceten.conformance.evidence import facts_in, state_at
from aceten_spec.protocol import DealRequest, PositionRequest, ScoreRequest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from aceten.conformance.cases import Case
    from aceten.conformance.coverage import Facts
    from aceten_spec.protocol import Level
    from aceten_spec.rulebook import Rulebook

_MOST: Final[dict[Level, int]] = {"trick": 5, "score": 6, "deal": 6, "position": 5, "match": 2, "view": 2}
"""Of so many cases of a level at most the one is asked that has most that is new; others are asked as they come."""
_FIRST: Final = 3
"""Of so many the first questions of a level are chosen, so that they are asked soon."""
_RISE: Final = 6
"""With every so many questions there is one case more to choose from."""

LAST: Final = "last:"
"""The facts of the action that ended a deal begin with it: what held anywhere in it need not have held there."""

Pair = tuple[str, str]
"""Two facts that hold in one question, in alphabetical order."""


class Unseen(msgspec.Struct, frozen=True):
    """What no question has asked."""

    facts: tuple[str, ...]
    """The facts that hold in an example of the rulebook, and held in no question."""
    pairs: tuple[Pair, ...]
    """Two facts of which each held in some question, and that never met; many of them cannot."""


class Seen:
    """What the questions of a verification have asked so far."""

    def __init__(self) -> None:
        self._facts: dict[Level, set[str]] = {}
        self._pairs: dict[Level, set[Pair]] = {}

    def choose(self, level: Level, number: int, make: Callable[[], Case]) -> Case:
        """Return the case with most that is new, of some that are made, and note it.

        :param number: how many questions of this level were chosen before.
        """
        count = min(_FIRST + number // _RISE, _MOST.get(level, 1))
        made = [(case, signs_of(case)) for case in itertools.islice(iter(make, None), count)]
        case, signs = max(made, key=lambda one: self._new(level, one[1])) if count > 1 else made[0]
        self._note(level, signs)
        return case

    def note(self, case: Case) -> None:
        """Note a question that is asked whatever is new in it."""
        self._note(level_of(case.question), signs_of(case))

    def unseen(self, rulebook: Rulebook) -> Unseen:
        """Return which facts never held, and which never met."""
        facts = set[str]().union(*self._facts.values())
        pairs = set[Pair]().union(*self._pairs.values())
        known = set[str]().union(*map(facts_in, example_cases(rulebook, calls=True)))
        met = itertools.combinations(sorted(facts & known), 2)
        return Unseen(tuple(sorted(known - facts)), tuple([pair for pair in met if pair not in pairs]))

    def _new(self, level: Level, signs: Facts) -> int:
        """Return how many pairs of facts are new at a level; a fact that is new makes every pair with it new."""
        seen = self._pairs.get(level, set())
        return sum(pair not in seen for pair in _pairs_of(signs))

    def _note(self, level: Level, signs: Facts) -> None:
        self._facts.setdefault(level, set()).update(signs)
        self._pairs.setdefault(level, set()).update(_pairs_of(signs))


def signs_of(case: Case) -> Facts:
    """Return the facts of a case, and those of the points with which it ends."""
    question = case.question
    if not isinstance(question, DealRequest | PositionRequest | ScoreRequest):
        return facts_in(case)
    end = end_of(case.moments) or state_at(case, 0)
    if end is None or end.turn is not None:
        return facts_in(case)
    last = [facts_of(moment) for moment in case.moments[-1:]]
    return facts_in(case).union(facts_of_limits(end), *[{LAST + fact for fact in facts} for facts in last])


def _pairs_of(signs: Facts) -> Iterator[Pair]:
    return itertools.combinations(sorted(signs), 2)
