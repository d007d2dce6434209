"""Ctrl-C where it is ignored, as in what a shell script runs in the background, and tests that hang."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.checkout import ROOT
from support.processes.interrupts import ended_by_ctrl_c, hearing_ctrl_c

from aceten_cli.frame.streams import interruptible

SETTINGS = ROOT / "pyproject.toml"


@pytest.fixture
def ignored() -> Iterator[None]:
    """Ignore Ctrl-C, as a program does that a script has started in the background."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no such signal to one process")
@pytest.mark.usefixtures("ignored")
def test_programs_that_tests_start_hear_ctrl_c() -> None:
    """Wherever the tests were started from; afterwards it is ignored as before."""
    program = [sys.executable, "-S", "-E", "-c", "import time; print('on', flush=True); time.sleep(60)"]
    with (
        hearing_ctrl_c(),
        subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8") as process,  # noqa: S603 - our own program
    ):
        assert process.stdout is not None
        assert process.stdout.readline() == "on\n"
        _, said = ended_by_ctrl_c(process)
    assert said.rstrip().endswith("KeyboardInterrupt")
    assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN


@pytest.mark.usefixtures("ignored")
def test_a_program_that_is_to_ignore_ctrl_c_goes_on() -> None:
    """A search in the background of a script is not ended by the Ctrl-C that ends the script."""
    with interruptible() as interrupted:
        signal.raise_signal(signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
        assert not interrupted()


def test_ctrl_c_is_heard_and_heard_again() -> None:
    """Pressed once it asks for an end in good order, and pressed again it ends the program."""
    with hearing_ctrl_c(), pytest.raises(KeyboardInterrupt), interruptible() as interrupted:  # noqa: PT012 - the second of them
        signal.raise_signal(signal.SIGINT)
        assert interrupted()
        signal.raise_signal(signal.SIGINT)


@pytest.mark.turns(6)
def test_a_test_that_hangs_fails_with_a_stack(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    """There is a limit for every test, and what comes to it fails and shows where it was."""
    assert float(str(pytestconfig.getini("timeout"))) > 0
    hanging = tmp_path / "test_hanging.py"
    hanging.write_text("import time\n\ndef test_hanging():\n    time.sleep(60)\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-c", str(SETTINGS), "-p", "no:cacheprovider", "--timeout", "0.2"]
    done = subprocess.run(  # noqa: S603 - our own program
        [*command, str(hanging)], capture_output=True, cwd=tmp_path, encoding="utf-8", check=False
    )
    assert done.returncode == 1
    assert "time.sleep(60)" in done.stdout
    assert "Failed: Timeout" in done.stdout
