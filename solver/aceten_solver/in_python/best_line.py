"""Best play to the end of a deal: every action keeps the value, and the side that profits from it is soon at the end."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Final, NamedTuple

from aceten import Action, Claim, Meld, Play, State, SuitState

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from aceten_solver.in_python.alpha_beta import Search
    from aceten_solver.question.measures import Scale

MOST_STEPS: Final = 1000
"""So many actions are looked at for the shortest way to the end, before each action of the line."""


class _Step(NamedTuple):
    """An action that keeps the value, and what comes of it."""

    action: Action
    after: State
    gained: int

    @property
    def cards(self) -> int:
        """How many cards it plays."""
        return isinstance(self.action, Play | Meld)


class _TooFarError(Exception):
    """The end is too far away to look for the shortest way."""


def best_line(state: State, scale: Scale, search: Search, reached: int, ours: Sequence[bool]) -> tuple[Action, ...]:
    """Return play to the end in which every action keeps the value that reaches so many thresholds.

    Where a deal can end early the side that profits claims as soon as that keeps the value; once nothing is drawn any more it ends the
    deal with as few cards as it can, and the other one holds that up, unless the end is too far away to see how. Nobody makes a claim
    from which he does not profit while anything else keeps the value. Of actions that are equal so far it is the first in the written
    order.

    :param ours: for each seat whether it is of side 0.
    :raises OutOfBudgetError: when the budget is used up.
    """
    return tuple(_Line(scale, search, reached, ours, _profiting(state, scale, reached)).follow(state))


def _profiting(state: State, scale: Scale, reached: int) -> int | None:
    """Return the side that profits from a value, in a deal that can end early; ``None`` when neither does, or none can."""
    if not isinstance(state, SuitState) or state.game.rules.claim == "never":
        return None
    if reached > 0 and scale.thresholds[reached - 1] > 0:
        return 0
    return 1 if reached < len(scale.thresholds) and scale.thresholds[reached] <= 0 else None


class _Line:
    """A line of play in the making."""

    def __init__(self, scale: Scale, search: Search, reached: int, ours: Sequence[bool], profiting: int | None) -> None:
        self._scale = scale
        self._search = search
        self._reached = reached
        self._ours = ours
        self._profiting = profiting
        self._least = 0
        """The fewest cards with which the deal can end, as far as that is known."""
        self._steps = 0

    def follow(self, state: State) -> Iterator[Action]:
        """Yield the actions, to the end of the deal."""
        gained = 0
        while state.turn is not None:
            action, state, gained = self._next(state, gained)
            yield action

    def _next(self, state: State, gained: int) -> _Step:
        steps = self._keeping(state, gained)
        first = next(steps, None)
        if first is None:
            raise AssertionError(f"no action keeps the value of {state}: the search contradicts itself")
        if self._profiting is None or (isinstance(state, SuitState) and state.open_talon):
            return first
        self._steps = 0
        try:
            return self._shortest([first, *steps], hurried=self._profits(state))
        except _TooFarError:
            self._least = 0
            return first

    def _shortest(self, steps: list[_Step], *, hurried: bool) -> _Step:
        """Return the step to the nearest end, if who takes it is hurried, or else to the farthest."""
        begin = self._least if hurried else max(self._least - 1, 0)
        for cards in count(begin):
            late: list[_Step] = []
            for step in steps:
                if not self._ends_within(step, cards):
                    late.append(step)
                elif hurried:
                    self._least = cards - step.cards
                    return step
            if not late:
                self._least = cards - steps[0].cards
                return steps[0]
            steps = late
        raise AssertionError

    def _ends_within(self, step: _Step, cards: int) -> bool:
        """Whether the side that profits can end the deal with so many cards, those of the step included."""
        cards -= step.cards
        if cards < 0:
            return False
        state = step.after
        if state.turn is None:
            return True
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise _TooFarError
        ends = (self._ends_within(further, cards) for further in self._keeping(state, step.gained))
        return any(ends) if self._profits(state) else all(ends)

    def _profits(self, state: State) -> bool:
        """Whether the side profits that is to act."""
        return (
            self._profiting is not None and state.turn is not None and self._ours[state.turn] == (self._profiting == 0)
        )

    def _keeping(self, state: State, gained: int) -> Iterator[_Step]:
        """Yield what keeps the value: claims from which one profits first, and others only where nothing else does."""
        claims = [action for action in state.legal if isinstance(action, Claim)]
        others = [action for action in state.legal if not isinstance(action, Claim)]
        found = False
        for actions in ([*claims, *others],) if self._profits(state) else (others, claims):
            for action in () if found else actions:
                after = state.play(action)
                total = gained + self._scale.gain(state, after)
                if self._keeps(after, total):
                    yield _Step(action, after, total)
                    found = True

    def _keeps(self, state: State, gained: int) -> bool:
        """Whether a state, reached with so much gained, comes to just so many of them."""
        thresholds, reached = self._scale.thresholds, self._reached
        if reached > 0 and not self._search.secures(state, thresholds[reached - 1] - gained):
            return False
        return reached == len(thresholds) or not self._search.secures(state, thresholds[reached] - gained)
