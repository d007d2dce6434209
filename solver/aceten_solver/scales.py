"""What a search measures: numbers for side 0 that add up along the play, so that positions can be remembered by what is to come."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias, TypeVar

from typing_extensions import override

from aceten_solver.objectives import Objective, Value, Winner, value_of_outcome, value_of_result, worth
from aceten_spec.outcomes import OutcomeOrder, decided_by_outcome, ordered_by_outcome, scored_by_one

if TYPE_CHECKING:
    from collections.abc import Hashable

    from aceten import State
    from aceten_solver.two_sides import TwoSides

Key: TypeAlias = "tuple[Hashable, ...]"
"""What two states have in common exactly when the rest of play is worth the same from both."""


class Scale(Protocol):
    """A measure of how a deal ends. What is counted so far plus what is still to come is what the deal comes to."""

    @property
    def levels(self) -> tuple[int, ...]:
        """The numbers that tell one value from the next, rising; below the first is the worst value."""
        ...

    def value(self, level: int) -> Value:
        """Return the value that reaches this many of the levels and no more."""
        ...

    def gain(self, before: State, after: State) -> int:
        """Return what an action added to the count."""
        ...

    def final(self, state: State) -> int:
        """Return what the end of a deal adds to the count."""
        ...

    def reach(self, state: State) -> tuple[int, int]:
        """Return bounds for what can still be added to the count."""
        ...

    def history(self, state: State) -> Hashable:
        """Return what was done before and bears on what is still to come."""
        ...


_SCALES: Final[dict[Hashable, Scale]] = {}
"""Scales that were made before, by all of a state that they depend on: it takes longer to make one than to solve many a position."""
_MOST_SCALES: Final = 1000


def scale_for(state: State, objective: Objective, sides: TwoSides) -> Scale:
    """Return the measure of the deal that goes on in ``state``: the order of outcomes, where the objective is monotone in it."""
    took = sides.took_a_trick(state)
    key = (state.game, objective, sides, state.past, took, state.points_to_come, state.points_known)
    scale = _SCALES.get(key)
    if scale is None:
        if len(_SCALES) >= _MOST_SCALES:
            _SCALES.clear()
        scale = _SCALES[key] = _make_scale(state, objective, sides)
    return scale


def _make_scale(state: State, objective: Objective, sides: TwoSides) -> Scale:
    if not ordered_by_outcome(state.game.rules) or (objective != "points" and not decided_by_outcome(state.game.rules)):
        return EndScale(state, objective, sides)
    scale = OutcomeScale(state, objective, sides)
    return scale if scale.monotone else EndScale(state, objective, sides)


class OutcomeScale(Scale):
    """The order of outcomes (:mod:`aceten_spec.outcomes`).

    Points add up, two for each. That a side took every trick is an extra at the end, larger than everything else together,
    which depends on nothing but which sides have taken a trick.
    """

    def __init__(self, state: State, objective: Objective, sides: TwoSides) -> None:
        """Measure the deal that goes on in ``state``, as finely as the objective asks.

        Under ``points`` every outcome is told from the next, which settles the other objectives too where they are monotone.
        """
        game = state.game
        self.sides = sides
        """Who plays against whom."""
        self.extremes = None not in sides.took_a_trick(state)
        """Whether it is known who has taken a trick, so that "every trick" counts."""
        self._total = sum(state.points) + state.points_to_come
        self._order = order = OutcomeOrder(self._total, game.unit, game.rules.last_trick_points)
        self.extra = order.best
        """What it adds to the count of side 0 that it takes every trick, or takes away that it takes none."""
        outcomes = order.outcomes(extremes=self.extremes)
        values = [value_of_outcome(state, outcome, sides) for outcome in outcomes]
        if not decided_by_outcome(game.rules):
            values = [_points_alone(value) for value in values]
        worths = [worth(value, objective) for value in values]
        self.monotone = objective == "points" or worths == sorted(worths)
        """Whether no outcome is worth less than one below it."""
        self._count = 2 * sides.ours(state.points)
        first = [0] + [
            place for place in range(1, len(outcomes)) if objective == "points" or worths[place] != worths[place - 1]
        ]
        self._levels = tuple(order.number(outcomes[place]) - self._count for place in first[1:])
        last = [place - 1 for place in first[1:]] + [len(outcomes) - 1]
        self._values = [reduce(_shared, values[low : high + 1]) for low, high in zip(first, last, strict=True)]

    @property
    @override
    def levels(self) -> tuple[int, ...]:
        return self._levels

    @override
    def value(self, level: int) -> Value:
        return self._values[level]

    @override
    def gain(self, before: State, after: State) -> int:
        return 2 * (self.sides.ours(after.points) - self.sides.ours(before.points))

    @override
    def final(self, state: State) -> int:
        side = self.sides.of(state.game.sides[state.leader])
        extra = 0
        if self.extremes:
            first, second = self.sides.took_a_trick(state)
            if not second:
                extra = self.extra
            elif not first:
                extra = -self.extra
        return self._order.shared_number(0, took_last=side == 0) + extra

    @override
    def reach(self, state: State) -> tuple[int, int]:
        low = self._order.shared_number(0, took_last=False)
        high = self._order.shared_number(self._total - sum(state.points), took_last=True)
        if self.extremes:
            first, second = self.sides.took_a_trick(state)
            if not first:
                low -= self.extra
            if not second:
                high += self.extra
        return low, high

    @override
    def history(self, state: State) -> Hashable:
        # The sum of all captured points settles what the trick on the table is worth: no card point is lost (T-POINTS, T-KEY).
        captured = sum(state.points)
        if not self.extremes:
            return captured
        return captured, self.sides.took_a_trick(state)


class EndScale(Scale):
    """An objective that is not monotone in the order of outcomes, measured at the end of the deal alone."""

    def __init__(self, state: State, objective: Objective, sides: TwoSides) -> None:
        """Measure the deal that goes on in ``state`` by the objective."""
        self.objective: Objective = objective
        """What is asked for."""
        self.sides = sides
        """Who plays against whom."""
        self._single = scored_by_one(state.game.rules)
        most = state.game.most_game_points if objective == "game-points" else 1
        self._worths = tuple(range(-most, most + 1))

    @property
    @override
    def levels(self) -> tuple[int, ...]:
        return self._worths[1:]

    @override
    def value(self, level: int) -> Value:
        worth_ = self._worths[level]
        winner: Winner | None = "nobody" if worth_ == 0 else 0 if worth_ > 0 else 1
        scored = None
        if self.objective == "game-points":
            scored = (max(worth_, 0), max(-worth_, 0)) if self._single else None
            winner = winner if self._single else None
        margin = worth_ if self.objective == "game-points" else None
        return Value(points=None, game_points=scored, margin=margin, winner=winner, last_trick=None, award=None)

    @override
    def gain(self, before: State, after: State) -> int:
        return 0

    @override
    def final(self, state: State) -> int:
        result = state.result
        return 0 if result is None else worth(value_of_result(result, self.sides), self.objective)

    @override
    def reach(self, state: State) -> tuple[int, int]:
        if self.objective != "game-points":
            return -1, 1
        first, second = self.sides.first[0], self.sides.second[0]
        return -state.most_game_points(second), state.most_game_points(first)

    @override
    def history(self, state: State) -> Hashable:
        return state.past


def _points_alone(value: Value) -> Value:
    """Return a value with nothing that other things than the outcome decide."""
    return Value(
        points=value.points, game_points=None, margin=None, winner=None, last_trick=value.last_trick, award=None
    )


def _shared(low: Value, high: Value) -> Value:
    """Return what two values have in common."""
    return Value(
        points=_same(low.points, high.points),
        game_points=_same(low.game_points, high.game_points),
        margin=_same(low.margin, high.margin),
        winner=low.winner if low.winner == high.winner else None,
        last_trick=_same(low.last_trick, high.last_trick),
        award=_same(low.award, high.award),
    )


_T = TypeVar("_T")


def _same(low: _T, high: _T) -> _T | None:
    return low if low == high else None
