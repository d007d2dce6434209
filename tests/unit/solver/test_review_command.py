"""``aceten review``: what it prints of one record and of many, and its exit status."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest
from support.checkout import RECORD
from support.games.review_records import ENDGAME, HIDDEN_KING, LOST_BY_THE_LAST_TRICK, SCHNAPSEN, played_out, record
from support.processes.program_runs import Aceten, interrupted_at_work

import aceten
import aceten_solver
from aceten import load, parse
from aceten_cli.analysis import review as reviewing
from aceten_solver import review

# --- The command ------------------------------------------------------------------------------------------------------


@pytest.fixture
def run(run: Aceten, tmp_path: Path) -> Run:
    """Return what runs the command in this process."""
    return Run(run, tmp_path)


class Run:
    """Runs ``aceten review``, and expects an exit status."""

    def __init__(self, run: Aceten, folder: Path) -> None:
        """Take the program, and where a record may lie."""
        self.program = run
        self._record = folder / "deal.jsonl"

    def __call__(self, *arguments: str | Path, status: int = 0) -> str:
        """Return what the command printed: its output, or its error where wrong input is expected."""
        done = self.program("review", *map(str, arguments))
        assert done.status == status, done.err
        return done.err if status == 2 else done.out

    def deal(self, start: str, actions: str, *options: str, status: int = 0) -> str:
        """Return what the command printed of a deal in which this was done."""
        played = record(start, *actions.split())
        self._record.write_text(aceten.record_of(played.states[0], played.state), encoding="utf-8")
        return self(self._record, *options, status=status)


def test_json_is_the_review(run: Run) -> None:
    """``--json`` prints what Python returns, but for the time taken."""
    answer = json.loads(run(RECORD, "--json"))
    reviewed = review(aceten.read_record(RECORD.read_text(encoding="utf-8")))
    plain = json.loads(aceten_solver.to_json(reviewed))
    assert list(answer) == [*msgspec.structs.asdict(reviewed)]
    assert answer | {"seconds": 0} == plain | {"seconds": 0}
    assert [entry["action"] for entry in answer["actions"] if entry["mistake"]] == ["9", "7"]
    assert answer["verdicts"][1]["win"]["number"] == 2


def test_mistakes_are_marked_and_who_could_have_won_is_said(run: Run) -> None:
    """The table has a row for every action, with what is better in place of mistakes; then comes what each side could have done."""
    told = run(RECORD)
    rows = told.splitlines()
    assert "?   1.  A nine         20        60  B 1     40  ace" in told
    assert "    3.  A ten          40        40  A 1" in told
    assert sum(row.startswith("?") for row in rows) == 2
    assert "Action 1 cost most, 40 points: A, the ace in place of the nine." in rows
    assert "A could still have come to more at action 1, by the ace in place of the nine." in rows
    assert "B could still have won the deal at action 2, by the king or the over in place of the seven." in rows
    assert "  A takes 20 of the 80 points, B 60. B wins the deal: 1 game point." in rows


@pytest.mark.parametrize(
    ("start", "actions", "said"),
    [
        (
            "zsiros/2 hands=9,8 points=10,70 tricks=3,12",
            "9 8",
            "A could never have won the deal, nor come to more than that against",
        ),
        (
            "zsiros/2 hands=9,8 points=10,70 tricks=3,12",
            "9 8",
            "B could never have come to more than that against perfect play.",
        ),
        (SCHNAPSEN, "Qh Th Ah Kh claim", "by the jack of spades or the ten of spades in place of the queen of hearts."),
        (SCHNAPSEN, "Qh Th", "The record ends with B to act. With perfect play from there: B wins the deal"),
        (ENDGAME, "7 9 7 J", "A's side could never have won the deal against perfect play."),
        (
            "hola/2 hands=A9,K8 points=30,40 tricks=2,2",
            "9 8 A K",
            "B could never have scored more than the other side, nor",
        ),
        ("zsiros/2 hands=A9,T7 lead=0", "9 T A 7", "B could still have come to more at action 2"),
        (
            "zsiros/4 hands=A9,T8,98,K7 points=40,20 tricks=2,2 last_card_loses=7",
            "9 8 8 7 K A T 9",
            "Points alone do not tell whether A's side could have won; --objective deal does.",
        ),
    ],
)
def test_what_could_have_been_is_said(run: Run, start: str, actions: str, said: str) -> None:
    """It is said in words whether a side could have won, or come to more, and where that is open."""
    assert said in run.deal(start, actions)


def test_what_is_open_while_nobody_plays_alone_is_said(run: Run) -> None:
    """Where actions are not reviewed because it was open who plays alone, that is the reason given, and not the budget."""
    events = played_out(parse(HIDDEN_KING)).events
    told = run.deal(HIDDEN_KING, " ".join(str(action) for _, action in events), status=1)
    assert "Not settled: what actions 1 to 9 cost, as it was open then who plays alone." in told


def test_who_wins_may_be_all_that_counts(run: Run) -> None:
    """Under ``deal`` the table says who wins, and nothing of what that scores, and of a winner nothing more is said."""
    told = run.deal(LOST_BY_THE_LAST_TRICK, "7 8 9 9", "--objective", "deal")
    assert "?  1.  A seven  B     the deal  nine" in told
    assert "A could still have won the deal at action 1, by the nine in place of the seven." in told
    assert "B could" not in told


def test_a_budget_that_runs_out_is_said(run: Run) -> None:
    """Which actions are not reviewed is said, and the exit status is 1."""
    told = run.deal(LOST_BY_THE_LAST_TRICK, "7 8 9 9", "--nodes", "0", status=1)
    assert "Not settled: what actions 1 to 3 cost." in told
    assert (
        "A could not have won the deal any more after action 3, against perfect play; before that it is open." in told
    )
    assert "1.  A seven" not in told
    told = run.deal(ENDGAME, "Q", "--seconds", "0", status=1)
    assert "The record ends with B to act.\nNot settled: what action 1 cost." in told
    assert "Not settled.\n" in run.deal(ENDGAME, "", "--nodes", "1", status=1)


@pytest.mark.turns(2)
@pytest.mark.parametrize("game", ["schnapsen", "sedma-three"])
def test_a_match_is_reviewed_deal_by_deal(run: Run, game: str) -> None:
    """Every deal has its review, under its number and who dealt it; as JSON there is a line for each."""
    path = Path(str(files("aceten_spec") / "vectors" / f"{game}.match.jsonl"))
    deals = len(aceten.read_match(path.read_text(encoding="utf-8")).deals)
    told = run(path, "--nodes", "100", status=1)
    assert told.count("positions searched in") == deals
    assert f"Deal {deals}, dealt by " in told
    lines = run(path, "--nodes", "100", "--json", status=1).splitlines()
    assert [json.loads(line)["exact"] for line in lines] == [False] * deals


def test_a_match_that_a_trick_has_won_is_told(run: Run, tmp_path: Path) -> None:
    """Where a match ends in the middle of a deal, it is said who has won it."""
    game = load("ristiklappi", players=2, target=30, finish="immediate")
    begun = aceten.start_match(game, dealer=0)
    start = state = begun.deal(seed=1)
    while state.turn is not None and begun.reached(state) is None:
        state = state.play(state.legal[0])
    assert state.turn is not None
    path = tmp_path / "match.jsonl"
    path.write_text(aceten.record_of_match(begun, [(start, state)]), encoding="utf-8")
    assert "comes to 30 with this trick" in run(path, "--nodes", "10", status=1)


def test_players_are_called_by_their_names(run: Run, tmp_path: Path) -> None:
    """A review tells of the players whom the record names, of a match those of the match; JSON and pictures have seats."""
    plain = aceten.read_record(RECORD.read_text(encoding="utf-8"))
    names = ("Anna", "Béla", "Cili", "Dóra")[: plain.state.game.players]
    named = tmp_path / "named.jsonl"
    named.write_text(
        str(msgspec.structs.replace(plain, annotations=aceten.Annotations(players=names))), encoding="utf-8"
    )
    told = run(named)
    mistake = next(entry for entry in review(plain).actions if entry.mistake)
    assert re.search(rf"{mistake.number}\. +{names[mistake.seat]} ", told) is not None
    assert re.search(rf"{mistake.number}\. +{'ABCD'[mistake.seat]} ", told) is None
    assert "Anna" not in run(named, "--json")
    game = load(
        "zsiros", players=2, cards="AhThKhQhAsTsKsQs", hand=2
    )  # few cards, as the search in Python is asked, too
    deal = played_out(game.deal(seed=4))
    start = deal.states[0]
    match = aceten.read_match(
        aceten.record_of_match(aceten.start_match(game, dealer=start.dealer), [(start, deal.state)])
    )
    named.write_text(
        str(msgspec.structs.replace(match, annotations=aceten.Annotations(players=names[:2]))), encoding="utf-8"
    )
    assert f"Deal 1, dealt by {names[start.dealer]}" in run(named)


def test_wrong_input_is_refused(run: Run, tmp_path: Path) -> None:
    """What is no record, or has no value, is refused with what is wrong; a false record is a negative result."""
    assert "nothing.jsonl: No such file or directory" in run("nothing.jsonl", status=2)
    assert "error: RECORD|POSITION is missing" in run(status=2)
    path = tmp_path / "position.txt"
    path.write_text("hello", encoding="utf-8")
    assert "line 1: 'hello' begins no record" in run(path, status=2)
    assert "perfect play has a value only where" in run.deal("septica/3 hands=A,K,Q points=2,2,2", "A", status=2)
    assert "neither in play nor captured" in run.deal("zsiros/2 hands=A,K", "A", "--objective", "deal", status=2)
    path.write_text(RECORD.read_text(encoding="utf-8").replace('"9"', '"8"'), encoding="utf-8")
    assert run(path, status=1) == ""


def test_an_interrupt_ends_a_review_with_what_is_proved(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Ctrl-C ends a review with the actions that are settled, and with the exit status of an interrupt."""
    played = played_out(load("zsiros", players=4).deal(seed=3))
    path = tmp_path / "deal.jsonl"
    path.write_text(aceten.record_of(played.states[0], played.state), encoding="utf-8")
    interrupted_at_work(monkeypatch, reviewing, times=3)
    assert "Not settled: what actions 1 to" in run(path, status=130)


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """Return a folder with two deals, a match, and what is no record."""
    folder = tmp_path / "club"
    folder.mkdir()
    (folder / "b.jsonl").write_text(RECORD.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "a.jsonl").write_text(aceten.record_of(parse(LOST_BY_THE_LAST_TRICK), parse(LOST_BY_THE_LAST_TRICK)))
    match = files("aceten_spec") / "vectors" / "schnapsen.match.jsonl"
    (folder / "c.jsonl").write_text(match.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "notes.txt").write_text("A plays too fast\n", encoding="utf-8")
    (folder / "older").mkdir()
    return folder


@pytest.mark.turns(2)
def test_records_of_a_folder_are_reviewed_by_name(run: Run, records: Path) -> None:
    """Each is what it is alone, with its name; what is no record is passed over with a word, and further records may be named."""
    options = ("--nodes", "100")
    done = run.program("review", str(records), str(RECORD), *options, "--json")
    told = [json.loads(line) for line in done.out.splitlines()]
    alone = {name: run(records / name, *options, "--json", status=1).splitlines() for name in ("b.jsonl", "c.jsonl")}
    places = [(entry["record"], entry["deal"]) for entry in told]
    deals = len(alone["c.jsonl"])
    assert places == [
        *((str(records / name), 1) for name in ("a.jsonl", "b.jsonl")),
        *((str(records / "c.jsonl"), number) for number in range(1, deals + 1)),
        (str(RECORD), 1),
    ]
    for entry, line in zip(told[1:], (*alone["b.jsonl"], *alone["c.jsonl"], *alone["b.jsonl"]), strict=True):
        plain = json.loads(line)
        assert entry | {"seconds": 0} == plain | {"record": entry["record"], "deal": entry["deal"], "seconds": 0}
    assert done.err.splitlines() == [
        f"{records / 'notes.txt'}: no record, passed over",
        f"{records / 'older'}: no record, passed over",
    ]
    assert done.status == 1
    in_words = run(records, *options, status=1).splitlines()
    assert [line for line in in_words if line.startswith(str(records))] == [
        str(records / name) for name in ("a.jsonl", "b.jsonl", "c.jsonl")
    ]
    assert "Deal 2, dealt by B" in in_words


def test_a_bad_record_is_said_and_the_others_are_reviewed(run: Run, records: Path) -> None:
    """A broken one, a false one and one that is not there: each is said with its name, and the exit status is 1."""
    broken, false = records / "aa.jsonl", records / "bb.jsonl"
    broken.write_text("{no", encoding="utf-8")
    false.write_text(RECORD.read_text(encoding="utf-8").replace('"9"', '"8"'), encoding="utf-8")
    done = run.program("review", str(records), "nothing.jsonl", "--nodes", "9", "--json")
    assert len({json.loads(line)["record"] for line in done.out.splitlines()}) == 3
    for said in (
        f"error: {broken}: line 1",
        f"error: {false}: ",
        "error: nothing.jsonl: No such file",
        "Wrong records: 3 of 6.",
    ):
        assert said in done.err
    assert done.status == 1
    assert "one file holds one picture" in run(records, "--svg", "x.svg", status=2)


def test_an_interrupt_ends_a_review_of_many(run: Run, records: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends it with the record that is being reviewed, and says how many were."""
    slow = played_out(load("zsiros", players=4).deal(seed=3))
    (records / "aa.jsonl").write_text(aceten.record_of(slow.states[0], slow.state), encoding="utf-8")
    interrupted_at_work(monkeypatch, reviewing, times=5)
    done = run.program("review", str(records), "--json")
    assert done.status == 130
    assert {Path(json.loads(line)["record"]).name for line in done.out.splitlines()} <= {"a.jsonl", "aa.jsonl"}
    assert done.err.endswith("records.\n")
