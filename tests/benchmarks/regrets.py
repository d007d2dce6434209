"""What a node costs in OpenSpiel's CFR+ in Python, beside its own game in Python: ``make bench``, or ``python -m benchmarks.regrets``.

A round of it walks the whole tree twice, once for each player. The first round is not counted, in which all nodes are made.
"""

import statistics
import time
from importlib import import_module
from typing import Final

import pyspiel
from rich.console import Console
from rich.table import Table

for _module in ("aceten_openspiel", "open_spiel.python.games.kuhn_poker"):
    import_module(_module)  # which registers games

GAMES: Final = (
    "python_kuhn_poker",
    "aceten_zsiros_2(cards=AcAsTc7c,hand=2)",
    "aceten_schnapsen_2(cards=AcKcQcAh,hand=1)",
    "aceten_sedma_2(cards=JcTh9h8s8h8d,hand=2)",
)
"""What is walked; the first is their own."""
ROUNDS: Final = 5
"""How often each is measured, in turn, so that all have the same weather."""
NODES: Final = 6000
"""So many nodes are visited at least in each measurement."""


def size(node: pyspiel.State) -> int:
    """Return how many nodes a tree has."""
    return 1 + sum([size(node.child(action)) for action in node.legal_actions()])


def main() -> None:
    """Measure, and print a table."""
    solver_of = import_module("open_spiel.python.algorithms.cfr").CFRPlusSolver
    games = [pyspiel.load_game(name) for name in GAMES]
    sizes = [size(game.new_initial_state()) for game in games]
    solvers = [solver_of(game) for game in games]
    for solver in solvers:
        solver.evaluate_and_update_policy()
    costs: list[list[float]] = [[] for _ in GAMES]
    for _ in range(ROUNDS):
        for cost, solver, nodes in zip(costs, solvers, sizes, strict=True):
            rounds = max(1, NODES // nodes)
            began = time.process_time()
            for _ in range(rounds):
                solver.evaluate_and_update_policy()
            cost.append((time.process_time() - began) / rounds / nodes * 1e6)
    table = Table("game", "nodes", "µs of CPU a node", "times theirs", title="A round of CFR+ in OpenSpiel")
    theirs = statistics.median(costs[0])
    for name, nodes, cost in zip(GAMES, sizes, costs, strict=True):
        median = statistics.median(cost)
        table.add_row(name, f"{nodes:,}", f"{median:.0f}", f"{median / theirs:.2f}")
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
