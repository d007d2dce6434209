"""The board as a static folder, from a server that knows nothing but files, in a place below its root."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from support.checkout import DOCS

FOLDER: Final = DOCS.parent / "dist" / "web"
"""Where ``make web`` writes it."""


@contextmanager
def served_folder(folder: Path = FOLDER) -> Generator[str]:
    """Serve it, and yield its address."""
    if not (folder / "index.html").is_file():
        pytest.skip("There is no board without a server to look at; make web makes it, where npm is.")
    with tempfile.TemporaryDirectory() as root:
        place = Path(root, "some", "where")
        place.parent.mkdir()
        place.symlink_to(folder)
        command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", root]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:  # noqa: S603 - our own command
            assert server.stdout is not None
            found = re.search(r"port (\d+)", server.stdout.readline())
            assert found
            try:
                yield f"http://127.0.0.1:{found[1]}/some/where/"
            finally:
                server.terminate()
