"""Solving positions: what they are worth, what every action is worth, and best play."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from aceten import Action, State, UsageError
from aceten.engine.equal_actions import canonical_action
from aceten_solver.answers.solution import ActionValue, Solution
from aceten_solver.in_python import python_answer
from aceten_solver.native.library import native_library
from aceten_solver.native.native_answer import Native
from aceten_solver.native.table_files import ENVIRONMENT
from aceten_solver.question.measures import Scale, is_settled, scale_for, threshold_for, value_of_span
from aceten_solver.question.objectives import (
    Objective,
    Value,
    aims_of,
    check_objective,
    default_objective,
    merit_by,
    value_of_result,
)
from aceten_solver.question.question import Depth, Limits, SearchAnswer, SearchQuestion, limits_of
from aceten_solver.question.two_sides import TwoSides, two_sides
from aceten_spec.errors import given, whole
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from types import TracebackType

    from aceten_solver.question.backends import Backend, Cost
    from aceten_solver.question.measures import Span

MEMORY: Final = 64
"""How many megabytes the tables of a solver take at most, where nothing else is said."""

_MEGABYTE: Final = 2**20


class Bounds(NamedTuple):
    """Between what a position is worth, as far as it was searched."""

    low: Value
    """It is worth no less than this to side 0."""
    high: Value
    """It is worth no more than this to side 0; equal to ``low`` in what was asked for when that is settled."""
    nodes: int
    """States searched."""


class Solver:
    """Solves positions, and keeps what it has learned while the game stays the same.

    >>> import aceten, aceten_solver
    >>> with aceten_solver.Solver() as solver:
    ...     solver.value(aceten.parse("zsiros/2 hands=AQT8,AK97 points=30,20 tricks=6,6")).points
    (50, 30)

    One thread may use it at a time.
    """

    def __init__(self, *, memory: int = MEMORY, backend: Backend | None = None, tables: bool = True) -> None:
        """Let what the native core remembers take at most this many megabytes, 1 to 2**20.

        :param tables: whether complete tables of endgames (:mod:`aceten_solver.endgames.endgame_tables`) are looked up.
        :param backend: the search that is to answer, where it knows the game; ``None``: :data:`aceten_solver.backend`.
        :raises UsageError: for a number out of range.
        :raises BackendError: when the native core is asked for and not there, or cannot be used.
        """
        size = whole(memory)
        if size is None or not 1 <= size <= _MEGABYTE:
            message = say("memory={memory}: expected megabytes, 1 to {most}", memory=given(memory), most=_MEGABYTE)
            raise UsageError(message)
        self._native = Native(size * _MEGABYTE, backend, tables=tables)
        self._ended = threading.Event()

    @property
    def cost(self) -> Cost:
        """What the last answer of the native core has cost."""
        return self._native.cost

    def solve(
        self,
        state: State,
        objective: Objective | str | None = None,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        stop: Callable[[], bool] | None = None,
        progress: Callable[[int], None] | None = None,
        line: bool = True,
    ) -> Solution:
        """Return what a position and every action in it is worth, and best play (:func:`solve`).

        :param line: whether best play is wanted, and who takes the last trick. Without them it is less work.
        """
        sides, chosen = _check(state, objective)
        started = time.perf_counter()
        if state.turn is None:
            return _finished(state, sides, chosen)
        scale = scale_for(state, aims_of(state, chosen, sides), sides, told=line)
        depth = Depth.LINE if line else Depth.ACTIONS
        answer = self._answer(SearchQuestion(state, scale, sides, depth, limits_of(nodes, seconds, stop, progress)))
        spans = {action: answer.actions[canonical_action(state.game, action)] for action in state.legal}
        return Solution(
            position=state,
            sides=sides.seats(state),
            objective=chosen,
            value=_settled(scale, answer.root),
            bounds=_bounds(scale, answer.root),
            actions=tuple([_action_value(scale, action, span) for action, span in spans.items()]),
            best=_best(scale, answer.root, spans),
            line=_with_suits(state, answer.line),
            nodes=answer.nodes,
            seconds=time.perf_counter() - started,
            backend=answer.backend,
            tables=answer.looked_up > 0,
            exact=answer.exact,
        )

    def value(
        self,
        state: State,
        objective: Objective | str | None = None,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        stop: Callable[[], bool] | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Value | None:
        """Return what a position is worth in what is asked for, and nothing else; ``None`` when the budget ran out before that was settled.

        It is less work than :meth:`solve`, and tells no more than it has to.
        """
        sides, chosen = _check(state, objective)
        if state.turn is None:
            return _final_value(state, sides)
        scale, answer = self._answer_in(state, chosen, sides, limits_of(nodes, seconds, stop, progress))
        return _settled(scale, answer.root)

    def secures(
        self,
        state: State,
        number: int,
        objective: Objective | str | None = None,
        *,
        stop: Callable[[], bool] | None = None,
    ) -> bool:
        """Whether side 0 can be sure of at least so much by an objective (:func:`aceten_solver.question.objectives.merit_by`).

        :param stop: is asked now and then whether to end at once.
        :raises UsageError: when it was told to stop.
        """
        sides, chosen = _check(state, objective)
        if state.turn is None:
            return merit_by(_final_value(state, sides), chosen) >= number
        scale = threshold_for(state, chosen, number, sides)
        if isinstance(scale, bool):
            return scale
        asked = SearchQuestion(state, scale, sides, Depth.VALUE, Limits(stop=stop))
        low, high = self._answer(asked).root
        if low != high:
            raise UsageError(say("this solver was told to stop"))
        return low > 0

    def values(self, state: State, objective: Objective | str | None = None) -> tuple[Value, dict[Action, Value]]:
        """Return what a position is worth in what is asked for, and every action in it, of those that do the same only one.

        It is less work than to ask for the :meth:`value` of what each action leads to, one after the other. When the deal is over there is
        no action.

        :raises ValueError: when it was told to stop.
        """
        sides, chosen = _check(state, objective)
        if state.turn is None:
            return _final_value(state, sides), {}
        scale, answer = self._answer_in(state, chosen, sides, Limits(), Depth.ACTIONS)
        if not answer.exact:
            message = "this solver was told to stop"
            raise ValueError(message)
        values = {action: value_of_span(scale, span) for action, span in answer.actions.items()}
        return value_of_span(scale, answer.root), values

    def bounds(
        self,
        state: State,
        objective: Objective | str | None = None,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        stop: Callable[[], bool] | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Bounds:
        """Return between what a position is worth in what is asked for, and what that took: as :meth:`value`, also without a result."""
        sides, chosen = _check(state, objective)
        if state.turn is None:
            value = _final_value(state, sides)
            return Bounds(value, value, 0)
        scale, answer = self._answer_in(state, chosen, sides, limits_of(nodes, seconds, stop, progress))
        return Bounds(*_bounds(scale, answer.root), answer.nodes)

    def _answer_in(
        self, state: State, objective: Objective, sides: TwoSides, limits: Limits, depth: Depth = Depth.VALUE
    ) -> tuple[Scale, SearchAnswer]:
        """Answer what a position is worth in what is asked for alone, on the scale of that."""
        scale = scale_for(state, (objective,), sides)
        return scale, self._answer(SearchQuestion(state, scale, sides, depth, limits))

    def _answer(self, question: SearchQuestion) -> SearchAnswer:
        answer = self._native.answer(question)
        if answer is not None:
            return answer
        asked = question.limits.stop
        ended = self._ended.is_set
        stop = ended if asked is None else lambda: ended() or asked()
        return python_answer.answer(question._replace(limits=question.limits._replace(stop=stop)))

    @property
    def stopped(self) -> bool:
        """Whether it was told to stop."""
        return self._ended.is_set()

    def stop(self) -> None:
        """End the search that is going on in another thread, and every later one."""
        self._ended.set()
        self._native.stop()

    def close(self) -> None:
        """Give the memory back."""
        self._native.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


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

    What is asked for is settled first. Among what is equal in it the deal counts next, then game points and points, as far as the
    position says enough for them: the best actions are the best in that order, and values tell all of it.

    :param nodes: search at most this many states; ``None``: no limit.
    :param seconds: search at most about this long; ``None``: no limit.
    :param stop: is asked now and then whether to end at once, with what is proved so far.
    :param progress: is called now and then with the number of states searched so far.
    :raises ObjectiveError: when the position does not say enough for the objective.
    :raises UsageError: when something else than a state is given, or there are not two sides that play against each other.
    """
    _check(state, objective)
    # With a number of positions as its limit an answer depends on nothing that was asked before.
    with _kept_solver() if nodes is None else Solver() as solver:
        return solver.solve(state, objective, nodes=nodes, seconds=seconds, stop=stop, progress=progress)


_KEPT: Final = threading.local()
"""The solver of each thread, for the calls that make none."""


@contextlib.contextmanager
def _kept_solver() -> Generator[Solver]:
    """Lend the solver of this thread: what it has learned serves the next call. One that is lent already, or was interrupted, is not."""
    made_for = (native_library(), os.environ.get(ENVIRONMENT))
    kept: tuple[object, Solver] | None = getattr(_KEPT, "solver", None)
    _KEPT.solver = None
    solver = kept[1] if kept is not None and kept[0] == made_for else Solver()
    try:
        yield solver
    except BaseException:
        solver.close()
        raise
    _KEPT.solver = (made_for, solver)


def _check(state: State, objective: Objective | str | None) -> tuple[TwoSides, Objective]:
    """Return who plays against whom and what is asked for, or refuse: the one check of every entry."""
    sides = two_sides(state)
    return sides, check_objective(state, default_objective(state.game) if objective is None else objective, sides)


def _finished(state: State, sides: TwoSides, objective: Objective) -> Solution:
    """Return the solution of a deal that is over."""
    value = _final_value(state, sides)
    return Solution(
        position=state,
        sides=sides.seats(state),
        objective=objective,
        value=value,
        bounds=(value, value),
        actions=(),
        best=(),
        line=(),
        nodes=0,
        seconds=0.0,
        backend="python",
        tables=False,
        exact=True,
    )


def _final_value(state: State, sides: TwoSides) -> Value:
    result = state.result
    if result is None:
        message = "the deal is not over"
        raise ValueError(message)
    return value_of_result(result, sides)


def _settled(scale: Scale, span: Span) -> Value | None:
    return value_of_span(scale, span) if is_settled(scale, span) else None


def _bounds(scale: Scale, span: Span) -> tuple[Value, Value]:
    return scale.value(span[0]), scale.value(span[1])


def _action_value(scale: Scale, action: Action, span: Span) -> ActionValue:
    return ActionValue(action=action, value=_settled(scale, span), bounds=_bounds(scale, span))


def _best(scale: Scale, root: Span, spans: dict[Action, Span]) -> tuple[Action, ...]:
    """Return the actions that are proved to be worth as much as the position, by all that counts."""
    merits = {scale.merit(reached) for reached in root}
    if len(merits) > 1:
        return ()
    return tuple([action for action, span in spans.items() if {scale.merit(reached) for reached in span} == merits])


def _with_suits(state: State, line: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return the line in the state's own cards: the first card of the rank wherever several would do."""
    actions: list[Action] = []
    for alike in line:
        actions.append(next(legal for legal in state.legal if canonical_action(state.game, legal) == alike))
        state = state.play(actions[-1])
    return tuple(actions)
