"""A browser, and the pages of the site in it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from support.patience import MILLISECONDS
from tools.board_picture import QUIET

if TYPE_CHECKING:
    from playwright.sync_api import Page as Tab

KINDS: Final = (
    "command_line.html",
    "genindex.html",
    "index.html",
    "proofs.html",
    "protocol.html",
    "search.html",
    "api/aceten_solver.html",
    "guides/reading_a_proof.html",
    "rules/comparison.html",
    "rules/sixty-six.html",
    "rules/zsiros.html",
    "source/aceten.engine.matching.steps.html",
    "specification/schnapsen.html",
    "traceability/zsiros.html",
    "verifying.html",
    "vectors/zsiros.html",
)
"""A page of each kind."""

_SHOW: Final = """() => {
    for (const closed of document.querySelectorAll("details")) closed.open = true;
    for (const behind of document.querySelectorAll(".sd-tab-content")) behind.style.display = "block";
}"""


def open_page(tab: Tab, page: Path) -> None:
    """Open a page, with everything on it that a reader may have shown."""
    tab.goto(page.as_uri(), wait_until="domcontentloaded")
    tab.evaluate(_SHOW)


@pytest.fixture(scope="session")
def tab() -> Iterator[Tab]:
    """A tab of a browser."""
    from playwright.sync_api import sync_playwright  # here, as it takes long and one of the workers alone needs it

    program = shutil.which("chromium")
    if program is None:
        pytest.skip("There is no chromium to look at the site in; make browser installs one.")
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=program, args=QUIET) as browser:
        page = browser.new_page(reduced_motion="reduce")
        page.set_default_timeout(MILLISECONDS)
        yield page
