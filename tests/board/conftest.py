"""What the tests of the board share: the board as ``aceten board`` serves it, and a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

import pytest
from support.patience import MILLISECONDS
from support.processes.served_board import Served, served_board
from support.processes.served_folder import served_folder

if TYPE_CHECKING:
    from playwright.sync_api import Page as Tab
    from playwright.sync_api import ViewportSize

SIZE: Final[ViewportSize] = {"width": 1280, "height": 800}


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    """A board, and who serves it."""
    with served_board() as served:
        yield served


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Whatever is done in a browser is done on both: on the board that a server answers, and now and then on the one that needs none."""
    if {"board", "tab"} <= {*metafunc.fixturenames}:
        both = ["server", pytest.param("folder", marks=pytest.mark.turns(12))]
        metafunc.parametrize("board", both, indirect=True, scope="session")


@pytest.fixture(scope="session")
def board(request: pytest.FixtureRequest) -> Iterator[str]:
    """Its address, without what stands behind #."""
    if getattr(request, "param", "server") == "folder":
        with served_folder() as address:
            yield address
    else:
        served: Served = request.getfixturevalue("served")
        yield served.address


def origin(address: str) -> str:
    """Return the part of an address up to the place on its server, which addresses of what a page itself holds have."""
    return "/".join(address.split("/")[:3])


@pytest.fixture(scope="session")
def window(tab: Tab) -> Tab:
    """A window that the tests take turns with: to open one takes as long as what most of them do in it."""
    opened = tab.context.browser.new_page(viewport=SIZE, reduced_motion="reduce")  # type: ignore[union-attr]
    opened.set_default_timeout(MILLISECONDS)
    return opened


@pytest.fixture
def page(window: Tab, board: str) -> Iterator[Tab]:
    """A page in which nothing goes wrong unseen, and that asks nobody but the board; nothing is left of the test before."""
    wrong: list[str] = []
    hearing: dict[str, Callable[[Any], object]] = {
        "console": lambda message: wrong.append(message.text) if message.type in {"error", "warning"} else None,
        "pageerror": lambda error: wrong.append(str(error)),
        "request": lambda request: (
            None if request.url.startswith((board, f"blob:{origin(board)}")) else wrong.append(request.url)
        ),
    }
    for event, hear in hearing.items():
        window.on(event, hear)  # type: ignore[call-overload]
    yield window
    for event, hear in hearing.items():
        window.remove_listener(event, hear)
    if window.url.startswith(board):
        window.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    window.goto("about:blank")
    window.unroute_all()
    window.context.clear_cookies()
    window.context.clear_permissions()
    window.emulate_media(color_scheme="light", reduced_motion="reduce")
    window.set_viewport_size(SIZE)
    # A browser itself complains of an answer that refuses something.
    assert [each for each in wrong if "status of 422" not in each] == []
