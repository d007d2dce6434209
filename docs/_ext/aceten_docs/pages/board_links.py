"""Sphinx extension: the board in the site, where ``make web`` has made it; without it the site has no links that lead there.

A link opens the board with a position. Where the reader's browser runs scripts it opens on the page itself, below the link, and not before
it is touched.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from collections.abc import Iterable

    from docutils.nodes import Node
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

MADE: Final = Path(__file__).parents[4] / "dist" / "web"
"""Where ``make web`` writes the board."""
PLAY: Final = "play"
"""Where it is in the site."""


def is_made() -> bool:
    """Whether the site has the board."""
    return (MADE / "index.html").is_file()


def on_board(page: SphinxDirective, position: str, actions: Iterable[str] = ()) -> list[Node]:
    """Return a link that opens the board with a position and what was done from it; nothing where the site has no board."""
    if not is_made():
        return []
    root = "../" * page.env.docname.count("/")
    said = urlencode({"p": position, "a": " ".join(actions), "n": "0", "l": "en"})
    link = nodes.reference(
        "", "Open on the board", refuri=f"{root}{PLAY}/index.html#{said}", internal=False, classes=["on-board"]
    )
    return [nodes.paragraph("", "", link, classes=["small"])]


class OnBoard(SphinxDirective):
    """The directive ``on-board``. Its argument is a position line."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[Node]:
        """Return the link."""
        return on_board(self, self.arguments[0])


def _copy(app: Sphinx, error: Exception | None) -> None:
    if error is None and app.builder.format == "html" and is_made():
        shutil.copytree(MADE, Path(app.outdir, PLAY), dirs_exist_ok=True)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directive, and the board to what is built."""
    app.add_directive("on-board", OnBoard)
    app.connect("build-finished", _copy)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
