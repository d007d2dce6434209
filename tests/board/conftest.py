"""What the tests of the board share: the board as ``aceten board`` serves it, and a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browsing import tab as tab  # noqa: PLC0414 - so that the tests here have it
from serving import served_board

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page as Tab


@pytest.fixture(scope="session")
def board() -> Iterator[str]:
    """The address of a board, without what stands behind #."""
    with served_board() as address:
        yield address


@pytest.fixture
def page(tab: Tab, board: str) -> Iterator[Tab]:
    """A page in which nothing goes wrong unseen, and that asks nobody but the board."""
    wrong: list[str] = []
    opened = tab.context.browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")  # type: ignore[union-attr]
    opened.set_default_timeout(15_000)
    opened.on("console", lambda message: wrong.append(message.text) if message.type in {"error", "warning"} else None)
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("request", lambda request: None if request.url.startswith(board) else wrong.append(request.url))
    yield opened
    opened.close()
    # A browser itself complains of an answer that refuses something.
    assert [each for each in wrong if "status of 422" not in each] == []
