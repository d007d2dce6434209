"""How long a whole deal takes, game by game, as the page about solving tells it: measured by ``make bench``, and kept."""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

import aceten
import aceten_solver
from aceten_solver.native import table_files
from aceten_spec import load_shipped, shipped

if TYPE_CHECKING:
    from collections.abc import Iterator

TIMES: Final = Path(__file__).parents[1] / "docs" / "times.jsonl"
"""Where they are kept: a line for each game and number of players."""
DEALS: Final = 5
PATIENCE: Final = 30.0
"""Seconds after which a deal is given up."""
_A_SECOND: Final = 0.995
"""What rounds to a second, in two digits; less is told in milliseconds."""


class Times(msgspec.Struct, frozen=True, kw_only=True):
    """How long deals of a game took, each asked about alone, as ``aceten solve`` does: the value of every action."""

    game: str
    """Game and players, such as ``zsiros/4``."""
    cards: int
    """How many cards there are."""
    deals: int
    """How many deals were asked about."""
    seconds: tuple[float, ...]
    """How much processor time those took that were settled, the shortest first."""

    @property
    def median(self) -> float | None:
        """The median over all deals; ``None`` when so few were settled that it lies beyond what was waited for."""
        unsettled = self.deals - len(self.seconds)
        middle = statistics.median([*self.seconds, *[PATIENCE * 2] * unsettled])
        return middle if middle <= PATIENCE else None


def read() -> tuple[Times, ...]:
    """Return what was measured."""
    return tuple(msgspec.json.decode(line, type=Times) for line in TIMES.read_text(encoding="utf-8").splitlines())


def words(seconds: float | None) -> str:
    """Return a time in two digits; ``None``: more than was waited for."""
    if seconds is None:
        return f"over {PATIENCE:.0f} s"
    return f"{1000 * seconds:.0f} ms" if seconds < _A_SECOND else f"{seconds:.2g} s"


def games() -> Iterator[aceten.Game]:
    """Yield every game with two sides from the first card on, about whose deals the native core answers."""
    for name in shipped():
        for players in load_shipped(name).parameters.players:
            game = aceten.load(name, players=players)
            if all(map(_is_native, deals(game))):
                yield game


def deals(game: aceten.Game) -> list[aceten.State]:
    """Return the deals that are asked about."""
    return [game.deal(seed=seed) for seed in range(DEALS)]


def _is_native(state: aceten.State) -> bool:
    """Whether the core answers; not when it is open who plays against whom."""
    try:
        return aceten_solver.solve(state, nodes=1).backend == "native"
    except aceten.AcetenError:
        return False


def measured(game: aceten.Game) -> Times:
    """Ask about deals."""
    seconds: list[float] = []
    for state in deals(game):
        started = time.process_time()
        if aceten_solver.solve(state, seconds=PATIENCE).exact:
            seconds.append(round(time.process_time() - started, 3))
    return Times(game=str(game), cards=len(game.pack.cards), deals=DEALS, seconds=tuple(sorted(seconds)))


def main() -> None:
    """Measure all games, without any complete tables of endgames."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ[table_files.ENVIRONMENT] = folder
        lines: list[str] = []
        for game in games():
            lines.append(msgspec.json.encode(measured(game)).decode())
            sys.stdout.write(f"{lines[-1]}\n")
            sys.stdout.flush()
    TIMES.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
