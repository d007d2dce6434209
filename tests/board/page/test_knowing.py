"""What each action cost by what its player knew, beside what it cost with all cards open; and every review in another language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from support.pages.board_tab import faults, opened

import aceten
import aceten_solver
from aceten import Record, SeenRecord, State, UsageError
from aceten_board.bodies import AskedFair, AskedReview, Fair
from aceten_board.game_reviews import fair_judgements, judgements
from aceten_solver.reviews.fair_verdicts import FairVerdicts
from aceten_spec.speech import LANGUAGES, speaking

if TYPE_CHECKING:
    from playwright.sync_api import Page as Tab

LATE: Final = "zsiros/2 hands=AhTs9c7d,KcQdJs8h talon=7hTd lead=0 points=30,20 tricks=9,2"
DONE: Final = ("Ah", "Kc", "9c", "8h", "7d", "Td")
"""A leads an ace without knowing what B holds, and later a seven, into which B puts a ten."""


def states() -> tuple[State, ...]:
    """Return every state of the deal."""
    found = [aceten.parse_state(LATE)]
    for action in DONE:
        found.append(found[-1].play(action))
    return tuple(found)


def last(**asked: object) -> Fair:
    """Return the last answer about A."""
    *_, told = fair_judgements(AskedFair(**{"position": LATE, "actions": DONE, "seat": 0, **asked}), lambda: False)  # type: ignore[arg-type]
    return told


def rows(page: Tab) -> list[list[str]]:
    """Return what stands in the table, once no better one follows; a sign of a suit is read as its letter."""
    page.wait_for_selector("#fair table")
    page.wait_for_function("() => !document.querySelector('#fair .hint').textContent.includes('…')")
    found: list[list[str]] = page.eval_on_selector_all(
        "#fair tbody tr",
        """all => all.map(row => [...row.cells].map(cell => {
            for (const sign of cell.querySelectorAll('img')) sign.replaceWith(sign.alt);
            return cell.textContent;
        }))""",
    )
    return found


def told_in(told: Fair) -> list[list[str]]:
    """Return what has to stand in the table."""
    return [
        [str((step.number + 1) // 2), step.done, step.cost, step.open_cost, step.judgement, step.better]
        for step in told.steps
    ]


@pytest.mark.turns(6)
def test_costs_are_those_of_a_fair_review() -> None:
    """What is told of each action is what ``review_fairly`` finds; where only one player's cards are known, nothing of open cards."""
    for known in (True, False):
        record = Record(states()) if known else SeenRecord(tuple(state.view(0) for state in states()))
        judged = aceten_solver.review_fairly(record, 0)
        words = FairVerdicts(judged, known=known)
        told = last(known=known)
        assert told.settled
        assert [step.number for step in told.steps] == [entry.number for entry in judged.actions]
        assert len(told.steps) > 1
        assert [(step.cost, step.wrong) for step in told.steps] == [
            (words.cost(entry), words.wrong(entry)) for entry in judged.actions
        ]
        assert all((step.open_cost != "") == known for step in told.steps)
        assert told.told == words.told()
    with pytest.raises(UsageError, match="which player"):
        last(seat=None)
    with pytest.raises(UsageError, match="seat 5"):
        last(seat=5)
    with pytest.raises(UsageError, match="nothing"):
        last(actions=())


@pytest.mark.turns(14)
def test_a_line_is_judged_by_what_a_player_knew(page: Tab, board: str) -> None:
    """Whoever is chosen stands beside the open costs; a click goes to an action; another language asks all of it again."""
    opened(page, board, LATE, a=" ".join(DONE))
    page.keyboard.press("a")
    page.wait_for_selector("#judged .graph")
    assert page.query_selector("#fair table") is None
    page.keyboard.press("j")
    told = last()
    assert rows(page) == told_in(told)
    assert page.query_selector("#judged .graph") is not None
    assert told.told in page.inner_text("#fair")
    assert faults(page) == []
    page.click("#fair tbody button")
    page.wait_for_function(
        "line => document.querySelector('#position').value === line", arg=str(states()[told.steps[0].number])
    )
    page.click("#settings")
    for language in LANGUAGES[1:]:
        page.select_option("#language", language)
        with speaking(language):
            told = last()
            *_, openly = judgements(AskedReview(LATE, DONE), lambda: False)
        for words in (openly.told[0], told.caption):
            page.wait_for_function("words => document.querySelector('#review').textContent.includes(words)", arg=words)
        assert rows(page) == told_in(told)


@pytest.mark.turns(8)
def test_what_one_player_saw_is_judged_for_that_player(page: Tab, board: str) -> None:
    """Of such a record the open costs are not told, and nobody else can be chosen."""
    text = str(Record(states()).seen_by(0))
    opened(page, board, LATE)
    page.evaluate("async text => (await import('./opened_files.mjs')).openText(text)", text)
    page.wait_for_function("() => document.querySelectorAll('#knowing option').length === 2")
    assert page.is_disabled("#judge")
    page.select_option("#knowing", "0")
    told = last(known=False)
    assert rows(page) == [
        [str((step.number + 1) // 2), step.done, step.cost, step.judgement, step.better] for step in told.steps
    ]
    assert page.query_selector("#judged .graph") is None
