"""Notes to moves: seen, written, changed and saved with a record, and there again whichever way one comes back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from support.pages.board_tab import comes_to, faults, opened, unfolded

import aceten
from aceten import Annotations, Note, Record

if TYPE_CHECKING:
    from playwright.sync_api import Page as Tab

POSITION: Final = "zsiros/2 hands=AhTs,KcJs lead=0 points=40,20 tricks=8,6"
PLAYED: Final = ("Ts", "Js", "Ah", "Kc")
KEPT: Final = Annotations(
    comment="by the fire",
    players=("Anna", "Béla"),
    date="1912",
    place="Szeged",
    notes=(Note(1, "bold"), Note(2, "too late", "1:05")),
    ending="well played",
)


def record(kept: Annotations, *actions: str) -> str:
    """Return the record of a deal with what is kept beside it."""
    states = [aceten.parse_state(POSITION)]
    for action in actions:
        states.append(states[-1].play(action))
    return str(Record(tuple(states), kept))


def open_record(page: Tab, board: str, tmp_path: Path) -> None:
    """Open the record on the board."""
    opened(page, board, POSITION, v="0")
    (tmp_path / "deal.jsonl").write_text(record(KEPT, *PLAYED), encoding="utf-8")
    page.set_input_files("#file", tmp_path / "deal.jsonl")
    page.wait_for_selector("#course .noted")


def saved(page: Tab) -> str:
    """Return the record that the board saves."""
    unfolded(page)
    with page.expect_download() as download:
        page.click("#record")
    return Path(download.value.path()).read_text(encoding="utf-8")


def notes(page: Tab) -> list[str]:
    """Return the notes that stand in the course."""
    told: list[str] = page.eval_on_selector_all("#course .noted", "all => all.map((each) => each.innerText.trim())")
    return told


@pytest.mark.turns(4)
def test_notes_of_a_record_are_seen_changed_and_saved(page: Tab, board: str, tmp_path: Path) -> None:
    """They stand in the course; the one of the moment is changed beside it, by keys alone, and the record that is saved has all of them."""
    open_record(page, board, tmp_path)
    assert notes(page) == ["by the fire", "10: bold", "U: too late"]
    page.click("#course button:has-text('U')")
    comes_to(page, str(aceten.read_record(record(KEPT, *PLAYED)).states[2]))
    assert page.input_value("#note") == "too late"
    page.keyboard.press("Shift+T")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("in time, <b>after all</b>")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement === document.body")
    changed = (KEPT.notes[0], Note(2, "in time, <b>after all</b>", "1:05"))
    expected = record(Annotations(KEPT.comment, KEPT.players, KEPT.date, KEPT.place, changed, KEPT.ending), *PLAYED)
    assert saved(page) == expected
    address = page.url
    page.goto("about:blank")
    page.goto(address)  # also after a reload
    page.wait_for_selector("#course .noted")
    assert notes(page) == ["by the fire", "10: bold", "U: in time, <b>after all</b>"]
    assert saved(page) == expected
    assert faults(page, "light") == []


@pytest.mark.turns(8)
def test_a_note_belongs_to_its_line(page: Tab, board: str, tmp_path: Path) -> None:
    """What is noted in a variation is saved with that, and not with what was played; an ending goes with the end that it tells of."""
    open_record(page, board, tmp_path)
    page.keyboard.press("Home")
    comes_to(page, POSITION)
    page.click("[data-action='Ah']")
    comes_to(page, str(aceten.parse_state(POSITION).play("Ah")))
    assert page.input_value("#note") == ""
    page.fill("#note", "what if")
    assert "A: what if" in "\n".join(notes(page))
    own = Annotations(KEPT.comment, KEPT.players, KEPT.date, KEPT.place, (Note(1, "what if"),))
    assert saved(page) == record(own, "Ah")
    page.keyboard.press("ArrowUp")
    comes_to(page, str(aceten.parse_state(POSITION).play("Ts")))
    assert saved(page) == record(KEPT, *PLAYED)


@pytest.mark.turns(4)
def test_players_go_by_their_names(page: Tab, board: str, tmp_path: Path) -> None:
    """At the table, in what is told and in a review, also after a reload; what somebody did stands by its letter in the course."""
    open_record(page, board, tmp_path)
    page.keyboard.press("End")
    page.wait_for_function("() => document.querySelector('#told').innerText.includes('Béla')")
    assert page.inner_text("[data-seat='0'] h2").split()[:2] == ["A", "Anna"]
    page.reload()
    page.wait_for_selector(".player")
    page.keyboard.press("a")
    page.wait_for_selector("#judged table")
    assert page.inner_text("#judged table tbody").split()[0] == "Anna"
    assert [each.split()[0] for each in page.locator("#course .who").all_inner_texts()] == ["A", "B", "A", "B"]


@pytest.mark.turns(4)
@pytest.mark.parametrize(
    "said",
    [
        {"c": "0.7.no text"},
        {"c": "9.1. here"},
        {"k": "{"},
        {"k": '[5,{"players":{"a":1},"date":[]}]'},
        {"k": '[null,"x"]'},
    ],
)
def test_a_link_with_odd_notes_shows_the_position(page: Tab, board: str, said: dict[str, str]) -> None:
    """What an address says of notes and names that the board cannot make out counts as left out."""
    opened(page, board, POSITION, v="0", **said)
    comes_to(page, POSITION)
    assert notes(page) == []
    assert page.inner_text("[data-seat='0'] h2").split()[0] == "A"
