"""The shipped policies: ways to play a deal, for any seat of any game.

A further one is a name in :data:`PolicyName` and a line in :data:`POLICIES`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

import aceten
from aceten import Action, Result, State, View
from aceten.deals.shuffling import below, split_mix
from aceten.engine.equal_actions import canonical_action, is_choice
from aceten_solver.hidden.alpha_mu import search_alpha_mu
from aceten_solver.hidden.machine_player import Machine, Strength
from aceten_solver.hidden.sampling import stand_in
from aceten_solver.question.trick_kinds import seam_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from aceten_solver.answers.solver import Solver

PolicyName: TypeAlias = Literal["perfect", "alpha-mu", "average", "playouts", "greedy", "random"]
"""``perfect``: knows every card, and does the first of what the solver finds best. ``average``, ``playouts`` and ``greedy``: the machine of
``aceten play`` with this strength (:data:`aceten_solver.hidden.machine_player.Strength`), ``average`` however long it takes to solve deals.
``alpha-mu``: looks so many of its own moves ahead without knowing the cards (:mod:`aceten_solver.hidden.alpha_mu`). ``random``: anything
that may be done, but for wrong claims, closing, and bids higher than the lowest. All but the first know what their seat may know, and
nothing else.
"""

Chooser: TypeAlias = "Callable[[State], Action]"
"""Chooses what the seat to act does."""


_MOVES: Final = 2
"""So many moves alpha-mu looks ahead."""
_NODES: Final = 20_000
"""So much it searches after the first of them."""


class Means(NamedTuple):
    """What a policy of a seat has to work with."""

    seed: int
    """Where its chance comes from, 0 to 2**64 - 1."""
    samples: int
    """How many deals it samples for an action, where it samples any; 1 or more."""
    solver: Solver
    """What it asks about all cards, without a limit."""
    stop: Callable[[], bool] | None
    """Says whether to end: what is done then does not matter any more."""


class Kind(NamedTuple):
    """A kind of policy."""

    made: Callable[[Means], Chooser]
    """Makes one for a seat, and for one deal."""
    budgeted: bool = False
    """Whether what it does depends on how many states are searched, and so on which search answers (:data:`aceten_solver.backend`)."""


def _perfect(means: Means) -> Chooser:
    def choose(state: State) -> Action:
        # Nothing is proved only where the search was told to end.
        return (means.solver.solve(state, stop=means.stop).best or state.legal)[0]

    return choose


def _alpha_mu(means: Means) -> Chooser:
    numbers = split_mix(means.seed)

    def choose(view: View) -> Action:
        if not is_choice(view):
            return view.legal[0]
        worlds = aceten.worlds(view).some(means.samples, numbers)
        chosen = canonical_action(view.game, search_alpha_mu(worlds, moves=_MOVES, nodes=_NODES).chosen)
        return next(action for action in view.legal if canonical_action(view.game, action) == chosen)

    return _seeing(choose)


def _machine(strength: Strength) -> Callable[[Means], Chooser]:
    def made(means: Means) -> Chooser:
        machine = Machine(seed=means.seed, samples=means.samples, strength=strength, patient=True)
        return _seeing(machine.choose)

    return made


def _random(means: Means) -> Chooser:
    numbers = split_mix(means.seed)

    def choose(view: View) -> Action:
        state = stand_in(view)
        likely = seam_of(state).likely(state)
        return likely[below(len(likely), numbers)]

    return _seeing(choose)


def _seeing(choose: Callable[[View], Action]) -> Chooser:
    """Return a policy that sees what the seat to act may see."""

    def chosen(state: State) -> Action:
        if state.turn is None:
            raise ValueError("the deal is over: nobody is to act")
        return choose(state.view(state.turn))

    return chosen


POLICIES: Final[dict[PolicyName, Kind]] = {
    "perfect": Kind(_perfect),
    "alpha-mu": Kind(_alpha_mu),
    "average": Kind(_machine("average"), budgeted=True),
    "playouts": Kind(_machine("playouts"), budgeted=True),
    "greedy": Kind(_machine("greedy")),
    "random": Kind(_random),
}
"""Every policy by its name."""


def play(state: State, policies: Sequence[Chooser], stop: Callable[[], bool] | None = None) -> Result | None:
    """Return what a deal comes to.

    :param policies: a policy for each seat.
    :param stop: is asked before every action whether to end; then there is no result.
    :raises ValueError: when a policy chooses what is none of the legal actions; among these is no call, so that play comes to an end.
    """
    while state.turn is not None:
        if stop is not None and stop():
            return None
        action = policies[state.turn](state)
        if action not in state.legal:
            raise ValueError(f"the policy of seat {state.turn} chose {action}; expected one of {state.legal}")
        state = state.play(action)
    return state.result
