"""The terms that formulas are made of, typed, and formulas themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Generic, Protocol, TypeVar, cast

import msgspec
from typing_extensions import TypeIs

from aceten_spec.formulas import term_makers
from aceten_spec.formulas.term_compiler import compiled


class Truth(Protocol):
    """A z3 term that is true or false."""

    def __invert__(self) -> Truth:
        """Not."""
        ...

    def __and__(self, other: Truth, /) -> Truth:
        """And."""
        ...

    def __or__(self, other: Truth, /) -> Truth:
        """Or."""
        ...

    def get_id(self) -> int:
        """Return the number of the term: equal for equal terms, as long as both exist."""
        ...


class Number(Protocol):
    """A z3 term that is a whole number. Division by a positive number rounds down, as ``//`` does."""

    def __add__(self, other: Number | int, /) -> Number: ...
    def __radd__(self, other: int, /) -> Number: ...
    def __sub__(self, other: Number | int, /) -> Number: ...
    def __rsub__(self, other: int, /) -> Number: ...
    def __mul__(self, other: int, /) -> Number: ...
    def __truediv__(self, other: int, /) -> Number: ...
    def __mod__(self, other: int, /) -> Number: ...
    def __neg__(self) -> Number: ...
    def __lt__(self, other: Number | int, /) -> Truth: ...
    def __le__(self, other: Number | int, /) -> Truth: ...
    def __gt__(self, other: Number | int, /) -> Truth: ...
    def __ge__(self, other: Number | int, /) -> Truth: ...
    def __eq__(self, other: object, /) -> Truth:  # type: ignore[override]  # z3 makes a term of an equation
        """Is equal to."""
        ...

    def __ne__(self, other: object, /) -> Truth:  # type: ignore[override]  # z3 makes a term of an inequation
        """Is not equal to."""
        ...

    def __hash__(self) -> int: ...
    def as_long(self) -> int:
        """Return the value of a term that is worked out."""
        ...

    def get_id(self) -> int:
        """Return the number of the term: equal for equal terms, as long as both exist."""
        ...


Term = TypeVar("Term", bound="Number | Truth")


class _Terms(Protocol):
    """The functions of z3 that make and change terms, with the types that z3 does not declare."""

    Int: Callable[[str], Number]
    IntVal: Callable[[int], Number]
    BoolVal: Callable[[bool], Truth]
    If: Callable[[Truth, Number | int, Number | int], Number]
    Sum: Callable[[Sequence[Number]], Number]
    And: Callable[[Sequence[Truth]], Truth]
    Not: Callable[[Truth], Truth]
    Or: Callable[[Sequence[Truth]], Truth]
    Implies: Callable[[Truth, Truth], Truth]
    Distinct: Callable[..., Truth]
    is_bool: Callable[[object], bool]
    is_true: Callable[[object], bool]
    is_false: Callable[[object], bool]

    def substitute(self, term: Term, /, *pairs: tuple[Number, Number]) -> Term:
        """Replace variables."""
        ...

    def simplify(self, term: Term, /) -> Term:
        """Work out what can be worked out."""
        ...


Z3: Final = cast("_Terms", term_makers.MAKERS)
"""The part of z3 that makes terms, typed."""


class Formula(msgspec.Struct, Generic[Term], frozen=True, kw_only=True, eq=False):
    """What clauses say about some whole numbers: a number that depends on them, or a statement about them."""

    clauses: tuple[str, ...]
    """The clauses that it states."""
    text: str
    """What it says, in words."""
    variables: tuple[Number, ...]
    """The numbers that it is about."""
    term: Term
    """What it says, as a z3 term over its variables."""
    made: dict[tuple[int, ...], tuple[tuple[Number, ...], Term]] = {}
    """The terms made of it already: to make one takes z3 much longer than to look it up."""
    functions: list[Callable[..., int]] = []
    """The Python function that works it out, once it was asked for."""

    def of(self, *numbers: Number | int) -> Term:
        """Return the term about other numbers in place of the variables, or its value when all of them are known."""
        if all(isinstance(number, int) for number in numbers):
            return cast("Term", self.at(*cast("tuple[int, ...]", numbers)))
        return self(*[numeral(int(number)) if isinstance(number, int) else number for number in numbers])

    def __call__(self, *numbers: Number) -> Term:
        """Return the term about other numbers in place of the variables, in their order."""
        key = tuple(map(term_makers.identity, numbers))
        made = self.made.get(key)
        if made is None:
            # With the term its numbers are kept, so that no other number can take the place of one of them.
            made = numbers, Z3.substitute(self.term, *zip(self.variables, numbers, strict=True))
            self.made[key] = made
        return made[1]

    def at(self, *values: int) -> int:
        """Return the value for given values of the variables: a number, or a truth value."""
        if not self.functions:
            self.functions.append(compiled(self.term, self.variables))
        return self.functions[0](*map(int, values))


def evaluate(term: Number | Truth) -> int:
    """Return the value of a term without variables: a number, or a truth value."""
    known = term_makers.known_truth(term)
    if known is not None:
        return known
    value = term if term_makers.is_numeral(term) else Z3.simplify(term)
    return Z3.is_true(value) if Z3.is_bool(value) else cast("Number", value).as_long()


def is_truth(term: Number | Truth) -> TypeIs[Truth]:
    """Whether a term is true or false."""
    return term_makers.is_truth(term)


def every(truths: Iterable[Truth | bool]) -> Truth:
    """Return that all of these hold: a term, or the truth value where it is known."""
    unknown: list[Truth] = []
    for truth in truths:
        if truth is False:
            return FALSE
        if truth is not True:
            unknown.append(truth)
    return unknown[0] if len(unknown) == 1 else Z3.And(unknown) if unknown else TRUE


def some(truths: Iterable[Truth | bool]) -> Truth:
    """Return that one of these holds at least."""
    unknown: list[Truth] = []
    for truth in truths:
        if truth is True:
            return TRUE
        if truth is not False:
            unknown.append(truth)
    return unknown[0] if len(unknown) == 1 else Z3.Or(unknown) if unknown else FALSE


def no(truth: Truth | bool) -> Truth:
    """Return that this does not hold."""
    return cast("Truth", not truth) if isinstance(truth, bool) else Z3.Not(truth)


def together(one: Truth | bool, other: Truth | bool) -> Truth:
    """Return that both hold or neither: a term only where that is not plain from what they are."""
    if isinstance(one, bool):
        return cast("Truth", other) if one else no(other)
    if isinstance(other, bool):
        return one if other else no(one)
    same = term_makers.identity(one) == term_makers.identity(other)
    return TRUE if same else Z3.Implies(one, other) & Z3.Implies(other, one)


def term_of(truth: Truth | bool) -> Truth:
    """Return a truth as a term, also where it is known."""
    return Z3.BoolVal(truth) if isinstance(truth, bool) else truth


def either(condition: Truth | bool, here: Number | int, there: Number | int) -> Number:
    """Return one number when a condition holds, and another one when not."""
    if isinstance(condition, bool):
        return cast("Number", here if condition else there)
    return Z3.If(condition, here, there)


TRUE: Final = cast("Truth", True)  # noqa: FBT003 - a truth value that is known
"""What holds in any case."""

FALSE: Final = cast("Truth", False)  # noqa: FBT003 - likewise
"""What never holds."""


def numeral(number: int) -> Number:
    """Return the term of a known number."""
    return cast("Number", term_makers.numeral(number))


def remainder(number: Number, divisor: int) -> Number:
    """Return what is left when a number is divided by a positive one."""
    return number % divisor if isinstance(number, int) else cast("Number", term_makers.remainder(number, divisor))


def quotient(number: Number, divisor: int) -> Number:
    """Return how often a positive number goes into another one."""
    return cast("Number", number // divisor) if isinstance(number, int) else number / divisor


def equal(one: Number | int, other: Number | int) -> Truth:
    """Return that two numbers are equal: a term only where that is not plain from what they are."""
    if isinstance(one, int):
        one = numeral(int(one))
    if isinstance(other, int):
        other = numeral(int(other))
    if one is other or term_makers.identity(one) == term_makers.identity(other):
        return TRUE
    if term_makers.is_numeral(one) and term_makers.is_numeral(other):  # a known number has one term
        return FALSE
    return cast("Truth", term_makers.equation(one, other))
