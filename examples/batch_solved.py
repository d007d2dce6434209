"""A batch solved: what fifty deals of Schnapsen are worth to the player who leads, with all cards known."""

from collections import Counter

import aceten
import aceten_solver

DEALS = 50


def main() -> None:
    """Solve deals on two threads, and count what they come to."""
    game = aceten.load("schnapsen/2")
    deals = (game.deal(seed) for seed in range(DEALS))
    worth: Counter[int] = Counter()
    for solution in aceten_solver.solve_many(deals, "game-points", threads=2, line=False):
        assert isinstance(solution, aceten_solver.Solution), solution  # otherwise the error of this position
        leader = solution.position.turn
        assert solution.value is not None
        assert solution.value.margin is not None
        assert leader is not None
        worth[solution.value.margin[leader]] += 1
    for value in sorted(worth):
        print(f"{value:+} game points  {worth[value]:2} {'#' * worth[value]}")
    print(f"mean {sum(value * times for value, times in worth.items()) / DEALS:+.2f}")


if __name__ == "__main__":
    main()
