"""What policies come to that play the deals of a survey against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aceten_solver.contests.played_deals import chance
from aceten_solver.contests.shipped_policies import POLICIES, Means, play
from aceten_solver.question.objectives import merit_by, value_of_result
from aceten_solver.question.two_sides import two_sides

if TYPE_CHECKING:
    from collections.abc import Callable

    import aceten_solver
    from aceten import State
    from aceten_solver import Objective
    from aceten_surveys.specification import Contest

MEASURES: Final[tuple[Objective, ...]] = ("points", "game-points")
"""In what it is told what a deal came to."""
SEATINGS: Final = ("played", "exchanged")
"""The two times that a deal is played: the first policy plays for side 0, and then for side 1."""


def came_to(seating: str, objective: Objective) -> str:
    """Return the name of the column with what a deal came to, for side 0."""
    return f"{seating}_{objective.replace('-', '_')}"


def results(
    contest: Contest, state: State, drawn: int, solver: aceten_solver.Solver, stop: Callable[[], bool] | None
) -> dict[str, object]:
    """Return what a deal comes to, by column, both times that it is played; nothing when it is time to end.

    :param drawn: what chance depends on: the seed of the deal, or its number.
    """
    sides = two_sides(state)
    found: dict[str, object] = {}
    for shift, seating in enumerate(SEATINGS):
        numbers = chance(drawn, shift)
        seated = [sides.of(side) ^ shift for side in state.game.sides]
        policies = [
            POLICIES[contest.policies[policy]].made(Means(next(numbers), contest.samples[policy], solver, stop))
            for policy in seated
        ]
        result = play(state, policies, stop)
        if result is None:
            return {}
        value = value_of_result(result, sides)
        found |= {came_to(seating, objective): merit_by(value, objective) for objective in MEASURES}
    return found
