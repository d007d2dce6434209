"""Sphinx extension that lists the fields of the messages of the protocol, with the docstrings that they have in the code.

``.. fields:: NAME ...`` makes one table of the fields that these types themselves define. Types are written as in JSON: ``[string]`` is
a list of texts.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from building import code, paragraph, table
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from aceten_cli.fields import own_fields
from aceten_spec import protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    import msgspec
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

_MARKED: Final = re.compile(r"(?:``|:\w+:`)(.+?)``?")
"""Code and names of types in a docstring."""


class Fields(SphinxDirective):
    """The directive ``fields``: a table of the fields of messages."""

    required_arguments = 1
    optional_arguments = 9

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        rows = [row for name in self.arguments for row in _rows(name)]
        return [table(("field", "type", "when left out", "meaning"), rows)]


def _rows(name: str) -> Iterator[tuple[nodes.Node, ...]]:
    """Yield the cells of each field that a type itself defines."""
    kind: type[msgspec.Struct] = vars(protocol)[name]
    tag = kind.__struct_config__.tag
    if isinstance(tag, str):
        yield (
            paragraph(code("command")),
            paragraph(code(f'"{tag}"')),
            paragraph(),
            paragraph(nodes.Text("What is asked.")),
        )
    for field in own_fields(kind):
        left_out = [code(field.left_out)] if field.left_out else []
        yield (
            paragraph(code(field.name)),
            paragraph(code(field.kind)),
            paragraph(*left_out),
            paragraph(*_marked(field.meaning)),
        )


def _marked(text: str) -> Iterator[nodes.Node]:
    """Yield a docstring, with what is code in it, and the names of types, as code."""
    for number, part in enumerate(_MARKED.split(text)):
        yield code(part) if number % 2 else nodes.Text(part)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directive."""
    app.add_directive("fields", Fields)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
