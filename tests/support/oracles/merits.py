"""What both searches are asked about a position, and what an end of a deal is worth by all that counts, from worths made on their own."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import TypeAlias

from aceten import State
from aceten_solver import Value
from aceten_solver.question.objectives import OBJECTIVES, Aims, Objective, ObjectiveError, aims_of, check_objective
from aceten_solver.question.two_sides import TwoSides


def asked_of(state: State, sides: TwoSides) -> list[Aims]:
    """Return every objective for which a position says enough, alone, and one of them with all that counts after it.

    The search in Python takes long to value every action by all that counts, so each objective has its turn with that.
    """
    asked = [_alone(objective) for objective in OBJECTIVES if _says_enough(state, objective, sides)]
    in_turn = Random(str(state)).sample(asked, min(1, len(asked)))
    return list(dict.fromkeys([*asked, *(aims_of(state, aims[0], sides) for aims in in_turn)]))


def _alone(objective: Objective) -> Aims:
    return (objective,)


def _says_enough(state: State, objective: Objective, sides: TwoSides) -> bool:
    try:
        check_objective(state, objective, sides)
    except ObjectiveError:
        return False
    return True


Merit: TypeAlias = "tuple[int, ...]"
"""What an end is worth to side 0, by what is asked for and then by what else counts."""


def what_counts(objective: Objective, known: Iterable[Objective]) -> tuple[Objective, ...]:
    """Return what counts: what is asked for, then the deal, game points and points, as far as they are known."""
    order: tuple[Objective, ...] = ("deal", "game-points", "points")
    return (objective, *[aim for aim in order if aim != objective and aim in known])


def merits(worths: Mapping[Objective, int]) -> dict[Objective, Merit]:
    """Return for each objective what an end is worth that has these worths on their own."""
    return {objective: tuple([worths[aim] for aim in what_counts(objective, worths)]) for objective in worths}


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
    return tuple([worth(value, aim) for aim in what_counts(objective, known)])
