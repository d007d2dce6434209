"""A whole match of every game on the board, on screens of three sizes, by touch, by keys and with a mouse."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import pytest
from support.pages.board_tab import opened, watched
from support.slices import TURN, sliced

import aceten
from aceten_spec import load_shipped, shipped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page as Tab

Way: TypeAlias = Literal["touch", "keys", "mouse"]

GAMES: Final = tuple(f"{name}/{players}" for name in shipped() for players in load_shipped(name).parameters.players)
SHORT: Final = ("septica/2", "sixty-six/2", "schnapsen/2", "schnapsen-book/2")
"""Games of which a match takes some seconds; of others it may be minutes."""
SIZES: Final = ((390, 844), (768, 1024), (1280, 800))
WAYS: Final[tuple[Way, ...]] = ("touch", "keys", "mouse")

AT_ONCE: Final = 350
"""Of two taps within so many milliseconds the second does nothing."""

STATE: Final = """() => {
  const seen = (id) => document.querySelector(id).checkVisibility();
  if (seen("#wrong")) return ["wrong", document.querySelector("#wrong").innerText];
  if (seen("#play-next")) return ["next", ""];
  const actions = [...document.querySelectorAll("[data-action]")].map((each) => each.dataset.action);
  if (actions.length) return ["act", actions.join(" ")];
  return seen("#play-again") ? ["over", ""] : null;
}"""
"""What the page waits for: an action, the next deal, nothing any more; null: the machine is at work."""


@pytest.fixture
def table(tab: Tab, board: str, place: int) -> Iterator[tuple[Tab, Way]]:
    """A page of one of the sizes, and how it is used: with every commit in another."""
    size, way = SIZES[(place + TURN) % 3], WAYS[(place // 3 + TURN) % 3]
    for page in watched(tab, board, touched=way == "touch", size=size):
        yield page, way


@pytest.mark.turns(24)
@pytest.mark.parametrize(
    ("place", "name"), [(place, name) for place, name in enumerate(GAMES) if name in sliced(SHORT, whole=GAMES)]
)
def test_a_match_is_played_to_its_end(table: tuple[Tab, Way], board: str, name: str) -> None:
    """From the first card until somebody has won, whatever one does; nothing is refused or wrong, and no page is wider than its screen.

    A reload counts it no second time. Then a tap begins the next, with the same players.
    """
    page, way = table
    game, players = name.split("/")
    chosen = random.Random(f"{name} {TURN}")
    start = aceten.load(game, players=int(players)).deal(seed=TURN)
    opened(page, board, str(start), s="0", m=",greedy" * (int(players) - 1), v="0", y="1")
    while True:
        what, told = page.wait_for_function(STATE).json_value()
        before = page.input_value("#position")
        if what == "act":
            action = chosen.choice(told.split())
            page.wait_for_timeout(AT_ONCE if way == "touch" else 0)
            act(page, way, f"[data-action='{action}']")
            if page.query_selector("#parting[open]"):  # a claim that would lose
                act(page, way, "#parting-end")
        elif what == "next":
            act(page, way, "#play-next")
        else:
            break
        page.wait_for_function("(before) => document.querySelector('#position').value !== before", arg=before)
    assert (what, told) == ("over", "")
    said = page.text_content("#play-score")
    page.reload()
    assert page.wait_for_function(STATE).json_value() == ["over", ""]
    assert page.text_content("#play-score") == said
    act(page, way, "#play-again")
    page.wait_for_function("() => !document.querySelector('#play-score').textContent")
    assert page.is_hidden("#play-again")
    assert page.input_value("#position").startswith(f"{name} ")
    assert page.is_hidden("#parting")


def act(page: Tab, way: Way, chosen: str) -> None:
    """Use a button in one of the ways."""
    button = page.locator(chosen).first
    match way:
        case "touch":
            button.tap()
        case "mouse":
            button.click()
        case "keys":
            button.focus()
            page.keyboard.press("Enter")
