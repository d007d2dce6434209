"""Certificates of the positions that pages show, for whoever wants to check what is said; ``make generate`` writes what is missing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tools import deal_records, endgame_figures

import aceten
from aceten_cli.analysis.certificate_files import AskedProof, certified

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten import State

ROOT: Final = Path(__file__).parents[1]
FOLDER: Final = ROOT / "docs" / "certificates" / "positions"
"""Where they lie, each in a file that is named after what it proves, as ``aceten certify`` names it."""
LONG: Final = FOLDER.with_name("long_deals")
"""Where those lie that take long to check, some 20 seconds to two minutes each."""
PAGES: Final = ("README.md", "docs/findings.md", "docs/endgames.rst")
"""The pages, of which every position is proved that stands between quotation marks."""
RECORDS: Final = ("fewest-tricks-zsiros-2", "longest-zsiros-2")
"""The records of whole deals (:mod:`tools.deal_records`) of which it is proved what they are worth from the beginning."""
LONG_RECORDS: Final = ("two-tricks-win-einwerfen", "fewest-tricks-zsiros-4", "two-tricks-win-sueca")
"""Likewise, of those that take long."""

_QUOTED: Final = re.compile(r"[`\"]([a-z0-9-]+/\d hands=[^`\"\n]+)[`\"]")


def positions() -> Iterator[State]:
    """Yield every position of which there is a certificate, once: those of pages, of puzzles, and the beginnings of deals."""
    lines = [line for page in PAGES for line in _QUOTED.findall((ROOT / page).read_text(encoding="utf-8"))]
    lines += [shares.first for shares in endgame_figures.read_shares()]
    yield from map(aceten.parse_state, dict.fromkeys(lines))
    yield from map(first_of, RECORDS)


def first_of(name: str) -> State:
    """Return how the deal of a record begins."""
    record = (deal_records.FOLDER / f"{name}.jsonl").read_text(encoding="utf-8")
    return aceten.read_record(record).states[0]


def file_of(state: State, folder: Path = FOLDER) -> Path:
    """Return the file with the certificate of a position."""
    return folder / AskedProof(state).name


def main() -> None:
    """Write those that are not there, and remove what is of no position any more."""
    for folder, states in ((FOLDER, positions()), (LONG, map(first_of, LONG_RECORDS))):
        wanted = {file_of(state, folder): state for state in states}
        for path in folder.glob("*"):
            if path not in wanted:
                path.unlink()
        for path, state in wanted.items():
            if not path.exists():
                certified(path, AskedProof(state), None)


if __name__ == "__main__":
    main()
