"""Hold the modules of the board's page against the types of what they ask and are told, by TypeScript's compiler, where it can be had."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from tools.web.parts import Missing, fetched, parts, unpacked

ROOT: Final = Path(__file__).parents[2]
PARTS: Final = ROOT / ".web"
PROJECT: Final = ROOT / "apps" / "tsconfig.json"
GUESSED: Final = (
    "page/address.mjs",
    "page/editor.mjs",
    "page/keys.mjs",
    "page/learn/course.mjs",
    "page/learn/progress.mjs",
    "page/lines.mjs",
    "page/match.mjs",
    "page/opened_files.mjs",
    "page/panels.mjs",
    "page/parts.mjs",
    "page/play.mjs",
    "page/puzzles.mjs",
    "page/review.mjs",
    "page/saved_files.mjs",
    "page/server.mjs",
    "page/signs.mjs",
    "page/start.mjs",
    "page/table/actions.mjs",
    "page/table/cards.mjs",
    "page/table/motion.mjs",
    "page/table/sound.mjs",
    "page/table/trick.mjs",
    "page/tree.mjs",
)
"""Modules that leave types to be guessed; in all others each type is told, or follows from what is."""
_GUESS: Final = re.compile(r"(\S+)\(\d+,\d+\): error TS7\d\d\d: ")


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


def without_guesses(found: str) -> str:
    """Return the complaints but for those that a type is left to be guessed in one of :data:`GUESSED`."""
    said = re.split(r"\n(?!\s|$)", found)  # what stands further in goes on with what stands before
    left = [each for each in said if not ((guess := _GUESS.match(each)) and guess[1].endswith(GUESSED))]
    return "\n".join(left)


def main() -> int:
    """Tell what the compiler complains of."""
    try:
        found = without_guesses(complaints(PROJECT))
    except Missing as error:
        sys.stdout.write(f"The types of the board's page are not checked. {error}\n")
        return 0
    sys.stdout.write(found)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
