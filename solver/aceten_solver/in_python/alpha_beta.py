"""The search: can side 0 secure this much? Alpha-beta with a transposition table, over the reference engine's own states.

A question is asked with a target, and answered yes or no (a *zero-window* search). Nothing here knows a rule: it uses ``turn``,
``key`` and ``play`` alone, tries actions in the order of :mod:`aceten_solver.question.trick_kinds`, and measures by a
:class:`~aceten_solver.question.measures.Scale`.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from aceten_solver.question.trick_kinds import seam_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from aceten import State
    from aceten_solver.question.measures import Key, Scale
    from aceten_solver.question.two_sides import TwoSides

_CHECK_EVERY: Final = 512

MAX_ENTRIES: Final = 2_000_000
"""How many positions a search remembers, some 400 bytes each; when there are more it forgets them all."""


class OutOfBudgetError(Exception):
    """The nodes or the time given to a search are used up, or it was told to stop. What has been proved until then stays proved."""


class Budget:
    """How much a search may cost, and what it has cost."""

    def __init__(
        self,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        stop: Callable[[], bool] | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        """Allow this many nodes and seconds; ``None``: no limit.

        Now and then ``stop`` is asked whether to end, and ``progress`` is told the number of nodes.
        """
        self._limit = nodes
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._stop = stop
        self._progress = progress
        self._due = 0
        self.nodes = 0
        """States searched so far."""

    def spend(self, nodes: int = 1) -> None:
        """Count a node, or several at once.

        :raises OutOfBudgetError: when there are as many as there may be already.
        """
        if self._limit is not None and self.nodes >= self._limit:
            raise OutOfBudgetError
        if self.nodes >= self._due:
            self._due = self.nodes + _CHECK_EVERY
            if self._deadline is not None and time.monotonic() >= self._deadline:
                raise OutOfBudgetError
            if self._stop is not None and self._stop():
                raise OutOfBudgetError
            if self._progress is not None:
                self._progress(self.nodes)
        self.nodes += nodes


class Search:
    """A search in one deal: its table holds for every state that can come from the first."""

    def __init__(self, scale: Scale, sides: TwoSides, budget: Budget, *, max_entries: int = MAX_ENTRIES) -> None:
        self._first = sides.first
        self._scale = scale
        self._budget = budget
        self._max_entries = max_entries
        self._table: dict[Key, tuple[int, int]] = {}

    def secures(self, state: State, target: int) -> bool:
        """Whether side 0 can bring what is still to come to at least ``target``, against any defence.

        :raises OutOfBudgetError: when the budget is used up before the answer is known.
        """
        scale = self._scale
        turn = state.turn
        if turn is None:
            return scale.final(state) >= target
        low, high = scale.reach(state)
        if target <= low:
            return True
        if target > high:
            return False
        key = (state.key, scale.history(state))  # states that have both in common have one future (T-KEY)
        known = self._table.get(key)
        if known is not None:
            low, high = known
            if target <= low:
                return True
            if target > high:
                return False
        self._budget.spend()
        maximizing = state.game.sides[turn] in self._first
        reached = not maximizing
        for action in seam_of(state).moves(state):
            after = state.play(action)
            if self.secures(after, target - scale.gain(state, after)) == maximizing:
                reached = maximizing
                break
        if len(self._table) >= self._max_entries:
            self._table.clear()
        self._table[key] = (target, high) if reached else (low, target - 1)
        return reached
