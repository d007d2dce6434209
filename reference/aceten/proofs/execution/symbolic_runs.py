"""Running unmodified functions on symbolic numbers.

:func:`lift` calls a function with numbers that stand for any whole number. Arithmetic on them makes z3 terms. Where the function
asks whether a comparison holds the run forks: the function is run again for every combination of answers that z3 finds possible.
The paths together are what the function does for all numbers. What cannot be followed so is refused, never guessed; only ``is`` and
``type`` cannot be seen, and must not be asked of a number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NoReturn, cast

import msgspec

from aceten.proofs.execution.solvers import Model, holds_in, solver, verdict
from aceten.proofs.execution.symbolic_numbers import (
    LiftError,
    RaisedError,
    SymbolicInt,
    SymbolicTruth,
    Term,
    UndecidedError,
    UnsupportedError,
    is_number,
)
from aceten_spec.formulas.terms import Z3, Number, Truth, numeral

MAX_PATHS: Final = 10_000
"""A function with more paths is refused."""


class Path(msgspec.Struct, frozen=True, eq=False):
    """One way through a function."""

    condition: Truth
    """When it is taken."""
    terms: tuple[Term, ...]
    """What the function then returns: the members of the tuple, or the one number."""


class Lifted(msgspec.Struct, frozen=True, eq=False):
    """A function as terms."""

    paths: tuple[Path, ...]
    """Every possible way through it."""

    @property
    def terms(self) -> tuple[Term, ...]:
        """What it returns, all paths joined: the members of the tuple, or the one number.

        :raises UnsupportedError: when paths return tuples of different length, or here a number and there a truth value.
        """
        if len({tuple(map(Z3.is_bool, path.terms)) for path in self.paths}) > 1:
            raise UnsupportedError("paths return tuples of different length, or here a number and there a truth value")
        joined = self.paths[-1].terms
        for path in reversed(self.paths[:-1]):
            joined = tuple(_either(path.condition, *pair) for pair in zip(path.terms, joined, strict=True))
        return joined


def lift(function: Callable[..., object], variables: Sequence[Number], assuming: Sequence[Truth] = ()) -> Lifted:
    """Return what a function does with any numbers for which the assumptions hold.

    :param function: takes one number for each variable; returns a number, a truth value, or a tuple of them.
    :raises UnsupportedError: when it does something with a number that cannot be followed.
    :raises RaisedError: when it raises an error for some numbers.
    :raises UndecidedError: when z3 does not say in time which paths there are.
    """
    trail = _Trail(assuming)
    paths: list[Path] = []
    while True:
        paths.append(_Run(trail).follow(function, variables))
        if len(paths) + trail.pending > MAX_PATHS:
            raise UnsupportedError(f"more than {MAX_PATHS} paths")
        if not trail.turn():
            break
    if trail.asked and verdict(solver([*assuming, ~Z3.Or([path.condition for path in paths])])) != "unsat":
        raise UndecidedError("the paths are not shown to cover the assumptions")
    return Lifted(tuple(paths))


def _either(condition: Truth, here: Term, there: Term) -> Term:
    if here.get_id() == there.get_id():
        return here
    return Z3.If(condition, cast("Number", here), cast("Number", there))  # of the same kind, a truth value or a number


class _Fork(msgspec.Struct):
    """A question that a run has asked, and the answer it went on with."""

    condition: Truth
    answer: bool
    other: Model | None = None
    """Numbers for which the answer is the other one, as long as no run has followed them; ``None``: there are none, or one has."""

    @property
    def taken(self) -> Truth:
        """What holds on the way that was gone."""
        return self.condition if self.answer else ~self.condition


class _Trail:
    """The answers that lead to where a run is, in one solver for all runs: the next one has most of them in common with the last."""

    def __init__(self, assuming: Sequence[Truth]) -> None:
        self.forks: list[_Fork] = []
        self.asked = False
        """Whether any run has asked anything."""
        self.solver = solver(assuming)
        self._model: Model | None = None
        """Numbers that lead here, where they are known."""

    @property
    def pending(self) -> int:
        """How many runs are to follow, as far as is known."""
        return sum(fork.other is not None for fork in self.forks)

    def turn(self) -> bool:
        """Go back to the last question that has another answer, and give it; return whether there is one."""
        while self.forks:
            self.solver.pop()
            fork = self.forks.pop()
            if fork.other is not None:
                self._model = fork.other
                self._go(_Fork(fork.condition, not fork.answer))
                return True
        return False

    def ask(self, condition: Truth) -> bool | str:
        """Return an answer that is possible, and go on with it; or what z3 says where none is, or it does not decide."""
        if self._model is None:
            if (found := verdict(self.solver)) != "sat":
                return found
            self._model = self.solver.model()
        answer = holds_in(self._model, (condition,))
        self.solver.push()
        self.solver.add([~condition if answer else condition])
        if (found := verdict(self.solver)) == "unknown":
            return found
        other = self.solver.model() if found == "sat" else None
        self.solver.pop()
        self._go(_Fork(condition, answer, other))
        return answer

    def _go(self, fork: _Fork) -> None:
        self.asked = True
        self.solver.push()
        self.solver.add([fork.taken])
        self.forks.append(fork)


class _Run:
    """One run of a function: along the answers of a trail, then by what z3 finds possible."""

    def __init__(self, trail: _Trail) -> None:
        self._trail = trail
        self._given = len(trail.forks)
        self._asked = 0
        self._known: dict[int, bool] = {}
        self._refusal: LiftError | None = None

    def follow(self, function: Callable[..., object], variables: Sequence[Number]) -> Path:
        """Return the path that this run takes."""
        try:
            outcome = function(*[SymbolicInt(self, variable) for variable in variables])
        except Exception as error:
            asked = self._trail.solver
            if self._refusal is None and verdict(asked) == "sat":
                raise RaisedError(error, asked.model()) from error
            raise self._refusal or UndecidedError(f"perhaps raises {error!r}") from error
        if self._refusal is not None:  # the function has swallowed it
            raise self._refusal
        members = cast("tuple[object, ...]", outcome) if type(outcome) is tuple else (outcome,)
        return Path(Z3.And([fork.taken for fork in self._trail.forks]), tuple(map(self._term, members)))

    def fork(self, condition: Truth) -> bool:
        """Return which way this run goes; the other way is left pending if there is one."""
        known = self._known.get(condition.get_id())
        if known is None:
            known = self._replay(condition) if self._asked < self._given else self._ask(condition)
            self._asked += 1
            self._known[condition.get_id()] = known
        return known

    def _replay(self, condition: Truth) -> bool:
        fork = self._trail.forks[self._asked]
        if fork.condition.get_id() != condition.get_id():
            self.refuse(UnsupportedError("the function does not do the same again for the same numbers"))
        return fork.answer

    def _ask(self, condition: Truth) -> bool:
        answer = self._trail.ask(condition)
        if isinstance(answer, str):
            self.refuse(UndecidedError(f"it is {answer} which paths there are with {condition}"))
        return answer

    def refuse(self, error: LiftError) -> NoReturn:
        """Raise the error, and remember it in case the function swallows it."""
        self._refusal = self._refusal or error
        raise error

    def _term(self, value: object) -> Term:
        if is_number(value):
            return value.term
        if type(value) is SymbolicTruth:
            return value.term
        if not isinstance(value, int):
            self.refuse(UnsupportedError(f"returns a {type(value).__name__}"))
        return Z3.BoolVal(value) if isinstance(value, bool) else numeral(int(value))
