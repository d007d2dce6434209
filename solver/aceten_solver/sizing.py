"""How large a game with hidden cards is, before it is grown: random walks through its tree tell (Knuth 1975)."""

from __future__ import annotations

import random
from statistics import fmean
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from aceten_solver.unfolding import Unfolding

_WALKS: Final = 500


def expected_histories(play: Unfolding) -> float:
    """Return about how many histories there are until the deal is over, or the talon, whose order nobody knows, comes to its end.

    A walk chooses each time between all that may follow, and counts for as many histories as there were choices on its way.
    """
    chance = random.Random(0)  # noqa: S311 - the same each time
    worlds = [*play.worlds]
    return len(worlds) * fmean([_walk(play, chance.choice(worlds), chance) for _ in range(_WALKS)])


def _walk(play: Unfolding, number: int, chance: random.Random) -> float:
    hidden = bool(play.states[number].talon)
    ways = total = 1
    while (steps := play.steps(number)) and not (hidden and not play.states[number].talon):
        ways *= len(steps)
        total += ways
        number = chance.choice([*steps.values()])
    return total
