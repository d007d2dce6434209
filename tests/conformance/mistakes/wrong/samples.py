"""Wrong programs that are one of the two samples with a line changed."""

import sys
import tomllib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
from conformance.mistakes.registry import Mistake

from aceten_spec.protocol import Level

_PROGRAMS: Final = Path(__file__).parents[2] / "programs"


class Patch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a sample, and what stands there instead."""

    says: str
    players: int
    level: Level
    before: str
    after: str
    breaks: str = ""


PATCHES: Final = msgspec.convert(
    tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")), dict[str, dict[str, Patch]]
)
"""The changes by the language of the sample and by their names."""


def mistakes() -> Iterator[Mistake]:
    """Yield the wrong programs."""
    for language, command in (("javascript", _javascript), ("python", _python)):
        for name, patch in PATCHES[language].items():
            game = f"zsiros/{patch.players}"
            yield Mistake(name, patch.says, game, patch.level, partial(command, patch), breaks=patch.breaks)


def _javascript(patch: Patch) -> list[str]:
    """Return the command line of node with the whole program in it, adapter and all."""
    folder = _PROGRAMS / "javascript"
    game = (folder / "zsiros.mjs").read_text(encoding="utf-8").replace("export ", "")
    adapter = (folder / "adapter.mjs").read_text(encoding="utf-8")
    imported = next(line for line in adapter.splitlines() if "./zsiros.mjs" in line)
    return ["node", "--input-type=module", "-e", _once(game + adapter.replace(imported, ""), patch)]


def _python(patch: Patch) -> list[str]:
    """Return the command line of Python with the whole program in it."""
    folder = _PROGRAMS / "python"
    game = _once((folder / "zsiros.py").read_text(encoding="utf-8"), patch)
    adapter = (folder / "adapter.py").read_text(encoding="utf-8")
    module = f"import sys, types; m = types.ModuleType('zsiros'); sys.modules['zsiros'] = m; exec({game!r}, m.__dict__)"
    return [sys.executable, "-c", f"{module}\nexec({adapter!r}, {{'__name__': '__main__'}})"]


def _once(source: str, patch: Patch) -> str:
    assert source.count(patch.before) == 1, f"not exactly once there: {patch.before}"
    return source.replace(patch.before, patch.after)
