"""The sequence form of a game, solved by linear programming (von Stengel 1996; Koller, Megiddo and von Stengel 1996).

A strategy is written as a realization plan: for each sequence the product of the probabilities of its actions. What a game comes to is
linear in either plan, and the best plan of side 0 against every plan of side 1 is a linear program, whose dual is the best plan of side 1.
What is dominated is taken out first (:mod:`aceten_solver.hidden.dominance`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias, cast

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_array, csr_array, hstack

from aceten_solver.hidden.dominance import Choices, Matrix, without_dominated

if TYPE_CHECKING:
    from aceten_solver.hidden.histories import GameTree

Chances: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.float64]]"
"""For each sequence of a seat how likely its last action is in its information set; 1 for the sequence of no action."""

_TOLERANCE: Final = 1e-10
"""By how much a plan may break a condition; it is the least that HiGHS takes."""


def optimal(game: GameTree, *, thinning: bool = True) -> tuple[Chances, Chances]:
    """Return an optimal strategy of each seat, as exact as HiGHS computes it.

    Conditions are in units of a world of weight 1, so that what seldom happens is computed as exactly as the rest.

    :param thinning: whether what is dominated is taken out first. It makes no difference to what the game comes to.
    """
    first, second = Choices(game.decisions[0]), Choices(game.decisions[1])
    wins = without_dominated(payoffs(game), first, second) if thinning else payoffs(game)
    ours, theirs = _flow(first), _flow(second)
    # Side 0 chooses its plan, for which each information set of side 1 is worth what the best of its sequences leaves.
    count, sets = ours.shape[1], theirs.shape[0]
    objective = np.zeros(count + sets)
    objective[count] = -1  # what the game is worth; linprog looks for the least
    whole = np.zeros(ours.shape[0])
    whole[0] = 1
    answer = linprog(
        objective,
        A_ub=_told(hstack([-wins.T, theirs.T], format="csr")),
        b_ub=np.zeros(theirs.shape[1]),
        A_eq=_told(hstack([ours, csr_array((len(whole), sets))], format="csr")),
        b_eq=whole,
        bounds=[(0, None)] * count + [(None, None)] * sets,
        method="highs",
        options={"primal_feasibility_tolerance": _TOLERANCE, "dual_feasibility_tolerance": _TOLERANCE},
    )
    if answer.x is None:
        raise ArithmeticError(f"HiGHS: {answer.message}")
    return _behaviour(first, answer.x[:count]), _behaviour(second, -answer.ineqlin.marginals)


def _told(matrix: Matrix) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Return a sparse matrix as what linprog is said to take: its types name none, and it takes them."""
    return cast("np.ndarray[tuple[int, int], np.dtype[np.float64]]", matrix)


def payoffs(game: GameTree) -> Matrix:
    """Return what the histories of each pair of sequences come to for side 0, by the weights of their worlds."""
    ends = [(layer, layer.ends) for layer in game.layers]
    places = tuple(np.concatenate([layer.sequence[who][here] for layer, here in ends]) for who in (0, 1))
    numbers = np.concatenate([(layer.weight * layer.worth)[here] for layer, here in ends]).astype(np.float64)
    return coo_array((numbers, places), shape=(game.decisions[0].sequences, game.decisions[1].sequences)).tocsr()


def _flow(choices: Choices) -> Matrix:
    """Return the sums that are 0 in a plan: for each information set its sequences less the one that leads there. The first sum is 1."""
    sets = np.arange(1, len(choices.parent) + 1)
    rows = np.concatenate([[0], choices.set_of + 1, sets])
    columns = np.concatenate([np.arange(len(choices.kept)), choices.parent])
    signs = np.concatenate([np.ones(len(choices.kept)), -np.ones(len(sets))])
    every = coo_array((signs, (rows, columns)), shape=(len(sets) + 1, len(choices.kept))).tocsr()
    return every[np.concatenate([[True], choices.open])][:, choices.kept].tocsr()


def _behaviour(choices: Choices, plan: Chances) -> Chances:
    """Return the chances of actions in a realization plan.

    Where a seat does not come by its own plan, and where one action was left, all that are not dominated are as likely.
    """
    planned, size = np.zeros(len(choices.kept)), len(choices.parent)
    planned[choices.kept] = np.maximum(plan, 0)
    total = np.bincount(choices.set_of, planned[1:], size)
    sensible = choices.sensible[1:].astype(np.float64)
    every = np.bincount(choices.set_of, sensible, size)
    reached = total > 0
    likely = np.where(reached, total, every)[choices.set_of]
    chances = np.where(reached[choices.set_of], planned[1:], sensible) / likely
    return np.concatenate([[1.0], chances])
