"""Surveys whose processes are killed."""

import json
import random
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

import psutil
import pytest
from support.games.small_surveys import QUICK, manifest
from support.patience import PATIENCE
from support.processes.interrupts import going_on, workers
from support.slices import THOROUGH, in_turn, sliced

import aceten_solver
import aceten_surveys
from aceten_surveys import Done, Survey, cluster, in_threads, survey_of
from aceten_surveys.cluster import on_cluster
from aceten_surveys.specification import read_specification

KILLED: Final = (
    ("client", "threads"),
    ("worker", "processes"),
    ("client", "processes"),
    ("client", "dask"),
    ("worker", "dask"),
)
"""Who is killed, and who computes; what begins soonest comes first."""

LONG: Final = f"""
game = "zsiros/2"
values = ["game-points"]
shard = 5
{"" if aceten_solver.backend == "native" else "limit = 300"}
[deals]
count = 150
"""


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Return the specification of a survey during which there is time to kill somebody, and the manifest when nobody is."""
    folder = tmp_path_factory.mktemp("long")
    (folder / "asked.toml").write_text(LONG)
    assert aceten_surveys.run(read_specification(folder / "asked.toml"), folder, in_threads(2)).whole
    return folder / "asked.toml", manifest(folder)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
@pytest.mark.turns(8)
@pytest.mark.parametrize(("who", "driver"), in_turn(KILLED[: sliced(2, whole=5)], 2))
def test_somebody_is_killed(tmp_path: Path, long: tuple[Path, str], who: str, driver: str) -> None:
    """Whoever is killed at whatever moment: nothing that was done is lost, and in the end the manifest is the same."""
    asked, expected = long
    program = [sys.executable, "-m", "aceten_cli.main", "survey", "run", str(asked), "--out", str(tmp_path / "out")]
    for _ in range(sliced(1, whole=8)):
        shutil.rmtree(tmp_path / "out", ignore_errors=True)
        working = subprocess.Popen([*program, "--by", driver, "--workers", "2"])  # noqa: S603 - our own program
        begun = psutil.Process(working.pid)
        while working.poll() is None and not [*(tmp_path / "out" / "shards").glob("0*")]:
            time.sleep(0.01)
        time.sleep(random.uniform(0, 0.3))
        others = begun.children(recursive=True)
        if who == "client":
            working.send_signal(signal.SIGKILL)
        elif working_for_it := workers(others):
            random.choice(working_for_it).kill()
        there = {path: path.read_bytes() for path in (tmp_path / "out" / "shards").glob("0*")}
        status = working.wait(timeout=PATIENCE)
        assert going_on(others) == []
        if who == "worker":
            assert status == 0
        assert aceten_surveys.run(read_specification(asked), tmp_path / "out", in_threads(2)).whole
        assert manifest(tmp_path / "out") == expected
        assert {path: path.read_bytes() for path in there} == there


@pytest.mark.skipif(not THOROUGH, reason="it takes some seconds to begin, and as long to end")
def test_the_scheduler_is_killed(tmp_path: Path, long: tuple[Path, str]) -> None:
    """When the scheduler of other machines is gone it is said, and the same command goes on with another one, or with none."""
    asked, expected = long
    address = tmp_path / "scheduler.json"

    def dask(role: str, *options: str) -> subprocess.Popen[bytes]:
        program = [sys.executable, "-m", f"distributed.cli.dask_{role}", "--no-dashboard"]
        return subprocess.Popen([*program, "--scheduler-file", str(address), *options])  # noqa: S603 - what we depend on

    with (
        dask("scheduler", "--host", "127.0.0.1", "--port", "0") as scheduler,
        dask("worker", "--nthreads", "1", "--death-timeout", "10") as worker,
    ):
        while not address.exists():
            time.sleep(0.1)
        time.sleep(0.5)

        def killing(
            survey: Survey, folder: Path, left: Iterable[int], stop: Callable[[], bool]
        ) -> Iterator[Done | int]:
            for done in on_cluster(json.loads(address.read_text())["address"])(survey, folder, left, stop):
                yield done
                scheduler.kill()

        with pytest.raises(ConnectionError, match="the scheduler is gone"):
            aceten_surveys.run(read_specification(asked), tmp_path / "out", killing)
        worker.kill()
    assert aceten_surveys.status(tmp_path / "out").found.deals > 0
    assert aceten_surveys.run(read_specification(asked), tmp_path / "out", in_threads(2)).whole
    assert manifest(tmp_path / "out") == expected


@pytest.mark.turns(2)
def test_no_scheduler_is_waited_for_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who does not answer at all, or with something else than a scheduler, is said to be none; it is not waited for again and again."""
    monkeypatch.setattr(cluster, "_PATIENCE", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent, socket.create_server(("127.0.0.1", 0)) as other:

        def answer() -> None:
            with other.accept()[0] as asking:
                asking.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
                asking.recv(1)

        answering = threading.Thread(target=answer)
        answering.start()
        for each in (silent, other):
            address = f"tcp://127.0.0.1:{each.getsockname()[1]}"
            with pytest.raises(ConnectionError, match=f"^no scheduler answers at {address}$"):
                aceten_surveys.run(survey_of(QUICK), tmp_path, on_cluster(address))
        answering.join()
    with pytest.raises(ConnectionError, match="no scheduler answers at "):
        aceten_surveys.run(survey_of(QUICK), tmp_path, on_cluster(address))
