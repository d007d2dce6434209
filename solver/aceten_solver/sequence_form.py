"""The sequence form of a game, solved by linear programming (von Stengel 1996; Koller, Megiddo and von Stengel 1996).

A strategy is written as a realization plan: for each sequence the product of the probabilities of its actions. What a game comes to is
linear in either plan, and the best plan of side 0 against every plan of side 1 is a linear program, whose dual is the best plan of side 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias, cast

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_array, csr_array, hstack

if TYPE_CHECKING:
    from aceten_solver.histories import Decisions, Game

Chances: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.float64]]"
"""For each sequence of a seat how likely its last action is in its information set; 1 for the sequence of no action."""

_Matrix: TypeAlias = "csr_array[np.float64, tuple[int, int]]"

_TOLERANCE: Final = 1e-10
"""By how much a plan may break a condition; it is the least that HiGHS takes."""


def optimal(game: Game) -> tuple[Chances, Chances]:
    """Return an optimal strategy of each seat, as exact as HiGHS computes it.

    Conditions are in units of a world of weight 1, so that what seldom happens is computed as exactly as the rest.
    """
    first, second = game.decisions
    wins, ours, theirs = _payoffs(game), _flow(first), _flow(second)
    # Side 0 chooses its plan, for which each information set of side 1 is worth what the best of its sequences leaves.
    count, sets = first.sequences, len(second.parent) + 1
    objective = np.zeros(count + sets)
    objective[count] = -1  # what the game is worth; linprog looks for the least
    whole = np.zeros(len(first.parent) + 1)
    whole[0] = 1
    answer = linprog(
        objective,
        A_ub=_told(hstack([-wins.T, theirs.T], format="csr")),
        b_ub=np.zeros(second.sequences),
        A_eq=_told(hstack([ours, csr_array((len(whole), sets))], format="csr")),
        b_eq=whole,
        bounds=[(0, None)] * count + [(None, None)] * sets,
        method="highs",
        options={"primal_feasibility_tolerance": _TOLERANCE, "dual_feasibility_tolerance": _TOLERANCE},
    )
    if answer.x is None:
        message = f"HiGHS: {answer.message}"
        raise ArithmeticError(message)
    return _behaviour(first, answer.x[:count]), _behaviour(second, -answer.ineqlin.marginals)


def _told(matrix: _Matrix) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Return a sparse matrix as what linprog is said to take: its types name none, and it takes them."""
    return cast("np.ndarray[tuple[int, int], np.dtype[np.float64]]", matrix)


def _payoffs(game: Game) -> _Matrix:
    """Return what the histories of each pair of sequences come to for side 0, by the weights of their worlds."""
    ends = [(layer, layer.ends) for layer in game.layers]
    places = tuple(np.concatenate([layer.sequence[who][here] for layer, here in ends]) for who in (0, 1))
    numbers = np.concatenate([(layer.weight * layer.worth)[here] for layer, here in ends]).astype(np.float64)
    return coo_array((numbers, places), shape=(game.decisions[0].sequences, game.decisions[1].sequences)).tocsr()


def _flow(decisions: Decisions) -> _Matrix:
    """Return the sums that are 0 in a plan: for each information set its sequences less the one that leads there. The first sum is 1."""
    sets = np.arange(1, len(decisions.parent) + 1)
    rows = np.concatenate([[0], np.repeat(sets, decisions.count), sets])
    columns = np.concatenate([np.arange(decisions.sequences), decisions.parent]).astype(np.int64)
    signs = np.concatenate([np.ones(decisions.sequences), -np.ones(len(sets))])
    return coo_array((signs, (rows, columns)), shape=(len(sets) + 1, decisions.sequences)).tocsr()


def _behaviour(decisions: Decisions, plan: Chances) -> Chances:
    """Return the chances of actions in a realization plan; where a seat does not come by its own plan all actions are as likely."""
    plan = np.maximum(plan, 0)
    sets = np.repeat(np.arange(len(decisions.parent)), decisions.count)
    total = np.bincount(sets, plan[1:], len(decisions.parent))
    counts = np.array(decisions.count, np.float64)
    reached = total > 0
    chances = np.where(reached[sets], plan[1:] / np.where(reached, total, 1)[sets], (1 / counts)[sets])
    return np.concatenate([[1.0], chances])
