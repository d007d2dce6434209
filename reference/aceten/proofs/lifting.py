"""Running unmodified functions on symbolic numbers.

:func:`lift` calls a function with numbers that stand for any whole number. Arithmetic on them makes z3 terms. Where the function
asks whether a comparison holds the run forks: the function is run again for every combination of answers that z3 finds possible.
The paths together are what the function does for all numbers. What cannot be followed so is refused, never guessed; only ``is`` and
``type`` cannot be seen, and must not be asked of a number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NoReturn, TypeAlias, cast

import msgspec

from aceten.proofs.solving import satisfiable, solver, verdict
from aceten.proofs.symbolic import (
    LiftError,
    RaisedError,
    SymbolicInt,
    SymbolicTruth,
    Term,
    UndecidedError,
    UnsupportedError,
    is_number,
)
from aceten_spec.formulas import Z3, Number, Truth
from aceten_spec.formulas.terms import numeral

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_Answers: TypeAlias = tuple[tuple[Truth, bool], ...]

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
        return _joined(self.paths)


def lift(function: Callable[..., object], variables: Sequence[Number], assuming: Sequence[Truth] = ()) -> Lifted:
    """Return what a function does with any numbers for which the assumptions hold.

    :param function: takes one number for each variable; returns a number, a truth value, or a tuple of them.
    :raises UnsupportedError: when it does something with a number that cannot be followed.
    :raises RaisedError: when it raises an error for some numbers.
    :raises UndecidedError: when z3 does not say in time which paths there are.
    """
    paths: list[Path] = []
    pending: list[_Answers] = [()]
    while pending:
        run = _Run(assuming, pending.pop())
        paths.append(run.follow(function, variables))
        pending += run.pending
        if len(paths) + len(pending) > MAX_PATHS:
            raise UnsupportedError(f"more than {MAX_PATHS} paths")
    if verdict(solver([*assuming, ~Z3.Or([path.condition for path in paths])])) != "unsat":
        raise UndecidedError("the paths are not shown to cover the assumptions")
    return Lifted(tuple(paths))


def _joined(paths: Sequence[Path]) -> tuple[Term, ...]:
    joined = paths[-1].terms
    for path in reversed(paths[:-1]):
        joined = tuple(_either(path.condition, *pair) for pair in zip(path.terms, joined, strict=True))
    return joined


def _either(condition: Truth, here: Term, there: Term) -> Term:
    if here.get_id() == there.get_id():
        return here
    return Z3.If(condition, cast("Number", here), cast("Number", there))  # of the same kind, a truth value or a number


class _Run:
    """One run of a function: along a prefix of answers, then by what z3 finds possible."""

    def __init__(self, assuming: Sequence[Truth], prefix: _Answers) -> None:
        self.pending: list[_Answers] = []
        self._solver = solver(assuming)
        self._prefix = prefix
        self._answers: list[tuple[Truth, bool]] = []
        self._known: dict[int, bool] = {}
        self._refusal: LiftError | None = None

    def follow(self, function: Callable[..., object], variables: Sequence[Number]) -> Path:
        """Return the path that this run takes."""
        try:
            outcome = function(*[SymbolicInt(self, variable) for variable in variables])
        except Exception as error:
            if self._refusal is None and verdict(self._solver) == "sat":
                raise RaisedError(error, self._solver.model()) from error
            raise self._refusal or UndecidedError(f"perhaps raises {error!r}") from error
        if self._refusal is not None:  # the function has swallowed it
            raise self._refusal
        taken = [condition if answer else ~condition for condition, answer in self._answers]
        members = cast("tuple[object, ...]", outcome) if type(outcome) is tuple else (outcome,)
        return Path(Z3.And(taken), tuple(map(self._term, members)))

    def fork(self, condition: Truth) -> bool:
        """Return which way this run goes; the other way is left pending if there is one."""
        if condition.get_id() not in self._known:
            answer = self._ask(condition) if len(self._answers) >= len(self._prefix) else self._replay(condition)
            self._answers.append((condition, answer))
            self._known[condition.get_id()] = answer
            self._solver.add([condition if answer else ~condition])
        return self._known[condition.get_id()]

    def _replay(self, condition: Truth) -> bool:
        expected, answer = self._prefix[len(self._answers)]
        if expected.get_id() != condition.get_id():
            self.refuse(UnsupportedError("the function does not do the same again for the same numbers"))
        return answer

    def _ask(self, condition: Truth) -> bool:
        true, false = satisfiable(self._solver, condition), satisfiable(self._solver, ~condition)
        if "unknown" in {true, false} or true == false == "unsat":
            self.refuse(UndecidedError(f"a path is {true} with {condition} and {false} without"))
        if true == false:
            self.pending.append((*self._answers, (condition, False)))
        return true == "sat"

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
