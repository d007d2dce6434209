"""Opening the pages of the site in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page as Tab

_SHOW: Final = """() => {
    for (const closed of document.querySelectorAll("details")) closed.open = true;
    for (const behind of document.querySelectorAll(".sd-tab-content")) behind.style.display = "block";
}"""


def open_page(tab: Tab, page: Path) -> None:
    """Open a page, with everything on it that a reader may have shown."""
    tab.goto(page.as_uri(), wait_until="domcontentloaded")
    tab.evaluate(_SHOW)
