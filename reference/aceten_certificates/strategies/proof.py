"""What two strategies prove of a game of hidden cards."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from aceten_certificates.strategies.hidden_game import NONE
from aceten_certificates.strategies.plans import SequencePlan, best_reply, played

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aceten import Action
    from aceten_certificates.strategies.hidden_game import HiddenGame


class Proof(NamedTuple):
    """What two strategies prove, all of it for side 0, and on average."""

    at_least: Fraction
    """What side 0 comes to with its strategy when the other does his best against it."""
    at_most: Fraction
    """What it comes to when it does its best against the other strategy."""
    value: Fraction
    """What it comes to in the deals in which the seat to act has its cards, when both play by their strategies."""
    gain: Fraction
    """So much more the seat can have for itself in these deals when it does its best against the strategy of the other."""
    chances: tuple[tuple[Action, Fraction], ...]
    """How likely each action of the seat to act is in its strategy: one for all that do the same."""


def proof_of(game: HiddenGame, plans: tuple[SequencePlan, SequencePlan]) -> Proof:
    """Return what strategies prove."""
    first, second = plans
    weights = [*game.deals.weights.values()]
    own = [place for place, state in enumerate(game.deals.weights) if state in game.deals.own]

    def average(totals: Sequence[int], places: Sequence[int], whole: int) -> Fraction:
        return Fraction(sum([totals[place] for place in places]), sum([weights[place] for place in places]) * whole)

    every = range(len(weights))
    replies = best_reply(game, 0, second), best_reply(game, 1, first)
    value = average(played(game, plans), own, first.whole * second.whole)
    player = game.deals.seats.index(game.view.seat)
    best = average(replies[player], own, plans[1 - player].whole)
    return Proof(
        at_least=average(replies[1], every, first.whole),
        at_most=average(replies[0], every, second.whole),
        value=value,
        gain=value - best if player else best - value,
        chances=_chances(game, plans[player], own[0]),
    )


def _chances(game: HiddenGame, plan: SequencePlan, place: int) -> tuple[tuple[Action, Fraction], ...]:
    """Return how likely the first actions are in a deal, by its place."""
    layer = game.layers[0]
    actions = [game.actions[action] for action, _ in game.steps(layer.states[place])]
    if layer.choosers[place] == NONE:
        return ((actions[0], Fraction(1)),)
    numerators = plan.chances[layer.sets[place]]
    return tuple([(action, Fraction(each, plan.denominator)) for action, each in zip(actions, numerators, strict=True)])
