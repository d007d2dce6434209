"""``aceten play`` on a terminal: what the table shows, what is typed there, and how it is left."""

import asyncio
import html
import os
import re
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

import pytest
from support.checkout import TESTS
from support.patience import PATIENCE
from support.processes.interrupts import hearing_ctrl_c
from textual.events import Key
from textual.pilot import Pilot

import aceten
from aceten import Action, Card, Play, State, UsageError, View
from aceten_cli.play.faces import Face
from aceten_cli.play.replay import Recorder
from aceten_cli.play.resumed_matches import Begun, from_word
from aceten_cli.play.session import Session
from aceten_cli.play.table_drawing import card_chosen
from aceten_cli.play.table_moments import moment_of
from aceten_cli.play.table_screen import TableApp
from aceten_solver.hidden.machine_player import Machine

CELL: Final = 12.2
"""How wide a character is on a picture of the screen."""
TEXT: Final = re.compile(r'<text [^>]*?\bx="([\d.]+)" y="([\d.]+)"[^>]*clip-path[^>]*>(.*?)</text>')


class Table:
    """A match at a table, recorded."""

    def __init__(self, record: Path, machine: Machine, start: str | Begun, *, calls: bool = False) -> None:
        """Take up a position, or a match."""
        self._record = record
        begun = from_word(start, None) if isinstance(start, str) else start
        recorder = Recorder(record)

        def match(face: Face) -> int:
            people = frozenset([aceten.Seat(0)])
            return Session(begun, people, machine, recorder, face, calls=calls, rulebook=None).run()

        self.app = TableApp(match)

    @property
    def state(self) -> State:
        """What the record has come to."""
        return aceten.read_record(self._record.read_text(encoding="utf-8")).state

    @property
    def screen(self) -> list[str]:
        """The lines that are to be seen."""
        rows: dict[float, str] = {}
        for x, y, text in TEXT.findall(self.app.export_screenshot()):
            shown = html.unescape(text).replace("\xa0", " ")
            rows[float(y)] = rows.get(float(y), "").ljust(round(float(x) / CELL)) + shown
        return [rows[y].rstrip() for y in sorted(rows)]

    async def until(self, shown: str) -> str:
        """Wait until something is to be seen, and return all of it."""
        await self.wait(lambda: shown in "\n".join(self.screen))
        return "\n".join(self.screen)

    async def wait(self, met: Callable[[], bool]) -> None:
        """Wait until a condition is met."""
        deadline = time.monotonic() + PATIENCE
        while not met():
            if time.monotonic() > deadline:
                raise AssertionError("\n".join(self.screen))
            await asyncio.sleep(0.02)

    def run(self, person: Callable[[Pilot[int]], Awaitable[None]], size: tuple[int, int] = (80, 24)) -> int | None:
        """Let a person sit there, and return how it ended."""

        async def sit() -> None:
            async with asyncio.timeout(3 * PATIENCE), self.app.run_test(size=size) as pilot:
                await person(pilot)
                await self.wait(lambda: self.app.return_value is not None)

        # In a thread, as a browser that looks at the site may have a loop running in this one.
        with ThreadPoolExecutor(1) as threads:
            threads.submit(asyncio.run, sit()).result()
        return self.app.return_value


def fresh(game: str, *, dealer: int) -> Begun:
    """Return a match before its first deal."""
    name, _, players = game.partition("/")
    return Begun(aceten.start_match(aceten.load(name, players=int(players)), dealer=dealer), ())


async def typed(pilot: Pilot[int], text: str) -> None:
    """Type a line."""
    await pilot.press(*("space" if key == " " else key for key in text), "enter")


GUIDE: Final = TESTS / "golden" / "table.txt"


def test_the_guide_shows_the_table(tmp_path: Path) -> None:
    """What the guide to playing shows is what is to be seen."""
    start = "zsiros/4 hands=AhAcOd7s,ThTc9d7h,KcKd8s7c,AsOhUd7d points=10,20 tricks=2,2"
    table = Table(tmp_path / "deal.jsonl", Machine(seed=7), start)

    async def look(pilot: Pilot[int]) -> None:
        await table.until("A>")
        lines = "\n".join(table.screen)
        await typed(pilot, "quit")
        assert re.sub(r"\n\n+", "\n", lines).strip() == GUIDE.read_text(encoding="utf-8").strip()

    table.run(look, size=(60, 24))


class Slow(Machine, frozen=True, kw_only=True):
    """A machine that thinks until it is told to play its first action."""

    thinks: threading.Event
    may_play: threading.Event

    def choose(self, view: View) -> Action:
        """Wait."""
        self.thinks.set()
        self.may_play.wait(PATIENCE)
        return view.legal[0]


def slow() -> Slow:
    """Return one."""
    return Slow(seed=1, samples=2, thinks=threading.Event(), may_play=threading.Event())


@pytest.mark.turns(72)
@pytest.mark.parametrize(
    ("game", "size"),
    [("zsiros/4", (80, 24)), ("sixty-six/2", (80, 24)), ("hola/6", (60, 24)), ("einwerfen/4", (60, 24))],
)
def test_everything_is_seen_and_nothing_that_is_hidden(tmp_path: Path, game: str, size: tuple[int, int]) -> None:
    """At every prompt of a deal there are the own cards below their numbers, the trick and the score; numbers play cards."""
    table = Table(tmp_path / "deal.jsonl", Machine(seed=7, samples=1), fresh(game, dealer=1))
    checked: list[int] = []

    async def play(pilot: Pilot[int]) -> None:
        while len(checked) < 3:
            await table.wait(lambda: table.app.asked)
            await pilot.pause()
            state, screen = table.state, table.screen
            assert state.turn == 0, screen
            assert re.match(r"A( \(.*\))?>", screen[-1])
            check(state, screen, size)
            choices = [number for number, card in enumerate(held(state), start=1) if Play(card) in state.legal]
            await typed(pilot, f"{choices[-1]}." if choices else str(state.legal[0]))
            await table.wait(partial(has_gone_on, table, state))
            if not choices:
                continue
            checked.append(choices[-1])
            assert table.state.log[len(state.log)] == (0, Play(held(state)[choices[-1] - 1]))
        await pilot.press("ctrl+d")

    assert table.run(play, size) == 0
    assert len(checked) == 3


def held(state: State) -> tuple[Card, ...]:
    """Return the cards of the person, as he holds them."""
    return state.game.held(state.hands[0])


def has_gone_on(table: Table, state: State) -> bool:
    """Whether something has been done since."""
    return table.state != state


def check(state: State, screen: list[str], size: tuple[int, int]) -> None:
    """Compare a screen with what is to be seen."""
    text, view = "\n".join(screen), state.view(0)
    above = next(place for place, line in enumerate(screen) if re.search(r"│ +1( +\d)* +│$", line))
    numbers, cards = (re.finditer(r"\w+", screen[row]) for row in (above, above + 1))
    shown = {found.start(): found[0] for found in cards}
    assert [(found[0], shown[found.start()]) for found in numbers] == [
        (str(number), str(card)) for number, card in enumerate(held(state), start=1)
    ]
    for card in view.trick:
        assert str(card) in text
    assert len(screen) <= size[1]
    assert max(map(len, screen)) <= size[0]
    assert "Match: A" in text
    assert re.search(r"^(Points: A.* in|Taken: A)", text, flags=re.MULTILINE) is not None
    assert "deal 1, dealt by B. Match: " in screen[0]
    known = {*view.hand, *view.trick, *view.known_talon, *(card for pile in view.taken for card in pile)}
    known |= {card for cards in view.known for card in cards}
    for hidden in set(state.game.pack.cards) - known:
        assert re.search(rf"(?<!\w){hidden}(?!\w)", text) is None, (hidden, text)


@pytest.mark.turns(4)
def test_what_is_typed_while_the_machine_thinks_is_kept(tmp_path: Path) -> None:
    """Keys stay in the line, and a whole line is answered once something is asked; its number means the card that had it then."""
    machine = slow()
    table = Table(tmp_path / "deal.jsonl", machine, fresh("zsiros/2", dealer=0))

    async def play(pilot: Pilot[int]) -> None:
        await table.until("the machine is thinking")
        await typed(pilot, "2")
        await pilot.press("l", "e", "g")
        assert "2: kept until you are asked" in "\n".join(table.screen)
        assert table.screen[-1] == "the machine is thinking ... leg"
        second = held(table.state)[1]
        machine.may_play.set()
        await table.until("Last trick: B")
        assert table.state.log[1] == (0, Play(second))
        await pilot.pause()
        assert table.screen[-1].endswith(" leg")
        await pilot.press("ctrl+d")

    assert table.run(play) == 0


@pytest.mark.turns(6)
@pytest.mark.parametrize(("key", "status"), [("ctrl+c", 130), ("ctrl+d", 0)])
def test_a_thought_is_left_at_once(tmp_path: Path, key: str, status: int) -> None:
    """Ctrl-C and Ctrl-D do not wait for the machine, and the deal is recorded as far as it has come."""
    machine = slow()
    table = Table(tmp_path / "deal.jsonl", machine, "zsiros/2 hands=A9hTs7d,KcQdJs8h lead=0 talon=7cAs")

    async def play(pilot: Pilot[int]) -> None:
        await table.until("A>")
        await typed(pilot, "ts")
        await table.until("the machine is thinking")
        await pilot.press(key)

    assert table.run(play) == status
    assert str(table.state.log[-1][1]) == "Ts"


def test_what_went_wrong_is_told_after_the_table_is_gone(tmp_path: Path) -> None:
    """A match that cannot be played ends the table, and the reason is there for the program to tell."""
    table = Table(tmp_path / "missing" / "deal.jsonl", Machine(seed=1), fresh("zsiros/2", dealer=0))

    async def wait(_: Pilot[int]) -> None:
        """Do nothing."""

    table.run(wait)
    assert "missing" in str(table.app.failed)


@pytest.mark.turns(9)
def test_the_past_is_looked_at_with_keys(tmp_path: Path) -> None:
    """PageUp and PageDown look back and forward, and Enter returns."""
    table = Table(tmp_path / "deal.jsonl", Machine(seed=1, samples=1), "zsiros/2 hands=AhTs,KcQd lead=0")

    async def play(pilot: Pilot[int]) -> None:
        await table.until("A>")
        await typed(pilot, "ah")
        await table.until("Last trick: A Ah, B")
        await pilot.press("pageup")
        await table.until("looking back, action 1 of 2")
        await pilot.press("pageup")
        assert "Ah Ts" in await table.until("looking back, the beginning, 2 actions ago")
        await pilot.press("pagedown")
        await table.until("looking back, action 1 of 2")
        await pilot.press("enter")
        await table.until("Last trick: A Ah, B")
        await typed(pilot, "?")
        await table.until("back to the table")
        await pilot.press("enter")
        await table.until("Last trick: A Ah, B")
        await pilot.press("ctrl+d")

    assert table.run(play) == 0


def test_a_number_that_is_a_rank_too_is_asked_about() -> None:
    """A number means the card below it, unless another card in hand has that rank; a point after it settles it."""
    state = aceten.parse("ristiklappi/2 hands=KhQs9c3d2h,AhJhTh8h7h lead=0")
    moment = moment_of(aceten.start_match(aceten.load("ristiklappi", players=2), dealer=0), [state], 0, aceten.Seat(0))
    shown = [str(card) for card in state.view(0).hand]
    assert [card_chosen(text, moment) for text in ("1", "5", "6", "ah", "3.", "0")] == [
        shown[0],
        shown[4],
        "6",
        "ah",
        shown[2],
        "0",
    ]
    with pytest.raises(UsageError, match=rf"3 is the number of {shown[2]} and the rank of 3d: type 3\. or 3d"):
        card_chosen("3", moment)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
@pytest.mark.turns(6)
def test_a_terminal_is_given_back(tmp_path: Path) -> None:
    """On a real terminal the table comes without being asked for; Ctrl-C ends it with status 130, the record, and the screen as before."""
    record = tmp_path / "deal.jsonl"
    arguments = ["play", "zsiros/2", "--seed", "3", "--samples", "1000000000", "--record", str(record)]
    import pty

    child, terminal = pty.fork()
    if not child:
        os.environ["TERM"] = "xterm-256color"
        with hearing_ctrl_c():
            os.execv(sys.executable, [sys.executable, "-m", "aceten_cli.main", *arguments])  # noqa: S606 - our own program
    drawn, deadline = b"", time.monotonic() + PATIENCE
    while b"thinking" not in drawn and time.monotonic() < deadline:
        drawn += os.read(terminal, 65536)
    os.write(terminal, b"\x03")
    try:
        while more := os.read(terminal, 65536):
            drawn += more
    except OSError:
        pass  # Linux says so that the other end is closed
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 130
    assert b"\x1b[?1049h" in drawn
    assert b"recorded: " in drawn.rpartition(b"\x1b[?1049l")[2]
    assert b"Traceback" not in drawn
    assert aceten.read_record(record.read_text(encoding="utf-8")).state.turn is not None


@pytest.mark.turns(6)
def test_what_is_typed_on_a_page_is_typed_at_the_table(tmp_path: Path) -> None:
    """Whoever types on while there is something to read, however fast, has typed it to the line at the table."""
    table = Table(
        tmp_path / "deal.jsonl",
        Machine(seed=7),
        "zsiros/2 hands=AT97,KQ7 talon=KJ8A lead=1 trick=A points=20,20 tricks=2,1",
    )

    async def type_on(pilot: Pilot[int]) -> None:
        await table.until("A>")
        await typed(pilot, "?")
        await table.wait(lambda: len(table.app.screen_stack) > 1)
        for key in ("s", "e", "v", "e", "n", "enter"):
            table.app.post_message(Key(key, "\r" if key == "enter" else key))
        await table.wait(lambda: len(table.state.log) > 0)
        await typed(pilot, "quit")

    table.run(type_on)
    assert table.state.log[0] == (0, Play(aceten.card("7")))


@pytest.mark.turns(6)
def test_keys_that_come_at_once_are_taken_in_their_order(tmp_path: Path) -> None:
    """What is mended is what was typed before, however fast the keys come."""
    start = "zsiros/2 hands=AT97,KQ7 talon=KJ8A lead=1 trick=A points=20,20 tricks=2,1"
    table = Table(tmp_path / "deal.jsonl", Machine(seed=7), start)

    async def type_fast(pilot: Pilot[int]) -> None:
        await table.until("A>")
        for key in ("s", "e", "x", "backspace", "v", "e", "n", "enter"):
            table.app.post_message(Key(key, "\r" if key == "enter" else key if len(key) == 1 else None))
        await table.wait(lambda: len(table.state.log) > 0)
        await typed(pilot, "quit")

    table.run(type_fast)
    assert table.state.log[0] == (0, Play(aceten.card("7")))


@pytest.mark.turns(8)
def test_what_was_said_before_the_last_answer_is_gone(tmp_path: Path) -> None:
    """A hint stands there until the card is played, and no longer: it would look like one for the next card."""
    table = Table(
        tmp_path / "deal.jsonl",
        Machine(seed=7, samples=20),
        "zsiros/2 hands=AT97,KQ87 talon=KJ8A lead=0 points=20,20 tricks=2,2",
    )

    async def follow(pilot: Pilot[int]) -> None:
        await table.until("A>")
        await typed(pilot, "hint")
        await table.until("Play the ")
        await typed(pilot, "9")
        await table.wait(lambda: len(table.state.log) > 1 and table.app.asked)
        assert "Play the " not in "\n".join(table.screen)
        await typed(pilot, "quit")

    table.run(follow)


@pytest.mark.turns(2)
def test_what_is_typed_is_shown_as_text(tmp_path: Path) -> None:
    """Marks that a screen could read, and what a terminal obeys, are told as text."""
    table = Table(tmp_path / "deal.jsonl", Machine(seed=1, samples=1), "zsiros/2 hands=AhTs,KcQd lead=0")

    async def play(pilot: Pilot[int]) -> None:
        await table.until("A>")
        table.app.action_answer("[red]x[/] [@a]\x1b\u202e")
        told = " ".join((await table.until("neither")).split())
        assert r"'[red]x[/] [@a]\\x1b\\u202e' is neither" in told
        await pilot.press("ctrl+d")

    assert table.run(play) == 0
