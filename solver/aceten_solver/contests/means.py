"""Means over deals, and how sure they are."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

CONFIDENCE: Final = 0.95
"""How often an interval covers what it is about."""
QUANTILE: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
"""So many standard errors to either side of a mean is such an interval, as the normal distribution has it."""


class Mean(msgspec.Struct, frozen=True, kw_only=True):
    """A mean over deals."""

    deals: int
    """How many deals."""
    mean: float
    """The mean."""
    margin: float
    """So much to either side of it is the interval of :data:`CONFIDENCE`, as the normal distribution has it; 0 for a single deal."""


def mean_of(deals: float, total: float | None, squares: float | None) -> Mean:
    """Return a mean with its interval.

    :param total: the sum of the numbers.
    :param squares: the sum of their squares.
    """
    count, total, squares = int(deals), int(total or 0), int(squares or 0)
    if not count:
        return Mean(deals=0, mean=0.0, margin=0.0)
    variance = (squares * count - total * total) / (count * (count - 1)) if count > 1 else 0.0
    return Mean(deals=count, mean=total / count, margin=QUANTILE * math.sqrt(variance / count))


def mean_over(numbers: Sequence[float]) -> Mean:
    """Return the mean of numbers, one for each deal, with its interval."""
    count = len(numbers)
    mean = math.fsum(numbers) / max(1, count)
    squares = math.fsum([(number - mean) ** 2 for number in numbers])
    margin = QUANTILE * math.sqrt(squares / (count * (count - 1))) if count > 1 else 0.0
    return Mean(deals=count, mean=mean, margin=margin)


def share_of(part: int, whole: int) -> Mean:
    """Return a share with its interval."""
    share = part / max(1, whole)
    return Mean(deals=whole, mean=share, margin=QUANTILE * math.sqrt(share * (1 - share) / max(1, whole)))
