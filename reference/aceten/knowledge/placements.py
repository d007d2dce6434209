"""Spreading unseen cards over the places where they may lie: how many ways there are, one of them at random, or every one.

A *place* is a hand, the talon, or the captured cards that nobody has told. Cards come to a place as a set. What is known forbids a card
some places, or asks that one of some cards lies in a place. Cards to which the same applies are of one *kind*, so that ways are counted
kind by kind, and never one by one.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import TypeAlias

import msgspec

from aceten.deals.shuffling import below, far_below
from aceten_spec.cards import Card

Spread: TypeAlias = tuple[tuple[Card, ...], ...]
"""The cards that come to each place."""


class Asked(msgspec.Struct, frozen=True):
    """That at least one of some cards lies in a place."""

    place: int
    """Which."""
    cards: frozenset[Card]
    """One of these."""


class Spreading(msgspec.Struct, frozen=True, kw_only=True):
    """Unseen cards, the places that wait for them, and what is known of it."""

    cards: tuple[Card, ...]
    """The unseen cards."""
    rooms: tuple[int, ...]
    """How many of them lie in each place: as many as there are cards in all."""
    barred: tuple[frozenset[Card], ...]
    """For each place the cards that do not lie there."""
    asked: tuple[Asked, ...] = ()
    """What lies in some places."""
    points: tuple[int, int] | None = None
    """A place, and the points that the cards in it count together; ``None``: that is not known."""
    points_of: Callable[[Card], int] = lambda _card: 0
    """What a card counts."""

    @property
    def count(self) -> int:
        """In how many ways the cards can lie."""
        return sum(sign * _Counted(self, barred).count for sign, barred in self._without())

    def _without(self) -> Iterator[tuple[int, tuple[frozenset[Card], ...]]]:
        """Yield what is barred, with the sign with which its ways count: those with one of the cards are all less those without any."""
        for number in range(len(self.asked) + 1):
            for lacking in combinations(self.asked, number):
                barred = list(self.barred)
                for each in lacking:
                    barred[each.place] |= each.cards
                yield (-1) ** number, tuple(barred)

    def at_random(self, numbers: Iterator[int]) -> Spread | None:
        """Return one way, every one as likely as any other; ``None`` where there is none.

        :param numbers: where chance comes from, such as :func:`aceten.deals.shuffling.split_mix`.
        """
        counted = _Counted(self, self.barred)
        count = self.count if self.asked else counted.count
        return next(self._at_random(counted, numbers)) if count else None

    def ways_at_random(self, numbers: Iterator[int]) -> Iterator[Spread]:
        """Yield ways without end, each at random; there is one."""
        return self._at_random(_Counted(self, self.barred), numbers)

    def _at_random(self, counted: _Counted, numbers: Iterator[int]) -> Iterator[Spread]:
        while True:
            spread = counted.at_random(numbers)
            if all(not each.cards.isdisjoint(spread[each.place]) for each in self.asked):
                yield spread

    def ways(self, alike: Callable[[Card], Card]) -> Iterator[tuple[Spread, int]]:
        """Yield the ways that play can tell apart, each with how many ways it stands for.

        :param alike: one card for all that play alike.
        """
        groups: dict[tuple[Card, tuple[bool, ...], tuple[bool, ...]], list[Card]] = {}
        for card in self.cards:
            told = tuple([card in barred for barred in self.barred]), tuple([card in each.cards for each in self.asked])
            groups.setdefault((alike(card), *told), []).append(card)
        kinds = [
            (tuple(cards), [place for place, barred in enumerate(told) if not barred])
            for (_, told, _), cards in groups.items()
        ]
        for spread, times in _Listed(kinds, self).ways(0, self.rooms, 0 if self.points is None else self.points[1]):
            if all(not each.cards.isdisjoint(spread[each.place]) for each in self.asked):
                yield spread, times


class _Listed:
    """The ways of a spreading one by one, kinds of cards that play alike in turn."""

    def __init__(self, kinds: Sequence[tuple[tuple[Card, ...], list[int]]], spreading: Spreading) -> None:
        self._kinds = kinds
        self._told = -1 if spreading.points is None else spreading.points[0]
        self._counts = [0 if spreading.points is None else spreading.points_of(cards[0]) for cards, _ in kinds]
        self._possible = cache(self._goes_on)

    def ways(self, at: int, rooms: tuple[int, ...], points: int) -> Iterator[tuple[Spread, int]]:
        """Yield how the kinds from this one on can lie, each with how many ways it stands for."""
        if at == len(self._kinds):
            yield ((),) * len(rooms), 1
            return
        cards, places = self._kinds[at]
        for shares, left, rest in self._choices(at, rooms, points):
            if not self._possible(at + 1, left, rest):
                continue
            lying: list[tuple[Card, ...]] = [()] * len(rooms)
            used, times = 0, 1
            for place, share in zip(places, shares, strict=True):
                lying[place] = cards[used : used + share]
                times *= math.comb(len(cards) - used, share)
                used += share
            for others, more in self.ways(at + 1, left, rest):
                yield tuple([own + other for own, other in zip(lying, others, strict=True)]), times * more

    def _goes_on(self, at: int, rooms: tuple[int, ...], points: int) -> bool:
        if at == len(self._kinds):
            return not points
        return any(self._possible(at + 1, left, rest) for _, left, rest in self._choices(at, rooms, points))

    def _choices(
        self, at: int, rooms: tuple[int, ...], points: int
    ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], int]]:
        cards, places = self._kinds[at]
        for shares in _shares(len(cards), tuple([rooms[place] for place in places])):
            left, rest = list(rooms), points
            for place, share in zip(places, shares, strict=True):
                left[place] -= share
                rest -= share * self._counts[at] * (place == self._told)
            if rest >= 0:
                yield shares, tuple(left), rest


class _Counted:
    """The ways of a spreading in which only cards are barred from places."""

    def __init__(self, spreading: Spreading, barred: tuple[frozenset[Card], ...]) -> None:
        self._rooms = spreading.rooms
        target = spreading.points
        kinds: dict[tuple[tuple[int, ...], int], list[Card]] = {}
        for card in spreading.cards:
            places = tuple([place for place, cards in enumerate(barred) if card not in cards])
            counts = 0 if target is None else spreading.points_of(card)
            kinds.setdefault((places, counts), []).append(card)
        # Those with the fewest places first: the others then go where there is room.
        self._kinds = sorted(kinds.items(), key=lambda item: (len(item[0][0]), item[0]))
        self._told = -1 if target is None else target[0]
        self._points = 0 if target is None else target[1]
        self._ways = cache(self._count)

    @property
    def count(self) -> int:
        return self._ways(0, self._rooms, self._points)

    def _count(self, at: int, rooms: tuple[int, ...], points: int) -> int:
        """Return in how many ways the kinds from this one on come into rooms, so that so many points come to the place with points."""
        if at == len(self._kinds):
            return int(not points)
        if at == len(self._kinds) - 1:
            return self._of_last(rooms, points)
        return sum(times * self._ways(at + 1, left, rest) for _, left, rest, times in self._choices(at, rooms, points))

    def _of_last(self, rooms: tuple[int, ...], points: int) -> int:
        """Return in how many ways the cards of the last kind, which are as many as the rooms, come into them."""
        (places, counts), cards = self._kinds[-1]
        if self._told in places:
            points -= rooms[self._told] * counts
        shares = [rooms[place] for place in places]
        if points or sum(shares) < len(cards):
            return 0
        return math.factorial(len(cards)) // math.prod(map(math.factorial, shares))

    def _choices(
        self, at: int, rooms: tuple[int, ...], points: int
    ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], int, int]]:
        """Yield how the cards of a kind may be shared out: their numbers, what room and points are left, and in how many ways."""
        (places, counts), cards = self._kinds[at]
        room = [rooms[place] for place in places]
        if counts and self._told in places:
            told = places.index(self._told)
            room[told] = min(room[told], points // counts)
        for shares in _shares(len(cards), tuple(room)):
            left, rest, free, times = list(rooms), points, len(cards), 1
            for place, share in zip(places, shares, strict=True):
                left[place] -= share
                times *= math.comb(free, share)
                free -= share
                if place == self._told:
                    rest -= share * counts
            yield shares, tuple(left), rest, times

    def at_random(self, numbers: Iterator[int]) -> Spread:
        """Return one of the ways, every one as likely as any other."""
        spread: list[tuple[Card, ...]] = [()] * len(self._rooms)
        rooms, points = self._rooms, self._points
        for at, ((places, _), kind) in enumerate(self._kinds):
            number = far_below(self._ways(at, rooms, points), numbers)
            cards = list(kind)
            for shares, left, rest, times in self._choices(at, rooms, points):
                ways = times * self._ways(at + 1, left, rest)
                if number < ways:
                    for place, share in zip(places, shares, strict=True):
                        spread[place] += tuple([cards.pop(below(len(cards), numbers)) for _ in range(share)])
                    rooms, points = left, rest
                    break
                number -= ways
        return tuple(spread)


def _shares(cards: int, rooms: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield in which numbers cards can be shared out among rooms."""
    if len(rooms) <= 1:
        if not cards or (rooms and cards <= rooms[0]):
            yield (cards,) * len(rooms)
        return
    others = sum(rooms[1:])
    for share in range(min(cards, rooms[0]), max(0, cards - others) - 1, -1):
        for rest in _shares(cards - share, rooms[1:]):
            yield share, *rest


def orders(cards: tuple[Card, ...], alike: Callable[[Card], Card]) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Yield the orders in which cards can lie that play can tell apart, each with how many orders it stands for."""
    kinds = Counter(map(alike, cards))
    times = math.prod(math.factorial(number) for number in kinds.values())
    of_kind: dict[Card, list[Card]] = {}
    for card in cards:
        of_kind.setdefault(alike(card), []).append(card)
    for order in _orders(kinds, len(cards)):
        used: Counter[Card] = Counter()
        row: list[Card] = []
        for kind in order:
            row.append(of_kind[kind][used[kind]])
            used[kind] += 1
        yield tuple(row), times


def _orders(kinds: Counter[Card], length: int) -> Iterator[tuple[Card, ...]]:
    if not length:
        yield ()
        return
    for kind, number in list(kinds.items()):
        if number:
            kinds[kind] -= 1
            for rest in _orders(kinds, length - 1):
                yield kind, *rest
            kinds[kind] += 1
