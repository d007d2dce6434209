"""The slice that a run takes follows from what is tested, and from nothing else."""

import os
import subprocess
import sys
from pathlib import Path

from support.checkout import TESTS
from support.slices import TURNS, turn_of


def told(folder: Path, **environment: str) -> int:
    """Return whose turn it is when the tests are run in a folder."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ACETEN_")}
    code = "import slices; print(slices.TURN)"
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code], cwd=folder, env=kept | environment, capture_output=True, text=True, check=True
    )
    return int(done.stdout)


def git(folder: Path, *words: str) -> str:
    """Return what git says in a folder, of which nobody's settings bear on it."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1"}
    who = ("-c", "user.name=n", "-c", "user.email=n@example.org")
    done = subprocess.run(  # noqa: S603
        ["git", *who, *words],  # noqa: S607
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_the_turn_follows_from_the_commit(tmp_path: Path) -> None:
    """What a commit holds says whose turn it is, whoever runs it; another has another; without a history it is the first."""
    (tmp_path / "slices.py").write_bytes((TESTS / "support" / "slices.py").read_bytes())
    assert told(tmp_path, GIT_CEILING_DIRECTORIES=str(tmp_path.parent)) == 0
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", "slices.py")
    git(tmp_path, "commit", "--quiet", "-m", "one")
    first = told(tmp_path)
    assert first == told(tmp_path) == turn_of(git(tmp_path, "rev-parse", "HEAD^{tree}"))
    (tmp_path / "more").write_text("more", encoding="utf-8")
    git(tmp_path, "add", "more")
    git(tmp_path, "commit", "--quiet", "-m", "two")
    assert told(tmp_path) == turn_of(git(tmp_path, "rev-parse", "HEAD^{tree}")) != first
    assert told(tmp_path, ACETEN_TURN="17") == 17
    assert 0 <= first < TURNS
