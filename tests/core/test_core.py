"""The door to the native core: what it takes, what it refuses, and how it is stopped."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import pytest
from core.named_numbers import changed
from core.positions_asked import ENDS, LINES, LONG, asked, is_part_of, needs_core
from hypothesis import given, settings
from hypothesis import strategies as st
from support.processes.interrupts import ended_by_ctrl_c, hearing_ctrl_c
from support.slices import sliced

import aceten
import aceten_solver
from aceten import MatchingState
from aceten_solver import CoreError
from aceten_solver.native.door import RefusedError
from aceten_solver.native.library import native_library
from aceten_solver.native.native_core import Core
from aceten_solver.question.objectives import aims_of, merit
from aceten_solver.question.question import Limits
from aceten_solver.question.two_sides import two_sides

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
    Wrong("sedma/2", {"continuation": 4}, {}, "rules, continuation: there is no such thing"),
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
    Wrong("schnapsen/2", {}, {"bidder": 0}, "question, bidder: not in this game"),
    Wrong("schnapsen/2", {}, {"took 1": 3}, "question, took: there is no such thing"),
    Wrong("auction-sixty-six/4", {}, {"bidder": -1}, "question, bids: before anything else is done"),
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
