"""The page of each game says where it is played, what counts, what a deal and a match are worth, and what to type to play by it."""

import io
import re
import shlex
import sys
from html import unescape
from pathlib import Path
from typing import Final

import pytest
from support.pages.site_pages import page_at
from support.processes.program_runs import Aceten
from tools.page_walks import SAMPLE

from aceten_spec import load_shipped, shipped

COUNTRIES: Final = (
    *("American", "Austria", "Bavarian", "Czech", "Finnish", "Hungarian", "German", "Polish", "Portuguese", "Romanian"),
    "Yugoslavia",
)
TOTALS: Final = {
    "auction-sixty-six": [(24, 120, 130)],
    "einwerfen": [(32, 120, 0)],
    "hola": [(52, 80, 90), (51, 80, 90), (104, 160, 170)],
    "lusti-kartln": [(32, 80, 90)],
    "ristiklappi": [(52, 120, 0)],
    "ristikontra": [(52, 120, 0)],
    "schnapsen": [(20, 120, 0)],
    "schnapsen-book": [(20, 120, 130)],
    "sedma": [(32, 80, 90)],
    "sedma-three": [(30, 80, 90)],
    "sedma-trumps": [(32, 80, 90)],
    "sedmice": [(32, 80, 90)],
    "septica": [(32, 8, 0), (30, 8, 0)],
    "sixty-six": [(24, 120, 130)],
    "sueca": [(40, 120, 0)],
    "tausendeins": [(32, 120, 0)],
    "zsiros": [(32, 80, 0)],
}
"""How many cards, what they count together, and what with the last trick, where that counts."""
BESIDE: Final = {
    "auction-sixty-six": ["Marriage 20", "Marriage in trumps 40"],
    "hola": ["Taking every trick 80"] * 3,
    "schnapsen": ["Marriage 20", "Marriage in trumps 40"],
    "schnapsen-book": ["Marriage 20", "Marriage in trumps 40"],
    "sixty-six": ["Marriage 20", "Marriage in trumps 40"],
    "tausendeins": [
        "Marriage of clubs 100",
        "Marriage of spades 80",
        "Marriage of hearts 60",
        "Marriage of diamonds 40",
    ],
}
"""What counts beside cards and the last trick."""
DEALS: Final = {
    "auction-sixty-six": [
        "failed otherwise the other side the points that it has made, and what was bid",
        "130 was bid, and the bidders have 130 points or more the bidders 260",
    ],
    "schnapsen": [
        "the side that took the last trick 1 game point",
        "points and tricks are those at the claim, or at the closing if the claimant has closed the talon",
        "the other one has no trick the claimant's side 3 game points",
        "the other side 2 game points, or 3 if who scores had no trick at the closing",
    ],
    "sixty-six": ["33 points or more the claimant's side 1", "or 3 if who scores had no trick at the closing"],
    "tausendeins": ["Every side scores the points that it has taken"],
    "zsiros": ["majority", "kopasz", "csupasz the winners took every trick 80 all 3"],
}
"""What a deal brings, some of it."""
MATCHES: Final = {
    "auction-sixty-six": "666 points",
    "einwerfen": "48 deals",
    "hola": "500 points",
    "ristiklappi": "121 points",
    "ristikontra": "7 game points",
    "schnapsen": "7 game points",
    "schnapsen-book": "7 game points",
    "sedmice": "120 points",
    "septica": "1 game point",
    "sixty-six": "7 game points",
    "sueca": "4 game points",
    "tausendeins": "1001 points",
}
"""What wins a match, where it is not five game points."""


def words(site: Path, game: str, section: str) -> str:
    """Return what a section of a game's page says, however it is broken into lines and cells."""
    return " ".join(page_at(site / "rules" / f"{game}.html", section=section).text.split())


@pytest.mark.parametrize("game", shipped())
def test_a_game_says_where_it_is_played(game: str) -> None:
    """The summary with which a game's page begins names the country."""
    assert any(country in load_shipped(game).summary for country in COUNTRIES)


@pytest.mark.parametrize("game", shipped())
def test_a_page_says_what_counts(site: Path, game: str) -> None:
    """A table has every card that counts, the sum of all cards, the last trick, and marriages."""
    said = words(site, game, "what-counts")
    cards = [(int(count), int(points)) for count, points in re.findall(r"All cards (\d+) (\d+)", said)]
    sums = [int(points) for points in re.findall(r"Cards and the last trick (\d+)", said)]
    assert cards == [(count, points) for count, points, _ in TOTALS[game]]
    assert sums == [both for _, _, both in TOTALS[game] if both]
    assert ("The last trick 10 10" in said) == bool(sums)
    assert re.findall(r"Marriage(?: of \w+| in trumps)? \d+|Taking every trick \d+", said) == BESIDE.get(game, [])
    for letter, points in load_shipped(game).parameters.values.items():
        name = {"A": "Ace", "T": "Ten", "K": "King", "Q": "Queen|Over", "J": "Jack|Under", "7": "Seven"}.get(
            letter, "-"
        )
        assert not points or re.search(rf"\b(?:{name}) {points} (\d+) \d+", said)


@pytest.mark.parametrize("game", DEALS)
def test_a_page_says_what_a_deal_is_worth(site: Path, game: str) -> None:
    """The scoring table, or what stands in its place, has what winners, claimants and bidders score."""
    said = words(site, game, "scoring-table")
    for part in DEALS[game]:
        assert part in said


@pytest.mark.parametrize("game", shipped())
def test_a_page_says_what_wins_the_match(site: Path, game: str) -> None:
    """It says how many points or deals a match has, and by which clauses."""
    said = words(site, game, "winning-the-match")
    assert MATCHES.get(game, "5 game points") in said
    assert f"{load_shipped(game).prefix}-MATCH-" in said


@pytest.mark.turns(2)
@pytest.mark.parametrize("game", shipped())
def test_the_commands_of_a_page_run(site: Path, game: str, run: Aceten, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each command on the page of a game does what it is there for.

    Where it would take long it is made shorter: nobody is there to play, a program answers few questions or is none, and of the proofs
    there is one.
    """
    html = (site / "rules" / f"{game}.html").read_text(encoding="utf-8")
    section = html.partition('<section id="on-the-command-line">')[2].partition("</section>")[0]
    lines = [unescape(re.sub("<[^>]+>", "", each)) for each in re.findall("<pre>(.*?)</pre>", section, re.DOTALL)]
    shown = {line.split()[1]: shlex.split(line.strip())[1:] for line in lines}
    assert list(shown) == ["rules", "play", "deal", "solve", "verify", "prove"]
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    monkeypatch.setenv("COLUMNS", "200")

    def done(*arguments: str, status: int = 0) -> str:
        result = run(*arguments)
        assert result.status == status, (arguments, result.err)
        return result.words

    table = shown["play"][1]
    assert shown["rules"][2] in done(*shown["rules"])
    assert f"{load_shipped(game).title}: you are A" in done(*shown["play"], "--seats", "all")
    option = shown["deal"][-1]
    assert done(*shown["deal"]).startswith(f"{table} ")
    assert option in done(*shown["deal"])
    assert "Best play" in done(*shown["solve"])
    program = [sys.executable, *([str(SAMPLE / "adapter.py")] if game == "zsiros" else ["-c", "pass"])]
    asked = [each for each in shown["verify"] if each not in {"YOUR", "PROGRAM"}]
    assert asked == ["verify", table, "--"]
    said = done("verify", "--level", "trick", *asked[1:], *program, status=0 if game == "zsiros" else 2)
    assert (game != "zsiros") or "conforms" in said
    few = ("--theorem", "T-RULES.points", "--players", table[-1], "--solver", "z3", "--jobs", "1")
    assert "all proved" in done(*shown["prove"], *few)
