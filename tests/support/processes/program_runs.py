"""Running the program in the process of a test."""

import contextlib
import signal
import sys
from collections.abc import Callable, Generator
from types import ModuleType
from typing import NamedTuple, Protocol

import pytest
from support.processes.interrupts import hearing_ctrl_c


class Done(NamedTuple):
    """What a run of the program came to."""

    status: int
    out: str
    err: str

    @property
    def words(self) -> str:
        """What it printed, however it was broken into lines."""
        return " ".join(self.out.split())


class Aceten(Protocol):
    """The program, run in the process of a test."""

    def __call__(self, *arguments: str) -> Done:
        """Run it with these arguments, as in a pipe; whatever they are, there is no traceback."""
        ...


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Aceten:
    """Return what runs the program, which is loaded for those alone who run it."""
    from aceten_cli.main import main

    def done(*arguments: str) -> Done:
        monkeypatch.setattr(sys, "argv", ["aceten", *arguments])
        status = 0
        try:
            with hearing_ctrl_c():
                main()
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 0
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return Done(status, captured.out, captured.err)

    return done


def interrupted_at_work(monkeypatch: pytest.MonkeyPatch, command: ModuleType, *, times: int = 1) -> None:
    """Let Ctrl-C be pressed when a command has told so many times how far it is."""

    @contextlib.contextmanager
    def pressing(_what: str, _expected: object = None) -> Generator[Callable[[int], None]]:
        left = times

        def tell(_count: int) -> None:
            nonlocal left
            left -= 1
            if left == 0:
                signal.raise_signal(signal.SIGINT)

        yield tell

    monkeypatch.setattr(command, "progress", pressing)
