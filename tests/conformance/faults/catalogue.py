"""Programs of strangers, and the faults that people make in them."""

import shutil
import subprocess
import sys
import tempfile
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from aceten_spec import load_shipped

_HERE: Final = Path(__file__).parent
_ENGINES: Final = _HERE / "engines"
_MODEL: Final = _HERE.parent / "programs"
_SOURCES: Final = {
    "schnapsen": _ENGINES / "schnapsen.py",
    "zsirozas": _ENGINES / "zsirozas.mjs",
    "ristikontra": _ENGINES / "kontra.mjs",
    "lusti-kartln": _ENGINES / "kontra.mjs",
    "sueca": _ENGINES / "sueca",
    "einwerfen": _ENGINES / "einwerfen",
    "auction-sixty-six": _MODEL,
    "hola": _MODEL,
    "sixty-six": _MODEL,
    "tausendeins": _MODEL,
}
"""Where each engine stands: a file, or a folder with several. It bears the name of its game, but for one; a program may play several
games, as the independent model of the rules does."""


class Fault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a program, and what stands there instead."""

    says: str
    """What is wrong, in the words of a player."""
    before: str
    """What stands there once."""
    after: str
    """What stands there instead."""
    breaks: str
    """The clauses of which one is broken, each as right as the others, without prefix and with spaces between."""
    also: tuple[tuple[str, str], ...] = ()
    """Further changes that belong to it."""
    right_by: tuple[str, ...] = ()
    """The settings of options by which it is no fault, as ``tie=draw``."""


class Faulty(msgspec.Struct, frozen=True):
    """An engine with a fault."""

    engine: str
    """The engine."""
    name: str
    """The name of the fault."""
    fault: Fault
    """The fault."""

    @property
    def game(self) -> str:
        """The game that it plays."""
        return {"zsirozas": "zsiros"}.get(self.engine, self.engine)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of which one is broken."""
        prefix = load_shipped(self.game).prefix
        return tuple([f"{prefix}-{short}" for short in self.fault.breaks.split()])

    @property
    def command(self) -> list[str]:
        """The command line that starts it, once it has been written and compiled."""
        return _command(self.engine, [(self.fault.before, self.fault.after), *self.fault.also], self.name)


def faults(part: str) -> tuple[Faulty, ...]:
    """Return the faults of a part of the catalogue.

    :param part: ``first``, the one that the kit was mended with; ``second``, written when that was done, and by which it was mended later;
        ``third``, written after that; or ``fourth``, written by somebody who did not know the kit, and by which it was mended then.
    """
    table = tomllib.loads((_HERE / f"{part}.toml").read_text(encoding="utf-8"))
    read = msgspec.convert(table, dict[str, dict[str, Fault]])
    return tuple([Faulty(engine, name, fault) for engine, named in read.items() for name, fault in named.items()])


def right(engine: str) -> list[str]:
    """Return the command line of an engine without a fault."""
    return _command(engine, [], "right")


def is_there(engine: str) -> bool:
    """Whether what an engine needs is installed."""
    needed = _needed(engine)
    return needed is None or shutil.which(needed) is not None


def _needed(engine: str) -> str | None:
    """The program that an engine needs beside Python."""
    source = _SOURCES[engine]
    if source.suffix == ".mjs":
        return "node"
    return "go" if source.is_dir() and source != _MODEL else None


def _command(engine: str, changes: list[tuple[str, str]], name: str) -> list[str]:
    source, folder = _SOURCES[engine], _folder() / engine / name
    there = folder / "conformance" / "programs" if source == _MODEL else folder
    if not folder.exists():
        if source.is_dir():
            shutil.copytree(source, there, ignore=shutil.ignore_patterns("__pycache__", "javascript", "python"))
        else:
            there.mkdir(parents=True)
            shutil.copy(source, there)
        _change(there, changes)
        if _needed(engine) == "go":
            subprocess.run(["go", "build", "-o", "engine", "."], cwd=there, check=True)  # noqa: S607
    if source == _MODEL:
        return [sys.executable, str(there / "referee.py"), engine]
    if source.is_dir():
        return [str(there / "engine")]
    return [sys.executable if source.suffix == ".py" else "node", str(there / source.name), "talk"]


@cache
def _folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="faults"))


def _change(folder: Path, changes: list[tuple[str, str]]) -> None:
    texts = {file: file.read_text(encoding="utf-8") for file in folder.iterdir()}
    for before, after in changes:
        assert sum(text.count(before) for text in texts.values()) == 1, f"not exactly once there: {before}"
        texts = {file: text.replace(before, after) for file, text in texts.items()}
    for file, text in texts.items():
        file.write_text(text, encoding="utf-8")
