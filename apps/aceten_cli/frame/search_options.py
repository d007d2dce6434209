"""Options of the commands that search: what counts first, how much they may search, and whose eyes they see with."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

from aceten import Game, Seat, UsageError
from aceten.vocabulary import naming
from aceten_solver import Objective
from aceten_spec.speech import say

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


def seat_asked(game: Game, text: str) -> Seat:
    """Return the seat that ``--seat`` names.

    :raises UsageError: when there is no such seat.
    """
    seat = naming.seat_named(text, game.players)
    if seat is None:
        raise UsageError(
            say("--seat {seat}: expected A to {last}", seat=text[:40], last=naming.SEATS[game.players - 1])
        )
    return seat
