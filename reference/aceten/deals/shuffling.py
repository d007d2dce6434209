"""The shuffle, specified to the bit so that any language can reproduce it.

1. The generator is SplitMix64. Its state is the seed, a whole number from 0 to 2**64 - 1. A step adds ``0x9E3779B97F4A7C15`` to the
   state and mixes a copy ``z`` of it: ``z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9``; ``z = (z ^ (z >> 27)) * 0x94D049BB133111EB``;
   ``z = z ^ (z >> 31)``; all modulo 2**64.
2. A number below ``n`` is drawn so: take the upper 32 bits ``r`` of a step; if ``r`` is at least the largest multiple of ``n`` that is
   not above 2**32, throw it away and take the next; the number is ``r % n``.
3. The pack starts in its fixed order: clubs (acorns), spades (leaves), hearts, diamonds (bells), each from the ace downwards
   (``AKQJT98765432``, whatever ranks higher in the game), without the cards that are taken out, and two packs one after the other
   (:attr:`aceten_spec.cards.Pack.cards`). For ``i`` from the last place down to place 1, draw ``j`` below ``i + 1`` and swap the cards at
   places ``i`` and ``j``. Place 0 is the top: the card that is dealt first.
4. Where the pack is cut, the card shown is that at a place drawn below the number of cards, the next number after the shuffle; it stays
   where it is.
5. The first dealer of a match is drawn, from a seed of its own, as the first number below the number of players
   (:func:`aceten.engine.match.first_dealer`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import mod
from struct import Struct
from typing import TYPE_CHECKING, Final, cast

from aceten.vocabulary.errors import usage_error
from aceten_spec.errors import given, whole

if TYPE_CHECKING:
    from aceten_spec.cards import Card

MAX_SEED: Final = 2**64 - 1
"""The largest seed."""


def checked_seed(seed: int) -> int:
    """Return a seed as a whole number.

    :raises UsageError: for one outside 0 to 2**64 - 1, and for what is no whole number.
    """
    number = whole(seed)
    if number is None or not 0 <= number <= MAX_SEED:
        raise usage_error("seed {seed}: expected a whole number from 0 to {most}", seed=given(seed), most=MAX_SEED)
    return number


def split_mix(seed: int) -> Iterator[int]:
    """Return the 64-bit numbers of the generator.

    :raises UsageError: for a seed outside 0 to 2**64 - 1.
    """
    return _numbers(checked_seed(seed))


_LANES: Final = 32
"""So many numbers are worked out at once, each in a lane of 128 bits of one whole number, where a product of 64 bits by 64 has room."""
_GAMMA: Final = 0x9E3779B97F4A7C15
_ONES: Final = sum(1 << 128 * lane for lane in range(_LANES))
_MASK: Final = MAX_SEED * _ONES
_STEPS: Final = sum((lane + 1) * _GAMMA % 2**64 << 128 * lane for lane in range(_LANES))
_unpack: Final = Struct("<" + "Q8x" * _LANES).unpack
_unpack_uppers: Final = Struct("<" + "4xI8x" * _LANES).unpack


def _lanes(state: int) -> bytes:
    """Return the next numbers of the generator, one in each lane."""
    z = (state * _ONES + _STEPS) & _MASK
    z = (((z ^ (z >> 30)) & _MASK) * 0xBF58476D1CE4E5B9) & _MASK
    z = (((z ^ (z >> 27)) & _MASK) * 0x94D049BB133111EB) & _MASK
    return ((z ^ (z >> 31)) & _MASK).to_bytes(16 * _LANES, "little")


def _numbers(state: int) -> Iterator[int]:
    while True:
        yield from cast("tuple[int, ...]", _unpack(_lanes(state)))
        state = (state + _LANES * _GAMMA) & MAX_SEED


def below(bound: int, numbers: Iterator[int]) -> int:
    """Draw a number from 0 to ``bound - 1``, every one equally likely."""
    limit = 2**32 - 2**32 % bound
    upper = limit
    while upper >= limit:
        upper = next(numbers) >> 32
    return upper % bound


def far_below(bound: int, numbers: Iterator[int]) -> int:
    """Draw a number from 0 to ``bound - 1``, however large, every one equally likely.

    As few of the generator's numbers are put together as can say every one below the bound, the first of them in front.
    """
    words = max(1, -(-(bound - 1).bit_length() // 64))
    limit = (1 << 64 * words) - (1 << 64 * words) % bound
    number = limit
    while number >= limit:
        number = 0
        for _ in range(words):
            number = number << 64 | next(numbers)
    return number % bound


def shuffle(cards: tuple[Card, ...], seed: int) -> tuple[Card, ...]:
    """Return the cards in the order that this seed shuffles them into.

    :raises UsageError: for a seed outside 0 to 2**64 - 1.
    """
    return _swapped(cards, _each_below(range(len(cards), 1, -1), seed))


def shuffle_and_cut(cards: tuple[Card, ...], seed: int) -> tuple[tuple[Card, ...], Card]:
    """Return the cards in the order that this seed shuffles them into, and the one that cutting shows.

    :raises UsageError: for a seed outside 0 to 2**64 - 1.
    """
    *others, cut = _each_below((*range(len(cards), 1, -1), len(cards)), seed)
    deck = _swapped(cards, others)
    return deck, deck[cut]


def _swapped(cards: tuple[Card, ...], others: Iterable[int]) -> tuple[Card, ...]:
    deck = list(cards)
    for place, other in zip(range(len(cards) - 1, 0, -1), others, strict=True):
        deck[place], deck[other] = deck[other], deck[place]
    return tuple(deck)


def _each_below(bounds: Sequence[int], seed: int) -> Iterable[int]:
    """Draw a number below each bound, of which none is above their number and one, as :func:`below` does.

    They are drawn all at once when none is thrown away.
    """
    seed = checked_seed(seed)
    uppers: list[int] = []
    for first in range(0, len(bounds), _LANES):
        uppers += cast("tuple[int, ...]", _unpack_uppers(_lanes((seed + first * _GAMMA) & MAX_SEED)))
    if max(uppers, default=0) < 2**32 - len(bounds) - 1:  # the largest multiple of a bound is above that
        return map(mod, uppers, bounds)
    numbers = _numbers(seed)
    return [below(bound, numbers) for bound in bounds]
