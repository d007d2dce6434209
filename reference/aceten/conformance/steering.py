"""Steering questions towards what no other has asked: named facts, and pairs of them."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

import msgspec

from aceten.conformance.answering import end_of
from aceten.conformance.cases import example_cases, level_of
from aceten.conformance.coverage import facts_of_ending, facts_of_limits
from aceten.conformance.evidence import facts_in, state_at
from aceten.conformance.meeting import Meeting, Pair
from aceten_spec.protocol import DealRequest, PositionRequest, ScoreRequest

if TYPE_CHECKING:
    from collections.abc import Callable

    from aceten.conformance.cases import Case
    from aceten.conformance.coverage import Facts
    from aceten_spec.protocol import Level
    from aceten_spec.rulebook import Rulebook

_MOST: Final[dict[Level, int]] = {"trick": 5, "score": 6, "deal": 6, "position": 10, "match": 2, "view": 2}
"""Of so many cases of a level at most the one is asked that has most that is new; others are asked as they come."""
_FIRST: Final = 3
"""Of so many the first questions of a level are chosen, so that they are asked soon."""
_RISE: Final = 6
"""With every so many questions there is one case more to choose from."""


class Unseen(msgspec.Struct, frozen=True):
    """What no question has asked."""

    facts: tuple[str, ...]
    """The facts that hold in an example of the rulebook, and held in no question."""
    pairs: tuple[Pair, ...]
    """Two facts of which each held in some question, and that never met; many of them cannot."""


class Seen:
    """What the questions of a verification have asked so far."""

    def __init__(self) -> None:
        self._levels: dict[Level, Meeting] = {}

    def choose(self, level: Level, number: int, make: Callable[[], Case]) -> Case:
        """Return the case with most that is new, of some that are made, and note it.

        :param number: how many questions of this level were chosen before.
        """
        count = min(_FIRST + number // _RISE, _MOST.get(level, 1))
        made = [(case, signs_of(case)) for case in itertools.islice(iter(make, None), count)]
        asked = self._levels.setdefault(level, Meeting())
        case, signs = max(made, key=lambda one: asked.worth(one[1])) if count > 1 else made[0]
        asked.note(signs)
        return case

    def note(self, case: Case) -> None:
        """Note a question that is asked whatever is new in it."""
        self._levels.setdefault(level_of(case.question), Meeting()).note(signs_of(case))

    def unseen(self, rulebook: Rulebook) -> Unseen:
        """Return which facts never held, and which never met."""
        facts = set[str]().union(*[asked.facts for asked in self._levels.values()])
        pairs = set[Pair]().union(*[asked.pairs for asked in self._levels.values()])
        known = set[str]().union(*map(facts_in, example_cases(rulebook, calls=True)))
        met = itertools.combinations(sorted(facts & known), 2)
        return Unseen(tuple(sorted(known - facts)), tuple([pair for pair in met if pair not in pairs]))


def signs_of(case: Case) -> Facts:
    """Return the facts of a case, and those of the points with which it ends."""
    question = case.question
    if not isinstance(question, DealRequest | PositionRequest | ScoreRequest):
        return facts_in(case)
    end = end_of(case.moments) or state_at(case, 0)
    if end is None or end.turn is not None:
        return facts_in(case)
    return facts_in(case).union(facts_of_ending(case.moments[-1]) if case.moments else facts_of_limits(end))
