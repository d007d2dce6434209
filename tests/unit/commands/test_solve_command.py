"""``aceten solve`` and ``aceten replay``: one position and many, JSON, and rules of one's own."""

import io
import json
import sys
from pathlib import Path

import pytest
from support.games.shown_positions import ENDGAME, HOME
from support.processes.program_runs import Aceten

import aceten
import aceten_solver

COUNTED = ENDGAME + " points=10,20 tricks=2,2"


@pytest.mark.parametrize("objective", ["points", "deal", "game-points"])
def test_json_says_what_python_says(run: Aceten, objective: str) -> None:
    """``solve --json`` has the documented keys, with the same answers as from Python."""
    done = run("solve", COUNTED, "--json", "--objective", objective)
    answer = json.loads(done.out)
    solution = aceten_solver.solve(aceten.parse(COUNTED), objective)
    assert done.status == 0
    assert {"position", "value", "actions", "best", "line", "nodes", "backend", "exact"} <= set(answer)
    assert answer["exact"] is True
    assert answer["backend"] == aceten_solver.backend
    assert answer["line"] == list(map(str, solution.line))
    assert answer["best"] == list(map(str, solution.best))
    assert solution.value is not None
    assert answer["value"]["winner"] == solution.value.winner
    assert answer["value"]["points"] == (None if solution.value.points is None else list(solution.value.points))
    assert [entry["action"] for entry in answer["actions"]] == [str(entry.action) for entry in solution.actions]


def test_a_file_gives_a_line_of_json_for_each_position(run: Aceten, tmp_path: Path) -> None:
    """A file holds a position on each line; comments and empty lines are passed over."""
    file = tmp_path / "positions.txt"
    file.write_text(f"# two\n{ENDGAME}\n\n  {COUNTED}\n", encoding="utf-8")
    done = run("solve", str(file), "--json")
    assert done.status == 0
    assert [json.loads(line)["value"]["points"] for line in done.out.splitlines()] == [[30, 20], [40, 40]]


def test_standard_input_is_a_file(run: Aceten, monkeypatch: pytest.MonkeyPatch) -> None:
    """``-`` reads the positions from standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(ENDGAME.encode())))
    assert json.loads(run("solve", "-", "--json").out)["best"] == ["A"]


def test_wrong_lines_of_a_file_are_named_and_the_others_solved(run: Aceten, tmp_path: Path) -> None:
    """Of a file with wrong lines the right ones are solved, each wrong one is named with its reason, and the exit status is 1."""
    file = tmp_path / "positions.txt"
    file.write_text(f"{ENDGAME}\nzsiros/4 hands=A\n{COUNTED}\nzsiros/2 hands=AZ,K\n", encoding="utf-8")
    done = run("solve", str(file), "--json")
    assert done.status == 1
    assert [json.loads(line)["value"]["points"] for line in done.out.splitlines()] == [[30, 20], [40, 40]]
    assert f"{file}:2: column 16: hands has 1 of 4 parts" in done.err
    assert f"{file}:4: column 17: 'Z' is not a card rank" in done.err


def test_several_positions_are_solved_one_by_one(run: Aceten) -> None:
    """Quoted position lines are positions of their own; the words of one line may also stand unquoted."""
    done = run("solve", ENDGAME, COUNTED, "--json")
    assert [json.loads(line)["position"].split()[-1] for line in done.out.splitlines()] == ["lead=0", "tricks=2,2"]
    done = run("solve", *ENDGAME.split(), "--json")
    assert json.loads(done.out)["value"]["points"] == [30, 20]


def test_a_budget_that_runs_out_is_a_negative_result(run: Aceten) -> None:
    """Bounds in place of a value: exit status 1, ``exact`` false, no value."""
    done = run("solve", ENDGAME, "--nodes", "50", "--json")
    answer = json.loads(done.out)
    assert done.status == 1
    assert (answer["exact"], answer["value"], answer["line"]) == (False, None, [])
    assert len(answer["bounds"]) == 2


@pytest.mark.turns(2)
def test_a_rulebook_of_ones_own(run: Aceten, tmp_path: Path) -> None:
    """Every command plays by the rulebook of ``--rules``."""
    file = tmp_path / "home.toml"
    file.write_text(HOME, encoding="utf-8")
    own = ("--rules", str(file))
    line = "home/2 hands=9,8 points=40,40 tricks=7,7"
    assert run("deal", "home/4", "--seed", "1", *own).out.startswith("home/4 hands=")
    assert json.loads(run("solve", line, "--json", *own).out)["value"]["winner"] == "nobody"
    assert run("perft", line, "1", *own).out == "1\n"
    assert run("show", line, *own).status == 0
    assert "HO-SCORE-3" in run("rules", "home", *own).out
    record = tmp_path / "record.jsonl"
    record.write_text(f'{{"type": "header", "format": 1, "position": "{line}"}}\n', encoding="utf-8")
    assert run("replay", str(record), *own).status == 0
    proved = run("prove", "home", "--players", "2", "--theorem", "T-POINTS.credit", "-j1", *own)
    assert proved.status == 0


@pytest.mark.parametrize("command", [("solve", ENDGAME), ("deal", "home/4"), ("rules", "home"), ("prove", "home")])
def test_a_wrong_rulebook_is_refused_before_anything_runs(
    run: Aceten, tmp_path: Path, command: tuple[str, ...]
) -> None:
    """A wrong rulebook is refused with file, key and what was expected; nothing is computed."""
    file = tmp_path / "home.toml"
    file.write_text(HOME.replace('"draw"', '"coin"'), encoding="utf-8")
    done = run(*command, "--rules", str(file))
    assert (done.status, done.out) == (2, "")
    assert f"{file}: parameters.tie: found 'coin'; expected one of: draw, last_trick" in done.err


def test_a_record_is_replayed(run: Aceten, tmp_path: Path) -> None:
    """A record that holds is shown trick by trick, with its result; exit status 0."""
    start = state = aceten.load("zsiros", players=4).deal(seed=9)
    while state.turn is not None:
        state = state.play(state.legal[0])
    file = tmp_path / "deal.jsonl"
    file.write_text(aceten.record_of(start, state), encoding="utf-8")
    done = run("replay", str(file))
    assert done.status == 0
    assert "wins the deal" in done.out
    answer = json.loads(run("replay", str(file), "--json").out)
    assert answer["position"] == str(state)
    assert answer["result"]["points"] == list(state.points)


def test_a_false_record_is_a_negative_result_and_a_broken_one_wrong_input(run: Aceten, tmp_path: Path) -> None:
    """A record against the rules gives exit status 1 with line and clause; one that cannot be read gives 2."""
    start = aceten.load("zsiros", players=4).deal(seed=9)
    after = start.play(start.legal[0])
    text = aceten.record_of(start, after)
    file = tmp_path / "deal.jsonl"
    file.write_text(text + '{"type":"action","seat":2,"action":"stop"}\n', encoding="utf-8")
    done = run("replay", str(file))
    assert done.status == 1
    assert (
        "line 3: stop: only the leader stops, where he could continue the trick with another round (ZS-MULTI-5)"
        in done.err
    )
    file.write_text(text + "nonsense\n", encoding="utf-8")
    assert run("replay", str(file)).status == 2
