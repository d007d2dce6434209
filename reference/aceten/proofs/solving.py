"""The z3 solver, typed: whether constraints can hold, and a model in which they do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, Protocol, TypeAlias, cast

import z3  # type: ignore[import-untyped]

from aceten_spec.formulas import evaluate

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from aceten_spec.formulas import Number, Truth

Verdict: TypeAlias = Literal["sat", "unsat", "unknown"]
"""Whether constraints can hold: they can, they cannot, or z3 does not say in time."""

TIME_LIMIT: Final = 20_000
"""Milliseconds after which z3 gives up on one question."""


class Model(Protocol):
    """Values that make constraints hold."""

    def eval(self, term: Number, model_completion: bool) -> Number:
        """Return the value of a term."""
        ...


class Solver(Protocol):
    """A set of constraints that grows and shrinks."""

    check: Callable[[], object]
    model: Callable[[], Model]
    push: Callable[[], None]
    pop: Callable[[], None]
    set: Callable[[str, int], None]
    add: Callable[[Sequence[Truth]], None]


_NEW: Final = cast("Callable[[], Solver]", z3.SimpleSolver)


def solver(constraints: Sequence[Truth] = ()) -> Solver:
    """Return a solver with these constraints."""
    made = _NEW()
    made.set("timeout", TIME_LIMIT)
    made.add(constraints)
    return made


def verdict(asked: Solver) -> Verdict:
    """Return whether the constraints of a solver can hold."""
    answer = str(asked.check())
    return "sat" if answer == "sat" else "unsat" if answer == "unsat" else "unknown"


def satisfiable(asked: Solver, constraint: Truth) -> Verdict:
    """Return whether one more constraint can hold together with those of a solver, which keeps its own."""
    asked.push()
    asked.add([constraint])
    answer = verdict(asked)
    asked.pop()
    return answer


def values(found: Model, variables: Sequence[Number]) -> tuple[int, ...]:
    """Return the values of variables in a model; where it leaves one open, any that it picks."""
    return tuple(evaluate(found.eval(variable, True)) for variable in variables)  # noqa: FBT003 - z3 has no keyword
