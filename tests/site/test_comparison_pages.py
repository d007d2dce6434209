"""The pages across all games leave out no difference, no contradiction and no name."""

import re
from html import unescape
from itertools import combinations
from pathlib import Path
from typing import Final

import msgspec
import pytest
from support.pages.site_pages import page_at

from aceten_spec import Rulebook, load_shipped, shipped
from aceten_spec.options import parameters_for
from aceten_spec.rulebook import MatchingParameters, Parameters, SuitParameters

GROUPS: Final[dict[str, type[Parameters]]] = {
    "the-sedma-group": MatchingParameters,
    "games-with-suit-tricks": SuitParameters,
}


def games_of(kind: type[Parameters]) -> list[Rulebook]:
    """Return the rulebooks of a group."""
    return [book for book in map(load_shipped, shipped()) if isinstance(book.parameters, kind)]


def group(site: Path, name: str) -> str:
    """Return what the page says of one group, as HTML."""
    html = (site / "rules" / "comparison.html").read_text(encoding="utf-8")
    sections = html.split('<section id="')
    [first] = [place for place, part in enumerate(sections) if part.startswith(f'{name}"')]
    last = next(
        (place for place in range(first + 1, len(sections)) if sections[place].partition('"')[0] in GROUPS), None
    )
    return "".join(sections[first:last])


def rows(html: str) -> dict[str, list[str]]:
    """Return the cells of the rows of all tables, by the parameter that stands in the first."""
    found: dict[str, list[str]] = {}
    for row in re.findall(r"<tr.*?</tr>", html, re.DOTALL):
        named = re.search(r'<th class="stub">.*?<span class="pre">(\w+)</span>', row, re.DOTALL)
        if named:
            found[named[1]] = re.findall(r"<td>(.*?)</td>", row, re.DOTALL)
    return found


def values(book: Rulebook, name: str) -> set[str]:
    """Return the values that a parameter has with the numbers of players of a game."""
    return {
        repr(msgspec.to_builtins(getattr(parameters_for(book, players), name))) for players in book.parameters.players
    }


@pytest.mark.parametrize("name", GROUPS)
def test_every_difference_has_a_row_and_every_game_a_column(site: Path, name: str) -> None:
    """Exactly the parameters in which games of a group differ have a row, with a cell for each game, in every table its heading."""
    kind, html = GROUPS[name], group(site, name)
    books = games_of(kind)
    expected = {
        field.name
        for field in msgspec.structs.fields(kind)
        if len(set[str]().union(*(values(book, field.name) for book in books))) > 1
    }
    found = rows(html)
    assert set(found) == expected
    assert {len(cells) for cells in found.values()} == {len(books)}
    tables = html.count("<table")
    for book in books:
        assert html.count(f'<th class="head"><p><a class="reference internal" href="{book.id}.html">') == tables


@pytest.mark.parametrize("name", GROUPS)
def test_every_value_leads_to_a_clause_of_its_game(site: Path, name: str) -> None:
    """Every value that is shown leads to a clause of the game in whose column it stands; a dash stands only for a value that is usual."""
    kind = GROUPS[name]
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    for parameter, cells in rows(group(site, name)).items():
        for book, cell in zip(games_of(kind), cells, strict=True):
            linked = re.search(r'href="([\w-]+)\.html#([A-Z0-9-]+)"', cell)
            if linked:
                assert linked[1] == book.id
                assert book.clause(linked[2])
            else:
                assert "—" in cell
                assert values(book, parameter) <= {repr(fields[parameter].default), "()", "[]"}


@pytest.mark.parametrize("name", GROUPS)
def test_values_are_told_with_their_numbers_of_players(site: Path, name: str) -> None:
    """A cell says with how many players each value holds exactly where a game has several."""
    kind = GROUPS[name]
    for parameter, cells in rows(group(site, name)).items():
        for book, cell in zip(games_of(kind), cells, strict=True):
            told = re.search(r" with [\d, or]+ players", cell)
            assert bool(told) == (len(values(book, parameter)) > 1), (parameter, book.id)


def test_every_two_games_of_a_group_are_compared(site: Path) -> None:
    """For any two games of a group there is a list of what they differ in; of one that extends the other it says so."""
    html = (site / "rules" / "comparison.html").read_text(encoding="utf-8")
    for kind in GROUPS.values():
        books = games_of(kind)
        for one, other in combinations(books, 2):
            pairs = ((one.title, other.title), (other.title, one.title))
            assert sum(html.count(f"<p>{first} differs from {second}, ") for first, second in pairs) == 1
        for book in books:
            if book.extends is not None:
                assert f"<p>{book.title} differs from {load_shipped(book.extends).title}, which it extends" in html


@pytest.mark.parametrize(
    "told",
    [
        "Sedma for three differs from Sedma, which it extends, in ",
        "The card whose holder plays alone: king of hearts. In Sedma: nothing of the kind.",
        "When the leader may lead to another round of the same trick: opponent winning. In Sedma: always.",
        "The rank of the trump that may be exchanged for the turn-up: jack. In Sixty-Six: nine.",
    ],
)
def test_differences_are_told_in_words(site: Path, told: str) -> None:
    """What two games differ in is told in the words of the parameters' own descriptions."""
    assert told in " ".join(page_at(site / "rules" / "comparison.html").text.split())


def test_every_contradiction_is_listed(site: Path) -> None:
    """Every decision with an alternative that has a source is there, with the option that selects it and an example played with it."""
    page = page_at(site / "rules" / "contradictions.html")
    for book in map(load_shipped, shipped()):
        for decision in book.decisions:
            disputed = any(other.sources for other in decision.alternatives)
            assert (f"{book.id}.html#{decision.clause}" in page.links) == disputed, decision.clause
            if not disputed:
                continue
            assert decision.question in page.text
            for other in decision.alternatives:
                assert other.text in page.text
                assert other.value is None or f"{decision.parameter}={other.value}" in page.text
    shown = {link.partition("#")[2] for link in page.links if "-EX-" in link}
    assert {"ZS-EX-23", "ZS-EX-36"} <= shown


def test_every_name_is_listed(site: Path) -> None:
    """The page of names has every name of every game, in its language, and leads to the game; what is only named is there as well."""
    page = page_at(site / "rules" / "family.html")
    html = (site / "rules" / "family.html").read_text(encoding="utf-8")
    table = [
        re.findall(r"<td><p>(.*?)</p></td>", row, re.DOTALL) for row in re.findall(r"<tr.*?</tr>", html, re.DOTALL)
    ]
    named = [(unescape(row[-2]), row[-1]) for row in table if len(row) > 1]
    for book in map(load_shipped, shipped()):
        assert book.summary in page.text
        for name in (name for names in book.names.values() for name in names):
            assert any(other == name and f'href="{book.id}.html"' in games for other, games in named), name
        for name in (book.id, *book.aliases):
            assert name in page.text
    for language in ("Croatian", "Czech", "Finnish", "German", "Hungarian", "Polish", "Romanian", "Slovak"):
        assert language in page.text
    for name in ("Schmierer", "Osmová", "spálená"):
        assert name in page.text


@pytest.mark.parametrize(
    "link",
    [
        "rules/zsiros.html#ZS-PLAY-4",
        "rules/zsiros.html#ZS-EX-3",
        "rules/zsiros.html#ZS-SCORE-3",
        "rules/zsiros.html#ZS-MULTI-1",
        "rules/sedma.html#SE-MULTI-1",
        "rules/comparison.html",
        "rules/contradictions.html",
        "rules/family.html",
        "verifying.html",
    ],
)
def test_questions_are_answered_from_the_first_page(site: Path, link: str) -> None:
    """The first page leads at once to the clauses and pages that answer what people ask most."""
    assert link in page_at(site / "index.html").links
