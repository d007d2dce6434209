"""What the tests of the site share: the site itself, and a browser in which it is looked at."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Final

import pytest
from pages import DOCS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page as Tab

QUIET: Final = (
    "--no-sandbox",  # in a container root may not have one
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""How the browser is started, so that it looks at the site and does nothing else."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what looks at the built site, which ``make docs`` does; the other tests of the site read what it is built from."""
    for item in items:
        if "site" in getattr(item, "fixturenames", ()):
            item.add_marker("built")


@pytest.fixture(scope="session")
def site() -> Path:
    """The site, built with every warning an error; as ``make docs`` builds it, and once for both."""
    command = [sys.executable, str(DOCS.parent / "tools" / "site.py")]
    built = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own command
    assert built.returncode == 0, built.stderr
    return DOCS / "_build" / "html"


@pytest.fixture(scope="session")
def tab() -> Iterator[Tab]:
    """A tab of a browser."""
    from playwright.sync_api import sync_playwright  # here, as it takes long and one of the workers alone needs it

    program = shutil.which("chromium")
    if program is None:
        pytest.skip("There is no chromium to look at the site in; make browser installs one.")
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=program, args=QUIET) as browser:
        page = browser.new_page(reduced_motion="reduce")
        page.set_default_timeout(20_000)
        yield page
