"""The door to the native core: what it takes, what it refuses, and how it is stopped."""

from __future__ import annotations

import contextlib
import gc
import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec
import pytest
from core.named_numbers import changed
from hypothesis import given, settings
from hypothesis import strategies as st
from signals import ended_by_ctrl_c, hearing_ctrl_c
from slices import sliced
from strategies import GAMES, HOUSE_GAMES
from typing_extensions import override

import aceten
import aceten_solver
from aceten import MatchingState, State, SuitState
from aceten.testing import pick
from aceten_solver import BackendError, CoreError, Solver, solve_many, value_many
from aceten_solver.answers.batches import NONE_YET, NoneYet
from aceten_solver.native import encode_matching, encode_suits, library
from aceten_solver.native.door import RefusedError
from aceten_solver.native.library import load, native_library
from aceten_solver.native.native_core import Core
from aceten_solver.question.measures import scale_for
from aceten_solver.question.objectives import Value, aims_of, check_objective, default_objective, merit, merit_by
from aceten_solver.question.question import Limits
from aceten_solver.question.two_sides import two_sides

if TYPE_CHECKING:
    import ctypes
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Future

    from aceten_solver import Objective

_T = TypeVar("_T")

NATIVE = aceten_solver.backend == "native"
needs_core = pytest.mark.skipif(not NATIVE, reason="the native core is not built")

# ruff: noqa: E501 - position lines are as long as they are
LINES = (
    "zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0",
    "zsiros/2 hands=AcQd8c8d,JdTc9c7s talon=KdTs lead=1 taken=AhKsKhQsQhJcJsJhTd9s8s7h,AsAdKcQcTh9h9d8h7c7d dealer=0",
    "sedma/4 hands=AhKdJh,KsTs7d,AsTd9c,QdJd7c lead=0 taken=AcAdKcKhQcQsQhJcJsTcTh9s9h9d8c8s8h8d7s7h,- tricks=4,0 dealer=0",
    "hola/2 hands=Th8c3c3s,Qd8d6s3d talon=Jc7sAs4h lead=1 taken=Ad7d5s3h2s2d,AcAhKcKsKhKdQcQsQhJsJhJdTcTsTd9c9s9h9d8s8h7c7h6c6h6d5c5h5d4c4s4d2c2h tricks=1,7 dealer=0",
    "ristiklappi/2 hands=Th9d4s4d3s,Qh9s8d6c6h talon=Jc7sAs4h lead=0 taken=KsQcQdJsJhTcTs9c9h8c7c7h7d6s6d5c5s5h5d3c3d2h,AcAhAdKcKhKdQsJdTd8s8h4c3h2c2s2d dealer=0",
    "schnapsen/2 hands=AdKdQcQsTd,AhKcQhQdTc lead=0 taken=KsKhJsTh,AcAsJcJhJdTs dealer=0 trump=c shown=-,Kc",
    "sixty-six/2 hands=QhJsJd9c9h,KsKhTcTh9s lead=0 taken=AhKcKdQd,AcAsAdQcQsJcJhTsTd9d dealer=0 trump=h melds=0,20 shown=9h,Ks",
    "auction-sixty-six/4 hands=AsKdTc,QcJcJh,AhAd9c,AcQh9s lead=1 taken=KcKsKhJsTsTh9h9d,QsQdJdTd dealer=0 trump=d melds=40,0 shown=Kd,-,-,- bid=0,70",
    "tausendeins/2 hands=JdTs9c8d7d,AcAdKdQdJc lead=0 taken=AhJhTd9h8c7h,AsKcKsKhQcQsQhJsTcTh9s9d8s8h7c7s dealer=0 trump=h melds=0,60",
    "einwerfen/4 hands=QsTs8h,Ks9h7h,JsJd9d,AhAd8c lead=0 taken=AcAsKcKhKdQcQhQdJcJhThTd9s8d7c7d,Tc9c8s7s dealer=0 trump=d",
)
ENDS = (
    *LINES,
    "schnapsen-book/2 hands=QsJcJsJh,KcKsThTd lead=0 taken=KdQh,AcAsAhAdKhQcQdJdTcTs dealer=0 trump=h close_min_stock=3",
    "sedma/2 hands=-,Qh lead=0 trick=Td taken=AdKsTs9c9d8c7c7d,AcAsAhKcKhKdQcQsQdJcJsJhJdTcTh9s9h8s8h8d7s7h score_by=stakes_card_points",
)
LONG = str(aceten.load("hola", players=6).deal(seed=1))


def asked(state: State, objective: Objective | None = None) -> tuple[Sequence[int], Sequence[int], Sequence[int]]:
    """Return rules, question and levels as the core is given them."""
    sides = two_sides(state)
    scale = scale_for(state, (check_objective(state, objective or default_objective(state.game), sides),), sides)
    rules: Sequence[int] | None
    question: Sequence[int] | None
    if isinstance(state, MatchingState):
        rules, question = encode_matching.rules_of(state.game, sides), encode_matching.question_of(state, scale)
    else:
        assert isinstance(state, SuitState)
        rules, question = encode_suits.rules_of(state.game, sides), encode_suits.question_of(state, scale)
    assert rules is not None
    assert question is not None
    return rules, question, scale.thresholds


@pytest.fixture
def core() -> ctypes.CDLL:
    """Return the native core."""
    library = native_library()
    assert library is not None
    return library


@pytest.fixture
def choosing() -> Iterator[None]:
    """Let the backend be chosen anew."""
    native_library.cache_clear()
    yield
    native_library.cache_clear()


# --- Which backend ---


@pytest.mark.usefixtures("choosing")
def test_the_backend_can_be_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search in Python answers where it is asked for; both agree."""
    state = aceten.parse(LINES[0])
    before = aceten_solver.solve(state)
    assert before.backend == aceten_solver.backend
    monkeypatch.setenv("ACETEN_BACKEND", "python")
    native_library.cache_clear()
    assert aceten_solver.backend == "python"
    after = aceten_solver.solve(state)
    assert after.backend == "python"
    assert (after.value, after.actions, after.best) == (before.value, before.actions, before.best)


@pytest.mark.turns(2)
@needs_core
def test_both_backends_find_the_same_line() -> None:
    """Of several best lines both name the one that takes the first best action each time, in the written order."""
    chance = Random(0)
    with Solver(backend="native") as native, Solver(backend="python") as plain:
        for game in (GAMES + HOUSE_GAMES)[:: sliced(12, whole=3)]:
            state: State = game.deal(seed=chance.randrange(2**32))
            while state.turn is not None and sum(map(len, state.hands)) + len(state.talon) > 8:
                state = state.play(pick(state, chance.randrange(256)))
            if state.turn is None:
                continue
            try:
                expected = plain.solve(state, nodes=20_000)
            except aceten.UsageError:  # several teams, or nothing that is said to be asked for
                continue
            if expected.exact:
                found = native.solve(state)
                assert (found.line, found.actions) == (expected.line, expected.actions), str(state)


@pytest.mark.usefixtures("choosing")
def test_a_backend_that_there_is_not_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names the variable and what it can be; asked for and not built, the core is not done without."""
    monkeypatch.setenv("ACETEN_BACKEND", "fortran")
    with pytest.raises(BackendError, match="ACETEN_BACKEND=fortran: expected native or python"):
        aceten_solver.solve(aceten.parse(LINES[0]))
    monkeypatch.setenv("ACETEN_BACKEND", "native")
    monkeypatch.setattr(library, "_LIBRARY", "there_is_none.so")
    with pytest.raises(BackendError, match=r"there is no .*there_is_none\.so; it is built by installing"):
        aceten_solver.solve(aceten.parse(LINES[0]))
    monkeypatch.setenv("ACETEN_BACKEND", "")
    native_library.cache_clear()
    assert aceten_solver.backend == "python"


def test_the_module_has_nothing_else() -> None:
    """The backend is found when it is asked for, and nothing else is made up."""
    with pytest.raises(AttributeError, match="no attribute 'frontend'"):
        _ = aceten_solver.frontend  # pyright: ignore[reportAttributeAccessIssue, reportUnknownVariableType, reportUnknownMemberType]


@needs_core
def test_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A core of another version, or one that was built for another machine, is refused when it is loaded, with what to do."""
    path = Path(aceten_solver.__file__).parent / library._LIBRARY  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(library, "ABI", 999)
    with pytest.raises(BackendError, match=r"speaks version \d+ of the interface, not 999; install aceten again"):
        load(str(path))
    monkeypatch.undo()

    monkeypatch.setattr(library, "CCost", library.CLimits)
    with pytest.raises(BackendError, match="was built for another machine; install aceten again"):
        load(str(path))


def test_what_is_no_core_is_refused(tmp_path: Path) -> None:
    """So is a file that is no library at all."""
    path = tmp_path / "core.so"
    path.write_text("no library", encoding="utf-8")
    with pytest.raises(BackendError, match=r"core\.so: .*install aceten again, or set ACETEN_BACKEND=python"):
        load(str(path))


@needs_core
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere the system itself refuses it")
@pytest.mark.parametrize("part", [0, 1, 64, 1000, 4096, 100_000, -4096, -1])
def test_a_core_that_was_cut_off_is_refused(tmp_path: Path, part: int) -> None:
    """A copy that has failed does not end the program, neither when it is loaded nor later."""
    whole = (Path(aceten_solver.__file__).parent / library._LIBRARY).read_bytes()  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    path = tmp_path / "core.so"
    path.write_bytes(whole[:part])
    with pytest.raises(BackendError, match=r"core\.so: .*install aceten again, or set ACETEN_BACKEND=python"):
        load(str(path))


@needs_core
@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
@pytest.mark.turns(6)
@pytest.mark.parametrize("line", [LINES[0], LINES[5]])
def test_there_is_less_memory_than_is_asked_for(line: str) -> None:
    """The tables are smaller then, and the answer is the same; deals that do not fit are refused."""
    program = f"""
import aceten, aceten_solver, resource
resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))
print(aceten_solver.Solver(memory=2**20).solve(aceten.parse({line!r})).value == aceten_solver.solve(aceten.parse({line!r})).value)
try:
    aceten_solver.Batch(aceten.load("zsiros", players=2), 2**23)
except (MemoryError, aceten.AcetenError) as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=False)  # noqa: S603 - our own program
    assert (done.returncode, done.stderr) == (0, "")
    same, refused = done.stdout.splitlines()
    assert same == "True"
    assert "memory" in refused


# --- What is refused ---


@pytest.mark.turns(2)
@needs_core
@given(numbers=st.lists(st.integers(-(2**31), 2**31 - 1) | st.integers(-2, 20), max_size=60))
@settings(max_examples=sliced(60, whole=2000), deadline=None)
def test_any_numbers_as_rules(numbers: list[int]) -> None:
    """Whatever the rules are, they are taken or refused."""
    library = native_library()
    assert library is not None
    try:
        Core(library, numbers, 1 << 16).close()
    except RefusedError as error:
        assert "rules" in str(error)  # noqa: PT017 - most are refused, and how is what is looked at


@pytest.mark.turns(6)
@needs_core
@pytest.mark.parametrize("line", LINES)
@given(data=st.data())
@settings(max_examples=sliced(20, whole=300), deadline=None)
def test_any_numbers_as_a_question(line: str, data: st.DataObject) -> None:
    """However a question, its rules or its levels are changed: it is answered or refused, and the core goes on."""
    library = native_library()
    assert library is not None
    lists = [list(numbers) for numbers in asked(aceten.parse(line))]
    for numbers in lists:
        for _ in range(data.draw(st.integers(0, 3))):
            place = data.draw(st.integers(0, max(len(numbers) - 1, 0)))
            number = data.draw(st.integers(-3, 40) | st.integers(-(2**31), 2**31 - 1))
            match data.draw(st.sampled_from(["replace", "insert", "delete", "cut"])):
                case "replace":
                    numbers[place : place + 1] = [number]
                case "insert":
                    numbers.insert(place, number)
                case "delete":
                    del numbers[place : place + 1]
                case _:
                    del numbers[place:]
    rules, question, levels = lists
    depth = data.draw(st.integers(0, 2))
    try:
        with Core(library, rules, 1 << 16) as opened:
            reply = opened.ask(question, levels, depth, Limits(nodes=2000))
            assert 0 <= reply.root[0] <= reply.root[1] <= len(levels)
            assert reply.cost.nodes <= 2000
    except RefusedError:
        pass


@pytest.mark.turns(2)
@needs_core
@pytest.mark.parametrize("line", ENDS)
def test_numbers_that_are_nearly_right(line: str) -> None:
    """Where one number or two of a question or of the rules are others: it is answered or refused, whatever the levels are."""
    library = native_library()
    assert library is not None
    chance = Random(line)
    state = aceten.parse(line)
    questions: list[tuple[Sequence[int], ...]] = []
    for objective in aceten_solver.OBJECTIVES:
        with contextlib.suppress(aceten_solver.ObjectiveError):
            questions.append(asked(state, objective))
    for _ in range(sliced(100, whole=2_000)):
        rules, question, levels = map(list, chance.choice(questions))
        for numbers in chance.choice([(rules,), (question,), (question,), (rules, question)]):
            place = chance.randrange(len(numbers))
            old = numbers[place]
            numbers[place] = chance.choice([0, 1, 2, 3, 4, old - 1, old + 1, 2 * old, old + 10, -1, 100, 500, 4000])
        levels = chance.choice([levels, list(range(-10, 11)), list(range(-1000, 1000))])
        try:
            with Core(library, rules, 1 << 16) as opened:
                reply = opened.ask(question, levels, chance.randrange(3), Limits(nodes=5000))
        except RefusedError:
            continue
        assert all(0 <= low <= high <= len(levels) for low, high in (reply.root, *[span for _, span in reply.actions]))


class Wrong(NamedTuple):
    """Rules or a question that contradict themselves."""

    game: str
    """Whose line is asked about, at what its end is worth."""
    rules: dict[str, int]
    """The fields of the rules that are others."""
    question: dict[str, int]
    """The fields of the question that are others."""
    problem: str
    """The whole of what is said of it."""


WRONG = (
    Wrong("sedma/2", {}, {"hands 2": 0}, "question, worths: not for the points in play"),
    Wrong("sedma/2", {"slots": 3}, {}, "question, worths: not for the points in play"),
    Wrong("sedma/2", {}, {"most": 9}, "question, worths: not as many as there are ends"),
    Wrong("sedma/2", {}, {"forfeiting": 1}, "question, forfeiting: not as the rules say"),
    Wrong("sedma/2", {}, {"leader": 2}, "question, leader: no such seat"),
    Wrong("sedma/2", {}, {"first_burned": 4}, "question, first_burned: expected 0 or 1"),
    Wrong("sedma/2", {"continuation": 3}, {}, "rules, continuation: there is no such thing"),
    Wrong("sedma/2", {"shortcuts": 32}, {}, "rules, shortcuts: there is no such thing"),
    Wrong("sedma/2", {"newest": 2}, {}, "rules, newest: expected 0 or 1"),
    Wrong("einwerfen/4", {"most_game_points": 0}, {}, "rules, most_game_points: a side can score more"),
    Wrong("einwerfen/4", {"claim": 1}, {}, "rules, claim, marriages: not with this score"),
    Wrong("einwerfen/4", {"close": 1}, {}, "rules, close: not with this score"),
    Wrong("einwerfen/4", {"written": 8}, {}, "rules, written: there is no such place"),
    Wrong("schnapsen/2", {"claim": 0}, {}, "rules, claim, marriages: not with this score"),
    Wrong("schnapsen/2", {"won": 4}, {}, "rules, won, penalty: numbers that fall"),
    Wrong("schnapsen/2", {"king": 5}, {}, "rules, king: there is no such rank"),
    Wrong("schnapsen/2", {}, {"game_point": 0}, "question, deal, game_point: points alone do not decide such a deal"),
    Wrong("schnapsen/2", {}, {"closer": 0}, "question, closer: there is no talon"),
    Wrong("schnapsen/2", {}, {"bidder": 0}, "question, bidder: missing, or not in this game"),
    Wrong("schnapsen/2", {}, {"took 1": 3}, "question, took: there is no such thing"),
    Wrong("auction-sixty-six/4", {}, {"bidder": -1}, "question, bidder: missing, or not in this game"),
    Wrong("auction-sixty-six/4", {}, {"bid": 131}, "question, bid: too high"),
    Wrong("auction-sixty-six/4", {"most_game_points": 299}, {}, "question, points, melds: more than a side can score"),
    Wrong("tausendeins/2", {"most_game_points": 1}, {}, "question, points, melds: more than a side can score"),
    Wrong("tausendeins/2", {}, {"melds": 500}, "question, points, melds: more than a side can score"),
    Wrong("tausendeins/2", {}, {"closer": 0}, "question, closer: the talon is never closed"),
)


@needs_core
@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: f"{wrong.game} {wrong.problem}")
def test_numbers_that_contradict_each_other(core: ctypes.CDLL, wrong: Wrong) -> None:
    """They are refused before anything is searched, with the field and what is wrong there."""
    [line] = [line for line in ENDS if line.startswith(f"{wrong.game} ")]
    state = aceten.parse(line)
    rules, question, levels = asked(state, "game-points")
    kind = "matching" if isinstance(state, MatchingState) else "suit"
    rules = changed(f"{kind} rules", rules, wrong.rules)
    question = changed(f"{kind} question", question, wrong.question)
    with pytest.raises(RefusedError) as caught, Core(core, rules, 1 << 16) as opened:
        opened.ask(question, levels, 2, Limits())
    assert str(caught.value) == wrong.problem


@needs_core
@pytest.mark.parametrize("numbers", [[2**31], [-(2**31) - 1], ["x"], [1.5]])
def test_what_is_no_number_of_32_bits(core: ctypes.CDLL, numbers: list[int]) -> None:
    """It is refused before it is handed over."""
    with pytest.raises(CoreError, match="whole numbers of 32 bits"):
        Core(core, numbers, 1 << 16)


@pytest.mark.turns(2)
@needs_core
def test_a_core_is_not_used_after_its_end_or_by_two(core: ctypes.CDLL) -> None:
    """Once closed, or while another thread asks, a solver answers nobody."""
    rules, question, levels = asked(aceten.parse(LONG))
    opened = Core(core, rules, 1 << 20)
    thread = threading.Thread(target=opened.ask, args=(question, levels, 2, Limits()))
    thread.start()
    try:
        time.sleep(0.2)
        with pytest.raises(CoreError, match="another thread is asking"):
            opened.ask(question, levels, 0, Limits(nodes=0))
    finally:
        opened.stop()
        thread.join()
    assert not opened.ask(question, levels, 0, Limits()).exact  # stopped is stopped
    opened.close()
    opened.close()
    with pytest.raises(CoreError, match="closed"):
        opened.ask(question, levels, 0, Limits())


# --- Budgets and stopping ---


def is_part_of(value: Value | None, whole: Value | None) -> bool:
    """Whether all that one value says is what the other one says."""
    if value is None or whole is None:
        return value is None
    said = msgspec.structs.asdict(value)
    return all(said[name] in {None, settled} for name, settled in msgspec.structs.asdict(whole).items())


@pytest.mark.turns(2)
@pytest.mark.parametrize("line", LINES)
def test_a_budget_gives_proven_bounds(line: str) -> None:
    """With any number of nodes the bounds hold the value, and what is settled is right."""
    state = aceten.parse(line)
    exact = aceten_solver.solve(state)
    assert exact.exact
    aims = aims_of(state, exact.objective, two_sides(state))
    for nodes in sorted({0, 1, 2, 5, *(exact.nodes * part // 8 for part in range(8))}):
        solution = aceten_solver.solve(state, nodes=nodes)
        assert solution.nodes <= nodes
        told = [(solution.bounds, solution.value), *((entry.bounds, entry.value) for entry in solution.actions)]
        for (bounds, value), settled in zip(told, [exact.value, *(each.value for each in exact.actions)], strict=True):
            assert is_part_of(value, settled)
            assert settled is not None
            low, reached, high = (merit(each, aims) for each in (bounds[0], settled, bounds[1]))
            assert low <= reached <= high, (state, nodes)
        assert set(solution.best) <= set(exact.best)
        assert solution.line == () or solution.exact


@pytest.mark.turns(2)
def test_a_search_is_stopped_and_watched() -> None:
    """A long search tells how far it is, and ends when it is told to, with bounds."""
    state = aceten.parse(LONG)
    counts: list[int] = []
    begun = time.monotonic()
    solution = aceten_solver.solve(state, stop=lambda: len(counts) > 2, progress=counts.append)
    assert not solution.exact
    assert counts == sorted(counts)
    assert time.monotonic() - begun < 60


@needs_core
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to send")
@pytest.mark.turns(6)
@pytest.mark.parametrize("many", [False, True])
def test_an_interrupt_ends_a_search(many: bool) -> None:
    """Ctrl-C in a long search, or in a batch on two threads, raises KeyboardInterrupt soon."""
    call = "solve_many([state] * 1000, threads=2).__next__()" if many else "solve(state)"
    program = (
        f"import aceten, aceten_solver\nstate = aceten.parse({LONG!r})\nprint('on', flush=True)\naceten_solver.{call}"
    )
    with (
        hearing_ctrl_c(),
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process,  # noqa: S603 - our own program
    ):
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.3)
        _, said = ended_by_ctrl_c(process)
    assert process.returncode in {-signal.SIGINT, 1, 130}
    assert said.decode().rstrip().endswith("KeyboardInterrupt"), os.fsdecode(said)


# --- Many at once ---


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
