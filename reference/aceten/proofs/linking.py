"""Running a function with other functions behind the names that it calls."""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable

_Function = TypeVar("_Function", bound="Callable[..., object]")


def linked(function: _Function, **callees: Callable[..., object]) -> _Function:
    """Return the same code with other functions behind some of the names that it calls.

    In place of a function stands what is proved about it, so that a proof takes one step at a time, or anything at all, where a
    proof holds whatever that function returns. Where the code does not use a name the link has no effect: the code is then run
    with what it calls.
    """
    if not isinstance(function, FunctionType):
        return function
    made = FunctionType(
        function.__code__,
        function.__globals__ | callees,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    made.__kwdefaults__ = function.__kwdefaults__
    return cast("_Function", made)
