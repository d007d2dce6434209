"""The command line: JSON, exit statuses, files, and no traceback whatever comes."""

from __future__ import annotations

import io
import json
import os
import pydoc
import re
import subprocess
import sys
from importlib import metadata
from typing import TYPE_CHECKING

import msgspec
import pytest
from commands import interrupted_at_work, run
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from slices import examples

import aceten
import aceten_solver
import aceten_spec
from aceten import IllegalAction, proofs
from aceten_cli.analysis import solve
from aceten_spec import sources

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType


ENDGAME = "zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0"
COUNTED = ENDGAME + " points=10,20 tricks=2,2"
PROGRAM = [sys.executable, "-m", "aceten_cli.main"]


@pytest.mark.parametrize("objective", ["points", "deal", "game-points"])
def test_json_says_what_python_says(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, objective: str
) -> None:
    """``solve --json`` has the documented keys, with the same answers as from Python."""
    done = run(capsys, monkeypatch, "solve", COUNTED, "--json", "--objective", objective)
    answer = json.loads(done.out)
    solution = aceten_solver.solve(aceten.parse(COUNTED), objective)
    assert done.status == 0
    assert {"position", "value", "actions", "best", "line", "nodes", "backend", "exact"} <= set(answer)
    assert answer["exact"] is True
    assert answer["backend"] == aceten_solver.backend
    assert answer["line"] == list(map(str, solution.line))
    assert answer["best"] == list(map(str, solution.best))
    assert solution.value is not None
    assert answer["value"]["winner"] == solution.value.winner
    assert answer["value"]["points"] == (None if solution.value.points is None else list(solution.value.points))
    assert [entry["action"] for entry in answer["actions"]] == [str(entry.action) for entry in solution.actions]


def test_a_file_gives_a_line_of_json_for_each_position(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A file holds a position on each line; comments and empty lines are passed over."""
    file = tmp_path / "positions.txt"
    file.write_text(f"# two\n{ENDGAME}\n\n  {COUNTED}\n", encoding="utf-8")
    done = run(capsys, monkeypatch, "solve", str(file), "--json")
    assert done.status == 0
    assert [json.loads(line)["value"]["points"] for line in done.out.splitlines()] == [[30, 20], [40, 40]]


def test_standard_input_is_a_file(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """``-`` reads the positions from standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(ENDGAME.encode())))
    assert json.loads(run(capsys, monkeypatch, "solve", "-", "--json").out)["best"] == ["A"]


def test_wrong_lines_of_a_file_are_named_and_the_others_solved(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Of a file with wrong lines the right ones are solved, each wrong one is named with its reason, and the exit status is 1."""
    file = tmp_path / "positions.txt"
    file.write_text(f"{ENDGAME}\nzsiros/4 hands=A\n{COUNTED}\nzsiros/2 hands=AZ,K\n", encoding="utf-8")
    done = run(capsys, monkeypatch, "solve", str(file), "--json")
    assert done.status == 1
    assert [json.loads(line)["value"]["points"] for line in done.out.splitlines()] == [[30, 20], [40, 40]]
    assert f"{file}:2: column 16: hands has 1 of 4 parts" in done.err
    assert f"{file}:4: column 17: 'Z' is not a card rank" in done.err


def test_several_positions_are_solved_one_by_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Quoted position lines are positions of their own; the words of one line may also stand unquoted."""
    done = run(capsys, monkeypatch, "solve", ENDGAME, COUNTED, "--json")
    assert [json.loads(line)["position"].split()[-1] for line in done.out.splitlines()] == ["lead=0", "tricks=2,2"]
    done = run(capsys, monkeypatch, "solve", *ENDGAME.split(), "--json")
    assert json.loads(done.out)["value"]["points"] == [30, 20]


def test_a_budget_that_runs_out_is_a_negative_result(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bounds in place of a value: exit status 1, ``exact`` false, no value."""
    done = run(capsys, monkeypatch, "solve", ENDGAME, "--nodes", "50", "--json")
    answer = json.loads(done.out)
    assert done.status == 1
    assert (answer["exact"], answer["value"], answer["line"]) == (False, None, [])
    assert len(answer["bounds"]) == 2


HOME = 'format = 1\nextends = "zsiros"\nid = "home"\nprefix = "HO"\n[parameters]\ntie = "draw"\n'


@pytest.mark.turns(2)
def test_a_rulebook_of_ones_own(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Every command plays by the rulebook of ``--rules``."""
    file = tmp_path / "home.toml"
    file.write_text(HOME, encoding="utf-8")
    own = ("--rules", str(file))
    line = "home/2 hands=9,8 points=40,40 tricks=7,7"
    assert run(capsys, monkeypatch, "deal", "home/4", "--seed", "1", *own).out.startswith("home/4 hands=")
    assert json.loads(run(capsys, monkeypatch, "solve", line, "--json", *own).out)["value"]["winner"] == "nobody"
    assert run(capsys, monkeypatch, "perft", line, "1", *own).out == "1\n"
    assert run(capsys, monkeypatch, "show", line, *own).status == 0
    assert "HO-SCORE-3" in run(capsys, monkeypatch, "rules", "home", *own).out
    record = tmp_path / "record.jsonl"
    record.write_text(f'{{"type": "header", "format": 1, "position": "{line}"}}\n', encoding="utf-8")
    assert run(capsys, monkeypatch, "replay", str(record), *own).status == 0
    proved = run(capsys, monkeypatch, "prove", "home", "--players", "2", "--theorem", "T-POINTS.credit", "-j1", *own)
    assert proved.status == 0


@pytest.mark.parametrize("command", [("solve", ENDGAME), ("deal", "home/4"), ("rules", "home"), ("prove", "home")])
def test_a_wrong_rulebook_is_refused_before_anything_runs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: tuple[str, ...]
) -> None:
    """A wrong rulebook is refused with file, key and what was expected; nothing is computed."""
    file = tmp_path / "home.toml"
    file.write_text(HOME.replace('"draw"', '"coin"'), encoding="utf-8")
    done = run(capsys, monkeypatch, *command, "--rules", str(file))
    assert (done.status, done.out) == (2, "")
    assert f"{file}: parameters.tie: found 'coin'; expected one of: draw, last_trick" in done.err


def test_a_record_is_replayed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A record that holds is shown trick by trick, with its result; exit status 0."""
    start = state = aceten.load("zsiros", players=4).deal(seed=9)
    while state.turn is not None:
        state = state.play(state.legal[0])
    file = tmp_path / "deal.jsonl"
    file.write_text(aceten.record_of(start, state), encoding="utf-8")
    done = run(capsys, monkeypatch, "replay", str(file))
    assert done.status == 0
    assert "wins the deal" in done.out
    answer = json.loads(run(capsys, monkeypatch, "replay", str(file), "--json").out)
    assert answer["position"] == str(state)
    assert answer["result"]["points"] == list(state.points)


def test_a_false_record_is_a_negative_result_and_a_broken_one_wrong_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A record against the rules gives exit status 1 with line and clause; one that cannot be read gives 2."""
    start = aceten.load("zsiros", players=4).deal(seed=9)
    after = start.play(start.legal[0])
    text = aceten.record_of(start, after)
    file = tmp_path / "deal.jsonl"
    file.write_text(text + '{"type":"action","seat":2,"action":"stop"}\n', encoding="utf-8")
    done = run(capsys, monkeypatch, "replay", str(file))
    assert done.status == 1
    assert (
        "line 3: stop: only the leader stops, where he could continue the trick with another round (ZS-MULTI-5)"
        in done.err
    )
    file.write_text(text + "nonsense\n", encoding="utf-8")
    assert run(capsys, monkeypatch, "replay", str(file)).status == 2


# --- The table ----------------------------------------------------------------------------------------------------------


def seats_in(picture: str) -> dict[str, tuple[int, int]]:
    """Return the line and the column of each player's name in a picture of the table."""
    lines = picture.partition("\n\nside")[0].splitlines()
    assert all(len(line) <= 80 for line in lines)
    found = [(row, line) for row, line in enumerate(lines)]
    return {name[1]: (row, name.start(1)) for row, line in found for name in re.finditer(r"╭─+ ([A-H])\b", line)}


@pytest.mark.parametrize(
    ("line", "left", "right"),
    [
        ("zsiros/2 hands=A,K", "", ""),
        ("hola/3 hands=A,K,Q", "B", "C"),
        ("zsiros/4 hands=A,K,Q,J", "D", "B"),
        ("zsiros/4 hands=A,K,Q,J direction=clockwise", "B", "D"),
        ("hola/6 hands=A,K,Q,J,T,9 talon=32", "CB", "EF"),
        (
            "hola/6 hands=AcKcQcJc,TcAsKsQs,JsTsAhKh,QhJhThAd,KdQdJdTd,9c9s9h9d talon=7777772222223333338888884s4s",
            "CB",
            "EF",
        ),
    ],
)
def test_players_sit_round_the_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, line: str, left: str, right: str
) -> None:
    """A sits at the bottom, an even number has somebody opposite him, and the others follow in the direction of play, in 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    done = run(capsys, monkeypatch, "show", line)
    seats = seats_in(done.out)
    players = aceten.parse(line).game.players
    assert set(seats) == set("ABCDEF"[:players])
    bottom, middle = seats["A"]
    assert all(row < bottom for name, (row, _) in seats.items() if name != "A")
    assert all(column < middle for name, (_, column) in seats.items() if name in left)
    assert all(column > middle for name, (_, column) in seats.items() if name in right)
    for names in (left, right):
        assert sorted(names, key=lambda name: seats[name][0]) == list(names)
    opposite = set(seats) - set(left) - set(right) - {"A"}
    assert len(opposite) == (players % 2 == 0)
    assert all(seats[name][0] == 0 for name in opposite)


MARRIED = "sixty-six/2 hands=KsQsJhJd9c9s,AsJcJsTcTsTd talon=AhKcQhAdKhThQd9dKdQc lead=0 taken=Ac9h,- dealer=0"
AUCTION = "auction-sixty-six/4 hands=AcKcQcAsTdJs,AhKhQhJhTh9h,AdKdQdTcJc9c,KsQsTs9sJd9d"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "zsiros/4 hands=AQ7,T97,KK7,AQJ lead=0 trick=AT87",
            [
                "legal: A 7 stop",
                "stop: A stops and lets D take the trick",
                "C may call beat, no beat, grease and no grease",
            ],
        ),
        ("hola/2 hands=AK,QJ lead=0 trick=99", ["legal: A K stop", "stop: A stops and lets B take the trick"]),
        ("hola/2 hands=AK,QJ lead=0 trick=98", ["stop: A stops and takes the trick"]),
        (
            "ristiklappi/2 hands=AKQJT,98765 talon=432A",
            ["legal: A K Q J T flip", "flip: A turns up the top card of the talon and leads it, whatever it is"],
        ),
        (
            "ristiklappi/2 hands=AKQJT,QJT9 talon=876 lead=0 trick=K7 drawn=A",
            [
                "A has drawn the ace and may spice the trick",
                "legal: spice stop",
                "spice: A puts the ace into the trick and takes back the king",
                "stop: A leaves the trick as it is",
            ],
        ),
        ("ristikontra/4 hands=9A,KK,QQ,JJ leads=999", ["led in a row: nine, nine, nine (3 at most)", "legal: A\n"]),
        ("sedma-three/3 hands=A9,Kh8,QT", ["B (alone)"]),
        ("sedma-three/3 hands=A9,8,QT lead=1 trick=Kh", ["B (alone, leader)"]),
        ("sedma-three/3 hands=A9,98,QT lone=2", ["C (alone)"]),
        ("hola/6 hands=A,K,Q,J,T,9 talon=32", ["talon: 2 cards, not played"]),
        ("hola/6 hands=A,K,Q,J,T,9 talon=32 leftover=last_trick", ["talon: 2 cards, for the last trick"]),
        ("hola/4 hands=A,K,Q,J four_resets=on resets=1", ["the score of B's side in the match falls to 0"]),
        ("hola/6 hands=A,K,Q,J,T,9 talon=32", ["A+C+E", "B+D+F"]),
        (
            MARRIED,
            [
                "trumps: clubs",
                "talon: 10 cards, turn-up queen of clubs",
                "meld:Ks: A melds the marriage of spades and leads the king of spades; the marriage counts 20",
                "exchange: A exchanges the nine of clubs for the turn-up, the queen of clubs",
                "close: A closes the talon, and nobody draws any more",
                "claim: A claims 66 points, and the deal ends",
                "claim:s: A melds the marriage of spades and claims 66 points; the marriage counts 20, and the deal ends",
            ],
        ),
        (
            "sixty-six/2 hands=AhKdJdTs9d,KcKsQsJc9s talon=KhTdAd9cThQhAc9hQdJsTcJh lead=1 taken=-,AsQc melds=0,20 shown=-,Kc",
            [
                "marriages: A 0, B 20; points that count so far: A 0, B 34",
                "all know that B holds the king of clubs",
                "legal: close draw claim",
                "draw: B draws, and then the others",
            ],
        ),
        (
            "sixty-six/2 hands=AhKdJdTs9d,KcKsQsJc9s talon=KhTdAd9cThQhAc9hQdJsTcJh lead=1 taken=-,AsQc closed=1,0,0,1",
            ["B has closed the talon"],
        ),
        (
            "sixty-six/2 hands=-,- points=60,60 tricks=6,6 trump=h lead=1",
            ["no talon", "legal: claim pass", "pass: B claims nothing, and the deal ends"],
        ),
        (
            f"{AUCTION} bids=60,-",
            [
                "A bids 60, B passes",
                "bid:66: C and A undertake to make 66 points, and the highest bidder names trumps",
                "pass: C passes",
            ],
        ),
        (f"{AUCTION} bid=0,66 dealer=3", ["A (bid 66, leader, to act)", "trump:h: A names hearts as trumps"]),
        (AUCTION, ["A (to act)", "no bid yet"]),
        (
            "tausendeins/2 hands=AhKhJcTd9h8d,Th9c8s8h7c7s talon=JsQdQhQsJhQcJdKcKdTs9dAsKs8c7d9s7hAdAcTc score=900,20 wrong_claim=lost",
            [
                "no trumps yet",
                "match: A 900, B 20 before this deal",
                "claim: A claims 1001 points in the match, and the deal ends",
            ],
        ),
    ],
)
def test_all_that_matters_is_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, line: str, said: list[str]
) -> None:
    """``show`` says in words what a player may do, and what else play depends on: leads, a card drawn, who is alone, scores that fall."""
    monkeypatch.setenv("COLUMNS", "120")
    shown = run(capsys, monkeypatch, "show", line).out
    for part in said:
        assert part in shown


def test_what_is_shown_is_there_as_json(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """``show --json`` has everything of the picture that is not a pile of cards, and the position line."""
    line = "ristiklappi/2 hands=AKQJT,QJT9 talon=876 lead=0 trick=K7 drawn=A"
    answer = json.loads(run(capsys, monkeypatch, "show", line, "--json").out)
    assert answer == {
        "position": line,
        "turn": 0,
        "legal": ["spice", "stop"],
        "calls": [],
        "leader": 0,
        "winning": 0,
        "points": [0, 0],
        "tricks": None,
        "leads": "",
        "drawn": "A",
        "lone": None,
        "resets": [],
        "result": None,
        "number": None,
    }
    answer = json.loads(run(capsys, monkeypatch, "show", "ristikontra/4 hands=A,K,Q,J leads=99", "--json").out)
    assert answer["leads"] == "99"
    answer = json.loads(run(capsys, monkeypatch, "show", "zsiros/4 hands=A,K,Q,J", "--json").out)
    assert answer["calls"] == ["call:2:beat", "call:2:no-beat", "call:2:grease", "call:2:no-grease"]


def test_what_is_shown_of_suit_tricks_is_there_as_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """``show --json`` has trumps, turn-up, closed talon, marriages, cards that all know, bids, claims, match scores, what counts."""
    line = (
        "sixty-six/2 hands=AhKdJdTs9d,KcKsQsJc9s talon=KhTdAd9cThQhAc9hQdJsTcJh lead=1 taken=-,AsQc dealer=0"
        " closed=1,0,0,1 melds=0,20 shown=-,Kc"
    )
    answer = json.loads(run(capsys, monkeypatch, "show", line, "--json").out)
    assert answer == {
        "position": line,
        "turn": 1,
        "legal": ["Kc", "Ks", "Qs", "Jc", "9s", "claim"],
        "calls": [],
        "leader": 1,
        "winning": 1,
        "points": [0, 14],
        "tricks": [0, 1],
        "counted": [0, 34],
        "trump": "h",
        "turn_up": "Jh",
        "closed": {"seat": 1, "points": 0, "tricks": [0, 1]},
        "melds": [0, 20],
        "waiting": [0, 0],
        "known": [[], ["Kc"]],
        "claim": None,
        "bids": [],
        "bid": None,
        "scores": None,
        "result": None,
        "number": None,
    }
    answer = json.loads(run(capsys, monkeypatch, "show", f"{AUCTION} bids=60,-", "--json").out)
    assert (answer["bids"], answer["bid"], answer["trump"], answer["turn_up"]) == ([60, 0], None, None, None)
    answer = json.loads(run(capsys, monkeypatch, "show", f"{AUCTION} bid=0,66 trump=h", "--json").out)
    assert (answer["bids"], answer["bid"], answer["trump"]) == ([], {"seat": 0, "points": 66}, "h")
    over = "tausendeins/2 hands=-,- lead=1 points=80,40 tricks=10,6 claim=0 melds=160,0 trump=c score=800,200"
    answer = json.loads(run(capsys, monkeypatch, "show", over, "--json").out)
    assert (answer["claim"], answer["scores"], answer["counted"]) == (0, [800, 200], [240, 40])
    assert (answer["result"]["claimed"], answer["result"]["trump"]) == (0, "c")


# --- Results in words ---------------------------------------------------------------------------------------------------


@pytest.mark.turns(6)
@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "zsiros/4 hands=-,-,-,- lead=2 points=40,40 tricks=4,4",
            "A's side takes 40 of the 80 points, B's side 40. A's side wins the deal by the last trick: 1 game point.",
        ),
        (
            "zsiros/2 hands=-,- lead=0 points=80,0 tricks=16,0",
            "A takes 80 of the 80 points, B 0. A wins the deal: 3 game points, csupasz.",
        ),
        (
            "zsiros/2 hands=-,- lead=0 points=40,40 tricks=8,8 tie=draw",
            "A takes 40 of the 80 points, B 40. Nobody wins the deal.",
        ),
        (
            "zsiros/2 hands=-,- lead=1 points=10,70 tricks=2,5 last_card_loses=7 forfeit=1",
            "A takes 10 of the 80 points, B 70. A wins the deal, as B played the last card: 1 game point.",
        ),
        (
            "zsiros/2 hands=-,- lead=1 points=10,60",
            (
                "A takes 10 of the 70 points in this position, B 60. Who wins the deal is open: 10 of the 80 card points are"
                " neither in play nor captured (say where they are with points=, taken= or talon=)."
            ),
        ),
        (
            "zsiros/2 hands=-,- lead=1 points=0,80",
            (
                "A takes 0 of the 80 points, B 80. B wins the deal. What that scores is open: say with tricks= or taken= who has"
                " taken a trick."
            ),
        ),
        (
            "lusti-kartln/4 hands=-,-,-,- lead=0 points=40,40 tricks=4,4 wins_from=60",
            "A's side takes 50 of the 90 points (10 for the last trick), B's side 40. Nobody wins the deal: it takes 60 points.",
        ),
        (
            "septica/3 hands=-,-,- lead=2 points=3,3,2 tricks=3,3,4 tie=shared",
            "A takes 3 of the 8 points, B 3, C 2. A and B share the deal: 1 game point each.",
        ),
        (
            "septica/2 hands=-,- lead=0 points=4,4 tricks=8,8 tie=shared",
            "A takes 4 of the 8 points, B 4. A and B share the deal: 1 game point each.",
        ),
        (
            "septica/4 hands=-,-,-,- lead=0 points=4,4 tricks=4,4 tie=shared",
            "A's side takes 4 of the 8 points, B's side 4. A's side and B's side share the deal: 1 game point each.",
        ),
        (
            "sedma/4 hands=-,-,-,- lead=2 points=30,30,20,0 tricks=2,2,3,1 sides=each",
            (
                "A takes 30 of the 90 points, B 30, C 30 (10 for the last trick), D 0. A, B and C share the deal:"
                " 1 game point each."
            ),
        ),
        (
            "septica/3 hands=-,-,- lead=2 points=3,3,2 tricks=3,3,4",
            "A takes 3 of the 8 points, B 3, C 2. Nobody wins the deal.",
        ),
        (
            "sedma-three/3 hands=-,-,- lead=0 points=20,30,30 tricks=3,3,4 lone=0",
            (
                "A plays alone. A takes 30 of the 90 points (10 for the last trick), B 30, C 30; B and C 60 together."
                " B and C win the deal: 1 game point each."
            ),
        ),
        (
            "sedma-three/3 hands=-,-,- lead=0 points=20,30,30 tricks=3,3,4",
            (
                "A takes 30 of the 90 points (10 for the last trick), B 30, C 30. Who wins the deal is open: nobody is known to play"
                " alone (say with lone= who had the king of hearts)."
            ),
        ),
        (
            "hola/6 hands=-,-,-,-,-,- lead=0 points=100,60 tricks=9,8 talon=32",
            "A's side takes 100 of the 160 points, B's side 60. Each scores as many.",
        ),
        (
            "hola/4 hands=-,-,-,- lead=0 points=80,0 tricks=13,0",
            (
                "A's side takes 90 of the 90 points (10 for the last trick), B's side 0. A's side takes every trick."
                " In the match that scores: A's side 170, B's side 0."
            ),
        ),
        (
            "hola/4 hands=-,-,-,- lead=0 points=80,0 tricks=13,0 hola=burn",
            (
                "A's side takes 90 of the 90 points (10 for the last trick), B's side 0. A's side takes every trick."
                " Each scores as many. The score of B's side in the match falls to 0."
            ),
        ),
        (
            "hola/4 hands=-,-,-,- lead=0 points=80,0",
            (
                "A's side takes 90 of the 90 points (10 for the last trick), B's side 0. What that scores is open: say with tricks= or"
                " taken= who has taken a trick."
            ),
        ),
        (
            "hola/4 hands=-,-,-,- lead=0 points=50,30 tricks=6,7 four_resets=on resets=0,1",
            (
                "A's side takes 60 of the 90 points (10 for the last trick), B's side 30. In the match that scores: A's side 0, B's side"
                " 0. The scores of A's side and B's side in the match fall to 0."
            ),
        ),
        (
            "ristiklappi/2 hands=-,- lead=0 points=70,40",
            "A takes 70 of the 110 points in this position, B 40.",
        ),
        (
            "sixty-six/2 hands=-,- lead=0 points=80,40 tricks=7,5 trump=h claim=0",
            "A has 90 points (10 for the last trick), B 40. A claims rightly. A wins the deal: 1 game point.",
        ),
        (
            "sixty-six/2 hands=-,- lead=0 points=100,20 tricks=7,5 trump=h claim=0",
            (
                "A has 110 points (10 for the last trick), B 20. A claims rightly. A wins the deal against B "
                "with fewer than 33 points: 2 game points, schneider."
            ),
        ),
        (
            "sixty-six/2 hands=-,- lead=0 points=120,0 tricks=12,0 trump=h claim=0 dealer=1",
            (
                "A has 130 points (10 for the last trick), B 0. A claims rightly. A wins the deal against B "
                "without a trick: 3 game points, schwarz."
            ),
        ),
        (
            "sixty-six/2 hands=-,- lead=0 points=60,60 tricks=7,5 trump=h claim=1",
            "A has 70 points (10 for the last trick), B 60. B claims wrongly. A wins the deal: 2 game points.",
        ),
        (
            "sixty-six/2 hands=-,- lead=0 points=50,70 tricks=7,5 trump=h claim=1 melds=0,20",
            (
                "A has 60 points (10 for the last trick), B 90 (20 for marriages). B claims rightly. B wins the "
                "deal: 1 game point."
            ),
        ),
        (
            "sixty-six/2 hands=-,- lead=1 points=55,65 tricks=7,5 trump=h claim=-",
            "A has 55 points, B 75 (10 for the last trick). Nobody has claimed. Nobody wins the deal.",
        ),
        (
            "sixty-six/2 hands=-,- talon=Th9d lead=1 points=55,55 tricks=6,5 trump=d claim=- closed=0,17,3,2",
            "A has 55 points, B 55. A closed the talon and has not come to 66 points. B wins the deal: 2 game points.",
        ),
        (
            "sixty-six/2 hands=-,- talon=Th9d lead=1 points=40,70 tricks=6,5 trump=d claim=1 closed=0,17,3,2",
            "A has 40 points, B 70. B claims rightly, and A had closed the talon. B wins the deal: 2 game points.",
        ),
        (
            (
                "sixty-six/2 hands=-,- talon=Th9d lead=1 points=80,30 tricks=6,5 trump=d claim=0 closed=0,0,5,0 "
                "won_at=closing"
            ),
            (
                "A has 80 points, B 30. A claims rightly. A wins the deal against B without a trick when the "
                "talon was closed: 3 game points, schwarz."
            ),
        ),
        (
            "schnapsen-book/2 hands=-,- lead=1 points=55,65 tricks=5,5 trump=h claim=- last_trick=deal",
            "A has 55 points, B 65. Nobody has claimed. B wins the deal by the last trick: 1 game point.",
        ),
        (
            "sixty-six/2 hands=-,- lead=1 points=60,60 tricks=7,5 trump=h claim=1 claiming=automatic",
            "A has 60 points, B 70 (10 for the last trick). B comes to 66 points. B wins the deal: 1 game point.",
        ),
        (
            (
                "sixty-six/2 hands=-,- talon=Th9d lead=1 points=55,55 tricks=6,5 trump=d closed=0,17,3,2 "
                "claiming=automatic"
            ),
            "A has 55 points, B 55. A closed the talon and has not come to 66 points. B wins the deal: 2 game points.",
        ),
        (
            "auction-sixty-six/4 hands=AcKcQcAsTdJs,AhKhQhJhTh9h,AdKdQdTcJc9c,KsQsTs9sJd9d bids=-,-,-,-",
            "Nobody bids, and nobody scores.",
        ),
        (
            "auction-sixty-six/4 hands=-,-,-,- lead=1 points=80,40 tricks=4,2 trump=h bid=0,66",
            (
                "A bid 66. A's side has 80 points, B's side 50 (10 for the last trick). A's side makes the bid "
                "and scores 80; B's side scores nothing."
            ),
        ),
        (
            "auction-sixty-six/4 hands=-,-,-,- lead=1 points=80,40 tricks=4,2 trump=h bid=0,66 defenders_score=on",
            (
                "A bid 66. A's side has 80 points, B's side 50 (10 for the last trick). A's side makes the bid "
                "and scores 80; B's side scores 50."
            ),
        ),
        (
            "auction-sixty-six/4 hands=-,-,-,- lead=1 points=40,80 tricks=4,2 trump=h bid=0,66 melds=20,0",
            (
                "A bid 66. A's side has 60 points (20 for marriages), B's side 90 (10 for the last trick). A's "
                "side fails, and B's side scores 156: 90 and the bid of 66."
            ),
        ),
        (
            "auction-sixty-six/4 hands=-,-,-,- lead=1 points=40,80 tricks=4,2 trump=h bid=1,130 melds=0,40",
            (
                "B bid 130. A's side has 40 points, B's side 130 (40 for marriages, 10 for the last trick). B's "
                "side makes the highest bid and scores 260; A's side scores nothing."
            ),
        ),
        (
            "auction-sixty-six/4 hands=-,-,-,- lead=1 points=80,40 tricks=4,2 trump=h bid=0,130",
            (
                "A bid 130. A's side has 80 points, B's side 50 (10 for the last trick). A's side fails with the "
                "highest bid, and B's side scores 260."
            ),
        ),
        (
            "auction-sixty-six/4 hands=-,-,-,- lead=1 points=80,30 tricks=4,2 trump=h bid=0,66",
            (
                "A bid 66. A's side has 80 points, B's side 40 (10 for the last trick). What that scores is "
                "open: 10 of the 120 card points are neither in play nor captured (say where they are with "
                "points=, taken= or talon=)."
            ),
        ),
        (
            "tausendeins/2 hands=-,- lead=1 points=80,40 tricks=10,6 claim=- score=800,200",
            "A has 80 points, B 40. Each scores as many.",
        ),
        (
            "tausendeins/2 hands=-,- lead=1 points=80,40 tricks=10,6 claim=0 melds=160,0 trump=c score=800,200",
            (
                "A has 240 points (160 for marriages), B 40. A claims rightly, with 1040 points in the match. "
                "Each scores as many."
            ),
        ),
        (
            "tausendeins/2 hands=-,- lead=1 points=80,40 tricks=10,6 claim=1 score=800,200",
            "A has 80 points, B 40. B claims wrongly, with 240 points in the match. That scores: A 80, B nothing.",
        ),
        (
            (
                "tausendeins/2 hands=-,- lead=1 points=80,40 tricks=10,6 claim=0 melds=160,0 trump=c "
                "score=800,200 claiming=automatic"
            ),
            "A has 240 points (160 for marriages), B 40. A comes to 1040 points in the match. Each scores as many.",
        ),
        (
            "einwerfen/4 hands=-,-,-,- lead=1 points=80,40 tricks=5,3 trump=h",
            "A's side takes 80 of the 120 points, B's side 40. A's side wins the deal: 1 game point, Lump.",
        ),
        (
            "einwerfen/4 hands=-,-,-,- lead=1 points=60,60 tricks=5,3 trump=h",
            "A's side takes 60 of the 120 points, B's side 60. Nobody wins the deal.",
        ),
        (
            "einwerfen/4 hands=-,-,-,- lead=1 points=100,10 tricks=5,3 trump=h",
            (
                "A's side takes 100 of the 110 points in this position, B's side 10. Who wins the deal is open: "
                "10 of the 120 card points are neither in play nor captured (say where they are with "
                "points=, taken= or talon=)."
            ),
        ),
    ],
)
def test_what_a_deal_came_to_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, line: str, said: str
) -> None:
    """Whatever a deal comes to is said in words by ``show`` and ``replay``: who wins it or not, what it scores, what is open and why."""
    record = tmp_path / "deal.jsonl"
    record.write_text(f'{{"type": "header", "format": 1, "position": "{line}"}}\n', encoding="utf-8")
    told = run(capsys, monkeypatch, "replay", str(record)).out
    assert told.splitlines()[-1] == said
    assert " ".join(said.split()) in " ".join(run(capsys, monkeypatch, "show", line).out.split())


def test_turned_up_cards_and_exchanges_are_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A replay tells which cards are turned up and exchanged, who leaves a trick as it is, and what the last trick brings."""
    monkeypatch.setenv("COLUMNS", "200")
    state = start = aceten.parse("ristiklappi/2 hands=AKQJT,98765 talon=54AK92 lead=0")
    for action in ("flip", "9", "K", "7", "spice", "A", "8", "stop"):
        state = state.play(aceten.parse_action(action))
    record = tmp_path / "deal.jsonl"
    record.write_text(aceten.record_of(start, state), encoding="utf-8")
    told = run(capsys, monkeypatch, "replay", str(record)).out
    assert "A turns up the five from the talon and leads it, B nine" in told
    assert "A king, B seven, A puts the ace into the trick and takes back the king" in told
    assert "A leaves the trick as it is" in told
    state = start = aceten.parse("sedmice/2 hands=A,9 lead=0")
    for action in ("A", "9"):
        state = state.play(aceten.parse_action(action))
    record.write_text(aceten.record_of(start, state), encoding="utf-8")
    told = run(capsys, monkeypatch, "replay", str(record)).out
    assert "A takes 2 cards, 10 points and 10 for the last trick" in told


def test_actions_are_told_as_choices(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """``solve`` names each action as something to do, and what the sides score where they score their points."""
    monkeypatch.setenv("COLUMNS", "200")
    solved = run(capsys, monkeypatch, "solve", "ristiklappi/2 hands=AKQJT,98765 talon=43 lead=0 points=40,36").out
    assert "turn up the top card" in solved
    assert "game points" in solved.splitlines()[1]
    spicing = "ristiklappi/2 hands=AKQJT,QJT9 talon=8 lead=0 trick=K7 drawn=A points=40,20"
    solved = run(capsys, monkeypatch, "solve", spicing).out
    assert "put the ace into the trick and take back the king" in solved
    assert "leave the trick as it is" in solved
    alone = run(capsys, monkeypatch, "solve", "sedma-three/3 hands=A,T,9 lead=0 points=30,20,10 lone=2").out
    assert "points C" in alone.splitlines()[1]
    assert "points A+B" in alone.splitlines()[1]
    assert "A and B" in alone.splitlines()[-2]


def told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, file: Path, line: str, *actions: str
) -> str:
    """Return what ``replay`` tells of these actions."""
    monkeypatch.setenv("COLUMNS", "200")
    state = start = aceten.parse(line)
    for action in actions:
        state = state.play(aceten.parse_action(action))
    file.write_text(aceten.record_of(start, state), encoding="utf-8")
    return run(capsys, monkeypatch, "replay", str(file)).out


def test_marriages_claims_and_auctions_are_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A replay tells auctions in a row of their own, and with each trick what was done before it: exchanging, closing, drawing."""
    file = tmp_path / "deal.jsonl"
    story = told(capsys, monkeypatch, file, MARRIED, "exchange", "meld:Ks", "Jc", "close", "Js", "Qs", "claim")
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
        capsys, monkeypatch, file, AUCTION, "bid:60", "pass", "pass", "pass", "trump:c", "meld:Kc", "9h", "9c", "9d"
    )
    rows = [" ".join(row.split()) for row in story.splitlines()[1:]]
    assert rows[0].startswith("Number of the deal: ")
    assert rows[1:3] == [
        "1. A bids 60, B passes, C passes, D passes A has bid the most, 60",
        "2. A names clubs as trumps, A melds the marriage of clubs and leads the king of clubs, B 9h, C 9c, D 9d A takes 4 cards, 4 points",
    ]


LATE = "auction-sixty-six/4 hands=QdJs9d,KcKhJh,AhJdTh,AcQs9s9h"
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
            ["Not settled after", "s: in the match A's side scores 360 less to 360 more than B's side."],
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
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    line: str,
    arguments: tuple[str, ...],
    said: list[str],
) -> None:
    """``solve`` says in words what a deal comes to: who wins it, or how much more one side scores than the other."""
    monkeypatch.setenv("COLUMNS", "200")
    solved = run(capsys, monkeypatch, "solve", line, *arguments).out
    for part in said:
        assert part in solved


def test_a_missing_depth_is_said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """``perft`` without a depth says that it is missing, with the line in one word or several."""
    for words in ([ENDGAME], ENDGAME.split()):
        done = run(capsys, monkeypatch, "perft", *words)
        assert done.status == 2
        assert "DEPTH is missing: expected a whole number after the position" in done.err


# --- The rules ----------------------------------------------------------------------------------------------------------


def test_the_games_are_listed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """``rules --list --full`` has a row for each game with its players, clauses, parent and options; ``rules`` says what each is."""
    monkeypatch.setenv("COLUMNS", "400")
    rows = {row.split()[0]: row for row in run(capsys, monkeypatch, "rules", "--list", "--full").out.splitlines()[1:]}
    told = run(capsys, monkeypatch, "rules").out.splitlines()[1:]
    entries = {
        entry["id"]: entry
        for entry in map(json.loads, run(capsys, monkeypatch, "rules", "--list", "--json").out.splitlines())
    }
    assert tuple(rows) == tuple(entries) == aceten_spec.shipped()
    assert tuple(row.split()[0] for row in told) == aceten_spec.shipped()
    for (game, row), summary in zip(rows.items(), told, strict=True):
        rulebook = aceten_spec.load_shipped(game)
        words = row.split()
        assert rulebook.summary in summary
        assert ", ".join(map(str, rulebook.parameters.players)) in row
        assert str(len(rulebook.clauses)) in words
        assert ", ".join(rulebook.options) in row
        assert rulebook.extends is None or rulebook.extends in words
        assert entries[game] == {
            "id": game,
            "title": rulebook.title,
            "players": list(rulebook.parameters.players),
            "clauses": len(rulebook.clauses),
            "options": list(rulebook.options),
            "extends": rulebook.extends,
            "summary": rulebook.summary,
        }


def test_options_and_numbers_of_players_are_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """``rules GAME --full`` shows what differs with the number of players, and each option with what its values set and for whom it is."""
    monkeypatch.setenv("COLUMNS", "200")
    lines = run(capsys, monkeypatch, "rules", "hola", "--full").out.splitlines()
    for line in (
        "with 3 players: sides = each, removed = [3c]",
        "with 6 players: packs = 2, leftover = unplayed, last_trick_points = 0, keeps_deal = 90",
        "option draw: block (default) | round_robin (HO-DRAW-2)",
        "option four_resets, with 4 players only: off (default) | on (HO-SCORE-11)",
        "option continue_with (HO-MULTI-2)",
        "    any (default)",
        "    first_rank: continue_with = match, to_match = first_lead",
        "option target: any whole number from 1 (default 500) (HO-MATCH-1)",
    ):
        assert line in [shown.rstrip() for shown in lines]
    hashes = [line for line in lines if line.startswith("hash of these rules")]
    assert [line.rpartition(" players")[0].rpartition("with ")[2] for line in hashes] == ["2 or 4", "3", "6"]
    assert [
        aceten.load("hola", players=players).digest in line for players, line in zip((2, 3, 6), hashes, strict=True)
    ]


def test_an_option_may_have_another_default_with_other_numbers_of_players(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where the default of an option differs with the number of players, it is named for each of them."""
    monkeypatch.setenv("COLUMNS", "200")
    file = tmp_path / "home.toml"
    own = HOME.replace('tie = "draw"', "hand = 4") + '[by_players.4]\ntie = "draw"\ntarget = 3\n'
    file.write_text(own, encoding="utf-8")
    shown = run(capsys, monkeypatch, "rules", "home", "--full", "--rules", str(file)).out
    assert "extends zsiros" in shown
    assert "option tie: last_trick | draw (default last_trick with 2 players, draw with 4 players)" in shown
    assert "option target: any whole number from 1 (default 5 with 2 players, 3 with 4 players)" in shown


@pytest.mark.parametrize("game", aceten_spec.shipped())
def test_rules_are_complete_as_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """``rules GAME --json`` is the whole rulebook: read again, it is the same."""
    text = run(capsys, monkeypatch, "rules", game, "--json").out
    assert msgspec.json.decode(text, type=aceten_spec.Rulebook) == aceten_spec.load_shipped(game)


def test_rules_are_read_by_headings(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """``rules GAME`` is every rule under its heading and nothing else, a word never broken; the last lines say where the rest is."""
    monkeypatch.setenv("COLUMNS", "60")
    shown = run(capsys, monkeypatch, "rules", "zsiros").out
    assert max(map(len, shown.splitlines())) <= 60
    said = " ".join(shown.split())
    rulebook = aceten_spec.load_shipped("zsiros")
    for clause in rulebook.clauses:
        assert set(clause.text.split()) <= set(said.split())
    assert "Multiple tricks ZS-MULTI-1 When everyone has played to a round" in said
    assert said.endswith(
        "What stands behind a rule: aceten rules ZS-PLAYERS-1. Options and everything else: aceten rules zsiros --full"
    )
    assert not re.search("source|hash|option ", said)


@pytest.mark.parametrize("name", ["ZS-PLAY-4", "zs-play-4", "SX-MELD-1", "ZS-EX-3", "sn-ex-1"])
def test_a_clause_is_found_without_its_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """``rules CLAUSE`` prints what ``rules GAME CLAUSE`` prints, of an example as well."""
    game = {"ZS": "zsiros", "SX": "sixty-six", "SN": "schnapsen"}[name[:2].upper()]
    alone = run(capsys, monkeypatch, "rules", name)
    assert alone.status == 0
    assert name.upper() in alone.out
    assert alone.out == run(capsys, monkeypatch, "rules", game, name).out


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("ZS-PLAI-4",), "did you mean ZS-PLAY-4"),
        (("zsiros", "ZS-PLAYER-1"), "did you mean ZS-PLAYERS-1"),
        (("ZX-PLAY-4",), "did you mean"),
        (("QQQ-NOTHING-77",), "clauses begin with one of: ZS (zsiros), SE (sedma)"),
        (("zsirosz",), "did you mean zsiros?"),
        (("ZS-PLAY-4", "ZS-PLAY-5"), "leave out 'ZS-PLAY-5'"),
    ],
)
def test_what_was_meant_is_guessed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], meant: str
) -> None:
    """A clause or a game that there is not is refused with those that are written alike."""
    done = run(capsys, monkeypatch, "rules", *words)
    assert (done.status, done.out) == (2, "")
    assert meant in done.err


def test_clauses_are_found_by_words(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """``rules --find`` lists every clause, of one game or of all, in which all words stand, or in what was asked about it; or says no."""
    found = run(capsys, monkeypatch, "rules", "zsiros/4", "--find", "40 To 40")
    assert re.findall(r"^[A-Z]+-[A-Z]+-\d+", found.out, re.MULTILINE) == ["ZS-SCORE-3", "ZS-SCORE-4"]
    everywhere = run(capsys, monkeypatch, "rules", "--find", "TALON closed", "--json").out.splitlines()
    clauses = [clause for name in aceten_spec.shipped() for clause in aceten_spec.load_shipped(name).clauses]
    sure = {clause.id for clause in clauses if "talon" in clause.text.lower() and "closed" in clause.text.lower()}
    told = {json.loads(line)["id"] for line in everywhere}
    assert told >= sure
    assert "SX-SUIT-4" in told
    assert "ZS-SCORE-3" not in told
    none = run(capsys, monkeypatch, "rules", "sedma", "--find", "soup")
    assert (none.status, none.out, none.err) == (1, "", "error: no clause has all of these words: soup\n")


def test_sources_are_listed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """``rules --sources`` has every source with its address and how much of each game rests on it; of one game only its own."""
    monkeypatch.setenv("COLUMNS", "200")
    shown = run(capsys, monkeypatch, "rules", "--sources").out
    for name, document in sources.shared().items():
        assert f"{name}: {sources.full(document)}" in shown
        assert document.address in shown or document.isbn in shown
    assert "zsiros 44 clauses, 1 other answer, 11 examples" in shown
    lines = run(capsys, monkeypatch, "rules", "zsiros", "--sources", "--json").out.splitlines()
    told = {entry["name"]: entry for entry in map(json.loads, lines)}
    assert set(told) == set(sources.uses(aceten_spec.load_shipped("zsiros")))
    assert told["parlett"]["document"]["isbn"] == "978-0-14-103787-5"
    assert told["parlett"]["uses"] == {"zsiros": {"clauses": 17, "decisions": 2, "examples": 0}}


# --- Wrong input --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve"],
        ["solve", ENDGAME, "--nodes", "few"],
        ["solve", ENDGAME, "--language", "fr"],
        ["solve", "zsiros/4"],
        ["show", "nothing"],
        ["deal", "zsiros/"],
        ["deal", "zsiros/44"],
        ["deal", "zsiros/4", "--seed", "-1"],
        ["deal", "zsiros/4", "--seed", "99999999999999999999999"],
        ["deal", "zsiros/4", "--dealer", "4"],
        ["deal", "zsiros/4", "--option", "tie"],
        ["perft", ENDGAME, "-1"],
        ["perft", ENDGAME],
        ["replay", "/"],
        ["rules", "bridge"],
        ["rules", "zsiros", "ZS-X-1"],
        ["deal", "sedma-three/4"],
        ["deal", "hola/2", "--option", "four_resets=on"],
        ["deal", "sedma-three/3", "--option", "three_player=each_for_himself", "--option", "lone_card=Ks"],
        ["show", "sedma-three/3 hands=A,T,9 three_player=each_for_himself lone_card=Ks"],
        ["show", "ristiklappi/2 hands=A,T drawn=AK"],
        ["nonsense"],
    ],
)
def test_wrong_input_has_status_two_and_a_message(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    """Wrong input is refused with exit status 2 and a message on standard error, nothing on standard output."""
    done = run(capsys, monkeypatch, *arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err
    assert "Traceback" not in done.err


@pytest.mark.turns(2)
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("solve", "POSITION|FILE is missing"),
        ("solve -x", "no option -x"),
        ("solve --objectiv deal x", "no option --objectiv (did you mean --objective?)"),
        ("solve --objective chips x", "--objective / -o: 'chips' is none of 'points', 'deal', 'game-points'"),
        ("solve --nodes few x", "--nodes: expected a whole number"),
        ("solve --nodes -1 x", "--nodes: expected 0 or more"),
        ("solve --seconds soon x", "--seconds: expected a number"),
        ("tables build zsiros/4 --cards 99", "--cards: expected 15 or less"),
        ("deal zsiros/4 --seed", "--seed: a value is missing"),
        ("deal zsiros/4 --json=3", "--json takes no value"),
        ("deal zsiros/4 more words", "more words than are taken: more words"),
        ("solv", "no command 'solv' (did you mean 'solve'?)"),
        ("--", "a command is missing"),
        ("soup", "no command 'soup'"),
    ],
)
def test_words_that_no_command_takes_are_refused_in_ours(
    words: str, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the library that reads the command line finds wrong is told in a line as all else is, in each language."""
    done = run(capsys, monkeypatch, *words.split())
    assert (done.status, done.out) == (2, "")
    assert done.err.splitlines()[-1] == f"error: {said}"
    hungarian = run(capsys, monkeypatch, "-l", "hu", *words.split()).err
    assert hungarian.splitlines()[-1].startswith("hiba: ")
    assert said not in hungarian


def test_what_is_said_beside_an_answer_breaks_between_words(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a terminal, errors and notes are as wide as it is; elsewhere each is a line."""
    asked = ("rules", "zsiros", "--find", "soup that nobody has cooked for so many people at a time")
    [line] = run(capsys, monkeypatch, *asked).err.splitlines()
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    broken = re.sub("\x1b\\[[0-9;]*m", "", run(capsys, monkeypatch, *asked).err).splitlines()
    assert len(broken) > 2
    assert max(map(len, broken)) <= 40
    assert " ".join(map(str.strip, broken)) == line


WORDS = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        [
            "zsiros/4",
            "zsiros/2",
            "hands=A,A",
            "hands=A,T,9,8",
            "hola/3",
            "sedma-three/3",
            "hands=A,T,9",
            "lone=1",
            "leads=A",
            "drawn=A",
            "resets=0,1",
            "lead=1",
            "--json",
            "--nodes",
            "5",
            "-",
            "tie=draw",
            "trick=A",
            "sixty-six/2",
            "auction-sixty-six/4",
            "hands=Ah,Ad",
            "trump=h",
            "bids=60,-",
            "bid=0,66",
            "closed=0,1,2,3",
            "melds=20,0",
            "claim=-",
        ]
    ),
)


@settings(examples(150), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(command=st.sampled_from(["solve", "show", "deal", "replay", "rules"]), words=st.lists(WORDS, max_size=5))
def test_no_input_brings_a_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str, words: list[str]
) -> None:
    """Whatever words come, the program ends with one of its three exit statuses."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"zsiros/2 hands=A,9")))
    done = run(capsys, monkeypatch, command, *words)
    assert done.status in {0, 1, 2}
    assert done.status != 2 or done.err


def test_a_deal_without_seed_names_the_one_it_took(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deal whose seed was chosen can be dealt again."""
    done = run(capsys, monkeypatch, "deal", "zsiros/2")
    seed = done.err.split()[-1]
    assert run(capsys, monkeypatch, "deal", "zsiros/2", "--seed", seed).out == done.out


@pytest.mark.turns(2)
def test_output_to_a_pipe_is_plain(tmp_path: Path) -> None:
    """Without a terminal there is neither colour nor progress display."""
    done = subprocess.run([*PROGRAM, "solve", ENDGAME], capture_output=True, check=True, cwd=tmp_path)  # noqa: S603
    assert b"\x1b" not in done.stdout + done.stderr
    assert done.stderr == b""


@pytest.mark.turns(2)
def test_a_reader_that_goes_away_is_no_error() -> None:
    """``aceten rules zsiros | head -1`` ends quietly."""
    with subprocess.Popen(  # noqa: S603
        [*PROGRAM, "rules", "zsiros", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()
    assert process.returncode in {0, 1}


@pytest.mark.turns(2)
def test_an_interrupt_ends_a_long_search_with_what_is_proved(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C ends a search with the bounds that are proved, without a traceback, and with the exit status of an interrupt."""
    interrupted_at_work(monkeypatch, solve)
    done = run(capsys, monkeypatch, "solve", str(aceten.load("hola", players=6).deal(seed=3)))
    assert done.status == 130
    assert "Stopped after" in done.out


@pytest.mark.turns(2)
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")  # noqa: PTH110
def test_a_full_disk_is_said() -> None:
    """Output that cannot be written ends in a message."""
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run([*PROGRAM, "rules", "zsiros"], stdout=full, stderr=subprocess.PIPE, check=False)  # noqa: S603
    assert done.returncode == 1
    assert b"cannot write the output" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.turns(2)
def test_a_terminal_without_the_characters_is_no_error() -> None:
    """Where the output cannot show a character a question mark stands for it."""
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*PROGRAM, "rules", "zsiros"], capture_output=True, env=environment, check=False)  # noqa: S603
    assert done.returncode == 0
    assert b"Zs?ros" in done.stdout


def test_the_version_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """``--version`` prints the version of the distribution."""
    done = run(capsys, monkeypatch, "--version")
    assert (done.status, done.out) == (0, f"aceten {metadata.version('aceten')}\n")


@pytest.mark.turns(6)
@pytest.mark.parametrize("package", [aceten, aceten_solver, aceten_spec, proofs])
def test_help_works_for_every_public_name(package: ModuleType) -> None:
    """``help()`` shows every package and everything that it exports."""
    show = pydoc.TextDoc().document
    assert package.__name__ in show(package)
    for name in package.__all__:
        assert show(getattr(package, name), name)


def test_a_match_without_a_deal_has_no_position(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The record of a match in which nothing was dealt yet is said to have no deal."""
    path = tmp_path / "match.jsonl"
    match = aceten.start_match(aceten.load("zsiros", players=2), dealer=0)
    path.write_text(aceten.record_of_match(match, []), encoding="utf-8")
    done = run(capsys, monkeypatch, "solve", str(path))
    assert (done.status, done.out, done.err) == (2, "", f"error: {path}: no deal in it\n")


MOVED = "zsiros/2 hands=AT97,KQ7 talon=KJ8A lead=1 trick=A points=20,20 tricks=2,1"


def test_moves_are_played_before(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What is asked with moves is what is asked of the position that they lead to; with them a position is a record to review."""
    start = aceten.parse(MOVED)
    after = start.play("A").play("7")
    for command in ("solve", "show"):
        moved = run(capsys, monkeypatch, command, MOVED, "--moves", "a, 7", "--json").out
        assert json.loads(moved)["position"] == str(after)
    path = tmp_path / "deal.jsonl"
    path.write_text(aceten.record_of(start, after), encoding="utf-8")
    told, recorded = (
        json.loads(run(capsys, monkeypatch, "review", *words, "--json").out)
        for words in ((MOVED, "-m", "A 7"), (str(path),))
    )
    assert (told["position"], told["actions"]) == (recorded["position"], recorded["actions"])
    assert len(told["actions"]) == 2
    assert run(capsys, monkeypatch, "solve", MOVED, "--moves", "soup").err.endswith("command; legal: A, T, 9, 7\n")
    assert "the deal is over before '9'" in run(capsys, monkeypatch, "solve", "zsiros/2 hands=A,K", "-m", "A K 9").err
    assert "expected with a position line" in run(capsys, monkeypatch, "review", str(path), "-m", "A").err


@pytest.mark.parametrize("command", ["solve", "show", "advise", "review"])
@pytest.mark.parametrize("typed", ["K", "2h", "stop", "close", "call:1:beat"])
def test_moves_are_refused_by_the_clause_that_the_engine_names(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str, typed: str
) -> None:
    """A card that is not held, and what the game does not know, is refused as the engine refuses it, in its words and with its clause."""
    with pytest.raises(IllegalAction) as caught:
        aceten.parse(MOVED).play(typed)
    assert caught.value.clause in str(caught.value)
    done = run(capsys, monkeypatch, command, MOVED, "--moves", typed)
    assert (done.status, done.out, done.err) == (2, "", f"error: {caught.value}\n")


@pytest.mark.parametrize(
    "words",
    [["solve", MOVED], ["show", MOVED], ["review", MOVED, "-m", "9 7 T"], ["rules"], ["rules", "zsiros"]],
    ids=" ".join,
)
def test_no_line_in_a_pipe_ends_in_blanks(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    """Tables, too, can be compared line by line."""
    lines = run(capsys, monkeypatch, *words).out.splitlines()
    assert len(lines) > 5
    assert [line for line in lines if line != line.rstrip()] == []


@pytest.mark.parametrize(
    ("begun", "offered"),
    [
        ("aceten verify c", {"case"}),
        ("aceten verify zs", {"zsiros/2", "zsiros/4"}),
        ("aceten verify case --j", {"--junit", "--json"}),
        ("aceten verify new go folder schn", {"schnapsen/2", "schnapsen-book/2"}),
        ("aceten verify --suite all.toml --ba", {"--badge"}),
        ("aceten ver", {"verify"}),
    ],
)
def test_the_shell_completes_what_is_begun(begun: str, offered: set[str]) -> None:
    """Commands, the commands of a group beside the games of the one that leads it, and options; nothing is refused meanwhile."""
    asked = {"_ACETEN_COMPLETE": "complete_bash", "COMP_WORDS": begun, "COMP_CWORD": str(begun.count(" "))}
    done = subprocess.run(["aceten"], env={**os.environ, **asked}, capture_output=True, encoding="utf-8", check=True)  # noqa: S607 - our own program
    assert ({*done.stdout.split()}, done.stderr) == (offered, "")
