"""What the tests of the board without a server share: its address, and a browser that asks nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from support.patience import MILLISECONDS
from support.processes.served_folder import served_folder

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext
    from playwright.sync_api import Page as Tab


@pytest.fixture(scope="session")
def folder() -> Iterator[str]:
    """Its address, without what stands behind #."""
    with served_folder() as address:
        yield address


@pytest.fixture(scope="session")
def visited(tab: Tab, folder: str) -> Iterator[BrowserContext]:
    """A browser on a telephone that has been there once, and holds all of it. Whatever it asks of others fails the test."""
    browser = tab.context.browser
    assert browser is not None
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    context.set_default_timeout(MILLISECONDS)
    wrong: list[str] = []
    context.on("request", lambda request: None if request.url.startswith(folder) else wrong.append(request.url))
    context.on("console", lambda message: wrong.append(message.text) if message.type in {"error", "warning"} else None)
    context.on("weberror", lambda error: wrong.append(str(error.error)))
    page = context.new_page()
    page.goto(folder)
    page.wait_for_selector("#loading", state="detached")
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    page.close()
    yield context
    context.close()
    assert wrong == []


@pytest.fixture
def page(visited: BrowserContext) -> Iterator[Tab]:
    """A page of it, no wider than the screen."""
    page = visited.new_page()
    yield page
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.close()
