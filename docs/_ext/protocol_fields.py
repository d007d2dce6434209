"""Sphinx extension that lists the fields of the messages of the protocol, with the docstrings that they have in the code.

``.. fields:: NAME ...`` makes one table of the fields that these types themselves define. Types are written as in JSON: ``[string]`` is
a list of texts.
"""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING, Final

import msgspec
from building import code, paragraph, table
from docutils import nodes
from msgspec.inspect import (
    BoolType,
    DictType,
    IntType,
    NoneType,
    StrType,
    StructType,
    UnionType,
    VarTupleType,
    type_info,
)
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective

from aceten_spec import protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from msgspec.inspect import Field, Type
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

_MARKED: Final = re.compile(r"(?:``|:\w+:`)(.+?)``?")
"""Code and names of types in a docstring."""

_WORDS: Final[dict[type[Type], str]] = {IntType: "number", StrType: "string", BoolType: "boolean", NoneType: "null"}


class Fields(SphinxDirective):
    """The directive ``fields``: a table of the fields of messages."""

    required_arguments = 1
    optional_arguments = 9

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        rows = [row for name in self.arguments for row in _rows(name)]
        return [table(("field", "type", "when left out", "meaning"), rows)]


def _rows(name: str) -> Iterator[tuple[nodes.Node, ...]]:
    """Yield the cells of each field that a type itself defines; every one has a docstring."""
    info = type_info(vars(protocol)[name])
    if not isinstance(info, StructType):
        raise TypeError(name)
    meanings = _docstrings(info.cls)
    tag = info.cls.__struct_config__.tag
    if isinstance(tag, str):
        yield (
            paragraph(code("command")),
            paragraph(code(f'"{tag}"')),
            paragraph(),
            paragraph(nodes.Text("What is asked.")),
        )
    for field in info.fields:
        if field.name in meanings:
            left_out = [code(_default(field))] if not field.required else []
            meaning = paragraph(*_marked(meanings[field.name]))
            yield (
                paragraph(code(field.encode_name)),
                paragraph(code(_notation(field.type))),
                paragraph(*left_out),
                meaning,
            )


def _docstrings(kind: type) -> dict[str, str]:
    """Return the docstrings of the fields that a type defines, by field."""
    every = ModuleAnalyzer.for_module(protocol.__name__).find_attr_docs()
    texts = {
        field: " ".join(" ".join(said).split()) for (owner, field), said in every.items() if owner == kind.__name__
    }
    if without := inspect.get_annotations(kind).keys() - texts.keys():
        message = f"{kind.__name__}: no docstring for {', '.join(sorted(without))}"
        raise TypeError(message)
    return texts


def _notation(kind: Type) -> str:
    """Return a type as JSON has it."""
    match kind:
        case VarTupleType():
            return f"[{_notation(kind.item_type)}]"
        case DictType():
            return f"{{string: {_notation(kind.value_type)}}}"
        case UnionType():
            return " | ".join(map(_notation, kind.types))
        case StructType():
            return kind.cls.__name__
        case _:
            return _WORDS[type(kind)]


def _default(field: Field) -> str:
    """Return what a field is when it is left out."""
    value = field.default_factory() if field.default is msgspec.NODEFAULT else field.default
    return msgspec.json.encode(value).decode()


def _marked(text: str) -> Iterator[nodes.Node]:
    """Yield a docstring, with what is code in it, and the names of types, as code."""
    for number, part in enumerate(_MARKED.split(text)):
        yield code(part) if number % 2 else nodes.Text(part)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directive."""
    app.add_directive("fields", Fields)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
