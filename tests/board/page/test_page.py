"""Journeys on the board in a browser: every value is the solver's, everything goes by mouse, by keyboard and by touch."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import pytest
from support.pages.board_tab import faults, opened, shown, solved
from support.patience import MILLISECONDS
from support.slices import sliced
from tools.board_picture import PICTURE, SIZE, take

import aceten
import aceten_solver
from aceten_spec.loader import load_shipped, shipped

if TYPE_CHECKING:
    from playwright.sync_api import Page as Tab

POSITION: Final = "zsiros/4 hands=AhAsQc7d,TcTs9h7s,KcKd8h7c,AdQdJs7h lead=0 points=20,10 tricks=2,2"
NAMES: Final = [f"{name}/{n}" for name in shipped() for n in load_shipped(name).parameters.players]


def line(page: Tab) -> str:
    """Return the position line that stands above the table."""
    return page.input_value("#position")


@pytest.mark.turns(18)
def test_a_position_is_set_up_and_analysed(page: Tab, board: str) -> None:
    """A line that is typed becomes a table; under each card stands what ``solve`` finds, the best are marked, and play goes on."""
    page.goto(board)
    page.click("[data-answer='analyse']")
    page.wait_for_selector("[data-action]")  # a deal to begin with
    page.fill("#position", POSITION)
    page.press("#position", "Enter")
    state = aceten.parse_state(POSITION)
    page.wait_for_function(
        "line => location.hash.includes(new URLSearchParams({ p: line }).toString())", arg=str(state)
    )
    while state.turn is not None:
        solution = aceten_solver.solve(state)
        own = 0 if state.turn in solution.sides[0] else 1
        assert shown(page) == solved(solution, own)
        best = page.eval_on_selector_all(".best[data-action]", "all => all.map(each => each.dataset.action)")
        assert best == [str(action) for action in solution.best]
        names: list[str] = page.eval_on_selector_all(
            ".best[data-action]", "all => all.map(each => each.getAttribute('aria-label'))"
        )
        assert all(name.endswith(", best") for name in names)
        page.click("#best")
        state = state.play(solution.best[0])
        page.wait_for_function("line => document.querySelector('#position').value === line", arg=str(state))
    assert "game point" in page.inner_text("#told")
    page.click("#undo")
    page.wait_for_selector("#redo:enabled")


@pytest.mark.turns(6)
def test_what_is_wrong_is_said(page: Tab, board: str) -> None:
    """A line that cannot be read is told to be wrong, its markup is text, and the table stays."""
    opened(page, board, POSITION)
    shown(page)
    before = page.inner_text("#players")
    page.evaluate("document.activeElement.blur()")
    page.fill("#position", 'zsiros/4 hands=<img src=x onerror="document.title=1">')
    page.press("#position", "Enter")
    page.wait_for_selector("#wrong:visible")
    assert "<img" in page.inner_text("#wrong")
    assert page.query_selector("#wrong img") is None
    assert page.inner_text("#players") == before


@pytest.mark.turns(12)
def test_a_link_brings_the_board_back(page: Tab, board: str) -> None:
    """The address says all: opened elsewhere it shows the same table, the same course, in the same language."""
    opened(page, board, POSITION, l="hu")
    page.click("[data-action='Ah']")
    page.wait_for_selector(".laid")
    again = page.url
    seen = (line(page), page.inner_text("#course"), page.inner_text("#told"))
    page.goto("about:blank")
    page.goto(again)
    page.wait_for_selector(".laid")
    assert (line(page), page.inner_text("#course"), page.inner_text("#told")) == seen
    assert page.get_attribute("html", "lang") == "hu"
    assert "hív" in seen[2]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.turns(90)
def test_every_game_is_played_by_mouse_and_by_key(page: Tab, board: str, name: str) -> None:
    """A whole deal: values hidden, half by clicks, half by keys; it ends as the engine says."""
    game = aceten.load(name.partition("/")[0], players=int(name[-1]))
    state = game.deal(seed=3)
    opened(page, board, str(state))
    page.keyboard.press("v")
    number = 0
    while state.turn is not None:
        chosen = state.legal[number % len(state.legal)]
        if number % 2 or page.query_selector(".hand [data-action]") is None:
            page.click(f"[data-action='{chosen}']")
        else:
            page.eval_on_selector_all(
                "button", "all => all.find(each => each.tabIndex === 0 && each.closest('.hand')).focus()"
            )
            text = None
            while text is None:  # past the cards that are not allowed
                page.keyboard.press("ArrowRight")
                text = page.evaluate("document.activeElement.dataset.action")
            chosen = next(action for action in state.legal if str(action) == text)
            page.keyboard.press("Enter")
        state = state.play(chosen)
        page.wait_for_function("line => document.querySelector('#position').value === line", arg=str(state))
        number += 1
    assert page.query_selector("[data-action]") is None
    assert len(page.query_selector_all("#course button")) == len(state.log) + 1


@pytest.mark.turns(14)
def test_a_seat_plays_against_the_machine_by_touch(board: str, tab: Tab) -> None:
    """On a telephone: one's own cards alone are seen, the machine plays the others, and the deal comes to its end."""
    browser = tab.context.browser
    assert browser is not None
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    page = context.new_page()
    page.set_default_timeout(MILLISECONDS)
    opened(page, board, "zsiros/2 hands=AhTs9c7d,KcQdJs8h talon=7hTd lead=0 points=30,20 tricks=9,2", s="0", m="greedy")
    page.wait_for_selector(".back")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert all(
        size >= 44
        for size in page.eval_on_selector_all(
            "button, select, input",
            "all => all.filter(each => each.offsetParent).map(each => each.getBoundingClientRect().height)",
        )
    )
    while page.query_selector("#told") is not None:
        page.wait_for_function(
            "() => document.querySelector('[data-action]') || document.querySelector('#told').textContent.includes('game point')"
        )
        choice = page.query_selector("[data-action]")
        if choice is None:
            break
        places = len(page.query_selector_all("#course button"))
        choice.tap()
        page.wait_for_function("places => document.querySelectorAll('#course button').length > places", arg=places)
    assert "game point" in page.inner_text("#told")
    context.close()


@pytest.mark.turns(12)
def test_the_picture_of_the_board_can_be_taken(tab: Tab, board: str, tmp_path: Path) -> None:
    """The picture that the README shows is made of the board as it is, is as large as the one that is kept, and small to load."""
    browser = tab.context.browser
    assert browser is not None
    taken = tmp_path / "board.png"
    take(browser, board, taken)
    sizes = [struct.unpack(">2I", each.read_bytes()[16:24]) for each in (taken, PICTURE)]
    assert sizes == [SIZE, SIZE]
    assert max(taken.stat().st_size, PICTURE.stat().st_size) < 150_000


@pytest.mark.turns(60)
@pytest.mark.parametrize("scheme", sliced(["dark"], whole=["light", "dark"]))
def test_everyone_can_use_it(page: Tab, board: str, scheme: Literal["light", "dark"]) -> None:
    """By the rules of WCAG that a program can test, with values, hidden cards, an error and the list of keys."""
    page.emulate_media(color_scheme=scheme)
    for width in (1280, 640, 320):  # 640: at 200 % on a screen of 1280
        page.set_viewport_size({"width": width, "height": 800})
        for further in ({}, {"s": "1"}):
            opened(page, board, POSITION, **further)
            page.keyboard.press("?")
            page.wait_for_selector("#keys:visible")
            assert faults(page) == []
            page.keyboard.press("Escape")
            page.evaluate("text => { wrong.textContent = text; wrong.hidden = false; }", "what is wrong")
            assert faults(page) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width
