"""Captures and what a deal scores, as formulas."""

from __future__ import annotations

from aceten_spec.formulas.terms import Z3, Formula, Truth


def capture(sides: int = 2) -> Formula[Truth]:
    """Return the formula of a capture: ``side`` gains ``gained``, the sides go from what each had to what each has.

    Clauses: ZS-PLAY-7.
    """
    side, gained = Z3.Int("side"), Z3.Int("gained")
    had = tuple(Z3.Int(f"had{number}") for number in range(sides))
    have = tuple(Z3.Int(f"have{number}") for number in range(sides))
    return Formula(
        clauses=("ZS-PLAY-7",),
        text="the side that wins a trick gains all of it, the other side nothing",
        variables=(side, gained, *had, *have),
        term=Z3.And(
            [have[number] == had[number] + Z3.If(side == number, gained, Z3.IntVal(0)) for number in range(sides)]
        ),
    )
