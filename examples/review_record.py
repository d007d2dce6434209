"""A review: a deal as somebody typed it, and which cards cost something."""

import aceten
import aceten_solver

DEAL = """\
zsiros/2 points=30,20
A: A K 8
B: T 9 7
1. 8 T
2. A 9
3. K 7
"""


def main() -> None:
    """Read the text, and review every deal in it."""
    for record in aceten.read_records(DEAL):
        assert isinstance(record, aceten.Record), record  # otherwise the error, with its line
        for reviewed in aceten_solver.review(record).actions:
            mark = f"costs {reviewed.cost} points" if reviewed.cost else "best"
            print(f"{'AB'[reviewed.seat]} plays {reviewed.action}: {mark}")


if __name__ == "__main__":
    main()
