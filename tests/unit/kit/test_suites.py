"""``aceten verify suite`` and ``--badge``: many programs in one table, and a verdict in a small file."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest
from support.checkout import TESTS
from support.processes.program_runs import Aceten

CONFORMANCE: Final = TESTS / "conformance"
RIGHT: Final = [sys.executable, str(CONFORMANCE / "programs" / "python" / "adapter.py")]
WRONG: Final = [sys.executable, str(CONFORMANCE / "mistakes" / "run.py"), "rotating-draw"]
FEW: Final = ("--level", "deal", "--level", "shuffle", "--examples", "8")


def suite(folder: Path, *programs: tuple[str, Sequence[str], Sequence[str], str]) -> str:
    """Write a suite and return its path."""
    path = folder / "suite.toml"
    parts = [
        f"[[program]]\nname = {json.dumps(name)}\ncommand = {json.dumps(command)}\ngames = {json.dumps(games)}\n{more}"
        for name, command, games, more in programs
    ]
    path.write_text("\n".join(parts), encoding="utf-8")
    return str(path)


@pytest.mark.turns(18)
def test_programs_by_games_and_clauses(run: Aceten, tmp_path: Path) -> None:
    """A line for each program and game, and one for each clause that any of them breaks; on a page, too; exit status 1."""
    path = suite(tmp_path, ("right", RIGHT, ["zsiros/4", "sedma"], ""), ("[red]wrong", WRONG, ["zsiros/4"], ""))
    page = tmp_path / "page.html"
    done = run("verify", "suite", path, "--page", str(page), *FEW)
    lines = [" ".join(line.split()) for line in done.out.splitlines()]
    assert done.status == 1
    assert [line for line in lines if line.startswith("right zsiros/4 conforms ")]
    assert [line for line in lines if line.startswith("right sedma untested 0 of ")]
    assert [line for line in lines if line.startswith("[red]wrong zsiros/4 diverges ") and "draw=round_robin" in line]
    assert "ZS-DRAW-2 held broken" in lines
    written = page.read_text(encoding="utf-8")
    assert "[red]wrong" in written
    assert "broken" in written
    told = json.loads(run("verify", "suite", path, "--json", *FEW).out)
    assert [(one["name"], one["game"], one["report"]["verdict"]) for one in told] == [
        ("right", "zsiros/4", "conforms"),
        ("right", "sedma", "untested"),
        ("[red]wrong", "zsiros/4", "diverges"),
    ]


@pytest.mark.parametrize("language", ["en", "hu", "de"])
def test_reasons_are_english_text_in_json(
    run: Aceten, tmp_path: Path, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Why nothing could be tested is one text in English for programs, of one program and of a suite, in whatever language one works."""
    monkeypatch.setenv("ACETEN_LANGUAGE", language)
    path = suite(tmp_path, ("right", RIGHT, ["sedma"], ""))
    [suited] = json.loads(run("verify", "suite", path, "--json").out)
    alone = json.loads(run("verify", "sedma", "--json", "--", *RIGHT).out)
    assert "does not do sedma/2" in alone["reason"]
    assert suited["report"]["reason"] == alone["reason"]


@pytest.mark.turns(14)
def test_known_findings_and_options_of_a_suite(run: Aceten, tmp_path: Path) -> None:
    """What a program is known to do otherwise does not count, and options are agreed on; exit status 0."""
    more = 'known = ["hands ZS-DRAW-2", "hands ZS-DRAW-3"]\noptions = { tie = "draw" }\n'
    done = run("verify", "suite", suite(tmp_path, ("wrong", WRONG, ["zsiros/4"], more)), *FEW)
    assert done.status == 0
    assert "tie=draw" in done.out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("program = 1", "such as: program = [{name"),
        (
            "[[program]]\nname = 'a'\ncommand = []\ngames = ['zsiros']",
            "program 'a': a command, and games, are needed",
        ),
        ("[[program]]\nname = 'a'\ncommand = ['x']\ngames = ['zsiros/x']", "program 'a': 'zsiros/x': expected a game"),
        (
            "[[program]]\nname = 'a'\ncommand = ['x']\ngames = ['zsiros', 'sedma']\noptions = {tie = 'x'}",
            "program 'a': ",
        ),
        ("[[program]]\nname = 'a'\ncommand = ['x']\ngames = ['canasta']", "no game 'canasta'"),
        ("[[program]]\nname = 'a'\ncommand = ['x']\ngames = ['zsiros']\ncolour = 'red'", "colour"),
        ("[[", "such as: program = [{name"),
    ],
)
def test_a_wrong_suite_is_refused(run: Aceten, tmp_path: Path, text: str, said: str) -> None:
    """With what is wrong, and exit status 2."""
    path = tmp_path / "suite.toml"
    path.write_text(text, encoding="utf-8")
    done = run("verify", "suite", str(path))
    assert (done.status, done.out) == (2, "")
    assert said in done.err


@pytest.mark.parametrize(
    "beside",
    [
        ("zsiros",),
        ("--first",),
        ("--known", "known.txt"),
        ("--transcript", "lines.txt"),
        ("--rules", "none.toml"),
        ("--clauses",),
    ],
)
def test_what_a_suite_says_is_not_said_again(beside: tuple[str, ...], run: Aceten) -> None:
    """What stands beside a suite and would not be heeded is refused, and so is a page of no suite."""
    done = run("verify", "suite", "suite.toml", *beside)
    assert (done.status, done.out) == (2, "")
    assert beside[0] in done.err
    done = run("verify", "zsiros", "--page", "page.html", "--", "true")
    assert (done.status, done.out) == (2, "")
    assert "no option --page" in done.err


@pytest.mark.turns(16)
def test_a_badge(run: Aceten, tmp_path: Path) -> None:
    """It says the game, the verdict and the clauses, as shields.io reads it; where it cannot be written is said."""
    file = tmp_path / "badge.json"
    for program, verdict, color in ((RIGHT, "conforms", "brightgreen"), (WRONG, "diverges", "red")):
        run("verify", "zsiros/4", *FEW, "--badge", str(file), "--", *program)
        told = json.loads(file.read_text(encoding="utf-8"))
        assert (told["schemaVersion"], told["label"], told["color"]) == (1, "aceten zsiros", color)
        assert told["message"].startswith(f"{verdict}, ")
        assert told["message"].endswith(" of 46 clauses")
    done = run("verify", "zsiros/4", *FEW, "--badge", str(tmp_path), "--", *RIGHT)
    assert done.status == 2
    assert f"--badge {tmp_path}: a directory" in done.err
