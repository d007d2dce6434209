"""Options of the commands that search: what counts first, and how much they may search."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

from aceten_solver import Objective

ObjectiveAsked: TypeAlias = Annotated[
    Objective | None,
    typer.Option(
        "--objective",
        "-o",
        help="What counts first. Default: points where they alone decide a deal, otherwise game points.",
    ),
]
NodesAllowed: TypeAlias = Annotated[
    int | None, typer.Option("--nodes", metavar="N", min=0, help="Search at most this many positions.")
]
