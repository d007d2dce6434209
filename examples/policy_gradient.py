"""Learning over many deals at a time: a policy gradient (PPO) in NumPy on ``Batch``, tested against play at random."""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

import aceten
import aceten_solver

DEALS, UPDATES, EPOCHS, CLIP, RATE = 500, 24, 4, 0.2, 50.0
Floats: TypeAlias = NDArray[np.float64]
Numbers: TypeAlias = NDArray[np.int64]


class Steps(NamedTuple):
    """What was done by those who learn: in which deal, what was seen and legal, whose turn it was, what was taken, how likely it was."""

    deal: Numbers
    seen: Floats
    legal: Floats
    turn: Numbers
    taken: Numbers
    likely: Floats


class Learner:
    """A linear policy, a row of weights for each action, and the deals that it plays."""

    def __init__(self) -> None:
        """Begin with weights of 0, which is play at random."""
        self.batch = aceten_solver.Batch(aceten.load("zsiros/2"), DEALS)
        ends = np.cumsum([plane.size for plane in self.batch.planes])
        self.planes = {
            plane.name: slice(end - plane.size, end) for plane, end in zip(self.batch.planes, ends, strict=True)
        }
        self.weights: Floats = np.zeros((self.batch.legal.shape[1], self.seen(np.arange(DEALS)).shape[1]))
        self.chance = np.random.default_rng(1)

    def seen(self, deal: Numbers) -> Floats:
        """Return what a sum can use of what is seen: the own cards, the one that was led, the trick, who leads, and what may be done."""
        hand, trick, leader, legal = (
            self.batch.seen[deal][:, self.planes[name]] for name in ("hands", "trick", "leader", "legal")
        )
        laid, ranks = trick.reshape(len(deal), 8, 8), hand.shape[1] // 2
        told = (hand[:, :ranks] / 4, laid[:, 0], laid.sum(axis=1) / 4, leader, legal[:, -1:])
        return np.column_stack(told).astype(np.float64)

    def chances(self, seen: Floats, legal: Floats) -> Floats:
        """Return how likely each action is."""
        said: Floats = legal * np.exp(np.clip(seen @ self.weights.T, -30, 30))
        likely: Floats = said / said.sum(axis=1, keepdims=True)
        return likely

    def play(self, seed: int, learns: NDArray[np.bool_]) -> tuple[Floats, Steps]:
        """Play deals, by chance at the seats that do not learn; return what they came to, and what was done at the others."""
        batch, done = self.batch, list[Steps]()
        batch.deal(seeds=np.arange(seed, seed + DEALS))
        while not batch.over.all():
            deal = np.flatnonzero(batch.over == 0).astype(np.int64)
            seen, legal = self.seen(deal), batch.legal[deal].astype(np.float64)
            turn = batch.turns[deal].astype(np.int64)
            mine = learns[deal, turn]
            chances = np.where(mine[:, None], self.chances(seen, legal), legal / legal.sum(axis=1, keepdims=True))
            taken = (chances.cumsum(axis=1) > self.chance.random((len(deal), 1))).argmax(axis=1).astype(np.int64)
            likely = chances[np.arange(len(deal)), taken]
            done.append(Steps(deal[mine], seen[mine], legal[mine], turn[mine], taken[mine], likely[mine]))
            actions: Numbers = np.zeros(DEALS, np.int64)
            actions[deal] = taken
            batch.step(actions)
        return batch.rewards.astype(np.float64), Steps(*map(np.concatenate, zip(*done, strict=True)))

    def learn(self, seed: int) -> None:
        """Play against itself, and make likely what brought more than the mean, but never much more likely at a time."""
        rewards, did = self.play(seed, np.ones((DEALS, 2), np.bool_))
        gain = rewards[did.deal, did.turn] / rewards.std()
        for _ in range(EPOCHS):
            chances = self.chances(did.seen, did.legal)
            ratio = chances[np.arange(len(did.deal)), did.taken] / did.likely
            moves = np.where(np.sign(gain) * (ratio - 1) > CLIP, 0, gain * ratio)
            wanted = np.eye(did.legal.shape[1])[did.taken] - chances
            self.weights += RATE * (moves[:, None] * wanted).T @ did.seen / len(did.deal)


def main() -> None:
    """Learn, and say how many deals are won against play at random."""
    learner = Learner()
    learns = np.arange(2) == np.arange(DEALS)[:, None] % 2
    for update in range(UPDATES + 1):
        if update % 8 == 0:
            rewards, _ = learner.play(10_000_000, learns)
            print(f"{update * DEALS:5} deals learnt from: {(rewards[learns] > 0).mean():.0%} won")
        learner.learn(update * DEALS)


if __name__ == "__main__":
    main()
