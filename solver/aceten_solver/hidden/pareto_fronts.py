"""Pareto fronts of vectors of outcomes, as alpha-mu adds them up (Cazenave and Ventos 2019).

A vector has a number for each of several worlds: what a strategy comes to in each. A front holds the vectors of which none is at least as
good as another in every world.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from aceten_solver.in_python.alpha_beta import Budget

Vector: TypeAlias = tuple[int, ...]
"""A number for each world."""

Front: TypeAlias = tuple[Vector, ...]
"""Vectors of which none dominates another."""

OPEN: Final = 2**62
"""In a world in which an action cannot be taken: more than anything comes to."""


def dominated(vector: Vector, front: Iterable[Vector]) -> bool:
    """Whether some vector of a front is at least as good in every world."""
    return any(all(one <= other for one, other in zip(vector, above, strict=True)) for above in front)


def undominated(vectors: Iterable[Vector], budget: Budget) -> Front:
    """Return the front of some vectors: what who maximizes can choose from.

    :raises OutOfBudgetError: when more is compared than the budget allows.
    """
    kept: list[Vector] = []
    # Whatever dominates a vector has a larger sum, or is the same.
    for vector in sorted(set(vectors), key=sum, reverse=True):
        budget.spend(len(vector) + len(kept))
        if not dominated(vector, kept):
            kept.append(vector)
    return tuple(kept)


def lowest(one: Front, other: Front, budget: Budget) -> Front:
    """Return the front of what is left where the opponent, who sees all cards, chooses in each world between two.

    :raises OutOfBudgetError: when more is compared than the budget allows.
    """
    budget.spend(len(one) * len(other) * len(one[0]))
    return undominated([tuple(map(min, first, second)) for first in one for second in other], budget)


def combined(parts: Iterable[Front], budget: Budget) -> Front:
    """Return the front over the worlds of several fronts, one after the other, where a strategy chooses in each of them by itself.

    :raises OutOfBudgetError: when there are more vectors than the budget allows.
    """
    whole: Front = ((),)
    for front in parts:
        budget.spend(len(whole) * len(front) * (len(whole[0]) + len(front[0])))
        whole = tuple([vector + more for vector in whole for more in front])
    return whole


def spread(front: Front, places: Sequence[int]) -> Front:
    """Return the vectors over other worlds.

    :param places: for each of these worlds its place in the vectors; negative: it has none, and comes to ``OPEN``.
    """
    return tuple([tuple([vector[place] if place >= 0 else OPEN for place in places]) for vector in front])


def gathered(front: Front, places: Sequence[int], size: int) -> Front:
    """Return vectors over ``size`` worlds that are dominated only where what :func:`spread` makes of them is dominated by the front.

    :param places: for each world of the front which of those it is now.
    """
    found: list[Vector] = []
    for vector in front:
        least = [OPEN] * size
        for place, number in zip(places, vector, strict=True):
            least[place] = min(least[place], number)
        found.append(tuple(least))
    return tuple(found)
