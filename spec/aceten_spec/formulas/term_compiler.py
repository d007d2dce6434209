"""Working out terms fast: a z3 term as a Python function of its variables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol, cast

from aceten_spec.texts.extras import brought_by

with brought_by("proofs"):
    import z3  # type: ignore[import-untyped]


class _Node(Protocol):
    """A z3 term, as far as it is looked into."""

    get_id: Callable[[], int]
    children: Callable[[], list[_Node]]
    decl: Callable[[], _Declaration]
    as_long: Callable[[], int]


class _Declaration(Protocol):
    kind: Callable[[], int]


_is_number: Final = cast("Callable[[object], bool]", cast("object", z3.is_int_value))

_WRITTEN: Final[dict[int, str]] = {
    z3.Z3_OP_ADD: " + ",
    z3.Z3_OP_SUB: " - ",
    z3.Z3_OP_MUL: " * ",
    z3.Z3_OP_EQ: " == ",
    z3.Z3_OP_LE: " <= ",
    z3.Z3_OP_GE: " >= ",
    z3.Z3_OP_LT: " < ",
    z3.Z3_OP_GT: " > ",
    z3.Z3_OP_AND: " and ",
    z3.Z3_OP_OR: " or ",
}
"""Operations that Python writes between their operands."""

_AROUND: Final[dict[int, str]] = {
    z3.Z3_OP_UMINUS: "-{0}",
    z3.Z3_OP_NOT: "not {0}",
    z3.Z3_OP_IMPLIES: "not {0} or {1}",
    z3.Z3_OP_ITE: "{1} if {0} else {2}",
    z3.Z3_OP_TRUE: "True",
    z3.Z3_OP_FALSE: "False",
}
"""The others."""

_DIVIDED: Final = {z3.Z3_OP_IDIV: "//", z3.Z3_OP_MOD: "%"}
"""Division by a positive number, which Python rounds as z3 does."""


_MADE: Final[dict[tuple[int, ...], tuple[object, Callable[..., int]]]] = {}
"""The function of each term that has one already, by the ids of the term and of its variables.

With it the term is kept, so that no other gets its id. Games whose rules differ elsewhere have the same terms.
"""


def compiled(term: object, variables: Sequence[object]) -> Callable[..., int]:
    """Return a Python function that works out a term from the values of its variables.

    :raises ValueError: when something in the term has no such function, or a variable is missing.
    """
    key = tuple([cast("_Node", each).get_id() for each in (term, *variables)])
    if key not in _MADE:
        _MADE[key] = (term, *variables), _compiled(term, variables)
    return _MADE[key][1]


def _compiled(term: object, variables: Sequence[object]) -> Callable[..., int]:
    """Return the same, made now."""
    names = {cast("_Node", variable).get_id(): f"v{place}" for place, variable in enumerate(variables)}
    lines: list[str] = []
    pending = [cast("_Node", term)]
    while pending:
        node = pending[-1]
        if node.get_id() in names:
            pending.pop()
            continue
        missing = [child for child in node.children() if child.get_id() not in names]
        if missing:
            pending += missing
            continue
        pending.pop()
        name = f"t{len(names)}"
        lines.append(f"    {name} = {_expression(node, [names[child.get_id()] for child in node.children()])}")
        names[node.get_id()] = name
    parameters = ", ".join(f"v{place}" for place in range(len(variables)))
    source = "\n".join([f"def work_out({parameters}):", *lines, f"    return {names[cast('_Node', term).get_id()]}"])
    made: dict[str, object] = {}
    exec(compile(source, "<formula>", "exec"), made)  # noqa: S102 - made of numbers and operators alone
    return cast("Callable[..., int]", made["work_out"])


def _expression(node: _Node, operands: list[str]) -> str:
    """Return a term as a Python expression over names for its operands."""
    if _is_number(node):
        return str(node.as_long())
    kind = node.decl().kind()
    if kind in _WRITTEN:
        return _WRITTEN[kind].join(operands) or str(kind == z3.Z3_OP_AND)  # all of none hold, and none of them does
    if kind in _AROUND:
        return _AROUND[kind].format(*operands)
    if kind in _DIVIDED and _is_number(node.children()[1]) and node.children()[1].as_long() > 0:
        return f"{operands[0]} {_DIVIDED[kind]} {operands[1]}"
    if kind == z3.Z3_OP_DISTINCT:
        return f"len({{{', '.join(operands)}}}) == {len(operands)}"
    raise ValueError(f"{node} cannot be worked out")
