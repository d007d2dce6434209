"""Tiny deals with hidden cards, and the deals that look like them."""

import itertools
from functools import cache
from typing import Final, TypeAlias

from msgspec.structs import replace
from support.games.tiny_games import TINY

from aceten import Action, Card, Play, State, View, imagine
from aceten.engine.equal_actions import canonical_state
from aceten_solver.question.objectives import default_objective, merit_by, value_of_result
from aceten_solver.question.two_sides import two_sides

Worlds: TypeAlias = "list[tuple[State, int]]"
"""Deals with their weights."""

TWO: Final = [name for name, each in TINY.items() if each.game.players == 2]
FEW: Final = [name for name in TWO if len(TINY[name].game.pack.cards) <= 6]


def worlds_of(state: State) -> Worlds:
    """Return every deal that looks to the seat to act like this one, by every card of it, each as likely as any other."""
    assert state.turn is not None
    view = state.view(state.turn)
    lacking = [size - len(known) for known, size in zip(view.known, view.hand_sizes, strict=True)]
    ends = [0, *itertools.accumulate(lacking)]
    found: set[tuple[tuple[Card, ...], ...]] = set()
    for order in itertools.permutations(view.unseen):
        piles = [tuple(sorted(order[low:high])) for low, high in itertools.pairwise(ends)]
        found.add((*piles, order[ends[-1] :]))
    worlds: Worlds = []
    for hidden in sorted(found):
        hands = tuple([known + pile for known, pile in zip(view.known, hidden[:-1], strict=True)])
        worlds.append((imagine(view, hands, hidden[-1] + view.known_talon), 1))
    return worlds


def dealt(name: str, number: int, played: int = 0) -> State:
    """Return a deal of a tiny game, after some first actions."""
    state = TINY[name].game.deal(seed=number)
    for _ in range(played):
        after = state.play(state.legal[number % len(state.legal)])
        if after.turn is None:
            break
        state = after
    return state


def possible(name: str, number: int) -> Worlds:
    """Return a dozen deals, in each of which every seat knows its own cards alone, or all of those that look alike to everybody."""
    deals = [canonical_state(TINY[name].game.deal(seed=each, dealer=0)) for each in range(number, number + 12)]
    shown = deals[0].view(0).known_talon
    return [(deal, 1 + place % 3) for place, deal in enumerate(deals) if deal.view(0).known_talon == shown]


def worth(state: State) -> int:
    """Return what a deal that is over is worth to side 0."""
    result = state.result
    assert result is not None
    return merit_by(value_of_result(result, two_sides(state)), default_objective(state.game))


def look(state: State, seat: int) -> View:
    """Return what a seat sees, without what it remembers."""
    return replace(state.view(seat), log=())


def kind_of(state: State, action: Action) -> str:
    """Return what is the same for all actions that do the same."""
    return str(state.game.canonical_card(action.card)) if isinstance(action, Play) else str(action)


@cache
def minimax(state: State) -> int:
    """Return what a deal comes to for side 0 with all cards known."""
    if state.turn is None:
        return worth(state)
    best = max if state.game.sides[state.turn] in two_sides(state).first else min
    return best([minimax(state.play(action)) for action in state.legal])
