"""What policies come to that play the deals of a survey against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aceten import Seat, UsageError
from aceten_solver.contests.entrants import offered_player
from aceten_solver.contests.played_deals import Failure, begun, chance, chosen
from aceten_solver.contests.shipped_policies import POLICIES, Chooser, Means, play
from aceten_solver.question.objectives import merit_by, value_of_result
from aceten_solver.question.two_sides import two_sides
from aceten_spec.errors import shown
from aceten_spec.speech import say
from aceten_surveys.specification import SurveyTerms

if TYPE_CHECKING:
    from collections.abc import Callable

    import aceten_solver
    from aceten import Action, State
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
        choosers: list[Chooser] = []
        for seat, policy in enumerate(seated):
            means = Means(next(numbers), contest.samples[policy], solver, stop)
            choosers.append(_chooser(contest.policies[policy], state, Seat(seat), means))
        result = play(state, choosers, stop)
        if result is None:
            return {}
        value = value_of_result(result, sides)
        found |= {came_to(seating, objective): merit_by(value, objective) for objective in MEASURES}
    return found


def _chooser(name: str, state: State, seat: Seat, means: Means) -> Chooser:
    """Return what chooses for a seat, when the deal has begun for it.

    :raises UsageError: when the policy fails, and how; so does what chooses.
    """
    if name in POLICIES:
        return POLICIES[name].made(means)
    player = offered_player(name, SurveyTerms(means.samples), lambda: means.solver, means.stop)
    failed = begun(player, state.game, seat, means.seed)
    if failed is not None:
        raise _failed(name, failed)

    def choose(now: State) -> Action:
        choice = chosen(player, now)
        if isinstance(choice, Failure):
            raise _failed(name, choice)
        return choice.action

    return choose


def _failed(name: str, failure: Failure) -> UsageError:
    return UsageError(say("{policy}: {problem}", policy=shown(name), problem=failure.problem))
