"""``aceten show``: everything that matters of a position."""

import json
import re

import pytest
from support.games.shown_positions import AUCTION, MARRIED
from support.processes.program_runs import Aceten

import aceten

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
    run: Aceten, monkeypatch: pytest.MonkeyPatch, line: str, left: str, right: str
) -> None:
    """A sits at the bottom, an even number has somebody opposite him, and the others follow in the direction of play, in 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    done = run("show", line)
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
def test_all_that_matters_is_shown(run: Aceten, monkeypatch: pytest.MonkeyPatch, line: str, said: list[str]) -> None:
    """``show`` says in words what a player may do, and what else play depends on: leads, a card drawn, who is alone, scores that fall."""
    monkeypatch.setenv("COLUMNS", "120")
    shown = run("show", line).out
    for part in said:
        assert part in shown


def test_what_is_shown_is_there_as_json(run: Aceten) -> None:
    """``show --json`` has everything of the picture that is not a pile of cards, and the position line."""
    line = "ristiklappi/2 hands=AKQJT,QJT9 talon=876 lead=0 trick=K7 drawn=A"
    answer = json.loads(run("show", line, "--json").out)
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
    answer = json.loads(run("show", "ristikontra/4 hands=A,K,Q,J leads=99", "--json").out)
    assert answer["leads"] == "99"
    answer = json.loads(run("show", "zsiros/4 hands=A,K,Q,J", "--json").out)
    assert answer["calls"] == ["call:2:beat", "call:2:no-beat", "call:2:grease", "call:2:no-grease"]


def test_what_is_shown_of_suit_tricks_is_there_as_json(run: Aceten) -> None:
    """``show --json`` has trumps, turn-up, closed talon, marriages, cards that all know, bids, claims, match scores, what counts."""
    line = (
        "sixty-six/2 hands=AhKdJdTs9d,KcKsQsJc9s talon=KhTdAd9cThQhAc9hQdJsTcJh lead=1 taken=-,AsQc dealer=0"
        " closed=1,0,0,1 melds=0,20 shown=-,Kc"
    )
    answer = json.loads(run("show", line, "--json").out)
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
    answer = json.loads(run("show", f"{AUCTION} bids=60,-", "--json").out)
    assert (answer["bids"], answer["bid"], answer["trump"], answer["turn_up"]) == ([60, 0], None, None, None)
    answer = json.loads(run("show", f"{AUCTION} bid=0,66 trump=h", "--json").out)
    assert (answer["bids"], answer["bid"], answer["trump"]) == ([], {"seat": 0, "points": 66}, "h")
    over = "tausendeins/2 hands=-,- lead=1 points=80,40 tricks=10,6 claim=0 melds=160,0 trump=c score=800,200"
    answer = json.loads(run("show", over, "--json").out)
    assert (answer["claim"], answer["scores"], answer["counted"]) == (0, [800, 200], [240, 40])
    assert (answer["result"]["claimed"], answer["result"]["trump"]) == (0, "c")
