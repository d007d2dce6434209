"""The one order of outcomes: all ways in which a deal can end for side 0, from worst to best.

First by points, those for the last trick among them, then by who took the last trick; below everything that side 0 took no trick,
above everything that it took every trick. Reversed, it is the order for side 1. Card points, winning the deal and game points are
mostly monotone in it, so one value answers for all of them; where one is not, it has to be asked for on its own.
"""

from __future__ import annotations

import msgspec

from aceten_spec.rulebook import MatchingParameters, Parameters


class Outcome(msgspec.Struct, frozen=True):
    """One way in which a deal can end."""

    points: tuple[int, int]
    """Card points by side, without those for the last trick."""
    last_trick: int
    """The side that took the last trick."""
    every_trick: int | None
    """The side that took every trick; ``None`` when both took some, or when it is not known and makes no difference."""


class OutcomeOrder(msgspec.Struct, frozen=True):
    """The order of outcomes for a sum of card points, as whole numbers: a larger number is better for side 0."""

    total: int
    """Card points of both sides together."""
    unit: int
    """Card points come in multiples of this."""
    last_trick_points: int = 0
    """Points for the last trick."""

    @property
    def best(self) -> int:
        """The number of the best outcome for side 0, that it takes every trick; the worst has number 0."""
        return 2 * (self.total + self.last_trick_points) + 3

    def number(self, outcome: Outcome) -> int:
        """Return the place of an outcome in the order, 0 to :attr:`best`."""
        if outcome.every_trick is not None:
            return self.best if outcome.every_trick == 0 else 0
        return self.shared_number(outcome.points[0], took_last=outcome.last_trick == 0)

    def shared_number(self, points: int, *, took_last: bool) -> int:
        """Return the place in the order of an outcome in which both sides took tricks, for card points of side 0.

        The number grows by 2 for each point, so what was captured before can be added to what is still to come.
        """
        return 2 * (points + self.last_trick_points * took_last) + 1 + took_last

    def outcomes(self, *, extremes: bool) -> tuple[Outcome, ...]:
        """Return every outcome from worst to best.

        :param extremes: whether "every trick" counts apart from "all card points".
        """
        shared = [
            Outcome((points, self.total - points), last, None)
            for points in range(0, self.total + 1, self.unit)
            for last in (1, 0)
        ]
        shared.sort(key=self.number)
        if not extremes:
            return tuple(shared)
        return (Outcome((0, self.total), 1, 1), *shared, Outcome((self.total, 0), 0, 0))


def ordered_by_outcome(parameters: Parameters) -> bool:
    """Whether the order of outcomes is that of points: a deal is played to its end, and nothing counts but cards and the last trick."""
    return isinstance(parameters, MatchingParameters) or parameters.score == "table"


def decided_by_outcome(parameters: Parameters) -> bool:
    """Whether nothing but the outcome decides who wins a deal and what it scores.

    A rule by which the last card loses a deal, or a round of four equal ranks takes the points, asks for more than an outcome tells.
    """
    if not isinstance(parameters, MatchingParameters):
        return ordered_by_outcome(parameters)
    return parameters.last_card_loses == "none" and not parameters.four_resets


def scored_by_one(parameters: Parameters) -> bool:
    """Whether one side alone scores game points in a deal, so that they tell who wins."""
    return parameters.score in {"table", "race"}
