"""Solving a position: its value, the value of every action, and best play."""

from __future__ import annotations

import time
from bisect import bisect_right
from typing import TYPE_CHECKING

import msgspec

from aceten import Action, MatchingState, State, UsageError
from aceten_solver.alike import plain_action
from aceten_solver.objectives import Objective, Value, check_objective, default_objective, value_of_result, worth
from aceten_solver.scales import Scale, scale_for
from aceten_solver.search import Budget, OutOfBudgetError, Search
from aceten_solver.solution import ActionValue, Solution
from aceten_solver.two_sides import TwoSides, two_sides
from aceten_spec.cards import Card, sort_cards

if TYPE_CHECKING:
    from collections.abc import Callable


def solve(
    state: State,
    objective: Objective | str | None = None,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    stop: Callable[[], bool] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Solution:
    """Return what a position is worth when everybody plays perfectly and knows every card.

    :param objective: what to ask for; by default points where nothing else decides a deal, otherwise game points.

    Under ``points`` the answer settles every outcome, so winner and game points too where the position says enough for them; the
    other objectives stop as soon as their own question is settled.

    :param nodes: search at most this many states; ``None``: no limit.
    :param seconds: search at most about this long; ``None``: no limit.
    :param stop: is asked now and then whether to end at once, with what is proved so far.
    :param progress: is called now and then with the number of states searched so far.
    :raises ObjectiveError: when the position does not say enough for the objective.
    :raises UsageError: when something else than a state is given, or there are not two sides that play against each other.
    """
    if not isinstance(state, State):  # pyright: ignore[reportUnnecessaryIsInstance] - not every caller is type-checked
        message = f"expected a State, given a {type(state).__name__}; aceten.parse makes a State of a position line"
        raise UsageError(message)
    sides = two_sides(state)
    chosen = check_objective(state, default_objective(state.game) if objective is None else objective, sides)
    started = time.perf_counter()
    plain = _without_suits(state)
    scale = scale_for(plain, chosen, sides)
    budget = Budget(nodes=nodes, seconds=seconds, stop=stop, progress=progress)
    work = _Work(plain, scale, sides, budget)
    exact = work.run()
    actions = tuple(work.action_value(action, plain_action(state.game, action)) for action in state.legal)
    value = work.value if plain.turn is not None else _final_value(plain, sides)
    return Solution(
        position=str(state),
        sides=sides.seats(state),
        objective=chosen,
        value=value,
        bounds=work.bounds if plain.turn is not None else (_final_value(plain, sides), _final_value(plain, sides)),
        actions=actions,
        best=_best(state, actions, value, chosen),
        line=_with_suits(state, work.line),
        nodes=budget.nodes,
        seconds=time.perf_counter() - started,
        backend="python",
        exact=exact,
    )


def _final_value(state: State, sides: TwoSides) -> Value:
    result = state.result
    if result is None:
        message = "the deal is not over"
        raise ValueError(message)
    return value_of_result(result, sides)


def _best(state: State, actions: tuple[ActionValue, ...], value: Value | None, objective: Objective) -> tuple[str, ...]:
    """Return the actions that keep the value of the position."""
    if state.turn is None or value is None:
        return ()
    keep = worth(value, objective)
    return tuple(a.action for a in actions if a.value is not None and worth(a.value, objective) == keep)


class _Range:
    """Between which levels a value lies: it reaches ``low`` of them for certain, and ``high`` at most."""

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    @property
    def settled(self) -> bool:
        return self.low == self.high


class _Work:
    """One position being solved; what is proved stays when the budget runs out."""

    def __init__(self, state: State, scale: Scale, sides: TwoSides, budget: Budget) -> None:
        self._state = state
        self._scale = scale
        self._first = sides.first
        self._search = Search(scale, sides, budget)
        self._root = self._reach(state, 0)
        self._after = {action: state.play(action) for action in state.legal}
        self._ranges = {action: self._reach(after, scale.gain(state, after)) for action, after in self._after.items()}
        self.line: tuple[Action, ...] = ()

    def run(self) -> bool:
        """Settle everything, and return whether the budget sufficed."""
        if self._state.turn is None:
            return True
        try:
            self._settle(self._root, self._state, 0)
            for action, after in self._after.items():
                self._settle_action(self._ranges[action], after)
            self.line = self._principal_variation(self._root.low)
        except OutOfBudgetError:
            for span in self._ranges.values():
                self._tighten(span)
            return all(span.settled for span in (self._root, *self._ranges.values()))
        return True

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
            span.high = min(span.high, self._root.high)
        else:
            span.low = max(span.low, self._root.low)

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

    @property
    def value(self) -> Value | None:
        return self._scale.value(self._root.low) if self._root.settled else None

    @property
    def bounds(self) -> tuple[Value, Value]:
        return self._scale.value(self._root.low), self._scale.value(self._root.high)

    def action_value(self, action: Action, plain: Action) -> ActionValue:
        span = self._ranges[plain]
        bounds = self._scale.value(span.low), self._scale.value(span.high)
        return ActionValue(action=str(action), value=bounds[0] if span.settled else None, bounds=bounds)


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


def _with_suits(state: State, line: tuple[Action, ...]) -> tuple[str, ...]:
    """Return the line in the state's own cards: the first card of the rank wherever several would do."""
    texts: list[str] = []
    for plain in line:
        action = next(legal for legal in state.legal if plain_action(state.game, legal) == plain)
        texts.append(str(action))
        state = state.play(action)
    return tuple(texts)
