"""Running functions on symbolic numbers."""

import copy
import math
from collections.abc import Callable
from typing import cast
from unittest.mock import Mock

import pytest

from aceten.engine.matching.steps import Matching, can_continue
from aceten.proofs.execution.solvers import values
from aceten.proofs.execution.symbolic_numbers import (
    LiftError,
    RaisedError,
    SymbolicTable,
    UndecidedError,
    UnsupportedError,
    Untouched,
    apply,
    total,
)
from aceten.proofs.execution.symbolic_runs import Lifted, lift
from aceten_spec import load_shipped
from aceten_spec.formulas import Z3, Number, Truth, evaluate
from aceten_spec.formulas.card_clauses import card_points
from aceten_spec.rulebook import MatchingParameters

X, Y = Z3.Int("x"), Z3.Int("y")
SMALL = range(-6, 7)


def value(lifted: Lifted, **numbers: int) -> tuple[int, ...]:
    """Return what the lifted function gives for these numbers."""
    pairs = [(Z3.Int(name), Z3.IntVal(number)) for name, number in numbers.items()]
    return tuple(evaluate(Z3.substitute(term, *pairs)) for term in lifted.terms)


def lift_one(function: Callable[[int], object], *assuming: Truth) -> Lifted:
    """Lift a function of one number."""
    return lift(function, [X], assuming)


def lift_two(function: Callable[[int, int], object], *assuming: Truth) -> Lifted:
    """Lift a function of two numbers."""
    return lift(function, [X, Y], assuming)


def larger(x: int, y: int) -> int:
    """Return the larger number."""
    return max(y, x)


def test_comparison_forks() -> None:
    """Asking whether a comparison holds makes one path for each answer, and the paths are joined into one term."""
    lifted = lift(larger, [X, Y])
    assert len(lifted.paths) == 2
    assert all(value(lifted, x=x, y=y) == (larger(x, y),) for x in SMALL for y in SMALL)


def test_straight_code_does_not_fork() -> None:
    """A function that asks nothing has one path, and comparisons that it returns are returned as terms."""
    lifted = lift_two(lambda x, y: (x + y, x < y, 3, True))
    assert len(lifted.paths) == 1
    assert value(lifted, x=1, y=2) == (3, True, 3, True)
    assert value(lifted, x=2, y=1) == (3, False, 3, True)


def arithmetic(x: int, y: int) -> tuple[int, ...]:
    """Return what a number can be used for."""
    return (
        x + y,
        x - y,
        1 + x,
        1 - x,
        -x,
        3 * x,
        x * -2,
        x // 3,
        x % 3,
        x == y,
        x != y,
        x < y,
        x <= y,
        x > y,
        x >= y,
        x > 2,
        x == 2,
        max(x, y, 0),
        sum([x, y]),
        abs(min(1, 0)),
        1 if x else 0,
        0 if not (x > 1 and y > 1) else 1,
        (5, 6).index(5) if x in (1, 3, y) else 7,
        *sorted([x, y]),
    )


@pytest.mark.turns(6)
def test_arithmetic_is_python_s() -> None:
    """Arithmetic, comparisons, truth, membership and sorting give what they give for plain numbers, also below zero."""
    lifted = lift(arithmetic, [X, Y])
    assert all(value(lifted, x=x, y=y) == arithmetic(x, y) for x in SMALL for y in SMALL)


def inversions(x: int, y: int, z: int) -> int:
    """Count the pairs that stand in the wrong order."""
    numbers = (x, y, z)
    count = 0
    for place in range(len(numbers)):
        for later in range(place + 1, len(numbers)):
            if numbers[place] > numbers[later]:
                count += 1
    return count


@pytest.mark.turns(2)
def test_nested_loop_is_followed_on_possible_paths_only() -> None:
    """Loops over tuples are followed; of the eight combinations of answers about three numbers, the two contradictory ones are not."""
    z = Z3.Int("z")
    lifted = lift(inversions, [X, Y, z])
    assert len(lifted.paths) == 6
    assert all(value(lifted, x=x, y=y, z=w) == (inversions(x, y, w),) for x in SMALL for y in SMALL for w in SMALL)


def test_impossible_path_is_not_explored() -> None:
    """A path that the assumptions exclude is never run."""

    def guarded(x: int) -> int:
        if x < 0:
            raise AssertionError
        return 1 if x >= 0 else 2

    lifted = lift(guarded, [X], [X >= 0])
    assert len(lifted.paths) == 1
    assert value(lifted, x=0) == (1,)


def test_same_question_is_asked_once() -> None:
    """A path that knows the answer does not fork again."""
    assert len(lift_one(lambda x: (x > 1, bool(x > 1), bool(x > 1), bool(x > 2))).paths) == 3


def test_error_on_a_possible_path_is_reported_with_its_numbers() -> None:
    """An error that the function raises for some numbers is raised, with numbers for which it is."""

    def partial(x: int) -> int:
        if x == 5:
            raise ValueError("not five")
        return x

    with pytest.raises(RaisedError, match="ValueError: not five") as caught:
        lift(partial, [X])
    assert values(caught.value.model, [X]) == (5,)
    assert len(lift(partial, [X], [X < 5]).paths) == 1


def _swallowed(x: int) -> int:
    try:
        return hash(x)
    except ValueError:
        return 0


REFUSED: dict[str, Callable[[int], object]] = {
    "hash": hash,
    "set": lambda x: {x},
    "dict key": {1: 2}.get,
    "str": str,
    "repr": repr,
    "f-string": lambda x: f"{x}",
    "percent format": lambda x: "%d" % x,  # noqa: UP031 - that is what is tried
    "int": int,
    "float": float,
    "round": round,
    "floor": math.floor,
    "index": lambda x: (1, 2, 3)[x],
    "slice": lambda x: (1, 2, 3)[:x],
    "range": lambda x: tuple(range(x)),
    "repeat": lambda x: (1,) * x,
    "divide": lambda x: x / 2,
    "add float": lambda x: x + 0.5,
    "compare float": lambda x: x < 0.5,
    "compare None": lambda x: x == cast("int", None),
    "product": lambda x: x * x,
    "division by a symbol": lambda x: 7 // x,
    "modulo a symbol": lambda x: x % x,
    "division by a negative number": lambda x: x // -2,
    "division by zero": lambda x: x % 0,
    "power": lambda x: x**2,
    "shift": lambda x: x << 1,
    "bits": lambda x: x & 1,
    "abs": abs,
    "divmod": lambda x: divmod(x, 2),
    "isinstance": lambda x: isinstance(cast("object", x), int),
    "attribute": lambda x: x.real,
    "hasattr": lambda x: hasattr(x, "rank"),
    "iterate": lambda x: tuple(cast("tuple[int, ...]", x)),
    "length": lambda x: len(cast("tuple[int, ...]", x)),
    "call": lambda x: cast("Callable[[], int]", x)(),
    "copy": copy.deepcopy,
    "comparison as a number": lambda x: (x > 1) + 1,
    "comparison compared": lambda x: (x > 1) == True,  # noqa: E712 - that is what is tried
    "comparison hashed": lambda x: {x > 1: 1},
    "returns nothing": lambda _: None,
    "returns text": lambda _: "x",
    "returns a list": lambda x: [x],
    "paths of different length": lambda x: (x, x) if x > 1 else (x,),
    "number or truth value": lambda x: x if x > 1 else x < 0,
    "swallows the refusal": _swallowed,
}


@pytest.mark.parametrize("function", REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_followed_is_refused(function: Callable[[int], object]) -> None:
    """Whatever would need the value of a number, or goes beyond linear arithmetic, is refused with its own error."""
    with pytest.raises(UnsupportedError):
        assert lift(function, [X]).terms


def test_function_that_remembers_is_refused() -> None:
    """A function that does not do the same again for the same numbers cannot be followed."""
    calls: list[int] = []

    def remembering(x: int) -> int:
        calls.append(0)
        return 1 if x > len(calls) else 2

    with pytest.raises(UnsupportedError, match="the same again"):
        lift(remembering, [X])


def test_contradictory_assumptions_are_refused() -> None:
    """Nothing is said about numbers that there are not."""
    with pytest.raises(UndecidedError):
        lift(larger, [X, Y], [X > Y, Y > X])


@pytest.mark.parametrize(
    ("name", "instead", "error", "match"),
    [
        ("MAX_PATHS", 5, UnsupportedError, "more than 5 paths"),
        ("_Trail.turn", Mock(return_value=False), UndecidedError, "cover"),
        ("verdict", Mock(return_value="unknown"), UndecidedError, "it is unknown which paths"),
    ],
    ids=["too many paths", "a path is lost", "z3 does not know"],
)
def test_what_cannot_be_covered_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, instead: object, error: type[LiftError], match: str
) -> None:
    """Nothing is followed for ever, and nothing is lifted when a path is lost or z3 does not say whether one is possible."""
    monkeypatch.setattr(f"aceten.proofs.execution.symbolic_runs.{name}", instead)
    with pytest.raises(error, match=match):
        lift(inversions, [X, Y, Z3.Int("z")])


def test_every_refusal_is_one_error() -> None:
    """All refusals can be caught as one."""
    assert all(issubclass(error, LiftError) for error in (UnsupportedError, UndecidedError, RaisedError))


def test_engine_function_is_lifted_as_it_is() -> None:
    """A step function of the engine, with its loops and early returns, does on symbolic numbers what it does on plain ones."""
    rules = Matching(wild=(7,))
    lifted = lift_two(lambda x, y: can_continue((x, 9), y, rules))
    ranks = range(7, 15)
    assert all(value(lifted, x=x, y=y) == (can_continue((x, 9), y, rules),) for x in ranks for y in ranks)


def test_table_is_looked_up() -> None:
    """A symbolic number finds its place in a table, and only inside it."""
    table = SymbolicTable((4, 5, 6))
    lifted = lift_one(lambda x: table[x], X >= 0, X < 3)
    assert [value(lifted, x=x) for x in range(3)] == [(4,), (5,), (6,)]
    assert [table[x] for x in range(3)] == [4, 5, 6]
    with pytest.raises(RaisedError, match="IndexError"):
        lift_one(lambda x: table[x])


LOOKS = [bool, *[REFUSED[look] for look in ("hash", "str", "abs", "range", "attribute", "compare None")]]


@pytest.mark.parametrize("look", LOOKS)
def test_untouched_is_not_looked_at(look: Callable[[int], object]) -> None:
    """What stands for a value that is not to be looked at refuses to be."""
    with pytest.raises(UnsupportedError):
        look(cast("int", Untouched()))


def test_formula_applies_to_numbers_of_both_kinds() -> None:
    """A formula can be applied to symbolic and to plain numbers, one by one and in a sum of both."""
    rules = load_shipped("zsiros").parameters
    assert isinstance(rules, MatchingParameters)
    counts = card_points(rules)
    lifted = lift_two(lambda x, y: (apply(counts, x), total(counts, (x, 14, y))))
    assert value(lifted, x=10, y=9) == (10, 20)
    assert (apply(counts, 10), total(counts, (10, 14, 9))) == (10, 20)


def test_terms_stand_for_numbers() -> None:
    """What a lifted function returns are z3 terms, of which more can be claimed."""
    [term] = lift(larger, [X, Y]).terms
    assert evaluate(Z3.substitute(cast("Number", term) >= X, (X, Z3.IntVal(1)), (Y, Z3.IntVal(2))))
