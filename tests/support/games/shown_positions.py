"""Positions that commands are asked about."""

from pathlib import Path

import pytest
from support.processes.program_runs import Aceten

import aceten

ENDGAME = "zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0"

HOME = 'format = 1\nextends = "zsiros"\nid = "home"\nprefix = "HO"\n[parameters]\ntie = "draw"\n'

MARRIED = "sixty-six/2 hands=KsQsJhJd9c9s,AsJcJsTcTsTd talon=AhKcQhAdKhThQd9dKdQc lead=0 taken=Ac9h,- dealer=0"

AUCTION = "auction-sixty-six/4 hands=AcKcQcAsTdJs,AhKhQhJhTh9h,AdKdQdTcJc9c,KsQsTs9sJd9d"


def told(run: Aceten, monkeypatch: pytest.MonkeyPatch, file: Path, line: str, *actions: str) -> str:
    """Return what ``replay`` tells of these actions."""
    monkeypatch.setenv("COLUMNS", "200")
    state = start = aceten.parse(line)
    for action in actions:
        state = state.play(aceten.parse_action(action))
    file.write_text(aceten.record_of(start, state), encoding="utf-8")
    return run("replay", str(file)).out
