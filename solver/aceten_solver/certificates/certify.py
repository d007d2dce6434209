"""Making certificates: at each choice of the side that proves, the search says what is enough."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aceten import SuitState, UsageError
from aceten_certificates.certificate import Certificate, Part
from aceten_certificates.claims import Claim
from aceten_certificates.walk import Walk
from aceten_solver.answers.solver import Solver
from aceten_solver.question.objectives import check_objective, default_objective, merit_by
from aceten_solver.question.two_sides import two_sides
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from aceten import Action, State
    from aceten_certificates.claims import Half
    from aceten_solver.question.objectives import Objective

_OTHER: Final[dict[Half, Half]] = {"at_least": "at_most", "at_most": "at_least"}
"""The other half of a value: where one is not so, this is, at the value."""


def certify(
    state: State,
    objective: Objective | str | None = None,
    *,
    at_least: int | None = None,
    at_most: int | None = None,
    solver: Solver | None = None,
    progress: Callable[[int], None] | None = None,
) -> Certificate:
    """Return a certificate of what a position is worth: both halves of it, or what is asked for.

    >>> import aceten, aceten_certificates, aceten_solver
    >>> made = aceten_solver.certify(aceten.parse("zsiros/2 hands=AQT8,AK97 lead=0"))
    >>> aceten_certificates.check(made).words
    ('at least 20 points for A', 'at most 20 points for A')

    :param objective: what is counted for side 0 (:func:`aceten_solver.solve`).
    :param at_least: so much side 0 can be sure of.
    :param at_most: so much side 0 gets at most; without both it is the value, and both halves are proved.
    :param solver: what is asked; it may have learned something already.
    :param progress: is called now and then with the number of positions met so far.
    :raises UsageError: when what is asked for is not so; it says what is. When there are not two sides that play against each other.
    :raises ObjectiveError: when the position does not say enough for the objective.
    """
    if solver is None:
        with Solver() as made:
            return certify(state, objective, at_least=at_least, at_most=at_most, solver=made, progress=progress)
    sides = two_sides(state)
    measure = check_objective(state, default_objective(state.game) if objective is None else objective, sides)
    if at_least is None and at_most is None:
        at_least = at_most = _worth(solver, state, measure)
    claims: list[Claim] = []
    if at_least is not None:
        claims.append(Claim("at_least", at_least))
    if at_most is not None:
        claims.append(Claim("at_most", at_most))
    for claim in claims:
        if not _is_true(solver, state, measure, claim):
            so = Claim(_OTHER[claim.half], _worth(solver, state, measure)).words(measure, state)
            raise UsageError(say("it is not so: {claim}; what is so: {so}", claim=claim.words(measure, state), so=so))
    return Certificate(
        state, measure, tuple([_Maker(solver, state, measure, claim, progress).part() for claim in claims])
    )


def _worth(solver: Solver, state: State, measure: Objective) -> int:
    """Return what a position is worth by a measure.

    :raises UsageError: when the solver was told to stop.
    """
    value = solver.value(state, measure)
    if value is None:
        raise UsageError(say("this solver was told to stop"))
    return merit_by(value, measure)


class _Maker:
    """Makes the proof of one claim."""

    def __init__(
        self,
        solver: Solver,
        start: State,
        measure: Objective,
        claim: Claim,
        progress: Callable[[int], None] | None,
    ) -> None:
        self._solver = solver
        self._measure: Objective = measure
        self._claim = claim
        self._moves = bytearray()
        self._walk = Walk(start, measure, claim, self._choose, progress=progress)

    def part(self) -> Part:
        """Return the claim with its proof."""
        self._walk.run()
        return Part(self._claim, bytes(self._moves))

    def _choose(self, state: State, actions: Sequence[Action]) -> tuple[int, State]:
        """Take what leads to something that is proved already, or else the first that is enough, of those that leave little to try.

        One of them is enough: where no other is, the last need not be asked about.
        """
        after = [state.play(action) for action in actions]
        places = sorted(range(len(actions)), key=lambda place: self._replies(after[place]))
        place = next((place for place in places if self._walk.keeps(after[place])), None)
        if place is None:
            place = next((place for place in places[:-1] if self._is_enough(after[place])), places[-1])
        self._moves.append(place)
        return place, after[place]

    def _is_enough(self, state: State) -> bool:
        return _is_true(self._solver, state, self._measure, self._claim)

    def _replies(self, state: State) -> int:
        """Return how many replies would have to be tried, where it depends on the action taken how many there are."""
        if state.turn is None or self._walk.proves_at(state) or not isinstance(state, SuitState):
            return 0
        return len(state.legal)


def _is_true(solver: Solver, state: State, measure: Objective, claim: Claim) -> bool:
    if claim.half == "at_least":
        return solver.secures(state, claim.number, measure)
    return not solver.secures(state, claim.number + 1, measure)
