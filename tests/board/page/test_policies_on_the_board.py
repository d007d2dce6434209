"""Policies that whoever serves the board has named, as the page offers them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.pages.board_tab import opened, watched
from support.processes.served_board import served_board

if TYPE_CHECKING:
    from playwright.sync_api import Page as Tab


@pytest.mark.turns(12)
def test_a_policy_is_chosen_for_a_seat(tab: Tab) -> None:
    """It stands after the strengths of the machine, plays its seat, and the address keeps it."""
    with served_board(further=["--against", "random", "--against", "greedy"]) as (board, _):
        for page in watched(tab, board, touched=False):
            opened(page, board, "zsiros/2 hands=AhTs9c7d,KcQdJs8h talon=7hTd lead=0 points=30,20 tricks=9,2", v="0")
            names = page.eval_on_selector_all("#machine option", "all => all.map(each => each.value)")
            assert names == ["", "greedy", "playouts", "average", "random"]
            page.keyboard.press("y")
            page.select_option("#play-game", "zsiros/2")
            page.locator("#play-seats select").nth(1).select_option("random")
            page.click("#play-start")
            page.wait_for_function("() => location.hash.includes('m=%2Crandom')")
            page.wait_for_selector(".hand [data-action]")
            page.click(".hand [data-action]")
            page.wait_for_function("() => document.querySelector('#told').textContent.includes('Opponent ')")
            assert page.is_hidden("#wrong")
