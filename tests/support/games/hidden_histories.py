"""What strategies for hidden cards come to, followed through every deal by the engine alone."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Protocol

from support.games.hidden_deals import kind_of, look, minimax, worth

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from aceten import Action, Seat, State, View
    from aceten_solver import ActionChance


class History:
    """A world and the actions since, and how likely chance and one of the seats make it."""

    def __init__(self, world: State, likely: float, state: State, played: tuple[Action, ...] = ()) -> None:
        self.world = world
        self.likely = likely
        self.state = state
        self.played = played

    def then(self, action: Action, chance: float = 1) -> History:
        """Return the history with another action."""
        return History(self.world, self.likely * chance, self.state.play(action), (*self.played, action))


class Strategy(Protocol):
    """How both seats play, as far as they are asked."""

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The seat of side 0, and that of side 1."""
        ...

    def chances(self, world: State, played: Sequence[Action] = ()) -> Iterable[ActionChance]:
        """Return how likely each action is of those that do not do the same; nothing where all is open."""
        ...


def respond(found: Strategy, seat: int, histories: Iterable[History]) -> float:
    """Return the most (or, of side 1, the least) that a seat gets for side 0 against the strategy of the other."""
    alike: defaultdict[View, list[History]] = defaultdict(list)
    for each in histories:
        alike[look(each.state, seat)].append(each)
    return sum([_respond(found, seat, group) for group in alike.values()])


def _respond(found: Strategy, seat: int, histories: list[History]) -> float:
    first = histories[0].state
    if first.turn is None:
        return sum([each.likely * worth(each.state) for each in histories])
    if first.turn == seat:
        best = max if seat == found.seats[0] else min
        return best([respond(found, seat, [each.then(action) for each in histories]) for action in first.legal])
    after: defaultdict[Action | None, list[History]] = defaultdict(list)
    total = 0.0
    for each in histories:
        chances = {str(one.action): one.chance for one in found.chances(each.world, each.played)}
        if not chances:  # all is open: the other seat plays perfectly
            total += each.likely * minimax(each.state)
            continue
        kinds = {action: kind_of(each.state, action) for action in each.state.legal}
        for action, kind in kinds.items():
            after[action].append(each.then(action, chances[kind] / [*kinds.values()].count(kind)))
    return total + sum([respond(found, seat, group) for group in after.values()])
