"""The rules in plain Python on the site: a page for each mechanism, to which games lead that have it, and which leads to clauses."""

import ast
import importlib
import inspect
import re
from pathlib import Path

import pytest
from support.pages.site_pages import page_at

from aceten.tracing import pages_of, stated_plainly
from aceten_spec import load_shipped, shipped
from aceten_spec.plain.mechanisms import PAGES


@pytest.mark.parametrize("page", PAGES)
def test_every_function_can_be_linked_to(site: Path, page: str) -> None:
    """A page shows the module letter for letter, and each of its functions is an anchor."""
    source = inspect.getsource(importlib.import_module(f"aceten_spec.plain.{page}"))
    shown = (site / "plain" / f"{page}.html").read_text(encoding="utf-8")
    assert " ".join(source.split()) in " ".join(page_at(site / "plain" / f"{page}.html").text.split())
    functions = [each.name for each in ast.parse(source).body if isinstance(each, ast.FunctionDef)]
    assert [name for name in functions if f'<span id="{name}">' not in shown] == []


@pytest.mark.parametrize("game", shipped())
def test_a_game_leads_to_its_mechanisms_and_they_to_its_clauses(site: Path, game: str) -> None:
    """A game's page leads to the pages of its mechanisms and to no other; each of them leads to the clauses that it states."""
    book = load_shipped(game)
    links = page_at(site / "rules" / f"{game}.html", section="in-plain-python").links
    led = {found[1] for found in map(re.compile(r"\.\./plain/(\w+)\.html$").match, filter(None, links)) if found}
    assert led == {*pages_of(book), "index"}
    for clause, names in stated_plainly(book).items():
        for page in {name.split(".")[2] for name in names}:
            assert f"../rules/{game}.html#{clause}" in page_at(site / "plain" / f"{page}.html").links


def test_the_index_leads_to_every_page(site: Path) -> None:
    """The index has every page, and the page of all rules leads to it."""
    assert {f"{page}.html" for page in PAGES} <= set(page_at(site / "plain" / "index.html").links)
    assert "../plain/index.html#plain-python" in page_at(site / "rules" / "index.html").links
