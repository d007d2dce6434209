"""Every link of every page leads somewhere."""

import html
import re
from collections import Counter
from pathlib import Path
from typing import Final
from urllib.parse import unquote

import pytest
from support.checkout import DOCS
from support.pages.site_pages import PLAY, pages_of

ELSEWHERE: Final = ("https://", "http://", "data:")
"""How links begin that do not lead to a page or file of the site."""

_END: Final = re.compile(r'\s(id|href|src|action)="([^"]*)"')
"""An attribute that is an end of a link; in the words of a page no quotation mark stands as it is."""


class Ends:
    """Both ends of the links of a page: what can be led to, and what leads somewhere, also to a script or a picture."""

    def __init__(self, file: Path) -> None:
        found = [(name, html.unescape(value)) for name, value in _END.findall(file.read_text(encoding="utf-8"))]
        self.ids = Counter(value for name, value in found if name == "id")
        self.links = {value for name, value in found if name != "id"}


@pytest.fixture(scope="module")
def ends(site: Path) -> dict[Path, Ends]:
    """All pages."""
    return {file: Ends(file) for file in pages_of(site)}


def broken(page: Path, link: str, ends: dict[Path, Ends]) -> bool:
    """Return whether a link of a page leads to no file of the site, or to no anchor that is there, letter for letter."""
    file, _, anchor = link.partition("#")
    target = Path(page.parent, unquote(file.partition("?")[0])).resolve() if file else page
    if target.parent.name == PLAY:  # what stands behind # says there how the board stands
        return not target.is_file()
    return not target.is_file() or (bool(anchor) and unquote(anchor) not in ends[target].ids)


def test_every_link_resolves(site: Path, ends: dict[Path, Ends]) -> None:
    """Every link that stays within the site leads to a page or a file that is there, and to an anchor that is there."""
    assert len(ends) > 30
    found = [
        (str(page.relative_to(site)), link)
        for page, each in ends.items()
        for link in each.links
        if not link.startswith(ELSEWHERE) and broken(page, link, ends)
    ]
    assert found == []


def test_what_functions_take_and_give_leads_to_where_it_is_explained(site: Path, ends: dict[Path, Ends]) -> None:
    """Types of ours are links, on their own page and from one package to another."""
    links = ends[site / "api" / "aceten_solver.html"].links
    assert {"#aceten_solver.question.objectives.Value", "aceten.html#aceten.engine.state.State"} <= links


def test_no_anchor_stands_twice_on_a_page(site: Path, ends: dict[Path, Ends]) -> None:
    """An anchor is one place."""
    found = [
        (str(page.relative_to(site)), anchor)
        for page, each in ends.items()
        for anchor, times in each.ids.items()
        if times > 1
    ]
    assert found == []


def test_no_page_names_the_machine_that_built_it(site: Path, ends: dict[Path, Ends]) -> None:
    """No page has the folder in which the site was made, or in which it lies, whether in a link or in words."""
    for page in ends:
        text = page.read_text(encoding="utf-8")
        assert not [folder for folder in (DOCS.parent, site.parent) if str(folder) in text], page
