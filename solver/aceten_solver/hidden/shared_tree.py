"""What can become of several worlds, with a number for every state: each is played on, looked at and valued once, however it came about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, cast

from msgspec.structs import replace

from aceten import Action, Card, Seat, State, UsageError, View
from aceten.engine.equal_actions import canonical_action, canonical_state
from aceten.vocabulary.errors import check_kind
from aceten_solver.question.objectives import Objective, check_objective, default_objective, merit_by, value_of_result
from aceten_solver.question.two_sides import two_sides
from aceten_spec.errors import given, whole
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Hashable

    from aceten_solver.answers.solver import Solver

_TWO: Final = 2


class SharedTree:
    """The states that worlds can come to. Cards that play alike are one card here, so that worlds that differ in them alone are one."""

    def __init__(self, worlds: Sequence[tuple[State, int]], objective: Objective | str | None, solver: Solver) -> None:
        """Begin with worlds and their weights, in all of which the same seat is to act.

        :raises ObjectiveError: when a world does not say enough for the objective.
        :raises UsageError: when there is no world, a weight is not positive, the deal is over, or worlds are not of one game, seat to act
            or division into two sides.
        """
        first, self.turn = _first_of(worlds)
        self.sides = two_sides(first)
        """Who plays against whom."""
        self.objective: Objective
        """What is asked for."""
        asked = default_objective(first.game) if objective is None else objective
        for state, _ in worlds:
            if (state.game, state.turn) != (first.game, first.turn) or two_sides(state) != self.sides:
                raise UsageError(
                    say("worlds: expected one game, one seat to act and the same two sides in all of them")
                )
            self.objective = check_objective(state, asked, self.sides)
        self.states: list[State] = []
        """Every state that has come up, by its number."""
        self._solver = solver
        self._numbers: dict[State, int] = {}
        self._seen: dict[tuple[tuple[Card, ...], ...], int] = {}
        self._sees: dict[tuple[int, int], int] = {}
        self._views: dict[View, int] = {}
        self._steps: dict[int, dict[Action, int]] = {}
        self._worths: dict[Hashable, int] = {}
        self.worlds: dict[int, int] = {}
        """The weight of each state to begin with."""
        for state, weight in worlds:
            number = self._number(canonical_state(state))
            self.worlds[number] = self.worlds.get(number, 0) + weight

    @property
    def seats(self) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
        """The seats of side 0 and of side 1."""
        return self.sides.seats(self.states[0])

    def _number(self, state: State) -> int:
        number = self._numbers.setdefault(state, len(self.states))
        if number == len(self.states):
            self.states.append(state)
        return number

    def steps(self, number: int) -> dict[Action, int]:
        """Return what each action makes of a state, of those that do the same one only; nothing where the deal is over."""
        steps = self._steps.get(number)
        if steps is None:
            state = self.states[number]
            actions = dict.fromkeys(canonical_action(state.game, action) for action in state.legal)
            steps = {action: self._number(replace(state.play(action), log=())) for action in actions}
            self._steps[number] = steps
        return steps

    def sees(self, number: int, seat: int) -> int:
        """Return a number for the cards that a seat sees in a state: equal where it cannot tell two states apart that came about alike."""
        seen = self._sees.get((number, seat))
        if seen is None:
            view = self.states[number].view(seat)
            cards = (*view.known, view.known_talon, view.trick, *view.taken)
            seen = self._sees[number, seat] = self._seen.setdefault(cards, len(self._seen))
        return seen

    def begins_with(self, number: int, seat: int) -> int:
        """Return a number for all that a seat knows of a state to begin with: equal where it cannot tell two worlds apart."""
        view = replace(self.states[number].view(seat), log=())
        return self._views.setdefault(view, len(self._views))

    def worth(self, number: int) -> int:
        """Return what a state is worth to side 0 by the objective when everybody sees all cards from here on."""
        state = self.states[number]
        if state.result is not None:
            return merit_by(value_of_result(state.result, self.sides), self.objective)
        won, key = self._remembered(state)
        worth = self._worths.get(key)
        if worth is None:
            value = self._solver.value(state, self.objective)
            if value is None:
                raise ValueError("a search without a limit has found no value")
            worth = self._worths[key] = merit_by(value, self.objective) - won
        return won + worth

    def look_ahead(self, number: int) -> None:
        """Find out what a state is worth, and what each action in it leads to, all at once."""
        after = {action: self.states[each] for action, each in self.steps(number).items()}
        places = {action: self._remembered(state) for action, state in after.items() if state.result is None}
        if all(key in self._worths for _, key in places.values()):
            return
        own, values = self._solver.values(self.states[number], self.objective)
        found = [(self._remembered(self.states[number]), own)]
        found += [(place, values[action]) for action, place in places.items()]
        for (won, key), value in found:
            self._worths[key] = merit_by(value, self.objective) - won

    def _remembered(self, state: State) -> tuple[int, Hashable]:
        """Return what a state that is not over has added to what is still to come, and by what that is remembered."""
        if self.objective != "points":
            return 0, (state.key, state.talon, state.past)
        return self.sides.ours(state.points), (state.key, state.talon, sum(state.points))


def _first_of(worlds: Sequence[tuple[State, int]]) -> tuple[State, Seat]:
    """Return the first world and the seat to act there, or refuse those from which nobody can play on.

    :raises UsageError: when there is none, one is over, or has no weight.
    """
    check_worlds(worlds)
    if not worlds:
        raise UsageError(say("worlds: expected one or more"))
    for _, weight in worlds:
        if (whole(weight) or 0) < 1:
            raise UsageError(say("worlds: weight {weight}: expected 1 or more", weight=given(weight)))
    first, _ = worlds[0]
    if first.turn is None:
        raise UsageError(say("worlds: the deal is over"))
    return first, first.turn


def check_worlds(worlds: object) -> None:
    """Refuse what is no list of deals and weights, as not every caller is type-checked.

    :raises UsageError: then.
    """
    expected = say("pairs of a State and its weight, such as {example}", example="[(state, 1)]")
    check_kind(worlds, Sequence, expected)
    for each in cast("Sequence[object]", worlds):
        check_kind(each, tuple, expected)
        pair = cast("tuple[object, ...]", each)
        check_kind(pair[0] if len(pair) == _TWO else pair, State, expected)
