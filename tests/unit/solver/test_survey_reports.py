"""What is told of the rows of a survey."""

import json
import os
import shutil
import statistics
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import cast

import msgspec
import pytest
from support.games.small_surveys import rows_in
from support.intervals import margin_of
from support.processes.program_runs import Aceten
from support.slices import sliced

import aceten_surveys
from aceten_spec.texts.extras import installing
from aceten_surveys import Deals, Specification, SurveyError, in_threads, survey_of
from aceten_surveys.asking import ask
from aceten_surveys.compare import compare
from aceten_surveys.plots import write_plots
from aceten_surveys.report import report


@pytest.mark.turns(24)
def test_a_report_says_what_is_in_the_rows(two: tuple[Path, Path]) -> None:
    """Means, shares and intervals are those of the rows: seat B leads, as A has dealt, and 80 points are in the pack."""
    told, found = report(two[0]), rows_in(two[0])
    points = [80 - cast("int", row["points_low"]) for row in found]
    assert (told.deals, told.settled) == (len(found), len(found))
    by_points, by_game_points = told.worth
    assert by_points.counts == dict(sorted(Counter(points).items()))
    assert by_points.mean.mean == pytest.approx(statistics.fmean(points))
    assert by_points.mean.margin == margin_of(points)
    assert by_points.lead.mean == pytest.approx(statistics.fmean(own - (80 - own) for own in points))
    margins = [-cast("int", row["game_points_low"]) for row in found]
    assert by_game_points.lead.mean == pytest.approx(statistics.fmean(margins))
    wild, counting = told.held
    assert (wild.kind, wild.ranks, counting.kind, {*counting.ranks}) == ("wild", ("7",), "counting", {"A", "T"})
    for number, mean in wild.worth.items():
        of_these = [own for own, row in zip(points, found, strict=True) if row["side1_7"] == number]
        assert mean.deals == len(of_these)
        assert mean.mean == pytest.approx(statistics.fmean(of_these))
    assert sum(mean.deals for mean in counting.worth.values()) == len(found)
    assert {ending.name: (ending.first, ending.other) for ending in told.endings} == {
        name: (margins.count(worth), margins.count(-worth))
        for name, worth in (("majority", 1), ("kopasz", 2), ("csupasz", 3))
    }
    leads = [
        {lead["action"]: 80 - cast("int", lead["low"]) for lead in cast("list[dict[str, object]]", row["leads"])}
        for row in found
    ]
    for lead in told.leads:
        costs = [max(values.values()) - values[lead.action] for values in leads if lead.action in values]
        assert lead.cost.mean == pytest.approx(statistics.fmean(costs))
        assert lead.best.mean == pytest.approx(costs.count(0) / len(costs))
    assert {lead.action for lead in told.leads} == {action for values in leads for action in values}


@pytest.mark.turns(12)
def test_pictures_are_the_same_again(two: tuple[Path, Path], tmp_path: Path) -> None:
    """The same survey makes the same SVG files, with their words as text and no date."""
    first, again = write_plots(report(two[0]), tmp_path / "first"), write_plots(report(two[0]), tmp_path / "again")
    assert [path.name for path in first] == ["points.svg", "game-points.svg", "wild.svg", "counting.svg"]
    for one, other in zip(first, again, strict=True):
        text = one.read_text(encoding="utf-8")
        assert text == other.read_text(encoding="utf-8")
        assert "zsiros/2, " in text
        assert "<dc:date>" not in text


@pytest.mark.turns(6)
def test_comparing_goes_deal_by_deal(two: tuple[Path, Path]) -> None:
    """Two surveys of the same deals are compared deal by deal, whatever else was asked and however they are cut into files."""
    told = compare(*two)
    pairs = [
        (80 - cast("int", row["points_low"]), 80 - cast("int", other["points_low"]), cast("int", row["seed"]))
        for row, other in zip(*map(rows_in, two), strict=True)
    ]
    differences = [other - one for one, other, _ in pairs]
    points = told.differences[0]
    assert (told.deals, points.more.deals) == (len(pairs), len(pairs))
    assert points.more.mean == pytest.approx(statistics.fmean(differences))
    assert points.more.margin == margin_of(differences)
    assert points.changed.mean == pytest.approx(sum(map(bool, differences)) / len(pairs))
    most = sorted((pair for pair in pairs if pair[0] != pair[1]), key=lambda pair: (-abs(pair[1] - pair[0]), pair[2]))
    assert [(deal.one, deal.other, deal.deal) for deal in points.most] == most[:10]


@pytest.mark.turns(8)
def test_other_deals_are_not_compared(two: tuple[Path, Path], tmp_path: Path) -> None:
    """Surveys in which a seed is another deal, or that were asked for nothing in common, are not compared."""
    four = survey_of(Specification(game="zsiros/4", limit=1, deals=Deals(count=1)))
    aceten_surveys.run(four, tmp_path / "four", in_threads(1))
    with pytest.raises(SurveyError, match="its deals are not those of"):
        compare(two[0], tmp_path / "four")
    deal = survey_of(Specification(game="zsiros/2", values=("deal",), limit=1, deals=Deals(count=1)))
    aceten_surveys.run(deal, tmp_path / "deal", in_threads(1))
    with pytest.raises(SurveyError, match="it was asked for nothing that"):
        compare(two[0], tmp_path / "deal")


@pytest.mark.turns(45)
def test_commands_tell_it(two: tuple[Path, Path], tmp_path: Path, run: Aceten) -> None:
    """The commands print what the package says, as tables, as JSON and as lines of values."""
    one, other = map(str, two)
    told = run("survey", "report", one, "--plots", str(tmp_path))
    assert "kopasz" in told.out
    assert (tmp_path / "points.svg").exists()
    found = json.loads(run("survey", "report", one, "--json").out)
    assert found == json.loads(msgspec.json.encode(report(two[0])))
    told = run("survey", "compare", one, other)
    assert told.words.startswith("zsiros/2 against zsiros/2 continuation=always: ")
    found = json.loads(run("survey", "compare", one, other, "--json").out)
    assert found == json.loads(msgspec.json.encode(compare(*two)))
    question = "SELECT first, count(*) AS deals FROM deals GROUP BY first"
    assert run("survey", "sql", one, question, "--csv").out == f"first,deals\n1,{sliced(40, whole=600)}\n"
    assert run("survey", "sql", one, question, "--json").out == f'{{"first":1,"deals":{sliced(40, whole=600)}}}\n'
    assert run("survey", "sql", one, question).words == f"first deals 1 {sliced(40, whole=600)}"


@pytest.mark.turns(2)
@pytest.mark.parametrize(
    "question",
    [
        "SELECT * FROM read_text('/etc/hostname')",
        "COPY deals TO 'out.csv'",
        "CREATE TABLE more AS SELECT 1",
        "ATTACH 'other.db'",
        "SET enable_external_access = true",
        "SELECT 1; SELECT 2",
        "SELECT nothing FROM deals",
        "",
    ],
)
def test_sql_only_reads_the_survey(
    undisturbed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, question: str
) -> None:
    """Nothing but the survey is read, nothing is written, and what cannot be answered is refused."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SurveyError, match=r"^SQL: "):
        ask(undisturbed, question)
    assert not [*tmp_path.iterdir()]


def test_a_missing_package_is_named(undisturbed: Path, run: Aceten, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the packages of the extra it is said how to get them; help is there without them."""
    monkeypatch.setitem(sys.modules, "duckdb", None)
    for name in [
        name
        for name in sys.modules
        if name.startswith("aceten_surveys.") and name.split(".")[1] in {"asking", "report"}
    ]:
        monkeypatch.delitem(sys.modules, name)
    told = run("survey", "report", str(undisturbed))
    assert told.status == 2
    assert " ".join(told.err.split()) == f"error: the package duckdb is missing; install it with: {installing('data')}"
    assert run("survey", "--help").status == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes with names")
@pytest.mark.turns(24)
def test_files_that_are_no_results_are_refused(two: tuple[Path, Path], tmp_path: Path) -> None:
    """Whoever asks about a survey with a file that is damaged, or is no file, is told so at once; it is computed anew."""
    damages: list[Callable[[Path], object]] = [lambda path: path.write_bytes(b"PAR1"), Path.touch, os.mkfifo]
    for number, damage in enumerate(damages):
        folder = tmp_path / str(number)
        shutil.copytree(two[0], folder)
        path = min((folder / "shards").iterdir())
        path.unlink()
        damage(path)
        with pytest.raises(SurveyError, match=f"{folder}"):
            ask(folder, "SELECT 1")
        with pytest.raises(SurveyError, match=f"{folder}"):
            report(folder)
        with pytest.raises(SurveyError, match=f"{folder}"):
            compare(two[0], folder)
        assert [*aceten_surveys.status(folder).damaged] == [int(path.stem)]
