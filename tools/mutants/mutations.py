"""Wrong functions made from the engine's own, and a way to run the engine with one of them.

:func:`mutations` changes the source of a function in one place at a time: a comparison, a number, a missing step. A theorem about the
function must fail for each of them that breaks the rule, which shows that its proof can fail. :func:`installed` puts one in the engine's
place for a while.
"""

from __future__ import annotations

import ast
import itertools
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from functools import partial
from types import FunctionType
from typing import Final, Literal, TypeAlias, cast

import msgspec
from tools.mutants.formula_words import wording
from tools.mutants.noted_code import blocks, compiled, parsed

from aceten.proofs.execution.replacements import full_name, is_written, named, plain, replaced
from aceten.vocabulary.errors import UsageError
from aceten_spec.speech import say

Operator: TypeAlias = Literal[
    "comparison",
    "first_last",
    "constant",
    "boolean",
    "arithmetic",
    "sign",
    "off_by_one",
    "branch",
    "arguments",
    "deletion",
]
"""What is changed.

``comparison``: an operator, to its opposite and to the same with or without equality. ``first_last``: the index 0 or -1, ``min`` or
``max``, ``any`` or ``all``, to the other. ``constant``: a number, to the next ones; a truth value; a string that is compared or returned.
``boolean``: ``and`` or ``or``, to the other; a ``not``, left out; a condition, negated. ``arithmetic``: ``+``, ``-``, ``*``, ``//``,
``%``. ``sign``: a minus, left out. ``off_by_one``: a bound of a slice or a range. ``branch``: a conditional expression, to either of its
branches. ``arguments``: two neighbours, swapped. ``deletion``: a step, left out, where what follows still finds its names.
"""

_UNLIKE: Final = "no "  # before a string it makes one that occurs nowhere
_TWINS: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}
# Swapped they do the same, or never run.
_FIXED_ARGUMENTS: Final = {"min", "max", "equal", "together", "isinstance", "map", "cast"}
_COMPARISONS: Final[dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_ARITHMETIC: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mod,
    ast.Mod: ast.FloorDiv,
}


class Mutation(msgspec.Struct, frozen=True, kw_only=True):
    """A function with one change."""

    function: str
    """The function's name with that of its module, such as ``aceten.engine.matching.steps.matches``."""
    operator: Operator
    """What is changed."""
    line: int
    """Where, counted from the first line of the function's source, decorators included: 1."""
    statement: int
    """The line in which the innermost statement begins that is changed."""
    number: int
    """Which of the changes by this operator in this line, from 1 on."""
    before: str
    """What stood there."""
    after: str
    """What stands there now."""
    source: str
    """The changed function."""
    corner: str = ""
    """The condition under which alone it is changed; empty: always."""

    @property
    def id(self) -> str:
        """Function, line, operator and number, and the corner. Stays the same while the function does."""
        where = f" where {self.corner}" if self.corner else ""
        return f"{self.function}:{self.line}:{self.operator}:{self.number}{where}"

    def make(self) -> FunctionType:
        """Return the changed function: it sees the same globals as the original, and has the same default values.

        :raises UsageError: when there is no such function.
        """
        original = named(self.function)
        cells = dict(zip(original.__code__.co_freevars, original.__closure__ or (), strict=True))
        [tree] = ast.parse(self.source).body
        code = compiled(original, cast("ast.FunctionDef", tree), f"<{self.id}>")
        made = FunctionType(
            code,
            original.__globals__,
            original.__name__,
            original.__defaults__,
            tuple([cells[name] for name in code.co_freevars]),
        )
        made.__kwdefaults__, made.__doc__ = original.__kwdefaults__, original.__doc__
        made.__annotations__ = original.__annotations__
        made.__dict__.update(original.__dict__)
        return made


@contextmanager
def installed(mutation: Mutation) -> Generator[None]:
    """Run the engine with a changed function in place of the original (:func:`aceten.proofs.execution.replacements.replaced`).

    :raises UsageError: when there is no such function.
    """
    with replaced(named(mutation.function), mutation.make()):
        yield


# --- Changing functions ---


class _Place(msgspec.Struct, frozen=True, eq=False):
    """A part of a function, and where it stands."""

    node: ast.expr | ast.stmt
    parent: ast.AST
    statement: int
    """The line in which the innermost statement begins of which it is a part."""
    put: Callable[[ast.AST], None]
    """Put something else there."""


class _Marks(msgspec.Struct, frozen=True, eq=False):
    """What some parts of a function are, beside their kind."""

    conditions: set[ast.AST]
    strings: set[ast.AST]
    """Those that are compared or returned."""
    steps: set[ast.stmt]
    """Statements without which the others still find their names."""
    words: set[ast.AST]
    """What is left as it is, for it only says in words what the function does."""


def mutations(function: Callable[..., object] | property) -> tuple[Mutation, ...]:
    """Return the function, or what the property calls, with one change each, in the order of the source.

    Left as they are: docstrings, annotations, decorators, default values, what is said when something is refused or raised, and the
    words of a formula. No two changes give the same source. Some may give a function that does the same by other steps, and one of a
    ``while`` loop may never end.

    :raises UsageError: when it is not a function that is just what its source says, or that is not found.
    """
    original = plain(function)
    tree = parsed(original) if original is not None and is_written(original) else None
    if original is None or tree is None:
        raise UsageError(say("expected a function or property with a source, not {function!r}", function=function))
    marks = _marks(tree)
    found: list[Mutation] = []
    sources = {ast.unparse(tree)}
    numbers: Counter[tuple[int, Operator]] = Counter()
    for place in _walk(tree, marks.words):
        line = place.node.lineno
        for operator, changes in _OPERATORS.items():
            for changed in changes(place, marks):
                place.put(changed)
                source = ast.unparse(tree)
                place.put(place.node)
                if source in sources:
                    continue
                sources.add(source)
                numbers[line, operator] += 1
                found.append(
                    Mutation(
                        function=full_name(original),
                        operator=operator,
                        line=line,
                        statement=place.statement,
                        number=numbers[line, operator],
                        before=_shown(place.node, changed),
                        after=_shown(changed, place.node),
                        source=source,
                    )
                )
    return tuple(found)


def _shown(node: ast.AST, other: ast.AST) -> str:
    """Return a part as text; of a call of the same function the arguments that differ."""
    if isinstance(node, ast.Call) and isinstance(other, ast.Call):
        pairs = zip(node.args, other.args, strict=True)
        return ", ".join([ast.unparse(here) for here, there in pairs if here is not there])
    return ast.unparse(node)


def _walk(parent: ast.AST, words: set[ast.AST], statement: int = 0) -> Iterator[_Place]:
    """Yield the parts of a function that may be changed."""
    for field, value in ast.iter_fields(parent):
        if field in {"annotation", "returns", "decorator_list"}:
            continue
        members = cast("list[object]", value if isinstance(value, list) else [value])
        for index, node in enumerate(members):
            if not isinstance(node, ast.AST) or node in words or _is_kept(node):
                continue
            begins = node.lineno if isinstance(node, ast.stmt) else statement
            if isinstance(node, ast.expr | ast.stmt):
                put = partial(members.__setitem__, index) if members is value else partial(setattr, parent, field)
                yield _Place(node, parent, begins, put)
            if _number(node) is None:
                yield from _walk(node, words, begins)


def _is_kept(node: ast.AST) -> bool:
    """Whether a part is left as it is: default values and what is said when something is refused."""
    match node:
        case ast.arguments() | ast.Raise() | ast.JoinedStr():
            return True
        case ast.keyword(arg="strict"):  # of zip: what it refuses does not occur
            return True
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name.lstrip("_").startswith("refuse") or name in {"say", "say_counted"}
        case _:
            return False


def _marks(tree: ast.FunctionDef) -> _Marks:
    conditions: list[ast.AST] = []
    strings: list[ast.AST] = []
    is_truth = isinstance(tree.returns, ast.Name) and tree.returns.id == "bool"
    for node in ast.walk(tree):
        match node:
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
                conditions.append(test)
            case ast.comprehension(ifs=tests):
                conditions += tests
            case ast.Return(value=ast.expr() as value):
                conditions += [value] if is_truth else []
                strings += [value, value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]
            case ast.Compare() | ast.MatchValue():
                strings += ast.walk(node)
            case _:
                pass
    for node in conditions:  # grows on the way: a condition may consist of others
        if isinstance(node, ast.BoolOp):
            conditions += node.values
        elif isinstance(node, ast.UnaryOp):
            conditions.append(node.operand)
    arguments = {node.arg for node in ast.walk(tree.args) if isinstance(node, ast.arg)}
    # Without the only step in it an ``if`` does nothing, as when it is left out itself.
    alone = {
        node.body[0] for node in ast.walk(tree) if isinstance(node, ast.If) and len(node.body) == 1 and not node.orelse
    }
    return _Marks(set(conditions), set(strings), set(_steps(tree.body, arguments)) - alone, wording(tree))


def _steps(block: Sequence[ast.stmt], bound: set[str]) -> Iterator[ast.stmt]:
    """Yield the statements of a block that can be left out, when these names have a value before."""
    bound = set(bound)
    for statement in block:
        match statement:
            case ast.Assign() | ast.AnnAssign(value=ast.expr()):
                targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
                if (names := _names(*targets)) <= bound:
                    yield statement
                bound |= names
            case ast.AugAssign() | ast.If(orelse=[]):
                yield statement
            case ast.Expr(value=ast.Call() as call) if not _is_kept(call):
                yield statement
            case _:
                pass
        given = bound | _names(*([statement.target] if isinstance(statement, ast.For) else []))
        for part, field in blocks(statement):
            yield from _steps(cast("Sequence[ast.stmt]", getattr(part, field)), given)


def _names(*targets: ast.expr) -> set[str]:
    """Return the names that are given a value."""
    nodes = [node for target in targets for node in ast.walk(target)]
    return {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def _number(node: ast.AST | None) -> int | None:
    """Return the number that is written there."""
    match node:
        case ast.Constant(value=int(number)) if not isinstance(number, bool):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))):
            return -number
        case _:
            return None


def _name(node: ast.AST) -> str:
    """Return the name that is written there; empty where there is none."""
    return node.id if isinstance(node, ast.Name) else ""


def _comparisons(place: _Place, _: _Marks) -> Iterator[ast.AST]:
    if isinstance(place.node, ast.Compare):
        left, operators, right = place.node.left, place.node.ops, place.node.comparators
        for index, operator in enumerate(operators):
            for other in _COMPARISONS[type(operator)]:
                yield ast.Compare(left, [*operators[:index], other(), *operators[index + 1 :]], right)


def _first_last(place: _Place, _: _Marks) -> Iterator[ast.AST]:
    node, parent, number = place.node, place.parent, _number(place.node)
    if isinstance(parent, ast.Subscript) and node is parent.slice and number in {0, -1}:
        yield ast.Constant(-1 if number == 0 else 0)
    elif isinstance(parent, ast.Call) and node is parent.func and _name(node) in _TWINS:
        yield ast.Name(_TWINS[_name(node)], ast.Load())


def _constants(place: _Place, marks: _Marks) -> Iterator[ast.AST]:
    number = _number(place.node)
    if number is not None:
        yield from (ast.Constant(number + 1), ast.Constant(number - 1))
    elif isinstance(place.node, ast.Constant):
        value = place.node.value
        if isinstance(value, bool):
            yield ast.Constant(not value)
        elif isinstance(value, str) and place.node in marks.strings:
            yield ast.Constant(_UNLIKE + value)


def _booleans(place: _Place, marks: _Marks) -> Iterator[ast.AST]:
    match place.node:
        case ast.BoolOp(op=operator, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
        case ast.Constant() | ast.Compare(ops=[_]):
            return  # the change of the constant or of the comparison is the negation
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            if not isinstance(operand, ast.Compare) or len(operand.ops) > 1:
                yield operand
            return
        case _:
            pass
    if place.node in marks.conditions and not isinstance(place.parent, ast.UnaryOp):
        yield ast.UnaryOp(ast.Not(), cast("ast.expr", place.node))


def _arithmetic(place: _Place, _: _Marks) -> Iterator[ast.AST]:
    node = place.node
    if isinstance(node, ast.BinOp | ast.AugAssign) and (other := _ARITHMETIC.get(type(node.op))):
        changed = copy(node)
        changed.op = other()
        yield changed


def _signs(place: _Place, _: _Marks) -> Iterator[ast.AST]:
    if isinstance(place.node, ast.UnaryOp) and isinstance(place.node.op, ast.USub):
        yield place.node.operand


def _off_by_one(place: _Place, _: _Marks) -> Iterator[ast.AST]:
    bound, parent = place.node, place.parent
    in_range = isinstance(parent, ast.Call) and _name(parent.func) == "range" and bound in parent.args
    if not isinstance(bound, ast.expr) or not (isinstance(parent, ast.Slice) or in_range):
        return
    is_sum = isinstance(bound, ast.BinOp) and isinstance(bound.op, ast.Add | ast.Sub)
    parts = [bound.left, bound.right] if isinstance(bound, ast.BinOp) and is_sum else [bound]
    if all(_number(part) is None for part in parts):  # else the change of the number comes to the same
        yield from (ast.BinOp(bound, operator, ast.Constant(1)) for operator in (ast.Add(), ast.Sub()))


def _branches(place: _Place, _: _Marks) -> Iterator[ast.AST]:
    if isinstance(place.node, ast.IfExp):
        yield from (place.node.body, place.node.orelse)


def _arguments(place: _Place, _: _Marks) -> Iterator[ast.AST]:
    call = place.node
    if isinstance(call, ast.Call) and _name(call.func) not in _FIXED_ARGUMENTS:
        for index, pair in enumerate(itertools.pairwise(call.args)):
            if not any(isinstance(argument, ast.Starred) for argument in pair):
                swapped = [*call.args[:index], *reversed(pair), *call.args[index + 2 :]]
                yield ast.Call(call.func, swapped, call.keywords)


def _deletions(place: _Place, marks: _Marks) -> Iterator[ast.AST]:
    if place.node in marks.steps:
        yield ast.Pass()


_OPERATORS: Final[dict[Operator, Callable[[_Place, _Marks], Iterator[ast.AST]]]] = {
    "comparison": _comparisons,
    "first_last": _first_last,
    "constant": _constants,
    "boolean": _booleans,
    "arithmetic": _arithmetic,
    "sign": _signs,
    "off_by_one": _off_by_one,
    "branch": _branches,
    "arguments": _arguments,
    "deletion": _deletions,
}
