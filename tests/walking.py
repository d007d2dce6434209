"""Doing what the page on verifying tells a reader to do, one step after the other, to see that it prints what the page shows.

``PYTHONPATH=tests python -m walking`` writes what it prints now into the page.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs" / "verifying.md"
"""The page."""
SAMPLE: Final = ROOT / "tests" / "conformance" / "programs" / "python"
"""The program that it speaks of, once it has been said how to begin."""

_STEP = re.compile(r"```(\{code-block\} python\n:caption: (?P<file>\S+)|diff|console)\n(?P<body>.*?)```", re.DOTALL)


def walked(page: str, folder: Path, run: Callable[[Sequence[str]], str]) -> str:
    """Return a page with what its commands print now.

    :param folder: where files are written and changed as the page says.
    :param run: runs a command with its arguments in that folder, and returns what it prints.
    """

    def step(block: re.Match[str]) -> str:
        body = block["body"]
        if block["file"] is not None:
            (folder / block["file"]).write_text(body, encoding="utf-8")
        elif block[1] == "diff":
            _change(folder, body)
        else:
            command = body.partition("\n")[0]
            printed = "".join(
                f"{line.rstrip()}\n" for line in run(shlex.split(command.removeprefix("$ "))).splitlines()
            )
            return f"```console\n{command}\n{printed}```"
        return block[0]

    return _STEP.sub(step, page)


def without_time(text: str) -> str:
    """Return output without the time taken, which differs from run to run."""
    return re.sub(r"in \d+\.\d\d s", "in ... s", " ".join(text.split()))


def _change(folder: Path, difference: str) -> None:
    """Change the one line that a difference is about, in the one file that has it."""
    old, new = (line[1:] for line in difference.splitlines())
    [file] = [file for file in folder.glob("*.py") if old in file.read_text(encoding="utf-8").splitlines()]
    file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


def main() -> None:
    """Write the page anew."""
    with tempfile.TemporaryDirectory() as folder:
        for file in SAMPLE.glob("*.py"):
            shutil.copy(file, folder)
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        environment = {**os.environ, "PATH": path, "COLUMNS": "80", "TERM": "dumb", "PYTHONIOENCODING": "utf-8"}

        def run(command: Sequence[str]) -> str:
            program = [sys.executable, "-m", "aceten_cli.main", *command[1:]]
            done = subprocess.run(  # noqa: S603 - our own program
                program, cwd=folder, capture_output=True, encoding="utf-8", env=environment, check=False
            )
            return done.stdout + done.stderr

        page = PAGE.read_text(encoding="utf-8")
        anew = walked(page, Path(folder), run)
        if without_time(anew) != without_time(page):
            PAGE.write_text(anew, encoding="utf-8")


if __name__ == "__main__":
    main()
