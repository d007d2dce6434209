"""What is wrong with a specification of a survey, with what is allowed in its place."""

from __future__ import annotations

import re

import msgspec
from msgspec import inspect

from aceten_spec.errors import meant
from aceten_spec.speech import say
from aceten_spec.texts.causes import why


def explained(error: Exception, kind: type[msgspec.Struct], such: str) -> str:
    """Return what is wrong with TOML that was read as a kind of data: with the keys or the values that there may be, or with an example.

    :param such: the example.
    """
    found, allowed = re.search(r"(?:unknown field|enum value) [`'](.*?)[`']", str(error)), _allowed(error, kind)
    if found and allowed:
        asked = meant(found[1], allowed)
        return say("{error}{asked}; expected one of: {known}", error=why(error), asked=asked, known=", ".join(allowed))
    return say("{error}; expected such as: {such}", error=why(error), such=such)


def _allowed(error: Exception, kind: type[msgspec.Struct]) -> list[str]:
    """Return the keys of the table, or the values of the key, of which the error speaks."""
    _, _, path = str(error).rpartition(" - at `$")
    inner: inspect.Type = inspect.type_info(kind)
    for step in re.findall(r"\.([a-z_]+)|\[[0-9.]+\]", path):
        inner = _one(inner)
        if isinstance(inner, inspect.StructType) and step:
            inner = next(field.type for field in inner.fields if field.encode_name == step)
        elif isinstance(inner, inspect.VarTupleType):
            inner = inner.item_type
        elif isinstance(inner, inspect.TupleType):
            inner = inner.item_types[0]
    inner = _one(inner)
    if isinstance(inner, inspect.StructType):
        return [field.encode_name for field in inner.fields]
    return [str(value) for value in inner.values] if isinstance(inner, inspect.LiteralType) else []


def _one(kind: inspect.Type) -> inspect.Type:
    """Return what there is besides nothing."""
    if not isinstance(kind, inspect.UnionType):
        return kind
    return next(each for each in kind.types if not isinstance(each, inspect.NoneType))
