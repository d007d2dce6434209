"""How large a game with hidden cards is, before it is grown: random walks through its tree tell (Knuth 1975)."""

from __future__ import annotations

import random
from statistics import fmean
from typing import TYPE_CHECKING, Final

from aceten.knowledge.memory import joined
from aceten_spec.cards import sort_cards

if TYPE_CHECKING:
    from aceten import Card, State
    from aceten_solver.hidden.shared_tree import SharedTree

_WALKS: Final = 500


def expected_histories(play: SharedTree) -> float:
    """Return about how many histories there are until the deal is over, or the talon, whose order nobody knows, comes to its end.

    Where worlds differ in what was captured too, the end of the talon opens nothing.
    A walk chooses each time between all that may follow, and counts for as many histories as there were choices on its way.
    """
    chance = random.Random(0)  # noqa: S311 - the same each time
    worlds = [*play.worlds]
    alike = len({_in_play(play.states[number]) for number in worlds}) == 1
    return len(worlds) * fmean([_walk(play, chance.choice(worlds), chance, opens=alike) for _ in range(_WALKS)])


def _in_play(state: State) -> tuple[Card, ...]:
    return sort_cards(joined(state.hands) + state.talon + state.trick)


def _walk(play: SharedTree, number: int, chance: random.Random, *, opens: bool) -> float:
    hidden = opens and bool(play.states[number].talon)
    ways = total = 1
    while (steps := play.steps(number)) and not (hidden and not play.states[number].talon):
        ways *= len(steps)
        total += ways
        number = chance.choice([*steps.values()])
    return total
