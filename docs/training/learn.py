"""Learn Zsíros for two from nothing but play against oneself, with a linear table of weights: seconds, NumPy and the core alone.

What an action is worth is a sum of weights, one row of them for each action. Both seats play by it, now and then at random, and every
deal moves the weights towards what it came to.

    python docs/training/learn.py --picture docs/training/curve.svg
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from aceten import load
from aceten_solver import Batch

if TYPE_CHECKING:
    from numpy.typing import NDArray

MANY: Final = 1000
"""Deals that are played at a time."""
STAGES: Final = 10
"""How often play is tested."""
FAR: Final = 10_000_000
"""Seeds from here on are for tests alone."""


class Learner:
    """Weights for each action, and how they are learnt."""

    def __init__(self) -> None:
        """Begin with weights of 0."""
        self.batch: Final = Batch(load("zsiros", players=2), MANY)
        ends = np.cumsum([plane.size for plane in self.batch.planes])
        self._planes: Final = {
            plane.name: self.batch.seen[:, end - plane.size : end].reshape(MANY, *plane.shape)
            for plane, end in zip(self.batch.planes, ends, strict=True)
        }
        self._chance: Final = np.random.default_rng(1)
        self.weights: Final = np.zeros((self.batch.legal.shape[1], self._seen().shape[1]))

    def _seen(self) -> NDArray[np.float64]:
        """Return of what is seen in each deal what a sum can use, as numbers from 0 to 1, and a 1 for the constant."""
        planes, pack = self._planes, len(self.batch.game.pack.cards)
        cards = [planes["hands"][:, 0], planes["trick"].sum(axis=1), planes["taken"].sum(axis=1)]
        to_match, winning = (
            planes["trick"][:, 0],
            planes["winning"][:, :1] * (planes["trick"].sum(axis=(1, 2)) > 0)[:, None],
        )
        others = [
            to_match,
            planes["leader"][:, 1:],
            winning,
            planes["legal"][:, -1:],
            planes["talon"] / 24,
            planes["points"] / 80,
        ]
        return np.column_stack([*[each / pack for each in cards], *others, np.ones(MANY)]).astype(np.float64)

    def _best(self, seen: NDArray[np.float64]) -> NDArray[np.intp]:
        best: NDArray[np.intp] = np.where(self.batch.legal == 1, seen @ self.weights.T, -np.inf).argmax(axis=1)
        return best

    def _any(self) -> NDArray[np.intp]:
        legal = self.batch.legal
        drawn: NDArray[np.intp] = (legal * (1 - self._chance.random(legal.shape))).argmax(axis=1)
        return drawn

    def learn(self, begin: int, *, step: float, curious: float) -> None:
        """Play a thousand deals against oneself, and move the weights towards what they came to.

        :param begin: the first seed.
        :param step: how far, 0 to 1.
        :param curious: how often an action is taken at random, 0 to 1.
        """
        batch, deals = self.batch, np.arange(MANY)
        batch.deal(np.arange(begin, begin + MANY, dtype=np.uint64))
        done: list[tuple[NDArray[np.int8], NDArray[np.intp], NDArray[np.float64], NDArray[np.bool_]]] = []
        while not batch.over.all():
            seen = self._seen()
            chosen = np.where(self._chance.random(MANY) < curious, self._any(), self._best(seen))
            done.append((batch.turns.copy(), chosen, seen, batch.legal.sum(axis=1) > 1))
            batch.step(chosen)
        came_to = batch.rewards / 3
        for turns, chosen, seen, had_choice in done:
            error = came_to[deals, turns] - (self.weights[chosen] * seen).sum(axis=1)
            for action in range(len(self.weights)):
                those = had_choice & (chosen == action)
                if those.any():
                    self.weights[action] += step * error[those] @ seen[those] / those.sum()

    def versus_random(self, deals: int) -> tuple[float, float]:
        """Return which part of some thousands of deals is won against random play, and game points a deal, from each seat half of them."""
        won = ahead = 0.0
        for begin in range(0, deals, MANY):
            for seat in range(2):
                self.batch.deal(np.arange(FAR + begin, FAR + begin + MANY, dtype=np.uint64))
                while not self.batch.over.all():
                    self.batch.step(np.where(self.batch.turns == seat, self._best(self._seen()), self._any()))
                reward = self.batch.rewards[:, seat]
                won += float((reward > 0).sum())
                ahead += float(reward.sum())
        return won / (2 * deals), ahead / (2 * deals)


def picture(curve: list[tuple[int, float]]) -> str:
    """Return the curve as a picture: deals learnt from, and the part that is won against random play."""
    left, top, across, up, most = 60, 20, 480, 230, curve[-1][0]

    def at(deals: int, share: float) -> str:
        return f"{left + across * deals / most:.1f},{top + up * (1 - (share - 0.4) / 0.5):.1f}"

    lines: list[str] = []
    for tenth in range(4, 10):
        height = at(0, tenth / 10).partition(",")[2]
        lines.append(f'<line x1="{left}" x2="{left + across}" y1="{height}" y2="{height}" stroke="#bbb"/>')
        lines.append(f'<text x="{left - 8}" y="{height}" dy="4" text-anchor="end">{10 * tenth} %</text>')
    for deals in (0, most // 2, most):
        place = at(deals, 0.4).partition(",")[0]
        lines.append(f'<text x="{place}" y="{top + up + 20}" text-anchor="middle">{deals:,}</text>')
    points = " ".join(at(*each) for each in curve)
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 560 300" font-family="sans-serif" font-size="12" role="img">',
            "<title>Deals won against random play, by deals learnt from</title>",
            '<rect width="560" height="300" fill="#fff"/>',
            *lines,
            f'<polyline points="{points}" fill="none" stroke="#0b5fa5" stroke-width="2.5"/>',
            f'<text x="{left + across // 2}" y="290" text-anchor="middle">deals learnt from</text>',
            "</svg>",
            "",
        ]
    )


def main() -> None:
    """Learn, test after each stage, and draw the curve."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--thousands", type=int, default=100, help="how many thousand deals to learn from")
    parser.add_argument("--picture", type=Path, help="where the curve is drawn")
    given = parser.parse_args()
    learner, curve, begun = Learner(), list[tuple[int, float]](), time.process_time()
    for stage in range(STAGES + 1):
        for number in range(given.thousands * max(0, stage - 1) // STAGES, given.thousands * stage // STAGES):
            learner.learn(number * MANY, step=0.1 * (1 - number / given.thousands) + 0.005, curious=0.15)
        won, ahead = learner.versus_random(5 * MANY)
        curve.append((given.thousands * stage // STAGES * MANY, won))
        sys.stdout.write(f"{curve[-1][0]:>9,} deals  {won:.1%} won  {ahead:+.2f} game points\n")
        sys.stdout.flush()
    sys.stdout.write(f"{time.process_time() - begun:.0f} s\n")
    if given.picture:
        given.picture.write_text(picture(curve), encoding="utf-8")


if __name__ == "__main__":
    main()
