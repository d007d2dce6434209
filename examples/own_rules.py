"""Rules of one's own: a few lines in a file, played and solved like every other game."""

import tempfile
from pathlib import Path

import aceten
import aceten_solver

HOUSE = """
format = 1
extends = "zsiros"
id = "house"
prefix = "HOUSE"
title = "Zsíros at home"

[documents]
home = "How we play at home"

[parameters]
wild = ["7", "9"]

[[clauses]]
id = "HOUSE-PLAY-5"
kind = "seed"
sources = [{ document = "home", section = "" }]
text = "A seven or a nine matches any led rank."
"""


def points(deal: aceten.State) -> int:
    """Return how many points A takes when both play as well as can be."""
    value = aceten_solver.solve(deal, "points").value
    assert value is not None
    assert value.points is not None
    return value.points[0]


def main() -> None:
    """Deal the same cards by both rules, and compare what they are worth."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "house.toml"
        file.write_text(HOUSE, encoding="utf-8")
        house, usual = aceten.load(file, players=2), aceten.load("zsiros/2")
        for seed in range(5):
            usually, at_home = points(usual.deal(seed)), points(house.deal(seed))
            print(f"deal {seed}: A takes {usually:2} points by the usual rules, {at_home:2} where nines are wild")


if __name__ == "__main__":
    main()
