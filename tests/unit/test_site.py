"""The site is built without a warning, and its rules pages leave nothing out."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from typing_extensions import override

from aceten_spec import load_shipped, shipped

DOCS = Path(__file__).parents[2] / "docs"


class Page(HTMLParser):
    """The anchors, links and words of a page, or of one section that has no sections in it."""

    def __init__(self, file: Path, *, section: str = "") -> None:
        super().__init__()
        self.anchors: list[str] = []
        self.links: list[str] = []
        self._text: list[str] = []
        html = file.read_text(encoding="utf-8")
        self.feed(html.partition(f'<section id="{section}">')[2].partition("</section>")[0] if section else html)

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.anchors.append(values.get("id") or "")
        if "headerlink" not in (values.get("class") or ""):  # what an entry offers as a link to itself
            self.links.append(values.get("href") or "")

    @override
    def handle_data(self, data: str) -> None:
        self._text.append(data)

    @property
    def text(self) -> str:
        """Everything that there is to read."""
        return "".join(self._text)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built with every warning an error."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-W", "-n", "-q", "-d", str(folder / "doctrees"), str(DOCS)]
    built = subprocess.run(  # noqa: S603 - our own command
        [*command, str(folder / "html")], capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr
    return folder / "html"


@pytest.mark.parametrize("game", shipped())
def test_every_clause_is_an_anchor(site: Path, game: str) -> None:
    """Every clause of a rulebook stands on its page, under an anchor that is its id, letter for letter."""
    page = Page(site / "rules" / f"{game}.html")
    for clause in load_shipped(game).clauses:
        assert page.anchors.count(clause.id) == 1, clause.id
        assert clause.text in page.text


@pytest.mark.parametrize("game", shipped())
def test_every_decision_is_explained(site: Path, game: str) -> None:
    """Every decision stands there with its question, its reason and its alternatives."""
    text = Page(site / "rules" / f"{game}.html").text
    for decision in load_shipped(game).decisions:
        for part in (decision.question, decision.reason, *(other.text for other in decision.alternatives)):
            assert part in text


@pytest.mark.parametrize("game", shipped())
def test_every_example_is_shown_and_linked(site: Path, game: str) -> None:
    """Every example is an anchor, with a link to it and to the clauses that it shows; a refusal names its clause."""
    page = Page(site / "rules" / f"{game}.html")
    for example in load_shipped(game).examples:
        assert page.anchors.count(example.id) == 1, example.id
        assert example.title in page.text
        for linked in (example.id, *example.clauses):
            assert f"#{linked}" in page.links
        for step in example.steps:
            assert step.refused is None or f"Refused by {step.refused}" in page.text


@pytest.mark.parametrize("game", shipped())
def test_every_option_is_named(site: Path, game: str) -> None:
    """The section on options writes every value of every option as it is selected, and links to the option's clause."""
    rulebook = load_shipped(game)
    section = Page(site / "rules" / f"{game}.html", section="options")
    for name, option in rulebook.options.items():
        values = (getattr(rulebook.parameters, name),) if option.values == "positive" else option.values
        for value in values:
            assert f"{name}={value}" in section.text
        assert f"#{option.clause}" in section.links


def test_docstrings_link_to_clauses(site: Path) -> None:
    """Where the Python pages name a clause, they link to it."""
    page = Page(site / "api" / "aceten.html")
    named = set(re.findall("ZS-[A-Z]+-[0-9]+", page.text))
    assert named
    assert {f"../rules/zsiros.html#{clause}" for clause in named} <= set(page.links)


def test_the_code_of_the_first_page_runs() -> None:
    """The Python code that the first page shows runs as it stands."""
    [code] = re.findall("```python\n(.*?)```", (DOCS / "index.md").read_text(encoding="utf-8"), re.DOTALL)
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)  # noqa: S603 - our own code
