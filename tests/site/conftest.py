"""What the tests of the site share: the site itself."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from pages import DOCS

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built with every warning an error."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-W", "-n", "-q", "-d", str(folder / "doctrees"), str(DOCS)]
    built = subprocess.run(  # noqa: S603 - our own command
        [*command, str(folder / "html")], capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr
    return folder / "html"
