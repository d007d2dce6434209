"""Nothing that somebody has made is lost without a word: a match, lines of play, a position that was begun, what was typed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final
from urllib.parse import quote_plus

import pytest
from support.pages.board_tab import comes_to, opened
from support.processes.served_board import asked
from support.slices import in_turn

import aceten
from aceten_board.bodies import MOST_ACTIONS, MOST_DEALS

if TYPE_CHECKING:
    from playwright.sync_api import Page as Tab

LATE: Final = "zsiros/2 hands=AhTs9c7d,KcQdJs8h talon=7hTd lead=0 points=30,20 tricks=9,2"
DEALT: Final = str(aceten.load("schnapsen").deal(seed=6))
"""The first deal of a match."""
OTHER: Final = "zsiros/2 hands=AK,T9 lead=0 points=40,20"
SEVENS: Final = "zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0"


def play_to_the_end(page: Tab) -> None:
    """Play a deal of a match to its end, the first card that may be played each time."""
    while True:
        page.wait_for_function(
            "() => document.querySelector('[data-action]') || !document.querySelector('#play-next').hidden"
        )
        if page.query_selector("[data-action]") is None:
            return
        before = page.url
        page.eval_on_selector("[data-action]", "each => each.click()")
        page.wait_for_function("before => location.href !== before", arg=before)


def match_begun(page: Tab, board: str) -> None:
    """Come to the second deal of a match, in which something has been done."""
    opened(page, board, DEALT, s="0", m=",greedy", v="0")
    play_to_the_end(page)
    page.keyboard.press("Shift+N")
    page.wait_for_function("() => document.querySelector('#standing').textContent.includes('Match: You')")
    page.wait_for_selector(".hand [data-action]")
    page.keyboard.press("Shift+V")  # at the table there is nothing by which it could end
    page.wait_for_selector("html[data-view='analyse']")


def deals(page: Tab) -> list[str]:
    """Return the positions of the deals on the board."""
    found: list[str] = page.evaluate("() => new URLSearchParams(location.hash.slice(1)).getAll('p')")
    return found


@pytest.mark.turns(12)
def test_a_match_goes_on_after_a_look_back(page: Tab, board: str) -> None:
    """A deal that is over is reviewed, and another end of it tried; then the match goes on from where it stands."""
    opened(page, board, LATE, s="0", m=",greedy", v="0")
    play_to_the_end(page)
    over, score = page.input_value("#position"), page.inner_text("#play-score")
    page.keyboard.press("Shift+A")
    page.wait_for_selector("#judged .graph")
    assert page.is_hidden("#play-next")
    page.keyboard.press("Home")
    comes_to(page, LATE)
    page.wait_for_function("() => document.querySelector('#means').textContent !== ''")  # with all cards open
    page.click("[data-action='7d']")
    page.wait_for_selector("[data-seat='1'] [data-action]")  # the machine waits
    kept = page.url
    page.goto("about:blank")
    page.goto(kept)  # also after a reload
    page.wait_for_selector("#play-resume:not([hidden])", state="attached")
    page.keyboard.press("Shift+R")
    comes_to(page, over)
    page.wait_for_selector("#play-next:visible")
    assert page.inner_text("#play-score") == score
    assert page.inner_text("#means") == ""
    page.keyboard.press("Shift+N")
    page.wait_for_function("() => location.hash.includes('d=1')")
    assert deals(page)[0] == LATE
    assert page.query_selector_all("[data-seat='1'] .card img") == []


@pytest.mark.turns(12)
def test_a_deal_goes_on_after_a_look_at_all_cards(page: Tab, board: str) -> None:
    """Whoever looks what went wrong in the middle of a deal comes back to that moment, with his own eyes."""
    opened(page, board, LATE, s="1", m="greedy,", v="0")
    page.wait_for_selector("[data-seat='1'] [data-action]")
    before = page.input_value("#position")
    page.keyboard.press("Shift+A")
    page.wait_for_selector("#judged .graph")
    page.keyboard.press("Home")
    comes_to(page, LATE)
    page.keyboard.press("Shift+R")
    comes_to(page, before)
    assert page.query_selector_all("[data-seat='0'] .card img") == []
    page.eval_on_selector("[data-action]", "each => each.click()")
    page.wait_for_function("before => document.querySelector('#position').value !== before", arg=before)


ENDS: Final = {"another deal": "n", "another match": "Shift+Y", "another player": "Shift+M"}
"""Keys that would end a match."""
TYPED: Final = {"a position": OTHER, "a link": f"http://localhost/#p={OTHER}"}
"""What would end it when it is typed."""


def end_it(page: Tab, end: str) -> None:
    """Do what would end a match."""
    if end in ENDS:
        page.keyboard.press(ENDS[end])
    else:
        page.fill("#position", TYPED[end])
        page.press("#position", "Enter")


@pytest.mark.turns(20)
@pytest.mark.parametrize("end", [*ENDS, *TYPED])
def test_a_match_does_not_end_without_a_question(page: Tab, board: str, end: str) -> None:
    """Whatever would end it is asked about, with the score; who stays has lost nothing, and who does not is elsewhere."""
    match_begun(page, board)
    begun = deals(page)
    line = page.input_value("#position")
    end_it(page, end)
    page.wait_for_selector("#parting[open]")
    assert "Match: You" in page.inner_text("#parting")
    page.keyboard.press("Escape")
    page.wait_for_selector("#parting", state="hidden")
    assert (deals(page), page.input_value("#position") in {line, *TYPED.values()}) == (
        begun,
        True,
    )
    assert page.eval_on_selector("#machine", "each => each.value") == ",greedy" or end == "another player"
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    end_it(page, end)
    page.click("#parting-end")
    page.wait_for_function(
        "([begun, machine]) => !location.hash.includes(begun) || !location.hash.includes(machine)",
        arg=[quote_plus(begun[1]), "m=%2Cgreedy"],
    )
    page.go_back()
    page.wait_for_function("begun => location.hash.includes(begun)", arg=quote_plus(begun[1]))
    comes_to(page, line)
    assert deals(page) == begun


@pytest.mark.turns(6)
def test_nothing_is_asked_where_nothing_is_lost(page: Tab, board: str) -> None:
    """Where no match goes on, or nobody has done anything in it, the board becomes another one at once."""
    opened(page, board, LATE, v="0")
    page.click("[data-action='Ah']")
    page.wait_for_selector(".laid")
    page.keyboard.press("n")
    page.wait_for_function("line => !document.querySelector('#position').value.includes(line)", arg="AhTs9c7d")
    opened(page, board, LATE, s="0", m=",greedy", v="0")
    page.keyboard.press("n")
    page.wait_for_function("line => !document.querySelector('#position').value.includes(line)", arg="AhTs9c7d")
    assert page.query_selector("#parting[open]") is None


@pytest.mark.turns(9)
def test_back_is_a_step_back(page: Tab, board: str) -> None:
    """The browser's Back takes back what was done last: a card, a deletion, a deal, a position; never it leaves the board meanwhile."""
    opened(page, board, LATE, v="0")
    page.click("[data-action='Ah']")
    page.wait_for_selector("[data-action='Kc']")
    page.click("[data-action='Kc']")
    page.wait_for_selector("[data-action='9c']")
    page.keyboard.press("u")
    page.wait_for_selector("[data-action='Qd']")
    page.click("[data-action='Qd']")
    variation = "() => location.hash.includes('a=Ah+Kc+%28Qd%29')"
    page.wait_for_function(variation)
    page.keyboard.press("Home")
    comes_to(page, LATE)
    page.keyboard.press("r")
    page.wait_for_selector("[data-action='Kc']")
    page.keyboard.press("x")
    page.wait_for_function("() => !location.hash.includes('a=')")
    page.go_back()
    page.wait_for_function(variation)
    page.wait_for_selector(".variation")  # the address changes first
    page.keyboard.press("n")
    page.wait_for_function("() => !location.hash.includes('AhTs9c7d')")
    page.go_back()
    page.wait_for_function(variation)
    page.go_back()
    page.wait_for_function("() => location.hash.includes('a=Ah+Kc&')")
    page.go_back()
    page.wait_for_function("() => location.hash.includes('a=Ah&')")
    page.go_forward()
    page.wait_for_function("() => location.hash.includes('a=Ah+Kc&')")


@pytest.mark.turns(6)
def test_back_in_a_match_leads_to_ones_own_turn(page: Tab, board: str) -> None:
    """It takes back one's last card with what the machine did after it, again and again."""
    opened(page, board, LATE, s="0", m=",greedy", v="0")
    lines = [page.input_value("#position")]
    for _ in range(2):
        page.wait_for_selector(".hand [data-action]")
        page.eval_on_selector("[data-action]", "each => each.click()")
        page.wait_for_function(
            "line => document.querySelector('#position').value !== line && document.querySelector('[data-action]')",
            arg=lines[-1],
        )
        lines.append(page.input_value("#position"))
    for line in reversed(lines[:-1]):
        page.go_back()
        comes_to(page, line)


@pytest.mark.turns(6)
def test_back_shows_nobody_the_cards_of_another(page: Tab, board: str) -> None:
    """Of several at one screen whoever goes back has to say who is there."""
    opened(page, board, LATE, s="0", m=",", v="0")
    page.click("[data-action='9c']")
    page.wait_for_selector("#cover[open]")
    page.click("#cover-here")
    page.wait_for_selector("[data-action='Kc']")
    page.go_back()
    page.wait_for_function("() => document.querySelector('#cover[open]')?.textContent.includes('A, it is your turn')")


@pytest.mark.turns(9)
def test_a_reload_keeps_the_match(page: Tab, board: str) -> None:
    """In the middle of a deal and at its end the page may be loaded again: score, deals and players stay, and the next deal is offered."""
    match_begun(page, board)
    begun, line = deals(page), page.input_value("#position")
    page.reload()
    comes_to(page, line)
    page.wait_for_function("() => document.querySelector('#standing').textContent.includes('Match: You')")
    play_to_the_end(page)
    over = page.input_value("#position")
    page.reload()
    comes_to(page, over)
    page.wait_for_selector("#play-next:visible")
    assert deals(page) == begun
    with page.expect_download() as found:
        page.keyboard.press("k")
    match = aceten.read_match(found.value.path().read_text(encoding="utf-8"))
    assert [str(deal.states[0]) for deal in match.deals] == begun


@pytest.mark.turns(9)
def test_an_earlier_deal_is_looked_at_and_stays_as_it_was(page: Tab, board: str) -> None:
    """What is tried in it is a variation: the record, the score and the next deal are those of what was played."""
    match_begun(page, board)
    begun, line = deals(page), page.input_value("#position")
    page.keyboard.press("[")
    comes_to(page, str(aceten.parse_state(DEALT).view(0)))
    while page.query_selector("[data-action]") is None:  # the machine does not play there
        before = page.url
        page.keyboard.press("r")
        page.wait_for_function("before => location.href !== before", arg=before)
    other = page.eval_on_selector_all("[data-action]", "all => all.at(-1).dataset.action")
    page.click(f"[data-action='{other}']")
    page.wait_for_function("other => location.hash.includes(`%28${other}`)", arg=other)
    page.keyboard.press("Shift+N")
    comes_to(page, line)
    assert deals(page) == begun
    with page.expect_download() as found:
        page.keyboard.press("k")
    text = found.value.path().read_text(encoding="utf-8")
    played = aceten.read_match(text).deals[0].state.log
    assert str(played[0][1]) != other
    assert len(played) > 1


@pytest.mark.turns(9)
def test_a_position_that_was_begun_is_gone_on_with(page: Tab, board: str) -> None:
    """The dialog may be left and the page loaded again: what was set up is there, until it is on the table or given up."""
    opened(page, board, LATE, v="0")
    page.keyboard.press("e")
    page.click("#editor-piles [data-card='Ah']")
    begun = page.inner_text("#editor-line")
    assert "Ah" not in begun
    page.keyboard.press("Escape")
    page.reload()
    page.wait_for_selector(".player")
    page.keyboard.press("e")
    page.wait_for_selector("#editor[open]")
    assert page.inner_text("#editor-line") == begun
    page.click("#editor-again")
    page.wait_for_function("line => document.querySelector('#editor-line').textContent !== line", arg=begun)
    assert "Ah" in page.inner_text("#editor-line")
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    page.wait_for_selector("#editor[open]")
    assert "Ah" in page.inner_text("#editor-line")


@pytest.mark.turns(6)
def test_what_was_typed_stays_until_it_is_said(page: Tab, board: str) -> None:
    """A line that is half typed outlasts what happens on the table; Escape gives it up; a key that is held down deals once."""
    opened(page, board, LATE, v="0")
    page.fill("#position", "zsiros/2 hands=A")
    page.click("[data-action='Ah']")
    page.wait_for_selector(".laid")
    assert page.input_value("#position") == "zsiros/2 hands=A"
    page.focus("#position")
    page.keyboard.press("Escape")
    state = aceten.parse_state(LATE).play("Ah")
    comes_to(page, str(state))
    page.evaluate("document.activeElement.blur()")
    page.keyboard.down("n")
    for _ in range(4):
        page.keyboard.down("n")
    page.keyboard.up("n")
    page.wait_for_function("() => !location.hash.includes('AhTs9c7d')")
    page.go_back()
    page.wait_for_function("() => location.hash.includes('AhTs9c7d')")


# --- What a link or a text may hold ----------------------------------------------------------------------------------

LONG: Final = {
    "many actions": f"a={'+'.join(['A', '7', '8', 'U', 'stop'] * 1200)}",
    "many nodes": f"a={'+'.join(f'A (T{number})' for number in range(3001)).replace(' ', '+')}",
    "many beside each other": f"a=A+{'+'.join(f'(T{number})' for number in range(300))}",
    "many asides": f"a={'A+7+(8+9+' * 2000}",
    "many openings": f"a=A+{'(' * 9000}7",
    "many deals": "&".join(["p=zsiros/2+hands=AK,T9+lead=0"] * (MOST_DEALS + 1)),
}
"""Links that hold more than a board does."""


@pytest.mark.turns(12)
@pytest.mark.parametrize("kind", in_turn([*LONG], 2))
def test_a_link_that_holds_too_much_is_told_so(page: Tab, board: str, kind: str) -> None:
    """The position is shown, a sentence says how much a board holds, and it goes on from there."""
    opened(page, board, SEVENS, v="0")
    page.goto("about:blank")
    page.goto(f"{board}#p={SEVENS.replace(' ', '+')}&{LONG[kind]}&l=en&v=0")
    page.wait_for_selector("#wrong:visible")
    assert page.inner_text("#wrong") == (
        f"That is more than the board holds: {MOST_ACTIONS} actions in a line of play, 3000 with all variations, and {MOST_DEALS} deals."
    )
    page.click("[data-action='A']")
    page.wait_for_selector(".laid")


@pytest.mark.turns(6)
@pytest.mark.parametrize(
    "said",
    [
        {"d": "-1"},
        {"d": "0.5"},
        {"d": "x"},
        {"n": "9999"},
        {"s": "9"},
        {"s": "4"},
        {"b": "77"},
        {"m": "nonsense"},
        {"t": "9", "m": "greedy"},
    ],
)
def test_a_link_that_says_nonsense_shows_the_position(page: Tab, board: str, said: dict[str, str]) -> None:
    """A place, a seat or a deal that there is not is left out or told to be none; the table is there all the same."""
    opened(page, board, SEVENS, **said)
    comes_to(page, str(aceten.parse_state(SEVENS)))


@pytest.mark.turns(3)
def test_lines_of_play_are_written_and_read_as_the_same(page: Tab, board: str) -> None:
    """Variations within variations come back as they were, every node in its place."""
    opened(page, board, LATE, v="0")
    for text in ("", "A", "A 7 (8 9) K", "A (T (X Y) 7) 8", "A (T) (9 7 (6 5) 4) K Q (J)"):
        again = page.evaluate(
            """async text => {
                const { all, readTree, written } = await import("./tree.mjs");
                const root = readTree(text);
                return [written(root), all(root).slice(1).map(({ action }) => action)];
            }""",
            text,
        )
        actions = text.replace("(", "").replace(")", "").split()
        assert again[0] == written_anew(text)
        assert sorted(again[1]) == sorted(actions)
        if "(" not in text:
            assert again[1] == actions


def written_anew(text: str) -> str:
    """Return lines of play as they are written: a variation stands behind what it takes the place of."""
    return {"A (T (X Y) 7) 8": "A (T 7) (X Y) 8"}.get(text, text)


def test_a_text_holds_so_many_positions(board: str) -> None:
    """More lines than a board has deals are refused in words, before they are read."""
    status, told, _ = asked(board, "/api/read", {"text": "\n".join([OTHER] * (MOST_DEALS + 1))})
    assert (status, told["error"]) == (422, f"{MOST_DEALS + 1} positions: the board holds {MOST_DEALS}")
    status, told, _ = asked(board, "/api/read", {"text": "\n".join([OTHER] * MOST_DEALS)})
    assert (status, len(told["deals"])) == (200, MOST_DEALS)
    assert len(json.dumps(told)) < 65_536
