"""What the fields of a value mean, when the program runs: Python keeps the docstrings of classes, and not those of fields."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from aceten.vocabulary.errors import usage_error


def fields(kind: object) -> dict[str, str]:
    """Return what each field of a class means, or of the class of a value: those of the classes below it first.

    >>> import aceten
    >>> state = aceten.load("zsiros/2").deal(7)
    >>> print(aceten.fields(state)["winning"])
    The seat that is winning the trick; the leader while it is empty.

    :param kind: a class such as :class:`aceten.Result`, or a value such as a state or a solution.
    :raises UsageError: for what has no fields with a meaning.
    """
    of = kind if isinstance(kind, type) else type(kind)
    found = {name: text for each in reversed(of.__mro__) for name, text in _of_class(each)}
    if not found:
        raise usage_error("{type}: expected a class of aceten, or a value of one, with fields", type=of.__name__)
    return found


@lru_cache(maxsize=256)
def _of_class(kind: type) -> tuple[tuple[str, str], ...]:
    """Return the fields that a class has of its own, and their docstrings."""
    try:
        source = inspect.getsource(kind)
    except (OSError, TypeError):  # it is not written in Python, or its text is not there
        return ()
    (written,) = ast.parse(textwrap.dedent(source)).body
    return tuple(_told(written.body)) if isinstance(written, ast.ClassDef) else ()


def _told(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    """Yield each field with the text that stands below it; a field that is there for type checkers alone is one, too."""
    for statement, below in pairwise(body):
        match statement, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                yield name, " ".join(text.split())
            case _:
                pass
    for statement in body:
        if isinstance(statement, ast.If):
            yield from _told(statement.body)
