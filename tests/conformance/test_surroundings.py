"""What is round a verification: it writes nothing but what it was asked for, and a wall clock that jumps changes nothing."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec
import pytest

from aceten.conformance import Verification

HERE: Final = Path(__file__).parent
REFEREE: Final = (sys.executable, str(HERE / "programs" / "referee.py"), "zsiros")
TRICK: Final = '{"command":"trick","game":"zsiros","players":4,"leader":0,"cards":["9h","9s","Kc","7d"]}'
HANGS: Final = (
    "import json, sys, time; id = lambda: json.loads(input())['id'];"
    " print(json.dumps({'id': id(), 'protocol': 1, 'program': 'slow',"
    " 'games': [{'game': 'zsiros', 'players': [4], 'levels': ['trick']}]}), flush=True); id(); time.sleep(60)"
)


def aceten(*arguments: str, folder: Path, environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Return what ``aceten`` comes to in a folder."""
    return subprocess.run(  # noqa: S603 - our own
        (sys.executable, "-m", "aceten_cli.main", *arguments),
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


# --- What is written ----------------------------------------------------------------------------------------------------


def tree(folder: Path) -> dict[str, tuple[int, int, int]]:
    """Return every file and folder below one, and itself, with its kind and rights, its size, and when it was changed."""
    found = {path: path.lstat() for path in (folder, *folder.rglob("*"))}
    return {str(path): (each.st_mode, each.st_size, each.st_mtime_ns) for path, each in found.items()}


@pytest.mark.turns(18)
@pytest.mark.parametrize("program", [REFEREE, (sys.executable, "-c", HANGS)], ids=["right", "hangs"])
def test_nothing_is_written_that_was_not_asked_for(tmp_path: Path, program: tuple[str, ...]) -> None:
    """Nothing is made or changed at home, in folders for temporary and other files, and where it is started; but files that are named."""
    places = {"HOME": "home", "TMPDIR": "tmp", "XDG_CACHE_HOME": "cache", "XDG_CONFIG_HOME": "config"}
    places |= {"XDG_DATA_HOME": "data", "XDG_STATE_HOME": "state", "XDG_RUNTIME_DIR": "run", "PWD": "here"}
    house, files = tmp_path / "house", tmp_path / "files"
    for place in ("home", "tmp", "cache", "config", "data", "state", "run", "here"):
        (house / place).mkdir(parents=True)
        (house / place).chmod(0o555)
    files.mkdir()
    environment = {name: str(house / place) for name, place in places.items()}
    asked = ("verify", "zsiros", "--examples", "1", "--reply-time", "0.1" if program is not REFEREE else "60")
    named = [word for name in ("junit", "badge", "transcript") for word in (f"--{name}", str(files / name))]
    before = tree(house)
    done = aceten(*asked, *named, "--", *program, folder=house / "here", environment=environment)
    assert done.returncode == (0 if program is REFEREE else 1), done.stderr
    assert tree(house) == before
    assert sorted(path.name for path in files.iterdir()) == ["badge", "junit", "transcript"]


# --- The wall clock -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def jumping(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the environment in which the wall clock jumps."""
    library = tmp_path_factory.mktemp("clock") / "jumping.so"
    command = ("cc", "-shared", "-fPIC", "-O1", "-o", str(library), str(HERE / "hostile" / "jumping_clock.c"))
    subprocess.run(command, check=True)  # noqa: S603 - our own
    return {"LD_PRELOAD": str(library)}


@pytest.mark.skipif(sys.platform != "linux" or shutil.which("cc") is None, reason="a compiler for C is needed")
@pytest.mark.turns(4)
def test_a_clock_that_jumps_changes_nothing(tmp_path: Path, jumping: dict[str, str]) -> None:
    """Who answers is not too late, who does not is too late when the time is up, and nothing takes a day or less than nothing."""
    looked = "import time; print(max(abs(time.time() - time.time()) for _ in range(9)) > 3600)"
    shown = subprocess.run((sys.executable, "-c", looked), env=jumping, capture_output=True, check=True)  # noqa: S603
    assert shown.stdout.strip() == b"True"
    right = ("zsiros/4", "--json", "--level", "trick", "--examples", "9", "--reply-time", "60", "--", *REFEREE)
    late = ("case", TRICK, "--json", "--reply-time", "0.3", "--", sys.executable, "-c", HANGS)
    for asked, kinds in ((right, []), (late, ["timeout"])):
        begun = time.monotonic()
        done = aceten("verify", *asked, folder=tmp_path, environment=jumping)
        report = msgspec.json.decode(done.stdout, type=Verification)
        [level] = report.levels
        assert [finding.kind for finding in report.findings] == kinds
        assert level.complete
        assert 0 < level.seconds <= report.seconds <= time.monotonic() - begun
