"""``aceten prove``."""

from __future__ import annotations

from typing import Annotated

import typer


def prove(game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")]) -> None:
    """Prove what the rules guarantee about the engine's own code."""
    raise typer.Exit(1)
