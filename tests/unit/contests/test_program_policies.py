"""Programs as policies: they play as policies do, and whatever one does, it is said, costs no more than the deal, and leaves nothing."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from conformance.conftest import nothing_left
from support.checkout import ROOT

import aceten
from aceten import Seat, View
from aceten.conformance.programs.conversation import ProgramError
from aceten_solver import match
from aceten_solver.contests.played_deals import chance
from aceten_solver.contests.policies import FaultKind
from aceten_solver.contests.program_policy import ENVIRONMENT, ProgramPolicy

__all__ = ["nothing_left"]
pytestmark = pytest.mark.usefixtures("nothing_left")

FRAME: Final = """
import json, os, sys, time
for line in sys.stdin:
    request = json.loads(line)
    reply = {"id": request["id"]}
    if request["command"] == "hello":
        reply["protocol"] = 1
    if request["command"] == "choose":
        reply["action"] = request["legal"][0]
        CHOOSE
    print(json.dumps(reply), flush=True)
"""


def program(folder: Path, choose: str = "pass") -> str:
    """Return the command of a program in Python that does this when it is to choose."""
    file = folder / "agent.py"
    file.write_text(FRAME.replace("CHOOSE", choose), encoding="utf-8")
    return f"{sys.executable} -S -E {file}"


def first(view: View) -> str:
    """Do the first that is legal."""
    return str(view.legal[0])


@pytest.mark.parametrize("name", ["zsiros/4", "schnapsen/2"])
def test_a_program_plays_as_a_policy_does(name: str, tmp_path: Path) -> None:
    """What it answers is played: it comes to what the same in Python comes to, without a fault."""
    found = match(program(tmp_path), "greedy", name, deals=2)
    same = match(first, "greedy", name, deals=2)
    assert (found.game_points, found.points, found.lost) == (same.game_points, same.points, (0, 0))


def test_it_is_told_what_its_seat_sees(tmp_path: Path) -> None:
    """Requests say what the view says, and nothing else."""
    command = program(tmp_path, f"open({str(tmp_path / 'asked')!r}, 'a').write(line)")
    state = aceten.load("schnapsen/2").deal(seed=4)
    seen = state.view(state.turn or 0)
    with ProgramPolicy(command.split()) as policy:
        policy.begin(state.game, seen.seat, 7)
        assert policy.choose(seen) == str(seen.legal[0])
    asked = json.loads((tmp_path / "asked").read_text())
    assert aceten.parse(asked["view"]) == seen.present
    assert asked["hand"] == [*map(str, seen.hand)]
    assert asked["legal"] == [*map(str, seen.legal)]
    assert asked["known_talon"] == [*map(str, seen.known_talon)]
    hidden = {str(card) for card in (*state.hands[1 - seen.seat], *state.talon[:-1])}
    assert not hidden & {word for words in (asked["hand"], asked["known_talon"], *asked["taken"]) for word in words}


WRONG: Final[dict[FaultKind, tuple[str, str]]] = {
    "illegal": ("reply['action'] = 'xyz'", "expected a card"),
    "error": ("reply = {'id': request['id'], 'error': 'no idea'}", "it says: no idea"),
    "crash": ("sys.exit('that was it')", "that was it"),
    "timeout": ("time.sleep(60)", "within 3 seconds"),
    "garbage": ("print('x' * (1 << 21), flush=True)", "a line of more than 1048576 bytes"),
    "protocol": ("reply['id'] += 1", "instead of choose request 2"),
}


@pytest.mark.turns(6)
@pytest.mark.parametrize("kind", WRONG)
def test_whatever_it_does_is_its_own_fault(kind: FaultKind, tmp_path: Path) -> None:
    """It loses the deal, it is said how, and in the next deal it is there again."""
    does, problem = WRONG[kind]
    once = repr(str(tmp_path / "once"))
    first_time = f"asked = os.path.exists({once}); open({once}, 'w').close()"
    command = program(tmp_path, f"{first_time}\n        if not asked: {does}")
    found = match(command, first, "zsiros/2", deals=2, pairs=False, seconds=3 if kind == "timeout" else 30)
    assert (found.deals, found.lost) == (2, (1, 0))
    (fault,) = found.faults
    assert (fault.kind, fault.policy, fault.deal) == (kind, 0, 0)
    assert problem in fault.problem
    assert fault.view.startswith("zsiros/2 ")


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        (f"{sys.executable} -S -E /nowhere/agent.py", "ended with exit status 2 before it answered hello request 0"),
        ("/nowhere/agent", "cannot be started"),
        (f'{sys.executable} -S -E -c "input();print(\'{{\\"id\\":0,\\"protocol\\":2}}\')"', "speaks version 2"),
    ],
)
def test_one_that_does_not_come_up_is_no_opponent(command: str, problem: str) -> None:
    """Before anything is played it is said why."""
    with pytest.raises(ProgramError, match=problem):
        match(command, "greedy", "zsiros/2", deals=1)


def test_it_is_not_told_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has the variables that programs need to begin, and none in which secrets may stand."""
    monkeypatch.setenv("ACETEN_TEST_SECRET", "42")
    monkeypatch.setenv("LANG", "C")
    command = program(tmp_path, f"json.dump(dict(os.environ), open({str(tmp_path / 'seen')!r}, 'w'))")
    match(command, "greedy", "zsiros/2", deals=1, pairs=False)
    seen = json.loads((tmp_path / "seen").read_text())
    assert "ACETEN_TEST_SECRET" in os.environ
    assert seen["LANG"] == "C"
    assert seen.keys() <= {*ENVIRONMENT, "LC_CTYPE", "__CF_USER_TEXT_ENCODING"}


@pytest.mark.turns(8)
@pytest.mark.skipif(shutil.which("node") is None, reason="node is not there")
def test_the_example_in_javascript_plays() -> None:
    """It plays whole deals without a fault, for two and for four, and better than chance."""
    found = match(f"node {ROOT / 'examples' / 'saver.mjs'}", "random", "zsiros/2", deals=20)
    assert found.lost == (0, 0)
    assert found.game_points.mean > 0
    assert match(f"node {ROOT / 'examples' / 'saver.mjs'}", "random", "zsiros/4", deals=1).lost == (0, 0)


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not there")
def test_the_page_shows_what_is_said() -> None:
    """The lines on the page Arena are those that go to the example and come from it."""
    page = (ROOT / "docs" / "guides" / "arena.md").read_text(encoding="utf-8")
    shown = page.split("```text\n")[1].split("```")[0].splitlines()
    state = aceten.load("zsiros/2").deal(seed=7).play("8d")
    said: list[str] = []
    with ProgramPolicy(["node", str(ROOT / "examples" / "saver.mjs")], transcript=said.append) as policy:
        policy.begin(state.game, Seat(0), next(chance(7, 0)))
        policy.choose(state.view(0))
    assert said == shown


@pytest.mark.turns(3)
@pytest.mark.skipif(shutil.which("cc") is None, reason="no compiler of C is there")
def test_the_example_in_c_plays_the_first(tmp_path: Path) -> None:
    """It comes to what the same in Python comes to."""
    command = tmp_path / "first_legal"
    subprocess.run(["cc", "-Wall", "-Werror", "-o", command, ROOT / "examples" / "first_legal.c"], check=True)  # noqa: S603, S607
    found, same = (match(each, "greedy", "zsiros/4", deals=2) for each in (str(command), first))
    assert (found.game_points, found.lost) == (same.game_points, (0, 0))
