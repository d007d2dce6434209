"""Other functions in place of some: in the whole engine, or behind the names that a single function calls.

The engine's functions are found here by their names, too.
"""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FunctionType, ModuleType
from typing import Final, TypeVar, cast

from aceten.vocabulary.errors import usage_error

_Function = TypeVar("_Function", bound="Callable[..., object]")

_PACKAGES: Final = "aceten"


def named(name: str) -> FunctionType:
    """Return a function, or what a property calls, by its name with that of its module.

    :raises UsageError: when there is none.
    """
    try:
        function = plain(pkgutil.resolve_name(name))
    except (ValueError, ImportError, AttributeError):
        function = None
    if function is None:
        raise usage_error("no function {name!r}; expected one such as 'aceten.engine.scoring.credit'", name=name)
    return function


def functions_of(where: ModuleType | type) -> dict[str, FunctionType]:
    """Return the functions of a module, its classes' among them, or of a class, by name, in the order of the source.

    Those that come from elsewhere, are abstract, or are not just what their source says are not among them.
    """
    module = where.__name__ if isinstance(where, ModuleType) else where.__module__
    found: list[FunctionType] = []
    for value in list(vars(where).values()):
        function = plain(value)
        if function is not None and function.__module__ == module and is_written(function):
            found.append(function)
        elif isinstance(where, ModuleType) and isinstance(value, type) and value.__module__ == module:
            found += functions_of(value).values()
    return {full_name(function): function for function in sorted(found, key=lambda each: each.__code__.co_firstlineno)}


def plain(value: object) -> FunctionType | None:
    """Return the function itself, or the one that a property calls; ``None`` for anything else."""
    function = value.fget if isinstance(value, property) else value
    return function if isinstance(function, FunctionType) else None


def is_written(function: FunctionType) -> bool:
    """Whether a function is what its source says: not abstract, nor wrapped in another one, nor made without a source."""
    without = getattr(function, "__isabstractmethod__", False) or function.__code__.co_filename == "<string>"
    return not without and not hasattr(function, "__wrapped__")


def full_name(function: FunctionType) -> str:
    """Return a function's name with that of its module."""
    return f"{function.__module__}.{function.__qualname__}"


@contextmanager
def replaced(function: Callable[..., object] | property, other: Callable[..., object]) -> Generator[None]:
    """Run the engine with another function in place of one of its own, under every name that modules and classes have for it.

    Whatever is kept from before, in a cache or under the name of something else, is not replaced.

    :param function: a function, or one for which another stands already.
    :raises UsageError: when no module or class of these packages has it.
    """
    loaded = _loaded()
    original = plain(function)
    places = [] if original is None else _places_of(original, loaded)
    if original is not None and not places:
        original = named(full_name(original))
        places = _places_of(original, loaded)
    if not places:
        raise usage_error("{function!r} is not a function of {packages}", function=function, packages=_PACKAGES)
    try:
        for holder, name, value in places:
            setattr(holder, name, value.getter(other) if isinstance(value, property) else other)
        yield
    finally:
        for holder, name, value in reversed(places):
            setattr(holder, name, value)
        # A module that was loaded in the meantime has imported the other one.
        for holder, name, _ in _places_of(other, [module for module in _loaded() if module not in loaded]):
            setattr(holder, name, original)


def _loaded() -> list[ModuleType]:
    return [module for name, module in list(sys.modules.items()) if name.startswith(_PACKAGES)]


def _places_of(function: object, modules: list[ModuleType]) -> list[tuple[ModuleType | type, str, object]]:
    """Return where modules and their classes have a function, or a property that calls it: the holder, the name, and what it has there."""
    found: list[tuple[ModuleType | type, str, object]] = []
    for module in modules:
        own = module.__name__
        for name, value in list(vars(module).items()):
            if value is function:
                found.append((module, name, value))
            elif isinstance(value, type) and value.__module__ == own:
                found += [
                    (value, part, member)
                    for part, member in list(vars(value).items())
                    if member is function or (type(member) is property and member.fget is function)
                ]
    return found


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
