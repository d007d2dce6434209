"""What both searches are asked about a position."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from aceten_solver.question.objectives import OBJECTIVES, Aims, Objective, ObjectiveError, aims_of, check_objective

if TYPE_CHECKING:
    from aceten import State
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
