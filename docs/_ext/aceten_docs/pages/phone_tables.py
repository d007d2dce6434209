"""Sphinx extension: a table of phrases says above each cell what column it is of, where on a phone the head of the table is not shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.transforms import SphinxTransform

from aceten_docs.pages.page_parts import text

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


class PhoneTables(SphinxTransform):
    """Puts the words of the head into every cell but the first of a row, for the style sheet to show."""

    default_priority = 300

    def apply(self, **_: object) -> None:
        """Go through the tables of a page."""
        for table in self.document.findall(nodes.table):
            if "phrases" in table["classes"]:
                head, *rows = [list(row.findall(nodes.entry)) for row in table.findall(nodes.row)]
                for row in rows:
                    for column, cell in list(zip(head, row, strict=True))[1:]:
                        if cell.children:
                            cell.insert(0, text(column.astext(), "of-column"))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the transform."""
    app.add_transform(PhoneTables)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
