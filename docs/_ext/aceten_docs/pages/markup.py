"""Sphinx extension: mends what Sphinx writes in a way that programs which read pages aloud cannot follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

_AFTER_THE_THEME = 900
"""Handlers with a larger number come later; the theme's has 500."""


def mend(_app: Sphinx, _page: str, _template: str, context: dict[str, object], _doctree: nodes.document | None) -> None:
    """Give headings of the navigation their level; the lines of a long signature are no definitions."""
    for part, written, meant in (
        ("furo_navigation_tree", 'role="heading"', 'role="heading" aria-level="2"'),
        ("body", "<dl>\n<dd>", '<dl role="presentation">\n<dd>'),
    ):
        if part in context:
            context[part] = str(context[part]).replace(written, meant)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect what mends to Sphinx."""
    app.connect("html-page-context", mend, priority=_AFTER_THE_THEME)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
