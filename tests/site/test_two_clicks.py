"""What people ask most is answered on the first page, or no more than two clicks from it."""

import re
from functools import cache
from html import unescape
from pathlib import Path
from typing import Final
from urllib.parse import urldefrag, urljoin

import pytest
from support.pages.site_pages import Page, page_at

ON_THE_FIRST_PAGE: Final = (
    "D takes 4 cards, 30 points",
    "the last one that matches the led rank wins it",
    "When each side has 40 card points, the side that took the last trick wins the deal",
    "10 points more, which makes 90 in all",
    "an opponent of the leader is winning the trick, the leader may continue",
    "the leader may continue the trick with another round, whoever is winning it",
)
"""Answers in the words of clauses, which the first page gives by itself."""
ANSWERS: Final = {
    "rules/zsiros.html#ZS-EX-3": "D takes 4 cards, 30 points",
    "rules/zsiros.html#ZS-PLAY-4": "the last one that matches the led rank wins it",
    "rules/zsiros.html#ZS-SCORE-3": "the side that took the last trick wins the deal",
    "rules/zsiros.html#ZS-EX-22": "B's side wins the deal by the last trick: 1 game point",
    "rules/zsiros.html#ZS-EX-23": "Nobody wins the deal",
    "rules/sedma.html#SE-SCORE-8": "10 points more, which makes 90 in all",
    "rules/zsiros.html#ZS-MULTI-1": "an opponent of the leader is winning",
    "rules/sedma.html#SE-MULTI-1": "whoever is winning it",
    "rules/sedma.html#SE-EX-17": "C is winning; A may continue or stop",
    "verifying.html": "You have written one of these games",
}
"""Where an answer stands, and what is to be read there."""


@cache
def page(site: Path, name: str) -> Page:
    """Return a page."""
    return page_at(site / name)


@cache
def clicked(site: Path, name: str) -> frozenset[str]:
    """Return where one click leads from a page, as pages of the site with their anchors."""
    links = {urljoin(name, link) for link in page(site, name).links if link}
    return frozenset(link for link in links if urldefrag(link).url.endswith(".html"))


@pytest.mark.parametrize("answer", ON_THE_FIRST_PAGE)
def test_the_first_page_answers(site: Path, answer: str) -> None:
    """Who takes the trick 10, 10, 7, 10, what 40 to 40 means and when the leader may continue is said on the first page."""
    assert answer in " ".join(page(site, "index.html").text.split())


@pytest.mark.parametrize("place", ANSWERS)
def test_two_clicks_lead_to_the_answer(site: Path, place: str) -> None:
    """From the first page at most two clicks lead to the place, and what answers the question stands there."""
    name, anchor = urldefrag(place)
    once = clicked(site, "index.html")
    between = sorted({urldefrag(link).url for link in once}, key=lambda other: other != name)  # most likely first
    assert place in once or any(place in clicked(site, other) for other in between)
    html = (site / name).read_text(encoding="utf-8")
    before, _, after = html.partition(f'id="{anchor}"' if anchor else "<article")
    assert before != html
    entry = after.partition('<details class="entry')[0]
    assert ANSWERS[place] in " ".join(unescape(re.sub("<[^>]+>", "", entry)).split())
