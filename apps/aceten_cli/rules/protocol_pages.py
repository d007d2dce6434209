"""``aceten protocol``, the pages of the site about the protocol and the notation as text, and ``aceten docs``, any page in a browser."""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from aceten import UsageError
from aceten_cli.frame.help_texts import LanguageChoice
from aceten_cli.frame.output import console
from aceten_cli.frame.streams import NEGATIVE, print_error, print_line
from aceten_cli.rules.message_fields import plain
from aceten_cli.rules.plain_tables import read_table
from aceten_spec.errors import meant
from aceten_spec.speech import say

_PAGES: Final = {"protocol.rst": "\nSchemas\n-------\n", "notation.rst": "\nGrammar\n-------\n"}
"""The pages, and where the part of each begins that is about files of the site and about Python."""
_PARTS: Final = re.compile(r"\n(?=- |\S.*\n   \S)")
"""What is between the items of a list, and before a term that is explained."""
_PAGE: Final = re.compile(r":doc:`([\w/]+)`")
_POWER: Final = re.compile(r"\\ :sup:`(\d+)`")
_EMPHASIS: Final = re.compile(r"\*(\w[^*]*)\*")
_WIDTH: Final = 100
"""Lines of text are not longer."""
_SHORT: Final = 32
"""Columns of tables that are not wider are not broken."""


def protocol(_language: LanguageChoice = "en") -> None:
    """Print the protocol of 'aceten verify': what a program is asked, what it answers, and how cards and actions are written."""
    out = console()
    blocks = [
        block.strip("\n") for page, end in _PAGES.items() for block in _page(page).partition(end)[0].split("\n\n")
    ]
    for part in (part for block in blocks for part in ([block] if block[:2] == "==" else _PARTS.split(block))):
        for shown in _shown(part, min(out.width, _WIDTH)):
            out.print(shown, soft_wrap=not isinstance(shown, Table))
            out.print()
    out.print(say("Other pages: {command}", command="aceten docs PAGE"))


def docs(
    page: Annotated[str, typer.Argument(metavar="PAGE", help="Such as verifying, or rules/zsiros.")] = "index",
    _language: LanguageChoice = "en",
) -> None:
    """Open a page of the documentation in a browser: as 'make docs' has built it, in a working copy of the project.

    Where there is no terminal it only prints where the page is. Exit status 1: the pages are not built.

    Example: aceten docs verifying
    """
    built = Path(__file__).parents[3] / "docs" / "_build" / "html"
    pages = {file.relative_to(built).with_suffix("").as_posix(): file for file in built.rglob("*.html")}
    if "index" not in pages:
        print_error(say("no pages are built here; in a working copy of the project, 'make docs' builds them"))
        raise typer.Exit(NEGATIVE)
    if page not in pages:
        raise UsageError(say("there is no page {page!r}", page=page[:80]) + meant(page, pages))
    print_line(str(pages[page]))
    if sys.stdout.isatty():
        typer.launch(pages[page].as_uri())


def _page(name: str) -> str:
    """Return the source of a page, which lies in the package; in a working copy, among the pages of the site."""
    packed = resources.files("aceten_cli") / name
    among_pages = Path(__file__).parents[3] / "docs" / name
    return (packed if packed.is_file() else among_pages).read_text(encoding="utf-8")


def _shown(part: str, width: int) -> Iterator[RenderableType]:
    """Yield what is shown of a part of the page: nothing or one thing."""
    first, *rest = part.split("\n")
    if first.startswith(".. "):
        return
    if first.startswith("=="):
        yield _table(part)
    elif rest and not set(rest[0]) - set("=-~"):
        yield Text(part, style="bold")
    elif first.startswith("   "):
        yield Text(part)  # unbroken, to be copied
    elif first.startswith("- "):
        yield Text(textwrap.fill(_words(part[2:]), width, initial_indent="- ", subsequent_indent="  "))
    elif rest and rest[0].startswith("   "):
        explained = textwrap.fill(_words(" ".join(rest)), width, initial_indent="   ", subsequent_indent="   ")
        yield Text.assemble((_words(first), "bold"), "\n", explained)
    else:
        yield Text(textwrap.fill(_words(part), width))


def _words(text: str) -> str:
    """Return text without marks, in one line."""
    named = _PAGE.sub(r'"\1"', _POWER.sub(r"^\1", " ".join(text.split())))
    return _EMPHASIS.sub(r"\1", plain(named))


def _table(text: str) -> Table:
    """Return a table of a page."""
    headings, rows = read_table(text)
    table = Table.grid(padding=(0, 2, 0, 0))
    for column in zip(*rows, strict=True):
        table.add_column(no_wrap=max(len(plain(cell)) for cell in column) <= _SHORT)
    table.add_row(*[Text(title) for title in headings])
    for row in rows:
        table.add_row(*[Text(_words(cell)) for cell in row])
    return table
