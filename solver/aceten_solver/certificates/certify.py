"""Making certificates: at each choice of the side that proves, the search says what is enough."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from aceten import SuitState, UsageError
from aceten_certificates.certificate import Certificate, Part
from aceten_certificates.claims import Claim
from aceten_certificates.walk import Walk
from aceten_solver.answers.solver import Solver
from aceten_solver.question.objectives import check_objective, default_objective, merit_by
from aceten_solver.question.two_sides import two_sides
from aceten_spec.errors import given, whole
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
    stop: Callable[[], bool] | None = None,
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
    :param stop: is asked in every search, now and then, whether to end at once.
    :param progress: is called now and then with the number of positions met so far.
    :raises UsageError: when what is asked for is not so; it says what is. When there are not two sides that play against each other. When
        it was told to stop.
    :raises ObjectiveError: when the position does not say enough for the objective.
    """
    if solver is None:
        with Solver() as made:
            return certify(
                state, objective, at_least=at_least, at_most=at_most, solver=made, stop=stop, progress=progress
            )
    sides = two_sides(state)
    measure = check_objective(state, default_objective(state.game) if objective is None else objective, sides)
    for bound in (at_least, at_most):
        if bound is not None and whole(bound) is None:
            raise UsageError(say("a bound of {given}: expected a whole number", given=given(bound)))
    asked = _Asked(solver, measure, stop)
    if at_least is None and at_most is None:
        at_least = at_most = asked.worth(state)
    claims: list[Claim] = []
    if at_least is not None:
        claims.append(Claim("at_least", at_least))
    if at_most is not None:
        claims.append(Claim("at_most", at_most))
    for claim in claims:
        if not asked.is_true(state, claim):
            so = Claim(_OTHER[claim.half], asked.worth(state)).words(measure, state)
            raise UsageError(say("it is not so: {claim}; what is so: {so}", claim=claim.words(measure, state), so=so))
    return Certificate(state, measure, tuple([_Maker(asked, state, claim, progress).part() for claim in claims]))


class _Asked(NamedTuple):
    """Who is asked, about what."""

    solver: Solver
    measure: Objective
    stop: Callable[[], bool] | None
    """Whether to end."""

    def worth(self, state: State) -> int:
        """Return what a position is worth.

        :raises UsageError: when it was told to stop.
        """
        value = self.solver.value(state, self.measure, stop=self.stop)
        if value is None:
            raise UsageError(say("this solver was told to stop"))
        return merit_by(value, self.measure)

    def is_true(self, state: State, claim: Claim) -> bool:
        """Whether a claim is true of a position.

        :raises UsageError: when it was told to stop.
        """
        if claim.half == "at_least":
            return self.solver.secures(state, claim.number, self.measure, stop=self.stop)
        return not self.solver.secures(state, claim.number + 1, self.measure, stop=self.stop)


class _Maker:
    """Makes the proof of one claim."""

    def __init__(self, asked: _Asked, start: State, claim: Claim, progress: Callable[[int], None] | None) -> None:
        self._asked = asked
        self._claim = claim
        self._moves = bytearray()
        self._walk = Walk(start, asked.measure, claim, self._choose, progress=progress)

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
            *others, last = places
            place = next((place for place in others if self._asked.is_true(after[place], self._claim)), last)
        self._moves.append(place)
        return place, after[place]

    def _replies(self, state: State) -> int:
        """Return how many replies would have to be tried, where it depends on the action taken how many there are."""
        if state.turn is None or self._walk.proves_at(state) or not isinstance(state, SuitState):
            return 0
        return len(state.legal)
