"""Mini-packs solved twice: by OpenSpiel's CFR+, which plays their trees again and again, and by the linear program of ``find_equilibrium``.

What the first player wins is told after so many rounds of CFR+, with what the best answers to its strategies would gain, and beside it the
exact value. In some minutes this writes the table of the page:

    python docs/equilibria/regrets.py > docs/equilibria/regrets.txt
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Final, NamedTuple

import pyspiel

from aceten import load
from aceten_solver import find_equilibrium

import_module("aceten_openspiel")  # which registers the games

GAMES: Final = {
    "zsiros/2 cards=AcAsTc7c hand=2": (10, 100, 1000, 2000),
    "schnapsen/2 cards=AcKcQcAh hand=1": (10, 100, 1000),
    "sedma/2 cards=AhQdTsTh7c7d hand=2": (10, 100, 1000),
}
"""What is solved, and after which rounds it is told how far CFR+ has come."""
WIDTH: Final = 36


class Stand(NamedTuple):
    """How far CFR+ has come."""

    rounds: int
    """After so many rounds."""
    value: float
    """Game points that the first player wins on average, by its average strategies."""
    exploitability: float
    """What a best answer gains against them, on average of both players."""


def stands(name: str, rounds: Sequence[int]) -> Iterator[Stand]:
    """Yield how far OpenSpiel's CFR+ has come with a game after each of these numbers of rounds."""
    game = openspiel_game(name)
    solver, done = pyspiel.CFRPlusSolver(game), 0
    for wanted in rounds:
        for _ in range(wanted - done):
            solver.evaluate_and_update_policy()
        done = wanted
        policy = solver.average_policy()
        value, _ = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)  # noqa: FBT003 - it takes no names
        yield Stand(wanted, value, pyspiel.nash_conv(game, policy, True) / 2)  # noqa: FBT003


def openspiel_game(name: str) -> pyspiel.Game:
    """Return a game of OpenSpiel by the name that it has here."""
    named, *options = name.split()
    return pyspiel.load_game(f"aceten_{named.replace('-', '_').replace('/', '_')}({','.join(options)})")


def exact(name: str) -> float:
    """Return what the first player wins on average in equilibrium, over all deals of a game."""
    game = load(name)
    return find_equilibrium([(game.deal(number=number), 1) for number in range(game.deals)], "game-points").value


def row(name: str, stand: Stand, value: float) -> str:
    """Return a row of the table."""
    apart = abs(stand.value - value)
    return f"{name:{WIDTH}}{stand.rounds:8}{stand.value:12.7f}{value:12.7f}{apart:10.1e}{stand.exploitability:10.1e}"


def main() -> None:
    """Print the table."""
    out = sys.stdout
    out.write(f"{'':{WIDTH}}{'rounds':>8}{'CFR+':>12}{'exact':>12}{'apart':>10}{'gain':>10}\n")
    for name, rounds in GAMES.items():
        value = exact(name)
        for stand in stands(name, rounds):
            out.write(row(name, stand, value) + "\n")
            out.flush()


if __name__ == "__main__":
    main()
