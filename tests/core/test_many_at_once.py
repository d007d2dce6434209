"""Many questions at a time, and solvers that are interrupted, stopped or asked about several games."""

import contextlib
import ctypes
import gc
import itertools
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

import pytest
from core.positions_asked import LINES, LONG, is_part_of, needs_core
from typing_extensions import override

import aceten
import aceten_solver
from aceten_solver import Solver, solve_many, value_many
from aceten_solver.answers.batches import NONE_YET, NoneYet
from aceten_solver.native.native_core import Core
from aceten_solver.question.objectives import Value, merit_by

_T = TypeVar("_T")


@pytest.mark.turns(2)
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_a_bad_position_fails_its_own_slot(threads: int) -> None:
    """Whatever is wrong with one position, the others are answered, in their places, as each is alone."""
    bad = [
        "zsiros/4 hands=A",
        "nonsense",
        "septica/3 hands=A,K,Q lead=0",
        None,
        7,
        "",
        "hola/2 hands=A lead=9",
        "hola/1",
        "x/2 hands=A,A",
        1.5,
    ]
    asked_for = [line for pair in zip(LINES, bad, strict=True) for line in pair]
    found = list(solve_many(asked_for, threads=threads))  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    values = list(value_many(asked_for, threads=threads))  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    assert len(found) == len(values) == len(asked_for)
    for line, solution, value in zip(LINES, found[::2], values[::2], strict=True):
        alone = aceten_solver.solve(aceten.parse(line))
        assert isinstance(solution, aceten_solver.Solution)
        assert (solution.value, solution.actions) == (alone.value, alone.actions)
        assert isinstance(value, Value)
        assert is_part_of(value, alone.value)
    assert all(isinstance(error, aceten.AcetenError) for error in (*found[1::2], *values[1::2]))


def test_objectives_of_a_batch_fail_where_they_do_not_apply() -> None:
    """An objective that one position cannot answer fails that one."""
    full, open_ = "zsiros/2 hands=AT,K7 lead=0 points=40,20 tricks=2,1", "zsiros/2 hands=AT,K7 lead=0"
    first, second = solve_many([full, open_], "game-points")
    assert isinstance(first, aceten_solver.Solution)
    assert isinstance(second, aceten_solver.ObjectiveError)


def test_numbers_out_of_range_are_refused() -> None:
    """Threads and megabytes have bounds."""
    with pytest.raises(aceten.UsageError, match="threads=0: expected 1 to"):
        solve_many([], threads=0)
    with pytest.raises(aceten.UsageError, match="memory=0: expected megabytes"):
        Solver(memory=0)
    assert list(value_many([], threads=3)) == []


@pytest.mark.turns(8)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_is_a_stream(threads: int) -> None:
    """Answers come in the order of the positions while these go on for ever, and no more is taken than is needed."""
    taken: list[int] = []

    def positions() -> Iterator[aceten.State]:
        for seed in itertools.count():
            taken.append(seed)
            yield aceten.parse(LINES[seed % len(LINES)])

    counts: list[int] = []
    answers = value_many(positions(), threads=threads, progress=counts.append)
    assert not taken
    first = list(itertools.islice(answers, 200))
    assert counts == list(range(1, 201))
    assert len(taken) < 400
    alone = [aceten_solver.solve(aceten.parse(line)).value for line in LINES]
    for place, value in enumerate(first):
        assert isinstance(value, Value)
        assert is_part_of(value, alone[place % len(LINES)])


@pytest.mark.turns(2)
@pytest.mark.parametrize("threads", [1, 2])
def test_answers_do_not_wait_for_positions_that_are_not_there_yet(threads: int) -> None:
    """Whoever gives a position, and the next one only when it has the answer, has it; "none yet" itself has no answer."""
    answered: list[object] = []

    def positions() -> Iterator[str | NoneYet]:
        for count, line in enumerate(LINES):
            yield line
            while len(answered) <= count:
                yield NONE_YET

    for answer in value_many(positions(), threads=threads):
        assert isinstance(answer, Value)
        answered.append(answer)
    assert len(answered) == len(LINES)


@needs_core
def test_ctrl_c_while_a_thread_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread that the pool has not heard of yet is waited for, and Ctrl-C is what is raised."""
    begun = threading.Event()

    class CutOff(ThreadPoolExecutor):
        @override
        def submit(self, fn: Callable[..., _T], /, *args: Any, **kwargs: Any) -> Future[_T]:
            def work() -> None:
                begun.set()
                fn(*args, **kwargs)

            threading.Thread(target=work).start()
            begun.wait()
            time.sleep(0.1)  # so that it has taken a solver
            raise KeyboardInterrupt

    monkeypatch.setattr("aceten_solver.answers.batches.ThreadPoolExecutor", CutOff)
    with pytest.raises(KeyboardInterrupt):
        next(solve_many([LONG] * 2, threads=2))


@pytest.mark.turns(2)
@needs_core
@pytest.mark.parametrize("name", ["aceten_open", "aceten_answer"])
def test_what_is_cut_off_leaves_nothing_behind(core: ctypes.CDLL, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Ctrl-C as the core has just returned: what was made is given back, and the solver goes on with the core, also for the same game."""
    given_back: list[int | None] = []
    call, close = Core.call, core.aceten_close
    state = aceten.parse_state(LINES[0])

    def cut_off(core: Core, called: str, *arguments: object) -> None:
        call(core, called, *arguments)
        if called == name:
            raise KeyboardInterrupt

    def closing(made: ctypes.c_void_p) -> None:
        given_back.append(made.value)
        close(made)

    monkeypatch.setattr(core, "aceten_close", closing)
    with Solver(backend="native") as solver:
        with monkeypatch.context() as patched, contextlib.suppress(KeyboardInterrupt):
            patched.setattr(Core, "call", cut_off)
            solver.solve(state)
            pytest.fail("it was not cut off")
        gc.collect()  # of what the exception held on to
        assert [each is not None for each in given_back] == [True]
        assert solver.solve(state).backend == "native"


@needs_core
def test_a_solver_that_is_cut_off_as_it_begins_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C as a solver has been taken, and before it is known that it has to be given back."""
    call, cores = Core.call, list[Core]()
    state = aceten.parse_state(LINES[0])

    def look_on(core: Core, called: str, *arguments: object) -> None:
        cores.append(core)
        call(core, called, *arguments)

    class CutOff:
        def __enter__(self) -> None:
            raise KeyboardInterrupt

        def __exit__(self, *_: object) -> None:
            raise AssertionError

    monkeypatch.setattr(Core, "call", look_on)
    with Solver(backend="native") as solver:
        expected = solver.solve(state).value
        monkeypatch.setattr(cores[-1], "_use", CutOff())
        with pytest.raises(KeyboardInterrupt):
            solver.solve(state)
        found = solver.solve(state)
        assert (found.value, found.backend) == (expected, "native")


@pytest.mark.turns(2)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_can_be_stopped(threads: int) -> None:
    """What is asked to end leaves out what is not answered, a search that would take hours among it."""
    asked: list[str] = []

    def positions() -> Iterator[str]:
        for line in (*LINES, LONG, LONG, LONG):
            asked.append(line)
            yield line

    begun = time.monotonic()
    answers = list(
        value_many(positions(), threads=threads, stop=lambda: LONG in asked and time.monotonic() > begun + 0.3)
    )
    assert len(answers) <= len(LINES)
    assert None not in answers
    assert time.monotonic() - begun < 60
    assert not list(value_many(LINES, threads=threads, stop=lambda: True))


@pytest.mark.turns(2)
def test_a_solver_keeps_games_and_objectives_apart() -> None:
    """One solver asked about several games and objectives in turn says what a fresh one says."""
    lines = [*LINES, "zsiros/2 hands=AT97,KQ7 talon=KJ8A lead=1 trick=A points=0,40 tricks=0,3"]
    with Solver(memory=1) as solver:
        for _ in range(2):
            for line in lines:
                state = aceten.parse(line)
                for objective in aceten_solver.OBJECTIVES:
                    try:
                        fresh = aceten_solver.solve(state, objective)
                    except aceten_solver.ObjectiveError:
                        continue
                    kept = solver.solve(state, objective)
                    assert (kept.value, kept.actions, kept.best) == (fresh.value, fresh.actions, fresh.best)
                    value = solver.value(state, objective)
                    assert is_part_of(value, fresh.value)
                    assert value is not None
                    assert fresh.value is not None
                    assert merit_by(value, objective) == merit_by(fresh.value, objective)


def test_several_deals_are_asked_about_in_turn() -> None:
    """What a solver keeps of deals that differ in their talon alone, and of so many that it forgets them, makes no difference to others."""
    lines = [
        f"zsiros/2 hands=AT97,KQ7 talon={''.join(talon)} lead=1 trick=A points=0,40 tricks=0,3"
        for talon in itertools.permutations("KJ8A")
    ]
    states = [aceten.parse(line) for line in lines]
    expected: list[tuple[Value, dict[aceten.Action, Value]]] = []
    for state in states:
        with Solver(backend="python") as fresh:
            expected.append(fresh.values(state))
    assert any(value != expected[0] for value in expected)
    with Solver(memory=1) as solver:
        for count in (3, len(states)):
            for _ in range(2):
                assert [solver.values(state) for state in states[:count]] == expected[:count]


def test_the_values_of_a_solver_that_was_told_to_stop() -> None:
    """They are not known, and that is said; of a deal that is over they are."""
    state = aceten.parse("zsiros/2 hands=A,K lead=0 points=70,0 tricks=15,0")
    with Solver() as solver:
        over = state.play(state.legal[0])
        over = over.play(over.legal[0])
        assert solver.values(over) == (solver.value(over), {})
        solver.stop()
        with pytest.raises(ValueError, match="told to stop"):
            solver.values(aceten.load("zsiros").deal(seed=1))
