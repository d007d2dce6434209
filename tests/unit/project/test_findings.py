"""The page about what deals are worth: each figure in its sentences stands in the report of the survey that it tells of."""

import re
import tomllib
from typing import Final

import pytest
from support.checkout import DOCS
from support.proofs.single_obligations import MATCHING, matching
from tools import deal_records

import aceten_solver
from aceten import load, parse, read_record
from aceten.proofs.statements.game_setting import setting
from aceten.proofs.theorems.play import extreme_deals, trick_count_theorem
from aceten_solver.question.objectives import merit_by
from aceten_surveys.specification import read_specification

SURVEYS: Final = {
    "Zsíros for four": "zsiros-4",
    "Zsíros for two": "zsiros-2",
    "Sedma for four": "sedma-4",
    "Lusti-Kartl'n for four": "lusti-kartln-4",
    "Einwerfen for four": "einwerfen-4",
    "Schnapsen": "schnapsen-2",
}
"""The headings of the page, and what stands below each."""


def sentences(heading: str) -> str:
    """Return what is said below a heading, without its blocks and pictures."""
    page = (DOCS / "findings.md").read_text(encoding="utf-8")
    below = page.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return re.sub(r"```.*?```|!\[.*?\)", "", below, flags=re.DOTALL)


@pytest.mark.parametrize("heading", SURVEYS)
def test_every_figure_of_the_page_stands_in_the_report(heading: str) -> None:
    """A number with a decimal point is one of the report; so the report has to be of as many deals as the survey asks for."""
    report = (DOCS / "surveys" / f"{SURVEYS[heading]}.txt").read_text(encoding="utf-8")
    figures = re.findall(r"\d+\.\d+", sentences(heading))
    assert len(figures) > 5
    assert set(figures) <= set(re.findall(r"\d+\.\d+", report))
    survey = tomllib.loads((DOCS / "surveys" / f"{SURVEYS[heading]}.toml").read_text(encoding="utf-8"))
    count = f"{survey['deals']['count']:,}"
    assert report.startswith(f"{survey['game']}: {count} settled deals of {count}, with perfect play")


def test_what_the_guide_says_of_strengths_stands_in_the_report() -> None:
    """By how much one strength beats another is what the report says of as many deals as were asked for."""
    told = (
        (DOCS / "guides" / "playing.md")
        .read_text(encoding="utf-8")
        .partition("## How strong it is\n")[2]
        .partition("```")[0]
    )
    report = (DOCS / "surveys" / "average-playouts.txt").read_text(encoding="utf-8")
    found = re.search(r"took (\d+\.\d+ ± \d+\.\d+) points more", told)
    assert found
    assert f"more than playouts, deal by deal  +{found[1]} " in report
    asked = read_specification(DOCS / "surveys" / "average-playouts.toml")
    assert asked.play is not None
    assert (asked.play.policies, asked.play.samples) == (("average", "playouts"), (10, 100))
    assert report.startswith(f"{asked.game}: {asked.deals.count:,} settled deals of {asked.deals.count:,}")


def test_every_row_of_strengths_stands_in_its_report() -> None:
    """Deals and means are those of the report that the row leads to, which is of as many deals as its survey asks for."""
    rows = re.findall(r"^\| .*<surveys/.*$", sentences("How strong the machine is"), re.MULTILINE)
    assert len(rows) == 20
    for row in rows:
        _, own, other, deals, points, margin, links = (part.strip(" `") for part in row.strip("|").split("|")[:7])
        name = re.findall(r"<surveys/([a-z0-9-]+)\.txt>", links)[0]
        report = (DOCS / "surveys" / f"{name}.txt").read_text(encoding="utf-8")
        asked = read_specification(DOCS / "surveys" / f"{name}.toml")
        assert asked.play is not None
        assert (asked.play.policies, deals) == ((own, other), f"{asked.deals.count:,}")
        assert report.startswith(f"{asked.game}: {deals} settled deals of {deals};")
        told = re.search(rf"^more than {other}, deal by deal +(.*)$", report, re.MULTILINE)
        assert told
        assert re.split(r"  +", told[1].strip()) == [part for part in (points, margin) if part]


@pytest.mark.turns(6)
@pytest.mark.parametrize("name", SURVEYS.values())
def test_the_distribution_is_that_of_deals(name: str) -> None:
    """The mean of the report is the mean of its distribution, and a deal of the survey has a value that occurs there."""
    report = (DOCS / "surveys" / f"{name}.txt").read_text(encoding="utf-8")
    part = report.partition("\n\n")[2].partition("\n\n")[0]
    rows = {
        int(value): int(deals.replace(",", ""))
        for value, deals in re.findall(r"^(-?\d+) +([\d,]+) ", part, re.MULTILINE)
    }
    survey = read_specification(DOCS / "surveys" / f"{name}.toml")
    assert sum(rows.values()) == survey.deals.count
    mean = sum(value * deals for value, deals in rows.items()) / survey.deals.count
    assert f"  {mean:.2f} ± " in part
    game = load(survey.game.partition("/")[0], players=int(survey.game[-1]))
    objective = survey.values[0]
    seen: set[int] = set()
    for seed in range(2):
        deal = game.deal(seed=seed)
        value = aceten_solver.solve(deal, objective, nodes=None if aceten_solver.backend == "native" else 2000).value
        if value is not None:
            assert deal.turn is not None
            merit = merit_by(value, objective)
            others = game.most_points - merit if objective == "points" else -merit
            seen.add(merit if game.sides[deal.turn] == 0 else others)
    assert seen <= set(rows)


# --- What is true of every deal ---

TRUE: Final = "What is true of every deal"
NUMBERS: Final = {2: "two", 3: "three", 4: "four", 6: "six"}
TITLES: Final = {"sedma-three": "Sedma", "sedma-trumps": "Sedma with trumps"}


def test_records_are_those_of_composed_deals() -> None:
    """Each record that the page leads to is checked in as it is composed now, and every one is led to; ``make generate`` writes them."""
    named = re.findall(r"<deals/([a-z0-9-]+)\.jsonl>", sentences(TRUE))
    assert sorted(named) == sorted(deal_records.DEALS) == sorted(file.stem for file in (DOCS / "deals").iterdir())
    for name in named:
        text = (DOCS / "deals" / f"{name}.jsonl").read_text(encoding="utf-8")
        assert text == deal_records.record_of(name)


@pytest.mark.parametrize(
    ("name", "actions", "tricks"),
    [
        ("longest-zsiros-2", 47, (8, 8)),
        ("longest-zsiros-4", 39, (4, 4)),
        ("fewest-tricks-zsiros-2", 32, (6, 0)),
        ("fewest-tricks-zsiros-4", 32, (3, 0)),
        ("two-tricks-win-sueca", 40, (2, 8)),
        ("two-tricks-win-einwerfen", 32, (2, 6)),
    ],
)
def test_records_show_what_is_said_of_them(name: str, actions: int, tricks: tuple[int, int]) -> None:
    """Read from its file and played anew, a deal has so many actions and tricks, and who wins it took 63 points of two tricks."""
    record = read_record((DOCS / "deals" / f"{name}.jsonl").read_text(encoding="utf-8"))
    end = record.state
    assert len(end.log) == actions
    assert end.tricks == tricks
    if name.startswith("two-tricks-win"):
        assert end.result is not None
        assert (end.points, end.result.winners) == ((63, 57), (0,))


def test_table_has_the_numbers_of_the_theorems() -> None:
    """Every game in which a trick may go on stands in the table, with the tricks and actions that deals can have."""
    told: dict[str, tuple[int, int, int]] = {}
    for names, players, fewest, rounds, actions in re.findall(
        r"^\| (.+) for (\w+) \| (\d+) to (\d+) \| (\d+) \|$", sentences(TRUE), re.MULTILINE
    ):
        told |= {f"{name} {players}": (int(fewest), int(rounds), int(actions)) for name in re.split(", | and ", names)}
    [theorem] = trick_count_theorem.PROPOSITIONS
    found: dict[str, tuple[int, int, int]] = {}
    for name, players in MATCHING:
        game = matching(f"{name}/{players}")
        if theorem.applies(setting(game)):
            title = f"{TITLES.get(name, game.rulebook.title)} {NUMBERS[players]}"
            actions = len(extreme_deals.longest(game)[1])
            found[title] = trick_count_theorem.fewest_in(setting(game)), extreme_deals.rounds_of(game), actions
    assert told == found


def test_positions_are_worth_what_is_said_of_them() -> None:
    """To lead costs 20 points here and gains 80 there; and a nine is better than a seven."""

    def points(line: str) -> tuple[int, ...] | None:
        value = aceten_solver.solve(parse(line), "points").value
        return None if value is None else value.points

    lines = re.findall(r"`(zsiros/2 hands=[^`]+)`", sentences(TRUE))
    assert lines == [
        *("zsiros/2 hands=778A,9AAA", "zsiros/2 hands=TTTT,AAAA"),
        *("zsiros/2 hands=A8,A9 lead=0", "zsiros/2 hands=A8,A7 lead=0"),
    ]
    costs, gains, nine, seven = lines
    assert [points(f"{costs} lead={leader}") for leader in (0, 1)] == [(20, 20), (40, 0)]
    assert [points(f"{gains} lead={leader}") for leader in (0, 1)] == [(80, 0), (0, 80)]
    assert [points(nine), points(seven)] == [(0, 20), (10, 10)]
