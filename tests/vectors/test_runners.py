"""The programs on the page about formats, which run a folder of vectors on an engine in their language."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

import pytest
from support.checkout import DOCS

from aceten.conformance.vectors import write_vectors
from aceten_spec import load_shipped
from aceten_spec.protocol import Option

RUNNERS: Final = DOCS / "runners"
ENGINES: Final = Path(__file__).parents[1] / "conformance" / "faults" / "engines"

Run: TypeAlias = Callable[[Path, tuple[str, str]], subprocess.CompletedProcess[str]]
"""Runs the vectors of a folder on an engine in which one text stands for another."""


def changed(source: Path, change: tuple[str, str]) -> str:
    """Return a source with a change."""
    text = source.read_text(encoding="utf-8")
    assert change[0] in text
    return text.replace(*change)


def run(folder: Path, change: tuple[str, str], *, program: str) -> subprocess.CompletedProcess[str]:
    """Run the vectors of a folder on a changed engine in Python or JavaScript."""
    name, runner = {"python3": ("schnapsen.py", "run_vectors.py"), "node": ("zsirozas.mjs", "run_vectors.mjs")}[program]
    (folder / name).write_text(changed(ENGINES / name, change), encoding="utf-8")
    return _done([program, str(RUNNERS / runner), str(folder), str(folder / name)], folder)


def run_go(folder: Path, change: tuple[str, str]) -> subprocess.CompletedProcess[str]:
    """Run them on one in Go, which is compiled with the runner."""
    for name in ("go.mod", "answers.go"):
        shutil.copy(ENGINES / "sueca" / name, folder)
    shutil.copy(RUNNERS / "run_vectors.go", folder)
    (folder / "sueca.go").write_text(changed(ENGINES / "sueca" / "sueca.go", change), encoding="utf-8")
    return _done(["go", "run", ".", "sueca.json"], folder)


def _done(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603 - our own


CASES: Final = [
    pytest.param(
        "python3", ("schnapsen", {"drawn_deal": "void"}), ("ENOUGH = 66", "ENOUGH = 67"), "SN-CLAIM-2", id="python"
    ),
    pytest.param(
        "node", ("zsiros", {"calls": "off"}), ("return opponents &&", "return"), "ZS-MULTI-1", id="javascript"
    ),
    pytest.param("go", ("sueca", {"drawn_deal": "void"}), ("23456QJK7A", "23456QJKA7"), "SU-CARDS-6", id="go"),
]
"""A program, a game by its own options, a mistake, and a clause that it breaks."""


@pytest.mark.turns(3)
@pytest.mark.parametrize(("program", "variant", "mistake", "clause"), CASES)
def test_a_runner_tells_a_right_engine_from_a_wrong_one(
    tmp_path: Path, program: str, variant: tuple[str, dict[str, Option]], mistake: tuple[str, str], clause: str
) -> None:
    """An engine of a stranger is right about every case, by its parts alone; with a mistake, cases are named with the clause."""
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    write_vectors([load_shipped(variant[0])], tmp_path, variant[1])

    def runs(change: tuple[str, str]) -> subprocess.CompletedProcess[str]:
        return run_go(tmp_path, change) if program == "go" else run(tmp_path, change, program=program)

    right = runs((mistake[0], mistake[0]))
    assert (right.returncode, right.stderr) == (0, ""), right.stdout
    wrong = runs(mistake)
    assert wrong.returncode == 1
    assert clause in wrong.stdout
    assert "instead of" in wrong.stdout


@pytest.mark.parametrize("runner", sorted(RUNNERS.iterdir()), ids=lambda path: path.suffix)
def test_a_runner_is_short(runner: Path) -> None:
    """It has 60 lines at most, and nothing of ours in it."""
    text = runner.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 60
    assert "aceten" not in text
