"""How programs are ended, with all that they have started: whatever they do, nothing is left of them."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from conformance.hostile.strangers import (
    IN_TIME,
    QUESTION,
    STRANGER,
    TEXT,
    appears,
    failure,
    linux,
    named,
    python,
    started,
)
from support.processes.interrupts import hearing_ctrl_c

from aceten.conformance.programs.conversation import ProgramError
from aceten.conformance.programs.program import Program
from aceten.vocabulary.errors import UsageError
from aceten_spec.protocol import Failed, TrickReply

pytestmark = pytest.mark.usefixtures("nothing_left")


@pytest.mark.turns(2)
@pytest.mark.parametrize("behaviour", ["leaves_child", "leaves_daemon"])
def test_children_that_hold_the_pipes(behaviour: str) -> None:
    """A program that ends is noticed though its children hold the pipes, and they are ended with it."""
    program = started(behaviour)
    start = time.monotonic()
    error = failure(program)
    assert time.monotonic() - start < IN_TIME
    assert (error.kind, str(error.problem)) == ("crash", "ended with exit status 3 before it answered trick request 1")


@pytest.mark.turns(2)
def test_children_where_nobody_keeps_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a system without orphans that can be taken in, those in the group of the program are ended all the same."""
    programs = [python(STRANGER, behaviour) for behaviour in ("leaves_child", "behaves")]
    monkeypatch.setattr(sys, "executable", "")
    for program, answer in zip(programs, ("crash", TrickReply(id=1, winner=1)), strict=True):
        program.hello()
        if answer == "crash":
            assert failure(program).kind == "crash"
        else:
            with program:
                assert program.ask(QUESTION) == answer


@pytest.mark.turns(2)
@pytest.mark.parametrize("behaviour", ["tidies_up", "tidies_up_when_told"])
def test_program_may_tidy_up(tmp_path: Path, behaviour: str) -> None:
    """A program has the time to write what it wants to when its input ends, and again when it is told to end."""
    file = tmp_path / "tidy"
    started(behaviour, str(file)).close()
    assert file.exists()


@pytest.mark.turns(24)
@pytest.mark.parametrize("behaviour", ["ignores_end", "ignores_all", "answers_and_leaves", "blanks", "hangs"])
def test_close_ends_everything(behaviour: str) -> None:
    """Closing takes no more than some two seconds, even when the program resists, and can be done twice."""
    program = started(behaviour)
    start = time.monotonic()
    program.close()
    program.close()
    assert time.monotonic() - start < IN_TIME


@linux
@pytest.mark.turns(12)
@pytest.mark.parametrize("behaviour", ["hides", "multiplies", "runs_away", "silences_its_parent"])
def test_what_hides_is_found(behaviour: str) -> None:
    """Daemons that nothing connects with the program end with it: many, one that runs away, one whose program stops its parent before."""
    word = f"hidden-{os.getpid()}-{time.monotonic_ns()}"
    with started(behaviour, word) as program:
        assert program.ask(QUESTION) == TrickReply(id=1, winner=1)
        assert appears(word)
        start = time.monotonic()
    assert time.monotonic() - start < IN_TIME
    assert named(word) == []


@linux
@pytest.mark.turns(4)
def test_what_hides_at_the_end_is_found() -> None:
    """A daemon that is started just before the program ends by itself, or when it is told to end, is ended too."""
    word = f"hidden-{os.getpid()}-{time.monotonic_ns()}"
    assert str(failure(started("hides_and_ends", word)).problem).startswith(
        "ended with exit status 3 before it answered"
    )
    assert named(word) == []
    with started("hides_when_told", word):
        pass
    assert named(word) == []


@linux
@pytest.mark.turns(4)
def test_what_hides_is_found_where_ends_of_children_are_ignored() -> None:
    """Also where aceten was started by a program that wants to hear nothing of its children, which those inherit."""
    word = f"hidden-{os.getpid()}-{time.monotonic_ns()}"
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        with started("hides", word) as program:
            assert program.ask(QUESTION) == TrickReply(id=1, winner=1)
    finally:
        signal.signal(signal.SIGCHLD, before)
    assert named(word) == []


@linux
@pytest.mark.turns(4)
@pytest.mark.parametrize("behaviour", ["hides", "ignores_all"])
def test_nothing_outlives_a_runner_that_is_killed(behaviour: str) -> None:
    """When the runner is killed, with no time to do anything, the program and its daemons are ended all the same."""
    word = f"hidden-{os.getpid()}-{time.monotonic_ns()}"
    runner = (
        "import sys, time; from aceten.conformance import Program; program = Program(sys.argv[1:]); program.hello();"
        " print(flush=True); time.sleep(60)"
    )
    command = (sys.executable, "-c", runner, sys.executable, "-S", "-E", STRANGER, behaviour, word)
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:  # noqa: S603 - our own
        assert process.stdout is not None
        assert process.stdout.readline()
        assert appears(word)
        process.kill()
    deadline = time.monotonic() + IN_TIME
    while named(word) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert named(word) == []


def test_obedient_program_ends_at_once() -> None:
    """A program that ends with its input is not waited for any longer, nor told to end."""
    program = started("behaves")
    start = time.monotonic()
    program.close()
    assert time.monotonic() - start < 0.4


@pytest.mark.turns(2)
def test_restart() -> None:
    """After an error the program does not run; restarting it begins anew, with the first id."""
    with started("crashes") as program:
        with pytest.raises(ProgramError):
            program.ask(QUESTION)
        with pytest.raises(UsageError, match=r"does not run; hello\(\) or restart\(\) starts it"):
            program.ask(QUESTION)
        assert program.restart().id == 0
        assert failure(program).request == TEXT


def test_program_that_cannot_be_started_again(tmp_path: Path) -> None:
    """When a program has vanished, the error of restarting it says nothing about an earlier request."""
    file = tmp_path / "python"
    file.symlink_to(sys.executable)
    with Program((str(file), "-S", "-E", STRANGER, "behaves")) as program:
        program.hello()
        file.unlink()
        with pytest.raises(ProgramError, match="No such file") as caught:
            program.restart()
    assert (caught.value.kind, caught.value.request, caught.value.seen) == ("start", None, None)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let Ctrl-C do what it does by itself."""
    with hearing_ctrl_c():
        yield


@pytest.mark.usefixtures("interruptible")
@pytest.mark.turns(4)
def test_interruption_passes_through() -> None:
    """Ctrl-C while waiting for a reply is not held back, and leaves nothing behind."""
    with started("interrupts", str(os.getpid())) as program, pytest.raises(KeyboardInterrupt):
        program.ask(QUESTION)


@pytest.mark.usefixtures("interruptible")
def test_interruption_hurries_the_end() -> None:
    """Ctrl-C while a program is being ended passes through too, and it is ended at once."""
    program = started("interrupts_the_end", str(os.getpid()))
    with pytest.raises(KeyboardInterrupt):
        program.close()


def test_program_has_a_group_of_its_own() -> None:
    """Ctrl-C in a terminal, which goes to the runner's group, does not reach the program."""
    with started("shows_group") as program:
        reply = program.ask(QUESTION)
    assert isinstance(reply, Failed)
    assert int(reply.error) != os.getpgid(0)
