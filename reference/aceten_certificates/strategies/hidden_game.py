"""The game of a view: all that can be played in the deals that may be, and what each of two players knows of it.

A history is a deal that may be and the actions since. Histories of one length form a layer. What a player knows is what he saw to begin
with, every action, and what he saw after each; histories of which he knows the same are one information set, if he has a choice there. An
information set with one of its actions is a sequence; sequence 0 is that of no action.

A history ends with the deal, or after one action or more as soon as all cards are open: where all that the two cannot rule out together,
as each knows that the other knows, and so on, is one position. What is left is a game of open cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from aceten.engine.equal_actions import canonical_action
from aceten_certificates.classes import actions_of
from aceten_certificates.strategies.fitting_deals import fitting_deals
from aceten_certificates.strategies.open_play import OpenPlay
from aceten_certificates.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable

    from aceten import Action, State, View
    from aceten_certificates.claims import Measure

NONE: Final = -1
"""Stands for what a history does not have."""


class Decisions:
    """The information sets of a player, by their numbers, and his sequences."""

    def __init__(self) -> None:
        """There are none yet."""
        self.parents: list[int] = []
        """The sequence that leads to each information set."""
        self.first: list[int] = []
        """The first of the sequences of each information set; one for each action, in the order of the actions."""
        self.counts: list[int] = []
        """How many actions each information set has."""
        self.lengths: list[int] = [0]
        """How many of his choices each sequence consists of."""

    def add(self, parent: int, count: int) -> int:
        """Add an information set, and return its number."""
        self.parents.append(parent)
        self.first.append(len(self.lengths))
        self.counts.append(count)
        self.lengths += [self.lengths[parent] + 1] * count
        return len(self.parents) - 1


class Layer(NamedTuple):
    """The histories of one length, a place for each."""

    states: list[int]
    """The number of the position (:attr:`HiddenGame.states`)."""
    weights: list[int]
    """How many deals the one stands for that it began with."""
    parents: list[int]
    """The place of the history in the layer before that it goes on from; ``NONE`` at the beginning."""
    actions: list[int]
    """The number of its last action (:attr:`HiddenGame.actions`); ``NONE`` at the beginning."""
    sequences: tuple[list[int], list[int]]
    """The last sequence of each player."""
    knows: tuple[list[int], list[int]]
    """A number for all that each player knows: equal where he knows the same."""
    worths: list[int | None]
    """What a history that ends comes to for side 0; ``None``: it goes on."""
    choosers: list[int]
    """The player who has a choice there; ``NONE`` where nobody has one."""
    sets: list[int]
    """The information set of that player; ``NONE`` where nobody has a choice."""

    def add(
        self,
        *,
        state: int,
        weight: int,
        parent: int,
        action: int,
        sequences: tuple[int, int],
        knows: tuple[int, int],
    ) -> None:
        """Add a history; what it comes to, and who chooses, is found out later."""
        self.states.append(state)
        self.weights.append(weight)
        self.parents.append(parent)
        self.actions.append(action)
        for player in (0, 1):
            self.sequences[player].append(sequences[player])
            self.knows[player].append(knows[player])


class HiddenGame:
    """The game of a view, of two players. Player 0 is the seat of side 0."""

    def __init__(
        self,
        view: View,
        measure: Measure,
        *,
        private: bool,
        strict: bool = False,
        most: int | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        """Make it.

        :param view: what the seat sees that is to act.
        :param measure: what is counted for side 0.
        :param private: whether each knows his own cards alone. Otherwise the other player knows those of the seat.
        :param strict: whether no positions are held to be alike when cards are open.
        :param most: so many histories and positions with open cards there may be; ``None``: any number.
        :param progress: is told now and then how many there are.
        :raises CertificateError: when there is no such game.
        :raises TooManyPositionsError: when it is too large.
        """
        self.view: Final = view
        """The view."""
        self.deals: Final = fitting_deals(view, private=private)
        """The deals that may be."""
        self.tally: Final = Tally(most, progress)
        """How many histories, and positions with open cards, were looked at."""
        self.states: Final[list[State]] = []
        """Every position of a history, by its number: with cards for all that play alike, and without its log."""
        self.actions: Final[list[Action]] = []
        """Every action, by its number: one for all that do the same."""
        self.decisions: Final = Decisions(), Decisions()
        """The information sets of both players, by the length of their histories, then by the place of the first of these."""
        self._open: Final = OpenPlay(next(iter(self.deals.own)), measure, self.deals.sides, self.tally, strict=strict)
        self._numbers: dict[State, int] = {}
        self._action_numbers: dict[Action, int] = {}
        self._steps: dict[int, list[tuple[int, int]]] = {}
        self._views: dict[View, int] = {}
        self._seen: dict[tuple[int, int], int] = {}
        self._worths: dict[int, int] = {}
        self.layers: Final[list[Layer]] = []
        """The histories by their length, each layer in the order of the layer before, then of the actions."""
        layer = self._begin()
        while layer.states:
            self._finish(layer)
            self.layers.append(layer)
            layer = self._after(layer)

    @property
    def histories(self) -> int:
        """How many histories there are."""
        return sum([len(layer.states) for layer in self.layers])

    def steps(self, number: int) -> list[tuple[int, int]]:
        """Return the actions at a position, in order, each with the position that it leads to, all by their numbers."""
        steps = self._steps.get(number)
        if steps is None:
            state = self.states[number]
            steps = self._steps[number] = [
                (self._action(canonical_action(state.game, action)), self._number(state.play(action)))
                for action in actions_of(state)
            ]
        return steps

    def _number(self, state: State) -> int:
        number = self._numbers.setdefault(state, len(self.states))
        if number == len(self.states):
            self.states.append(msgspec.structs.replace(state, log=()))
        return number

    def _action(self, action: Action) -> int:
        number = self._action_numbers.setdefault(action, len(self.actions))
        if number == len(self.actions):
            self.actions.append(action)
        return number

    def _sight(self, state: int, player: int) -> int:
        """Return a number for what a player sees of a position, without what he remembers."""
        sight = self._seen.get((state, player))
        if sight is None:
            view = self.states[state].view(self.deals.seats[player])
            sight = self._seen[state, player] = self._views.setdefault(view, len(self._views))
        return sight

    def _begin(self) -> Layer:
        """Return the layer of histories without an action."""
        layer = _empty()
        for state, weight in self.deals.weights.items():
            self.tally.add(self.view)
            number = self._number(state)
            layer.add(
                state=number,
                weight=weight,
                parent=NONE,
                action=NONE,
                sequences=(0, 0),
                knows=(self._sight(number, 0), self._sight(number, 1)),
            )
        return layer

    def _after(self, before: Layer) -> Layer:
        """Return the layer of the histories that go on from those of another."""
        layer = _empty()
        known: tuple[dict[tuple[int, int, int], int], ...] = ({}, {})
        for place, state in enumerate(before.states):
            if before.worths[place] is not None:
                continue
            chooser = before.choosers[place]
            begun = [before.sequences[0][place], before.sequences[1][place]]
            for which, (action, after) in enumerate(self.steps(state)):
                self.tally.add(self.view)
                if chooser != NONE:
                    begun[chooser] = self.decisions[chooser].first[before.sets[place]] + which
                knows = [
                    known[player].setdefault(
                        (before.knows[player][place], action, self._sight(after, player)), len(known[player])
                    )
                    for player in (0, 1)
                ]
                layer.add(
                    state=after,
                    weight=before.weights[place],
                    parent=place,
                    action=action,
                    sequences=(begun[0], begun[1]),
                    knows=(knows[0], knows[1]),
                )
        return layer

    def _finish(self, layer: Layer) -> None:
        """Find out which histories end, what they come to, and who chooses where they go on."""
        is_open = _open(layer) if self.layers else [False] * len(layer.states)  # the first action is what is asked for
        found: tuple[dict[int, int], ...] = ({}, {})
        for place, number in enumerate(layer.states):
            state = self.states[number]
            if state.turn is None or is_open[place]:
                layer.worths.append(self._worth(number))
                layer.choosers.append(NONE)
                layer.sets.append(NONE)
                continue
            layer.worths.append(None)
            player, count = self.deals.seats.index(state.turn), len(self.steps(number))
            if count == 1:
                layer.choosers.append(NONE)
                layer.sets.append(NONE)
                continue
            knows = layer.knows[player][place]
            if knows not in found[player]:
                found[player][knows] = self.decisions[player].add(layer.sequences[player][place], count)
            layer.choosers.append(player)
            layer.sets.append(found[player][knows])

    def _worth(self, number: int) -> int:
        worth = self._worths.get(number)
        if worth is None:
            worth = self._worths[number] = self._open.worth(self.states[number])
        return worth


def _empty() -> Layer:
    return Layer([], [], [], [], ([], []), ([], []), [], [], [])


def _open(layer: Layer) -> list[bool]:
    """Return at which histories all cards are open.

    Who takes one history for possible takes all of them for possible of which he knows the same. What is reached from a history by going
    on so, with what either knows in turn, is what the two cannot rule out together.
    """
    groups = _Groups()
    joined = [groups.join((0, first), (1, second)) for first, second in zip(*layer.knows, strict=True)]
    positions: dict[tuple[int, int], set[int]] = {}
    for each, state in zip(joined, layer.states, strict=True):
        positions.setdefault(groups.leader(each), set()).add(state)
    return [len(positions[groups.leader(each)]) == 1 for each in joined]


class _Groups:
    """Groups of what belongs together, each found by its leader."""

    def __init__(self) -> None:
        self._above: dict[tuple[int, int], tuple[int, int]] = {}

    def leader(self, one: tuple[int, int]) -> tuple[int, int]:
        """Return the leader of the group of one."""
        way: list[tuple[int, int]] = []
        while (above := self._above.get(one, one)) != one:
            way.append(one)
            one = above
        self._above.update(dict.fromkeys(way, one))
        return one

    def join(self, one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
        """Make one group of those of two, and return one of it."""
        self._above[self.leader(one)] = self.leader(other)
        return other
