"""Write dist/web: the board, its rules and its solver, as files that any server of files serves from any place.

Where a part cannot be had it says so, and leaves the folder out; without a compiler for the core the search in Python does its work.
"""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from importlib.metadata import distribution
from pathlib import Path
from typing import Final

from tools.web.core import built
from tools.web.folder import write
from tools.web.parts import Missing, fetched, parts, unpacked

ROOT: Final = Path(__file__).parents[2]
PARTS: Final = ROOT / ".web"
TARGET: Final = ROOT / "dist" / "web"
PACKAGES: Final = (
    "spec/aceten_spec",
    "reference/aceten",
    "reference/aceten_certificates",
    "solver/aceten_solver",
    "apps/aceten_board",
)
LEFT_OUT: Final = frozenset(
    {"formulas", "plain", "proofs", "conformance", "testing", "vectors", "schemas", "page", "folder", "__pycache__"}
)
"""Rooms that no question needs."""
NEEDED: Final = (".py", ".toml", ".txt", ".md", ".mo")
LIBRARIES: Final = ("platformdirs", "snowballstemmer", "typing_extensions")
"""What is written in Python alone is taken from this environment, whose files are held to their hashes."""
SMALL: Final = 20_000
"""Files of a folder that have no more bytes are told together."""
MOST: Final = 12_000_000
"""So many bytes are sent at most, compressed."""


def say(line: str) -> None:
    """Tell whoever makes the folder."""
    sys.stdout.write(f"{line}\n")


def sources(msgspec: Path, core: Path | None, into: Path) -> Path:
    """Write an archive of the packages that are to be loaded."""
    archive = into / "sources.zip"
    with zipfile.ZipFile(archive, "w") as files:
        for package in PACKAGES:
            base = ROOT / package
            for file in sorted(base.rglob("*")):
                name = file.relative_to(base.parent)
                if file.is_file() and file.suffix in NEEDED and not LEFT_OUT & {*name.parts}:
                    files.write(file, str(name))
        for library in LIBRARIES:
            found = distribution(library)
            for each in sorted(map(str, found.files or ())):
                if each.endswith(".py") and each.partition("/")[0].removesuffix(".py") == library:
                    files.write(str(found.locate_file(each)), each)
        with zipfile.ZipFile(msgspec) as wheel:
            for each in sorted(wheel.namelist()):
                if each.endswith((".py", ".so")):
                    files.writestr(each, wheel.read(each))
        if core is not None:
            files.write(core, f"aceten_solver/{core.name}")
    return archive


def main() -> int:
    """Write the folder, and say what it weighs."""
    wanted = parts()
    with tempfile.TemporaryDirectory() as folder:
        into = Path(folder)
        try:
            pyodide = unpacked(fetched("pyodide", wanted["pyodide"], PARTS), into)
            msgspec = fetched("msgspec", wanted["msgspec"], PARTS)
        except Missing as error:
            say(f"The board without a server is not made. {error}")
            return 0
        try:
            core = None if os.environ.get("ACETEN_NATIVE") == "off" else built(into)
        except Missing as error:
            say(f"It is made without the core, whose work the search in Python does. {error}")
            core = None
        archive = sources(msgspec, core, into)
        made = into / "made"
        made.mkdir()
        command = ["node", str(Path(__file__).with_name("modules.mjs")), str(pyodide), str(archive), str(made)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own command
        if done.returncode:
            sys.stderr.write(done.stderr)
            return 1
        fresh = into / "web"
        write(fresh, pyodide, made)
        shutil.rmtree(TARGET, ignore_errors=True)
        TARGET.parent.mkdir(exist_ok=True)
        shutil.copytree(fresh, TARGET)
    return _weighed()


def _weighed() -> int:
    """Say what the folder weighs, file by file where one weighs much; too much is a failure."""
    weights: dict[str, tuple[int, int]] = {}
    for file in sorted(TARGET.rglob("*")):
        if file.is_file():
            data = file.read_bytes()
            name = str(file.relative_to(TARGET))
            place = name if len(data) > SMALL or "/" not in name else f"{name.partition('/')[0]}/"
            before = weights.get(place, (0, 0))
            weights[place] = (before[0] + len(data), before[1] + len(gzip.compress(data, 9)))
    weights["in all"] = (sum(size for size, _ in weights.values()), sum(sent for _, sent in weights.values()))
    say(f"{'dist/web':<32} {'bytes':>11} {'compressed':>11}")
    for place, (size, sent) in sorted(weights.items(), key=lambda each: each[1]):
        say(f"{place:<32} {size:>11,} {sent:>11,}")
    return int(weights["in all"][1] > MOST)


if __name__ == "__main__":
    sys.exit(main())
