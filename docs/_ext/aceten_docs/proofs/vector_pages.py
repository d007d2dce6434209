"""Sphinx extension that shows the vectors of each game: a page that lists them by clause, and every case with an anchor."""

from __future__ import annotations

import json
from functools import cache
from html import escape
from importlib.resources import files
from itertools import groupby
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from aceten_docs.pages.page_parts import navigation
from aceten_docs.python.source_pages import with_links
from aceten_spec import load_shipped, shipped
from aceten_spec.formats import AnswerVector, DrawVector, NumberVector, PerftVector, Vector, VectorFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

_Case: TypeAlias = Vector | AnswerVector | PerftVector | NumberVector | DrawVector

FOLDER: Final = "vectors"
"""The folder of the pages."""


@cache
def vectors_of(game: str) -> VectorFile:
    """Return the vectors of a shipped game, as they are checked in."""
    return msgspec.json.decode(files("aceten_spec").joinpath("vectors", f"{game}.json").read_bytes(), type=VectorFile)


@cache
def cases_by_clause(game: str) -> dict[str, tuple[str, ...]]:
    """Return the ids of the cases that put each clause to the test."""
    data = vectors_of(game)
    found: dict[str, list[str]] = {clause.id: [] for clause in load_shipped(game).clauses}
    cases: list[Vector | AnswerVector] = [*data.vectors, *data.answers]
    for case in cases:
        for clause in case.clauses:
            found[clause].append(case.id)
    return {clause: tuple(cases) for clause, cases in found.items()}


def list_anchor(clause: str) -> str:
    """Return the anchor of the list of a clause's cases on its game's page."""
    return f"of-{clause}"


def _collect(app: Sphinx) -> Iterator[tuple[str, dict[str, object], str]]:
    for game in shipped():
        page, title = f"{FOLDER}/{game}", f"{load_shipped(game).title}: vectors"
        body = f"<h1>{escape(title)}</h1>\n{_body(game, page)}"
        yield page, {"title": title, "body": body, "toctree": navigation(app, page)}, "page.html"


def _body(game: str, page: str) -> str:
    data = vectors_of(game)
    lists = "\n".join(
        f'<p id="{list_anchor(clause)}" class="cases">{with_links(clause, page)}: {_listed(cases)}</p>'
        for clause, cases in cases_by_clause(game).items()
        if cases
    )
    return f"""<p>The cases of <a href="../rules/{game}.html#files">{game}.json</a>, letter for letter.
<a href="../formats.html#vectors">What the fields mean</a>.</p>
<h2>By clause</h2>
{lists}
<h2>Actions</h2>
{_cases(data.vectors, page)}
<h2>Answers</h2>
{_cases(data.answers, page)}
<h2>Counts</h2>
{_cases(data.perft, page)}
<h2>Numbered deals</h2>
{_cases(data.numbers, page)}
<h2>Deals under conditions</h2>
{_cases(data.draws, page)}"""


def _listed(cases: Iterable[str]) -> str:
    """Return links to cases, those of one example as one."""
    parts: list[str] = []
    for example, group in groupby(cases, lambda case: case.partition("/")[0]):
        first, *others = group
        numbers = [case.rpartition("/")[2] for case in others]
        more = [f'<a href="#{example}/{number}">{number}</a>' for number in numbers]
        parts.append(", ".join([f'<a class="id" href="#{first}">{first}</a>', *more]))
    return "; ".join(parts)


def _cases(cases: Sequence[_Case], page: str) -> str:
    return "\n".join(
        f'<pre class="vector" id="{case.id}">{with_links(escape(_written(case), quote=False), page)}</pre>'
        for case in cases
    )


def _written(case: _Case) -> str:
    """Return a case as JSON, a field on each line."""
    fields: dict[str, object] = json.loads(msgspec.json.encode(case))
    return "\n".join(f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in fields.items())


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the pages."""
    app.connect("html-collect-pages", _collect)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
