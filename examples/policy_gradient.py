"""Learning over many deals at a time: a policy gradient (PPO) in NumPy on ``Batch``, tested against play at random."""

import numpy as np
from numpy.typing import NDArray

import aceten_solver

DEALS, UPDATES, EPOCHS, CLIP, RATE = 500, 24, 4, 0.2, 1.0
Floats = NDArray[np.float64]
Step = tuple[NDArray[np.intp], NDArray[np.int8], Floats, Floats, Floats, Floats]
"""Of the deals that go on: number, whose turn it is, what he sees, what is legal, what is done (1 among 0), and how likely each was."""

batch, chance = aceten_solver.Batch("zsiros/2", DEALS), np.random.default_rng(1)
most = np.concatenate([np.full(plane.size, plane.most) for plane in batch.planes])


def chances(weights: Floats, seen: Floats, legal: Floats) -> Floats:
    """Return how likely each action is, by what its weights make of what is seen; who sees nothing plays at random."""
    likely: Floats = legal * np.exp(seen @ weights)
    likely /= likely.sum(axis=1, keepdims=True)
    return likely


def play(weights: Floats, seed: int, sees: NDArray[np.bool_]) -> list[Step]:
    """Play deals to their end, in each of which a seat sees what it may, or nothing."""
    batch.deal(seeds=np.arange(seed, seed + DEALS))
    steps, actions = list[Step](), np.zeros(DEALS, np.intp)
    while len(deal := np.flatnonzero(batch.over == 0)):
        turn, legal = batch.turns[deal], batch.legal[deal].astype(np.float64)
        seen = batch.seen[deal] / most * sees[deal, turn][:, None]
        likely = chances(weights, seen, legal)
        actions[deal] = (likely.cumsum(axis=1) > chance.random((len(deal), 1))).argmax(axis=1)
        steps.append((deal, turn, seen, legal, np.eye(legal.shape[1])[actions[deal]], likely))
        batch.step(actions)
    return steps


def learn(weights: Floats, steps: list[Step]) -> None:
    """Make likelier what came to more, though never much likelier at a time."""
    for deal, turn, seen, legal, done, was in steps * EPOCHS:
        gain = batch.rewards[deal, turn] / batch.rewards.std()
        likely = chances(weights, seen, legal)
        ratio = likely[done == 1] / was[done == 1]
        pull = np.where(np.sign(gain) * (ratio - 1) > CLIP, 0, gain * ratio)
        weights += RATE * seen.T @ (pull[:, None] * (done - likely)) / len(deal)


def main() -> None:
    """Learn by playing against oneself, and say now and then how many deals are won against play at random."""
    weights = np.zeros((len(most), batch.legal.shape[1]))
    both, one = np.ones((DEALS, 2), np.bool_), np.arange(2) == np.arange(DEALS)[:, None] % 2
    for update in range(UPDATES + 1):
        if update % 8 == 0:
            play(weights, 10_000_000, sees=one)
            print(f"{update * DEALS:5} deals learnt from: {(batch.rewards[one] > 0).mean():.0%} won")
        learn(weights, play(weights, update * DEALS, sees=both))


if __name__ == "__main__":
    main()
