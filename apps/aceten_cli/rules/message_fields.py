"""The fields of the messages of the protocol, with the docstrings that they have in the code."""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import itertools
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import msgspec
from msgspec.inspect import (
    BoolType,
    DictType,
    Field,
    IntType,
    NoneType,
    StrType,
    StructType,
    TupleType,
    Type,
    UnionType,
    VarTupleType,
    type_info,
)

from aceten_spec import protocol

_MARKED: Final = re.compile(r"(?:``|:\w+:`)(.+?)``?")
"""Code and names of types in a docstring."""

_LIST: Final = re.compile(r":data:`(\w+)`")
"""The name of a list of words, in whose place they stand."""

_WORDS: Final[dict[type[Type], str]] = {IntType: "number", StrType: "string", BoolType: "boolean", NoneType: "null"}


class FieldText(NamedTuple):
    """What there is to say about a field."""

    name: str
    """What it is called in JSON."""
    kind: str
    """Its type as in JSON: ``[string]`` is a list of texts."""
    left_out: str
    """What it is when it is left out, as JSON; empty where it may not be."""
    meaning: str
    """Its docstring, with its marks, in one line; in place of the name of a list of words stand the words."""


def plain(text: str) -> str:
    """Return a docstring without its marks."""
    return _MARKED.sub(r"\1", text)


def own_fields(kind: type[msgspec.Struct]) -> Iterator[FieldText]:
    """Yield the fields that a message itself defines; every one has a docstring."""
    meanings = _meanings(kind.__module__)[kind.__name__]
    for field in _info(kind).fields:
        if field.name in inspect.get_annotations(kind):
            left_out = "" if field.required else _default(field)
            yield FieldText(field.encode_name, notation(field.type), left_out, meanings[field.name])


def every_field(kind: type[msgspec.Struct]) -> Iterator[FieldText]:
    """Yield all fields of a message, those that it shares with others first."""
    for base in reversed(kind.__mro__):
        if issubclass(base, msgspec.Struct) and base is not msgspec.Struct:
            yield from own_fields(base)


def parts(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    """Yield the objects that the fields of a message hold, each before those that it holds itself."""
    for field in _info(kind).fields:
        for inner in _structs(field.type):
            yield inner
            yield from parts(inner)


def notation(kind: Type) -> str:
    """Return a type as JSON has it."""
    match kind:
        case VarTupleType():
            return f"[{notation(kind.item_type)}]"
        case TupleType():
            return f"[{', '.join(map(notation, kind.item_types))}]"
        case DictType():
            return f"{{string: {notation(kind.value_type)}}}"
        case UnionType():
            return " | ".join(map(notation, kind.types))
        case StructType():
            return kind.cls.__name__
        case _:
            return _WORDS[type(kind)]


@functools.cache
def _info(kind: type[msgspec.Struct]) -> StructType:
    info = type_info(kind)
    if not isinstance(info, StructType):
        raise TypeError(kind)
    return info


def _structs(kind: Type) -> Iterator[type[msgspec.Struct]]:
    match kind:
        case VarTupleType():
            yield from _structs(kind.item_type)
        case UnionType():
            for inner in kind.types:
                yield from _structs(inner)
        case StructType():
            yield kind.cls
        case _:
            pass


def _default(field: Field) -> str:
    value = field.default_factory() if field.default is msgspec.NODEFAULT else field.default
    return msgspec.json.encode(value).decode()


@functools.cache
def _meanings(module: str) -> Mapping[str, Mapping[str, str]]:
    """Return the docstrings of the fields of every message of a module, which stand below them in the source."""
    return {
        node.name: dict(_documented(node.body))
        for node in ast.parse(inspect.getsource(importlib.import_module(module))).body
        if isinstance(node, ast.ClassDef)
    }


def _documented(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for field, text in itertools.pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            match text:
                case ast.Expr(value=ast.Constant(value=str() as meaning)):
                    yield field.target.id, _LIST.sub(_listed, " ".join(meaning.split()))
                case _:
                    pass


def _listed(found: re.Match[str]) -> str:
    """Return the words of the list that is named."""
    words: tuple[str, ...] = vars(protocol)[found[1]]
    return ", ".join(f"``{word}``" for word in words)
