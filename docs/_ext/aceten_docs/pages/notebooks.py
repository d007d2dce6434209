"""Sphinx extension that makes a notebook of a page, with the directive ``notebook``: what the page shows is what its cells run."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils.nodes import Node
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

Cell: TypeAlias = "dict[str, object]"
"""A cell, as the format of notebooks has it."""

_FENCED: Final = re.compile(
    r"^```(?P<info>.*?)\n(?::caption: (?P<file>\S+)\n)?(?P<body>.*?)^```$", re.DOTALL | re.MULTILINE
)
_ROLE: Final = re.compile(r"\{\w+\}`(?:[^`]*/)?([^`/]+)`")
_HERE: Final = re.compile(r"!?\[([^]]*)\]\((?!https?://)[^)]*\)")
"""A link or a picture that is on the site alone."""


def notebook(page: str) -> str:
    """Return the notebook of a page in Markdown, in version 4 of the format.

    A command becomes a line that a shell runs, with what it prints; a file is written; an entry of a session of Python is a cell, and so is
    a program. A picture of a position, a solution or a course is what the cell before it shows.

    :raises ValueError: for a block of which nothing can be made.
    """
    cells = list[Cell]()
    at = 0
    for found in _FENCED.finditer(page):
        cells += [*_prose(page[at : found.start()]), *_of_block(found["info"], found["file"], found["body"])]
        at = found.end()
    cells += _prose(page[at:])
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    made = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 4}
    return json.dumps(made, ensure_ascii=False, indent=1) + "\n"


def _prose(text: str) -> Iterator[Cell]:
    """Yield what stands between blocks, without what leads elsewhere on the site."""
    plain = _HERE.sub(r"\1", _ROLE.sub(r"`\1`", text)).strip()
    if plain:
        yield {"cell_type": "markdown", "metadata": {}, "source": plain}


def _of_block(info: str, file: str | None, body: str) -> Iterator[Cell]:
    """Yield the cells of a block."""
    if file is not None:
        yield _code(f"%%writefile {file}\n{body.rstrip()}")
        return
    name, _, _ = info.partition(" ")
    match name:
        case "{picture}" | "{solution}" | "{course}":
            pass  # which the cell before it shows
        case "{notebook}" | "python":
            yield from [_code(body.rstrip())] if body.strip() else []
        case "sh":
            yield _code("\n".join(f"%{line}" for line in body.splitlines()))
        case "console":
            for entry in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
                command, _, printed = entry.partition("\n")
                yield _code(
                    f"!{command}", {"output_type": "stream", "name": "stdout", "text": printed} if printed else None
                )
        case "pycon":
            for example in doctest.DocTestParser().get_examples(body):
                result: Cell = {
                    "output_type": "execute_result",
                    "data": {"text/plain": example.want.rstrip()},
                    "execution_count": None,
                    "metadata": {},
                }
                yield _code(example.source.rstrip(), result if example.want else None)
        case _:
            raise ValueError(f"{info}: nothing in a notebook can be made of such a block")


def _code(source: str, output: Cell | None = None) -> Cell:
    return {
        "cell_type": "code",
        "execution_count": None,
        "metadata": {},
        "outputs": [] if output is None else [output],
        "source": source,
    }


class Notebook(SphinxDirective):
    """The directive ``notebook``: a link to the notebook of the page. What stands in it is run there before anything else that follows."""

    has_content = True

    def run(self) -> list[Node]:
        """Return a paragraph."""
        name = f"{Path(self.env.docname).name}.ipynb"
        self.env.metadata[self.env.docname]["notebook"] = name
        link = nodes.reference("", name, refuri=name)
        return [nodes.paragraph("", "", nodes.Text("This page is a notebook, too: "), link, nodes.Text("."))]


def _write(app: Sphinx, failed: Exception | None) -> None:
    """Write the notebooks beside their pages."""
    if failed is not None or app.builder.format != "html":
        return
    for page, told in app.env.metadata.items():
        if "notebook" in told:
            made = notebook(Path(app.env.doc2path(page)).read_text(encoding="utf-8"))
            (Path(app.outdir) / page).with_name(told["notebook"]).write_text(made, encoding="utf-8")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directive."""
    app.add_directive("notebook", Notebook)
    app.connect("build-finished", _write)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
