"""What writes files is killed, a little of what ``make attack`` does to it."""

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from attack.kills import KILLS, Progress
from support.checkout import TESTS
from support.slices import TURN, sliced

import aceten_solver


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL, and there are no forks")
@pytest.mark.turns(56)
@pytest.mark.parametrize("kind", [kind for kind in KILLS if kind != "tables" or aceten_solver.backend == "native"])
def test_what_is_killed_goes_on(tmp_path: Path, kind: str) -> None:
    """Whenever it is killed, what it reported is there, and begun again it comes to what it would have come to."""
    share = sliced(0.01, whole=0.1)
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "attack.kills", kind, "--share", str(share), "--seed", str(TURN), "--folder", tmp_path],
        env={**os.environ, "PYTHONPATH": str(TESTS)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    far = msgspec.json.decode((tmp_path / "kills.json").read_bytes(), type=dict[str, Progress])
    assert far[kind].kills >= round(KILLS[kind] * share)
