"""Intervals of means as SciPy has them."""

import statistics
from collections.abc import Sequence
from typing import Any

import pytest


def margin_of(numbers: Sequence[float]) -> Any:  # noqa: ANN401 - what pytest compares with
    """Return how far the interval of 95 % of a mean goes to either side, by Student's distribution; within one part in a hundred."""
    stats: Any = pytest.importorskip("scipy.stats", reason="SciPy is not there, which the extra 'arena' brings")
    quantile = float(stats.t.ppf(0.975, len(numbers) - 1))
    return pytest.approx(quantile * statistics.stdev(numbers) / len(numbers) ** 0.5, rel=0.01)
