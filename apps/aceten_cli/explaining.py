"""``aceten protocol``: the page of the site about the protocol, as text."""

from __future__ import annotations

import re
import textwrap
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.table import Table
from rich.text import Text

from aceten_cli.fields import own_fields, plain
from aceten_cli.output import console
from aceten_spec import protocol as messages

if TYPE_CHECKING:
    from collections.abc import Iterator

    import msgspec
    from rich.console import RenderableType

_END: Final = "\nSchemas\n-------\n"
"""Where the part of the page begins that is about files of the site and about Python."""
_PARTS: Final = re.compile(r"\n(?=- |\S.*\n   \S)")
"""What is between the items of a list, and before a term that is explained."""
_DIRECTIVE: Final = re.compile(r"\.\. ([a-z-]+):: (.*)")
_PAGE: Final = re.compile(r":doc:`([\w/]+)`")
_POWER: Final = re.compile(r"\\ :sup:`(\d+)`")
_EMPHASIS: Final = re.compile(r"\*(\w[^*]*)\*")
_WIDTH: Final = 100
"""Lines of text are not longer."""


def protocol() -> None:
    """Print the protocol of 'aceten verify': what a program is asked, and what it answers."""
    out = console()
    page = _page().partition(_END)[0]
    for part in (part for block in page.split("\n\n") for part in _PARTS.split(block.strip("\n"))):
        for shown in _shown(part, min(out.width, _WIDTH)):
            out.print(shown, soft_wrap=not isinstance(shown, Table))
            out.print()


def _page() -> str:
    """Return the source of the page, which lies in the package; in a working copy, among the pages of the site."""
    packed = resources.files("aceten_cli") / "protocol.rst"
    among_pages = Path(__file__).parents[2] / "docs" / "protocol.rst"
    return (packed if packed.is_file() else among_pages).read_text(encoding="utf-8")


def _shown(part: str, width: int) -> Iterator[RenderableType]:
    """Yield what is shown of a part of the page: nothing or one thing."""
    first, *rest = part.split("\n")
    directive = _DIRECTIVE.fullmatch(first)
    if directive is not None:
        if directive[1] == "fields":
            yield _table(directive[2])
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


def _table(name: str) -> Table:
    """Return the table of the fields that a message itself defines."""
    kind: type[msgspec.Struct] = vars(messages)[name]
    table = Table.grid(padding=(0, 2, 0, 0))
    for title in ("field", "type", "when left out", "meaning"):
        table.add_column(no_wrap=title != "meaning")
    table.add_row(*[Text(title, style="dim") for title in ("field", "type", "when left out", "meaning")])
    tag = kind.__struct_config__.tag
    if isinstance(tag, str):
        table.add_row("command", f'"{tag}"', "", "What is asked.")
    for field in own_fields(kind):
        table.add_row(field.name, field.kind, field.left_out, plain(field.meaning))
    return table
