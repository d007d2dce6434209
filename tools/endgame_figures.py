"""What complete tables show, as the page about it tells: counted anew by ``make figures``, and kept, as that takes half an hour."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

import msgspec

import aceten
from aceten_solver.endgames import endgame_tables as tables
from aceten_solver.native import table_files
from aceten_solver.reviews import puzzles

DOCS: Final = Path(__file__).parents[1] / "docs"
FIGURES: Final = DOCS / "endgames.jsonl"
"""Where they are kept: a line for each table, what ``aceten tables stats --json`` prints and how long it took to build."""
SHOWN: Final = {"zsiros/4": 4, "sedma/4": 4, "lusti-kartln/4": 4, "zsiros/2": 4, "sedma/2": 4}
"""The games, and the cards a hand up to which their tables are shown."""
FIRST: Final = "zsiros/4"
"""The game of which the page tells how points are spread."""
MOST_ROUNDS: Final = max(SHOWN.values())
"""No trick has more rounds than there are cards a hand."""

SHARES: Final = DOCS / "puzzles.jsonl"
"""Where it is kept how many endings are puzzles: a line for each number of cards."""
LOOKED_AT: Final = {"zsiros/4": (2, 3, 4), "lusti-kartln/4": (3, 4), "schnapsen/2": (5,), "sixty-six/2": (6,)}
"""The games, and the cards a hand."""
_ENDINGS: Final = 1000


class Shares(msgspec.Struct, frozen=True, kw_only=True):
    """How many endings are puzzles."""

    game: str
    cards: int
    endings: int
    """How many deals came down to so many cards."""
    puzzles: int
    """How many of these endings are puzzles."""
    hard: int
    """How many of those are hard."""
    closings: int
    """How many of them ask for closing the talon."""
    first: str
    """The position of the first of them."""


class Figures(tables.Stats, frozen=True, kw_only=True):
    """What a table shows, and what it took."""

    seconds: float
    """Processor time for building it, of all threads together."""


def read() -> tuple[Figures, ...]:
    """Return what all tables show."""
    return tuple(msgspec.json.decode(line, type=Figures) for line in FIGURES.read_text(encoding="utf-8").splitlines())


def read_shares() -> tuple[Shares, ...]:
    """Return how many endings are puzzles."""
    return tuple(msgspec.json.decode(line, type=Shares) for line in SHARES.read_text(encoding="utf-8").splitlines())


def game_of(name: str) -> aceten.Game:
    """Return the game of a name such as ``zsiros/4``."""
    return aceten.load(name.partition("/")[0], players=int(name[-1]))


def share(name: str, cards: int) -> Shares:
    """Look at endings."""
    drawn = [(seed, puzzles.ending(game_of(name), cards, seed)) for seed in range(_ENDINGS)]
    endings = [(seed, state) for seed, state in drawn if state is not None]
    found = [puzzle for seed, state in endings if (puzzle := puzzles.puzzle_in(state, seed=seed)) is not None]
    hard = sum(puzzle.hard for puzzle in found)
    closings = sum(puzzle.action == aceten.CLOSE for puzzle in found)
    return Shares(
        game=name,
        cards=cards,
        endings=len(endings),
        puzzles=len(found),
        hard=hard,
        closings=closings,
        first=str(found[0].state),
    )


def main() -> None:
    """Write how many endings are puzzles; build tables in a folder of their own, and write what they show."""
    looked_at = [msgspec.json.encode(share(name, each)) for name, cards in LOOKED_AT.items() for each in cards]
    SHARES.write_bytes(b"".join(line + b"\n" for line in looked_at))
    if "puzzles" in sys.argv[1:]:
        return
    lines: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        os.environ[table_files.ENVIRONMENT] = folder
        for name, most in SHOWN.items():
            game = game_of(name)
            for cards in range(1, most + 1):
                started = time.process_time()
                tables.build(game, cards=cards)
                seconds = round(time.process_time() - started, 2)
                told = tables.stats(game, cards)
                lines.append(msgspec.json.encode(Figures(**msgspec.structs.asdict(told), seconds=seconds)).decode())
                sys.stdout.write(f"{lines[-1]}\n")
                sys.stdout.flush()
    FIGURES.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
