"""Advice where cards are hidden: a mean over the deals that fit, and how far it may be off."""

import aceten
import aceten_solver


def main() -> None:
    """Ask what to lead with three cards left."""
    view = aceten.parse("zsiros/2 hands=AK7,??? lead=0 taken=TT99KK,AJJQ88", of="view")
    advice = aceten_solver.advise(view, samples=200, nodes=None, objective="points")
    print(advice)


if __name__ == "__main__":
    main()
