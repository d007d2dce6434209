"""How strong policies are that have played against each other, by the model of Bradley and Terry."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

from aceten_solver.contests.means import QUANTILE, Mean

if TYPE_CHECKING:
    from collections.abc import Sequence

_POINTS: Final = 400 / math.log(10)
"""So many points of chess ratings are one of the model."""


class Compared(NamedTuple):
    """How two policies compare."""

    one: int
    """The number of the first."""
    other: int
    """The number of the other one."""
    better: int
    """In how many deals the first is better."""
    equal: int
    """In how many they are equal: half of them count for either."""
    worse: int
    """In how many the other one is better."""


def strengths(policies: int, compared: Sequence[Compared]) -> tuple[Mean, ...] | None:
    """Return how strong each of so many policies is, in the points of chess ratings: 400 more win ten times as often as they lose.

    Each two count as if they had been equal in one deal more, so that nobody is stronger beyond all bounds. An interval is that of the
    likelihood near its top. ``None`` where the packages of the extra ``arena`` are not there.
    """
    try:
        import choix  # noqa: PLC0415 - it may not be there, and takes long to load
        import numpy as np  # noqa: PLC0415 - likewise
    except ModuleNotFoundError:
        return None
    won, met = np.zeros((policies, policies)), np.zeros((policies, policies))
    for each in compared:
        half = (each.equal + 1) / 2
        won[each.one, each.other] = each.better + half
        won[each.other, each.one] = each.worse + half
    met = won + won.T
    found = choix.ilsr_pairwise_dense(won)
    chances = 1 / (1 + np.exp(found[None, :] - found[:, None]))
    weights = met * chances * chances.T
    information = np.diag(weights.sum(axis=1)) - weights
    spread = np.sqrt(np.diag(np.linalg.pinv(information)))
    deals = met.sum(axis=1) - (policies - 1)
    return tuple(
        [
            Mean(deals=round(count), mean=_POINTS * mean, margin=_POINTS * QUANTILE * each)
            for count, mean, each in zip(deals.tolist(), (found - found.mean()).tolist(), spread.tolist(), strict=True)
        ]
    )
