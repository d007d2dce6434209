"""Journeys beside the table: a puzzle, a first deal, two people at one screen, a match, the rules; by mouse, by key and by touch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import pytest
from support.pages.board_tab import faults, watched
from support.slices import in_turn

import aceten
from aceten_spec.clauses.clause_search import clauses_with
from aceten_spec.loader import load_shipped, shipped

if TYPE_CHECKING:
    from playwright.sync_api import Page as Tab

PUZZLE: Final = (
    "zsiros/4 hands=Jc8h,Ad9s,Kc9h,AcQd lead=1 taken=-,AsAhKsKhKdQcQsQhJsJhJdTcTsThTd9c9d8c8s8d7c7s7h7d dealer=0"
)
"""Only the ace of bells keeps what B's side can come to."""
NAMES: Final = [f"{name}/{n}" for name in shipped() for n in load_shipped(name).parameters.players]
WAYS: Final = ("mouse", "key", "touch")


@pytest.fixture(params=in_turn(WAYS, len(WAYS)))
def way(request: pytest.FixtureRequest) -> str:
    """How the page is used, in every run another."""
    chosen: str = request.param
    return chosen


@pytest.fixture
def page(tab: Tab, board: str, way: str) -> Iterator[Tab]:
    """A page in which nothing goes wrong unseen: on a telephone where it is touched."""
    yield from watched(tab, board, touched=way == "touch")


def use(page: Tab, way: str, selector: str) -> None:
    """Do what a button does."""
    if way == "mouse":
        page.click(selector)
    elif way == "touch":
        page.tap(selector)
    else:
        page.focus(selector)
        page.keyboard.press("Enter")


def opened(page: Tab, address: str) -> None:
    """Open the board."""
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector(".player")


@pytest.mark.turns(16)
def test_a_puzzle_is_solved(page: Tab, board: str, way: str) -> None:
    """A wrong card is told what it costs and how, the right one is right; only then values are shown; a link brings it back."""
    opened(page, f"{board}#p={PUZZLE.replace(' ', '+')}&l=en&z=1")
    page.wait_for_function("() => document.querySelector('#puzzle-task').textContent.includes('Only one')")
    assert page.inner_text("#means") == ""
    use(page, way, "[data-action='9s']")
    page.wait_for_selector("#puzzle-told.is-wrong")
    assert "costs 20 points" in page.inner_text("#puzzle-told")
    assert page.input_value("#position").startswith("zsiros/4 hands=Jc8h,Ad9s")
    assert "z=1" in page.url
    use(page, way, "[data-action='Ad']")
    page.wait_for_selector("#puzzle-told.is-right")
    assert len(page.query_selector_all("#puzzle-told li")) == 2
    page.wait_for_function("() => document.querySelector('#means').textContent !== ''")
    assert "z=1" not in page.url


@pytest.mark.turns(20)
def test_a_puzzle_is_set_by_its_difficulty(page: Tab, board: str, way: str) -> None:
    """A new one has as many cards as were asked for."""
    opened(page, f"{board}#p=zsiros/2+hands=A9,78+lead=0&l=en")
    use(page, way, "#puzzle-open")
    page.select_option("#puzzle-game", "schnapsen/2")
    assert page.eval_on_selector_all("#puzzle-level option", "all => all.map(each => each.value)") == ["hand", "handh"]
    page.select_option("#puzzle-game", "zsiros/4")
    assert page.eval_on_selector("#puzzle-level", "each => each.value") == "3"
    page.select_option("#puzzle-level", "2")
    use(page, way, "#puzzle-set")
    page.wait_for_function("() => document.querySelector('#puzzle-task').textContent.includes('Only one')")
    state = aceten.parse_state(page.input_value("#position"))
    assert {len(hand) for hand in state.hands} == {2}
    assert faults(page, "light", "dark") == []


@pytest.mark.turns(12)
def test_a_first_deal_is_explained(page: Tab, board: str, way: str) -> None:
    """A beginner plays against the machine and reads after each action what it was; at the end how the match stands, and the next deal."""
    start = "zsiros/2 hands=AhTs9c7d,KcQdJs8h talon=7hTd lead=0 points=30,20 tricks=9,2".replace(" ", "+")
    opened(page, f"{board}#p={start}&l=en&s=0&m=,greedy&v=0")
    use(page, way, "#play-open")
    use(page, way, "#play-explain")
    page.wait_for_function("() => document.querySelector('#lesson').textContent !== ''")
    while True:
        page.wait_for_function(
            "() => document.querySelector('[data-action]') || document.querySelector('#play-score').textContent !== ''"
        )
        choice = page.query_selector("[data-action]")
        if choice is None:
            break
        before = len(page.query_selector_all("#course button"))
        use(page, way, f"[data-action='{choice.get_attribute('data-action')}']")
        page.wait_for_function("before => document.querySelectorAll('#course button').length > before", arg=before)
    assert "is winning." in page.inner_text("#lesson")
    assert faults(page, "light", "dark") == []


@pytest.mark.turns(6)
def test_two_people_share_the_screen(page: Tab, board: str, way: str) -> None:
    """Each sees his own cards alone, and nothing lies open while the other comes to the screen; taking back leads to a person's turn."""
    start = "zsiros/2 hands=AhTs9c7d,KcQdJs8h lead=0 points=30,20 tricks=9,2".replace(" ", "+")
    opened(page, f"{board}#p={start}&l=en&s=0&m=,&v=0")
    use(page, way, "#play-open")
    use(page, way, "#play-hint-now")
    page.wait_for_function("() => document.querySelector('#play-hint').textContent.includes('Play the')")
    use(page, way, "[data-action='9c']")
    page.wait_for_selector("#cover[open]")
    assert "B, it is your turn" in page.inner_text("#cover")
    seen = page.eval_on_selector_all(".player[data-seat='1'] img", "all => all.length")
    assert seen == 0
    use(page, way, "#cover-here")
    page.wait_for_selector("[data-action='Kc']")
    assert page.eval_on_selector_all(".player[data-seat='0'] img", "all => all.length") == 0
    use(page, way, "#play-back")
    page.wait_for_selector("#cover[open]")
    use(page, way, "#cover-here")
    page.wait_for_selector("[data-action='9c']")


@pytest.mark.turns(12)
def test_a_match_goes_on(page: Tab, board: str, way: str) -> None:
    """A game is begun from the panel; whoever watches sees the deal end, the score, and the next deal."""
    opened(page, f"{board}#p=zsiros/2+hands=A9,78+lead=0&l=en")
    use(page, way, "#play-open")
    page.select_option("#play-game", "schnapsen/2")
    for select in page.query_selector_all("#play-seats select"):
        select.select_option("greedy")
    use(page, way, "#play-start")
    page.wait_for_selector("#play-next:visible")
    assert "Match: " in page.inner_text("#play-score")
    use(page, way, "#play-next")
    page.wait_for_function("() => location.hash.includes('d=1')")
    page.wait_for_selector("#play-next:visible")
    use(page, way, "#play-review")
    page.wait_for_function("() => document.querySelector('#values').getAttribute('aria-pressed') === 'true'")


@pytest.mark.turns(14)
def test_the_rule_is_at_hand(page: Tab, board: str, way: str) -> None:
    """Rules are found by their words; what is refused opens the clause that says so."""
    opened(page, f"{board}#p=zsiros/2+hands=A9,78+lead=0&l=en")
    use(page, way, "#rules-open")
    page.fill("#rules-words", "SEVEN")
    page.press("#rules-words", "Enter")
    found = len(clauses_with(load_shipped("zsiros"), "seven"))
    page.wait_for_function("found => document.querySelectorAll('#rules-found article').length === found", arg=found)
    assert "A seven matches any led rank." in page.inner_text("#rules-found")
    assert faults(page, "light", "dark") == []
    use(page, way, "#rules-close")
    page.evaluate("async () => (await import('./play.mjs')).act('stop')")
    page.wait_for_selector("#rules-panel:visible")
    page.wait_for_function("() => document.querySelectorAll('#rules-found article').length === 1")
    assert page.inner_text("#rules-found h3") in page.inner_text("#wrong")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.turns(180)
def test_every_game_is_played_against_the_machine(page: Tab, board: str, way: str, name: str) -> None:
    """A whole deal of every game, A's cards alone seen; it comes to its end, and the record of it is legal play."""
    game, players = name.split("/")
    start = aceten.load(game, players=int(players)).deal(seed=6)
    opened(page, f"{board}#p={str(start).replace(' ', '+')}&l=en&s=0&m={',greedy' * (int(players) - 1)}&v=0")
    while True:
        page.wait_for_function(
            "() => document.querySelector('[data-action]') || document.querySelector('#play-score').textContent !== ''"
        )
        choice = page.query_selector("[data-action]")
        if choice is None:
            break
        before = len(page.query_selector_all("#course button"))
        use(page, way, f"[data-action='{choice.get_attribute('data-action')}']")
        page.wait_for_function("before => document.querySelectorAll('#course button').length > before", arg=before)
    assert "Match: " in page.text_content("#play-score")  # type: ignore[operator]
