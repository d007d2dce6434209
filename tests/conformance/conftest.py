"""What tests of programs have in common."""

import os
import threading
import time
from collections.abc import Iterator

import pytest
from conformance.hostile.strangers import children, open_files, strays


@pytest.fixture
def nothing_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """After every test there are the same files as before, no further thread, no process that was started then, and no zombie."""
    mark = f"{os.getpid()}-{time.monotonic_ns()}"
    monkeypatch.setenv("ACETEN_TEST_MARK", mark)
    files, processes, threads = open_files(), set(children()), set(threading.enumerate())
    yield
    assert open_files() == files
    assert set(children()) <= processes
    assert set(threading.enumerate()) <= threads
    deadline = time.monotonic() + 5
    while (left := strays(f"ACETEN_TEST_MARK={mark}")) and time.monotonic() < deadline:
        time.sleep(0.01)  # what was killed needs a moment to go
    assert left == []
