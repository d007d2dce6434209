"""The site is built without a warning, and its rules pages leave nothing out."""

import re
from html import unescape
from pathlib import Path

import pytest
from support.pages.site_pages import page_at, pages_of

from aceten_spec import load_shipped, shipped
from aceten_spec.clauses.sources import full, shared, uses
from aceten_spec.clauses.topics import topics
from aceten_spec.explanations import emphasised, explanation
from aceten_spec.options import option_values, own_value
from aceten_spec.speech import Language, rule, speaking


@pytest.mark.parametrize("game", shipped())
def test_every_clause_is_an_anchor(site: Path, game: str) -> None:
    """Every clause of a rulebook stands on its page, under an anchor that is its id, letter for letter."""
    page = page_at(site / "rules" / f"{game}.html")
    for clause in load_shipped(game).clauses:
        assert page.anchors.count(clause.id) == 1, clause.id
        assert clause.text in page.text


@pytest.mark.parametrize("game", shipped())
def test_the_rules_come_first_and_plain(site: Path, game: str) -> None:
    """Before anything is opened the rules are there in full, by topic, and nothing of what stands behind them."""
    html = (site / "rules" / f"{game}.html").read_text(encoding="utf-8")
    section = html.partition('<section id="rules">')[2].partition('<section id="examples">')[0]
    seen = unescape(re.sub(r"<[^>]+>", "", re.sub('<div class="behind">.*?</details>', "", section, flags=re.DOTALL)))
    places = [seen.find(clause.text) for clauses in topics(load_shipped(game)).values() for clause in clauses]
    assert places[0] >= 0
    assert places == sorted(places)
    assert not re.search("Sources:|Standing:|Traceability|Question:", seen)


@pytest.mark.parametrize("game", shipped())
def test_every_anchor_is_seen(site: Path, game: str) -> None:
    """What a link to a clause or an example leads to is not within anything that is folded away."""
    html = (site / "rules" / f"{game}.html").read_text(encoding="utf-8")
    book = load_shipped(game)
    for name in (*(clause.id for clause in book.clauses), *(example.id for example in book.examples)):
        before, found, _ = html.partition(
            f'<details class="entry {"example" if "-EX-" in name else "clause"}" id="{name}">'
        )
        assert found, name
        assert before.count("<details") == before.count("</details>"), name


@pytest.mark.parametrize("game", shipped())
def test_every_decision_is_explained(site: Path, game: str) -> None:
    """Every decision stands there with its question, its reason and its alternatives."""
    text = page_at(site / "rules" / f"{game}.html").text
    for decision in load_shipped(game).decisions:
        for part in (decision.question, decision.reason, *(other.text for other in decision.alternatives)):
            assert part in text


@pytest.mark.parametrize("game", shipped())
def test_every_example_is_shown_and_linked(site: Path, game: str) -> None:
    """Every example is an anchor, with a link to it and to the clauses that it shows; a refusal names its clause."""
    page = page_at(site / "rules" / f"{game}.html")
    for example in load_shipped(game).examples:
        assert page.anchors.count(example.id) == 1, example.id
        assert example.title in page.text
        for linked in (example.id, *example.clauses):
            assert f"#{linked}" in page.links
        for step in example.steps:
            assert step.refused is None or f"Refused by {step.refused}" in page.text


@pytest.mark.parametrize("game", shipped())
def test_every_option_is_named(site: Path, game: str) -> None:
    """The section on options writes every value of every option as it is selected, with what it sets, and links to the option's clause."""
    rulebook = load_shipped(game)
    section = page_at(site / "rules" / f"{game}.html", section="options")
    for name, option in rulebook.options.items():
        counts = option.players or rulebook.parameters.players
        own = {own_value(rulebook, name, players) for players in counts}
        for value in {*(option_values(option) or ()), *own}:
            assert f"{name}={value}" in section.text
        for value in own:
            assert re.search(rf"{name}={value} \(default", section.text)
        if isinstance(option.values, dict):
            for parameter in {parameter for changes in option.values.values() for parameter in changes}:
                assert f"{parameter} = " in section.text
        if option.players:
            assert f"With {' or '.join(map(str, option.players))} players only." in section.text
        assert f"#{option.clause}" in section.links


@pytest.mark.parametrize("game", shipped())
def test_every_parameter_is_named(site: Path, game: str) -> None:
    """The section on parameters names each of them, and values that differ with the number of players with that number."""
    rulebook = load_shipped(game)
    section = page_at(site / "rules" / f"{game}.html", section="parameters")
    for name in ("tricks", *rulebook.parameters.__struct_fields__):
        assert name in section.text
    for players, changes in rulebook.by_players.items():
        assert re.search(rf"with (\d, )*(\d or )?{players}( or \d)? players", section.text)
        for name, value in changes.items():
            if isinstance(value, str | int):
                assert f"{value} with " in section.text, name


def test_scoring_tables_of_options_are_shown(site: Path) -> None:
    """The section on the scoring table shows also those that options select, and says where every side scores its points."""
    section = page_at(site / "rules" / "ristiklappi.html", section="scoring-table")
    assert "Every side scores the points that it has taken." in section.text
    assert "With count=game_points:" in section.text
    assert "all-points" in section.text
    for game, said in (
        ("sixty-six", "claims rightly"),
        ("auction-sixty-six", "what was bid"),
        ("tausendeins", "Every side"),
    ):
        assert said in page_at(site / "rules" / f"{game}.html", section="scoring-table").text


@pytest.mark.parametrize(
    ("game", "headings"),
    [
        ("ristiklappi", ("flipping", "spicing")),
        ("sedma-three", ("playing-alone",)),
        ("zsiros", ("multiple-tricks", "calls", "the-match")),
        (
            "sixty-six",
            (
                "trumps",
                "what-wins-and-what-may-be-played",
                "marriages",
                "exchanging-the-turn-up",
                "closing-the-talon",
                "claiming",
            ),
        ),
        ("auction-sixty-six", ("bidding", "trumps", "marriages")),
    ],
)
def test_topics_have_headings(site: Path, game: str, headings: tuple[str, ...]) -> None:
    """What only some games know has a heading in words, and no heading is the short form that stands in the ids of clauses."""
    anchors = page_at(site / "rules" / f"{game}.html").anchors
    assert set(headings) <= set(anchors)
    topics = {clause.id.split("-")[1].lower() for clause in load_shipped(game).clauses}
    assert topics & set(anchors) == {"players", "cards"}


def test_all_rulebooks_and_what_is_only_named_are_listed(site: Path) -> None:
    """The page of all rules leads to every rulebook, and names the games of which no rules are known."""
    page = page_at(site / "rules" / "index.html")
    for game in shipped():
        assert f"{game}.html" in page.links
        assert load_shipped(game).summary in page.text
    assert "Schmierer" in page.text


def test_a_rulebook_that_extends_another_leads_to_it(site: Path) -> None:
    """The page of a rulebook that states its differences from another links to that one."""
    for game in shipped():
        parent = load_shipped(game).extends
        page = page_at(site / "rules" / f"{game}.html")
        assert ("Extends:" in page.text) == (parent is not None)
        assert parent is None or f"{parent}.html" in page.links


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("ristiklappi", "B turns up the ace from the talon and plays it"),
        ("ristiklappi", "wins the trick, draws the three, and may spice or stop"),
        ("ristiklappi", "puts the three into the trick and takes back the ten"),
        ("ristiklappi", "tries to turn up the top card of the talon"),
        ("ristiklappi", "tries to spice a trick"),
        ("ristiklappi", "leaves the trick as it is"),
        ("hola", "The score of B's side in the match falls to 0."),
        ("hola", "A's side takes every trick."),
        ("hola", "Game points of A, C and E"),
        ("sedma-three", "plays alone"),
        ("sedma-three", "B and C win the deal"),
        ("septica", "share the deal: 1 game point each"),
        ("sixty-six", "melds the marriage of hearts and leads the king of hearts"),
        ("sixty-six", "The marriage counts 20; A is winning"),
        ("sixty-six", "exchanges the nine of hearts for the turn-up, the ace of hearts"),
        ("sixty-six", "A closes the talon"),
        ("sixty-six", "A may close the talon before anybody draws"),
        ("sixty-six", "A may claim"),
        ("sixty-six", "A claims nothing"),
        ("sixty-six", "tries to exchange the nine of hearts for the turn-up"),
        ("tausendeins", "spades are trumps"),
        ("tausendeins", "tries to claim"),
        ("auction-sixty-six", "D has bid the most"),
        ("auction-sixty-six", "D names diamonds as trumps"),
        ("auction-sixty-six", "tries to bid 70"),
        ("einwerfen", "A and C, B and D"),
    ],
)
def test_examples_are_told_in_words(site: Path, game: str, told: str) -> None:
    """The examples tell in words what players do and what it comes to: cards turned up and exchanged, several sides, scores that fall."""
    assert told in " ".join(page_at(site / "rules" / f"{game}.html").text.split())


def test_docstrings_link_to_clauses(site: Path) -> None:
    """Where the Python pages name a clause of any game, they link to it."""
    for name in ("aceten", "views", "scoring", "matching_tricks", "suit_tricks", "notation", "formulas"):
        page = page_at(site / "api" / f"{name}.html")
        for game in shipped():
            named = set(re.findall(rf"\b{load_shipped(game).prefix}-[A-Z]+-[0-9]+", page.text))
            assert {f"../rules/{game}.html#{clause}" for clause in named} <= set(page.links)
    assert "../rules/zsiros.html#ZS-PLAY-4" in page_at(site / "api" / "matching_tricks.html").links


def test_no_page_is_too_large_to_open(site: Path) -> None:
    """A page that a reader opens has less than a megabyte."""
    large = {page.relative_to(site).as_posix() for page in pages_of(site) if page.stat().st_size > 1_000_000}
    assert large == set()


def test_examples_show_their_tricks(site: Path) -> None:
    """An example draws its tricks, each with its alternative text; what pictures look like is said once on a page, and nowhere else."""
    html = (site / "rules" / "zsiros.html").read_text(encoding="utf-8")
    example = html.partition('id="ZS-EX-3"')[2].partition('id="ZS-EX-4"')[0]
    assert "<title>D is winning the trick with the ten</title><desc>A leads the ten. B plays the ten." in example
    assert html.count("<style>.aceten-picture{") == 1
    assert "aceten-picture" in (site / "notation.html").read_text(encoding="utf-8")
    assert "<style>.aceten-picture{" not in (site / "shuffle.html").read_text(encoding="utf-8")


def test_every_source_is_told(site: Path) -> None:
    """The page of sources has each document with its address as a link, under an anchor, and how much of each game rests on it."""
    page = page_at(site / "sources.html")
    said = " ".join(page.text.split())
    for name, document in shared().items():
        assert f"source-{name}" in page.anchors
        assert full(document) in said
        assert document.address in page.links or document.isbn in said
    for game in shipped():
        book = load_shipped(game)
        assert f"rules/{game}.html" in page.links
        for use in uses(book).values():
            assert f"{book.title}: {use.clauses} clause" in said or not use.clauses
    assert "Zsíros: 45 clauses, 1 other answer, 11 examples, under “Players”" in said


def test_a_program_alone_is_named_as_such(site: Path) -> None:
    """A clause that rests on one program says so on its page, and leads to the program."""
    html = (site / "rules" / "septica.html").read_text(encoding="utf-8")
    entry = html.partition('id="SP-PLAY-8"')[2].partition("</details>")[0]
    assert "one program: Claudiu Persoiu, septica" in entry
    assert 'href="../sources.html#source-persoiu-septica"' in entry


# --- How a game is played, in three languages ---


@pytest.mark.parametrize("spoken", ["en", "hu", "de"])
@pytest.mark.parametrize("game", shipped())
def test_a_page_begins_with_how_the_game_is_played(site: Path, game: str, spoken: Language) -> None:
    """In each language the page has the whole explanation first, then each variation in words, and every clause after them."""
    file = site / "rules" / ("" if spoken == "en" else spoken) / f"{game}.html"
    said = " ".join(re.sub("<[^>]*>", "", unescape(file.read_text(encoding="utf-8"))).split())
    book = load_shipped(game)
    with speaking(spoken):
        texts = [text for block in explanation(game) if block.kind != "example" for text in block.texts]
        meant = [
            rule(each) for option in book.options.values() for each in option.means.values() if "{value}" not in each
        ]
        clauses = [rule(clause.text) for clause in book.clauses]
    places = [said.index(" ".join(plain(text).split())) for text in (*texts, *meant, *clauses)]
    one, two = len(texts), len(texts) + len(meant)
    assert max(places[:one]) < max(places[one:two]) < max(places[two:])


def plain(text: str) -> str:
    """Return a text without the stars round words in italics."""
    return "".join(part for part, _ in emphasised(text))


def test_every_clause_stands_under_its_topic(site: Path) -> None:
    """The index by topic has every clause of every game once, and each number leads to its clause."""
    page = (site / "rules" / "topics.html").read_text(encoding="utf-8")
    found = re.findall(r'href="([a-z0-9-]+)\.html#([A-Z0-9]+-[A-Z]+-\d+)"', page)
    assert sorted(found) == sorted((game, clause.id) for game in shipped() for clause in load_shipped(game).clauses)
