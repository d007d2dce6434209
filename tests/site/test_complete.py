"""Nothing is missing on the site: no game, no word, no public name and no module."""

import importlib
import re
import zlib
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path
from typing import Final

import pytest
from support.checkout import ROOT
from support.pages.site_pages import page_at

from aceten_spec import load_shipped, shipped

PACKAGES: Final = {
    "aceten": 59,
    "aceten.conformance": 9,
    "aceten.pictures": 3,
    "aceten.proofs": 15,
    "aceten.testing": 14,
    "aceten_solver": 26,
    "aceten_surveys": 15,
    "aceten_spec": 22,
    "aceten_spec.formulas": 5,
}
"""The packages that say what they export, and how many names at least."""
ELSEWHERE: Final = {
    r"aceten_board(\..*)?": "the board: what it does is in its guide",
    r"aceten_notebook(\..*)?": "the guide on notebooks has all of it",
    r"aceten_openspiel(\..*)?": "the page on frameworks has all of it",
    r"aceten_pettingzoo(\..*)?": "the page on frameworks has all of it",
    r"aceten_cli(\..*)?": "the program: what it does is on the page on the command line",
    r"aceten_spec\.plain\.(?!(matching_table|suit_table|deal_settlement|score_sheet|mechanisms)$).*": (
        "the pages of plain Python show it whole"
    ),
    r"aceten\.proofs\.theorems\..*": "the page on proofs has every theorem with its obligations",
}
"""Modules whose content is on another page than those on Python: a pattern, and which."""
INNER: Final = (
    r"aceten_spec\.(characters|checks|clauses|explanations|texts(\..*)?|switches|formulas\.(matching|suits|term_makers))",
    r"aceten\.(deals|engine|hidden|knowledge|notation|positions|vocabulary)",
    r"aceten\.deals\.dealing",
    r"aceten\.engine\.(matching|suits)\.public_facts",
    r"aceten\.engine\.suits\.changes",
    r"aceten\.hidden\.(card_places|events|seen_deals)",
    r"aceten\.notation\.(given_lines|hidden_cards|position_fields|record_lines)",
    r"aceten\.positions\.(claim_checks|marriage_checks|partial_positions|shown_marriages)",
    r"aceten\.vocabulary\.(action_numbers|naming|own_code|position_writer|seating|second_person)",
    r"aceten\.conformance\.(coverage\.(?!blamed_clauses$)|findings\.|vectors\.).*",
    r"aceten\.conformance\.(findings|oracle|programs|questions|runs)",
    r"aceten\.conformance\.oracle\.shown_marriages",
    r"aceten\.conformance\.programs\.(keeper|process)",
    r"aceten\.conformance\.questions\.(lacks|novelty|option_rows|plan|random_play)",
    r"aceten\.conformance\.runs\.(breadth|level_run|merging|proposals)",
    r"aceten\.pictures\..*",
    r"aceten\.proofs\.(claims|execution|statements)",
    r"aceten\.typed(\.(text_lines|text_matches|text_records|typed_actions|typed_words))?",
    r"aceten\.words(\..*)?",
    r"aceten_certificates\.(classes|sealed_file|tally|strategies\.(fitting_deals|open_play))",
    r"aceten_solver\.(certificates|contests|endgames|hidden|in_python|native|question|reviews|answers)",
    r"aceten_solver\.answers\.(told_solutions|told_tables|value_labels)",
    r"aceten_solver\.contests\.(opponents|told_standings|workers)",
    r"aceten_solver\.hidden\.(best_response|dominance|hints|histories|pareto_fronts|sequence_form|shared_tree|told_advice|tree_size)",
    r"aceten_solver\.in_python\..*",
    r"aceten_solver\.native\.(batch_dealing|complete_tables|door|encode_matching|encode_suits|known_tables|library|loaded_tables|manifest|many_deals|native_answer|native_core|table_entries)",
    r"aceten_solver\.question\.(deal_ends|measures|question|trick_kinds)",
    r"aceten_solver\.reviews\.(fair_verdicts|told_reviews|verdicts)",
    r"aceten_surveys\.(graded_records|wrong_specifications)",
)
"""Modules that only carry out what others offer, as patterns: they may change, and nobody is to import them."""
WORDS: Final = {
    *("action", "bound", "clause", "deal", "forehand", "game point", "lead", "lone player", "marriage", "match"),
    *("matching", "option", "outcome", "perft", "renege", "seat", "side", "talon", "transposition table", "trick"),
    *("trump", "turn-up", "vector", "wild card"),
}
"""Words of the field that must be explained, whatever else is."""


@cache
def inventory(site: Path) -> dict[str, str]:
    """Return where each Python object and each term is explained, by its kind and name."""
    header, _, packed = (site / "objects.inv").read_bytes().partition(b"zlib.\n")
    assert header.startswith(b"# Sphinx inventory version 2")
    found: dict[str, str] = {}
    for line in zlib.decompress(packed).decode().splitlines():
        entry = re.fullmatch(r"(.+?) (\S+:\S+) -?\d+ (\S*) .*", line)
        assert entry is not None, line
        name, kind, place = entry.groups()
        kind = "py" if kind.startswith("py:") and kind != "py:module" else kind
        found[f"{kind} {name}"] = place.replace("$", name)
    return found


@cache
def anchors(page: Path) -> frozenset[str]:
    """Return the ids of a page."""
    return frozenset(re.findall(r'\bid="([^"]+)"', page.read_text(encoding="utf-8")))


def is_there(site: Path, place: str) -> bool:
    """Whether there is such a page with such an anchor."""
    page, _, anchor = place.partition("#")
    return unescape(anchor) in anchors(site / page)


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_is_explained(site: Path, package: str) -> None:
    """Every name that a package exports has an entry of its own on the site, there where it says."""
    module = importlib.import_module(package)
    names: list[str] = module.__all__
    assert len(names) >= PACKAGES[package]
    known = inventory(site)
    for name in names:
        home = (
            getattr(getattr(module, name), "__module__", None) or rf"{package}(\.\w+)*"
        )  # data does not say where it is from
        full = re.compile(rf"py ({home}|{package})\.{name}")
        assert any(is_there(site, place) for key, place in known.items() if full.fullmatch(key)), name


def modules() -> Iterator[str]:
    """Yield the names of all modules that are not private."""
    for root in ("spec", "reference", "solver", "apps"):
        for file in (ROOT / root).rglob("*.py"):
            parts = file.relative_to(ROOT / root).with_suffix("").parts
            name = ".".join(parts).removesuffix(".__init__")
            if not any(part.startswith("_") for part in name.split(".")):
                yield name


def test_every_module_is_explained_or_said_to_be_inner(site: Path) -> None:
    """Every module has a section on a page, but for those that are explained elsewhere or only serve others; none of these has one."""
    excused = re.compile("|".join([*ELSEWHERE, *INNER]))
    for name in modules():
        explained = f"py:module {name}" in inventory(site)
        assert explained != bool(excused.fullmatch(name)), name


@pytest.mark.parametrize("complaint", ["system-message", "problematic", 'contents(?![^"]*this-will-duplicate)'])
def test_no_page_shows_a_complaint(site: Path, complaint: str) -> None:
    """Neither what made a page nor its theme, which calls a table of contents that is not asked for by name an error, complains in it."""
    complained = re.compile(rf'class="(?:[^"]* )?{complaint}[ "]')
    assert [str(page) for page in site.rglob("*.html") if complained.search(page.read_text(encoding="utf-8"))] == []


def test_every_game_is_in_the_table_of_contents(site: Path) -> None:
    """The page of every shipped rulebook is in the table of contents that all pages have."""
    assert {f"rules/{game}.html" for game in shipped()} <= set(page_at(site / "index.html").links)


def test_every_word_is_explained(site: Path) -> None:
    """The glossary has the words of the field, and every word that a rulebook explains, with its meaning and a link to the game."""
    page = page_at(site / "glossary.html")
    said = " ".join(page.text.split()).casefold()
    terms = {name.removeprefix("std:term ") for name in inventory(site) if name.startswith("std:term ")}
    assert terms >= WORDS
    for game in shipped():
        for word, meaning in load_shipped(game).glossary.items():
            assert word in terms
            assert meaning.casefold() in said
            assert f"rules/{game}.html" in page.links


def test_words_lead_to_the_clauses_that_fix_them(site: Path) -> None:
    """A clause that fixes a word that players use is named with the word, and linked."""
    html = (site / "glossary.html").read_text(encoding="utf-8")
    entry = html.partition('id="term-zsir"')[2].partition("<dt")[0]
    assert 'href="rules/zsiros.html#ZS-CARDS-4"' in entry
    assert "the aces and tens" in entry


def test_the_order_of_outcomes_is_there_in_full(site: Path) -> None:
    """The section has every outcome of Zsíros from the worst to the best, what each brings, and the argument with its theorem."""
    section = page_at(site / "solver.html", section="the-order-of-outcomes")
    said = " ".join(section.text.split())
    numbers = [int(number) for number in re.findall(r"(\d+) \d+ (?:no trick|every trick|the last for)", said)]
    assert numbers == [0, *(2 * points + last for points in range(0, 90, 10) for last in (1, 2)), 163]
    assert "0 0 no trick B and D score 3" in said
    assert "81 40 the last for B and D B and D score 1" in said
    assert "82 40 the last for A and C A and C score 1" in said
    assert "163 80 every trick A and C score 3" in said
    assert "is worth as much or more to side 0" in said
    assert "proofs.html#t-order" in section.links
