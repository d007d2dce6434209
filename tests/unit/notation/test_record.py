"""Records: what is written replays to the same states, and what does not hold is refused with its line."""

import json
import random
import subprocess
import sys
from typing import Final

import pytest

import aceten
from aceten import FalseRecordError, RecordError, State, UsageError
from aceten_spec import load_shipped, shipped

START = "zsiros/2 hands=A97K,T7QQ talon=KJ8A lead=1"


GAMES = [(game, players) for game in shipped() for players in load_shipped(game).parameters.players]
"""Every shipped game with every number of players."""


def played(seed: int, players: int = 4, game: str = "zsiros") -> tuple[State, State, list[State]]:
    """Return the first and last state of a random deal with a few calls, and all states in between."""
    chance = random.Random(seed)
    start = state = aceten.load(game, players=players).deal(seed=seed)
    states = [state]
    while state.turn is not None:
        calls = state.calls
        state = state.play(chance.choice(calls) if calls and chance.random() < 0.2 else chance.choice(state.legal))
        states.append(state)
    return start, state, states


@pytest.mark.turns(4)
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_replay_gives_the_same_states(game: str, players: int, seed: int) -> None:
    """A record that is written and read again goes through the same states, with the same log, in every game."""
    start, end, states = played(seed, players, game)
    record = aceten.read_record(aceten.record_of(start, end))
    assert record.states == tuple(states)
    assert record.state.log == end.log
    assert record.events == end.log


def test_a_record_is_json_lines() -> None:
    """Each line is a JSON object: header, actions, result."""
    start, end, _ = played(3)
    lines = [json.loads(line) for line in aceten.record_of(start, end).splitlines()]
    assert lines[0] == {"type": "header", "format": 1, "rules": start.game.digest, "position": str(start)}
    assert lines[1] == {"type": "action", "seat": end.log[0][0], "action": str(end.log[0][1])}
    result = end.result
    assert result is not None
    assert lines[-1]["type"] == "result"
    assert lines[-1]["points"] == list(result.points)
    assert lines[-1]["game_points"] == list(result.game_points or ())


def test_turned_up_cards_and_exchanges_stand_in_a_record_by_name() -> None:
    """Turning up a card, spicing and leaving a trick are written as their actions, without the cards, which follow from the position."""
    state = start = aceten.parse("ristiklappi/2 hands=AKQJT,98765 talon=5AK9 lead=0")
    for action in ("flip", "9", "A", "5", "spice"):
        state = state.play(aceten.parse_action(action))
    record = aceten.record_of(start, state)
    assert [json.loads(line).get("action") for line in record.splitlines()] == [None, "flip", "9", "A", "5", "spice"]
    assert aceten.read_record(record).state == state


@pytest.mark.parametrize(
    ("line", "result"),
    [
        (
            "hola/3 hands=A,T,Q lead=0 points=20,20,20 tricks=5,5,6",
            {"points": [50, 20, 20], "tricks": [6, 5, 6], "winners": [0], "game_points": [50, 20, 20]},
        ),
        (
            "septica/3 hands=9,8,Q lead=0 points=3,3,2 tricks=3,3,2 tie=shared",
            {"points": [3, 3, 2], "tricks": [4, 3, 2], "winners": [0, 1], "game_points": [1, 1, 0]},
        ),
        (
            "zsiros/2 hands=9,8 lead=0 points=40,40 tricks=7,7 tie=draw",
            {"points": [40, 40], "tricks": [8, 7], "winners": [], "game_points": [0, 0]},
        ),
        (
            "hola/4 hands=9,9,9,9 lead=0 points=30,50 tricks=5,7 four_resets=on",
            {"points": [30, 60], "tricks": [5, 8], "winners": [1], "game_points": [0, 60], "resets": [0]},
        ),
        (
            "sedma-three/3 hands=A,9,8 lead=0 points=40,20,10 tricks=3,3,3",
            {"points": [60, 20, 10], "tricks": [4, 3, 3], "winners": None, "game_points": None},
        ),
    ],
)
def test_the_result_stands_in_a_record(line: str, result: dict[str, object]) -> None:
    """The result line has a value for each side; nobody, one or several win, or it is open; scores that fall are named where some do."""
    state = start = aceten.parse(line)
    while state.turn is not None:
        state = state.play(state.legal[0])
    record = aceten.record_of(start, state)
    assert json.loads(record.splitlines()[-1]) == {"type": "result", **result}
    assert aceten.read_record(record).state == state


@pytest.mark.parametrize(
    ("line", "actions", "result"),
    [
        (
            "sixty-six/2 hands=AhKh,QhTh lead=0 points=72,20 tricks=7,3 trump=h",
            "claim",
            {"points": [72, 20], "tricks": [7, 3], "winners": [0], "game_points": [2, 0]},
        ),
        (
            "sixty-six/2 hands=AhKh,QhTh lead=0 points=20,72 tricks=5,5 trump=h",
            "Kh Th Qh Ah pass",
            {"points": [44, 86], "tricks": [6, 6], "winners": [], "game_points": [0, 0]},
        ),
        (
            "einwerfen/4 hands=Ah,Kh,Qh,7h lead=0 points=50,52 tricks=4,3 trump=c",
            "Ah Kh Qh 7h",
            {"points": [68, 52], "tricks": [5, 3], "winners": [0], "game_points": [1, 0]},
        ),
        (
            "auction-sixty-six/4 hands=JsTs9sJdTd9d,AcKcQcAhKhQh,JcTc9cJhTh9h,AsKsQsAdKdQd lead=1",
            "pass pass pass pass",
            {"points": [0, 0], "tricks": [0, 0], "winners": [], "game_points": [0, 0]},
        ),
        (
            "tausendeins/2 hands=Ac,Ks lead=1 points=55,50 tricks=8,7 trump=h melds=60,0 score=900,800",
            "Ks Ac pass",
            {"points": [115, 65], "tricks": [8, 8], "winners": [0], "game_points": [115, 65]},
        ),
    ],
)
def test_the_result_of_suit_tricks_stands_in_a_record(line: str, actions: str, result: dict[str, object]) -> None:
    """Points in a result are those that count, marriages and the last trick among them, and an action stands as it is written."""
    state = start = aceten.parse(line)
    for action in actions.split():
        state = state.play(aceten.parse_action(action))
    record = aceten.record_of(start, state)
    lines = [json.loads(text) for text in record.splitlines()]
    assert [line["action"] for line in lines[1:-1]] == actions.split()
    assert lines[-1] == {"type": "result", **result}
    assert aceten.read_record(record).state == state


def test_an_unfinished_deal_has_no_result_line() -> None:
    """A record may end anywhere; replaying it gives the state it ends in."""
    start, _, states = played(4)
    text = aceten.record_of(start, states[5])
    assert text.count("\n") == 6
    assert aceten.read_record(text).state == states[5]


def test_a_record_from_the_middle() -> None:
    """A record can begin with any position, in the middle of a trick too."""
    _, end, states = played(5)
    text = aceten.record_of(states[7], end)
    assert aceten.read_record(text).states == tuple(states[7:])


def test_states_of_different_deals_make_no_record() -> None:
    """There is no record between states of which one did not come from the other."""
    start, _, states = played(6)
    with pytest.raises(UsageError, match="did not come from"):
        aceten.record_of(states[3], start)


def edited(line: int, **changes: object) -> str:
    """Return a valid record with one line changed; line 1 is the header."""
    start, end, _ = played(7)
    lines = [json.loads(text) for text in aceten.record_of(start, end).splitlines()]
    lines[line - 1].update(changes)
    return "\n".join(map(json.dumps, lines))


@pytest.mark.parametrize(
    ("line", "changes", "problem"),
    [
        (2, {"action": "9", "seat": 1}, "does not hold this card"),
        (3, {"action": "stop"}, "only the leader stops"),
        (2, {"seat": 3}, "it is the turn of B"),
        (2, {"seat": 8}, "8 acts; it is the turn of B"),
        (1, {"rules": "sha256:" + "0" * 64}, "made under other rules"),
        (-1, {"points": [80, 0]}, "replay gives"),
        (-1, {"game_points": [3, 0]}, "replay gives"),
        (-1, {"winners": []}, "replay gives"),
        (-1, {"winners": [0, 1]}, "replay gives"),
        (-1, {"resets": [0]}, "replay gives"),
    ],
)
def test_what_does_not_hold_is_refused_with_its_line(line: int, changes: dict[str, object], problem: str) -> None:
    """A record in which something is against the rules is refused, naming the line and what is wrong there."""
    total = len(edited(1).splitlines())
    number = total if line < 0 else line
    with pytest.raises(FalseRecordError, match=problem) as caught:
        aceten.read_record(edited(number, **changes))
    assert caught.value.line == number


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("", 1, "nothing there"),
        ("\n\n", 1, "nothing there"),
        ("{", 1, "not a line of a record"),
        ("[]", 1, "not a line of a record"),
        ('{"type":"action","seat":0,"action":"A"}', 1, "no header"),
        ('{"type":"shuffle"}', 1, "not a line of a record"),
        (edited(1, format=2), 1, "what one seat saw of a deal"),
        (edited(1, format=5), 1, "not a line of a record"),
        (edited(1, more=1), 1, "unknown field"),
        (edited(1, position="zsiros/4 hands=A"), 1, "position: column"),
        (edited(2, action="Z"), 2, "not a card rank"),
        (edited(1) + "\n" + edited(1), edited(1).count("\n") + 2, "after the result"),
        (edited(1).splitlines()[0] + "\n\n" + edited(1).splitlines()[0], 3, "second header"),
        ("x" * 1_000_001, 1, "at most 1000000"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(text: str, line: int, problem: str) -> None:
    """A text that is no record is refused, naming the line and what is wrong there."""
    with pytest.raises(RecordError, match=problem) as caught:
        aceten.read_record(text)
    assert not isinstance(caught.value, FalseRecordError)
    assert caught.value.line == line


def test_a_result_before_the_end_is_refused() -> None:
    """A result line in a deal that goes on is against the rules."""
    start, end, _ = played(7)
    lines = aceten.record_of(start, end).splitlines()
    with pytest.raises(FalseRecordError, match="the deal is not over"):
        aceten.read_record("\n".join([*lines[:3], lines[-1]]))


def test_a_record_can_be_written_by_hand() -> None:
    """The header needs the format and a position only; the hash of the rules may be left out."""
    lines = [
        '{"type": "header", "format": 1, "position": "zsiros/2 hands=A9,TT lead=0"}',
        '{"type": "action", "seat": 0, "action": "A"}',
        '{"type": "action", "seat": 1, "action": "10"}',
    ]
    assert str(aceten.read_record("\n".join(lines)).state) == "zsiros/2 hands=9,T lead=0 taken=AT,-"


def test_line_ends_do_not_matter() -> None:
    """Records from other systems, with CR LF and blank lines, are read alike."""
    text = edited(1)
    assert aceten.read_record(text.replace("\n", "\r\n\r\n") + "\r\n").states == aceten.read_record(text).states


IN_THREADS: Final = """
import sys, threading
from importlib.resources import files
import aceten

sys.setswitchinterval(1e-6)
text = files("aceten_spec").joinpath("vectors", "schnapsen.match.jsonl").read_text(encoding="utf-8")
begin = threading.Barrier(4)
deals = []


def read():
    begin.wait()
    deals.append(len(aceten.read_match(text).deals))


threads = [threading.Thread(target=read) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(deals)
"""


@pytest.mark.turns(4)
def test_the_first_records_may_be_read_by_several_threads() -> None:
    """Nothing has been read before, and several threads begin at once: each reads the record and its rules."""
    done = subprocess.run([sys.executable, "-c", IN_THREADS], capture_output=True, text=True, check=False)  # noqa: S603 - our own
    assert (done.returncode, done.stdout) == (0, "[3, 3, 3, 3]\n")
