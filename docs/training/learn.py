"""Learn a game by playing against oneself: a network of one hidden layer and proximal policy optimisation, in NumPy on ``Batch``.

    python docs/training/learn.py zsiros/2

learns, tests itself against play at random, and writes the weights beside this file, where ``learn:Learned`` finds them in the arena.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import numpy as np

import aceten
from aceten_solver import Batch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from aceten import Game, View

    Floats: TypeAlias = NDArray[np.float32]
    Numbers: TypeAlias = NDArray[np.intp]

DEALS: Final = 2000
"""Deals that are played at a time."""
HIDDEN: Final = 128
"""Units of the hidden layer."""
EPOCHS, PART, CLIP, BONUS, RATE = 3, 8192, 0.2, 0.01, 1e-3
"""How often moves are learnt from, how many at a time, how much likelier one may become, what doubt is worth, and the step."""
FAR: Final = 10_000_000
"""Seeds from here on are for tests alone."""


class Moves(NamedTuple):
    """What was done, a row each."""

    deal: Numbers
    seat: Numbers
    seen: Floats
    legal: NDArray[np.bool_]
    taken: Numbers
    likely: Floats

    def some(self, rows: NDArray[np.bool_] | Numbers) -> Moves:
        """Return some of the rows."""
        return Moves(
            self.deal[rows], self.seat[rows], self.seen[rows], self.legal[rows], self.taken[rows], self.likely[rows]
        )


class Network:
    """What is seen, one hidden layer, and two answers: how good each action is, and what the deal comes to."""

    def __init__(self, weights: dict[str, Floats]) -> None:
        """Take weights by name, as ``Network.new`` makes and a file keeps them."""
        self.weights: Final = weights

    @classmethod
    def new(cls, seen: int, actions: int, chance: np.random.Generator) -> Network:
        """Return one that knows nothing: every action is as good as another."""
        first = chance.standard_normal((seen, HIDDEN)) / np.sqrt(seen)
        shapes = {
            "hidden_bias": HIDDEN,
            "actions": (HIDDEN, actions),
            "action_bias": actions,
            "worth": (HIDDEN, 1),
            "worth_bias": 1,
        }
        return cls(
            {"hidden": first.astype(np.float32)} | {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}
        )

    def __call__(self, seen: Floats, legal: NDArray[np.bool_]) -> tuple[Floats, Floats, Floats]:
        """Return the hidden layer, how likely each action is, and what the deal should come to, a row for each row of what is seen."""
        weights = self.weights
        hidden: Floats = np.tanh(seen @ weights["hidden"] + weights["hidden_bias"])
        good = np.where(legal, hidden @ weights["actions"] + weights["action_bias"], -np.inf)
        likely: Floats = np.exp(good - good.max(axis=1, keepdims=True))
        return (
            hidden,
            likely / likely.sum(axis=1, keepdims=True),
            (hidden @ weights["worth"] + weights["worth_bias"])[:, 0],
        )

    def slopes(self, moves: Moves, came_to: Floats, ahead: Floats) -> dict[str, Floats]:
        """Return how the weights are to change so that better moves become likelier, and the worth truer."""
        hidden, chances, worth = self(moves.seen, moves.legal)
        rows = np.arange(len(moves.taken))
        ratio = chances[rows, moves.taken] / moves.likely
        counts = np.where(np.sign(ahead) * (ratio - 1) > CLIP, 0, ahead * ratio)
        logs = np.log(np.maximum(chances, 1e-9))
        doubt = -(chances * logs).sum(axis=1, keepdims=True)
        up = (np.eye(chances.shape[1], dtype=np.float32)[moves.taken] - chances) * counts[:, None] - BONUS * chances * (
            logs + doubt
        )
        off = (came_to - worth)[:, None]
        back = (up @ self.weights["actions"].T + off @ self.weights["worth"].T) * (1 - hidden**2)
        found = {
            "hidden": moves.seen.T @ back,
            "hidden_bias": back.sum(axis=0),
            "actions": hidden.T @ up,
            "action_bias": up.sum(axis=0),
            "worth": hidden.T @ off,
            "worth_bias": off.sum(axis=0),
        }
        return {name: (slope / len(rows)).astype(np.float32) for name, slope in found.items()}


def scaled(seen: NDArray[np.int16]) -> Floats:
    """Return the numbers of a view as a network likes them: none far from 0 to 1."""
    return np.sqrt(np.maximum(seen, 0), dtype=np.float32)


class Learner:
    """A network, and the deals that it plays against itself."""

    def __init__(self, game: Game) -> None:
        """Begin knowing nothing."""
        self.batch: Final = Batch(game, DEALS)
        self._chance: Final = np.random.default_rng(1)
        self.network: Final = Network.new(self.batch.seen.shape[1], self.batch.legal.shape[1], self._chance)
        self._means: Final = {
            name: (np.zeros_like(weights), np.zeros_like(weights)) for name, weights in self.network.weights.items()
        }
        self._steps = 0
        rash = [isinstance(action, (aceten.Claim, aceten.Close, aceten.Bid)) for action in game.actions]
        self._calm: Final = ~np.array(rash)

    def played(self, seed: int, learns: NDArray[np.bool_], *, best: bool = False) -> tuple[Floats, Moves]:
        """Play deals; return what they came to, and what was done at the seats that learn.

        The others play at random, but do not claim, close or bid where they can do anything else.

        :param learns: a row for each deal, whether each seat learns.
        :param best: take the likeliest action always.
        """
        batch, done = self.batch, list[Moves]()
        batch.deal(seeds=np.arange(seed, seed + DEALS))
        while not batch.over.all():
            deal = np.flatnonzero(batch.over == 0)
            seat, legal, seen = batch.turns[deal].astype(np.intp), batch.legal[deal] == 1, scaled(batch.seen[deal])
            calm = legal & (self._calm | ~(legal & self._calm).any(axis=1, keepdims=True))
            by_chance = calm / calm.sum(axis=1, keepdims=True)
            chances = np.where(learns[deal, seat][:, None], self.network(seen, legal)[1], by_chance)
            taken = (chances.cumsum(axis=1) > self._chance.random((len(deal), 1)) * 0.999999).argmax(axis=1)
            if best:
                likeliest: Numbers = chances.argmax(axis=1)
                taken = np.where(learns[deal, seat], likeliest, taken)
            mine = learns[deal, seat] & (legal.sum(axis=1) > 1)
            likely = chances[np.arange(len(deal)), taken].astype(np.float32)
            done.append(Moves(deal, seat, seen, legal, taken, likely).some(mine))
            actions = np.zeros(DEALS, np.int64)
            actions[deal] = taken
            batch.step(actions)
        return batch.rewards.astype(np.float32), Moves(*map(np.concatenate, zip(*done, strict=True)))

    def learn(self, seed: int, share: float) -> None:
        """Play deals against oneself, and learn from them.

        :param share: how much of the learning is still to come, 0 to 1.
        """
        rewards, moves = self.played(seed, np.ones((DEALS, self.batch.rewards.shape[1]), np.bool_))
        came_to = rewards[moves.deal, moves.seat] / rewards.std()
        ahead = came_to - self.network(moves.seen, moves.legal)[2]
        ahead = (ahead - ahead.mean()) / ahead.std()
        for _ in range(EPOCHS):
            order = self._chance.permutation(len(ahead))
            for begin in range(0, len(order), PART):
                part = order[begin : begin + PART]
                slopes = self.network.slopes(moves.some(part), came_to[part], ahead[part])
                self._move(slopes, RATE * (0.05 + share))

    def _move(self, slopes: dict[str, Floats], rate: float) -> None:
        """Move the weights along the slopes, by Adam."""
        self._steps += 1
        for name, slope in slopes.items():
            first, second = self._means[name]
            first += 0.1 * (slope - first)
            second += 0.001 * (slope**2 - second)
            fair = first / (1 - 0.9**self._steps), second / (1 - 0.999**self._steps)
            self.network.weights[name] += rate * fair[0] / (np.sqrt(fair[1]) + 1e-8)

    def versus_random(self, rounds: int) -> tuple[float, float]:
        """Return which part of some thousands of deals is won against random play, and game points a deal; seats take turns."""
        learns = np.array(self.batch.game.sides) % 2 == np.arange(DEALS)[:, None] % 2
        rewards = np.concatenate(
            [self.played(FAR + DEALS * number, learns, best=True)[0][learns] for number in range(rounds)]
        )
        return float((rewards > 0).mean()), float(rewards.mean())


class Learned:
    """What was learnt, as a policy of the arena: the likeliest action, of what the seat sees."""

    _kept: Final[dict[str, Network]] = {}

    def choose(self, view: View) -> int:
        """Return the number of one of the legal actions."""
        game = view.game
        if str(game) not in self._kept:
            with np.load(weights_of(game)) as kept:
                self._kept[str(game)] = Network({name: kept[name].astype(np.float32) for name in kept.files})
        legal = np.zeros((1, len(game.actions)), np.bool_)
        legal[0, list(view.legal_ids)] = True
        chances = self._kept[str(game)](scaled(np.array([view.tensor], np.int16)), legal)[1]
        return int(chances.argmax())


def weights_of(game: Game) -> Path:
    """Return the file that keeps what was learnt of a game."""
    return Path(__file__).with_name(f"{str(game).replace('/', '-')}.npz")


def main() -> None:
    """Learn, test now and then, and keep what was learnt."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="zsiros/2")
    parser.add_argument("--rounds", type=int, default=500, help=f"how often {DEALS} deals are learnt from")
    given = parser.parse_args()
    game = aceten.load(given.game)
    learner, begun = Learner(game), time.process_time()
    for number in range(given.rounds + 1):
        if number % max(1, given.rounds // 10) == 0:
            won, ahead = learner.versus_random(5)
            sys.stdout.write(
                f"{number * DEALS:>9,} deals  {won:.1%} won  {ahead:+.2f} game points  {time.process_time() - begun:.0f} s\n"
            )
            sys.stdout.flush()
        if number < given.rounds:
            learner.learn(number * DEALS, 1 - number / given.rounds)
    kept: dict[str, Any] = {name: each.astype(np.float16) for name, each in learner.network.weights.items()}
    np.savez_compressed(weights_of(game), **kept)


if __name__ == "__main__":
    main()
