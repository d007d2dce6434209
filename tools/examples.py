"""Write what the programs of the cookbook print, for its page: ``make generate``."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
FOLDER: Final = ROOT / "examples"
PRINTED: Final = FOLDER / "printed"
"""What each of them prints, by its name."""


def programs() -> list[str]:
    """Return the names of all programs in Python."""
    return sorted(path.stem for path in FOLDER.glob("*.py"))


def printed_by(name: str) -> str:
    """Run a program, as somebody would who has no tables yet; return what it prints.

    :raises subprocess.CalledProcessError: when it fails.
    """
    with tempfile.TemporaryDirectory() as tables:
        return subprocess.run(  # noqa: S603 - our own program
            [sys.executable, f"{name}.py"],
            cwd=FOLDER,
            env={**os.environ, "PYTHONUTF8": "1", "ACETEN_TABLES": tables},
            stdout=subprocess.PIPE,
            encoding="utf-8",
            check=True,
        ).stdout


def main() -> None:
    """Write all of them."""
    PRINTED.mkdir(exist_ok=True)
    for name in programs():
        (PRINTED / f"{name}.txt").write_text(printed_by(name), encoding="utf-8")


if __name__ == "__main__":
    main()
