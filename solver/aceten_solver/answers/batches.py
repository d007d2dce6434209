"""Many positions, one after the other or several at a time, answered in the order in which they are given."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from enum import Enum
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final, TypeVar

from aceten import AcetenError, UsageError, parse_state
from aceten.vocabulary.errors import check_kind
from aceten_solver.answers.solver import MEMORY, Solver
from aceten_spec.errors import given, whole
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from concurrent.futures import Future

    from aceten import State
    from aceten_solver.answers.solution import Solution
    from aceten_solver.question.objectives import Objective, Value

_T = TypeVar("_T")

MOST_THREADS: Final = 1024
"""How many positions can be solved at a time."""


class NoneYet(Enum):
    """What stands among positions when there is none."""

    NONE_YET = "none yet"


NONE_YET: Final = NoneYet.NONE_YET
"""Says that the next position is waited for."""
_AHEAD: Final = 64
"""So many positions a thread are taken ahead of the first that is not answered."""


def solve_many(
    positions: Iterable[State | str | NoneYet],
    objective: Objective | str | None = None,
    *,
    threads: int = 1,
    memory: int = MEMORY,
    nodes: int | None = None,
    seconds: float | None = None,
    progress: Callable[[int], None] | None = None,
    stop: Callable[[], bool] | None = None,
    line: bool = True,
) -> Generator[Solution | AcetenError]:
    """Yield the solution of each position, or what is wrong with it, in their order, while the next ones are worked on.

    Positions are taken as they are needed: there may be more of them than memory holds. Who takes no more answers ends the work.
    Without ``seconds``, values and best actions depend neither on the number of threads nor on the other positions; how much is searched
    for them does, as a solver keeps what it has learned. With ``nodes`` it keeps nothing, so that bounds depend on nothing else either.

    >>> import aceten, aceten_solver
    >>> deals = (aceten.load("zsiros", players=2).deal(seed=number) for number in range(3))
    >>> [value.points for value in aceten_solver.value_many(deals, threads=2)]
    [(30, 50), (20, 60), (40, 40)]

    :param positions: states, or position lines. :data:`NONE_YET` says that the next one is waited for: it has no answer, and those that are
        done by then are yielded.
    :param threads: how many are solved at a time, each with memory of its own. The search in Python gains nothing by it.
    :param memory: megabytes for each thread.
    :param nodes: search at most this many states for each; ``None``: no limit.
    :param seconds: search at most about this long for each; ``None``: no limit.
    :param progress: is called with the number of answers before each is yielded, what is wrong with a position among them.
    :param stop: is asked now and then, by whichever thread, whether to end; what is not answered by then is left out.
    :param line: whether best play is wanted, and who takes the last trick. Without them it is less work.
    :raises UsageError: for a number of threads or megabytes out of range.
    """
    ask = _asking(partial(Solver.solve, objective=objective, nodes=nodes, seconds=seconds, stop=stop, line=line), nodes)
    return _until(_many(positions, ask, threads, memory), progress, stop)


def value_many(
    positions: Iterable[State | str | NoneYet],
    objective: Objective | str | None = None,
    *,
    threads: int = 1,
    memory: int = MEMORY,
    nodes: int | None = None,
    seconds: float | None = None,
    progress: Callable[[int], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Generator[Value | AcetenError | None]:
    """Yield the value of each position (:meth:`aceten_solver.answers.solver.Solver.value`), or what is wrong with it, in their order.

    The parameters are those of :func:`solve_many`.
    """
    ask = _asking(partial(Solver.value, objective=objective, nodes=nodes, seconds=seconds, stop=stop), nodes)
    return _until(_many(positions, ask, threads, memory), progress, stop)


def _asking(ask: Callable[[Solver, State], _T], nodes: int | None) -> Callable[[Solver, State], _T]:
    """Return what asks a solver, which forgets before where how far it comes must not depend on what it was asked before."""
    if nodes is None:
        return ask

    def forgetful(solver: Solver, state: State) -> _T:
        solver.close()
        return ask(solver, state)

    return forgetful


def _many(
    positions: Iterable[State | str | NoneYet], ask: Callable[[Solver, State], _T], threads: int, memory: int
) -> Generator[_T | AcetenError]:
    """Refuse what is wrong at once, not when the first answer is asked for."""
    check_kind(positions, Iterable, say("positions one after the other"))
    if isinstance(positions, str):  # one line, and not its letters
        positions = [positions]
    number = whole(threads)
    if number is None or not 1 <= number <= MOST_THREADS:
        raise UsageError(say("threads={threads}: expected 1 to {most}", threads=given(threads), most=MOST_THREADS))
    solvers = [Solver(memory=memory) for _ in range(number)]
    return _beside(positions, ask, solvers) if number > 1 else _in_turn(positions, ask, solvers[0])


def _until(
    answers: Generator[_T], progress: Callable[[int], None] | None, stop: Callable[[], bool] | None
) -> Generator[_T]:
    """Yield answers until it is time to end."""
    with contextlib.closing(answers):
        if stop is not None and stop():
            return
        for count, answer in enumerate(answers, start=1):
            if stop is not None and stop():  # what comes after that may not be settled
                return
            if progress is not None:
                progress(count)
            yield answer


def _in_turn(
    positions: Iterable[State | str | NoneYet], ask: Callable[[Solver, State], _T], solver: Solver
) -> Generator[_T | AcetenError]:
    with solver:
        for position in positions:
            if not isinstance(position, NoneYet):
                yield _one(solver, position, ask)


def _beside(
    positions: Iterable[State | str | NoneYet], ask: Callable[[Solver, State], _T], solvers: list[Solver]
) -> Generator[_T | AcetenError]:
    """Let each solver work in a thread of its own."""
    idle: SimpleQueue[Solver] = SimpleQueue()
    for solver in solvers:
        idle.put(solver)

    def work(position: State | str) -> _T | AcetenError:
        solver = idle.get()
        try:
            return _one(solver, position, ask)
        finally:
            idle.put(solver)

    pool = ThreadPoolExecutor(len(solvers), thread_name_prefix="aceten")
    working: deque[Future[_T | AcetenError]] = deque()
    try:
        for position in positions:
            if not isinstance(position, NoneYet):
                working.append(pool.submit(work, position))
            while working and (working[0].done() or len(working) >= _AHEAD * len(solvers)):
                yield working.popleft().result()
        while working:
            yield working.popleft().result()
    finally:
        for future in working:
            future.cancel()
        for solver in solvers:
            solver.stop()
        pool.shutdown(cancel_futures=True)
        # Ctrl-C at the moment at which a thread was started leaves one that the pool knows nothing of: it is waited for here.
        closed = [idle.get() for _ in solvers]
        for solver in closed:
            solver.close()
            idle.put(solver)


def _one(solver: Solver, position: State | str, ask: Callable[[Solver, State], _T]) -> _T | AcetenError:
    try:
        return ask(solver, parse_state(position) if isinstance(position, str) else position)
    except AcetenError as error:
        return error
