"""The answer of the search in Python: over the reference engine's own states, slow and obviously right."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

import msgspec

from aceten import MatchingState
from aceten_solver.question import Answer, Depth
from aceten_solver.search import Budget, OutOfBudgetError, Search
from aceten_spec.cards import Card, sort_cards

if TYPE_CHECKING:
    from aceten import Action, State
    from aceten_solver.question import Question, Span


def answer(question: Question) -> Answer:
    """Return what is known about a position, as far as its limits allow."""
    limits = question.limits
    budget = Budget(nodes=limits.nodes, seconds=limits.seconds, stop=limits.stop, progress=limits.progress)
    work = _Work(question, budget)
    exact = work.run(question.depth)
    return Answer(work.root.span, work.spans, work.line, exact, budget.nodes, "python")


class _Range:
    """Between which levels a value lies: it reaches ``low`` of them for certain, and ``high`` at most."""

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    @property
    def settled(self) -> bool:
        return self.low == self.high

    @property
    def span(self) -> Span:
        return self.low, self.high


class _Work:
    """One position being solved; what is proved stays when the budget runs out."""

    def __init__(self, question: Question, budget: Budget) -> None:
        self._state = state = _without_suits(question.state)
        self._scale = scale = question.scale
        self._first = question.sides.first
        self._search = Search(scale, question.sides, budget)
        self.root = self._reach(state, 0)
        legal = state.legal if question.depth >= Depth.ACTIONS else ()
        self._after = {action: state.play(action) for action in legal}
        self._ranges = {action: self._reach(after, scale.gain(state, after)) for action, after in self._after.items()}
        self.line: tuple[Action, ...] = ()

    def run(self, depth: Depth) -> bool:
        """Settle everything, and return whether the budget sufficed."""
        try:
            self._settle(self.root, self._state, 0)
            for action, after in self._after.items():
                self._settle_action(self._ranges[action], after)
            if depth >= Depth.LINE:
                self.line = self._principal_variation(self.root.low)
        except OutOfBudgetError:
            for span in self._ranges.values():
                self._tighten(span)
            return all(span.settled for span in (self.root, *self._ranges.values()))
        return True

    @property
    def spans(self) -> dict[Action, Span]:
        """Between which levels the value of each action lies."""
        return {action: found.span for action, found in self._ranges.items()}

    def _reach(self, state: State, gained: int) -> _Range:
        """Return the range that is certain without a search: what was captured cannot be lost, nor more won than is in play."""
        if state.turn is None:
            low = high = self._scale.final(state)
        else:
            low, high = self._scale.reach(state)
        levels = self._scale.levels
        return _Range(bisect_right(levels, gained + low), bisect_right(levels, gained + high))

    def _settle(self, span: _Range, state: State, gained: int) -> None:
        """Narrow the range of a state to one value, by asking for the level in the middle."""
        while not span.settled:
            middle = (span.low + span.high + 1) // 2
            if self._search.secures(state, self._scale.levels[middle - 1] - gained):
                span.low = middle
            else:
                span.high = middle - 1

    def _settle_action(self, span: _Range, after: State) -> None:
        """Settle an action's value: it is no better for the side to act than the position's, and often as good."""
        gained = self._scale.gain(self._state, after)
        levels = self._scale.levels
        self._tighten(span)
        if not span.settled and self._maximizing:
            if self._search.secures(after, levels[span.high - 1] - gained):
                span.low = span.high
            else:
                span.high -= 1
        elif not span.settled:
            if self._search.secures(after, levels[span.low] - gained):
                span.low += 1
            else:
                span.high = span.low
        self._settle(span, after, gained)

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

    def _principal_variation(self, level: int) -> tuple[Action, ...]:
        """Return play to the end in which every action keeps the value at this level."""
        levels = self._scale.levels
        state, gained = self._state, 0
        line: list[Action] = []
        while state.turn is not None:
            for action in state.legal:
                after = state.play(action)
                total = gained + self._scale.gain(state, after)
                reaches = level == 0 or self._search.secures(after, levels[level - 1] - total)
                exceeds = level < len(levels) and self._search.secures(after, levels[level] - total)
                if reaches and not exceeds:
                    line.append(action)
                    state, gained = after, total
                    break
            else:
                message = f"no action keeps the value of {state}: the search contradicts itself"
                raise AssertionError(message)
        return tuple(line)


def _without_suits(state: State) -> State:
    """Return the state with rank-only cards: suits make no difference to the rest of play (ZS-CARDS-2, T-SUITS), but for a lone card's."""
    game = state.game

    def plain(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple([game.plain_card(card) for card in cards])

    changed = msgspec.structs.replace(
        state,
        hands=tuple(sort_cards(plain(hand)) for hand in state.hands),
        talon=plain(state.talon),
        trick=plain(state.trick),
        taken=tuple(sort_cards(plain(pile)) for pile in state.taken),
        log=(),
    )
    if isinstance(changed, MatchingState) and changed.drawn is not None:
        return msgspec.structs.replace(changed, drawn=game.plain_card(changed.drawn))
    return changed
