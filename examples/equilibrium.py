"""Hidden cards, exactly: how often each card should be played where the other hand is not known, and what both could gain by changing."""

import aceten
import aceten_solver

LINES = (
    "zsiros/2 hands=A87,??? lead=0 points=40,20",
    "schnapsen/2 hands=AhKhTs,??? lead=0 trump=h points=40,30 tricks=3,4",
)


def main() -> None:
    """Find an equilibrium over all deals that may be."""
    for line in LINES:
        worlds = aceten.worlds(aceten.parse(line, of="view")).listed() or ()
        found = aceten_solver.find_equilibrium(worlds)
        print(f"{line}\n  {len(worlds)} deals that play can tell apart, worth {found.value:.3f}", end="")
        print(f", nobody gains more than {abs(found.exploitability):.6f}")
        first, _ = next(iter(worlds))
        for each in found.chances(first):
            print(f"  {each.action!s:3} {each.chance:7.1%}")


if __name__ == "__main__":
    main()
