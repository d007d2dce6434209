"""Making certificates of strategies: an equilibrium in whole numbers, and what it proves."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from aceten import State, UsageError, View, parse
from aceten.vocabulary.errors import check_kind, view_expected
from aceten_certificates.strategies.hidden_game import NONE, HiddenGame
from aceten_certificates.strategies.plans import SequencePlan, best_reply
from aceten_certificates.strategies.proof import proof_of
from aceten_certificates.strategies.strategy_certificate import MOST_DENOMINATOR, Strategy, StrategyCertificate
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from aceten_solver.hidden.equilibrium import Equilibrium

_SIMPLE: Final = 5_000
"""Chances that are meant to be fractions of a denominator up to this are taken for them."""
_NEAR: Final = 1e-9
"""So near they have to be."""
_FINE: Final = 2**40
"""The denominator of others: they are as exact as they were computed."""
_CLAIMED: Final = 10**12
"""The largest denominator of what is claimed."""


def certify_strategies(
    view: View, found: Equilibrium, *, private: bool, progress: Callable[[int], None] | None = None
) -> StrategyCertificate:
    """Return a certificate of an equilibrium: what both players do, and what each can be sure of with it.

    >>> import aceten, aceten_certificates, aceten_solver
    >>> view = aceten.parse("zsiros/2 hands=A9,?? lead=0 points=30,30")
    >>> found = aceten_solver.find_equilibrium(aceten.worlds(view).listed(), "points")
    >>> made = aceten_solver.certify_strategies(view, found, private=False)
    >>> aceten_certificates.check_strategies(made).gap
    Fraction(0, 1)

    :param view: what the seat sees that is to act.
    :param found: the equilibrium of the deals that fit the view; where each knows his own cards alone, of those that fit what everybody has
        seen (:attr:`aceten.View.public`).
    :param private: whether each knows his own cards alone.
    :param progress: is told now and then how many histories, and positions with open cards, were looked at.
    :raises UsageError: when the equilibrium is of other deals, or the line of the view does not tell all that the seat has seen.
    """
    check_kind(view, View, view_expected())
    written = parse(str(view), rules=view.game.rulebook)
    if isinstance(written, State):
        raise UsageError(say("there is nothing hidden"))
    game = HiddenGame(written, found.objective, private=private, progress=progress)
    states = found.game.play.states
    if game.deals.weights != {states[number]: weight for number, weight in found.game.play.worlds.items()}:
        raise UsageError(say("the equilibrium is not of the deals that fit the line of the view: {line}", line=view))
    chances = _chances(game, found)
    first, second = (_best(game, player, chances[player]) for player in (0, 1))
    proof = proof_of(game, (first, second))
    return StrategyCertificate(
        view=written,
        measure=found.objective,
        private=private,
        at_least=_rounded(proof.at_least, math.floor),
        at_most=_rounded(proof.at_most, math.ceil),
        strategies=(_told(first), _told(second)),
    )


def _chances(game: HiddenGame, found: Equilibrium) -> tuple[list[list[float]], list[list[float]]]:
    """Return how likely the actions of each player are in each of his information sets, in the order of the game."""
    chances: tuple[list[list[float]], list[list[float]]] = ([], [])
    numbers = [found.game.play.states[number] for number in found.game.layers[0].state.tolist()]
    places = [numbers.index(game.states[state]) for state in game.layers[0].states]
    for depth, layer in enumerate(game.layers):
        if depth:
            there = found.game.layers[depth]
            after = {
                (parent, found.game.actions[action]): place
                for place, (parent, action) in enumerate(zip(there.parent.tolist(), there.action.tolist(), strict=True))
            }
            places = [
                after[places[parent], game.actions[action]]
                for parent, action in zip(layer.parents, layer.actions, strict=True)
            ]
        for state, chooser, which, place in zip(layer.states, layer.choosers, layer.sets, places, strict=True):
            if chooser != NONE and which == len(chances[chooser]):
                told = {each.action: each.chance for each in found.chances_at(depth, place)}
                chances[chooser].append([told[game.actions[action]] for action, _ in game.steps(state)])
    return chances


def _best(game: HiddenGame, player: int, chances: Sequence[Sequence[float]]) -> SequencePlan:
    """Return the strategy with these chances, or as near as can be, of which a player can be most sure."""
    plans = [plan for plan in (_simple(game, player, chances), _fine(game, player, chances)) if plan is not None]

    def sure(plan: SequencePlan) -> Fraction:
        least = Fraction(sum(best_reply(game, 1 - player, plan)), plan.whole)
        return -least if player else least

    return max(plans, key=sure)


def _simple(game: HiddenGame, player: int, chances: Sequence[Sequence[float]]) -> SequencePlan | None:
    """Return the strategy whose chances are simple fractions; ``None`` where one is none."""
    decisions = game.decisions[player]
    reached = [True] + [False] * (len(decisions.lengths) - 1)
    found: dict[int, list[Fraction]] = {}
    for number, parent in enumerate(decisions.parents):
        if not reached[parent]:
            continue
        fractions = [Fraction(chance).limit_denominator(_SIMPLE) for chance in chances[number]]
        near = all(abs(one - chance) < _NEAR for one, chance in zip(fractions, chances[number], strict=True))
        if sum(fractions) != 1 or not near:
            return None
        for sequence, fraction in enumerate(fractions, decisions.first[number]):
            reached[sequence] = fraction > 0
        found[number] = fractions
    denominator = math.lcm(*[fraction.denominator for fractions in found.values() for fraction in fractions])
    if denominator > MOST_DENOMINATOR:
        return None
    return SequencePlan(decisions, denominator, lambda number, _: [int(each * denominator) for each in found[number]])


def _fine(game: HiddenGame, player: int, chances: Sequence[Sequence[float]]) -> SequencePlan:
    """Return the strategy with rounded chances."""

    def numerators(number: int, _: int) -> list[int]:
        rounded = [math.floor(chance * _FINE) for chance in chances[number]]
        rounded[rounded.index(max(rounded))] += _FINE - sum(rounded)
        return rounded

    return SequencePlan(game.decisions[player], _FINE, numerators)


def _rounded(number: Fraction, down_or_up: Callable[[Fraction], int]) -> Fraction:
    """Return what is claimed where so much is proved: that, or a little less than a player can be sure of."""
    return number if number.denominator <= _CLAIMED else Fraction(down_or_up(number * _CLAIMED), _CLAIMED)


def _told(plan: SequencePlan) -> Strategy:
    numerators = [numerator for _, each in sorted(plan.chances.items()) for numerator in each]
    return Strategy(plan.denominator, tuple(numerators))
