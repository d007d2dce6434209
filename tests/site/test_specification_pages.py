"""The pages that are the specification: they say every row, and a game can be read in a few screens."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest
from aceten_docs.specification.specified_rows import parts_of
from support.pages.site_tab import open_page
from support.slices import in_turn

from aceten_spec import load_shipped, shipped

if TYPE_CHECKING:
    from playwright.sync_api import Page as Tab

SCREENS = 4
"""So many screens of a computer a page takes at most."""
WIDTH, HEIGHT = 1280, 900
"""Such a screen, in pixels."""


def said(words: str) -> str:
    """Return words with single blanks, and none at their ends."""
    return " ".join(words.split())


@pytest.mark.parametrize("game", in_turn(shipped(), 8))
def test_every_row_is_said(site: Path, game: str) -> None:
    """Whatever a page is made of stands there: conditions, what follows, codes, mathematics, and a link to each clause."""
    page = (site / "specification" / f"{game}.html").read_text(encoding="utf-8")
    shown = said(unescape(re.sub(r"<[^>]*>", "", page)))
    for title, part in parts_of(game).items():
        for row in part:
            wanted = [row.name] if row.coded else []
            if title == "What there is not":
                wanted += [row.then]
            elif not row.when.startswith(
                "a marriage is shown with the claim"
            ):  # which is said once, with all its codes
                wanted += [row.when, *[formula for _, formula in row.formal]]
            wanted += [row.given, *([] if row.refused else [row.then, *[words for words, _ in row.formal]])]
            for words in wanted:
                assert said(words) in shown, row
            for clause in row.clauses:
                assert f'href="../rules/{game}.html#{clause}"' in page, row


@pytest.mark.turns(8)
@pytest.mark.parametrize("game", [game for game in shipped() if load_shipped(game).parameters.score == "race"])
def test_every_rule_is_named(game: str) -> None:
    """Of a race to a number of points every rule stands beside a line of the page, also what is allowed and nothing refuses."""
    named = {clause for part in parts_of(game).values() for row in part for clause in row.clauses}
    assert {clause.id for clause in load_shipped(game).clauses if clause.subject == "rule"} <= named


def test_a_game_is_read_in_a_few_screens(site: Path, tab: Tab) -> None:
    """Somebody who knows cards reads the whole specification of a game on a computer in four screens at most."""
    tab.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    taken: dict[str, float] = {}
    for game in shipped():
        open_page(tab, site / "specification" / f"{game}.html")
        height = msgspec.convert(tab.evaluate("document.documentElement.scrollHeight"), int)
        taken[game] = height / HEIGHT
    assert {game: screens for game, screens in taken.items() if screens > SCREENS} == {}
