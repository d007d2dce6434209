"""The site traces every clause: to its sources, what carries it out, what proves it, its tests and its vectors, all by links."""

import functools
import html
import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from aceten_spec import load_shipped, shipped

COLUMNS: Final = ("Clause", "Sources", "Code", "Theorems", "Tests", "Vectors")
TAG: Final = re.compile(r"<[^>]*>")


class Cell(NamedTuple):
    """A cell of a clause's row."""

    text: str
    """Its words, without its heading."""
    links: list[str]
    """Where its links lead."""


@functools.cache
def rows(page: Path) -> dict[str, dict[str, Cell]]:
    """Return the cells of every clause on a page, by clause and column."""
    found: dict[str, dict[str, Cell]] = {}
    for row in re.findall(r"<tr[^>]* id=\"trace-.*?</tr>", page.read_text(encoding="utf-8"), re.DOTALL):
        clause = re.findall(r'id="trace-([^"]+)"', row)[0]
        cells = re.findall(r"<td>(.*?)</td>", row, re.DOTALL)
        found[clause] = {
            column: Cell(
                html.unescape(TAG.sub(" ", cell)).replace(column, "", 1).strip(), re.findall(r'href="([^"]+)"', cell)
            )
            for column, cell in zip(COLUMNS, cells, strict=True)
        }
    return found


@functools.cache
def anchors(page: Path) -> list[str]:
    """Return every anchor of a page."""
    return re.findall(r'\sid="([^"]+)"', page.read_text(encoding="utf-8"))


def row(site: Path, game: str, clause: str) -> dict[str, Cell]:
    """Return the cells of a clause."""
    return rows(site / "traceability" / f"{game}.html")[clause]


def gaps(row: dict[str, Cell], *, by_definition: bool) -> list[str]:
    """Return the columns of a row that leave something open: cells without words, or without a link where one is due."""
    empty = [column for column, cell in row.items() if not cell.text]
    due = COLUMNS[:4] if by_definition else COLUMNS
    return [*empty, *(column for column in due if not row[column].links)]


@pytest.mark.parametrize("game", shipped())
def test_every_clause_is_traced(site: Path, game: str) -> None:
    """Every clause has its row, with a source or our own choice, with code, data or "by definition", and with everything else."""
    book = load_shipped(game)
    found = rows(site / "traceability" / f"{game}.html")
    assert list(found) == [clause.id for clause in book.clauses]
    for clause in book.clauses:
        cells = found[clause.id]
        assert gaps(cells, by_definition=clause.subject != "rule") == [], clause.id
        assert cells["Clause"] == Cell(clause.id, [f"../rules/{game}.html#{clause.id}"])
        assert (cells["Sources"].text == "our own choice") == (not clause.sources)
        assert len(cells["Sources"].links) == max(1, len(clause.sources))
        assert ("by definition" in cells["Code"].text) == (clause.subject != "rule")
        if clause.subject == "rule":
            carried_out = ("../source/aceten.", f"../rules/{game}.html#options", f"../rules/{game}.html#refusals")
            assert any(link.startswith(carried_out) for link in cells["Code"].links), clause.id


def test_a_clause_without_code_is_noticed(site: Path) -> None:
    """An empty cell is a gap, and so is one that leads nowhere."""
    whole = row(site, "zsiros", "ZS-PLAY-4")
    assert gaps(whole, by_definition=False) == []
    assert gaps({**whole, "Code": Cell("", [])}, by_definition=False) == ["Code", "Code"]
    assert gaps({**whole, "Vectors": Cell("nothing to test", [])}, by_definition=False) == ["Vectors"]


@pytest.mark.parametrize("game", shipped())
def test_every_link_leads_somewhere(site: Path, game: str) -> None:
    """Every link of every row leads to an anchor of a page; that of a source to the entry of its document."""
    page = site / "traceability" / f"{game}.html"
    for clause, cells in rows(page).items():
        for link in {link for cell in cells.values() for link in cell.links}:
            target, _, anchor = link.partition("#")
            assert html.unescape(anchor) in anchors((page.parent / target).resolve()), (clause, link)
    for told in load_shipped(game).clauses:
        for source in told.sources:
            assert f"../sources.html#source-{source.document}" in row(site, game, told.id)["Sources"].links


@pytest.mark.parametrize("game", shipped())
def test_the_rules_lead_to_the_rows(site: Path, game: str) -> None:
    """From every clause on a rules page a link leads to its row."""
    page = (site / "rules" / f"{game}.html").read_text(encoding="utf-8")
    for clause in load_shipped(game).clauses:
        entry = page.partition(f'id="{clause.id}"')[2].partition("</details>")[0]
        assert f'href="../traceability/{game}.html#trace-{clause.id}"' in entry


def test_who_takes_a_trick_is_traced(site: Path) -> None:
    """What is known of one rule: where it comes from, which functions are it, which theorem, examples, tests and vectors show it."""
    cells = row(site, "zsiros", "ZS-PLAY-4")
    assert "pagat-zsiros: Play" in cells["Sources"].text
    assert "../source/aceten.engine.matching.steps.html#winning_after" in cells["Code"].links
    assert {"../proofs.html#t-step.card", "../source/aceten_spec.formulas.matching.trick_clauses.html#winning"} <= set(
        cells["Theorems"].links
    )
    assert {
        "../rules/zsiros.html#ZS-EX-3",
        "../source/tests/proofs/theorems/test_tricks.html#test_which_card_takes_a_trick",
    } <= set(cells["Tests"].links)
    assert cells["Vectors"].links == ["../vectors/zsiros.html#ZS-EX-1/1", "../vectors/zsiros.html#of-ZS-PLAY-4"]


@pytest.mark.parametrize(
    ("game", "clause", "column", "link"),
    [
        ("sedma", "SE-PLAY-4", "Code", "../source/aceten.engine.matching.steps.html#winning_after"),
        ("septica", "SP-PLAY-20", "Code", "../rules/septica.html#options"),
        ("auction-sixty-six", "AS-SCORE-40", "Code", "../rules/auction-sixty-six.html#options"),
        ("zsiros", "ZS-MULTI-5", "Code", "../rules/zsiros.html#refusals"),
        ("schnapsen-book", "SB-EXCH-2", "Code", "../source/aceten.engine.suits.rights.html#may_exchange"),
        (
            "sixty-six",
            "SX-MELD-1",
            "Tests",
            "../source/tests/unit/play/test_refusals.html#test_a_refusal_says_why",
        ),
        (
            "einwerfen",
            "EW-MATCH-6",
            "Tests",
            "../source/tests/proofs/theorems/test_matches.html#test_what_a_deal_counts",
        ),
        ("zsiros", "ZS-DEAL-1", "Theorems", "../proofs.html#clauses"),
        ("sedma", "SE-PLAY-4", "Code", "../source/rocq/Tricks.html#best_place"),
        ("schnapsen", "SN-SUIT-1", "Code", "../source/rocq/SuitTricks.html#beats"),
        ("einwerfen", "EW-MATCH-9", "Code", "../source/rocq/Matches.html#seated_after"),
    ],
)
def test_single_links(site: Path, game: str, clause: str, column: str, link: str) -> None:
    """Code of another rulebook, data, refusals and tests that name a clause in a table: all are found."""
    assert link in row(site, game, clause)[column].links


def test_tests_of_other_things_show_no_rule(site: Path) -> None:
    """A test that names a clause to speak of reading rulebooks is not shown as one of the clause."""
    pages = [page.read_text(encoding="utf-8") for page in (site / "traceability").glob("*.html")]
    assert not [page for page in pages if "tests/unit/rulebooks/test_options" in page or "tests/site" in page]


@pytest.mark.parametrize(
    ("page", "anchor", "begins"),
    [
        ("aceten.engine.matching.steps", "winning_after", "def winning_after(winning: Seat"),
        ("aceten.engine.matching.state", "MatchingState.legal", "@property\n    @override\n    def legal(self)"),
        ("aceten_spec.formulas.matching.trick_clauses", "wild", "def wild(rules: MatchingParameters)"),
        ("tests/unit/play/test_refusals", "test_a_refusal_says_why", '@pytest.mark.parametrize("case", CASES'),
        ("rocq/Tricks", "best_place", "(** The place of the card that is winning."),
    ],
)
def test_source_is_shown(site: Path, page: str, anchor: str, begins: str) -> None:
    """An anchor stands where the function begins, its decorators included; clauses that the source names are links."""
    shown = (site / "source" / f"{page}.html").read_text(encoding="utf-8")
    text = html.unescape(TAG.sub("", shown.partition(f'id="{anchor}">')[2]))
    assert text.lstrip().startswith(begins)
    assert re.search(r'href="(\.\./)+rules/zsiros\.html#ZS-[A-Z]+-\d+"', shown)


@pytest.mark.parametrize("game", shipped())
def test_every_vector_is_shown(site: Path, game: str) -> None:
    """The page of a game's vectors has every case of the file, letter for letter, and lists the cases of each clause."""
    file = json.loads(files("aceten_spec").joinpath("vectors", f"{game}.json").read_text(encoding="utf-8"))
    cases = [*file["vectors"], *file["answers"], *file["perft"], *file["numbers"], *file["draws"]]
    page = (site / "vectors" / f"{game}.html").read_text(encoding="utf-8")
    shown = re.findall(r'<pre class="vector" id="([^"]+)">(.*?)</pre>', page, re.DOTALL)
    assert [name for name, _ in shown] == [case["id"] for case in cases]
    for (_, text), case in zip(shown, cases, strict=True):
        assert json.loads("{" + ",".join(html.unescape(TAG.sub("", text)).split("\n")) + "}") == case
    for clause in load_shipped(game).clauses:
        listed = re.findall(rf'<p id="of-{clause.id}".*?</p>', page, re.DOTALL)
        named = [case["id"] for case in cases if clause.id in case.get("clauses", ())]
        assert [re.findall(r'href="#([^"]+)"', each) for each in listed] == ([named] if named else [])


def test_the_summary_counts_clauses(site: Path) -> None:
    """The first page leads to that of every game, and counts its clauses, examples and vectors; each clause has one degree."""
    page = (site / "traceability" / "index.html").read_text(encoding="utf-8")
    for game in shipped():
        book = load_shipped(game)
        [line] = [each for each in re.findall(r"<tr.*?</tr>", page, re.DOTALL) if f'href="{game}.html"' in each]
        clauses, *degrees, examples, vectors = (int(number) for number in re.findall(r">(\d+)<", line))
        assert clauses == len(book.clauses) == sum(degrees)
        assert examples == len(book.examples)
        file = json.loads(files("aceten_spec").joinpath("vectors", f"{game}.json").read_text(encoding="utf-8"))
        assert vectors == sum(len(file[kind]) for kind in ("vectors", "answers", "perft", "numbers", "draws"))
