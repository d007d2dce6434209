"""What clauses say, as formulas: z3 terms over whole numbers, which can also be worked out for given values.

A formula states one clause in the style of its text and takes every number from the rulebook. It shares nothing with the engine:
:mod:`aceten.proofs` shows that the engine does what the formulas say. Needs the optional dependency ``z3-solver``.
"""

from __future__ import annotations

from aceten_spec.formulas.terms import Z3, Formula, Number, Truth, evaluate

__all__ = ["Z3", "Formula", "Number", "Truth", "evaluate"]
