"""Running the program in the process of a test."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

from aceten_cli.main import main

if TYPE_CHECKING:
    import pytest


class Done(NamedTuple):
    """What a run of the program came to."""

    status: int
    out: str
    err: str

    @property
    def words(self) -> str:
        """What it printed, however it was broken into lines."""
        return " ".join(self.out.split())


def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str) -> Done:
    """Run the program with these arguments, as in a pipe; whatever they are, there is no traceback."""
    monkeypatch.setattr(sys, "argv", ["aceten", *arguments])
    status = 0
    try:
        main()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 0
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    return Done(status, captured.out, captured.err)
