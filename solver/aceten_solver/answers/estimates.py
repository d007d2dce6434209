"""How long a position is likely to take: the search of later positions of the same deal tells how fast its tree grows."""

from __future__ import annotations

import math
import random
import time
from collections import defaultdict
from statistics import fmean, linear_regression
from typing import TYPE_CHECKING, Final

import msgspec

from aceten import Claim
from aceten.vocabulary.actions import STOP
from aceten_solver.answers.solver import Solver

if TYPE_CHECKING:
    from aceten import State
    from aceten_solver.question.objectives import Objective

_PLAYOUTS: Final = 8
_UNSOLVED: Final = 4
"""A tree that is larger than what may be spent is taken for so many times as large."""
_SECONDS: Final = 1.0
"""What all of that may take, about."""
_NODES: Final = 200_000
"""What a later position may cost; one that costs more ends a playout."""
_FEWEST: Final = 30
"""Trees that are smaller say nothing about growth."""
_SIZES: Final = 5
"""So many numbers of cards count, the largest that were solved: trees grow faster while cards are drawn."""


class Estimate(msgspec.Struct, frozen=True, kw_only=True):
    """What solving a position is likely to cost, as to the order of magnitude."""

    nodes: float
    """States to search; infinity where it is beyond all counting."""
    seconds: float
    """Time that takes on this machine."""


def estimate(state: State, objective: Objective | str | None = None) -> Estimate | None:
    """Return what :func:`aceten_solver.solve` is likely to cost, in some tenths of a second; ``None`` where too little is solved to tell.

    The deal is played out at random, and positions from its end backwards are solved: the number of states grows with the number of
    cards as it did among these.

    :raises ObjectiveError: when the position does not say enough for the objective.
    :raises UsageError: when there are not two sides that play against each other.
    """
    deadline = time.perf_counter() + _SECONDS
    with Solver() as solver:
        whole = solver.solve(state, objective, nodes=_NODES, seconds=_SECONDS / 2)
    if whole.exact:
        return Estimate(nodes=whole.nodes, seconds=whole.seconds)
    searched, seconds = whole.nodes, whole.seconds
    found: defaultdict[int, list[float]] = defaultdict(list)
    chance = random.Random(0)  # noqa: S311 - the same each time
    played = 0
    while played < _PLAYOUTS and time.perf_counter() < deadline:
        played += 1
        for later in reversed(_played_out(state, chance)):
            left = deadline - time.perf_counter()
            with Solver() as solver:
                solution = solver.solve(later, objective, nodes=_NODES, seconds=max(left, 0))
            searched, seconds = searched + solution.nodes, seconds + solution.seconds
            if solution.nodes >= _FEWEST and (solution.exact or solution.nodes == _NODES):
                found[later.cards_in_play].append(math.log(solution.nodes * (1 if solution.exact else _UNSOLVED)))
            if not solution.exact:
                break
    # Sizes that most of the deals did not come to tell only of the easy ones among them.
    sizes = [size for size in sorted(found) if len(found[size]) > played // 2][-_SIZES:]
    if len(sizes) < 2:  # noqa: PLR2004 - a line needs two points
        return None
    slope, intercept = linear_regression(sizes, [fmean(found[size]) for size in sizes])
    exponent = max(intercept + slope * state.cards_in_play, math.log(max(whole.nodes, 1)))
    nodes = math.exp(exponent) if exponent < math.log(1e300) else math.inf
    return Estimate(nodes=nodes, seconds=nodes * seconds / max(searched, 1))


def _played_out(state: State, chance: random.Random) -> list[State]:
    """Return the positions between tricks of a deal that is played on at random, in as many tricks as can be and to its end."""
    later: list[State] = []
    while state.turn is not None:
        lasting = [action for action in state.legal if not isinstance(action, Claim)]
        state = state.play(STOP if STOP in lasting else chance.choice(lasting or list(state.legal)))
        if not state.trick and state.turn is not None:
            later.append(state)
    return later
