"""Numbers by chance, the same on every machine and in every version of Python: those of the shuffle's generator."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

from aceten.deals.shuffling import MAX_SEED, below, split_mix

_T = TypeVar("_T")

_STEP: Final = 0x9E3779B97F4A7C15
_FACTORS: Final = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
_WORD: Final = 2**64


class RandomSource:
    """A source of chance, begun from a seed."""

    def __init__(self, seed: int) -> None:
        self._numbers = split_mix(seed)

    def seed(self) -> int:
        """Return a seed for something else."""
        return next(self._numbers) % (MAX_SEED + 1)

    def below(self, bound: int) -> int:
        """Return a number from 0 to ``bound - 1``."""
        return below(bound, self._numbers)

    def one_in(self, count: int) -> bool:
        """Return true once in so many times."""
        return self.below(count) == 0

    def choose(self, items: Sequence[_T]) -> _T:
        """Return one of these."""
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[_T]) -> list[_T]:
        """Return these in any order."""
        order = list(items)
        for place in range(len(order) - 1, 0, -1):
            other = self.below(place + 1)
            order[place], order[other] = order[other], order[place]
        return order


def seed_before(number: int, draws: int) -> int:
    """Return the seed from which the generator draws this number (0 to 2**64 - 1) after so many others.

    It is what the shuffle does, backwards. A draw whose upper half is all ones is thrown away for any bound that is no power of two, which
    chance alone brings about once in a thousand million draws.
    """
    z = _unshift(number, 31) * pow(_FACTORS[1], -1, _WORD) % _WORD
    z = _unshift(z, 27) * pow(_FACTORS[0], -1, _WORD) % _WORD
    return (_unshift(z, 30) - (draws + 1) * _STEP) % _WORD


def _unshift(mixed: int, places: int) -> int:
    """Return the number whose upper bits, shifted down by so many places, were mixed into it."""
    number = mixed
    for _ in range(64 // places):
        number = mixed ^ (number >> places)
    return number
