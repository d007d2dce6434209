"""What a position is worth with all cards open, by trying everything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from aceten_certificates.claims import Measure, number_of
from aceten_certificates.classes import Classes, actions_of
from aceten_certificates.errors import CertificateError
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Hashable

    from aceten import State
    from aceten_certificates.strategies.fitting_deals import Sides
    from aceten_certificates.tally import Tally


class OpenPlay:
    """What positions of a deal come to for side 0 when everybody sees all cards."""

    def __init__(self, start: State, measure: Measure, sides: Sides, tally: Tally, *, strict: bool) -> None:
        """Nothing is known of any position to begin with.

        :param start: a position of the deal.
        :param strict: whether no positions are held to be alike (T-KEY, T-POINTS), however much longer that takes.
        """
        self._measure: Measure = measure
        self._sides = sides
        self._tally = tally
        self._strict = strict
        self._classes = Classes(start, measure)
        self._first = [side in sides[0] for side in start.game.sides]
        self._known: dict[Hashable, int] = {}

    def worth(self, state: State) -> int:
        """Return what a position comes to.

        :raises CertificateError: when a position leaves open what a deal comes to.
        :raises TooManyPositionsError: when too many positions would have to be looked at.
        """
        if state.turn is None:
            return self.result(state)
        has = self._classes.captured(state) if self._classes.adds and not self._strict else 0
        alike: Hashable = state if self._strict else self._classes.of(state)
        more = self._known.get(alike)
        if more is None:
            self._tally.add(state)
            best = max if self._first[state.turn] else min
            after = [msgspec.structs.replace(state.play(action), log=()) for action in actions_of(state)]
            more = self._known[alike] = best(map(self.worth, after)) - has
        return has + more

    def result(self, state: State) -> int:
        """Return what a deal has come to that is over.

        :raises CertificateError: when the position leaves it open.
        """
        result = state.result
        number = None if result is None else number_of(result, self._measure, self._sides)
        if number is None:
            problem = say("the position leaves open what the deal comes to by {measure}", measure=self._measure)
            raise CertificateError(problem, position=str(state))
        return number
