"""Complete tables: in which endings with two cards each who leads takes more points, by asking a table, and the same by search."""

import itertools

import aceten
import aceten_solver
from aceten_solver import tables

RANKS = "AK97"


def main() -> None:
    """Build small tables, and probe every ending of four ranks in which the first player leads with 40 points to 20."""
    game = aceten.load("zsiros/2")
    files = tables.build(game, cards=2)
    print(f"{len(files)} tables, {sum(file.path.stat().st_size for file in files)} bytes")
    won = total = 0
    for mine, theirs in itertools.product(itertools.combinations_with_replacement(RANKS, 2), repeat=2):
        position = aceten.parse_state(f"zsiros/2 hands={''.join(mine)},{''.join(theirs)} lead=0")
        probed = tables.probe(position, "points").value
        assert probed == aceten_solver.solve(position, "points").value
        total += 1
        won += probed is not None and probed.points is not None and probed.points[0] > probed.points[1]
    print(f"{won} of {total} endings bring more points to who leads")


if __name__ == "__main__":
    main()
