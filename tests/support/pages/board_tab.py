"""The board in a browser, as its tests look at it."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote_plus

from support.patience import MILLISECONDS

from aceten_solver import Solution
from aceten_solver.answers.value_labels import label_between

if TYPE_CHECKING:
    from playwright.sync_api import Page as Tab


def opened(page: Tab, board: str, position: str, **further: str) -> None:
    """Open the board with a position."""
    said = "&".join(f"{key}={quote_plus(value)}" for key, value in {"p": position, "l": "en", **further}.items())
    page.goto("about:blank")
    page.goto(f"{board}#{said}")
    page.wait_for_selector(".player")


def shown(page: Tab) -> dict[str, str]:
    """Return what stands under each action once it is settled."""
    page.wait_for_function("() => document.querySelector('#means').textContent !== ''")
    rows: list[tuple[str, str]] = page.eval_on_selector_all(
        "[data-action]", "all => all.map(each => [each.dataset.action, each.dataset.worth])"
    )
    return dict(rows)


def solved(solution: Solution, own: int) -> dict[str, str]:
    """Return what has to stand under each action, as a side sees it."""
    return {str(entry.action): label_between(entry.bounds, solution.objective, own) for entry in solution.actions}


def comes_to(page: Tab, line: str) -> None:
    """Wait until a position stands on the table."""
    page.wait_for_function("line => document.querySelector('#position').value === line", arg=line)


def unfolded(page: Tab) -> None:
    """Open what can be shared and saved."""
    page.eval_on_selector("#keep", "each => { each.open = true; }")


def settled(page: Tab) -> None:
    """Wait until a review is whole."""
    page.wait_for_selector("#judged .graph")
    page.wait_for_function("() => !document.querySelector('#judged .hint').textContent.includes('…')")


def watched(tab: Tab, board: str, *, touched: bool, size: tuple[int, int] | None = None) -> Iterator[Tab]:
    """Yield a page that has no errors, asks nobody but the board, and on a telephone is no wider than that."""
    browser = tab.context.browser
    assert browser is not None
    wrong: list[str] = []
    width, height = size or ((390, 844) if touched else (1280, 800))
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=touched, is_mobile=touched, reduced_motion="reduce"
    )
    page = context.new_page()
    page.set_default_timeout(MILLISECONDS)
    page.on("console", lambda message: wrong.append(message.text) if message.type in {"error", "warning"} else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: None if request.url.startswith(board) else wrong.append(request.url))
    yield page
    wide = page.evaluate("document.documentElement.scrollWidth")
    context.close()
    assert wide <= width
    # A browser itself complains of an answer that refuses something.
    assert [each for each in wrong if "status of 422" not in each] == []


def faults(page: Tab, *schemes: Literal["light", "dark"]) -> list[str]:
    """Return what axe finds wrong with a page, by the rules of WCAG that a program can test; as it is, or in these schemes of colours."""
    found: list[str] = []
    page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
    for scheme in schemes or (None,):
        if scheme is not None:
            page.emulate_media(color_scheme=scheme)
        found += page.evaluate(
            "async () => (await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] })).violations.map("
            "({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)"
        )
    return found
