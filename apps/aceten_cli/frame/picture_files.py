"""``--svg``: pictures that commands write to files."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

from aceten import UsageError
from aceten_cli.frame.streams import print_line
from aceten_spec.speech import say
from aceten_spec.texts.user_files import write_text

SvgFile: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--svg", metavar="FILE", help="Write a picture (SVG) to this file, - for standard output, and no text."
    ),
]


def check_drawing(svg: str | None, *, json: bool, several: bool = False) -> None:
    """Refuse what cannot be done together: one file holds one picture, and nothing else.

    :param several: whether there is more than one thing to draw.
    :raises UsageError: saying what cannot.
    """
    if svg is not None and json:
        raise UsageError(say("--svg and --json: expected one of them"))
    if svg is not None and several:
        raise UsageError(say("--svg: one file holds one picture, and there are several to draw"))


def write_picture(file: str, picture: str) -> None:
    """Write a picture to a file, or to standard output for ``-``.

    :raises FileError: when it cannot be written.
    """
    if file == "-":
        print_line(picture)
        return
    write_text(file, picture + "\n")
