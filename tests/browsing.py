"""Opening the pages of the site in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

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
    "source/aceten.matching.steps.html",
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
