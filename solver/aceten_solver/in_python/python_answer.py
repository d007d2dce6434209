"""The answer of the search in Python: over the reference engine's own states, slow and obviously right."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from aceten.engine.equal_actions import canonical_state
from aceten_solver.in_python.alpha_beta import Budget, OutOfBudgetError, Search
from aceten_solver.in_python.best_line import best_line
from aceten_solver.question.question import Depth, SearchAnswer, SearchQuestion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aceten import Action, State
    from aceten_solver.question.measures import Span


def answer(question: SearchQuestion) -> SearchAnswer:
    """Return what is known about a position, as far as its limits allow."""
    limits = question.limits
    budget = Budget(nodes=limits.nodes, seconds=limits.seconds, stop=limits.stop, progress=limits.progress)
    work = _Work(question, budget)
    exact = work.run(question.depth)
    return SearchAnswer(work.root.span, work.spans, work.line, exact, budget.nodes, "python")


class _Range:
    """Between which thresholds a value lies: it reaches ``low`` of them for certain, and ``high`` at most."""

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    @property
    def settled(self) -> bool:
        return self.low == self.high

    @property
    def span(self) -> Span:
        return self.low, self.high

    def open(self, marks: Sequence[int]) -> Sequence[int]:
        """Return the marks of which it is open whether the value reaches them."""
        return marks[bisect_right(marks, self.low) : bisect_right(marks, self.high)]


class _Work:
    """One position being solved; what is proved stays when the budget runs out."""

    def __init__(self, question: SearchQuestion, budget: Budget) -> None:
        self._state = state = canonical_state(question.state)
        self._scale = scale = question.scale
        self._first = question.sides.first
        self._search = Search(scale, question.sides, budget)
        self.root = self._reach(state, 0)
        legal = state.legal if question.depth >= Depth.ACTIONS else ()
        self._after = {action: state.play(action) for action in legal}
        self._ranges = {action: self._reach(after, scale.gain(state, after)) for action, after in self._after.items()}
        self.line: tuple[Action, ...] = ()

    def run(self, depth: Depth) -> bool:
        """Settle everything, what was asked for first, and return whether the budget sufficed."""
        every = tuple(range(1, len(self._scale.thresholds) + 1))
        try:
            for marks in sorted({self._scale.marks, every}, key=len):
                self._settle(self.root, self._state, 0, marks)
                for action, after in self._after.items():
                    self._settle_action(self._ranges[action], after, marks)
            if depth >= Depth.LINE:
                ours = [side in self._first for side in self._state.game.sides]
                self.line = best_line(self._state, self._scale, self._search, self.root.low, ours)
        except OutOfBudgetError:
            for span in self._ranges.values():
                self._tighten(span)
            return all(span.settled for span in (self.root, *self._ranges.values()))
        return True

    @property
    def spans(self) -> dict[Action, Span]:
        """Between which thresholds the value of each action lies."""
        return {action: found.span for action, found in self._ranges.items()}

    def _reach(self, state: State, gained: int) -> _Range:
        """Return the range that is certain without a search: what was captured cannot be lost, nor more won than is in play."""
        if state.turn is None:
            low = high = self._scale.final(state)
        else:
            low, high = self._scale.reach(state)
        thresholds = self._scale.thresholds
        return _Range(bisect_right(thresholds, gained + low), bisect_right(thresholds, gained + high))

    def _settle(self, span: _Range, state: State, gained: int, marks: Sequence[int]) -> None:
        """Narrow the range of a state until no mark is open, by asking for the one in the middle."""
        while open_ := span.open(marks):
            self._ask(span, state, gained, open_[(len(open_) - 1) // 2])

    def _ask(self, span: _Range, state: State, gained: int, mark: int) -> None:
        """Ask whether a state reaches a threshold, and narrow its range by the answer."""
        if self._search.secures(state, self._scale.thresholds[mark - 1] - gained):
            span.low = mark
        else:
            span.high = mark - 1

    def _settle_action(self, span: _Range, after: State, marks: Sequence[int]) -> None:
        """Settle an action's value: it is no better for the side to act than the position's, and often as good."""
        gained = self._scale.gain(self._state, after)
        self._tighten(span)
        if open_ := span.open(marks):
            self._ask(span, after, gained, open_[-1 if self._maximizing else 0])
        self._settle(span, after, gained, marks)

    @property
    def _maximizing(self) -> bool:
        turn = self._state.turn
        return turn is not None and self._state.game.sides[turn] in self._first

    def _tighten(self, span: _Range) -> None:
        """Carry what is proved about the position over to one of its actions: none is better for the side to act."""
        if self._maximizing:
            span.high = min(span.high, self.root.high)
        else:
            span.low = max(span.low, self.root.low)
