"""Policies on the command line: in an arena, and in place of the machine."""

import io
import json
import sys
from pathlib import Path
from typing import Final

import msgspec
import pytest
from support.processes.program_runs import Aceten

from aceten_solver import round_robin

THUMB: Final = "aceten_solver.hidden.rule_of_thumb:greedy"
ALONE: Final = ("--workers", "1", "--seed", "7")


@pytest.mark.turns(12)
def test_a_table_says_what_is_found(run: Aceten) -> None:
    """The command prints what the contest comes to, as JSON and as tables, the strongest first."""
    policies = ("random", "greedy", "playouts")
    found = round_robin(policies, "zsiros/2", deals=4, seed=7, samples=3)
    told = run("arena", "zsiros/2", *policies, "--deals", "4", "--samples", "3", *ALONE, "--json")
    assert (told.status, told.err) == (0, "")
    assert json.loads(told.out) == json.loads(msgspec.json.encode(found))
    told = run("arena", "zsiros/2", *policies, "--deals", "4", "--samples", "3", *ALONE)
    assert [line.rstrip() for line in str(found).splitlines()] == told.out.splitlines()
    lines = told.out.splitlines()
    assert lines[0].startswith("zsiros/2: 4 deals from seed 7, each played twice, the second time with")
    order = [line.split()[0] for line in lines[lines.index("") + 2 :][:3]]
    assert order == [each.policy for each in found.standings]
    assert f"{found.pairings[0].game_points.mean:+.2f} ± {found.pairings[0].game_points.margin:.2f}" in told.out


def test_a_fault_is_told_and_is_a_negative_result(run: Aceten, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has lost deals by a fault of its own is named, with what it saw and the clause; the exit status is 1."""
    (tmp_path / "cheats.py").write_text("def choose(view):\n    return str(view.unseen[0])\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    told = run("arena", "zsiros/2", "greedy", "cheats:choose", "--deals", "2", *ALONE)
    assert told.status == 1
    assert "cheats:choose has lost 4 deals by its own fault, with all that a deal can bring:" in told.out
    assert told.out.count("does not hold this card (ZS-PLAY-2)") == 3
    assert "  it saw: zsiros/2 hands=" in told.out


def test_a_seed_is_chosen_and_kept(run: Aceten, tmp_path: Path) -> None:
    """Without a seed one is chosen that nobody knows, and the same command goes on with that of the file."""
    file = str(tmp_path / "played.jsonl")
    arena = ("arena", "zsiros/2", "greedy", "random", "--workers", "1", "--out", file, "--json")
    seeds = [json.loads(run(*arena, "--deals", deals).out)["seed"] for deals in ("1", "2")]
    assert seeds[0] == seeds[1] > 1_000_000
    assert len(Path(file).read_bytes().splitlines()) == 3
    other = run("arena", "zsiros/2", "greedy", "random", "--deals", "1", "--workers", "1", "--json")
    assert json.loads(other.out)["seed"] != seeds[0]


def test_it_is_played_against_in_place_of_the_machine(
    run: Aceten, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A policy plays as the machine would that does the same; one that breaks a rule ends the match, and it is said how."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n" * 20))
    watched = ("play", "zsiros/2", "--seats", "none", "--seed", "3", "--plain")
    machine = run(*watched, "--strength", "greedy")
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n" * 20))
    policy = run(*watched, "--against", THUMB)
    assert f"In place of the machine: {THUMB}." in policy.out.splitlines()
    assert policy.out.splitlines()[2:] == machine.out.splitlines()[2:]
    assert policy.out.count("(seed ") > 1
    (tmp_path / "cheats.py").write_text("def choose(view):\n    return str(view.unseen[0])\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    wrong = run(*watched, "--against", "cheats:choose")
    assert wrong.status == 2
    assert "cheats:choose as B: " in wrong.err
    assert "(ZS-PLAY-2)" in wrong.err
