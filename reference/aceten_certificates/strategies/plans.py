"""What strategies come to, in whole numbers: against each other, and against whoever does his best."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from aceten_certificates.strategies.hidden_game import Decisions, HiddenGame, Layer


class SequencePlan:
    """A strategy of a player: how likely he chooses each of his sequences, as far as that is up to him."""

    def __init__(self, decisions: Decisions, denominator: int, numerators: Callable[[int, int], Sequence[int]]) -> None:
        """Make it, from the first information sets to the last. Of those where his own choices do not bring him nothing is asked.

        :param denominator: by what numerators are divided.
        :param numerators: returns those of the chances of the actions of an information set, which add up to the denominator. It is given
            the number of the information set, and how many actions it has.
        """
        self.denominator: Final = denominator
        """By what numerators are divided."""
        self.whole: Final = denominator ** max(decisions.lengths)
        """What stands for certain."""
        self.likely: Final = [0] * len(decisions.lengths)
        """How likely each sequence is: so much of the whole."""
        self.chances: Final[dict[int, tuple[int, ...]]] = {}
        """The numerators of each information set where his own choices bring him."""
        self.likely[0] = self.whole
        for number, (parent, count) in enumerate(zip(decisions.parents, decisions.counts, strict=True)):
            if self.likely[parent]:
                told = self.chances[number] = tuple(numerators(number, count))
                part = self.likely[parent] // denominator  # nothing is lost: the whole is divided once for each choice
                for sequence, numerator in enumerate(told, decisions.first[number]):
                    self.likely[sequence] = part * numerator


def played(game: HiddenGame, plans: tuple[SequencePlan, SequencePlan]) -> list[int]:
    """Return what each of the deals comes to for side 0 when both play by their plans: so much of both wholes multiplied.

    Each counts by its weight.
    """
    first, second = plans
    totals = [0] * len(game.deals.weights)
    begins = list(range(len(totals)))
    for layer in game.layers:
        if layer is not game.layers[0]:
            begins = [begins[parent] for parent in layer.parents]
        for place, worth in enumerate(layer.worths):
            if worth is not None:
                ours, theirs = (sequences[place] for sequences in layer.sequences)
                totals[begins[place]] += layer.weights[place] * worth * first.likely[ours] * second.likely[theirs]
    return totals


def best_reply(game: HiddenGame, player: int, against: SequencePlan) -> list[int]:
    """Return what each of the deals comes to for side 0 when a player does his best by what he knows: so much of the whole of the plan.

    Each counts by its weight. He chooses once for each of his information sets, in the last ones first.

    :param against: the plan of the other player.
    """
    values: list[int] = []
    after: Layer | None = None
    for layer in reversed(game.layers):
        theirs = layer.sequences[1 - player]
        here = [
            0 if worth is None else weight * worth * against.likely[sequence]
            for weight, worth, sequence in zip(layer.weights, layer.worths, theirs, strict=True)
        ]
        if after is not None:
            chosen = _chosen(game, layer, after, player, values)
            for parent, sequence, value in zip(after.parents, after.sequences[player], values, strict=True):
                if layer.choosers[parent] != player or sequence in chosen:
                    here[parent] += value
        values, after = here, layer
    return values


def _chosen(game: HiddenGame, layer: Layer, after: Layer, player: int, values: list[int]) -> set[int]:
    """Return the best sequences of a player, one for each information set in which he chooses in a layer.

    :param values: what the histories come to of the layer after it.
    """
    brings: Counter[int] = Counter()
    for parent, sequence, value in zip(after.parents, after.sequences[player], values, strict=True):
        if layer.choosers[parent] == player:
            brings[sequence] += value
    best = min if player else max
    decisions = game.decisions[player]
    sets = {number for number, chooser in zip(layer.sets, layer.choosers, strict=True) if chooser == player}
    return {
        best(range(decisions.first[number], decisions.first[number] + decisions.counts[number]), key=brings.__getitem__)
        for number in sets
    }
