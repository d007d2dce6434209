"""The tables on pages that the code knows best: below a comment such as ``.. table: Hello`` stands what ``make generate`` writes there.

It is the name of a message of the protocol, whose fields are listed, of a module, whose docstring has a table, or ``ranks`` or ``suits``.
"""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from typing import TYPE_CHECKING, Final

from babel import Locale
from walking import ROOT

from aceten_cli.fields import own_fields
from aceten_cli.plain_tables import PlainTable, table_in, write_table
from aceten_spec import PACKS, Rank, Suit, card, protocol
from aceten_spec.names import LANGUAGES, rank_name, suit_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import msgspec

TABLED: Final = ("docs/protocol.rst", "docs/notation.rst")
"""The pages that have such tables."""

ALSO_READ: Final = ("10", "X", "U", "O")
"""Other ways to write ranks."""
STYLES: Final = tuple(dict.fromkeys(pack.style for pack in reversed(PACKS.values())))
"""The styles of packs, ``french`` first."""

_PLACE: Final = re.compile(r"^(?P<place>\.\. table: (?P<name>.+)\n)(?:\n=(?:.+\n)+)?", re.MULTILINE)
_ROLE: Final = re.compile(r":\w+:`(.+?)`")


def with_tables(page: str) -> str:
    """Return a page with its tables as the code has them."""
    return _PLACE.sub(lambda found: f"{found['place']}\n{_table(found['name'])}\n", page)


def _table(name: str) -> str:
    """Return the text of a table."""
    if name == "ranks":
        return write_table(PlainTable(("rank", "also read", *_languages()), tuple(_ranks())))
    if name == "suits":
        return write_table(PlainTable(("suit", *_languages()), tuple(_suits())))
    if "." in name:
        return table_in(inspect.getdoc(import_module(name)) or "")
    return write_table(PlainTable(("field", "type", "when left out", "meaning"), tuple(_fields(vars(protocol)[name]))))


def _fields(kind: type[msgspec.Struct]) -> Iterator[tuple[str, ...]]:
    """Yield a row for each field that a message itself defines."""
    tag = kind.__struct_config__.tag
    if isinstance(tag, str):
        yield _code("command"), _code(f'"{tag}"'), "", "What is asked."
    for field in own_fields(kind):
        left_out = _code(field.left_out) if field.left_out else ""
        yield _code(field.name), _code(field.kind), left_out, _ROLE.sub(r"``\1``", field.meaning)


def _languages() -> list[str]:
    return [Locale.parse(language).get_display_name("en") or language for language in LANGUAGES]


def _ranks() -> Iterator[tuple[str, ...]]:
    for rank in reversed(Rank):
        also = ", ".join(_code(other) for other in ALSO_READ if card(other).rank == rank)
        names = [[rank_name(rank, style=style, language=language) for style in STYLES] for language in LANGUAGES]
        yield _code(rank.letter), also, *map(_either, names)


def _suits() -> Iterator[tuple[str, ...]]:
    for suit in Suit:
        names = [[suit_name(suit, style=style, language=language) for style in STYLES] for language in LANGUAGES]
        yield _code(suit.letter), *map(_either, names)


def _either(names: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(names))


def _code(words: str) -> str:
    return f"``{words}``"


def main() -> None:
    """Write the tables on every page."""
    for page in TABLED:
        text = (ROOT / page).read_text(encoding="utf-8")
        (ROOT / page).write_text(with_tables(text), encoding="utf-8")


if __name__ == "__main__":
    main()
