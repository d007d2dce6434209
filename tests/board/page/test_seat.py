"""What somebody finds who sits down against machines: games to choose from, and a table that is as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import quote_plus

import pytest
from support.pages.board_tab import opened

if TYPE_CHECKING:
    from playwright.sync_api import Page as Tab

LATE: Final = "zsiros/2 hands=AhTs9c7d,KcQdJs8h talon=7hTd lead=0 points=30,20 tricks=9,2"


@pytest.mark.turns(6)
def test_who_won_is_said_first(page: Tab, board: str) -> None:
    """A headline says whether the deal was won and how the match stands; nobody goes by a letter, as aces and kings do."""
    opened(page, board, LATE, s="0", m=",greedy", y="1", v="0")
    while page.query_selector(".verdict") is None:
        page.wait_for_function("() => document.querySelector('.verdict, .bottom [data-action]')")
        if card := page.query_selector(".bottom [data-action]"):
            card.click()
    said = page.inner_text("#play-score")
    own, other = page.eval_on_selector_all(
        ".sheet tbody tr:last-child td", "all => all.map(each => Number(each.textContent))"
    )
    assert (
        page.inner_text(".verdict")
        == f"Deal {'won' if own > other else 'lost' if own < other else 'even'}: {own}\u00a0:\u00a0{other}"
    )
    assert "Opponent" in said
    assert page.eval_on_selector_all(".player h2", "all => all.map(each => each.firstChild.textContent.trim())") == [
        "You",
        "Opponent",
    ]


@pytest.mark.turns(6)
def test_a_second_tap_at_once_does_nothing(page: Tab, board: str) -> None:
    """A second tap was meant for what lay there before; a trick that is over lies until it is tapped, which plays no card."""
    opened(page, board, LATE, y="1", v="0")
    before = page.url
    page.dispatch_event("[data-action='Ah']", "click", {"detail": 2})
    assert page.url == before
    page.emulate_media(reduced_motion="no-preference")
    page.click("[data-action='Ah']")
    page.click("[data-action='Kc']")
    page.wait_for_function("() => document.querySelectorAll('#trick .laid').length === 2")
    after = page.url
    page.dispatch_event(".bottom [data-action]", "click", {"detail": 1})
    page.wait_for_function("() => !document.querySelector('#trick .laid')")
    assert page.url == after
    page.emulate_media(reduced_motion="reduce")
    page.keyboard.press("U")
    page.wait_for_function(
        "() => `${[...document.querySelectorAll('#trick .laid')].map(each => each.dataset.card)}` === 'Ah,Kc'"
    )


@pytest.mark.turns(6)
def test_the_first_page_has_games(page: Tab, board: str) -> None:
    """The rules there are those of the game that is chosen; how well the others play is chosen before one begins, as is seen at once."""
    page.goto(board)
    for game in ("schnapsen", "sedma"):
        page.click(f"[data-game='{game}/2']")
        page.click("#rules-open")
        page.wait_for_function(
            "title => document.querySelector('#rules-found h3')?.textContent === title", arg=game.capitalize()
        )
        assert page.is_hidden("#table")
        page.click("#rules-close")
    page.select_option("#begin-strength", "greedy")
    pressed = "each => { each.click(); return each.firstChild.textContent; }"
    assert page.eval_on_selector("[data-answer='play']", pressed) == "Play …"
    page.wait_for_function("() => location.hash.includes('p=sedma') && location.hash.includes('m=%2Cgreedy')")


@pytest.mark.turns(6)
def test_a_match_waits_while_a_puzzle_is_looked_at(page: Tab, board: str) -> None:
    """Back leads from the first page to the table as it was; a match that is left for a lesson is gone on with from there."""
    opened(page, board, LATE, s="0", m=",greedy", y="1", v="0")
    page.click("[data-action='Ah']")
    page.wait_for_function("() => /a=Ah[+]../.test(location.hash) && document.querySelector('.bottom [data-action]')")
    left = page.url
    page.click("#begin")
    page.wait_for_selector("[data-answer='resume']")
    page.go_back()
    page.wait_for_selector("html[data-view='play']")
    assert page.url == left
    page.click("#begin")
    page.click("[data-answer='learn']")
    page.wait_for_function("() => document.querySelector('#learn-place').textContent !== ''")
    assert page.is_hidden("#parting")
    page.click("#begin")
    page.click("[data-answer='resume']")
    page.wait_for_function("line => location.hash.includes(line)", arg=quote_plus(LATE))
    page.wait_for_selector(".bottom [data-action]")
    assert page.url == left
