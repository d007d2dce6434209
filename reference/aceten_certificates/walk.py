"""The walk through a deal in which one side does as it is told, and the other all that it may.

It meets every position that can come about so, but none twice: what is proved from a position on is remembered by its class, and a
position needs no walk once what is claimed can no longer fail. Who makes a certificate and who checks it walk alike: the one is asked at
each choice of the side that proves, the other told. What the walk relies on is named on the page about the format, by theorem; a strict
walk relies on none of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import msgspec

from aceten import Action
from aceten.engine.equal_actions import canonical_action, canonical_state
from aceten_certificates.claims import Claim, Measure, number_of, sides_of
from aceten_certificates.classes import Classes, action_order, actions_of
from aceten_certificates.errors import CertificateError
from aceten_certificates.tally import Tally
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from aceten import State

Choice: TypeAlias = "Callable[[State, Sequence[Action]], tuple[int, State]]"
"""Returns which of several actions is taken at a position, and what it leads to."""


class Walk:
    """One walk, for one claim about a position."""

    def __init__(
        self,
        start: State,
        measure: Measure,
        claim: Claim,
        choose: Choice,
        *,
        strict: bool = False,
        most: int | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        """Prepare it; :meth:`run` walks.

        :param choose: is asked at choices of the side that proves the claim.
        :param strict: whether positions are told apart by all that they consist of, and walked to the end of the deal.
        :param most: how many positions it may meet; ``None``: any number.
        :param progress: is told now and then how many positions it has met.
        :raises UsageError: when there are not two sides that play against each other.
        """
        sides = sides_of(start)
        self._start = msgspec.structs.replace(start, log=()) if strict else canonical_state(start)
        self._measure: Measure = measure
        self._claim = claim
        self._sides = sides
        self._choose = choose
        self._strict = strict
        self._tally = Tally(most, progress)
        self._proves = [(side in sides[1]) == bool(claim.prover) for side in start.game.sides]
        self._classes = Classes(start, measure)
        self._adds = self._classes.adds
        self._last_trick = start.game.rules.last_trick_points
        self._known: dict[Hashable, int] = {}
        self._told: dict[Hashable, tuple[int, int]] = {}
        self._seen: dict[State, bool] = {}

    def run(self) -> int:
        """Walk, and return how many positions were met.

        :raises CertificateError: when a deal comes to less than is claimed; it names the position.
        :raises TooManyPositionsError: when there are more positions than it may meet.
        """
        alike = self._open(self._start)
        if self._strict:
            self._visit_strictly(self._start, settled=alike is None)
        elif alike is not None:
            self._visit(self._start, alike)
        return self._tally.number

    def keeps(self, state: State) -> bool:
        """Whether nothing is left to walk from a position; of a deal that is over, whether it keeps the claim."""
        return self._is_kept(state) if state.turn is None else self._open(state) is None

    def proves_at(self, state: State) -> bool:
        """Whether the side is to act that proves the claim."""
        return state.turn is not None and self._proves[state.turn]

    def _open(self, state: State) -> Hashable | None:
        """Return the class of a position from which it is still to be proved that the claim is kept.

        ``None``: nothing is left to walk. Its deal is over, it can no longer fail, or that is proved already.

        :raises CertificateError: when it is the end of a deal that comes to less.
        """
        if state.turn is None:
            self._check_end(state)
            return None
        need = self._need(state)
        if self._is_certain(state, need):
            return None
        alike = self._classes.of(state)
        known = self._known.get(alike)
        return alike if known is None or known < need else None

    def _visit(self, state: State, alike: Hashable) -> None:
        """Visit a position that is open, and all that can come of it.

        :param alike: its class.
        """
        self._tally.add(state)
        actions = actions_of(state)
        if self.proves_at(state) and len(actions) > 1:
            following: Iterable[State] = [self._choose(state, actions)[1]]
        else:
            following = map(state.play, actions)
        for after in following:
            still_open = self._open(after)
            if still_open is not None:
                self._visit(after, still_open)
        self._known[alike] = self._need(state)

    def _visit_strictly(self, state: State, *, settled: bool) -> None:
        """Visit a position and all that can come of it; where the claim was settled before nothing more is told, and anything will do."""
        if state.turn is None:
            self._check_end(state)
            return
        seen = self._seen.get(state)
        if seen is not None and (settled or not seen):
            return
        settled = settled or self._is_certain(state, self._need(state))
        self._tally.add(state)
        actions = actions_of(state)
        if self.proves_at(state):
            which = self._told_at(state, actions, settled=settled) if len(actions) > 1 else 0
            actions = [actions[which]]
        else:  # every one, those that do the same beside each other, so that choices are met as they are told
            actions = sorted(state.legal, key=lambda action: action_order(canonical_action(state.game, action)))
        for action in actions:
            self._visit_strictly(msgspec.structs.replace(state.play(action), log=()), settled=settled)
        self._seen[state] = settled

    def _told_at(self, state: State, actions: Sequence[Action], *, settled: bool) -> int:
        """Return which action is told for a position, by its class: the same for all that are alike."""
        alike, need = self._classes.of(canonical_state(state)), self._need(state)
        told = self._told.get(alike)
        if not settled and (told is None or told[0] < need):
            told = self._told[alike] = need, self._choose(state, actions)[0]
        return 0 if told is None else told[1]

    def _need(self, state: State) -> int:
        """Return how much is still to be proved, where points add up: more is harder (T-POINTS)."""
        if not self._adds:
            return 0
        need = self._claim.number - self._classes.captured(state)
        return need if self._claim.prover == 0 else -need

    def _is_certain(self, state: State, need: int) -> bool:
        """Whether points that were captured are enough already, or those that are left too few (T-POINTS)."""
        if not self._adds:
            return False
        return need + (state.points_to_come + self._last_trick if self._claim.prover else 0) <= 0

    def _check_end(self, state: State) -> None:
        if not self._is_kept(state):
            found = self._number(state)
            problem = say(
                "the deal ends with {found} by {measure}, where {number} was claimed",
                found="?" if found is None else found,
                measure=self._measure,
                number=self._claim.number,
            )
            raise CertificateError(problem, position=str(state))

    def _is_kept(self, state: State) -> bool:
        found = self._number(state)
        return found is not None and self._claim.holds(found)

    def _number(self, state: State) -> int | None:
        result = state.result
        return None if result is None else number_of(result, self._measure, self._sides)
