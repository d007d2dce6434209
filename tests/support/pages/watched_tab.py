"""Pages of the board in which nothing goes wrong unseen."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page as Tab


def watched(tab: Tab, board: str, *, touched: bool) -> Iterator[Tab]:
    """Yield a page that has no errors, asks nobody but the board, and on a telephone is no wider than that."""
    browser = tab.context.browser
    assert browser is not None
    wrong: list[str] = []
    width, height = (390, 844) if touched else (1280, 800)
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=touched, is_mobile=touched, reduced_motion="reduce"
    )
    page = context.new_page()
    page.set_default_timeout(20_000)
    page.on("console", lambda message: wrong.append(message.text) if message.type in {"error", "warning"} else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: None if request.url.startswith(board) else wrong.append(request.url))
    yield page
    wide = page.evaluate("document.documentElement.scrollWidth")
    context.close()
    assert wide <= width
    # A browser itself complains of an answer that refuses something.
    assert [each for each in wrong if "status of 422" not in each] == []


def faults(page: Tab) -> list[str]:
    """Return what WCAG finds wrong with a page, as far as a program can test it, light and dark."""
    found: list[str] = []
    page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found += page.evaluate(
            "async () => (await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] })).violations.map("
            "({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)"
        )
    return found
