"""Steering questions towards what no other has asked: named facts, and pairs of them."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

from aceten.conformance.answering import end_of
from aceten.conformance.cases import level_of
from aceten.conformance.coverage import LAST, facts_of_ending, facts_of_limits
from aceten.conformance.evidence import facts_in, state_at
from aceten.conformance.meeting import Meeting, Pair, pairs_of
from aceten.conformance.report import Circumstances
from aceten_spec.protocol import DealRequest, PositionRequest, ScoreRequest

if TYPE_CHECKING:
    from collections.abc import Callable

    from aceten.conformance.cases import Case
    from aceten.conformance.coverage import Facts
    from aceten_spec.protocol import Level

_MOST: Final[dict[Level, int]] = {"trick": 5, "score": 6, "deal": 8, "position": 10, "match": 2, "view": 2}
"""Of so many cases of a level at most the one is asked that has most that is new; others are asked as they come."""
_AS_IT_COMES: Final = 3
"""One in so many questions is asked as it comes: where nothing particular happens is something to be asked, too."""
_FIRST: Final = 3
"""Of so many the first questions of a level are chosen, so that they are asked soon."""
_RISE: Final = 6
"""With every so many questions there is one case more to choose from."""


class Seen:
    """What the questions of a verification have asked so far."""

    def __init__(self) -> None:
        self._levels: dict[Level, Meeting] = {}
        self._last: Facts = frozenset()
        self._possible: set[str] = set()
        self._pairs: set[Pair] = set()
        self._asked = Meeting()
        self.turns: dict[int, int] = {}
        """How many questions were about other variants than the rulebook's own, by how many variants there are."""

    def choose(self, level: Level, number: int, make: Callable[[], Case]) -> Case:
        """Return the case with most that is new, of some that are made, and note it.

        :param number: how many questions of this level were chosen before.
        """
        count = 1 if number % _AS_IT_COMES == _AS_IT_COMES - 1 else min(_FIRST + number // _RISE, _MOST.get(level, 1))
        made = [(case, signs_of(case)) for case in itertools.islice(iter(make, None), count)]
        asked = self._levels.setdefault(level, Meeting())
        case, signs = max(made, key=lambda one: asked.worth(one[1])) if count > 1 else made[0]
        asked.note(signs)
        for _, others in made:
            self._add(others)
        self._last = signs
        return case

    def note(self, case: Case) -> None:
        """Note a question that is asked whatever is new in it."""
        self._last = signs_of(case)
        self._levels.setdefault(level_of(case.question), Meeting()).note(self._last)
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


def signs_of(case: Case) -> Facts:
    """Return the facts of a case, and those of the points with which it ends."""
    question = case.question
    if not isinstance(question, DealRequest | PositionRequest | ScoreRequest):
        return facts_in(case)
    end = end_of(case.moments) or state_at(case, 0)
    if end is None or end.turn is not None:
        return facts_in(case)
    return facts_in(case).union(facts_of_ending(case.moments[-1]) if case.moments else facts_of_limits(end))
