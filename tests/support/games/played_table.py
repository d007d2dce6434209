"""A table at which ``aceten play`` is played, and who plays there."""

import builtins
import io
import random
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from support.processes.program_runs import Aceten, Done

import aceten
from aceten import Claim, Pass, State
from aceten_spec import Rulebook, load_shipped, shipped

TABLES: Final = [f"{name}/{players}" for name in shipped() for players in load_shipped(name).parameters.players]

QUICK: Final = ("--samples", "2")


class Table:
    """Runs the program in this process."""

    def __init__(
        self, run: Aceten, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, record: Path
    ) -> None:
        """Record what is played in this file, and in others with numbers."""
        self._run = run
        self._capsys = capsys
        self._monkeypatch = monkeypatch
        self.record = record
        self.rulebook: Rulebook | None = None
        self._read: tuple[str, tuple[State, ...]] = "", ()

    def run(self, *arguments: str, typed: str = "") -> Done:
        """Run any command with text as standard input."""
        self._monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        return self._run(*arguments)

    def play(self, *arguments: str, typed: str = "") -> Done:
        """Run ``aceten play`` with a weak machine, recorded."""
        return self.run("play", *arguments, *QUICK, "--record", str(self.record), typed=typed)

    def sit(self, answer: Callable[[str, State, str], str], *arguments: str) -> Done:
        """Play with somebody who answers by prompt, state and what was printed since the prompt before."""

        def read(prompt: str) -> str:
            return answer(prompt, self.state(), self._capsys.readouterr().out)

        self._monkeypatch.setattr(builtins, "input", read)
        return self.play(*arguments)

    def files(self) -> list[Path]:
        """Return the records, in the order in which they were begun."""
        paths = self.record.parent.glob(f"{self.record.stem}*")
        return sorted(paths, key=lambda path: (len(path.stem), path.stem))

    def moments(self) -> tuple[State, ...]:
        """Return the states of the last record."""
        record = self.files()[-1].read_text(encoding="utf-8")
        if self._read[0] != record:
            self._read = record, aceten.read_record(record, rules=self.rulebook).states
        return self._read[1]

    def state(self) -> State:
        """Return the state that the last record has come to."""
        return self.moments()[-1]


@pytest.fixture
def table(run: Aceten, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Table:
    """Return a table to play at."""
    return Table(run, capsys, monkeypatch, tmp_path / "deal.jsonl")


def asks_for_an_action(prompt: str) -> bool:
    """Whether a prompt asks for an action."""
    return re.match(r"[A-H]( \(.*\))?> $", prompt) is not None


def wise(state: State, chance: random.Random) -> aceten.Action:
    """Return what somebody does at random who claims nothing that he need not, and bids."""
    calm = [action for action in state.legal if not isinstance(action, Claim | Pass)]
    return chance.choice(calm or list(state.legal))
