"""What has been found so far, line by line, so that a hunt goes on where it was ended."""

from __future__ import annotations

import ast
import functools
import hashlib
import importlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable

FILE: Final = Path(__file__).parents[2] / ".mutants" / "corners.jsonl"
"""Where it is written: ``make clean`` removes it."""
_ASKED: Final = ("aceten.proofs", "aceten.engine", "aceten.deals", "aceten.vocabulary", "aceten_spec", "tools.mutants")
"""Packages on which it depends what becomes of a mutant."""

Verdict = Literal["refuted", "not proved", "hole", "not seen to differ"]


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a mutant in a corner."""

    key: str
    """Tells what was asked: the mutant, the game, and the code of the proofs."""
    game: str
    """In which game."""
    function: str
    """The function that was made wrong."""
    fact: str
    """The fact."""
    value: str
    """Its value."""
    mutant: str
    """Which change."""
    before: str
    """The code that was changed."""
    after: str
    """What it was changed to."""
    verdict: Verdict
    """``refuted``: an obligation has a counterexample. ``not proved``: one is not proved any more. ``hole``: all are proved, and yet in
    real play the mutant does something else. ``not seen to differ``: all are proved, as far as was tried, and in the real play that was
    looked at it does the same; whether it always does so is open."""
    by: str = ""
    """The obligation that noticed."""
    seconds: float = 0.0
    """How long that took."""


class Journal:
    """A file of findings, of which only those of the code as it is count."""

    def __init__(self, file: Path = FILE) -> None:
        """Read what is there; a line that was cut off while it was written is passed over."""
        self._file = file
        self.findings: dict[str, Finding] = {}
        """What is known, by key."""
        for line in file.read_bytes().splitlines() if file.exists() else ():
            try:
                finding = msgspec.json.decode(line, type=Finding)
            except msgspec.DecodeError:
                continue
            self.findings[finding.key] = finding

    def add(self, finding: Finding) -> None:
        """Write a finding behind the others, whole or, when that is cut short, as a line that is passed over."""
        self.findings[finding.key] = finding
        self._file.parent.mkdir(parents=True, exist_ok=True)
        line = msgspec.json.encode(finding) + b"\n"
        file = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            size = os.fstat(file).st_size
            torn = size and os.pread(file, 1, size - 1) != b"\n"
            os.write(file, b"\n" + line if torn else line)  # at once: others write there, too
        finally:
            os.close(file)


def key_of(*asked: str) -> str:
    """Return what tells a question from others, and from the same one with other code."""
    return _digest([*asked, code()])


@functools.cache
def code() -> str:
    """Return a digest of the code of the proofs, of the engine and of what is said of them, but for its comments."""
    files = sorted(file for name in _ASKED for file in _folder(name).rglob("*.py"))
    return _digest(ast.dump(ast.parse(file.read_bytes())) for file in files)


def _folder(package: str) -> Path:
    return Path(importlib.import_module(package).__file__ or "").parent


def _digest(texts: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for text in texts:
        digest.update(text.encode() + b"\0")
    return digest.hexdigest()[:20]
