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
_GAMES: Final = {"schnapsen": "schnapsen", "zsirozas": "zsiros", "sueca": "sueca"}
"""The game of each engine."""


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
        return _GAMES[self.engine]

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
        or ``third``, written after that.
    """
    table = tomllib.loads((_HERE / f"{part}.toml").read_text(encoding="utf-8"))
    read = msgspec.convert(table, dict[str, dict[str, Fault]])
    return tuple([Faulty(engine, name, fault) for engine, named in read.items() for name, fault in named.items()])


def right(engine: str) -> list[str]:
    """Return the command line of an engine without a fault."""
    return _command(engine, [], "right")


def is_there(engine: str) -> bool:
    """Whether what an engine needs is installed."""
    return engine == "schnapsen" or shutil.which({"zsirozas": "node", "sueca": "go"}[engine]) is not None


def _command(engine: str, changes: list[tuple[str, str]], name: str) -> list[str]:
    folder = _folder() / engine / name
    if engine == "sueca":
        if not folder.exists():
            shutil.copytree(_ENGINES / engine, folder)
            _change(folder / "sueca.go", changes)
            subprocess.run(["go", "build", "-o", "engine", "."], cwd=folder, check=True)  # noqa: S607
        return [str(folder / "engine")]
    file = f"{engine}.py" if engine == "schnapsen" else f"{engine}.mjs"
    if not folder.exists():
        folder.mkdir(parents=True)
        shutil.copy(_ENGINES / file, folder)
        _change(folder / file, changes)
    return [sys.executable, str(folder / file)] if engine == "schnapsen" else ["node", str(folder / file), "talk"]


@cache
def _folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="faults"))


def _change(file: Path, changes: list[tuple[str, str]]) -> None:
    text = file.read_text(encoding="utf-8")
    for before, after in changes:
        assert text.count(before) == 1, f"not exactly once there: {before}"
        text = text.replace(before, after)
    file.write_text(text, encoding="utf-8")
