"""What an end of a deal is worth by all that counts, in turn: what the tests of the solver compare with, from worths made on their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from aceten_solver import Objective, Value

Merit: TypeAlias = "tuple[int, ...]"
"""What an end is worth to side 0, by what is asked for and then by what else counts."""


def in_turn(objective: Objective, known: Iterable[Objective]) -> tuple[Objective, ...]:
    """Return what counts: what is asked for, then the deal, game points and points, as far as they are known."""
    order: tuple[Objective, ...] = ("deal", "game-points", "points")
    return (objective, *[aim for aim in order if aim != objective and aim in known])


def merits(worths: Mapping[Objective, int]) -> dict[Objective, Merit]:
    """Return for each objective what an end is worth that has these worths on their own."""
    return {objective: tuple([worths[aim] for aim in in_turn(objective, worths)]) for objective in worths}


def worth(value: Value | None, objective: Objective) -> int:
    """Return what a solver's value is worth to side 0 under its objective."""
    assert value is not None
    match objective:
        case "points":
            assert value.points is not None
            return value.points[0]
        case "deal":
            return {0: 1, 1: -1, "nobody": 0, "both": 0}[value.winner if value.winner is not None else "open"]
        case "game-points":
            assert value.margin is not None
            return value.margin[0]


def merit(value: Value | None, objective: Objective, known: Iterable[Objective]) -> Merit:
    """Return what a solver's value is worth to side 0, by all that counts."""
    return tuple([worth(value, aim) for aim in in_turn(objective, known)])
