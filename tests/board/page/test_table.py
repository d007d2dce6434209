"""The table alone, as one sits down at it: from the first question to the end of a match, by mouse, by key and by touch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import quote_plus

import pytest
from board.conftest import origin
from support.pages.board_tab import faults, opened
from support.patience import MILLISECONDS
from support.slices import in_turn, sliced

import aceten
from aceten import Seat
from aceten_board.courses import COURSES
from aceten_spec.loader import load_shipped, shipped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page as Tab

NAMES: Final = [f"{name}/{n}" for name in shipped() for n in load_shipped(name).parameters.players]
WIDTHS: Final = {390: 844, 768: 1024, 1280: 800}
WAYS: Final = {390: "touch", 768: "mouse", 1280: "key"}
"""How the page is used at each width."""
LATE: Final = "zsiros/2 hands=AhTs9c7d,KcQdJs8h talon=7hTd lead=0 points=30,20 tricks=9,2"
MARRIAGE: Final = "schnapsen/2 hands=KdQdJcThTd,AdKcKsQcQs talon=TcJdQhAhAcJs lead=0 taken=AsKhJhTs,- dealer=0"
NO_DOUBLE_TAP: Final = 500
"""How long whoever plays looks before a tap, in thousandths of a second: the table takes no second tap that follows on another at once."""
SIZE: Final = "() => { const { width, height } = document.querySelector('#table').getBoundingClientRect(); return [width, height]; }"
PLACES: Final = """() => {
    const { top } = document.querySelector('#table').getBoundingClientRect();
    const seen = ['.bottom .hand', '#trick', '#play-hint-now'];
    const [hand, trick, bar] = seen.map(each => document.querySelector(each).getBoundingClientRect());
    return [hand.bottom - top, trick.top - top, trick.bottom - top, bar.top - top].map(Math.round);
}"""
"""Where one's own hand, the trick and what helps are, from the top of the table."""


def use(page: Tab, way: str, selector: str) -> None:
    """Do what a button does."""
    if way == "mouse":
        page.click(selector)
    elif way == "touch":
        page.tap(selector)
    else:
        page.focus(selector)
        page.keyboard.press("Enter")


@pytest.fixture(params=in_turn([*WIDTHS], 3))
def width(request: pytest.FixtureRequest) -> int:
    """How wide the screen is, in every run another."""
    chosen: int = request.param
    return chosen


@pytest.fixture
def wide(tab: Tab, board: str, width: int) -> Iterator[Tab]:
    """A page of that width, in which nothing goes wrong unseen, and which is never wider than the screen."""
    browser = tab.context.browser
    assert browser is not None
    wrong: list[str] = []
    context = browser.new_context(
        viewport={"width": width, "height": WIDTHS[width]}, has_touch=WAYS[width] == "touch", reduced_motion="reduce"
    )
    page = context.new_page()
    page.set_default_timeout(MILLISECONDS)
    page.on("console", lambda message: wrong.append(message.text) if message.type in {"error", "warning"} else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: None if request.url.startswith(board) else wrong.append(request.url))
    yield page
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()
    assert wrong == []


def play_deal(page: Tab, way: str) -> set[tuple[float, float]]:
    """Play a deal at the table to its end, the first thing that may be done each time; returns the sizes that the table had.

    What one looks at and taps on stays where it is, whatever is said meanwhile.
    """
    sizes: set[tuple[float, float]] = set()
    places: set[tuple[int, ...]] = set()
    while True:
        page.wait_for_function(
            "() => document.querySelector('[data-action]') || document.querySelector('#play-score').textContent !== ''"
        )
        sizes.add(tuple(page.evaluate(SIZE)))
        choice = page.query_selector("[data-action]")
        if choice is None:
            assert len(places) == 1
            return sizes
        places.add(tuple(page.evaluate(PLACES)))
        before = page.url
        if way == "touch":
            page.wait_for_timeout(NO_DOUBLE_TAP)
        use(page, way, f"[data-action='{choice.get_attribute('data-action')}']")
        page.wait_for_function("before => location.href !== before", arg=before)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.turns(180)
def test_a_match_of_every_game_is_played(wide: Tab, board: str, width: int, name: str) -> None:
    """Whoever sits down plays deal after deal until the match is won; the table keeps its size, and at the end everybody's hand is seen."""
    page, way = wide, WAYS[width]
    page.goto(board)
    page.select_option("#begin-game", name)
    use(page, way, "[data-answer='play']")
    page.wait_for_function("() => location.hash.includes('y=1')")
    page.wait_for_selector("html[data-view='play']")
    assert page.eval_on_selector_all(".analyst", "all => all.filter(each => each.checkVisibility()).length") == 0
    sizes: set[tuple[float, float]] = set()
    for _ in range(sliced(1, whole=100)):
        sizes |= play_deal(page, way)
        page.wait_for_selector(".first")
        players = int(name.split("/")[1])
        assert len(page.query_selector_all(".first")) == players
        assert len(page.query_selector_all(".sheet tbody tr")) >= 2
        if not page.is_visible("#play-next"):
            break
        use(page, way, "#play-next")
        page.wait_for_function("() => !document.querySelector('.first')")
    assert len(sizes) == 1


@pytest.mark.turns(10)
def test_a_marriage_is_a_tap_on_its_king(wide: Tab, board: str, width: int) -> None:
    """On king and queen lies what the marriage counts, on the talon that it may be closed; a bid is stepped to before it is made."""
    page, way = wide, WAYS[width]
    opened(page, board, MARRIAGE, s="0", y="1", v="0")
    badges = page.eval_on_selector_all(".badge", "all => all.map(each => [each.dataset.action, each.textContent])")
    assert badges == [["meld:Kd", "20"], ["meld:Qd", "20"]]
    assert page.eval_on_selector("#talon [data-action]", "each => each.dataset.action") == "close"
    use(page, way, ".badge")
    page.wait_for_function("() => location.hash.includes('a=meld%3AKd')")
    auction = aceten.load("auction-sixty-six").deal(seed=1)
    bids = [str(action) for action in auction.legal if str(action).startswith("bid")]
    opened(page, board, str(auction), s=str(auction.turn), y="1", v="0")
    assert page.get_attribute(".stepper [data-action]", "data-action") == bids[0]
    use(page, way, ".stepper > :last-child")
    assert page.get_attribute(".stepper [data-action]", "data-action") == bids[1]
    use(page, way, ".stepper > :first-child")
    use(page, way, ".stepper [data-action]")
    page.wait_for_function("bid => location.hash.includes(bid)", arg=f"a={quote_plus(bids[0])}")


@pytest.mark.turns(6)
def test_nothing_of_an_analyst_while_one_plays(page: Tab, board: str) -> None:
    """In a match at the table no value is asked for or shown, and keys of an analyst do nothing until the deal is over."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[-1]))
    opened(page, board, LATE, s="0", m=",greedy", y="1")
    page.wait_for_selector("[data-action]")
    for key in "vabips":
        page.keyboard.press(key)
    assert not {"values", "review", "fair"} & {*asked}
    assert page.query_selector("[data-seat='1'] img") is None
    assert page.is_hidden("#play-review")
    play_deal(page, "mouse")
    page.click("#play-review")
    page.wait_for_selector("#judged .graph")
    if board == f"{origin(board)}/":  # the folder asks nobody
        assert {"values", "review"} <= {*asked}
    page.click("#play-resume")
    page.wait_for_selector("html[data-view='play']")


@pytest.mark.turns(6)
@pytest.mark.parametrize("game", COURSES)
def test_a_lesson_is_gone_through(wide: Tab, board: str, width: int, game: str) -> None:
    """A wrong card stays in the hand, the right one is played; after the last a deal begins in which everything is explained."""
    page, way = wide, WAYS[width]
    page.goto(board)
    page.select_option("#begin-game", game)
    use(page, way, "[data-answer='learn']")
    for place, step in enumerate(COURSES[game]):
        page.wait_for_function(
            "place => document.querySelector('#learn-place').textContent.startsWith(`${place} `)", arg=place + 1
        )
        if step.right:
            state = aceten.parse_state(step.position)
            page.wait_for_selector(f"[data-action='{step.right[0]}']")
            wrong = next(str(action) for action in state.legal if str(action) not in step.right)
            use(page, way, f"[data-action='{wrong}']")
            page.wait_for_function("() => document.querySelector('#learn-text').textContent.includes('Look again')")
            use(page, way, f"[data-action='{step.right[0]}']")
            page.wait_for_function("() => document.querySelector('#learn-text').textContent.startsWith('Right')")
        if step is not COURSES[game][-1]:
            use(page, way, "#learn-next")
    assert faults(page) == []
    use(page, way, "#learn-deal")
    page.wait_for_function("() => document.querySelector('#lesson').textContent !== ''")


@pytest.mark.turns(8)
def test_the_puzzle_of_the_day_is_the_same_for_all(page: Tab, board: str) -> None:
    """It follows from the date; only the first try at it counts, and what the browser keeps of it outlasts a reload."""
    positions: list[str] = []
    for _ in range(2):
        page.goto("about:blank")
        page.clock.set_fixed_time("2026-11-28T12:00:00Z")
        page.goto(board)
        page.click("[data-answer='puzzle']")
        page.wait_for_function("() => document.querySelector('#puzzle-task').textContent.includes('Only one')")
        positions.append(page.input_value("#position"))
    assert positions[0] == positions[1]
    actions = page.eval_on_selector_all("[data-action]", "all => all.map(each => each.dataset.action)")
    for action in actions:
        page.click(f"[data-action='{action}']")
        page.wait_for_function("() => document.querySelector('#puzzle-told').textContent !== ''")
        if page.query_selector("#puzzle-told.is-right"):
            break
    assert "of 1." in page.inner_text("#puzzle-progress")


@pytest.mark.turns(12)
def test_everyone_can_sit_down(page: Tab, board: str) -> None:
    """What axe tests holds for the first question, for a hand at the table, and for a deal that is over, by day and by night."""
    page.goto(board)
    page.wait_for_selector(".answer")
    assert faults(page, "light", "dark") == []
    opened(page, board, MARRIAGE, s="0", y="1", v="0")
    assert faults(page, "light", "dark") == []
    opened(page, board, LATE, a="Ah Kc 9c 8h 7d Js Ts Td 7h Qd", s="0", m=",greedy", y="1", v="0")
    page.wait_for_function(
        "() => document.querySelector('[data-action]') || document.querySelector('#play-score').textContent !== ''"
    )
    assert faults(page, "light", "dark") == []


@pytest.mark.turns(10)
def test_a_claim_that_would_lose_is_asked_about(wide: Tab, board: str, width: int) -> None:
    """What it costs is said, but nobody is counted for, and nothing is lost by the first tap; a right one is made at once."""
    page, way = wide, WAYS[width]
    wrong = aceten.load("schnapsen").deal(seed=1)
    opened(page, board, str(wrong), s=str(wrong.turn), y="1", v="0")
    before = page.url
    for answer in ("stay", "end"):
        use(page, way, "[data-action='claim']")
        page.wait_for_selector("#parting[open]")
        assert page.url == before
        said = page.inner_text("#parting")
        assert "not enough" in said
        lost = wrong.play(aceten.Claim()).result
        assert lost is not None
        assert lost.game_points is not None
        assert f"gives the others {max(lost.game_points)} game points." in said
        assert "has 0" not in said  # who plays has to count
        use(page, way, f"#parting-{answer}")
        page.wait_for_selector("#parting", state="hidden")
    page.wait_for_function("() => location.hash.includes('a=claim')")
    right = "schnapsen/2 hands=KdTd,QsQd lead=0 taken=AcAhAdKcKhQcQhJsJhJdTcTh,AsKsJcTs dealer=0 trump=s shown=-,Qs"
    opened(page, board, right, s="0", y="1", v="0")
    use(page, way, "[data-action='claim']")
    page.wait_for_function("() => location.hash.includes('a=claim')")
    assert page.is_hidden("#parting")


@pytest.mark.turns(30)
def test_whoever_sits_down_finds_the_lesson(wide: Tab, board: str, width: int) -> None:
    """Before one has done anything the game's own lesson is offered, and never where there is none, or in the middle of a match."""
    page, way = wide, WAYS[width]
    opened(page, board, LATE, s="0", m=",greedy", y="1", v="0")
    page.wait_for_selector("#learn-offer:visible")
    page.click("[data-action='Ah']")
    page.wait_for_selector("#learn-offer", state="hidden")
    opened(page, board, str(aceten.load("sueca").deal(seed=1)), s="0", m=",greedy,greedy,greedy", y="1", v="0")
    assert page.is_hidden("#learn-offer")
    opened(page, board, MARRIAGE, s="0", m=",greedy", y="1", v="0")
    use(page, way, "#learn-offer")
    page.wait_for_function("() => document.querySelector('#learn-place').textContent.startsWith('1 ')")
    first = aceten.parse_state(COURSES["schnapsen/2"][0].position)
    assert page.input_value("#position") == str(first.view(Seat(0)))
