"""Regret minimisation by hand: CFR over an ending with hidden cards comes to what the solver finds by linear programming."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import aceten
import aceten_solver

ROUNDS = 200
Array = NDArray[np.float64]


class Node(NamedTuple):
    """Where somebody acts; what he sees is shared by all nodes with equal views."""

    seat: int
    regrets: Array
    later: "list[Node | int]"


def tree(state: aceten.State, seen: dict[str, Array]) -> Node | int:
    """Return the tree of play from here; at its ends stand the points of A."""
    if state.turn is None:
        return aceten.rewards(state, "card_points")[0]
    regrets = seen.setdefault(str(state.view(state.turn)), np.zeros(len(state.legal)))
    return Node(state.turn, regrets, [tree(state.play(action), seen) for action in state.legal])


def visit(node: Node | int, reach: Array) -> float:
    """Return how many points A takes, and regret what was not done as much as the other lets it come about."""
    if not isinstance(node, Node):
        return node
    positive = np.maximum(node.regrets, 0)
    chances = positive / positive.sum() if positive.any() else np.full(len(node.later), 1 / len(node.later))
    values = np.empty(len(node.later))
    for place, later in enumerate(node.later):
        further = reach.copy()
        further[node.seat] *= chances[place]
        values[place] = visit(later, further)
    value = float(chances @ values)
    node.regrets[:] += (1 if node.seat == 0 else -1) * reach[1 - node.seat] * (values - value)
    return value


def main() -> None:
    """Let both seats learn on all deals that fit, and compare."""
    worlds = aceten.worlds(aceten.parse("zsiros/2 hands=A8,?? lead=0 points=40,20", of="view")).listed() or ()
    seen: dict[str, Array] = {}
    deals = [(tree(world, seen), times / sum(each for _, each in worlds)) for world, times in worlds]
    values = [sum(share * visit(node, np.array([1.0, share])) for node, share in deals) for _ in range(ROUNDS)]
    found = aceten_solver.find_equilibrium(worlds, "points")
    print(f"{len(worlds)} deals, {len(seen)} information sets, {ROUNDS} rounds")
    print(f"by regrets {np.mean(values[ROUNDS // 2 :]):.2f} points, in equilibrium {found.value:.2f}")


if __name__ == "__main__":
    main()
