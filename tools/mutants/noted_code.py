"""Code as it is written: read, compiled to stand in for what it was, and such that it notes what is reached."""

from __future__ import annotations
import __future__

import ast
import inspect
import itertools
import textwrap
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from contextlib import contextmanager
from types import CodeType, FunctionType
from typing import Final, TypeAlias

from aceten.proofs.execution.replacements import full_name

_NOTES: Final = "where it is noted what is reached"
"""What stands in code for that."""


def parsed(function: FunctionType) -> ast.FunctionDef | None:
    """Return the source of a function without its docstring."""
    try:
        [tree] = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    except (OSError, SyntaxError):
        return None
    if not isinstance(tree, ast.FunctionDef) or tree.name != function.__name__:
        return None
    if ast.get_docstring(tree) is not None:
        tree.body = tree.body[1:] or [ast.Pass()]
    return tree


def compiled(
    original: FunctionType, written: ast.FunctionDef, file: str, reached: set[object] | None = None
) -> CodeType:
    """Return the code of a function as it is written, which may be another one than it has.

    :param reached: where its notes are put.
    """
    tree: ast.stmt = written
    path = original.__qualname__.split(".")
    for name in reversed(path[:-1]):  # super() asks for the class around a method; closures hold nothing else here
        tree = ast.ClassDef(name=name, bases=[], keywords=[], body=[tree], decorator_list=[])
    module = ast.fix_missing_locations(ast.Module(body=[tree], type_ignores=[]))
    code: CodeType = compile(module, file, "exec", flags=__future__.annotations.compiler_flag, dont_inherit=True)
    for name in path:
        code = next(part for part in code.co_consts if isinstance(part, CodeType) and part.co_name == name)
    return _with_notes(code.replace(co_qualname=original.__qualname__), reached)


def _with_notes(code: CodeType, reached: set[object] | None) -> CodeType:
    """Return code that puts its notes there."""
    constants = [_with_notes(part, reached) if isinstance(part, CodeType) else part for part in code.co_consts]
    return code.replace(co_consts=tuple([reached if part == _NOTES else part for part in constants]))


def blocks(statement: ast.stmt) -> Iterator[tuple[ast.AST, str]]:
    """Yield where the blocks of a statement stand: in which part, under which name."""
    inner = [part for part in ast.iter_child_nodes(statement) if isinstance(part, ast.match_case | ast.ExceptHandler)]
    for part, field in itertools.product([statement, *inner], ("body", "orelse", "finalbody")):
        if hasattr(part, field):
            yield part, field


Entering: TypeAlias = Callable[[str, tuple[object, ...]], Iterable[object]]
"""Says what is noted when a function is called: of its name and its arguments."""


def _nothing(_function: str, _arguments: tuple[object, ...]) -> Iterable[object]:
    return ()


class _Notes(set[object]):
    """What is reached."""

    def __init__(self, entering: Entering) -> None:
        super().__init__()
        self._entering = entering

    def enter(self, function: str, arguments: tuple[object, ...]) -> None:
        """Note that a function is called."""
        self.update(self._entering(function, arguments))


@contextmanager
def noting(
    functions: Collection[FunctionType],
    methods: Collection[FunctionType] = (),
    entering: Entering | None = None,
) -> Generator[set[object]]:
    """Give the statements of the functions that are begun meanwhile, and of which objects the methods are called, by id.

    A statement is told by the name of its function and its line, as :attr:`Mutation.statement` is. Their own code says so: so it is seen
    wherever that code is run, and takes next to no time.

    :param entering: what else is noted when one of the functions is called.
    """
    reached = _Notes(entering or _nothing)
    before = [(function, function.__code__) for function in (*functions, *methods)]
    watched = [(function, parsed(function)) for function, _ in before]
    try:
        for function, tree in watched:
            if tree is not None:
                if function in methods:
                    tree.body[:0] = [_note(f"id({function.__code__.co_varnames[0]})")]
                else:
                    tree.body = _noted(tree.body, full_name(function))
                    if entering is not None:
                        given = "".join([f"{name}, " for name in parameters(function)])
                        tree.body[:0] = [_note(f"{full_name(function)!r}, ({given})", by="enter")]
                function.__code__ = compiled(function, tree, function.__code__.co_filename, reached)
        yield reached
    finally:
        for function, code in before:
            function.__code__ = code


def parameters(function: FunctionType) -> tuple[str, ...]:
    """Return the names of a function's parameters, but for those that take any number of arguments."""
    code = function.__code__
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def _noted(block: Iterable[ast.stmt], name: str) -> list[ast.stmt]:
    """Return the statements of a block of a function with that name, each after a note that it begins."""
    noted: list[ast.stmt] = []
    for statement in block:
        for part, field in blocks(statement):
            setattr(part, field, _noted(getattr(part, field), name))
        noted += [_note(repr((name, getattr(statement, "lineno", 0)))), statement]
    return noted


def _note(what: str, by: str = "add") -> ast.stmt:
    """Return the statement that something is to be noted: the value of an expression."""
    [statement] = ast.parse(f"{_NOTES!r}.{by}({what})").body
    return statement
