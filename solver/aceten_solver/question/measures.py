"""What a search measures: numbers for side 0 that add up along the play, so that positions can be remembered by what is to come."""

from __future__ import annotations

import copy
from abc import abstractmethod
from bisect import bisect_left
from functools import lru_cache, reduce
from math import prod
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeAlias, TypeVar

from typing_extensions import override

from aceten import MatchingState, SuitState
from aceten_solver.question.deal_ends import every_end
from aceten_solver.question.objectives import Aims, Objective, Value, merit, merit_by, value_of_outcome, value_of_result
from aceten_solver.question.trick_kinds import seam_of
from aceten_spec.outcomes import OutcomeOrder, decided_by_outcome, ordered_by_outcome, scored_by_one

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from aceten import State
    from aceten_solver.question.two_sides import TwoSides

Key: TypeAlias = "tuple[Hashable, ...]"
"""What two states have in common exactly when the rest of play is worth the same from both."""

Span: TypeAlias = tuple[int, int]
"""Between which values a value lies: it reaches so many of the scale's thresholds for certain, and so many at most."""


def meet(one: Span, other: Span) -> Span:
    """Return the values that lie in both spans."""
    return max(one[0], other[0]), min(one[1], other[1])


class Scale(Protocol):
    """A measure of how a deal ends. What is counted so far plus what is still to come is what the deal comes to."""

    @property
    def thresholds(self) -> tuple[int, ...]:
        """The numbers that tell one value from the next, rising; below the first is the worst value."""
        ...

    @property
    def marks(self) -> tuple[int, ...]:
        """At which of the thresholds, counted from 1, what was asked for changes; at the others only what counts after it."""
        ...

    def narrowed(self, place: int) -> Scale:
        """Return the scale with one of its thresholds alone, counted from 1; it tells whether that is reached, and no values."""
        ...

    def value(self, reached: int) -> Value:
        """Return the value that reaches this many of the thresholds and no more."""
        ...

    def merit(self, reached: int) -> tuple[int, ...]:
        """Return what that value is worth to side 0 by all that counts, in turn."""
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


def scale_for(state: State, aims: Aims, sides: TwoSides, *, told: bool = True) -> Scale:
    """Return the measure of the deal that goes on in ``state``: the order of outcomes, where what counts is monotone in it.

    :param told: whether outcomes are told apart where points count, although all that counts is the same: by who takes the last trick.
    """
    took = sides.took_a_trick(state)
    key = (state.game, aims, sides, state.past, took, state.points_to_come, state.points_known, told)
    scale = _SCALES.get(key)
    if scale is None:
        if len(_SCALES) >= _MOST_SCALES:
            _SCALES.clear()
        scale = _SCALES[key] = _make_scale(state, aims, sides, told=told)
    return scale


def _make_scale(state: State, aims: Aims, sides: TwoSides, *, told: bool) -> Scale:
    rules = state.game.rules
    if ordered_by_outcome(rules) and (aims == ("points",) or decided_by_outcome(rules)):
        scale = OutcomeScale(state, aims, sides, told=told)
        if scale.monotone:
            return scale
    match state:
        case MatchingState():
            return ListedEnds(state, aims, sides)
        case SuitState():
            return WeighedEnds(state, aims, sides)
        case _:
            raise TypeError(type(state).__name__)


def threshold_for(state: State, objective: Objective, number: int, sides: TwoSides) -> Scale | bool:
    """Return a scale with one threshold: whether side 0 comes to at least so much by an objective; or the answer, where every end has it.

    Where points add up it is made at once; of what else is measured the whole scale is, and narrowed.
    """
    if objective == "points" and ordered_by_outcome(state.game.rules):
        return PointsScale(state, sides, number)
    scale = scale_for(state, (objective,), sides, told=False)
    values = range(len(scale.thresholds) + 1)
    place = bisect_left(values, number, key=lambda reached: scale.merit(reached)[0])
    return scale.narrowed(place) if 0 < place < len(values) else place == 0


def is_settled(scale: Scale, span: Span) -> bool:
    """Whether what was asked for is the same for all values in a span."""
    low, high = span
    return not any(low < mark <= high for mark in scale.marks)


def between_marks(scale: Scale, span: Span) -> Span:
    """Return the span of a value of which one knows between how many of the marks it lies."""
    low, high = span
    ends = (0, *scale.marks, len(scale.thresholds) + 1)
    return ends[low], ends[high + 1] - 1


def value_of_span(scale: Scale, span: Span) -> Value:
    """Return what all values in a span have in common."""
    low, high = span
    return reduce(_shared, map(scale.value, range(low, high + 1)))


class _RisingScale(Scale):
    """A scale that has made its thresholds."""

    _thresholds: tuple[int, ...]
    _marks: tuple[int, ...]

    @property
    @override
    def thresholds(self) -> tuple[int, ...]:
        return self._thresholds

    @property
    @override
    def marks(self) -> tuple[int, ...]:
        return self._marks

    @override
    def narrowed(self, place: int) -> Scale:
        narrow = copy.copy(self)
        narrow.keep(place)
        return narrow

    def keep(self, place: int) -> None:
        """Leave out all thresholds but one, counted from 1."""
        self._thresholds, self._marks = (self._thresholds[place - 1],), (1,)


class OutcomeScale(_RisingScale):
    """The order of outcomes (:mod:`aceten_spec.outcomes`).

    Points add up, two for each. That a side took every trick is an extra at the end, larger than everything else together,
    which depends on nothing but which sides have taken a trick.
    """

    def __init__(self, state: State, aims: Aims, sides: TwoSides, *, told: bool = True) -> None:
        """Measure the deal that goes on in ``state``, as finely as what counts asks.

        :param told: whether every outcome is told from the next where points count.
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
        merits = [merit(value, aims) for value in values]
        self.monotone = merits == sorted(merits)
        """Whether no outcome is worth less than one below it."""
        self._count = 2 * sides.ours(state.points)
        every = told and "points" in aims
        first = [0] + [place for place in range(1, len(outcomes)) if every or merits[place] != merits[place - 1]]
        self._thresholds = tuple(order.number(outcomes[place]) - self._count for place in first[1:])
        self._marks = _marks([merits[place] for place in first]) if aims[0] != "points" else tuple(range(1, len(first)))
        last = [place - 1 for place in first[1:]] + [len(outcomes) - 1]
        self._values = [reduce(_shared, values[low : high + 1]) for low, high in zip(first, last, strict=True)]
        self._merits = [merits[place] for place in first]

    @override
    def value(self, reached: int) -> Value:
        return self._values[reached]

    @override
    def merit(self, reached: int) -> tuple[int, ...]:
        return self._merits[reached]

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


class PointsScale(OutcomeScale):
    """Whether side 0 comes to at least so many points: one threshold in the order of outcomes, and no values."""

    def __init__(self, state: State, sides: TwoSides, number: int) -> None:
        """Measure the deal that goes on in ``state``."""
        self.sides = sides
        self.extremes = False
        self.extra = 0
        self.monotone = True
        self._total = sum(state.points) + state.points_to_come
        self._order = OutcomeOrder(self._total, state.game.unit, state.game.rules.last_trick_points)
        needed = self._order.shared_number(number, took_last=False)
        self._thresholds = (needed - 2 * sides.ours(state.points),)
        self._marks = (1,)


class EndScale(_RisingScale):
    """What is not monotone in the order of outcomes, measured at the end of the deal alone."""

    def __init__(self, aims: Aims, sides: TwoSides, numbers: Sequence[int], merits: Sequence[tuple[int, ...]]) -> None:
        """Measure a deal by numbers for what an end of it is worth, which rise as the merits do."""
        self.aims = aims
        """What counts, in turn."""
        self.sides = sides
        """Who plays against whom."""
        self._thresholds = tuple(numbers[1:])
        self._merits = merits
        self._marks = _marks(merits)
        self._reach = numbers[0], numbers[-1]

    @abstractmethod
    def number(self, value: Value) -> int:
        """Return the number for an end of the deal that comes to this value."""

    @override
    def merit(self, reached: int) -> tuple[int, ...]:
        return self._merits[reached]

    @override
    def gain(self, before: State, after: State) -> int:
        return 0

    @override
    def final(self, state: State) -> int:
        result = state.result
        return 0 if result is None else self.number(value_of_result(result, self.sides))

    @override
    def reach(self, state: State) -> tuple[int, int]:
        return self._reach

    @override
    def history(self, state: State) -> Hashable:
        return state.past


class ListedEnds(EndScale):
    """Ends of a deal with matching tricks: all of them are listed, and numbered in the order of what they are worth."""

    def __init__(self, state: MatchingState, aims: Aims, sides: TwoSides) -> None:
        """Measure the deal that goes on in ``state`` by what counts, in turn."""
        self.ends = every_end(state, sides, burning="game-points" in aims)
        """What every end of the deal comes to, in the order in which the native core takes them."""
        shared: dict[tuple[int, ...], Value] = {}
        for value in self.ends.values:
            place = merit(value, aims)
            shared[place] = _shared(shared.get(place, value), value)
        merits = sorted(shared)
        super().__init__(aims, sides, range(len(merits)), merits)
        self._numbers = {place: number for number, place in enumerate(merits)}
        self._values = [shared[place] for place in merits]

    @override
    def number(self, value: Value) -> int:
        return self._numbers[merit(value, self.aims)]

    @override
    def value(self, reached: int) -> Value:
        return self._values[reached]


class WeighedEnds(EndScale):
    """Ends of a deal with suit tricks: the number of an end is a sum, in which what counts first has the largest weight.

    Where no claim wins the match, who scores more wins the deal, so that game points say both.
    """

    def __init__(self, state: SuitState, aims: Aims, sides: TwoSides) -> None:
        """Measure the deal that goes on in ``state`` by what counts, in turn."""
        game = state.game
        counting: Aims = tuple(
            [aim for aim in aims if aim != "deal" or game.scores_matter or "game-points" not in aims]
        )
        most = {"deal": 1, "game-points": game.most_game_points, "points": game.most_points}
        self._telling = _Telling(
            single=scored_by_one(game.rules),
            winner="deal" in counting or not game.scores_matter,
            total=game.total + game.rules.last_trick_points,
        )
        self.weights: dict[Objective, int] = {}
        """What each that counts has for a weight, the largest first."""
        weight = prod([2 * most[aim] + 1 for aim in counting])
        most_of_all = weight // 2
        for aim in counting:
            weight //= 2 * most[aim] + 1
            self.weights[aim] = weight
        weights = tuple(self.weights.items())
        merits = _weighed(aims, weights, most_of_all, self._telling)
        super().__init__(aims, sides, range(-most_of_all, most_of_all + 1), merits)

    @override
    def number(self, value: Value) -> int:
        return sum([weight * merit_by(value, aim) for aim, weight in self.weights.items()])

    @override
    def value(self, reached: int) -> Value:
        return self._value(self._reach[0] + reached)

    def _value(self, number: int) -> Value:
        return _value_of(number, tuple(self.weights.items()), self._telling)

    @override
    def reach(self, state: State) -> tuple[int, int]:
        if "points" in self.weights or "game-points" not in self.weights:
            return self._reach
        deal, margin = self.weights.get("deal", 0), self.weights["game-points"]
        most = seam_of(state).most_game_points
        first, second = (most(state, side[0]) for side in (self.sides.first, self.sides.second))
        return -deal - margin * second, deal + margin * first


_Weights: TypeAlias = "tuple[tuple[Objective, int], ...]"
"""What each that counts has for a weight, the largest first."""


class _Telling(NamedTuple):
    """What the number of an end tells beside the numbers of which it is the sum."""

    single: bool
    """Whether one side alone scores game points, so that by how many it scores more tells them."""
    winner: bool
    """Whether it tells who wins the deal."""
    total: int
    """The points of both sides together at the end, where points count: they are all known then."""


def _value_of(number: int, weights: _Weights, telling: _Telling) -> Value:
    parts: dict[Objective, int] = {}
    for aim, weight in weights:
        parts[aim] = (number + weight // 2) // weight
        number -= parts[aim] * weight
    points, margin = parts.get("points"), parts.get("game-points")
    deal = parts.get("deal", 0 if margin is None else (margin > 0) - (margin < 0))
    return Value(
        points=None if points is None else (points, telling.total - points),
        game_points=(max(margin, 0), max(-margin, 0)) if telling.single and margin is not None else None,
        margin=None if margin is None else (margin, -margin),
        winner=None if not telling.winner else 0 if deal > 0 else 1 if deal else "nobody",
        last_trick=None,
        award=None,
    )


@lru_cache(maxsize=100)
def _weighed(aims: Aims, weights: _Weights, most: int, telling: _Telling) -> tuple[tuple[int, ...], ...]:
    """Return what each number up to the most is worth; the deals of a game share it, as it takes longer than solving many a position."""
    numbers = range(-most, most + 1)
    return tuple([merit(_value_of(number, weights, telling), aims) for number in numbers])


def _marks(merits: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Return at which places, from 1 on, the first of what counts is not what it was before."""
    return tuple([place for place in range(1, len(merits)) if merits[place][0] != merits[place - 1][0]])


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
