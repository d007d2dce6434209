"""Sphinx extension that shows the source of what carries out, states and tests clauses: a page for each file, an anchor for each function.

So it does with definitions of Coq.

Nothing else of the source is shown. The pages are no documents: the search does not know them.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from sphinx.builders.html import StandaloneHTMLBuilder

from aceten.tracing import ENGINE, FORMULAS, citations
from aceten_docs.pages.page_parts import navigation
from aceten_docs.proofs.coq_definitions import FILES, stated_in_coq
from aceten_docs.proofs.coq_definitions import FOLDER as COQ
from aceten_docs.python.naming_tests import ROOT, NamingTest, naming_tests
from aceten_spec import load_shipped, shipped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

FOLDER: Final = "source"
"""The folder of the pages."""


class Place(NamedTuple):
    """Where a function, class or method is shown."""

    page: str
    """The page, as Sphinx calls it."""
    anchor: str
    """Its anchor there: its qualified name."""


def place_of_code(name: str) -> Place:
    """Return where something of a package is shown, by its dotted name."""
    module = _module(name)
    return Place(f"{FOLDER}/{module}", name.removeprefix(f"{module}."))


def place_of_test(test: NamingTest) -> Place:
    """Return where a test is shown."""
    return Place(f"{FOLDER}/{test.file.removesuffix('.py')}", test.name)


@cache
def _module(name: str) -> str:
    """Return the module that a dotted name stands in."""
    stem = name.rpartition(".")[0]
    try:
        importlib.import_module(stem)
    except ModuleNotFoundError:
        return _module(stem)
    return stem


def modules() -> list[str]:
    """Return the modules that are shown: those with code that names clauses."""
    return sorted({_module(name) for name, clauses in citations((*ENGINE, *FORMULAS)).items() if clauses})


def test_files() -> list[str]:
    """Return the test files that are shown: those with tests that name clauses."""
    return sorted({test.file for tests in naming_tests().values() for test in tests})


@cache
def _pages_of_ids() -> dict[str, str]:
    """Return the rules page of each clause and example."""
    books = [load_shipped(game) for game in shipped()]
    ids = [
        (book, [*(clause.id for clause in book.clauses), *(example.id for example in book.examples)]) for book in books
    ]
    return {each: f"rules/{book.id}" for book, named in ids for each in named}


def with_links(html: str, page: str) -> str:
    """Return a part of a page with a link at every clause and example that it names."""

    def linked(found: re.Match[str]) -> str:
        home = _pages_of_ids().get(found[0])
        return f'<a href="{"../" * page.count("/")}{home}.html#{found[0]}">{found[0]}</a>' if home else found[0]

    return re.sub(r"\b[A-Z0-9]+-[A-Z]+-[0-9]+\b", linked, html)


def anchors(source: str) -> dict[int, str]:
    """Return the qualified names of functions, classes and methods by the line, counted from 1, at which they begin."""
    found: dict[int, str] = {}

    def collect(body: list[ast.stmt], outer: str) -> None:
        for statement in body:
            if isinstance(statement, ast.FunctionDef | ast.ClassDef):
                begin = min([statement.lineno, *(each.lineno for each in statement.decorator_list)])
                found[begin] = f"{outer}{statement.name}"
                if isinstance(statement, ast.ClassDef):
                    collect(statement.body, f"{outer}{statement.name}.")

    collect(ast.parse(source).body, "")
    return found


def _collect(app: Sphinx) -> Iterator[tuple[str, dict[str, object], str]]:
    for module in modules():
        source = inspect.getsource(importlib.import_module(module))
        yield _page(app, f"{FOLDER}/{module}", module, _lines(app, source, anchors(source)))
    for file in test_files():
        source = Path(ROOT, file).read_text(encoding="utf-8")
        yield _page(app, f"{FOLDER}/{file.removesuffix('.py')}", file, _lines(app, source, anchors(source)))
    for stem in dict.fromkeys(each.file for each in stated_in_coq()):
        begins = {each.line: each.name for each in stated_in_coq() if each.file == stem}
        source = Path(FILES, f"{stem}.v").read_text(encoding="utf-8")
        yield _page(app, f"{COQ}/{stem}", f"{stem}.v", _lines(app, source, begins, "coq"))


def _lines(app: Sphinx, source: str, begins: dict[int, str], language: str = "python") -> list[str]:
    """Return highlighted source, line by line, with an anchor where something begins."""
    if not isinstance(app.builder, StandaloneHTMLBuilder):
        raise TypeError(app.builder)
    lines = app.builder.highlighter.highlight_block(source, language).split("\n")
    for number, name in begins.items():
        lines[number - 1] = anchored(lines[number - 1], name)
    return lines


def _page(app: Sphinx, page: str, title: str, lines: list[str]) -> tuple[str, dict[str, object], str]:
    code = with_links("\n".join(lines), page)
    body = f'<h1>{escape(title)}</h1>\n<div class="source">{code}</div>'
    return page, {"title": title, "body": body, "toctree": navigation(app, page)}, "page.html"


def anchored(line: str, name: str) -> str:
    """Return a highlighted line as an anchor; the first line begins with the block itself."""
    block, pre, rest = line.partition("<pre>")
    begin, code = (f"{block}{pre}", rest) if pre else ("", line)
    return f'{begin}<span id="{escape(name)}">{code}</span>'


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the pages."""
    app.connect("html-collect-pages", _collect)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
