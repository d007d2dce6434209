"""Sphinx extension that makes a link of every clause and example id in running text, docstrings included."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from building import xref
from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

from aceten_spec import load_shipped, shipped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils.nodes import Node
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


class LinkIds(SphinxTransform):
    """Makes the links. An id that no clause or example has is a missing reference."""

    default_priority = 700

    def apply(self, **_kwargs: object) -> None:
        """Look through the document."""
        prefixes = "|".join(load_shipped(game).prefix for game in shipped())
        pattern = re.compile(rf"\b(?:{prefixes})-[A-Z]+-[0-9]+\b")
        for words in list(self.document.findall(nodes.Text)):
            if pattern.search(words) and not _is_fixed(words):
                words.parent.replace(words, list(self._linked(words, pattern)))

    def _linked(self, words: str, pattern: re.Pattern[str]) -> Iterator[Node]:
        at = 0
        for found in pattern.finditer(words):
            yield nodes.Text(words[at : found.start()])
            kind = "example" if "-EX-" in found[0] else "clause"
            yield xref(kind, found[0], found[0], self.env.docname, classes=["id"])
            at = found.end()
        yield nodes.Text(words[at:])


def _is_fixed(words: nodes.Text) -> bool:
    """Whether text stands where no link belongs: in code, a heading or another link."""
    fixed = (
        nodes.literal,
        nodes.FixedTextElement,
        nodes.title,
        nodes.reference,
        addnodes.pending_xref,
        addnodes.desc_signature,
    )
    parent = words.parent
    while parent is not None:
        if isinstance(parent, fixed):
            return True
        parent = parent.parent
    return False


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the two kinds of objects, with the roles ``clause`` and ``example``, and the links."""
    for kind in ("clause", "example"):
        app.add_crossref_type(kind, kind, objname=kind)
    app.add_transform(LinkIds)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
