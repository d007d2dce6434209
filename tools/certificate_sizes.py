"""How large certificates are, and how long it takes to make and to check them: a table by game.

``python -m tools.certificate_sizes [--deals 20] [GAME/PLAYERS ...]``: whole deals where the search answers within its limit, else the
same deals once no more than 24, 20 or 16 cards are in play. Medians, with the largest; seconds of one processor.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from typing import TYPE_CHECKING, Final, NamedTuple

import aceten_certificates
import aceten_solver
from aceten import Claim, load
from aceten_spec import load_shipped, shipped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten import Game, State

NODES: Final = 20_000_000
"""A whole deal is certified if its value is found with so many nodes."""
SIZES: Final = (24, 20, 16)
"""Cards in play of endings that are tried else, in turn."""


class Sample(NamedTuple):
    """One certificate."""

    cards: int
    size: int
    made: float
    checked: float
    positions: int


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME/PLAYERS")
    parser.add_argument("--deals", type=int, default=20)
    asked = parser.parse_args()
    every = [f"{name}/{players}" for name in shipped() for players in load_shipped(name).parameters.players]
    sys.stdout.write(
        f"{'game':20} {'cards':>6} {'bytes':>8} {'most':>8} {'make s':>7} {'most':>7} {'check s':>7} {'most':>7} {'positions':>9}\n"
    )
    for name in asked.games or every:
        game = load(name.partition("/")[0], players=int(name.partition("/")[2]))
        samples = [sample for seed in range(1, asked.deals + 1) for sample in sampled(game, seed)]
        if samples:
            sys.stdout.write(f"{row(name, samples)}\n")
            sys.stdout.flush()


def sampled(game: Game, seed: int) -> Iterator[Sample]:
    """Yield the certificate of a deal, or of how it goes on; nothing where there are not two sides."""
    source = random.Random(seed)  # noqa: S311
    state = game.deal(seed=seed)
    with aceten_solver.Solver() as solver:
        for most in (state.cards_in_play, *SIZES):
            state = later(state, most, source)
            if state.turn is None or state.teams is None or len(state.teams) != len((0, 1)):
                return
            if solver.value(state, nodes=NODES) is not None:
                break
        else:
            return
        started = time.process_time()
        file = aceten_solver.certify(state, solver=solver).to_bytes()
        made = time.process_time() - started
    started = time.process_time()
    found = aceten_certificates.check(file)
    yield Sample(state.cards_in_play, len(file), made, time.process_time() - started, sum(found.positions))


def later(state: State, most: int, source: random.Random) -> State:
    """Return how a deal stands once so few cards are in play."""
    while state.turn is not None and state.cards_in_play > most:
        legal = [action for action in state.legal if not isinstance(action, Claim)] or state.legal
        state = state.play(source.choice(legal))
    return state


def row(name: str, samples: list[Sample]) -> str:
    """Return a line of the table."""
    cards = sorted({sample.cards for sample in samples})
    of = {field: [getattr(sample, field) for sample in samples] for field in ("size", "made", "checked", "positions")}
    middle = {field: statistics.median(values) for field, values in of.items()}
    return (
        f"{name:20} {'-'.join(map(str, dict.fromkeys((cards[0], cards[-1])))):>6} {middle['size']:8.0f} {max(of['size']):8}"
        f" {middle['made']:7.1f} {max(of['made']):7.1f} {middle['checked']:7.1f} {max(of['checked']):7.1f} {middle['positions']:9.0f}"
    )


if __name__ == "__main__":
    main()
