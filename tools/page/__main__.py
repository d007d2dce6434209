"""Hold the modules of the board's page against the types of what they ask and are told, by TypeScript's compiler, where it can be had."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from tools.web.parts import Missing, fetched, parts, unpacked

ROOT: Final = Path(__file__).parents[2]
PARTS: Final = ROOT / ".web"
PROJECT: Final = ROOT / "apps" / "tsconfig.json"


def complaints(project: Path) -> str:
    """Return what the compiler complains of; nothing where all is well.

    :raises Missing: where there is no compiler.
    """
    archive = fetched("typescript", parts()["typescript"], PARTS)
    with tempfile.TemporaryDirectory() as folder:
        compiler = unpacked(archive, Path(folder)) / "lib" / "tsc.js"
        command = ["node", str(compiler), "--project", str(project)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own command
        except FileNotFoundError as error:
            raise Missing("typescript: there is no node") from error
    return done.stdout + done.stderr


def main() -> int:
    """Tell what the compiler complains of."""
    try:
        found = complaints(PROJECT)
    except Missing as error:
        sys.stdout.write(f"The types of the board's page are not checked. {error}\n")
        return 0
    sys.stdout.write(found)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
