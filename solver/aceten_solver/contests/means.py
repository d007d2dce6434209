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
_FEW: Final = math.tan(math.pi * CONFIDENCE / 2), CONFIDENCE * math.sqrt(2 / (1 - CONFIDENCE**2))
"""The same by Student's distribution, where the spread is told by two and by three deals."""


class Mean(msgspec.Struct, frozen=True, kw_only=True):
    """A mean over deals."""

    deals: int
    """How many deals."""
    mean: float
    """The mean."""
    margin: float | None
    """So much to either side of it is the interval of :data:`CONFIDENCE`, as Student's distribution has it for so few or many deals.

    ``None`` where a single deal, or none, says nothing of others.
    """

    def times(self, factor: float) -> Mean:
        """Return the mean of so many times each number."""
        margin = None if self.margin is None else abs(factor) * self.margin
        return Mean(deals=self.deals, mean=factor * self.mean, margin=margin)


def mean_of(deals: float, total: float | None, squares: float | None) -> Mean:
    """Return a mean with its interval.

    :param total: the sum of the numbers.
    :param squares: the sum of their squares.
    """
    count, total, squares = int(deals), int(total or 0), int(squares or 0)
    if count < 2:  # noqa: PLR2004 - one deal says nothing of others
        return Mean(deals=count, mean=float(total), margin=None)
    variance = (squares * count - total * total) / (count * (count - 1))
    return Mean(deals=count, mean=total / count, margin=_quantile(count - 1) * math.sqrt(variance / count))


def mean_over(numbers: Sequence[float]) -> Mean:
    """Return the mean of numbers, one for each deal, with its interval."""
    count = len(numbers)
    mean = math.fsum(numbers) / max(1, count)
    squares = math.fsum([(number - mean) ** 2 for number in numbers])
    margin = _quantile(count - 1) * math.sqrt(squares / (count * (count - 1))) if count > 1 else None
    return Mean(deals=count, mean=mean, margin=margin)


def _quantile(freedom: int) -> float:
    """Return so many standard errors as are such an interval by Student's distribution, with so many degrees of freedom.

    By the formulas for one and two, and else by the first terms of Cornish and Fisher: within one part in a hundred.
    """
    if freedom <= len(_FEW):
        return _FEW[freedom - 1]
    z = QUANTILE
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )


def share_of(part: int, whole: int) -> Mean:
    """Return a share with its interval."""
    share = part / max(1, whole)
    return Mean(deals=whole, mean=share, margin=QUANTILE * math.sqrt(share * (1 - share) / max(1, whole)))
