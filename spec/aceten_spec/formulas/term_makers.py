"""z3's functions that make terms, fast: z3's own look for a kind common to all operands, which takes fifty times as long."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Final, Protocol, cast

from aceten_spec.texts.extras import brought_by

with brought_by("proofs"):
    import z3  # type: ignore[import-untyped]


class _Handle(Protocol):
    """z3's own handle of a term."""

    value: int


class _Term(Protocol):
    """A term, and z3's own handle of it."""

    ast: _Handle


class _Kind(Protocol):
    """What arrays can be made of."""

    def __mul__(self, count: int, /) -> Callable[..., object]: ...


class _Library(Protocol):
    """The part of z3 that is used here, with the types that it does not declare."""

    Ast: _Kind
    BoolRef: Callable[[object, object], _Term]
    IntNumRef: type
    ArithRef: Callable[[object, object], _Term]
    Z3_mk_and: Callable[[object, int, object], object]
    Z3_mk_or: Callable[[object, int, object], object]
    Z3_mk_not: Callable[[object, object], object]
    Z3_mk_ite: Callable[[object, object, object, object], object]
    Z3_mk_eq: Callable[[object, object, object], object]
    Z3_mk_mod: Callable[[object, object, object], object]
    Z3_mk_add: Callable[[object, int, object], object]
    Z3_get_bool_value: Callable[[object, object], int]
    And: Callable[[Sequence[_Term | bool]], _Term]
    Or: Callable[[Sequence[_Term | bool]], _Term]
    Sum: Callable[[Sequence[_Term | int]], _Term]
    If: Callable[[object, object, object], _Term]
    Int: Callable[[str], _Term]
    IntVal: Callable[[int], _Term]
    is_bool: Callable[[object], bool]


class _Context(Protocol):
    ctx: object


_Z3: Final = cast("_Library", cast("object", z3))
_CONTEXT: Final = cast("_Context", z3.main_ctx())


@functools.cache
def numeral(number: int) -> _Term:
    """Return the term of a known number."""
    return _Z3.IntVal(number)


def equation(one: object, other: object) -> object:
    """Return the term that two numbers are equal."""
    here, there = cast("_Term", one), cast("_Term", other)
    return _Z3.BoolRef(_Z3.Z3_mk_eq(_CONTEXT.ctx, here.ast, there.ast), _CONTEXT)


def remainder(number: object, divisor: int) -> object:
    """Return the term of what is left when a number is divided."""
    return _Z3.ArithRef(_Z3.Z3_mk_mod(_CONTEXT.ctx, cast("_Term", number).ast, numeral(divisor).ast), _CONTEXT)


def is_numeral(term: object) -> bool:
    """Whether a term is a known number."""
    return type(term) is _Z3.IntNumRef


def identity(term: object) -> int:
    """Return where a term lies: the same place for equal terms, as long as both exist. Its number says the same, but z3 has to be asked."""
    return cast("_Term", term).ast.value


def is_truth(term: object) -> bool:
    """Whether a term is true or false."""
    return type(term) is _Z3.BoolRef


def known_truth(term: object) -> bool | None:
    """Return the truth value that a term is; ``None``: it is another term."""
    if type(term) is not _Z3.BoolRef:
        return None
    found = _Z3.Z3_get_bool_value(_CONTEXT.ctx, cast("_Term", term).ast)
    return found > 0 if found else None


def _joining(
    make: Callable[[object, int, object], object], others: Callable[[Sequence[_Term]], _Term]
) -> Callable[[Sequence[_Term]], _Term]:
    def joined(truths: Sequence[_Term]) -> _Term:
        try:
            operands = (_Z3.Ast * len(truths))(*[truth.ast for truth in truths])
        except AttributeError:  # one of them is known
            return others(truths)
        return _Z3.BoolRef(make(_CONTEXT.ctx, len(truths), operands), _CONTEXT)

    return joined


def _negated(truth: _Term) -> _Term:
    return _Z3.BoolRef(_Z3.Z3_mk_not(_CONTEXT.ctx, truth.ast), _CONTEXT)


def _either(condition: _Term | bool, here: _Term | int, there: _Term | int) -> _Term:
    if isinstance(condition, bool) or _Z3.is_bool(here):
        return _Z3.If(condition, here, there)
    first, second = (numeral(int(each)) if isinstance(each, int) else each for each in (here, there))
    return _Z3.ArithRef(_Z3.Z3_mk_ite(_CONTEXT.ctx, condition.ast, first.ast, second.ast), _CONTEXT)


def _total(numbers: Sequence[_Term | int]) -> _Term:
    if all(isinstance(number, int) for number in numbers):
        return _Z3.Sum(numbers)
    terms = [numeral(int(number)) if isinstance(number, int) else number for number in numbers]
    operands = (_Z3.Ast * len(terms))(*[term.ast for term in terms])
    return _Z3.ArithRef(_Z3.Z3_mk_add(_CONTEXT.ctx, len(terms), operands), _CONTEXT)


_FAST: Final = {
    "And": _joining(_Z3.Z3_mk_and, _Z3.And),
    "Or": _joining(_Z3.Z3_mk_or, _Z3.Or),
    "Not": _negated,
    "If": _either,
    "Sum": _total,
    "Int": functools.cache(_Z3.Int),
}

MAKERS: Final[object] = SimpleNamespace(**(vars(z3) | _FAST))
"""What z3 has under its names, with And, Or, Not, If and Sum of this module, and variables that are kept."""
