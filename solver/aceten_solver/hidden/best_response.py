"""The best that one seat can do against a strategy of the other: what tells how far a pair of strategies is from an equilibrium.

It walks the histories from the last to the first, and knows nothing of sequence forms and linear programs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from aceten_solver.hidden.histories import GameTree, HistoryLayer, Marks
    from aceten_solver.hidden.sequence_form import Chances


def best_response(game: GameTree, who: int, against: Chances) -> float:
    """Return what the game comes to for side 0, on average over the worlds, when one seat does its best against what the other does.

    :param who: the side whose seat does its best, 0 or 1.
    :param against: how likely each action of the other seat is.
    """
    likely = _reached(game, 1 - who, against)
    sign = -1 if who else 1
    value = np.zeros(0)
    for depth in range(len(game.layers) - 1, -1, -1):
        layer = game.layers[depth]
        here = np.where(layer.ends, likely[depth] * layer.worth, 0)
        if depth + 1 < len(game.layers):
            after = game.layers[depth + 1]
            kept = _chosen(layer, after, who, sign * value)
            here += np.bincount(after.parent[kept], value[kept], len(here))
        value = here
    return float(value.sum() / game.layers[0].weight.sum())


def _reached(game: GameTree, other: int, chances: Chances) -> list[Chances]:
    """Return the weight of each history as far as chance and the other seat bring it about, layer by layer."""
    likely = [game.layers[0].weight.astype(np.float64)]
    for before, layer in zip(game.layers, game.layers[1:], strict=False):
        decided = before.player[layer.parent] == other
        likely.append(likely[-1][layer.parent] * np.where(decided, chances[layer.sequence[other]], 1))
    return likely


def _chosen(layer: HistoryLayer, after: HistoryLayer, who: int, good: Chances) -> Marks:
    """Return which of the histories after a layer go on as the seat chooses: the best for the whole of an information set at once."""
    kept = np.ones(len(after.parent), np.bool_)
    (ours,) = np.nonzero(layer.player[after.parent] == who)
    if not len(ours):
        return kept
    choices, where = np.unique(after.sequence[who][ours], return_inverse=True)
    worth = np.bincount(where, good[ours])
    sets = np.zeros(len(choices), np.int64)
    sets[where] = layer.information[after.parent[ours]]
    best = np.lexsort((-worth, sets))  # set by set, the best choice first
    first = np.ones(len(best), np.bool_)
    first[1:] = sets[best][1:] != sets[best][:-1]
    taken = np.zeros(len(choices), np.bool_)
    taken[best[first]] = True
    kept[ours] = taken[where]
    return kept
