"""What in the source of a function is words only: how a formula is said, as against what it says."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_SAID: Final = {"text", "clauses", "cases"}
"""The arguments of a formula, or of a branch of play, that no rule depends on."""


def wording(tree: ast.FunctionDef) -> set[ast.AST]:
    """Return the parts of a function that make nothing but words: a formula's text and clauses, and steps that lead only there."""
    said: set[ast.AST] = {node for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg in _SAID}
    while True:
        inside = {part for node in said for part in ast.walk(node)} | set(_receivers(tree))
        read = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
        words = {node.id for node in read if node in inside} - {node.id for node in read if node not in inside}
        more = {part for node in ast.walk(tree) for part in _leading(node, words, said)} - said
        if not more:
            return said
        said |= more


def _receivers(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield names that a step adds something to, and does not ask for anything."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name() as name))):
                yield name
            case _:
                pass


def _leading(node: ast.AST, words: set[str], said: set[ast.AST]) -> Iterator[ast.AST]:
    """Yield what gives a value to words alone: a step, or what stands for one of several names."""
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
            for name, value in zip(names, values, strict=True):
                if isinstance(name, ast.Name) and name.id in words:
                    yield value
        case (
            ast.Assign(targets=[ast.Name(id=name)])
            | ast.AugAssign(target=ast.Name(id=name))
            | ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name))))
        ):
            if name in words:
                yield node
        case ast.If(body=body, orelse=orelse):
            if {*body, *orelse} <= said:
                yield node
        case _:
            pass
