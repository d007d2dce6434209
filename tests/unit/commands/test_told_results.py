"""What a deal came to, and what was done in it, is said in sentences."""

import re
from pathlib import Path
from typing import Final

import pytest
from support.games.shown_positions import AUCTION, ENDGAME, MARRIED, told
from support.processes.program_runs import Aceten

import aceten
import aceten_solver

# --- Results in words ---------------------------------------------------------------------------------------------------


def told_of(text: str) -> list[tuple[str, str]]:
    """Read positions from lines, and below each, indented, what is said of it."""
    return [(line, " ".join(said.split())) for line, said in re.findall(r"^(\S.*)\n((?: .+\n)+)", text, re.MULTILINE)]


RESULTS: Final = Path(__file__).with_name("told_results.txt").read_text(encoding="utf-8")


@pytest.mark.turns(6)
@pytest.mark.parametrize(
    ("line", "said"),
    told_of(RESULTS),
)
def test_what_a_deal_came_to_is_said(run: Aceten, tmp_path: Path, line: str, said: str) -> None:
    """Whatever a deal comes to is said in words by ``show`` and ``replay``: who wins it or not, what it scores, what is open and why."""
    record = tmp_path / "deal.jsonl"
    record.write_text(f'{{"type": "header", "format": 1, "position": "{line}"}}\n', encoding="utf-8")
    told = run("replay", str(record)).out
    assert told.splitlines()[-1] == said
    assert " ".join(said.split()) in " ".join(run("show", line).out.split())


def test_turned_up_cards_and_exchanges_are_told(run: Aceten, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A replay tells which cards are turned up and exchanged, who leaves a trick as it is, and what the last trick brings."""
    monkeypatch.setenv("COLUMNS", "200")
    state = start = aceten.parse("ristiklappi/2 hands=AKQJT,98765 talon=54AK92 lead=0")
    for action in ("flip", "9", "K", "7", "spice", "A", "8", "stop"):
        state = state.play(aceten.parse_action(action))
    record = tmp_path / "deal.jsonl"
    record.write_text(aceten.record_of(start, state), encoding="utf-8")
    told = run("replay", str(record)).out
    assert "A turns up the five from the talon and leads it, B nine" in told
    assert "A king, B seven, A puts the ace into the trick and takes back the king" in told
    assert "A leaves the trick as it is" in told
    state = start = aceten.parse("sedmice/2 hands=A,9 lead=0")
    for action in ("A", "9"):
        state = state.play(aceten.parse_action(action))
    record.write_text(aceten.record_of(start, state), encoding="utf-8")
    told = run("replay", str(record)).out
    assert "A takes 2 cards, 10 points and 10 for the last trick" in told


def test_actions_are_told_as_choices(run: Aceten, monkeypatch: pytest.MonkeyPatch) -> None:
    """``solve`` names each action as something to do, and what the sides score where they score their points."""
    monkeypatch.setenv("COLUMNS", "200")
    solved = run("solve", "ristiklappi/2 hands=AKQJT,98765 talon=43 lead=0 points=40,36").out
    assert "turn up the top card" in solved
    assert "game points" in solved.splitlines()[1]
    spicing = "ristiklappi/2 hands=AKQJT,QJT9 talon=8 lead=0 trick=K7 drawn=A points=40,20"
    solved = run("solve", spicing).out
    assert "put the ace into the trick and take back the king" in solved
    assert "leave the trick as it is" in solved
    alone = run("solve", "sedma-three/3 hands=A,T,9 lead=0 points=30,20,10 lone=2").out
    assert "points C" in alone.splitlines()[1]
    assert "points A+B" in alone.splitlines()[1]
    assert "A and B" in alone.splitlines()[-2]


def test_marriages_claims_and_auctions_are_told(run: Aceten, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A replay tells auctions in a row of their own, and with each trick what was done before it: exchanging, closing, drawing."""
    file = tmp_path / "deal.jsonl"
    story = told(run, monkeypatch, file, MARRIED, "exchange", "meld:Ks", "Jc", "close", "Js", "Qs", "claim")
    rows = [" ".join(row.split()) for row in story.splitlines()[1:]]
    assert rows[:3] == [
        (
            "1. A exchanges the nine of clubs for the turn-up, the queen of clubs,"
            " A melds the marriage of spades and leads the king of spades, B Jc B takes 2 cards, 6 points"
        ),
        "2. B closes the talon, B Js, A Qs A takes 2 cards, 5 points",
        "3. A claims 66 points A has 36 points",
    ]
    story = told(
        run, monkeypatch, file, AUCTION, "bid:60", "pass", "pass", "pass", "trump:c", "meld:Kc", "9h", "9c", "9d"
    )
    rows = [" ".join(row.split()) for row in story.splitlines()[1:]]
    assert rows[0].startswith("Number of the deal: ")
    assert rows[1:3] == [
        "1. A bids 60, B passes, C passes, D passes A has bid the most, 60",
        "2. A names clubs as trumps, A melds the marriage of clubs and leads the king of clubs, B 9h, C 9c, D 9d A takes 4 cards, 4 points",
    ]


LATE = "auction-sixty-six/4 hands=QdJs9d,KcKhJh,AhJdTh,AcQs9s9h"

SETTLED = "260 less to 1 less" if aceten_solver.backend == "native" else "360 less to 360 more"
"""What is known after one position: the core works out what the card that is to be played leads to."""

CAUGHT = "taken=AsAdKsKdQcQhTsTd,- dealer=0 trump=s melds=20,0 shown=Qd,-,-,- bid=0,130"


@pytest.mark.parametrize(
    ("line", "arguments", "said"),
    [
        (
            "sixty-six/2 hands=-,- talon=Kh9d lead=1 points=60,56 tricks=6,5 trump=d closed=0,17,3,2",
            (),
            [
                "B plays          deal (game points)",
                "claim 66 points  A 2",
                "claim nothing    B 2",
                "B wins the deal: 2 game points.",
            ],
        ),
        (
            "sixty-six/2 hands=-,- lead=1 points=60,60 tricks=7,5 trump=h claim=1",
            ("--objective", "deal"),
            ["A has 60 points, B 70 (10 for the last trick). B claims rightly. B wins the deal: 1 game point."],
        ),
        (
            "sixty-six/2 hands=AsQhJdTc9c9h,KcQcJsJhTh9d talon=JcAhAdKhAcTd lead=1 taken=KsKdQsQd,Ts9s melds=0,20",
            ("--nodes", "20"),
            ["Not settled after", "s: who wins the deal is open."],
        ),
        (
            f"{LATE} lead=0 trick=TcJc9c {CAUGHT}",
            (),
            [
                "game points",
                "ace of clubs  B+D +260",
                "D Qs, A Js, B Kc, C Ah",
                "In the match B's side scores 260 more than A's side.",
            ],
        ),
        (f"{LATE} lead=0 trick=TcJc9c {CAUGHT}", ("--objective", "deal"), ["  B+D", "B's side wins the deal."]),
        (
            f"{LATE} lead=0 trick=TcJc9c {CAUGHT}",
            ("--nodes", "1"),
            ["Not settled after", f"s: in the match A's side scores {SETTLED} than B's side."],
        ),
        (
            "tausendeins/2 hands=Ks,Qs lead=0 points=63,50 tricks=8,7 trump=d melds=40,0",
            (),
            ["king of spades", "A +60", "In the match A scores 60 more than B."],
        ),
        (
            "tausendeins/2 hands=7s,8s lead=0 points=60,60 tricks=8,7",
            (),
            ["seven of spades  equal", "In the match A and B score the same."],
        ),
        (
            "einwerfen/4 hands=JdTs,Ks7s,Th9c9s,QsJs9h lead=0 trick=TdQd trump=h tricks=4,1 points=61,15",
            (),
            ["ten of hearts", "A+C 1", "A's side wins the deal: 1 game point, Lump."],
        ),
    ],
)
def test_what_suit_tricks_are_worth_is_said(
    run: Aceten,
    monkeypatch: pytest.MonkeyPatch,
    line: str,
    arguments: tuple[str, ...],
    said: list[str],
) -> None:
    """``solve`` says in words what a deal comes to: who wins it, or how much more one side scores than the other."""
    monkeypatch.setenv("COLUMNS", "200")
    solved = run("solve", line, *arguments).out
    for part in said:
        assert part in solved


def test_a_missing_depth_is_said(run: Aceten) -> None:
    """``perft`` without a depth says that it is missing, with the line in one word or several."""
    for words in ([ENDGAME], ENDGAME.split()):
        done = run("perft", *words)
        assert done.status == 2
        assert "DEPTH is missing: expected a whole number after the position" in done.err
