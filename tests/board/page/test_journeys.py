"""Longer journeys on the board: set up by clicking, analyse with variations, review a match, keep and share it."""

from __future__ import annotations

import base64
import html
import itertools
import random
import re
import struct
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal
from urllib.parse import parse_qs

import pytest
from support.pages.board_tab import comes_to, faults, opened, settled, shown, solved, unfolded
from support.patience import MILLISECONDS
from support.slices import sliced

import aceten
import aceten_board
import aceten_solver
from aceten import State
from aceten_solver.answers.value_labels import label, measured

if TYPE_CHECKING:
    from playwright.sync_api import Page as Tab


POSITION: Final = "zsiros/4 hands=AhAsQc7d,TcTs9h7s,KcKd8h7c,AdQdJs7h lead=0 points=20,10 tricks=2,2"
LATE: Final = "zsiros/2 hands=AhTs9c7d,KcQdJs8h talon=7hTd lead=0 points=30,20 tricks=9,2"
PAGE: Final = Path(aceten_board.__file__).with_name("page")
MOST_OF_THE_PAGE: Final = 155_000
"""So many bytes the page's own code has at most."""


def play_out(state: State, seed: int) -> State:
    """Play a deal to its end, somehow."""
    chosen = random.Random(seed)
    while state.turn is not None:
        state = state.play(chosen.choice(state.legal))
    return state


def record_of_a_match() -> str:
    """Return the record of a match of two deals, the second of which goes on."""
    game = aceten.load("zsiros", players=2)
    begun = aceten.start_match(game, dealer=0)
    first = game.deal(seed=11, dealer=0)
    over = play_out(first, 1)
    second = game.deal(seed=12, dealer=begun.finish(over).dealer)
    return aceten.record_of_match(begun, [(first, over), (second, play_out(second, 2))])


def course(page: Tab) -> str:
    """Return the lines of play that stand beside the table, variations in their rows."""
    return page.inner_text("#course")


@pytest.mark.turns(36)
def test_a_position_is_set_up_by_clicking(page: Tab, board: str) -> None:
    """A game is chosen, cards are clicked into hands, what is wrong names its field; and the values are those of ``solve``."""
    opened(page, board, POSITION)
    page.keyboard.press("e")
    page.select_option("[data-key='game']", "zsiros/2")
    page.wait_for_selector("[data-pile='hands.1']")
    page.click("#editor-pack [data-card='Ah']")
    page.wait_for_selector("[data-key='hands'].blamed")  # and nobody else has a card
    page.click("#editor-piles [data-card='Ah']")
    for pile, cards in (("hands.0", "Ah Kd 9c 8c"), ("hands.1", "Ts 7c Jd Qs"), ("talon", "8h 9h")):
        page.click(f"[data-pile='{pile}']")
        for card in cards.split():
            page.click(f"#editor-pack [data-card='{card}']")
    page.click("#editor-piles [data-card='9h']")  # and back again
    page.wait_for_selector("[data-key='talon'].blamed")  # one card cannot be dealt to two
    assert "talon" in page.inner_text("#editor-wrong")
    page.click("#editor-pack [data-card='9h']")
    page.wait_for_selector("#editor-go:enabled")
    assert page.query_selector(".blamed") is None
    page.click("#editor-go")
    page.wait_for_selector("#editor", state="hidden")
    state = aceten.parse_state("zsiros/2 hands=AhKd9c8c,Ts7cJdQs talon=8h9h lead=0")
    comes_to(page, str(state))
    assert shown(page) == solved(aceten_solver.solve(state), 0)


@pytest.mark.turns(6)
def test_a_game_is_dealt_by_seed_and_by_number(page: Tab, board: str) -> None:
    """A seed and a number deal what they deal everywhere, with what was agreed on."""
    opened(page, board, POSITION)
    game = aceten.load("zsiros", players=2, tie="draw")
    for field, value, state in (("seed", 7, game.deal(seed=7)), ("number", 10**20, game.deal(number=10**20))):
        page.click("#edit")
        before = page.wait_for_selector("#editor-piles")
        assert before is not None
        page.select_option("[data-key='game']", "zsiros/2")
        before.wait_for_element_state("hidden")  # the fields of the game take its place
        page.click("#editor details >> nth=0")
        page.select_option("[data-key='tie']", "draw")
        page.fill(f"#editor-{field}", str(value))
        page.click("#editor-deal")
        page.wait_for_function("line => document.querySelector('#editor-line').textContent === line", arg=str(state))
        page.click("#editor-go")
        comes_to(page, str(state))


@pytest.mark.turns(9)
def test_variations_grow_and_a_link_brings_them_back(page: Tab, board: str) -> None:
    """What is played after going back is a variation; it is promoted, deleted, gone along by keys, and kept by the link."""
    opened(page, board, POSITION)
    shown(page)
    page.click("[data-action='Ah']")
    page.click("[data-action='9h']")
    page.keyboard.press("u")
    page.click("[data-action='Ts']")
    page.click("[data-action='7c']")
    state = aceten.parse_state(POSITION).play("Ah").play("Ts").play("7c")
    comes_to(page, str(state))
    assert shown(page) == solved(aceten_solver.solve(state), 1)
    assert "a=Ah+9h+%28Ts+7c%29&" in page.url
    assert page.inner_text(".variation").split() == ["B10", "C7"]
    page.click("#promote")
    page.wait_for_function("() => location.hash.includes('a=Ah+Ts+%289h%29+7c')")
    kept, seen = page.url, course(page)
    page.keyboard.press("Home")
    comes_to(page, POSITION.replace("AhAs", "AsAh"))
    page.keyboard.press("End")
    comes_to(page, str(state))
    page.goto("about:blank")
    page.goto(kept)
    comes_to(page, str(state))
    assert course(page) == seen
    page.keyboard.press("u")
    page.keyboard.press("ArrowDown")
    other = aceten.parse_state(POSITION).play("Ah").play("9h")
    comes_to(page, str(other))
    page.keyboard.press("x")
    page.wait_for_function("() => !location.hash.includes('9h%29')")
    assert page.query_selector(".variation") is None


@pytest.mark.turns(28)
def test_a_link_with_a_line_that_is_not_allowed_shows_the_position(page: Tab, board: str) -> None:
    """What is wrong is said with its clause, and the board stands where the line begins."""
    opened(page, board, LATE, a="Ah 7s")
    comes_to(page, LATE)
    assert "ZS-PLAY-2" in page.inner_text("#wrong")


@pytest.mark.turns(8)
def test_best_play_is_shown_and_gone_along(page: Tab, board: str) -> None:
    """The line of best play is ``solve``'s; a click on an action of it goes there, and it stands among the lines of play."""
    opened(page, board, LATE)
    shown(page)
    solution = aceten_solver.solve(aceten.parse_state(LATE))
    best = page.query_selector_all("#best-line button")
    assert len(best) == len(solution.line)
    best[2].click()
    state = aceten.parse_state(LATE)
    for action in solution.line[:3]:
        state = state.play(action)
    comes_to(page, str(state))
    assert len(page.query_selector_all("#course button")) == len(solution.line) + 1
    shown(page)
    page.keyboard.press("i")
    page.wait_for_function("line => document.querySelector('#position').value !== line", arg=str(state))


@pytest.mark.skipif(aceten_solver.backend != "native", reason="the search in Python takes minutes for whole deals")
@pytest.mark.turns(12)
def test_a_match_is_opened_and_reviewed_deal_by_deal(page: Tab, board: str) -> None:
    """Values, mistakes and totals are those of ``review``; clicks on the graph and keys step along it, and the link keeps the match."""
    text = record_of_a_match()
    reviews = aceten_solver.review_all(aceten.read_match(text).deals)
    opened(page, board, POSITION)
    page.set_input_files("#file", files={"name": "match.jsonl", "mimeType": "", "buffer": text.encode()})
    page.wait_for_selector("#deals button >> nth=1")
    page.wait_for_function("() => document.querySelector('#deals').textContent.includes('dealt by B')")
    page.keyboard.press("v")
    page.keyboard.press("a")
    settled(page)
    page.wait_for_function("() => !document.querySelector('#judged').textContent.includes('…')")
    for number, review in enumerate(reviews):
        if number:
            page.keyboard.press("]")
            comes_to(page, str(review.position))
        wrong = [entry for entry in review.actions if entry.mistake]
        told = page.eval_on_selector_all(".faults button:not(.again)", "all => all.map(each => each.textContent)")
        tricks = [1 + sum(entry.position.tricks or ()) for entry in wrong]
        assert [each.partition(".")[0] for each in told] == [*map(str, tricks)]
        assert len(page.query_selector_all(".graph .fault")) == len(wrong)
        before = review.actions[0].before
        assert before is not None
        values = {measured(before, review.objective, 0)}
        values |= {measured(entry.after, review.objective, 0) for entry in review.actions if entry.after is not None}
        drawn = set(
            page.eval_on_selector_all(".graph text[text-anchor=end]", "all => all.map(each => each.textContent)")
        )
        assert drawn == {label(value, review.objective) for value in values}
        rows = page.eval_on_selector_all(
            ".parts table >> nth=0 >> tbody tr",
            "all => all.map(each => [...each.cells].slice(0, 2).map(cell => cell.textContent))",
        )
        assert rows == [[name, str(sum(entry.seat == seat for entry in wrong))] for seat, name in enumerate("AB")]
        for key, entry in ((".", wrong[0]), (".", wrong[1]), (",", wrong[0])):
            page.keyboard.press(key)
            comes_to(page, str(entry.position.play(entry.action)))
        page.click(".graph", position={"x": 48, "y": 30})
        comes_to(page, str(review.position))
    kept = page.url
    page.goto("about:blank")
    page.goto(kept)
    page.wait_for_selector("#deals button >> nth=1")
    comes_to(page, str(reviews[1].position))
    page.keyboard.press("p")  # what the record has next
    first = reviews[1].actions[0]
    comes_to(page, str(first.position.play(first.action)))


@pytest.mark.turns(8)
def test_what_a_seat_saw_is_opened_with_its_eyes(page: Tab, board: str) -> None:
    """A record of what one seat saw shows that seat's view at every moment, and nobody else's cards can be looked at."""
    start = aceten.parse_state(LATE)
    states = [start, start.play("Ah")]
    states.append(states[-1].play("Kc"))
    seen = aceten.Record(tuple(states)).seen_by(0)
    opened(page, board, POSITION)
    page.evaluate(
        "text => { const data = new DataTransfer(); data.setData('text', text);"
        " document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })); }",
        str(seen),
    )
    for number, state in enumerate(states):
        if number:
            page.keyboard.press("ArrowRight")
        comes_to(page, str(state.view(0)))
    assert page.eval_on_selector_all("#seat option", "all => all.map(each => each.value)") == ["0"]


@pytest.mark.turns(6)
def test_records_and_pictures_are_kept(page: Tab, board: str) -> None:
    """The record that is saved replays to what is on the table, with a seat's eyes to what that saw; the picture is an SVG of it."""
    opened(page, board, LATE, a="Ah Kc 9c 8h")
    state = aceten.parse_state(LATE).play("Ah").play("Kc").play("9c").play("8h")
    comes_to(page, str(state))
    for seat in (None, 1):
        if seat is not None:
            page.select_option("#seat", str(seat))
            comes_to(page, str(state.view(seat)))
        with page.expect_download() as found:
            page.keyboard.press("k")
        text = Path(found.value.path()).read_text(encoding="utf-8")
        if seat is None:
            assert aceten.read_record(text).state == state
        else:
            assert str(aceten.read_seen_record(text).view) == str(state.view(seat))
    unfolded(page)
    with page.expect_download() as found:
        page.click("#picture")
    assert found.value.suggested_filename == "zsiros-2.svg"
    assert Path(found.value.path()).read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.turns(6)
def test_a_picture_in_dots_and_one_for_another_page(page: Tab, board: str) -> None:
    """The PNG is twice as fine as the SVG; what is copied for another page is that SVG, with the position in words, and leads back here."""
    opened(page, board, LATE)
    shown(page)
    with page.expect_download() as found:
        page.keyboard.press("g")
    svg = Path(found.value.path()).read_text(encoding="utf-8")
    unfolded(page)
    with page.expect_download() as found:
        page.click("#png")
    assert found.value.suggested_filename == "zsiros-2.png"
    png = Path(found.value.path()).read_bytes()
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    sizes = [int(size) for size in re.findall(r'(?:width|height)="(\d+)"', svg)[:2]]
    assert struct.unpack(">2I", png[16:24]) == tuple(2 * size for size in sizes)
    page.evaluate("() => Object.defineProperty(navigator, 'clipboard', { value: undefined })")  # then it is shown
    page.click("#embed")
    page.wait_for_selector("#kept code")
    embedded = re.fullmatch(
        r'<a href=.([^"]*)"><img src="data:image/svg\+xml;base64,([^"]*)" alt="([^"]*)"></a>', page.inner_text("#kept")
    )
    assert embedded
    assert base64.b64decode(embedded[2]).decode() == svg
    assert (html.unescape(embedded[1]), embedded[3]) == (page.url, page.input_value("#position"))


@pytest.mark.turns(6)
def test_a_link_to_a_puzzle_has_no_answer(page: Tab, board: str) -> None:
    """Also after it is solved and played on, what is copied is the puzzle alone."""
    puzzle = (
        "zsiros/4 hands=Jc8h,Ad9s,Kc9h,AcQd lead=1 taken=-,AsAhKsKhKdQcQsQhJsJhJdTcTsThTd9c9d8c8s8d7c7s7h7d dealer=0"
    )
    opened(page, board, puzzle, z="1")
    page.evaluate("() => Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.wait_for_function("() => document.querySelector('#puzzle-task').textContent.includes('Only one')")
    page.click("[data-action='Ad']")
    page.wait_for_function("() => !location.hash.includes('z=1')")
    page.click("[data-action='Ad']")
    page.wait_for_function("() => location.hash.includes('a=Ad')")
    page.keyboard.press("l")
    page.wait_for_selector("#kept code")
    said = parse_qs(page.inner_text("#kept").partition("#")[2])
    assert said == {"p": [puzzle], "l": ["en"], "z": ["1"]}


@pytest.mark.turns(9)
def test_the_table_is_turned_and_cards_have_other_faces(page: Tab, board: str) -> None:
    """Any seat sits at the bottom; faces and names are French or German; the address keeps both."""
    opened(page, board, POSITION)
    page.select_option("#bottom", "2")
    page.wait_for_selector(".bottom [data-seat='2']")
    assert page.get_attribute("[data-action='Qc']", "aria-label", strict=True) is not None
    page.click("#settings")
    page.select_option("#faces", "french")
    page.wait_for_function("() => document.querySelector('[data-action=Qc]').ariaLabel.includes('queen of clubs')")
    page.reload()
    page.wait_for_selector(".bottom [data-seat='2']")
    page.wait_for_function("() => document.querySelector('[data-action=Qc]').ariaLabel.includes('queen of clubs')")
    assert page.query_selector("img[src*='german']") is None


@pytest.mark.turns(18)
def test_a_card_stays_under_the_pointer(page: Tab, board: str) -> None:
    """A card that is pointed at near its edge is lifted, and does not leave the pointer."""
    opened(page, board, POSITION, v="0")
    page.wait_for_selector("[data-action='7d']")
    before = page.eval_on_selector("[data-action='7d']", "each => each.getBoundingClientRect().y")
    height = page.eval_on_selector("[data-action='7d']", "each => each.getBoundingClientRect().height")
    page.hover("[data-action='7d']", position={"x": 20, "y": height - 2})
    assert page.eval_on_selector("[data-action='7d'] img", "each => getComputedStyle(each).transform") != "none"
    assert page.eval_on_selector("[data-action='7d']", "each => each.getBoundingClientRect().y") == before


@pytest.mark.turns(24)
def test_a_trick_is_seen_before_it_is_collected(board: str, tab: Tab) -> None:
    """Where things may move, a trick that is over lies for a moment, and goes; where they may not, it is gone at once."""
    browser = tab.context.browser
    assert browser is not None
    page = browser.new_page()
    page.set_default_timeout(MILLISECONDS)
    line = "zsiros/2 hands=Ah7d,KcQd lead=0 points=40,20"
    for motion, lying in (("no-preference", 2), ("reduce", 0)):
        page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
        opened(page, board, line, a="Ah", v="0")
        page.keyboard.press("Tab")
        page.click("[data-action='Kc']")
        page.wait_for_selector("[data-action='7d']")
        assert len(page.query_selector_all("#trick .laid")) == lying
        page.wait_for_function("() => !document.querySelector('#trick .laid')")
    page.close()


@pytest.mark.turns(6)
def test_a_deal_is_played_analysed_and_reviewed_by_touch(board: str, tab: Tab) -> None:
    """On a telephone, with all cards open: taps play the best to the end, go back into a variation, and review the line."""
    browser = tab.context.browser
    assert browser is not None
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    page = context.new_page()
    page.set_default_timeout(MILLISECONDS)
    opened(page, board, LATE)
    state = aceten.parse_state(LATE)
    while state.turn is not None:
        solution = aceten_solver.solve(state)
        assert shown(page) == solved(solution, 0 if state.turn in solution.sides[0] else 1)
        action = solution.best[-1] if len(state.log) % 2 else solution.actions[-1].action
        page.tap(f"[data-action='{action}']")
        state = state.play(action)
        comes_to(page, str(state))
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.tap("#judge")
    settled(page)
    review = aceten_solver.review(aceten.read_record(aceten.record_of(aceten.parse_state(LATE), state)))
    told = page.eval_on_selector_all(
        ".faults button:not(.again)", "all => all.map(each => each.textContent.split('.')[0])"
    )
    over = [len(entry.position.log) - len(entry.position.trick) for entry in review.actions if entry.mistake]
    assert told == [str(1 + cards // 2) for cards in over]  # in which trick, as two cards are one
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()


@pytest.mark.turns(18)
@pytest.mark.parametrize("scheme", sliced(["light"], whole=["light", "dark"]))
def test_everyone_can_set_up_and_review(page: Tab, board: str, scheme: Literal["light", "dark"]) -> None:
    """What axe tests holds for setting up, for a match that is reviewed, and for variations, on wide and on narrow screens."""
    page.emulate_media(color_scheme=scheme)
    for width in (1280, 320):
        page.set_viewport_size({"width": width, "height": 800})
        opened(page, board, LATE, a="Ah Kc (Qd 9c) 9c 8h 7d Js Ts Td")
        page.click("#judge")
        settled(page)
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.keyboard.press("e")
        page.wait_for_selector("#editor-pack .card")
        for closed in page.query_selector_all("#editor summary"):
            closed.click()
        page.click("#editor-clear")
        page.click("#editor-pack .card")
        page.wait_for_selector(".blamed")
        assert faults(page) == []
        assert page.evaluate(
            "document.querySelector('#editor').scrollWidth <= document.querySelector('#editor').clientWidth"
        )


@pytest.mark.turns(6)
def test_every_function_has_a_key_that_is_listed(page: Tab, board: str) -> None:
    """Every button that stands on the page has a key, no key does two things, and ``?`` lists them all."""
    opened(page, board, POSITION)
    page.keyboard.press("?")
    keys: list[str] = page.eval_on_selector_all("#keys kbd", "all => all.map(each => each.textContent)")
    told: list[str] = page.eval_on_selector_all("#keys dd", "all => all.map(each => each.textContent)")
    assert len(keys) == len(set(keys))
    buttons: list[str] = page.eval_on_selector_all(
        "header nav button, #keep button, #aside button[id], #judge",
        "all => all.filter(each => each.offsetParent).map(each => each.ariaLabel || each.textContent)",
    )
    assert set(buttons) <= set(told)


def test_the_page_is_small() -> None:
    """The page's own code stays small, and nothing in it is from elsewhere."""
    files = [file for file in PAGE.rglob("*") if file.is_file()]
    assert sum(file.stat().st_size for file in files) < MOST_OF_THE_PAGE
    for file in files:
        assert "http://" not in file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", ""), file


def test_one_module_asks_the_server() -> None:
    """Whatever answers the page, it is asked by ``server.mjs`` alone: nothing else fetches, connects, or says where pictures are."""
    asking = re.compile(
        r"\b(fetch|XMLHttpRequest|EventSource|WebSocket|sendBeacon|Worker)\b\(|[`\"'](api|cards|suits)/"
    )
    found = {file.name for file in PAGE.rglob("*.mjs") if asking.search(file.read_text(encoding="utf-8"))}
    assert found == {"server.mjs"}


@pytest.mark.turns(8)
def test_the_moment_at_which_a_deal_was_last_winnable_is_told(page: Tab, board: str) -> None:
    """It is the one that ``review`` finds, and a click on it goes there."""
    start = aceten.parse_state(LATE)  # the end of a deal, as the search in Python takes minutes for a whole one
    for seed in range(20):
        end = play_out(start, seed)
        review = aceten_solver.review(aceten.read_record(aceten.record_of(start, end)))
        chance = next((verdict.win for verdict in review.verdicts if verdict.win is not None), None)
        if chance is not None:
            break
    else:
        pytest.fail("no deal that could still have been won")
    opened(page, board, str(start), a=" ".join(str(action) for _, action in end.log), v="0")
    page.click("#judge")
    settled(page)
    line = [action for _, action in end.log]
    states = list(itertools.accumulate(line, lambda state, action: state.play(action), initial=start))
    trick = 1 + sum(not state.trick for state in states[1 : chance.number])
    assert f"could still have won the deal at trick {trick}," in page.inner_text(".chances")
    page.click(".chances button:has-text('could still have won')")
    comes_to(page, str(chance.position))
