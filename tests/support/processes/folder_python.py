"""Programs that are run in the Python of the static folder, beside a page, by node."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from support.processes.served_folder import FOLDER

from aceten_solver import Backend


class Run(NamedTuple):
    """What came of one."""

    told: Any
    memory: int
    """Bytes that its Python has taken in the end."""


PROGRAMS: Final = Path(__file__).parents[1] / "folder_programs"


def run_in_folder(program: str, given: object, backend: Backend | None = None) -> Run:
    """Call ``told`` of one of the programs beside this with what it is given.

    :param backend: the search that is to answer; ``None``: as in a page.
    """
    node = shutil.which("node")
    if node is None or not FOLDER.is_dir():
        pytest.skip(
            "There is no board without a server, or no node to run its Python with; make web makes it, where npm is."
        )
    if backend == "native" and not holds_core():
        pytest.skip("The board without a server has no core; make web-tools brings the compiler.")
    with tempfile.TemporaryDirectory() as beside:
        file = Path(beside, "given.json")
        file.write_text(json.dumps(given), encoding="utf-8")
        runner, asked = Path(__file__).with_suffix(".mjs"), PROGRAMS / f"{program}.py"
        command = [node, str(runner), str(FOLDER), str(asked), str(file), backend or ""]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own command
    assert done.returncode == 0, done.stdout + done.stderr
    return Run(**json.loads(done.stdout.splitlines()[-1]))


def holds_core() -> bool:
    """Whether the folder has the native core."""
    with gzip.open(FOLDER / "python" / "aceten.packed") as packed:
        return "aceten_solver/libaceten_core.so" in dict(json.loads(packed.readline()))
