"""What a search measures: numbers for side 0 that add up along the play, so that positions can be remembered by what is to come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

from typing_extensions import override

from aceten import Side
from aceten_solver.objectives import Objective, Value, Winner, tricks_known, value_of_outcome, value_of_result, worth
from aceten_spec.outcomes import OutcomeOrder, shared_number

if TYPE_CHECKING:
    from collections.abc import Hashable

    from aceten import State

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


class OutcomeScale(Scale):
    """The order of outcomes (:mod:`aceten_spec.outcomes`).

    Card points add up, two for each. That a side took every trick is an extra at the end, larger than everything else together,
    which depends on nothing but which sides have taken a trick.
    """

    def __init__(self, state: State, objective: Objective) -> None:
        """Measure the deal that goes on in ``state``, as finely as the objective asks.

        Under ``points`` every outcome is told from the next, which settles the other objectives too.
        """
        self._extremes = tricks_known(state)
        self._total = sum(state.points) + state.points_in_play
        order = OutcomeOrder(self._total, state.game.unit)
        self._extra = order.best
        outcomes = order.outcomes(extremes=self._extremes)
        values = [value_of_outcome(state, outcome) for outcome in outcomes]
        self._count = 2 * state.points[0]
        first = [0] + [
            place
            for place in range(1, len(outcomes))
            if objective == "points" or worth(values[place], objective) != worth(values[place - 1], objective)
        ]
        self._levels = tuple(order.number(outcomes[place]) - self._count for place in first[1:])
        last = [place - 1 for place in first[1:]] + [len(outcomes) - 1]
        self._values = [_shared(values[low], values[high]) for low, high in zip(first, last, strict=True)]

    @property
    @override
    def levels(self) -> tuple[int, ...]:
        return self._levels

    @override
    def value(self, level: int) -> Value:
        return self._values[level]

    @override
    def gain(self, before: State, after: State) -> int:
        return 2 * (after.points[0] - before.points[0])

    @override
    def final(self, state: State) -> int:
        side = state.game.sides[state.leader]
        extra = 0
        if self._extremes:
            if not state.took_a_trick(Side(1)):
                extra = self._extra
            elif not state.took_a_trick(Side(0)):
                extra = -self._extra
        return shared_number(0, took_last=side == 0) + extra

    @override
    def reach(self, state: State) -> tuple[int, int]:
        low, high = shared_number(0, took_last=False), shared_number(self._total - sum(state.points), took_last=True)
        if self._extremes:
            if not state.took_a_trick(Side(0)):
                low -= self._extra
            if not state.took_a_trick(Side(1)):
                high += self._extra
        return low, high

    @override
    def history(self, state: State) -> Hashable:
        # The sum of all captured points settles what the trick on the table is worth.
        captured = state.points[0] + state.points[1]
        if not self._extremes:
            return captured
        return captured, state.took_a_trick(Side(0)), state.took_a_trick(Side(1))


class EndScale(Scale):
    """An objective that is not monotone in the order of outcomes, measured at the end of the deal alone."""

    def __init__(self, state: State, objective: Objective) -> None:
        """Measure the deal that goes on in ``state`` by the objective."""
        self._objective: Objective = objective
        most = max(award.game_points for award in state.game.rules.scoring) if objective == "game-points" else 1
        self._worths = tuple(range(-most, most + 1))

    @property
    @override
    def levels(self) -> tuple[int, ...]:
        return self._worths[1:]

    @override
    def value(self, level: int) -> Value:
        worth_ = self._worths[level]
        winner: Winner = "nobody" if worth_ == 0 else 0 if worth_ > 0 else 1
        scored = (max(worth_, 0), max(-worth_, 0)) if self._objective == "game-points" else None
        return Value(points=None, game_points=scored, winner=winner, last_trick=None, award=None)

    @override
    def gain(self, before: State, after: State) -> int:
        return 0

    @override
    def final(self, state: State) -> int:
        result = state.result
        return 0 if result is None else worth(value_of_result(result), self._objective)

    @override
    def reach(self, state: State) -> tuple[int, int]:
        return self._worths[0], self._worths[-1]

    @override
    def history(self, state: State) -> Hashable:
        return state.points, state.took_a_trick(Side(0)), state.took_a_trick(Side(1))


def _shared(low: Value, high: Value) -> Value:
    """Return what two values have in common."""
    return Value(
        points=_same(low.points, high.points),
        game_points=_same(low.game_points, high.game_points),
        winner=low.winner if low.winner == high.winner else None,
        last_trick=_same(low.last_trick, high.last_trick),
        award=_same(low.award, high.award),
    )


_T = TypeVar("_T")


def _same(low: _T, high: _T) -> _T | None:
    return low if low == high else None
