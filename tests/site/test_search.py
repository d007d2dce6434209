"""The search of the site finds what people ask for."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
import pytest
from typing_extensions import override

if TYPE_CHECKING:
    from playwright.sync_api import Page as Tab

OVER: Final = re.compile("Search finished|did not match")
"""What the search says in the end."""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and says nothing of it."""

    @override
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """Where the site is served: the search reads the pages that it has found, which it cannot do from files."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.turns(2)
@pytest.mark.parametrize(
    ("query", "expected", "among"),
    [
        ("ZS-PLAY-4", "rules/zsiros.html#ZS-PLAY-4", 1),
        ("zs-ex-3", "rules/zsiros.html#ZS-EX-3", 1),
        ("10-10-7-10", "index.html#index-0", 1),
        ("40-40", "index.html#index-0", 1),
        ("40 to 40", "index.html#index-0", 1),
        ("seven", "rules/zsiros.html#ZS-PLAY-5", 5),
        ("talon", "rules/sixty-six.html", 10),
        ("marriage", "rules/sixty-six.html", 10),
        ("Zsírozás", "rules/zsiros.html", 10),
        ("40 to 40", "rules/zsiros.html#ZS-SCORE-3", 2),
        ("led seven", "rules/zsiros.html#ZS-PLAY-6", 5),
        ("undo", "guides/playing.html", 2),
        ("parallel", "command_line.html#parallel", 1),
    ],
)
def test_search_finds(address: str, tab: Tab, query: str, expected: str, among: int) -> None:
    """Who types what he looks for into the search has the page that answers it among the first results."""
    found = asked(tab, f"{address}/search.html", query)
    assert expected in found[:among], found


def test_search_finds_from_disk(site: Path, tab: Tab) -> None:
    """Where the site is not served the search finds the same, and nothing goes wrong behind it."""
    wrong: list[str] = []
    tab.on("console", lambda message: wrong.append(message.text))
    found = asked(tab, (site / "search.html").as_uri(), "40 to 40")
    assert found[:2] == ["index.html#index-0", "rules/zsiros.html#ZS-SCORE-3"]
    assert wrong == []


def asked(tab: Tab, page: str, query: str) -> list[str]:
    """Return where the results of a search lead, in their order."""
    tab.goto(page)
    tab.get_by_placeholder("Search").fill(query)
    tab.get_by_placeholder("Search").press("Enter")
    tab.wait_for_function("query => new URL(location).searchParams.get('q') === query", arg=query)
    tab.locator("#search-results .search-summary").filter(has_text=OVER).wait_for()
    results = tab.locator("#search-results li > a")
    return msgspec.convert(results.evaluate_all("links => links.map(link => link.getAttribute('href'))"), list[str])
