"""A data set: positions as a network sees them, and what each legal action is worth, in a file of NumPy.

``python examples/data_set.py FILE POSITIONS`` keeps so many; without a file it shows what would be kept.
"""

import random
import sys
import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import aceten
import aceten_solver


def main(kept_in: str = "", positions: str = "200") -> None:
    """Play at random into the second half of deals, solve what is there, and keep it."""
    game, chance = aceten.load("zsiros/2"), random.Random(1)
    seen: list[tuple[int, ...]] = []
    worth: list[NDArray[np.float64]] = []
    for seed in range(int(positions)):
        state = game.deal(seed)
        while len(state.talon) > 6:
            state = state.play(chance.choice(state.legal))
        values = np.full(len(game.actions), np.nan)
        for action in aceten_solver.solve(state, "points").actions:
            assert action.value is not None
            assert action.value.points is not None
            values[game.number_of_action[action.action]] = action.value.points[state.turn or 0]
        view = state.view(state.turn or 0)
        seen.append(view.tensor)
        worth.append(values)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(kept_in or f"{folder}/zsiros.npz")
        np.savez_compressed(file, seen=np.array(seen, np.int16), worth=np.array(worth, np.float32))
        print(f"{file.name}: {file.stat().st_size // 1000} kB")
        with np.load(file) as kept:
            print("seen", kept["seen"].shape, "worth", kept["worth"].shape)
            best, worst = np.nanmax(kept["worth"], axis=1), np.nanmin(kept["worth"], axis=1)
            print(f"the best action takes {np.mean(best - worst):.1f} points more than the worst one")


if __name__ == "__main__":
    main(*sys.argv[1:])
