"""Play from several worlds as a game in extensive form: every history, and what each of the two seats knows of it.

A history is a world and the actions since. Histories of one length form a layer, and a layer is a few arrays, with a place for each
history. A seat remembers all that it has seen: its own cards whenever they changed, the table, and every action. Histories that it cannot
tell apart are one information set; an information set with one of its actions is a sequence, and sequence 0 is that of no action.

A history ends with the deal, or as soon as everything is open: when both seats know the state, and know that of each other, and so on.
What remains is then worth what it is worth with all cards known, and a strategy for it is nothing but perfect play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten import Action
    from aceten_solver.hidden.shared_tree import SharedTree

Numbers: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.int64]]"
"""A whole number for each history."""

Marks: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.bool_]]"
"""Yes or no for each history."""

NONE: Final = -1
"""For what a history does not have."""


class HistoryLayer(NamedTuple):
    """The histories of one length."""

    state: Numbers
    """The number of the state (:class:`~aceten_solver.hidden.shared_tree.SharedTree`)."""
    weight: Numbers
    """The weight of the world."""
    parent: Numbers
    """The place of the history in the layer before that it goes on from; ``NONE`` at the beginning."""
    action: Numbers
    """The number of its last action (:attr:`GameTree.actions`); ``NONE`` at the beginning."""
    sequence: tuple[Numbers, Numbers]
    """The last sequence of each seat."""
    player: Numbers
    """Which of the two seats decides what comes next; ``NONE`` where nobody has a choice."""
    information: Numbers
    """The information set of that seat; ``NONE`` where nobody has a choice."""
    worth: Numbers
    """What a history that ends comes to, for side 0; 0 elsewhere."""
    ends: Marks
    """Whether a history ends."""


class SeatDecisions:
    """The information sets of a seat, by their numbers, and its sequences."""

    def __init__(self) -> None:
        self.parent: list[int] = []
        """The sequence that leads to each information set."""
        self.first: list[int] = []
        """The first of the sequences of each information set; one for each action, in the order of the actions."""
        self.count: list[int] = []
        """How many actions there are in each information set."""
        self.sequences = 1
        """How many sequences there are."""

    def add(self, parents: Numbers, counts: Numbers) -> int:
        """Add information sets, and return the number of the first of them."""
        begin = len(self.parent)
        firsts = self.sequences + np.cumsum(counts) - counts
        self.parent += parents.tolist()
        self.first += firsts.tolist()
        self.count += counts.tolist()
        self.sequences += int(counts.sum())
        return begin


class GameTree:
    """A game in extensive form of two seats."""

    def __init__(self, play: SharedTree, *, opening: bool = True) -> None:
        """Follow play to its end; each side has one seat.

        :param opening: whether a history ends where everything is open. It makes no difference to what the game comes to.
        """
        self.play = play
        """The states."""
        (first,), (second,) = play.seats
        self.seats = first, second
        """The seat of side 0, and that of side 1."""
        self.decisions = SeatDecisions(), SeatDecisions()
        """The information sets of both."""
        self.actions: list[Action] = []
        """Every action, by its number."""
        self._action_numbers: dict[Action, int] = {}
        self.layers: list[HistoryLayer] = []
        """The histories by their length, those of no action first."""
        for layer in self._grow(opening=opening):
            self.layers.append(layer)
        self.size = sum([len(layer.state) for layer in self.layers])
        """How many histories there are."""

    def _grow(self, *, opening: bool) -> Iterator[HistoryLayer]:
        states = np.fromiter(self.play.worlds, np.int64)
        weights = np.fromiter(self.play.worlds.values(), np.int64)
        nothing, zeros = np.full_like(states, NONE), np.zeros_like(states)
        first, second = (
            np.array([self.play.begins_with(number, seat) for number in self.play.worlds], np.int64)
            for seat in self.seats
        )
        knows = first, second
        sequence, parent, action = (zeros, zeros), nothing, nothing
        while len(states):
            over = self._over(states)
            # The first action is left to the strategies even where everything is open: it is what is asked for.
            ends = over | _open(states, knows) if opening and self.layers else over
            begun = HistoryLayer(states, weights, parent, action, sequence, nothing, nothing, zeros, ends)
            yield (layer := self._decide(begun, knows))
            parent, states, action, place = self._step(states, ends)
            weights = weights[parent]
            saw = _joined(knows[0][parent], action), _joined(knows[1][parent], action)
            knows = self._looks(saw[0], states, 0), self._looks(saw[1], states, 1)
            sequence = self._follow(layer, parent, place, 0), self._follow(layer, parent, place, 1)
            nothing, zeros = np.full_like(states, NONE), np.zeros_like(states)

    def _over(self, states: Numbers) -> Marks:
        each, where = np.unique(states, return_inverse=True)
        numbers: list[int] = each.tolist()
        return np.array([self.play.states[number].turn is None for number in numbers], np.bool_)[where]

    def _looks(self, knew: Numbers, states: Numbers, player: int) -> Numbers:
        """Return numbers for what a seat knows that knew something and now looks at the states."""
        each, where = np.unique(states, return_inverse=True)
        seat = self.seats[player]
        sees = np.array([self.play.sees(state, seat) for state in each.tolist()], np.int64)
        return _joined(knew, sees[where])

    def _decide(self, layer: HistoryLayer, knows: tuple[Numbers, Numbers]) -> HistoryLayer:
        """Say who decides about each history, in what information set, and what those come to that end."""
        player, information, worth = layer.player.copy(), layer.information.copy(), layer.worth.copy()
        each, where = np.unique(layer.state[layer.ends], return_inverse=True)
        worth[layer.ends] = np.array([self.play.worth(state) for state in each.tolist()], np.int64)[where]
        turns, counts = self._choices(layer.state, layer.ends)
        for who, (decisions, known) in enumerate(zip(self.decisions, knows, strict=True)):
            (here,) = np.nonzero((turns == who) & (counts > 1))
            _, place, where = np.unique(known[here], return_index=True, return_inverse=True)
            begin = decisions.add(layer.sequence[who][here][place], counts[here][place])
            player[here], information[here] = who, begin + where
        return layer._replace(player=player, information=information, worth=worth)

    def _choices(self, states: Numbers, ends: Marks) -> tuple[Numbers, Numbers]:
        """Return whose turn it is in each history that goes on, and how many actions he has."""
        each, where = np.unique(states, return_inverse=True)
        alive = np.zeros(len(each), np.bool_)
        alive[where[~ends]] = True
        turns, counts = np.full(len(each), NONE, np.int64), np.zeros(len(each), np.int64)
        for at in np.nonzero(alive)[0].tolist():
            number = int(each[at])
            turns[at] = self.seats.index(self.play.states[number].turn)
            counts[at] = len(self.play.steps(number))
        return np.where(ends, NONE, turns[where]), np.where(ends, 0, counts[where])

    def _step(self, states: Numbers, ends: Marks) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """Return the next layer: for each history its parent, state and last action, and the place of that among those that could be."""
        (alive,) = np.nonzero(~ends)
        each, where = np.unique(states[alive], return_inverse=True)
        steps = [self.play.steps(state) for state in each.tolist()]
        counts = np.array([len(step) for step in steps], np.int64)
        begins = np.cumsum(counts) - counts
        after = np.array([state for step in steps for state in step.values()], np.int64)
        actions = np.array([self._number(action) for step in steps for action in step], np.int64)
        parent = np.repeat(alive, counts[where])
        place = np.arange(len(parent)) - np.repeat(np.cumsum(counts[where]) - counts[where], counts[where])
        found = np.repeat(begins[where], counts[where]) + place
        return parent, after[found], actions[found], place

    def _number(self, action: Action) -> int:
        number = self._action_numbers.setdefault(action, len(self.actions))
        if number == len(self.actions):
            self.actions.append(action)
        return number

    def _follow(self, before: HistoryLayer, parent: Numbers, place: Numbers, who: int) -> Numbers:
        """Return the last sequence of a seat in each history of the next layer."""
        sequence = before.sequence[who][parent]
        decided = before.player[parent] == who
        firsts = np.array(self.decisions[who].first, np.int64)
        sequence[decided] = firsts[before.information[parent][decided]] + place[decided]
        return sequence


def _joined(one: Numbers, other: Numbers) -> Numbers:
    """Return numbers that are equal where both are."""
    if not len(one):
        return one
    low = int(other.min())
    _, places = np.unique(one * (int(other.max()) - low + 1) + other - low, return_inverse=True)
    return np.asarray(places, np.int64)


def _open(states: Numbers, knows: tuple[Numbers, Numbers]) -> Marks:
    """Return which histories are of a state that both seats know, and each knows that the other knows, and so on.

    Who takes one history for possible takes all of them for possible that he knows nothing different of. What is reached from a history
    by going on so, with the knowledge of either seat in turn, is what the two cannot rule out together.
    """
    first, second = knows
    size = int(first.max()) + 1
    joined = coo_array(
        (np.ones(len(states), np.int8), (first, size + second)), shape=(shape := size + int(second.max()) + 1, shape)
    )
    _, label = connected_components(joined, directed=False)
    group = label[first].astype(np.int64)
    _, one_each = np.unique(_joined(group, states), return_index=True)
    kinds = np.bincount(group[one_each])
    alone: Marks = kinds[group] == 1
    return alone
