"""Cards that may not be played: they look different, are told so, and say why; the focus stays in the hand, and the table in sight."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import pytest
from support.pages.board_tab import comes_to, faults, opened, watched

import aceten
from aceten import IllegalAction

if TYPE_CHECKING:
    from playwright.sync_api import Page as Tab

OWES: Final = "einwerfen/4 hands=AhTs9c,Kh9s8h,Jc8s7c,7h7s8c lead=0 trump=c"
"""After a heart B may play hearts alone."""
PUZZLE: Final = (
    "zsiros/4 hands=Jc8h,Ad9s,Kc9h,AcQd lead=1 taken=-,AsAhKsKhKdQcQsQhJsJhJdTcTsThTd9c9d8c8s8d7c7s7h7d dealer=0"
)


def clause_of(position: str, actions: str, refused: str) -> str:
    """Return the clause that an action breaks."""
    state = aceten.parse_state(position)
    for action in actions.split():
        state = state.play(action)
    with pytest.raises(IllegalAction) as error:
        state.play(refused)
    return error.value.clause


@pytest.mark.turns(6)
def test_what_may_not_be_played_looks_different_and_says_why(page: Tab, board: str) -> None:
    """It is darker, is named as not allowed, and a click tells the clause, which opens beside the table, and again by a click on it."""
    opened(page, board, OWES, a="Ah", v="0")
    cards: list[list[str]] = page.eval_on_selector_all(
        "[data-seat='1'] .card",
        """all => all.map(each => [each.dataset.action || each.dataset.refused, each.ariaDisabled, each.ariaLabel,
            getComputedStyle(each.querySelector("img")).filter])""",
    )
    assert sorted(cards) == [
        ["8h", None, "eight of hearts", "none"],
        ["9s", "true", "nine of leaves, not allowed now", "brightness(0.55) saturate(0.6)"],
        ["Kh", None, "king of hearts", "none"],
    ]
    assert page.query_selector_all("[data-seat='0'] button") == []
    assert faults(page) == []
    page.click("[data-refused='9s']", force=True)
    clause = clause_of(OWES, "Ah", "9s")
    page.wait_for_function("clause => document.querySelector('#wrong .clause')?.textContent === clause", arg=clause)
    page.wait_for_function("clause => document.querySelector('#rules-found h3')?.textContent === clause", arg=clause)
    assert aceten.load("einwerfen").rulebook.clause(clause).text in page.inner_text("#wrong")
    assert faults(page) == []
    page.click("#rules-close")
    page.click("#wrong .clause")
    page.wait_for_selector("#rules-panel:visible")
    assert page.evaluate("document.activeElement.id") == "rules-title"
    assert page.inner_text("#rules-found h3") == clause
    comes_to(page, str(aceten.parse_state(OWES).play("Ah")))


@pytest.mark.turns(6)
def test_where_no_card_may_be_played_none_looks_forbidden(page: Tab, board: str) -> None:
    """In an auction the hand is seen as it is, and a click on a card says that bidding comes first."""
    state = aceten.load("auction-sixty-six").deal(seed=1)
    opened(page, board, str(state), v="0")
    looks = page.eval_on_selector_all(".turn .card img", "all => all.map(each => getComputedStyle(each).filter)")
    assert set(looks) == {"none"}
    card = page.get_attribute(".turn [data-refused] >> nth=0", "data-refused")
    assert card is not None
    page.click(f"[data-refused='{card}']", force=True)
    page.wait_for_selector("#wrong .clause")
    assert page.inner_text("#wrong .clause") == clause_of(str(state), "", card)


@pytest.mark.turns(6)
def test_what_may_not_be_played_is_reached_and_refused_by_keys(page: Tab, board: str) -> None:
    """Arrows go along the whole hand; Enter on a card that is not allowed says so, and the focus stays on it."""
    opened(page, board, OWES, a="Ah", v="0")
    page.eval_on_selector(".hand [tabindex='0']", "each => each.focus()")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
        if page.evaluate("document.activeElement.dataset.refused") == "9s":
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("#wrong .clause")
    assert page.evaluate("document.activeElement.dataset.refused") == "9s"
    page.keyboard.press("ArrowRight")
    chosen = page.evaluate("document.activeElement.dataset.action")
    page.keyboard.press("Enter")
    comes_to(page, str(aceten.parse_state(OWES).play("Ah").play(chosen)))


@pytest.mark.turns(6)
def test_the_focus_stays_in_the_hand(page: Tab, board: str) -> None:
    """Who plays by keyboard is on a card again when his turn comes, and in his hand while the machine thinks, to the end of the deal."""
    start = "zsiros/2 hands=AhTs9c7d,KcQdJs8h talon=7hTd lead=0 points=30,20 tricks=9,2"
    opened(page, board, start, s="0", m=",greedy", v="0")
    page.eval_on_selector(".hand [tabindex='0']", "each => each.focus()")
    while True:
        page.wait_for_function(
            "() => document.activeElement.dataset.action || document.querySelector('#play-score').textContent !== ''"
        )
        if page.query_selector(".hand [data-action]") is None:
            break
        before = page.url
        page.keyboard.press("Enter")
        page.wait_for_function("before => location.href !== before", arg=before)
        assert page.evaluate("document.activeElement.closest('.hand') !== null")
    assert page.evaluate("document.activeElement.closest('.bottom .hand') !== null")


@pytest.mark.turns(6)
def test_a_puzzle_refuses_what_is_not_allowed(page: Tab, board: str) -> None:
    """A card that breaks a rule is no attempt: it is refused with its clause, and the puzzle goes on."""
    line = OWES.replace("lead=0", "lead=0 trick=Ah").replace("AhTs9c", "Ts9c")
    opened(page, board, line, z="1", v="0")
    page.click("[data-refused='9s']", force=True)
    page.wait_for_selector("#wrong .clause")
    assert "z=1" in page.url


@pytest.fixture
def telephone(tab: Tab, board: str) -> Iterator[Tab]:
    """A page on a telephone."""
    yield from watched(tab, board, touched=True)


@pytest.mark.turns(12)
def test_what_begins_is_in_sight_on_a_telephone(telephone: Tab, board: str) -> None:
    """After Start, the next deal, and a new puzzle the table is on the screen, though the button was far below it."""
    seen = """() => {
        const { top, bottom } = document.querySelector('#table').getBoundingClientRect();
        return top >= -1 && top < 200 && bottom > 300;
    }"""
    opened(telephone, board, "zsiros/2 hands=A9,78 lead=0")
    telephone.tap("#play-open")
    telephone.select_option("#play-game", "schnapsen/2")
    for select in telephone.query_selector_all("#play-seats select"):
        select.select_option("greedy")
    telephone.locator("#play-start").scroll_into_view_if_needed()
    telephone.evaluate("scrollTo(0, document.body.scrollHeight)")
    telephone.tap("#play-start")
    telephone.wait_for_function("() => location.hash.includes('schnapsen')")
    telephone.wait_for_function(seen)
    telephone.wait_for_selector("#play-next:visible")
    telephone.evaluate("scrollTo(0, document.body.scrollHeight)")
    telephone.tap("#play-next")
    telephone.wait_for_function("() => location.hash.includes('d=1')")
    telephone.wait_for_function(seen)
