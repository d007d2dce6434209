"""Surveys: what their rows say, that it is the same whoever computes it, and what is left when something goes wrong."""

import errno
import hashlib
import itertools
import os
import random
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, cast

import msgspec
import pytest
from support.games.small_surveys import QUICK, SLOW, manifest, rows_in
from support.processes.program_runs import Aceten
from support.slices import in_turn, sliced

import aceten
import aceten_solver
import aceten_surveys
from aceten.engine.equal_actions import canonical_action
from aceten_spec import load_shipped
from aceten_surveys import (
    Deals,
    Done,
    Specification,
    Survey,
    SurveyError,
    in_processes,
    in_threads,
    rows,
    shards,
    survey_of,
)
from aceten_surveys.cluster import on_local_cluster
from aceten_surveys.compare import compare
from aceten_surveys.report import report
from aceten_surveys.specification import read_specification

DRIVERS: Final = {"threads": in_threads, "processes": in_processes, "dask": on_local_cluster}


needs_core = pytest.mark.skipif(aceten_solver.backend != "native", reason=SLOW)


@needs_core
@pytest.mark.turns(6)
@pytest.mark.parametrize("name", ["zsiros/2", "schnapsen/2", "einwerfen/4"])
def test_rows_say_what_deals_are_worth(tmp_path: Path, name: str) -> None:
    """A row says what solving its deal says, and which ranks and trumps the sides hold."""
    objectives: tuple[aceten_solver.Objective, ...] = ("deal", "game-points")
    asked = Specification(
        game=name, values=objectives, leads="game-points", deals=Deals(first=3, count=sliced(2, whole=40), dealer="b")
    )
    assert aceten_surveys.run(survey_of(asked), tmp_path, in_threads(1)).whole
    game = aceten.load(name.split("/", maxsplit=1)[0], players=int(name[-1]))
    for row, seed in zip(rows_in(tmp_path), itertools.count(3)):
        state = game.deal(seed=seed, dealer=1)
        solution = aceten_solver.solve(state, "game-points")
        assert solution.value is not None
        assert solution.value.margin is not None
        winner = aceten_solver.solve(state, "deal").value
        assert winner is not None
        assert (row["seed"], row["error"], row["exact"]) == (seed, None, True)
        assert row["first"] == (2 % game.players) % 2
        assert row["game_points_low"] == row["game_points_high"] == solution.value.margin[0]
        assert (
            row["deal_low"]
            == row["deal_high"]
            == {0: 1, 1: -1}.get(winner.winner if isinstance(winner.winner, int) else -1, 0)
        )
        told = cast("list[dict[str, object]]", row["leads"])
        leads = {lead["action"]: lead["low"] for lead in told}
        for action, value in ((entry.action, entry.value) for entry in solution.actions):
            assert value is not None
            assert value.margin is not None
            assert leads[str(canonical_action(game, action))] == value.margin[0]
        for side in (0, 1):
            cards = [str(card) for seat, hand in enumerate(state.hands) if seat % 2 == side for card in hand]
            for rank in {str(card)[0] for card in game.pack.cards}:
                assert row[f"side{side}_{rank}"] == sum(card[0] == rank for card in cards)
            if isinstance(state, aceten.SuitState) and state.trump is not None:
                assert row[f"side{side}_trumps"] == sum(card[1] == state.trump.letter for card in cards)


@pytest.mark.turns(24)
@pytest.mark.parametrize("driver", in_turn([*DRIVERS], 3))
def test_whoever_computes_it(tmp_path: Path, undisturbed: Path, driver: str) -> None:
    """Threads, processes and the workers of Dask come to the same manifest, with files of another size, too."""
    survey = survey_of(msgspec.structs.replace(QUICK, shard=5))
    told: list[int] = []
    found = aceten_surveys.run(survey, tmp_path, DRIVERS[driver](2), tell=told.append)
    assert found.whole
    assert (told[0], sum(told), min(told) >= 0) == (0, 18, True)
    assert manifest(tmp_path) == manifest(undisturbed)
    assert len([*(tmp_path / "shards").iterdir()]) == 4


def test_whatever_was_searched_before(undisturbed: Path) -> None:
    """Rows of a limited search, with numbers of states, are the same from the last to the first; the checksum tells any change."""
    survey, found = survey_of(QUICK), rows_in(undisturbed)
    backwards = [
        row for seed in reversed(range(7, 25)) for row in rows.rows(survey, survey.played(), range(seed, seed + 1))
    ]
    assert backwards == found[::-1]
    assert not all(row["exact"] for row in found)
    assert (
        shards.checksum_of(backwards) == shards.checksum_of(found) == int(manifest(undisturbed)[-70:].split('"')[1], 16)
    )
    found[3]["nodes"] = 1
    assert shards.checksum_of(backwards) != shards.checksum_of(found)


def test_what_is_there_is_not_computed_again(tmp_path: Path, undisturbed: Path) -> None:
    """A survey goes on with what is missing, cut, of another survey or has a wrong byte, and with nothing else."""
    shutil.copytree(undisturbed, tmp_path, dirs_exist_ok=True)
    (tmp_path / "manifest.json").unlink()
    there = [shards.path_of(tmp_path, shard) for shard in range(5)]
    there[0].unlink()
    there[1].write_bytes(there[1].read_bytes()[:-9])
    data = bytearray(there[3].read_bytes())
    data[100] ^= 4
    there[3].write_bytes(data)
    other = tmp_path / "other"
    (other / "shards").mkdir(parents=True)
    shards.run_shard(
        survey_of(msgspec.structs.replace(QUICK, limit=399)),
        other,
        4,
    )
    shards.path_of(other, 4).replace(there[4])
    (tmp_path / "shards" / "_tmp-1").write_bytes(b"left over")
    asked: list[int] = []

    def driver(survey: Survey, folder: Path, left: Iterable[int], stop: Callable[[], bool]) -> Iterator[Done | int]:
        asked.extend(left)
        return in_threads(1)(survey, folder, asked, stop)

    now = aceten_surveys.status(tmp_path)
    assert (now.missing, [*now.damaged], now.found.deals) == ((0,), [1, 3, 4], 4)
    assert now.damaged[4] == "it is of another survey"
    assert aceten_surveys.run(survey_of(QUICK), tmp_path, driver).whole
    assert asked == [0, 1, 3, 4]
    assert manifest(tmp_path) == manifest(undisturbed)
    assert not [*(tmp_path / "shards").glob("_tmp*")]


@pytest.mark.turns(2)
def test_a_wrong_bit_is_found_or_changes_nothing(tmp_path: Path, undisturbed: Path) -> None:
    """Whichever bit of a file is turned over: the file is refused, or its rows are what they were."""
    shutil.copytree(undisturbed, tmp_path, dirs_exist_ok=True)
    survey, path = survey_of(QUICK), shards.path_of(tmp_path, 2)
    right, data = shards.read_shard(survey, survey.played(), tmp_path, 2), path.read_bytes()
    refused, chance = 0, random.Random()
    for _ in range(sliced(60, whole=5000)):
        wrong = bytearray(data)
        wrong[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        path.write_bytes(wrong)
        try:
            assert shards.read_shard(survey, survey.played(), tmp_path, 2) == right
        except SurveyError:
            refused += 1
    assert refused


@pytest.mark.turns(2)
def test_the_disk_is_full(tmp_path: Path, undisturbed: Path, run: Aceten, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a file cannot be written it is said, what is done is kept, and no part of a file is left."""
    asked = tmp_path / "asked.toml"
    asked.write_text(
        'game = "zsiros/2"\nvalues = ["points"]\nleads = "deal"\nnodes = true\nlimit = 400\nshard = 4\n[deals]\nfirst = 7\ncount = 18\n'
    )
    assert read_specification(asked) == survey_of(QUICK)
    written, fsync = itertools.count(), os.fsync

    def full(number: int) -> None:
        if next(written) == 7:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        fsync(number)

    command = ("survey", "run", str(asked), "--out", str(tmp_path / "out"), "--workers", "1", "--by", "threads")
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        done = run(*command)
    assert done.status == 1
    assert "No space left on device; what is done is kept, and the same command goes on from there" in " ".join(
        done.err.split()
    )
    assert not [*(tmp_path / "out" / "shards").glob("_tmp*")]
    assert 0 < len([*(tmp_path / "out" / "shards").iterdir()]) < 5
    assert run("survey", "status", str(tmp_path / "out")).status == 1
    assert run(*command).status == 0
    assert manifest(tmp_path / "out") == manifest(undisturbed)
    told = run("survey", "status", str(tmp_path / "out"))
    assert told.status == 0
    assert "18 of 18 deals" in told.out
    assert "18 deals are not settled within the limit" in told.out


def test_failed_deals_are_rows(tmp_path: Path) -> None:
    """A deal that cannot be asked about is a row that says why; the others are answered."""
    lone = survey_of(Specification(game="sedma-three/3", limit=10, deals=Deals(count=12)))
    found = aceten_surveys.run(lone, tmp_path, in_threads(2))
    game = aceten.load("sedma-three")
    known = ["Kh" in "".join(str(card) for hand in game.deal(seed=seed).hands for card in hand) for seed in range(12)]
    assert [row["error"] is None for row in rows_in(tmp_path)] == known
    assert 0 < found.found.failed == known.count(False)


def test_other_surveys_are_refused(tmp_path: Path, undisturbed: Path) -> None:
    """A folder with another survey is refused, as is an installation that would compute other rows, and what cannot be asked."""
    with pytest.raises(SurveyError, match="no survey is in it"):
        aceten_surveys.status(tmp_path)
    with pytest.raises(SurveyError, match=r"it holds another survey \(.*deals: Deals\(first=7, "):
        aceten_surveys.run(survey_of(Specification(game="zsiros/2", deals=Deals(count=1))), undisturbed, in_threads(1))
    text = (undisturbed / "survey.json").read_text(encoding="utf-8")
    shutil.copytree(undisturbed, tmp_path, dirs_exist_ok=True)
    (tmp_path / "survey.json").write_text(text.replace('"version": "', '"version": "9'))
    with pytest.raises(SurveyError, match=r"begun by another installation, whose rows may be others \(version: "):
        aceten_surveys.status(tmp_path)
    for wrong, problem in {
        'game = "zsiros/2"': "missing required field `deals`",
        'game = "zsiros/2"\ndeal = 1': "unknown field `deal` (did you mean deals?); expected one of: game, rules, ",
        'game = "zsiros/2"\n[deals]\ncuont = 1': "(did you mean count?); expected one of: first, count, dealer, ",
        'game = "zsiros/2"\nvalues = ["pionts"]\n[deals]\ncount = 1': "(did you mean points?); expected one of: deal, game-points, points",
        'game = "zsiros/2"\n[play]\npolicies = ["a", "b"]\n[deals]\ncount = 1': "; expected one of: ",
        'game = "zsiros/2"\n[deals]\ncount = 0': "`int` >= 1",
        'game = "zsiros/2"\ncertify = 0\n[deals]\ncount = 1': "`int` >= 1",
        'game = "zsiros/2"\nleads = "deal"\ncertify = 5\n[deals]\ncount = 1': "none are asked for in values",
        'game = "zsiros/2"\n[deals]\nfirst = 3': "expected count and perhaps first, numbers, or first_number and count",
        'game = "zsiros/2"\n[deals]\nfirst_number = "3"': "expected count and perhaps first",
        'game = "zsiros/2"\n[deals]\nnumbers = ["3"]\ncount = 1': "expected count and perhaps first",
        'game = "zsiros/2"\n[deals]\nfirst = 3\nfirst_number = "3"\ncount = 1': "expected count and perhaps first",
        'game = "zsiros/2"\n[deals]\nnumbers = ["3", "4", "03"]': "number 3 is listed twice",
        'game = "zsiros/2"\n[deals]\nnumbers = ["3a"]': "matching regex",
        'game = "zsiros/2"\n[deals]\nnumbers = ["3"]\nholds = { A = "7" }': "is asked with a seed",
        'game = "lusti-kartln"\n[deals]\nnumbers = ["3", "99561092450391000"]': "the largest is 99561092450390999",
        'game = "lusti-kartln"\n[deals]\nfirst_number = "99561092450390990"\ncount = 11': "the last number would be 99561092450391000",
        'game = "hola/3"\n[deals]\ncount = 10': "each for himself",
        'game = "schnapsen"\nvalues = ["points"]\n[deals]\ncount = 10': "not decided by card points alone",
        'game = "zsiros/2"\n[deals]\ncount = 10\ndealer = "C"': "expected one of A, B",
        'game = "zsiros/two"\n[deals]\ncount = 10': "expected such as zsiros/4",
        'game = "zsiros/2"\n[deals]\ncount = 10\nfirst = 18446744073709551610': "the largest is 18446744073709551615",
    }.items():
        (tmp_path / "asked.toml").write_text(wrong)
        with pytest.raises(SurveyError) as refused:
            read_specification(tmp_path / "asked.toml")
        assert problem in str(refused.value)
        assert str(refused.value).startswith(str(tmp_path / "asked.toml"))


def test_deals_under_conditions(tmp_path: Path) -> None:
    """The deals are those of the engine under the same conditions; a survey without any is the one that it was before there were some."""
    asked = tmp_path / "asked.toml"
    text = 'game = "zsiros/2"\nvalues = ["points"]\nlimit = 9\n[deals]\nfirst = 3\ncount = 4\n'
    asked.write_text(text)
    free = read_specification(asked)
    plain = msgspec.to_builtins(free)
    before = {key: plain[key] for key in plain if key not in {"shard", "rulebook", "play", "certify", "positions"}}
    before["deals"] = {"first": 3, "count": 4, "dealer": "A"}
    assert free.digest == hashlib.sha256(msgspec.json.encode(before, order="sorted")).hexdigest()
    asked.write_text(text + 'holds = { b = "77", 1 = "A" }\nlacks = { A = "T" }\n')
    survey = read_specification(asked)
    assert survey.digest != free.digest
    assert (survey.deals.holds, survey.deals.lacks) == ({"B": "77A"}, {"A": "T"})
    assert aceten_surveys.run(survey, tmp_path / "out", in_threads(1)).whole
    assert aceten_surveys.run(free, tmp_path / "free", in_threads(1)).whole
    game = aceten.load("zsiros", players=2)
    for row, seed in zip(rows_in(tmp_path / "out"), range(3, 7), strict=True):
        hands = game.deal(seed=seed, holds={1: "77A"}, lacks={0: "T"}).hands
        assert row["side1_7"] == sum(str(card)[0] == "7" for card in hands[1]) >= 2
        assert cast("int", row["side1_A"]) >= 1
        assert row["side0_T"] == 0
    with pytest.raises(SurveyError, match="its deals are not those of"):
        compare(tmp_path / "out", tmp_path / "free")
    for wrong, problem in {
        'holds = { C = "7" }': "expected one of A, B",
        'holds = { A = "77777" }': "no deal fulfils all that is asked",
    }.items():
        asked.write_text(text + wrong)
        with pytest.raises(SurveyError, match=problem):
            read_specification(asked)


@pytest.mark.turns(2)
def test_numbered_deals(tmp_path: Path) -> None:
    """Deals that are told by their numbers, which are too large for a column of numbers, are those of the seeds that have them."""
    game = aceten.load("zsiros", players=2)
    asked = Specification(game="zsiros/2", values=("points",), leads="deal", limit=9, deals=Deals(first=3, count=5))
    aceten_surveys.run(survey_of(asked), tmp_path / "seeds", in_threads(1))
    numbers = [str(game.number_of(game.deal(seed=seed, dealer=0))) for seed in range(3, 8)]
    assert min(map(int, numbers)) > 2**64
    (tmp_path / "asked.toml").write_text(
        f'game = "zsiros/2"\nvalues = ["points"]\nleads = "deal"\nlimit = 9\nshard = 2\n[deals]\nnumbers = {numbers}\n'
    )
    listed = read_specification(tmp_path / "asked.toml")
    assert aceten_surveys.run(listed, tmp_path / "listed", in_threads(2)).whole
    assert [row | {"number": None} for row in rows_in(tmp_path / "listed")] == [
        {"number" if name == "seed" else name: None if name == "seed" else cell for name, cell in row.items()}
        for row in rows_in(tmp_path / "seeds")
    ]
    assert [row["number"] for row in rows_in(tmp_path / "listed")] == numbers
    assert aceten_surveys.status(tmp_path / "listed").whole
    with pytest.raises(SurveyError, match="its deals are not those of"):
        compare(tmp_path / "seeds", tmp_path / "listed")
    inside = Deals(first_number=str(int(numbers[2]) - 1), count=3)
    following = survey_of(msgspec.structs.replace(asked, deals=inside))
    assert len({following.digest, listed.digest, survey_of(asked).digest}) == 3
    assert aceten_surveys.run(following, tmp_path / "following", in_threads(1)).whole
    found = rows_in(tmp_path / "following")
    assert [int(cast("str", row["number"])) - int(numbers[2]) for row in found] == [-1, 0, 1]
    assert found[1] == rows_in(tmp_path / "listed")[2]
    assert report(tmp_path / "following").deals == 3


def test_a_rulebook_of_ones_own_goes_with_the_survey(tmp_path: Path) -> None:
    """The folder holds the rulebook that is not shipped; nothing else is needed to go on, or by those who work."""
    shipped = Path(aceten.__file__).parents[2] / "spec" / "aceten_spec" / "rulebooks" / "zsiros.toml"
    text = shipped.read_text(encoding="utf-8").replace('wild = ["7"]', 'wild = ["8"]', 1)
    (tmp_path / "own.toml").write_text(text, encoding="utf-8")
    (tmp_path / "asked.toml").write_text('game = "zsiros/2"\nrules = "own.toml"\nlimit = 300\n[deals]\ncount = 1\n')
    own, theirs = (
        read_specification(tmp_path / "asked.toml"),
        survey_of(Specification(game="zsiros/2", deals=Deals(count=1))),
    )
    assert own.digest != theirs.digest
    assert own.played().rulebook.parameters != load_shipped("zsiros").parameters
    (tmp_path / "own.toml").unlink()
    assert aceten_surveys.run(own, tmp_path / "out", in_threads(1)).whole
    assert aceten_surveys.read_survey(tmp_path / "out") == own


def test_rows_may_carry_position_lines(tmp_path: Path, run: Aceten) -> None:
    """With ``positions`` each row has the position of its deal; an answer in SQL has each row on one line where a file is written."""
    asked = tmp_path / "asked.toml"
    asked.write_text('game = "zsiros/2"\npositions = true\n[deals]\ncount = 3\n')
    survey = read_specification(asked)
    assert survey.digest != survey_of(Specification(game="zsiros/2", deals=Deals(count=3))).digest
    aceten_surveys.run(survey, tmp_path / "rows", in_threads(1))
    deals = [str(aceten.load("zsiros", players=2).deal(seed=seed)) for seed in range(3)]
    assert [row["position"] for row in rows_in(tmp_path / "rows")] == deals
    heading, *lines = run("survey", "sql", str(tmp_path / "rows"), "select seed, position from deals").out.splitlines()
    assert heading.split() == ["seed", "position"]
    assert [line.split(maxsplit=1)[1] for line in lines] == deals
