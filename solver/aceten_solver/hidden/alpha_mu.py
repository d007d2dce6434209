"""Alpha-mu: what a side can do that does not know in which of several worlds it is, against opponents who do.

"The alpha-mu search algorithm for the game of bridge" (Cazenave and Ventos 2019), and its cuts (Cazenave, Legras and Ventos 2021). To
solve each world with open cards, and to choose the action that is best on average, supposes that from then on one plays in each world as
if one knew it. Here a strategy chooses for so many moves one action for all worlds that look the same, and open cards decide only what
comes after that. Each strategy is a vector: what it comes to in each world. The side that searches keeps the front of those vectors that
none dominates (``aceten_solver.hidden.pareto_fronts``); its opponents choose in each world what is worst there.

What is assumed: the opponents see all cards, and know the strategy. The seat to act tells worlds apart by what it sees from its own next
turns on. Where its side has a partner, worlds are told apart by what the partner sees when he is to act, and the side plays on with what
both have seen, as declarer and dummy do: until his first turn his cards are unknown. So what is found is never more than open cards on
average, and no more than a player is certain of by a strategy that does not mix, where he plays alone.
"""

from __future__ import annotations

import time
from itertools import chain
from operator import mul
from typing import TYPE_CHECKING, Final

import msgspec

from aceten import Action, Seat, State, UsageError
from aceten.vocabulary.naming import seat_name
from aceten_solver.answers.solver import Solver
from aceten_solver.hidden.pareto_fronts import Front, combined, dominated, gathered, lowest, spread, undominated
from aceten_solver.hidden.shared_tree import SharedTree
from aceten_solver.in_python.alpha_beta import Budget, OutOfBudgetError
from aceten_solver.question.objectives import Objective
from aceten_solver.question.question import limits_of
from aceten_spec.errors import given, whole
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

NODES: Final = 10_000_000
"""The default for how much is searched: states, in each of the worlds, and numbers of vectors."""


class PlannedAction(msgspec.Struct, frozen=True, kw_only=True):
    """A legal action, and what strategies that begin with it come to."""

    action: Action
    """The action, one for all that do the same."""
    mean: float
    """What the best of the vectors comes to on average over the worlds, for side 0; with a goal, how likely it is to be reached."""
    front: tuple[tuple[int, ...], ...]
    """What undominated strategies come to for side 0 in each of the worlds; with a goal 1 where it is reached, and 0 elsewhere."""
    moves: int
    """So many moves of the side to act were searched, this one among them. With more the mean is no better for it."""


class AlphaMu(msgspec.Struct, frozen=True, kw_only=True):
    """What alpha-mu finds out about an action of a seat that does not see all cards."""

    seat: Seat
    """The seat to act."""
    objective: Objective
    """What was asked for."""
    goal: int | None
    """What the side to act wants: at least so much for side 0, or for side 1 that side 0 has at most so much; ``None``: the most."""
    worlds: tuple[tuple[State, int], ...]
    """The worlds to which the numbers of a vector belong, those in one that play alike, and their weights."""
    actions: tuple[PlannedAction, ...]
    """Every legal action, of those that do the same one, the best first."""
    moves: int
    """So many moves of the side to act were searched."""
    exact: bool
    """Whether more moves would change nothing."""
    nodes: int
    """States searched, in each of the worlds, and numbers of vectors that were compared."""
    seconds: float
    """Time taken."""

    @property
    def chosen(self) -> Action:
        """The action to play."""
        return self.actions[0].action


class Cuts(msgspec.Struct, frozen=True, kw_only=True):
    """What need not be searched. None of it changes which action is best, or what that comes to."""

    early: bool = True
    """At an opponent's turn: go no further when what is left is dominated by what the side has found at its turn before that."""
    deep: bool = True
    """And by what it has found at earlier turns, where all worlds are still the same."""
    open_cards: bool = True
    """Search no opponent's turn where even open cards leave no more than that."""
    root: bool = True
    """Search no action whose mean was, with a move less, no better than that of another is now."""


def search_alpha_mu(
    worlds: Sequence[tuple[State, int]],
    objective: Objective | str | None = None,
    *,
    goal: int | None = None,
    moves: int | None = None,
    nodes: int | None = NODES,
    seconds: float | None = None,
    stop: Callable[[], bool] | None = None,
    cuts: Cuts | None = None,
) -> AlphaMu:
    """Return what each action comes to, searched with one move of the side to act, then with two, and so on while the budget lasts.

    With one move it is the average over the worlds of perfect play with open cards. That is searched whatever it costs.

    >>> import aceten, aceten_solver
    >>> worlds = [(aceten.parse(f"zsiros/2 hands=A9,{theirs} lead=0 points=30,30"), 1) for theirs in ("A8", "T9")]
    >>> found = aceten_solver.search_alpha_mu(worlds, "points")
    >>> str(found.chosen), found.actions[0].mean, found.exact
    ('A', 40.0, True)

    :param worlds: the deals that may be, with their weights, whole numbers from 1 on; all of them look the same to the seat to act.
    :param objective: what counts: by default points, where nothing else decides a deal, otherwise game points.
    :param goal: how much side 0 is to have at least, where that is the side to act, and otherwise at most; ``None``: the most on average.
    :param moves: search at most so many moves of the side to act, 1 or more; ``None``: as many as there are.
    :param nodes: search at most about this many states and numbers of vectors after the first move; ``None``: no limit.
    :param seconds: search at most about this long after the first move; ``None``: no limit.
    :param stop: is asked now and then whether to end with what is found so far.
    :param cuts: what need not be searched; by default all of that.
    :raises ObjectiveError: when a world does not say enough for the objective.
    :raises UsageError: when there is no world, or they do not look the same to the seat to act, or there are not two sides.
    """
    started = time.perf_counter()
    limits = limits_of(nodes, seconds, stop)
    if moves is not None and (whole(moves) or 0) < 1:
        raise UsageError(say("moves {number}: expected 1 or more", number=given(moves)))
    with Solver() as solver:
        play = SharedTree(worlds, objective, solver)
        search = _Search(play, goal, cuts or Cuts())
        found, depth, exact = search.deepen(moves, Budget(nodes=limits.nodes, seconds=limits.seconds, stop=stop))
    return AlphaMu(
        seat=search.seat,
        objective=play.objective,
        goal=goal,
        worlds=tuple([(play.states[number], weight) for number, weight in play.worlds.items()]),
        actions=tuple(found),
        moves=depth,
        exact=exact,
        nodes=search.nodes,
        seconds=time.perf_counter() - started,
    )


class _Search:
    """One position, seen by the seat to act: its worlds, and what is known of them. Numbers are what its side wants to be large."""

    def __init__(self, play: SharedTree, goal: int | None, cuts: Cuts) -> None:
        self._play = play
        self._goal = goal
        self._cuts = cuts
        self._states = tuple(play.worlds)
        self.seat = play.turn
        first, second = play.seats
        self._ours = first if self.seat in first else second
        self._sign = 1 if self._ours == first else -1
        if len({play.begins_with(number, self.seat) for number in self._states}) > 1:
            raise UsageError(say("worlds: {who} is to act and can tell them apart", who=seat_name(self.seat)))
        self._budget = Budget()
        self._known: dict[tuple[tuple[int, ...], int], tuple[Front, bool]] = {}
        """Fronts, and whether open cards have decided any of what they hold."""
        self._beyond = False
        """Whether open cards have decided anything."""
        self._cut = 0
        """How often something was not searched to its end."""
        self.nodes = 0
        """What was searched so far."""

    def deepen(self, most: int | None, budget: Budget) -> tuple[list[PlannedAction], int, bool]:
        """Return what the actions come to, the best first, with how many moves that is searched, and whether more change nothing."""
        found = self._iterate([], 1)
        depth, exact = 1, not self._beyond
        first, self._budget = self._budget, budget
        while not exact and (most is None or depth < most):
            try:
                found = self._iterate(found, depth + 1)
            except OutOfBudgetError:
                break
            depth, exact = depth + 1, not self._beyond
        self.nodes = first.nodes + budget.nodes
        return found, depth, exact

    def _iterate(self, before: list[PlannedAction], moves: int) -> list[PlannedAction]:
        """Search the actions with so many moves, the best before first."""
        self._beyond = False
        found: list[PlannedAction] = []
        kept: list[PlannedAction] = []
        best: float | None = None
        bounds = {entry.action: entry for entry in before}
        self._look_ahead(self._states)
        for action in bounds or self._play.steps(self._states[0]):
            bound = bounds.get(action)
            if self._cuts.root and best is not None and bound is not None and self._mean_for_us(bound) <= best:
                kept.append(bound)
                continue
            after = [self._play.steps(state)[action] for state in self._states]
            entry = self._planned(action, self._after(after, moves - 1, ()), moves)
            found.append(entry)
            best = max(self._mean_for_us(each) for each in found)
        return sorted(
            [*found, *kept], key=self._mean_for_us, reverse=True
        )  # those that were searched first among equals

    def _planned(self, action: Action, front: Front, moves: int) -> PlannedAction:
        weights = self._play.worlds.values()
        whole = sum(weights)
        best = max(sum(map(mul, vector, weights)) for vector in front)
        sign = 1 if self._goal is not None else self._sign
        told = tuple([tuple([sign * number for number in vector]) for vector in front])
        return PlannedAction(action=action, mean=sign * best / whole, front=told, moves=moves)

    def _mean_for_us(self, entry: PlannedAction) -> float:
        return entry.mean if self._goal is not None else self._sign * entry.mean

    def _worth(self, number: int) -> int:
        """Return what a state is worth with open cards: what the side wants to be large."""
        worth = self._sign * self._play.worth(number)
        return worth if self._goal is None else int(worth >= self._sign * self._goal)

    def _look_ahead(self, states: Sequence[int]) -> None:
        """Find out what each action is worth with open cards, one world after the other: actions in one world have much in common."""
        for state in states:
            self._play.look_ahead(state)

    def _after(self, states: Sequence[int], moves: int, alpha: Front) -> Front:
        """Return the front of what an action leads to, in each world; a negative number where it cannot be taken."""
        several = tuple(sorted({state for state in states if state >= 0}))
        number = {state: place for place, state in enumerate(several)}
        places = [number.get(state, -1) for state in states]
        return spread(self._front(several, moves, gathered(alpha, places, len(several))), places)

    def _front(self, states: tuple[int, ...], moves: int, alpha: Front) -> Front:
        """Return the front of some states, no two the same, up to what is dominated by ``alpha``."""
        groups: dict[object, list[int]] = {}
        for place, state in enumerate(states):
            groups.setdefault(self._told_apart(state), []).append(place)
        if len(groups) == 1:
            return self._alike(states, moves, alpha)
        # What is done in one of the groups bears on no other: every combination is a strategy.
        parts = [self._alike(tuple([states[place] for place in group]), moves, ()) for group in groups.values()]
        order = {place: at for at, place in enumerate(chain(*groups.values()))}
        return spread(combined(parts, self._budget), [order[place] for place in range(len(states))])

    def _told_apart(self, number: int) -> object:
        """Return what is different for states that the side plays on from in different ways."""
        turn = self._play.states[number].turn
        if turn is None or turn not in self._ours:
            return turn
        return turn, self._play.sees(number, turn), frozenset(self._play.steps(number))  # what may be done is seen, too

    def _alike(self, states: tuple[int, ...], moves: int, alpha: Front) -> Front:
        """Return the front of states that look the same to the seat of the side that is to act, or in which an opponent is to act."""
        self._budget.spend(len(states))
        over = self._play.states[states[0]].turn is None
        if over or moves == 0 or len(states) == 1:
            self._beyond |= not over and len(states) > 1
            return (tuple(map(self._worth, states)),)
        known = self._known.get((states, moves))
        if known is None:
            beyond, self._beyond = self._beyond, False
            cut = self._cut
            ours = self._play.states[states[0]].turn in self._ours
            front = (self._ours_to_act if ours else self._theirs_to_act)(states, moves, alpha)
            known = front, self._beyond
            if not alpha or self._cut == cut:  # nothing is cut off but by what was found in there itself
                self._known[states, moves] = known
            self._beyond = beyond
        front, further = known
        self._beyond |= further
        return front

    def _ours_to_act(self, states: tuple[int, ...], moves: int, alpha: Front) -> Front:
        """Return the front where the side chooses one action for all the states."""
        self._look_ahead(states)
        steps = [self._play.steps(state) for state in states]
        after = [[step[action] for step in steps] for action in steps[0]]
        after.sort(key=lambda each: -sum(map(self._worth, each)))  # what is good early cuts off more
        front: Front = ()
        for each in after:
            above = (*alpha, *front) if self._cuts.deep else front
            front = undominated((*front, *self._after(each, moves - (len(after) > 1), above)), self._budget)
        return front

    def _theirs_to_act(self, states: tuple[int, ...], moves: int, alpha: Front) -> Front:
        """Return the front where an opponent chooses an action for each state."""
        if self._cuts.open_cards and alpha:
            most = tuple(map(self._worth, states))
            if dominated(most, alpha):
                self._cut += 1
                return (most,)
        steps = [self._play.steps(state) for state in states]
        front: Front = ()
        for action in dict.fromkeys(action for step in steps for action in step):
            after = [step.get(action, -1) for step in steps]
            above = alpha if self._cuts.deep and -1 not in after else ()
            more = self._after(after, moves, above)
            front = lowest(front, more, self._budget) if front else more
            if self._cuts.early and all(dominated(vector, alpha) for vector in front):
                self._cut += 1
                break
        return front
