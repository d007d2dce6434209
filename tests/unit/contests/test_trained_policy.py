"""The policy that was trained by the script of the guide: it is read, plays by the rules, and better than chance; and the script learns."""

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from support.checkout import ROOT

import aceten_solver
from aceten_solver import match

FOLDER = ROOT / "docs" / "training"

pytestmark = pytest.mark.skipif(aceten_solver.backend != "native", reason="many deals at a time need the native core")


@pytest.fixture(name="learn")
def script() -> ModuleType:
    """The script, as a module."""
    spec = importlib.util.spec_from_file_location("learn", FOLDER / "learn.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.turns(4)
@pytest.mark.parametrize("game", ["zsiros/2", "schnapsen/2"])
def test_what_was_learnt_plays_by_the_rules_and_better_than_chance(learn: ModuleType, game: str) -> None:
    """It is ahead of play at random by more than chance explains, and makes no fault."""
    found = match(learn.Learned, "random", game, deals=20, seed=7)
    assert not found.faults
    assert found.game_points.margin
    assert found.game_points.mean > found.game_points.margin


@pytest.mark.turns(18)
def test_the_script_learns_and_keeps_what_it_learnt(tmp_path: Path) -> None:
    """A copy of it learns for some rounds, tells how it does, and writes weights by which it plays."""
    shutil.copy(FOLDER / "learn.py", tmp_path)
    command = [sys.executable, "learn.py", "zsiros/2", "--rounds", "2"]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout  # noqa: S603 - our own script
    assert [line.split()[0] for line in told.splitlines()] == ["0", "2,000", "4,000"]
    assert (tmp_path / "zsiros-2.npz").stat().st_size < 100_000
