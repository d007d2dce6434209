"""``aceten verify`` as tests run it."""

import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest
from support.processes.program_runs import Aceten
from tools.page_walks import SAMPLE

FEW = ("--examples", "5", "--seed", "2")

TRICK = '{"command":"trick","game":"zsiros","players":4,"leader":0,"cards":["9h","9s","Kc","7d"]}'

NO_SEVENS = ('card.rank in {led, "7"} or place == 0', "card.rank == led or place == 0")

NO_PARTNERS = ("own = self.winning % 2 == self.leader % 2", "own = self.winning == self.leader")


@pytest.fixture
def verify(run: Aceten, monkeypatch: pytest.MonkeyPatch) -> Aceten:
    """Return what runs ``aceten verify``, as in a pipe."""
    monkeypatch.setenv("COLUMNS", "80")
    return partial(run, "verify")


def sample(folder: Path, *changes: tuple[str, str]) -> list[str]:
    """Return the command that starts the sample program, with these changes made in it."""
    for file in SAMPLE.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        for old, new in changes if file.name == "zsiros.py" else ():
            assert old in text
            text = text.replace(old, new)
        (folder / file.name).write_text(text, encoding="utf-8")
    return [sys.executable, str(folder / "adapter.py")]


def written(folder: Path, answer: str, levels: Sequence[str] = ("trick",), name: str = "tiny") -> list[str]:
    """Return the command that starts a program for four players, which answers with what these lines of Python do."""
    games = [{"game": "zsiros", "players": [4], "levels": levels}]
    hello = {"id": 0, "protocol": 1, "program": name, "games": games}
    lines = [
        "import json, os, sys, time",
        "sys.stdin.readline()",
        f"print({json.dumps(hello)!r}, flush=True)",
        "for line in sys.stdin:",
        "    request = json.loads(line)",
        *[f"    {line}" for line in answer.splitlines()],
        "    print(json.dumps({'id': request['id'], **reply}), flush=True)",
    ]
    (folder / "tiny.py").write_text("\n".join(lines), encoding="utf-8")
    return [sys.executable, str(folder / "tiny.py")]
