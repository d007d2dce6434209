"""Everything by keyboard: whatever a button or a choice of the page does, a key does, and the list of keys has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from support.pages.board_tab import comes_to, opened

import aceten

if TYPE_CHECKING:
    from playwright.sync_api import Page as Tab

LATE: Final = "zsiros/2 hands=AhTs9c7d,KcQdJs8h talon=7hTd lead=0 points=30,20 tricks=9,2"
PUZZLE: Final = (
    "zsiros/4 hands=Jc8h,Ad9s,Kc9h,AcQd lead=1 taken=-,AsAhKsKhKdQcQsQhJsJhJdTcTsThTd9c9d8c8s8d7c7s7h7d dealer=0"
)


def without_focus(page: Tab) -> None:
    """Leave the field or the button that has the focus."""
    page.evaluate("document.activeElement.blur()")


@pytest.mark.turns(9)
def test_the_list_has_every_button_once(page: Tab, board: str) -> None:
    """Each button of the menu, the table and the panels, and each choice, says what one entry of the list says; no key stands twice."""
    opened(page, board, LATE, a="Ah Kc")
    page.keyboard.press("?")
    keys: list[str] = page.eval_on_selector_all("#keys kbd", "all => all.map(each => each.textContent)")
    listed: list[str] = page.eval_on_selector_all("#keys dd", "all => all.map(each => each.textContent)")
    assert len({*keys}) == len(keys)
    page.keyboard.press("Escape")
    names: list[str] = page.eval_on_selector_all(
        "button[id]:not([id$='-close']), select[id]",
        """all => all.filter(each => !/-(game|level)$/.test(each.id) && !(each.form && each.type === 'submit'))
            .map(each => each.ariaLabel || each.closest('label')?.firstChild.textContent || each.textContent)""",
    )
    assert len(names) > 30
    assert {*names} - {*listed} == set()


@pytest.mark.turns(12)
def test_a_deal_is_played_by_keys(page: Tab, board: str) -> None:
    """Hint, explanations, taking back, the score, what went wrong, the next deal: each by its key, which opens the panel."""
    opened(page, board, LATE, s="0", m=",greedy", v="0")
    page.keyboard.press("h")
    page.wait_for_function("() => document.querySelector('#play-hint').textContent.includes('Play the')")
    page.keyboard.press("d")
    page.wait_for_function("() => document.querySelector('#lesson').textContent.includes('You lead')")
    page.eval_on_selector(".hand button[tabindex='0']", "each => each.focus()")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('#lesson li').length > 2")
    without_focus(page)
    page.keyboard.press("w")
    comes_to(page, str(aceten.parse_state(LATE).view(0)))
    while page.query_selector("#play-next:visible") is None:
        page.wait_for_function(
            "() => document.querySelector('.hand [data-action]') || !document.querySelector('#play-next').hidden"
        )
        if page.query_selector(".hand [data-action]") is not None:
            before = page.url
            page.eval_on_selector(".hand [tabindex='0']", "each => each.focus()")
            page.keyboard.press("Enter")
            page.wait_for_function("before => location.href !== before", arg=before)
    without_focus(page)
    explained = min(12, len(page.query_selector_all("#course button")))
    page.wait_for_function("number => document.querySelectorAll('#lesson li').length === number", arg=explained)
    page.keyboard.press("Shift+N")
    page.wait_for_function("() => location.hash.includes('d=1')")
    page.keyboard.press("[")
    page.wait_for_function("() => !location.hash.includes('d=1')")
    page.keyboard.press("End")
    page.wait_for_selector("#play-next:visible")
    page.keyboard.press("Shift+A")
    page.wait_for_selector("#judged .graph")
    with page.expect_download() as found:
        page.keyboard.press("Shift+G")
    assert found.value.suggested_filename == "review.svg"


@pytest.mark.turns(6)
def test_a_position_is_set_up_by_keys(page: Tab, board: str) -> None:
    """Arrows go along the pack, Enter takes the card, and the next one has the focus; Enter in a field sets up."""
    opened(page, board, LATE)
    page.keyboard.press("e")
    page.wait_for_selector("#editor-go")
    page.focus("#editor-clear")
    page.keyboard.press("Enter")
    for pile in ("hands.0", "hands.1"):
        page.focus(f"[data-pile='{pile}']")
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.dataset.pile") == pile
        page.focus("#editor-pack button")
        for key in ("Enter", "ArrowRight", "Enter"):
            page.keyboard.press(key)
    cards = page.eval_on_selector_all("#editor-piles [data-card]", "all => all.map(each => each.dataset.card)")
    assert len({*cards}) == 4
    assert page.evaluate("document.activeElement.closest('#editor-pack') !== null")
    page.wait_for_selector("#editor-go:enabled")
    page.focus("#editor-seed")
    page.keyboard.press("Enter")
    page.wait_for_function("() => !document.querySelector('#editor').open")
    hands = aceten.parse_state(page.input_value("#position")).hands
    assert [str(card) for hand in hands for card in hand] == cards


@pytest.mark.turns(4)
def test_whose_turn_it_is_is_said(page: Tab, board: str) -> None:
    """What is read aloud ends with whoever is to act, and values are read, too."""
    opened(page, board, LATE, a="Ah")
    page.wait_for_function("() => document.querySelector('#told').textContent.endsWith('B is to act')")
    assert page.get_attribute("#means", "aria-live") == "polite"


@pytest.mark.turns(6)
def test_panels_and_choices_have_keys(page: Tab, board: str) -> None:
    """A match is started, a puzzle set and given up, and every choice changed by keys; a key that does nothing now says nothing."""
    opened(page, board, PUZZLE, z="1")
    page.wait_for_function("() => document.querySelector('#puzzle-task').textContent.includes('Only one')")
    page.keyboard.press("q")
    page.wait_for_function("() => document.querySelector('#means').textContent !== ''")
    page.keyboard.press("w")  # nothing to take back
    page.keyboard.press("Shift+N")  # no next deal
    assert page.is_visible("#play-panel")
    page.keyboard.press("y")
    assert page.is_hidden("#play-panel")
    page.select_option("#puzzle-level", "2")
    without_focus(page)
    page.keyboard.press("Shift+Z")
    page.wait_for_function("() => location.hash.includes('z=1')")
    page.keyboard.press("Shift+Y")
    page.wait_for_function("() => location.hash.includes('m=%2Cplayouts')")
    assert page.eval_on_selector("#machine", "each => each.selectedOptions[0].textContent") == "seat by seat"
    page.keyboard.press("Shift+V")
    page.wait_for_selector("html[data-view='analyse']")
    page.keyboard.press("Shift+P")
    assert page.evaluate("document.activeElement.id") == "position"
    page.fill("#position", LATE)
    page.press("#position", "Enter")
    without_focus(page)
    comes_to(page, str(aceten.parse_state(LATE)))
    page.keyboard.press("Shift+M")  # what follows "seat by seat": no machine
    page.wait_for_function("() => !location.hash.includes('m=')")
    page.keyboard.press("Shift+M")
    page.wait_for_function("() => location.hash.includes('m=greedy')")
    page.keyboard.press("Shift+L")
    page.wait_for_selector("html[lang='hu']")
    assert page.inner_text("#puzzle-open") == "Feladványok"
