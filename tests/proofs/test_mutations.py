"""Wrong functions made from the engine's own, and the engine run with one of them."""

import ast
import importlib
import inspect
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Final, Literal, TypeVar, cast, get_args

import pytest
from support.proofs.single_obligations import MODULES, instructions, originals, unchanged
from support.slices import sliced
from tools.mutants.mutations import Operator, installed, mutations
from tools.mutants.reached_code import formula_functions

import aceten.deals.talon
import aceten.engine.matching.state
import aceten.engine.scoring
from aceten import MatchingState, State, UsageError
from aceten.proofs.execution.replacements import functions_of, named, replaced

_Function = TypeVar("_Function")


FORMULAS: Final = tuple(
    map(importlib.import_module, sorted({each.__module__ for each in formula_functions().values()}))
)
STATES: Final = "aceten.engine.matching.state.MatchingState"


# --- Small functions, of which every change is known ---


def compares(x: int, y: int) -> bool:
    """Text that is left as it is: 1 == 2."""
    return x == y


def orders(x: int, y: int) -> list[bool]:
    """Every order, each with its neighbour and its opposite."""
    return [x < y, x <= y, x > y, x >= y, 0 < x <= y != x]


def contains(x: int | None, y: tuple[int | None, ...]) -> object:
    """What is not about order has but one opposite."""
    return x is None, x is not None, x in y, x not in y, x != y[2]


def counts(x: int) -> int:
    """Numbers, one of them negative."""
    return x * 3 + -2


def names(rule: str) -> str:
    """Strings that are compared or returned are changed, others are not."""
    if rule in ("some", "all"):
        return "found"
    match rule:
        case "none":
            return str("kept")  # noqa: UP018 - neither compared nor itself returned
        case _:
            return "odd" if rule else "even"


def decides(x: bool, y: bool, z: float) -> bool:
    """Conditions are negated, together and one by one; one that a ``not`` negates loses it."""
    if x and not y:
        return True
    while z:
        z = sum([w for w in (z,) if w])
    return bool(z) or z == 2


def negates(x: int, y: int) -> bool:
    """What one change says is not said by another: neither ``x == y`` twice, nor ``not not x``."""
    return not x == y or not (x and y) or not x < y < x  # noqa: SIM201 - what is tested


def calculates(x: int, y: int) -> int:
    """Arithmetic."""
    x -= y
    return -(x // y) + x % y


def slices(x: tuple[int, ...], y: int, z: int) -> object:
    """Bounds; a sum with a number changes with the number."""
    return x[y:], x[: y + 1], x[:-1], range(y, 5), x[3 - y :], x[z * 2 :], x[: y - z], x[z]


def ends(x: tuple[int, ...]) -> object:
    """First for last, and the other way."""
    return x[0], x[-1], min(x), any(x)


def chooses(x: int, y: int) -> int:
    """Either branch, or the other one by the condition."""
    return x if x < 4 else y


def calls(x: object, y: int) -> object:
    """Neighbours are swapped, but not where that makes no difference or does not run."""
    return print(x, y), print(x, y, x), max(2, y), isinstance(x, int), print(y, *(x, y)), print(x, x)  # noqa: T201


def again() -> int:
    """A step is left out when all its names have a value."""
    x = 6
    x = 8
    return -x


def steps(x: int, y: int) -> int:
    """Steps are left out when what follows still finds its names; the only one under a condition once."""
    z = x
    for w in range(y):
        z += w
        w = x  # noqa: PLW2901 - the name has a value before
    if y:
        z, x = x, z
        u = z
    else:
        u = x
        print(u)  # noqa: T201
    if z:
        y = x
    if w := y:
        y = z
        z += w
    if x:
        x += y
    else:
        z = y
    match x:
        case int():
            x = u
    if x:
        return y
    return z


def marked(_: int) -> Callable[[_Function], _Function]:
    """Return what leaves a function as it is."""
    return lambda function: function


@marked(2)
def keeps(x: list[int], *, start: int = 1) -> Literal[4]:
    """What is said to refuse, default values, annotations and strictness are left as they are."""
    if not x:
        raise ValueError(f"{len(x) + 1} numbers expected, not {0}" + str(1))
    first: tuple[Literal[5], ...] = (cast("Literal[5]", start),)
    for member, _ in zip(x, first, strict=True):
        _refuse_one("code", member + 1)
    return cast("Literal[4]", start)


def _refuse_one(code: str, number: int) -> None:
    del code, number


def says(rule: str, count: int) -> dict[str, object]:
    """The words of a formula are left as they are, with all that leads only to them; what stands beside them is not."""
    words, text, more = ["some"], "none", count > 4
    if rule == "all":
        words.append("all" if count else "none")
    if more:
        text += ", and more"
        count += 6
    how = f"{rule} of them" if rule != "any" else "any"
    told = "; ".join(words) + (how if more else text)
    return dict(text=told, clauses=("ZS-PLAY-1",) * count, term=count * 2)  # noqa: C408 - with keywords, as a formula is


CHANGES: Final = """
compares
    comparison: x == y -> x != y
orders
    comparison: x < y -> x <= y | x >= y; x <= y -> x < y | x > y; x > y -> x >= y | x <= y
    comparison: x >= y -> x > y | x < y
    comparison: 0 < x <= y != x -> 0 <= x <= y != x | 0 >= x <= y != x | 0 < x < y != x | 0 < x > y != x | 0 < x <= y == x
    constant: 0 -> 1 | -1
contains
    comparison: x is None -> x is not None; x is not None -> x is None; x in y -> x not in y; x not in y -> x in y
    comparison: x != y[2] -> x == y[2]
    constant: 2 -> 3 | 1
counts
    constant: 3 -> 4 | 2; -2 -> -1 | -3
    sign: -2 -> 2
    arithmetic: x * 3 + -2 -> x * 3 - -2; x * 3 -> x + 3
names
    comparison: rule in ('some', 'all') -> rule not in ('some', 'all')
    constant: 'some' -> 'no some'; 'all' -> 'no all'; 'found' -> 'no found'; 'none' -> 'no none'
    constant: 'odd' -> 'no odd'; 'even' -> 'no even'
    boolean: rule -> not rule
    branch: 'odd' if rule else 'even' -> 'odd' | 'even'
    deletion: if rule in ('some', 'all'): return 'found' -> pass
decides
    boolean: x and (not y) -> x or not y | not (x and (not y)); x -> not x; not y -> y; z -> not z; w -> not w
    boolean: bool(z) or z == 2 -> bool(z) and z == 2 | not (bool(z) or z == 2); bool(z) -> not bool(z)
    comparison: z == 2 -> z != 2
    constant: True -> False; 2 -> 3 | 1
    deletion: if x and (not y): return True -> pass; z = sum([w for w in (z,) if w]) -> pass
negates
    comparison: x == y -> x != y; x < y < x -> x <= y < x | x >= y < x | x < y <= x | x < y >= x
    boolean: not x == y or not (x and y) or (not x < y < x) -> not x == y and (not (x and y)) and (not x < y < x)
    boolean: not x == y or not (x and y) or (not x < y < x) -> not (not x == y or not (x and y) or (not x < y < x))
    boolean: not (x and y) -> x and y; x and y -> x or y; x -> not x; y -> not y; not x < y < x -> x < y < x
calculates
    deletion: x -= y -> pass
    arithmetic: x -= y -> x += y; -(x // y) + x % y -> -(x // y) - x % y; x // y -> x % y; x % y -> x // y
    sign: -(x // y) -> x // y
slices
    off_by_one: y -> y + 1 | y - 1; z * 2 -> z * 2 + 1 | z * 2 - 1; y - z -> y - z + 1 | y - z - 1
    arithmetic: y + 1 -> y - 1; 3 - y -> 3 + y; z * 2 -> z + 2; y - z -> y + z
    constant: 1 -> 2 | 0; -1 -> 0 | -2; 5 -> 6 | 4; 3 -> 4 | 2; 2 -> 3 | 1
    sign: -1 -> 1
    arguments: y, 5 -> 5, y
ends
    first_last: 0 -> -1; -1 -> 0; min -> max; any -> all
    constant: 0 -> 1; -1 -> -2
    sign: -1 -> 1
chooses
    comparison: x < 4 -> x <= 4 | x >= 4
    constant: 4 -> 5 | 3
    branch: x if x < 4 else y -> x | y
calls
    arguments: x, y -> y, x; y, x -> x, y
    first_last: max -> min
    constant: 2 -> 3 | 1
again
    constant: 6 -> 7 | 5; 8 -> 9 | 7
    deletion: x = 8 -> pass
    sign: -x -> x
steps
    boolean: y -> not y; z -> not z; (w := y) -> not (w := y); x -> not x
    off_by_one: y -> y + 1 | y - 1
    arithmetic: z += w -> z -= w; x += y -> x -= y
    deletion: z += w -> pass; w = x -> pass; z, x = (x, z) -> pass; print(u) -> pass; if z: y = x -> pass
    deletion: if (w := y): y = z z += w -> pass; y = z -> pass; x += y -> pass; z = y -> pass; x = u -> pass
    deletion: if x: return y -> pass
keeps
    boolean: not x -> x
    deletion: if not x: raise -> pass
    arguments: x, first -> first, x
says
    comparison: count > 4 -> count >= 4 | count <= 4
    constant: 4 -> 5 | 3; 6 -> 7 | 5; 2 -> 3 | 1
    boolean: more -> not more
    arithmetic: count += 6 -> count -= 6; count * 2 -> count + 2
    deletion: if more: text += ', and more' count += 6 -> pass; count += 6 -> pass
"""
"""Each function with what is changed by each operator: places divided by semicolons, what stands there instead by bars."""
ROWS: Final = dict(re.findall(r"^(\w+)\n((?: .+\n)+)", CHANGES, flags=re.MULTILINE))


@pytest.mark.parametrize("name", ROWS)
def test_changes_of_a_function(name: str) -> None:
    """A function is changed in every place that can be wrong, in every way, and in no other."""
    expected: defaultdict[str, set[str]] = defaultdict(set)
    for operator, places in re.findall(r"(\w+): (.+)", ROWS[name]):
        for before, after in (place.split(" -> ") for place in places.split("; ")):
            expected[operator] |= {f"{before} -> {each}" for each in after.split(" | ")}
    found: defaultdict[str, set[str]] = defaultdict(set)
    for mutation in mutations(globals()[name]):
        before = "if not x: raise" if "raise" in mutation.before else " ".join(mutation.before.split())
        found[mutation.operator].add(f"{before} -> {mutation.after}")
    assert found == expected


def test_same_change_in_two_places() -> None:
    """Changes that look alike are told apart by line and number; lines are those of the source, decorators and docstring included."""
    found = [mutation.id.removeprefix(f"{__name__}.") for mutation in mutations(slices) if mutation.before == "y"]
    assert found == [f"slices:3:off_by_one:{number}" for number in (1, 2, 3, 4)]
    [first, *_] = mutations(named(f"{STATES}.choosing"))  # a decorator, the name, five lines of docstring
    assert (first.line, first.before) == (7, "if self.drawn is not None:\n    return False")


@pytest.mark.parametrize(
    "other",
    [len, lambda: 1, vars(int)["real"], State.legal, installed],
    ids=["builtin", "lambda", "int", "abstract", "wrapped"],
)
def test_nothing_to_change(other: Callable[..., object] | property) -> None:
    """What is not a function that is just what its source says is refused."""
    with pytest.raises(UsageError, match="expected a function or property with a source"):
        mutations(other)


# --- The engine's own functions ---


@pytest.mark.turns(6)
@pytest.mark.parametrize("module", [*MODULES, *FORMULAS], ids=lambda module: module.__name__)
def test_every_change_can_be_made(module: ModuleType) -> None:
    """Each change gives a function that compiles and is another one; nothing else of the function changes."""
    every = sliced(4, whole=1)
    for number, (name, original) in enumerate(functions_of(module).items()):
        found = mutations(original)
        assert len({mutation.id for mutation in found}) == len({mutation.source for mutation in found}) == len(found)
        same = unchanged(name)
        text, steps_of_same = ast.unparse(ast.parse(same.source)), instructions(same.make().__code__)
        for mutation in found[number % every :: every]:
            assert mutation.function == name
            assert mutation.before != mutation.after
            assert mutation.before.splitlines()[0] in text
            made = mutation.make()
            assert instructions(made.__code__) != steps_of_same
            assert inspect.signature(made) == inspect.signature(original)
            for kept in ("__qualname__", "__module__", "__doc__", "__dict__"):
                assert getattr(made, kept) == getattr(original, kept)
            assert made.__globals__ is original.__globals__
            assert made.__doc__ is None or made.__doc__.splitlines()[0] not in mutation.source


def test_every_operator_has_work_in_the_engine() -> None:
    """No operator finds nothing, and a rule of many steps has many changes."""
    found = {name: mutations(function) for name, function in originals(*MODULES).items()}
    assert {mutation.operator for changes in found.values() for mutation in changes} == set(get_args(Operator))
    assert {name for name, changes in found.items() if not changes and "._" not in name} == {
        # These only hand on what they are given, or refuse, or only say what there has to be.
        f"{STATES}.legal",
        "aceten.engine.matching.state.MatchingState.teams",
        "aceten.engine.suits.state.SuitState.legal",
    }


def test_functions_of_a_module() -> None:
    """The functions of a module are its own, in the order of the source; a property counts by what it calls."""
    assert list(functions_of(aceten.deals.talon)) == [
        f"aceten.deals.talon.{name}" for name in ("cards_due", "portions", "draw")
    ]
    found = functions_of(aceten.engine.matching.state)
    assert list(found)[:3] == [f"{STATES}.choosing", f"{STATES}.to_match", f"{STATES}.alone"]
    assert list(found)[-1] == "aceten.engine.matching.state.start"
    assert found == {
        **functions_of(MatchingState),
        "aceten.engine.matching.state.start": aceten.engine.matching.state.start,
    }
    assert f"{State.__module__}.State.legal" not in functions_of(State)  # abstract
    for name, function in found.items():
        assert named(name) is function


@pytest.mark.parametrize(
    "name", ["aceten", "aceten.engine.scoring", "aceten.engine.scoring.no", "no.such", "a b", f"{STATES}.hands"]
)
def test_no_such_function(name: str) -> None:
    """A name that is not a function's is refused."""
    with pytest.raises(UsageError, match="no function"):
        named(name)


# --- A module of its own, which can be changed ---

FUNCTION: Final = '''

@dataclass
class Child(Parent):
    set: int = 0

    @property
    def twice(self) -> int:
        """Double."""
        return self.number(2) * 2

    @twice.setter
    def twice(self, value: int) -> None:
        self.set = value

    def number(self, more: int = 1, *, less: int = 0) -> int:
        """Number."""
        return super().number() + self.__own(more) - less

    def __own(self, more: int) -> int:
        return more
'''
PARENT: Final = """from __future__ import annotations
from dataclasses import dataclass

class Parent:
    def number(self) -> int:
        return 10
"""


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], ModuleType]]:
    """Give a way to make a module of a source; the module is forgotten afterwards."""
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def write(source: str) -> ModuleType:
        (tmp_path / "aceten_written.py").write_text(source, encoding="utf-8")
        sys.modules.pop("aceten_written", None)
        importlib.invalidate_caches()
        return importlib.import_module("aceten_written")

    yield write
    del sys.modules["aceten_written"]


def test_ids_do_not_depend_on_what_stands_around(written: Callable[[str], ModuleType]) -> None:
    """A function that stays as it is keeps the ids of its changes wherever it stands."""
    first = {name: mutations(function) for name, function in functions_of(written(PARENT + FUNCTION).Child).items()}
    assert [name.rpartition(".")[2] for name in first] == ["twice", "number", "__own"]
    moved = PARENT.replace("10", "len('0123456789')\n\n    def further(self) -> int:\n        return 1")
    second = {name: mutations(function) for name, function in functions_of(written(moved + FUNCTION).Child).items()}
    assert first == second
    assert [mutation.id for mutation in first["aceten_written.Child.twice"]] == [
        f"aceten_written.Child.twice:4:{rest}"
        for rest in ("arithmetic:1", "constant:1", "constant:2", "constant:3", "constant:4")
    ]


def test_methods_that_call_the_parent(written: Callable[[str], ModuleType]) -> None:
    """A changed method finds its parent, its private names and its default values as the original does."""
    module = written(PARENT + FUNCTION)
    child = module.Child()
    assert (child.number(), child.number(5, less=2), child.twice) == (11, 13, 24)
    found = {mutation.after: mutation for mutation in mutations(module.Child.number)}
    with installed(found["super().number() + self.__own(more) + less"]):
        assert (child.number(), child.number(5, less=2), child.twice) == (11, 17, 24)
    with installed(found["super().number() - self.__own(more)"]):
        assert (child.number(), child.number(5, less=2), child.twice) == (9, 3, 16)
    found = {mutation.after: mutation for mutation in mutations(module.Child.twice)}
    with installed(found["self.number(2) + 2"]):
        assert child.twice == 14
        child.twice = 5
        assert (child.set, module.Child.twice.__doc__) == (5, "Double.")
    assert (child.number(), child.number(5, less=2), child.twice) == (11, 13, 24)


def test_modules_loaded_in_the_meantime(written: Callable[[str], ModuleType]) -> None:
    """A module that is loaded while another function is in place has the original afterwards."""
    with replaced(aceten.engine.scoring.credit, lambda *_: ()):
        module = written("from aceten.engine.scoring import credit\n")
        assert module.credit((0, 0), 0, 1) == ()
    assert module.credit is aceten.engine.scoring.credit
