"""Grading: what rows and tables say of the actions of many records, and what is left when something goes wrong."""

import errno
import itertools
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Final, cast

import msgspec
import pytest
from pyarrow import parquet
from support.intervals import margin_of
from support.processes.program_runs import Aceten
from support.slices import sliced

import aceten
import aceten_solver
from aceten_spec.texts.extras import installing
from aceten_surveys import Deals, Specification, SurveyError, in_threads, survey_of
from aceten_surveys import run as run_survey
from aceten_surveys.asking import ask
from aceten_surveys.grading import grade, summary

LEFT: Final = (12, 12, 12, 24)
"""So many cards are still to be played when a record begins: of the last one, more than is settled."""

WRITING_AT_ONCE: Final = (
    "from aceten_surveys import grading; from aceten_cli.main import main; grading._EVERY = 0; main()"
)
"""The program, which writes a file for every record instead of one every few seconds."""


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the ends of some deals that were played at random, and with a match."""
    folder, chance = tmp_path_factory.mktemp("records"), random.Random(5)
    for number, left in enumerate(LEFT):
        states = [aceten.load("zsiros", players=2).deal(seed=number, dealer=number % 2)]
        while states[-1].turn is not None:
            states.append(states[-1].play(chance.choice(states[-1].legal)))
        begun = next(state for state in states if sum(map(len, state.hands)) + len(state.talon) == left)
        (folder / f"{number}.jsonl").write_text(aceten.record_of(begun, states[-1]), encoding="utf-8")
    match = files("aceten_spec") / "vectors" / "schnapsen.match.jsonl"
    (folder / "match.jsonl").write_text(match.read_text(encoding="utf-8"), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def graded(records: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder in which these records were graded without any trouble."""
    folder = tmp_path_factory.mktemp("graded")
    assert all(each.problem is None for each in grade(names_in(records), folder, nodes=3000))
    return folder


def names_in(records: Path) -> list[str]:
    """Return the names of records."""
    return [str(path) for path in sorted(records.iterdir())]


def rows_in(folder: Path) -> list[dict[str, object]]:
    """Return all rows of a grading, in the order of play."""
    paths = sorted((folder / "shards").glob("*.parquet"))
    rows = parquet.read_table(paths).to_pylist()  # pyright: ignore[reportUnknownMemberType] - the stubs leave a list open
    return sorted(rows, key=lambda row: (row["record"], row["deal"], row["number"]))


def costs(rows: Iterable[dict[str, object]]) -> list[int]:
    """Return what each row cost in what counts first."""
    return [cast("int", row["cost"]) if row["cost_in"] == row["objective"] else 0 for row in rows]


def worth_of(state: aceten.State, seat: int) -> int:
    """Return what a deal comes to for a seat, in what counts first."""
    value = aceten_solver.solve(state).value
    assert value is not None
    worth = value.points if "zsiros" in str(state) else value.margin
    assert worth is not None
    return worth[seat]


@pytest.mark.turns(2)
def test_a_row_says_what_an_action_cost(records: Path, graded: Path) -> None:
    """Of every action of every deal: the cost is what the deal was worth before it less what it is worth after it."""
    rows = iter(rows_in(graded))
    settled = 0
    for name in names_in(records):
        text = Path(name).read_text(encoding="utf-8")
        deals = aceten.read_match(text).deals if "match" in name else (aceten.read_record(text),)
        for (deal, record), number in itertools.product(enumerate(deals, start=1), range(1, 100)):
            if number > len(record.events):
                continue
            (seat, action), before, after = record.events[number - 1], *record.states[number - 1 : number + 1]
            if isinstance(action, aceten.Call):
                continue
            row = next(rows)
            assert (row["record"], row["deal"], row["number"], row["seat"]) == (name, deal, number, "AB"[seat])
            assert (row["game"], row["action"], row["position"]) == (str(record.state.game), str(action), str(before))
            objective = "game-points" if "match" in name else "points"
            assert row["objective"] == objective
            if not row["settled"]:
                assert row["cost"] is row["mistake"] is None
                continue
            settled += 1
            worth = [worth_of(state, seat) for state in (before, after)]
            assert worth[0] - worth[1] == costs([row])[0]
            assert bool(row["cost"]) == row["mistake"]
            assert (row["action"] in cast("list[str]", row["best"])) == (not row["mistake"])
    assert next(rows, None) is None
    assert settled > 30


def test_the_tables_sum_up_the_rows(graded: Path) -> None:
    """Actions, mistakes and costs of a seat are those of its rows; a deal counts where all that the seat did is settled."""
    told, open_deals = summary(graded), 0
    assert told.records == len(LEFT) + 1
    assert [game.game for game in told.games] == ["schnapsen/2", "zsiros/2"]
    for game, seat in itertools.product(told.games, (0, 1)):
        player = game.seats[seat]
        rows = [row for row in rows_in(graded) if (row["game"], row["seat"]) == (game.game, "AB"[seat])]
        assert player.seat == "AB"[seat]
        assert player.actions == sum(bool(row["settled"]) for row in rows)
        assert player.open == len(rows) - player.actions
        assert player.mistakes == sum(bool(row["mistake"]) for row in rows) > 0
        deals = [[*of] for _, of in itertools.groupby(rows, key=lambda row: (row["record"], row["deal"]))]
        lost = [sum(costs(of)) for of in deals if all(row["settled"] for row in of)]
        open_deals += bool(lost) and any(sum(costs(of)) and not of[0]["settled"] for of in deals)
        assert player.lost.deals == len(lost)
        if lost:
            assert player.lost.mean == pytest.approx(statistics.fmean(lost))
        if len(lost) > 1:
            assert player.lost.margin == margin_of(lost)
        assert player.costliest is not None
        most = next(row for row in rows if costs([row])[0] == max(costs(rows)))
        told_of = msgspec.to_builtins(player.costliest)
        assert told_of | {"best": [*told_of["best"]]} == {key: most[key] for key in told_of}
    assert sum(player.open for player in told.games[0].seats) > 0
    assert open_deals  # beside deals that count there are some that cost something and do not


@pytest.mark.turns(2)
def test_what_is_there_is_not_done_again(
    records: Path, graded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record is reviewed again only where its text has changed, whatever else was ended before; then it takes its own place."""
    own, out = tmp_path / "own", tmp_path / "out"
    shutil.copytree(records, own)
    reviewed: list[str] = []
    review_all = aceten_solver.review_all

    def counting(deals: tuple[aceten.Record, ...], *rest: object, **more: object) -> object:
        reviewed.append(str(deals[0].states[0]))
        return review_all(deals, *rest, **more)  # type: ignore[arg-type] # as it was called

    monkeypatch.setattr(aceten_solver, "review_all", counting)
    names = names_in(own)
    done: list[str] = []
    for each in grade(names, out, nodes=3000, stop=lambda: len(done) > 1):
        done.append(each.name)  # noqa: PERF401 - what stops it looks at it
    assert done == names[:2]
    (out / "shards" / "_tmp-1").write_bytes(b"left over")
    begun = reviewed[:2]
    reviewed.clear()
    assert [each.name for each in grade(names, out, nodes=3000)] == names
    assert not {*begun} & {*reviewed}
    rows = rows_in(out)
    expected = [row | {"record": row["record"].replace(str(records), str(own))} for row in rows_in(graded)]  # type: ignore[attr-defined] # a text
    assert rows == expected
    (own / "0.jsonl").write_text((own / "1.jsonl").read_text(encoding="utf-8"), encoding="utf-8")
    reviewed.clear()
    assert [each.name for each in grade(names, out, nodes=3000)] == names
    assert len(reviewed) == 1
    assert rows_in(out) == [
        *(row | {"record": names[0]} for row in rows if row["record"] == names[1]),
        *(row for row in rows if row["record"] != names[0]),
    ]
    assert not [*(out / "shards").glob("_tmp*")]


def test_a_record_that_is_there_twice_counts_once(records: Path, tmp_path: Path) -> None:
    """When something ended it while one file was to take the place of another, each record still counts once."""
    names = names_in(records)[:3]
    alone, both = tmp_path / "alone", tmp_path / "both"
    for some, folder in ((names[:2], alone), (names[1:], both)):
        assert len([*grade(some, folder, nodes=100)]) == 2
    for path in (alone / "shards").iterdir():
        shutil.copy(path, both / "shards")
    asked = "SELECT count(*), count(DISTINCT (record, deal, number)), count(DISTINCT record) FROM actions"
    [(rows_told, different, told)] = ask(both, asked).rows
    assert (rows_told, told) == (different, 3)
    assert [each.problem for each in grade((), both, nodes=100)] == []
    rows = rows_in(both)
    assert len({(row["record"], row["number"]) for row in rows}) == len(rows)
    assert {row["record"] for row in rows} == {*names}


@pytest.mark.turns(2)
def test_a_file_of_many_records_keeps_who_played(tmp_path: Path) -> None:
    """Every deal of a file is graded, with names and notes; what is wrong with another is told each time, until it is mended."""
    deal = "zsiros/2 points=40,20\nAnna: A K\nBéla: T 7\n1. K T ; greedy?\n2. A 7\n"
    path = tmp_path / "deals.txt"
    path.write_text(f"{deal}zsiros/2\nA: AK\n{deal}", encoding="utf-8")
    for _ in range(2):
        problem, done = grade([str(path)], tmp_path / "graded")
        assert "line 6: the hand of B is missing" in str(problem.problem)
        assert done.problem is None
        rows = rows_in(tmp_path / "graded")
        assert [row["deal"] for row in rows] == [1] * 4 + [2] * 4
        assert [row["player"] for row in rows[:4]] == ["Anna", "Béla", "Anna", "Béla"]
        assert [row["note"] for row in rows[:4]] == [None, "greedy?", None, None]
    path.write_text(deal, encoding="utf-8")
    assert [each.problem for each in grade([str(path)], tmp_path / "graded")] == [None]
    assert len(rows_in(tmp_path / "graded")) == 4


def test_threads_come_to_the_same(records: Path, graded: Path, tmp_path: Path) -> None:
    """Several records at a time are told in their order, and come to the same rows."""
    names = names_in(records)
    assert [each.name for each in grade(names, tmp_path, nodes=3000, threads=3)] == names
    assert rows_in(tmp_path) == rows_in(graded)


def test_other_folders_are_refused(graded: Path, tmp_path: Path) -> None:
    """A folder of another grading or of a survey, or with a file that is damaged, is refused, and says what is wrong."""
    with pytest.raises(SurveyError, match=r"it holds another grading \(nodes: 3000 / 9\); name another folder"):
        list(grade((), graded, nodes=9))
    survey = survey_of(Specification(game="zsiros/2", limit=1, deals=Deals(count=1)))
    assert run_survey(survey, tmp_path / "survey", in_threads(1)).whole
    with pytest.raises(SurveyError, match="it holds something else"):
        list(grade((), tmp_path / "survey"))
    with pytest.raises(SurveyError, match="it holds results, but not what was asked"):
        run_survey(survey, graded, in_threads(1))
    shutil.copytree(graded, tmp_path / "damaged")
    path = next((tmp_path / "damaged" / "shards").iterdir())
    path.write_bytes(path.read_bytes()[:-1] + b"2")
    with pytest.raises(SurveyError, match=f"{path.name}: it is damaged; remove it, and its records are graded again"):
        list(grade((), tmp_path / "damaged", nodes=3000))
    odd = tmp_path / os.fsdecode(b"odd\xff")
    for what in (lambda: list(grade((), odd)), lambda: run_survey(survey, odd, in_threads(1)), lambda: ask(odd, "")):
        with pytest.raises(SurveyError, match=r"odd\\xff: bytes in its name are no text"):
            what()
    assert not odd.exists()


@pytest.mark.turns(2)
@pytest.mark.skipif(sys.platform == "win32", reason="there are no such names")
def test_names_that_are_no_text(records: Path, graded: Path, tmp_path: Path, run: Aceten) -> None:
    """Bytes in the name of a record that are no text are told as such, also in JSON; two names stay two."""
    names = [str(tmp_path / os.fsdecode(name)) for name in (b"\xff", b"\xfe")]
    for name in names:
        shutil.copy(records / "0.jsonl", name)
    told = [f"{tmp_path}/{name}" for name in (r"\xff", r"\xfe")]
    assert [each.name for each in grade(names, tmp_path / "out", nodes=3000)] == told
    reviewed = run("review", *names, "--json").out.splitlines()
    assert [json.loads(line)["record"] for line in reviewed] == told
    first = [row for row in rows_in(graded) if row["record"] == str(records / "0.jsonl")]
    assert rows_in(tmp_path / "out") == [row | {"record": name} for name in sorted(told) for row in first]


@pytest.mark.turns(2)
def test_the_command_tells_what_was_lost(
    records: Path, graded: Path, tmp_path: Path, run: Aceten, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command prints the tables and JSON, says what is wrong with a record, and grades the others; SQL asks about all."""
    shutil.copytree(records, tmp_path / "records")
    broken, false = tmp_path / "records" / "a.jsonl", tmp_path / "records" / "b.jsonl"
    broken.write_text("{no", encoding="utf-8")
    false.write_text(
        (files("aceten_spec") / "vectors" / "schnapsen.match.jsonl")
        .read_text(encoding="utf-8")
        .replace('"seat":0', '"seat":1')
    )
    (tmp_path / "records" / "notes.txt").write_text("A plays too fast\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    command = ("grade", "records", "nothing.jsonl", "--out", "out", "--nodes", "3000")
    done = run(*command)
    assert done.status == 1
    for said in (
        "records/notes.txt: no record, passed over",
        "error: records/a.jsonl: line 1",
        "error: records/b.jsonl: line ",
        "error: nothing.jsonl: No such file",
        "Wrong records: 5 of 10.",  # of the false match each of its three deals
    ):
        assert said in done.err
    told = summary(Path("out"))
    for game in told.games:
        for player in game.seats:
            assert f" {player.seat} {player.actions} {player.mistakes} (" in f" {done.words}"
            assert player.costliest is not None
            assert (
                f"action {player.costliest.number}: {player.costliest.action} cost {player.costliest.cost}; "
                in done.words
            )
    assert "not settled within the limits" in done.words
    plain = json.loads(run(*command, "--json").out)
    assert plain == json.loads(msgspec.json.encode(told))
    count = ask(Path("out"), "SELECT count(*) FROM actions").rows
    assert count == ask(graded, "SELECT count(*) FROM actions").rows == ((len(rows_in(graded)),),)


@pytest.mark.turns(2)
def test_what_ends_it_keeps_what_is_done(
    records: Path, graded: Path, tmp_path: Path, run: Aceten, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that is full is said, no part of a file is left, and the same command goes on."""
    command = ("grade", str(records), "--out", str(tmp_path), "--nodes", "3000")
    written, fsync = itertools.count(), os.fsync

    def full(number: int) -> None:
        if next(written) == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        fsync(number)

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        done = run(*command)
    assert done.status == 1
    assert "No space left on device; what is done is kept" in " ".join(done.err.split())
    assert not [*(tmp_path / "shards").iterdir()]
    assert run(*command).status == 0
    assert rows_in(tmp_path) == rows_in(graded)


@pytest.mark.turns(14)
@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_it_is_killed(records: Path, graded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever it is killed, also while rows take the place of others: what was written is not done again, and all comes out the same."""
    own, out = tmp_path / "own", tmp_path / "out"
    own.mkdir()
    for path, copy in itertools.product(records.iterdir(), range(4)):
        shutil.copy(path, own / f"{copy}-{path.name}")
    names, rows = names_in(own), rows_in(graded)
    expected = {
        name: [row | {"record": name} for row in rows if name.endswith(f"-{Path(cast('str', row['record'])).name}")]
        for name in names
    }
    reviewed: list[str] = []
    review_all = aceten_solver.review_all

    def counting(deals: tuple[aceten.Record, ...], *rest: object, **more: object) -> object:
        reviewed.append(str(deals[0].states[0]))
        return review_all(deals, *rest, **more)  # type: ignore[arg-type] # as it was called

    monkeypatch.setattr(aceten_solver, "review_all", counting)
    changed = [Path(name) for name in names[:3]]
    for _ in range(sliced(1, whole=25)):
        shutil.rmtree(out, ignore_errors=True)
        texts = [path.read_text(encoding="utf-8") for path in changed]
        for path, text in zip(changed, texts[1:] + texts[:1], strict=True):
            path.write_text(text, encoding="utf-8")
        assert len([*grade(names[:3], out, nodes=3000, seconds=60)]) == 3
        for path, text in zip(changed, texts, strict=True):
            path.write_text(text, encoding="utf-8")
        begun = {*(out / "shards").iterdir()}
        command = [sys.executable, "-c", WRITING_AT_ONCE, "grade", str(own), "--out", str(out), "--nodes", "3000"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as working:  # noqa: S603 - our own program
            while working.poll() is None and len({*(out / "shards").glob("[!_]*")} - begun) < 2:
                time.sleep(0.005)
            time.sleep(random.uniform(0, 0.3))
            working.kill()
        there = rows_in(out)
        kept = [name for name in names if [row for row in there if row["record"] == name] == expected[name]]
        reviewed.clear()
        assert [each.problem for each in grade(names, out, nodes=3000, seconds=60)] == [None] * len(names)
        assert len(kept) > 0
        assert len(reviewed) <= len(names) - len(kept)
        assert rows_in(out) == [row for name in names for row in expected[name]]
        assert not [*(out / "shards").glob("_tmp*")]


def test_a_missing_package_is_named(
    records: Path, tmp_path: Path, run: Aceten, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the packages of the extra it is said how to get them, before anything is made."""
    for name in [
        name for name in sys.modules if name.startswith(("aceten_surveys", "aceten_cli.surveys.survey_tables"))
    ]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    told = run("grade", str(records), "--out", str(tmp_path / "out"))
    assert told.status == 2
    assert f"the package pyarrow is missing; install it with: {installing('data')}" in " ".join(told.err.split())
    assert not (tmp_path / "out").exists()
