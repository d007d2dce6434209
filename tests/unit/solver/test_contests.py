"""Policies that play the deals of a survey: what the rows and the report say, whoever computes them."""

import json
import statistics
import sys
from functools import partial
from importlib.metadata import EntryPoint
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
import aceten_surveys
from aceten_solver.contests.entrants import GROUP
from aceten_solver.contests.shipped_policies import PolicyName
from aceten_solver.hidden.rule_of_thumb import greedy
from aceten_surveys import Deals, Specification, SurveyError, drivers, in_processes, in_threads, survey_of
from aceten_surveys.cluster import on_local_cluster
from aceten_surveys.compare import compare
from aceten_surveys.drivers import Driver
from aceten_surveys.report import report
from aceten_surveys.specification import Contest, read_specification

DRIVERS: Final = {"processes": in_processes, "dask": on_local_cluster}
COLUMNS: Final = ("played_points", "played_game_points", "exchanged_points", "exchanged_game_points")
needs_core = pytest.mark.skipif(
    aceten_solver.backend != "native", reason="the search in Python takes minutes for whole deals"
)


def contest(
    one: PolicyName, other: PolicyName, count: int = 6, game: str = "zsiros/2", samples: tuple[int, int] = (3, 3)
) -> Specification:
    """Return what asks what two policies come to."""
    return Specification(
        game=game, play=Contest(policies=(one, other), samples=samples), shard=4, deals=Deals(first=5, count=count)
    )


def rows_of(asked: Specification, folder: Path) -> list[dict[str, int]]:
    """Return what the rows say of play."""
    assert aceten_surveys.run(survey_of(asked), folder, in_threads(1)).whole
    files = sorted((folder / "shards").glob("*.parquet"))
    found: list[dict[str, int]] = parquet.read_table(files).to_pylist()  # pyright: ignore[reportUnknownMemberType, reportAssignmentType]
    assert [row["error"] for row in found] == [None] * len(found)
    return [{name: row[name] for name in (*COLUMNS, "first")} for row in found]


@pytest.mark.turns(2)
@pytest.mark.parametrize("name", ["zsiros/4", "schnapsen/2"])
def test_rows_say_what_play_comes_to(tmp_path: Path, name: str) -> None:
    """A policy that plays against itself without chance gets the same both times: what the deal comes to when it is played here."""
    title, players = name.split("/")
    game = aceten.load(title, players=int(players))
    for seed, row in enumerate(rows_of(contest("greedy", "greedy", game=name), tmp_path), start=5):
        state = game.deal(seed=seed)
        while state.turn is not None:
            state = state.play(greedy(state.view(state.turn)))
        assert state.result is not None
        assert state.result.game_points is not None
        margin = state.result.game_points[0] - state.result.game_points[1]
        assert [row[column] for column in COLUMNS] == 2 * [state.result.points[0], margin]


@needs_core
@pytest.mark.turns(9)
def test_perfect_play_is_the_value(tmp_path: Path) -> None:
    """When both play perfectly a deal comes to what it is worth; against a rule of thumb the one who does loses nothing by it."""
    game = aceten.load("zsiros", players=2)
    both, one = (
        rows_of(contest("perfect", "perfect"), tmp_path / "both"),
        rows_of(contest("perfect", "greedy"), tmp_path),
    )
    for seed, (even, better) in enumerate(zip(both, one, strict=True), start=5):
        value = aceten_solver.solve(game.deal(seed=seed)).value
        assert value is not None
        assert value.points is not None
        assert even["played_points"] == even["exchanged_points"] == value.points[0]
        assert better["played_points"] >= value.points[0] >= better["exchanged_points"]


@pytest.mark.turns(2)
def test_who_is_named_first_plays_for_side_0_first(tmp_path: Path) -> None:
    """With the policies named the other way round, a deal comes to the same with both playings exchanged."""
    one = rows_of(contest("greedy", "random"), tmp_path / "one")
    game = aceten.load("zsiros", players=2)
    assert [row["first"] for row in one] == [1] * 6  # A deals, and is side 0
    other = rows_of(contest("random", "greedy"), tmp_path / "other")
    assert statistics.fmean(row["played_points"] - row["exchanged_points"] for row in one) > 0
    assert statistics.fmean(row["played_points"] - row["exchanged_points"] for row in other) < 0
    assert game.most_points == 80
    assert all(0 <= row[column] <= 80 for row in one for column in ("played_points", "exchanged_points"))


@pytest.mark.turns(18)
@pytest.mark.parametrize("driver", [*DRIVERS][: sliced(1, whole=2)])
def test_whoever_computes_it(tmp_path: Path, driver: str) -> None:
    """Chance and samples are those of the deal: whoever plays it, in files of whatever size, and however many deals are asked for."""
    asked = contest("playouts", "random", count=3)
    found = rows_of(asked, tmp_path / "here")
    survey = survey_of(msgspec.structs.replace(asked, shard=1))
    assert aceten_surveys.run(survey, tmp_path / "there", DRIVERS[driver](2)).whole
    assert (tmp_path / "there" / "manifest.json").read_bytes() == (tmp_path / "here" / "manifest.json").read_bytes()
    assert rows_of(contest("playouts", "random", count=1), tmp_path / "fewer") == found[:1]
    assert rows_of(contest("playouts", "random", count=3, samples=(9, 9)), tmp_path / "more") != found


def test_what_play_depends_on_is_asked_for(tmp_path: Path) -> None:
    """Policies and samples make another survey; which search answers counts where its steps are counted, and only there."""
    surveys = [
        survey_of(each)
        for each in (
            contest("perfect", "greedy"),
            contest("greedy", "perfect"),
            contest("perfect", "greedy", samples=(9, 9)),
            contest("perfect", "greedy", samples=(9, 3)),
        )
    ]
    assert len({each.digest for each in surveys}) == len(surveys)
    assert {each.search for each in surveys} == {None}
    assert survey_of(contest("playouts", "greedy")).search == aceten_solver.backend
    for wrong, problem in {
        'game = "zsiros/2"\n[play]\npolicies = ["greedy", "node agent.mjs"]\n[deals]\ncount = 1': "modules and programs play in the arena",
        'game = "zsiros/2"\n[play]\npolicies = ["greedy", "os:abort"]\n[deals]\ncount = 1': "modules and programs play in the arena",
        'game = "hola/3"\n[play]\npolicies = ["greedy", "random"]\n[deals]\ncount = 1': "each for himself",
        'game = "zsiros/2"\n[play]\npolicies = ["greedy", "best"]\n[deals]\ncount = 1': "'best': no policy is called so",
        'game = "zsiros/2"\n[play]\npolicies = ["greedy"]\n[deals]\ncount = 1': "length 2",
        'game = "zsiros/2"\n[play]\npolicies = ["greedy", "random"]\nsamples = [0, 1]\n[deals]\ncount = 1': "`int` >= 1",
    }.items():
        (tmp_path / "asked.toml").write_text(wrong)
        with pytest.raises(SurveyError, match=problem):
            read_specification(tmp_path / "asked.toml")


def test_policies_of_ones_own_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a package offers plays as the shipped one does that does the same; a deal in which it breaks a rule says so in its row."""
    (tmp_path / "cheats.py").write_text("def choose(view):\n    return str(view.unseen[0])\n", encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    offered = {"thumb": "aceten_solver.hidden.rule_of_thumb:greedy", "cheat": "cheats:choose"}
    points = tuple([EntryPoint(name, value, GROUP) for name, value in offered.items()])

    def entry_points(*, group: str) -> tuple[EntryPoint, ...]:
        return points if group == GROUP else ()

    monkeypatch.setattr("importlib.metadata.entry_points", entry_points)
    own = msgspec.structs.replace(
        contest("greedy", "random", count=2),
        play=Contest(policies=("thumb", "random"), samples=(3, 3)),
    )
    assert rows_of(own, tmp_path / "own") == rows_of(contest("greedy", "random", count=2), tmp_path / "shipped")
    wrong = msgspec.structs.replace(own, play=Contest(policies=("cheat", "random")))
    status = aceten_surveys.run(survey_of(wrong), tmp_path / "wrong", in_threads(1))
    assert status.found.failed == 2
    rows: list[dict[str, str]] = parquet.read_table(sorted((tmp_path / "wrong" / "shards").glob("*"))).to_pylist()  # pyright: ignore[reportUnknownMemberType, reportAssignmentType]
    assert all("does not hold this card (ZS-PLAY-2)" in row["error"] for row in rows)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[dict[str, int]]]:
    """Return a survey in which a rule of thumb plays against chance, and its rows."""
    folder = tmp_path_factory.mktemp("played")
    return folder, rows_of(contest("greedy", "random", count=sliced(30, whole=300)), folder)


@pytest.mark.turns(14)
def test_a_report_says_what_is_in_the_rows(played: tuple[Path, list[dict[str, int]]]) -> None:
    """Means, intervals and counts are those of the rows; the difference is that of both playings of a deal."""
    folder, found = played
    told = report(folder)
    assert (told.worth, told.held, told.settled) == ((), (), len(found))
    points, game_points = told.played
    for shown, measure, whole in ((points, "points", 80), (game_points, "game_points", 0)):
        # Side 1 acts first in every deal: the first policy does so the second time.
        leading = [whole - row[f"exchanged_{measure}"] for row in found]
        following = [row[f"played_{measure}"] for row in found]
        assert shown.policies == ("greedy", "random")
        assert shown.first.mean == pytest.approx(statistics.fmean(leading))
        assert shown.second.mean == pytest.approx(statistics.fmean(following))
        both = [first + second for first, second in zip(leading, following, strict=True)]
        # Of points the other policy has what is left of both times 80; game points are told as leads.
        more = [each - 80 if whole else each / 2 for each in both]
        assert shown.more.mean == pytest.approx(statistics.fmean(more))
        assert shown.more.margin == margin_of(more)
        signs = [(each > 0) - (each < 0) for each in more]
        assert (shown.better, shown.equal, shown.worse) == (signs.count(1), signs.count(0), signs.count(-1))


@pytest.mark.turns(16)
def test_commands_tell_it(played: tuple[Path, list[dict[str, int]]], run: Aceten) -> None:
    """The command prints the report as a table and as JSON; comparing says what it cannot compare."""
    folder = str(played[0])
    told = run("survey", "report", folder)
    assert "with perfect play" not in told.out
    assert "greedy against random Each deal was played twice, the second time with the sides exchanged." in told.words
    assert json.loads(run("survey", "report", folder, "--json").out) == json.loads(
        msgspec.json.encode(report(played[0]))
    )
    with pytest.raises(SurveyError, match="what policies come to is not compared"):
        compare(played[0], played[0])


@pytest.mark.parametrize(
    ("rest", "backend_and_by"),
    [
        ("[play]\npolicies = ['greedy', 'random']\n", ("native", "processes")),
        ("", ("native", "threads")),
        ("", ("python", "processes")),
    ],
)
def test_who_works_best_is_chosen(
    rest: str,
    backend_and_by: tuple[str, str],
    tmp_path: Path,
    run: Aceten,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Threads do not speed up what is in Python: processes do."""
    backend, by = backend_and_by
    asked: list[str] = []

    def chosen(name: str, workers: int) -> Driver:
        asked.append(name)
        return in_threads(workers)

    monkeypatch.setitem(vars(aceten_solver), "backend", backend)  # which is not kept there
    for name in ("threads", "processes"):
        monkeypatch.setattr(drivers, f"in_{name}", partial(chosen, name))
    specification = tmp_path / "survey.toml"
    specification.write_text(f"game = 'zsiros/2'\nlimit = 10\n{rest}[deals]\ncount = 1\n", encoding="utf-8")
    found = run("survey", "run", str(specification), "--out", str(tmp_path / "found"))
    assert (found.status, asked) == (0, [by])


@pytest.mark.turns(2)
def test_what_is_worth_something_is_compared_beside_play(tmp_path: Path) -> None:
    """A survey that asks for values and play is compared by its values."""
    asked = msgspec.structs.replace(contest("greedy", "random"), values=("points",), limit=20)
    rows_of(asked, tmp_path)
    assert [cast("str", each.objective) for each in compare(tmp_path, tmp_path).differences] == ["points"]
