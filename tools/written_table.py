"""What people write who come from elsewhere, as a table for the page on reliability: what it came to before, and what it comes to."""

from __future__ import annotations

import tomllib
import unicodedata
from pathlib import Path
from typing import Final, TypeAlias, cast

ROOT: Final = Path(__file__).parents[1]
TABLE: Final = ROOT / "tests" / "support" / "texts" / "people_write.toml"
"""The table by which reading is tested."""
PAGE: Final = ROOT / "docs" / "reliability" / "written.md"
_MOST_SHOWN: Final = 70

_Entry: TypeAlias = dict[str, str | list[str]]


def written_table() -> str:
    """Return the table in Markdown."""
    told = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    del told["at"]
    entries = [entry for entries in told.values() for entry in cast("list[_Entry]", entries)]
    rows = [f"| {' | '.join(_row(entry))} |" for entry in entries]
    return "\n".join(["| where | written | before | now |", "|---|---|---|---|", *rows]) + "\n"


def _row(entry: _Entry) -> tuple[str, str, str, str]:
    place = next(iter(entry))
    given = entry[place]
    text = given if isinstance(given, str) else " ".join(given)
    language = f" ({entry['language']})" if "language" in entry else ""
    now = _code(cast("str", entry["reads"])) if "reads" in entry else f"refused: {', '.join(map(_code, entry['says']))}"
    was = cast("str", entry["was"])
    if was == "right":
        before = "the same"
    elif was.startswith("refused: "):
        before = f"refused: {_code(was.removeprefix('refused: '))}"
    else:
        before = _code(was)
    return place + language, _code(text), before, now


def _code(text: str) -> str:
    """Return text as code in a cell, with escapes for what nobody sees."""
    seen = "".join(each if each == " " or _is_seen(each) else each.encode("unicode_escape").decode() for each in text)
    cut = seen if len(seen) <= _MOST_SHOWN else f"{seen[:_MOST_SHOWN]}\u2026"
    fence = "``````" if "`" in cut else "`"
    return f"{fence} {cut} {fence}".replace("|", "\\|")


def _is_seen(character: str) -> bool:
    return character.isprintable() and unicodedata.category(character)[0] not in "MZC"


def main() -> None:
    """Write the table."""
    PAGE.write_text(written_table(), encoding="utf-8")


if __name__ == "__main__":
    main()
