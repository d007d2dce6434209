"""Policies: ways to play a deal, for any seat of any game.

A further one is a name in :data:`PolicyName` and a line in :data:`POLICIES`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from aceten import PASS, MatchingFacts, Play, SuitView
from aceten.shuffling import below, split_mix
from aceten_solver.machine import Machine
from aceten_solver.sampling import stand_in
from aceten_solver.seams import seam_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import aceten_solver
    from aceten import Action, Card, Result, State, View

PolicyName: TypeAlias = Literal["perfect", "machine", "random", "greedy"]
"""``perfect``: knows every card, and does the first of what the solver finds best. ``machine``: what plays in ``aceten play``.
``random``: anything that may be done, but for wrong claims, closing, and bids higher than the lowest. ``greedy``: a rule of thumb
(:func:`greedy`). All but the first know what their seat may know, and nothing else.
"""

Policy: TypeAlias = "Callable[[State], Action]"
"""Chooses what the seat to act does."""


class Means(NamedTuple):
    """What a policy of a seat has to work with."""

    seed: int
    """Where its chance comes from, 0 to 2**64 - 1."""
    samples: int
    """How many deals it samples for an action, where it samples any; 1 or more."""
    solver: aceten_solver.Solver
    """What it asks about all cards, without a limit."""
    stop: Callable[[], bool] | None
    """Says whether to end: what is done then does not matter any more."""


class Kind(NamedTuple):
    """A kind of policy."""

    made: Callable[[Means], Policy]
    """Makes one for a seat, and for one deal."""
    budgeted: bool = False
    """Whether what it does depends on how many states are searched, and so on which search answers (:data:`aceten_solver.backend`)."""


def greedy(view: View) -> Action:
    """Return what the rule of thumb does.

    When points lie in a trick that the other side is winning, and a card of its takes it, it plays such a card. Otherwise it passes, or
    does the first of what is not playing a card from the hand, such as melding, exchanging or ending a trick; or else it plays a card.
    It plays the one with the fewest points, of these the lowest, and wild cards and trumps when there are no others. It claims as soon
    as a claim is right.
    """
    state = stand_in(view)
    likely = seam_of(state).likely(state)
    cards = sorted(
        [action for action in reversed(likely) if isinstance(action, Play)], key=lambda play: _price(view, play.card)
    )
    others = [action for action in likely if not isinstance(action, Play)]
    sides = view.game.sides
    if view.game.points_of(view.trick) and sides[view.winning] != sides[view.seat]:
        for action in cards:
            after = state.play(action)
            if (after.winning if after.trick else after.leader) == view.seat:
                return action
    if others:
        return PASS if PASS in others else others[0]
    return cards[0]


def _price(view: View, card: Card) -> tuple[bool, int]:
    """Return what a card is worth to the rule of thumb, for cards that come from the lowest to the highest."""
    if isinstance(view.game, MatchingFacts):
        strong = str(card)[0] in view.game.rules.wild
    else:
        strong = isinstance(view, SuitView) and view.trump is not None and str(card)[1] == view.trump.letter
    return strong, view.game.points_of((card,))


def _perfect(means: Means) -> Policy:
    def choose(state: State) -> Action:
        # Nothing is proved only where the search was told to end.
        return (means.solver.solve(state, stop=means.stop).best or state.legal)[0]

    return choose


def _machine(means: Means) -> Policy:
    return _seeing(Machine(seed=means.seed, samples=means.samples).choose)


def _greedy(_means: Means) -> Policy:
    return _seeing(greedy)


def _random(means: Means) -> Policy:
    numbers = split_mix(means.seed)

    def choose(view: View) -> Action:
        state = stand_in(view)
        likely = seam_of(state).likely(state)
        return likely[below(len(likely), numbers)]

    return _seeing(choose)


def _seeing(choose: Callable[[View], Action]) -> Policy:
    """Return a policy that sees what the seat to act may see."""

    def chosen(state: State) -> Action:
        if state.turn is None:
            message = "the deal is over: nobody is to act"
            raise ValueError(message)
        return choose(state.view(state.turn))

    return chosen


POLICIES: Final[dict[PolicyName, Kind]] = {
    "perfect": Kind(_perfect),
    "machine": Kind(_machine, budgeted=True),
    "random": Kind(_random),
    "greedy": Kind(_greedy),
}
"""Every policy by its name."""


def play(state: State, policies: Sequence[Policy], stop: Callable[[], bool] | None = None) -> Result | None:
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
            message = f"the policy of seat {state.turn} chose {action}; expected one of {state.legal}"
            raise ValueError(message)
        state = state.play(action)
    return state.result
