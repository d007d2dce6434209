"""Numbered deals: every deal of a game has a number, and every number a deal; specified so that any language can reproduce it.

1. A deal is who holds which cards at the start, in which order the rest of the pack lies, and which card is shown for trumps. It falls into
   *parts*: the hands, from the player after the dealer on, and then every further card of the pack as a part of its own, in the order
   in which the pack goes on. Within a hand no order counts. Who deals is not in the number: whoever it is, the first hand goes to the
   player after the dealer.
2. The *kinds* of cards are what play can tell apart: in a game with suit tricks every card is a kind; in one with matching tricks all
   cards of a rank are one kind, except that a card whose holder plays alone is another. Kinds follow each other in the written order:
   ace, king, queen, jack, ten and so on down, in a rank a kind without suit before clubs, spades, hearts, diamonds. The cards of a kind
   follow each other in the order that a shuffle starts from.
3. Let the pack have ``n`` cards and the hands ``h1`` to ``hp``. Then there are ``n! / (h1! * ... * hp!)`` deals, as cards are told
   apart by their suits, and **every one of them is as likely as any other** when the pack is shuffled well. So many numbers there are,
   from 0 on. Where the pack is cut, or the last card that is dealt is shown, there are ``c`` times as many, ``c`` of rule 6.
4. Deals that play alike, as they differ by suits alone where these do not count, have neighbouring numbers. To read a number ``N``, let
   ``w`` be 1 and go through the parts in turn, in each through the kinds, the first kind first. Of this kind ``m`` cards are left, of
   all later kinds together ``l``; the part has room for ``r`` more cards, and ``D`` is the number of ways to deal the cards that the
   later parts get: their number's factorial, divided by the factorials of the sizes of the later parts. Try how many cards ``x`` of
   this kind the part gets, from the smaller of ``m`` and ``r`` downwards: so many deals begin in this way: ``w * C(m, x) * C(l, r - x)
   * D``, where ``C(a, b)`` is the number of ways to choose ``b`` things among ``a``. If ``N`` is less than that, the part gets ``x`` of
   them, and ``w`` is multiplied by ``C(m, x)``; if not, subtract it from ``N`` and try the next.
5. What is left of ``N`` is below ``w`` and says which cards of each kind they are. Go through parts and kinds once more: ``w`` is
   divided by ``C(m, x)``, and the whole part of ``N / w`` is the place of the choice of ``x`` of the ``m`` cards that are left, in the
   order of their places (of three cards two by two: first and second, first and third, second and third); ``N`` becomes the remainder.
6. Where the pack is cut, the number is first divided by ``c``: the remainder is the place of the card that is cut, and the quotient is
   read as above. Where everybody knows who has that card, ``c`` is ``n``, and the cards lie in the order that a shuffle starts from.
   Where only its suit becomes known, ``c`` is that of the smallest choice of such cards in which every suit is as likely as in the
   pack: of each suit its first cards, so many as it has in the pack divided by the greatest common divisor of what all suits have. With
   whole suits these are four aces.
   Where the last card that is dealt is shown, ``c`` is the number of cards in a hand, and the remainder is the place of that card in the
   hand of the dealer, the last of the hands, in its written order.

As every number is as likely as any other, numbers that are drawn evenly are deals of a well-shuffled pack; a list of deals *that play
differently*, each once, would not be: in zsiros/4 a hand of four different ranks is dealt 256 times as often as one of four sevens.
Each of those stands for a run of numbers, and the length of the run (:meth:`aceten.Game.numbers_like`) is its weight.

A small case: the four aces and the four kings are dealt to two players, two cards to each, and aces and kings count by rank alone.
There are 8! / (2! * 2!) = 10,080 numbers. The first hand has two aces for the numbers below C(4, 2) * C(4, 0) * 6! / 2! = 6 * 360 =
2160, an ace and a king for the next 4 * 4 * 360 = 5760, and two kings for the last 2160. Number 3000 is 840 in the second group, with
``w`` = 4 * 4 = 16; three aces and three kings are left. The second hand has two aces for 16 * C(3, 2) * C(3, 0) * 4! = 1152 numbers: so
it has, and ``w`` is 48. For the next card, an ace takes 48 * 3! = 288 numbers, so it is a king (840 - 288 = 552, ``w`` = 144), then
another (552 - 288 = 264, ``w`` = 288), an ace, and a king. What is left is 264: 264 = 3 * 72 + 48 gives the fourth ace to the first
hand, 48 = 2 * 18 + 12 the third king; 12 = 2 * 6 the third choice of two of three aces to the second; and the other cards come in the
order of their places. The deal is ``AdKh``, ``AsAh``, then ``KcKsAcKd``.

**Deals that fulfil conditions** are drawn among those alone in which some hands hold certain cards, or do not hold them; every one of
them is as likely as any other.

7. The kinds of the ranks of which something is asked come before the others. The hands of which something is asked are dealt before the
   others, as one part with several hands: kind by kind, and for each kind hand by hand, ``x`` from the smaller of ``m`` and the hand's
   room downwards. Instead of ``C(l, r - x)`` there stands the number of ways to go on that end in what was asked: the sum, over all
   that these hands can get of what is left of this kind and of the later ones so that each is full and nothing asked is missing, of the
   products of the ``C(m, x)``. Then the other hands follow, and the rest of the pack, as in rule 4. So are their cards in rule 5.
8. The number that is read is drawn below the number of all such deals: numbers of the generator, each of 64 bits, are put together, the
   first in front, as few as can say every number below it; what is at or above its largest multiple that they can say is thrown away
   with all of them, and as many more are taken; it is the remainder.

A card that is asked for without its suit is any card of its rank; one with its suit is that card, whether suits count or not. ``AAh`` asks
for the ace of hearts and one more ace. A card that is named so is a kind of its own here, beside the kind of the others of its rank:
deals are told apart by their suits, so that as many fulfil it as are counted, each as likely as any other.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Final

import msgspec

from aceten.deals.shuffling import far_below, split_mix
from aceten.vocabulary.errors import usage_error
from aceten_spec.cards import Card, display_key, rank_number, sort_cards, suit_number

if TYPE_CHECKING:
    from aceten.engine.game import Game


class Wanted(msgspec.Struct, frozen=True):
    """What is asked of a hand as it is dealt."""

    hand: int
    """Which, from the player after the dealer on."""
    holds: tuple[Card, ...] = ()
    """Cards that it has, perhaps among more of them."""
    lacks: tuple[Card, ...] = ()
    """Cards of which it has none."""


class Arrangement(msgspec.Struct, frozen=True):
    """A deal as numbers have it."""

    parts: tuple[tuple[Card, ...], ...]
    """The hands, from the player after the dealer on, and the rest of the pack, card by card; last in a hand what is dealt last."""
    cut: Card
    """The card that cutting shows, where one cuts; else the first of the pack."""

    def deck(self, packets: Sequence[int], players: int) -> tuple[Card, ...]:
        """Return the pack from which this is dealt in such packets."""
        hands, rest = list(self.parts[:players]), self.parts[players:]
        cards: list[Card] = []
        for packet in packets:
            for place, hand in enumerate(hands):
                cards += hand[:packet]
                hands[place] = hand[packet:]
        return (*cards, *(card for part in rest for card in part))


class _Asked(msgspec.Struct, frozen=True):
    """What is asked of one hand, by kind and by rank."""

    fewest: tuple[int, ...]
    """For each kind, how many cards of it the hand has at least."""
    most: tuple[int, ...]
    """For each kind, how many at most."""
    of_rank: tuple[int, ...]
    """For each kind, how many cards of its rank the hand has at least."""


class _Step(msgspec.Struct, frozen=True):
    """A moment in dealing one part: a kind of cards has come to a hand, and so much is free and missing."""

    kind: int
    hand: int
    """Which of the part's hands is to get cards of the kind next; the number of hands, when each has got its own."""
    left: int
    """Cards of the kind that no hand has got yet."""
    rooms: tuple[int, ...]
    """How many more cards each hand of the part gets."""
    missing: tuple[int, ...]
    """How many more cards of the kind's rank are asked of each."""

    def gets(self, cards: int) -> _Step:
        """Return what follows when the hand gets so many cards of the kind."""
        at = self.hand
        room, asked = self.rooms[at] - cards, max(0, self.missing[at] - cards)
        return _Step(
            self.kind,
            at + 1,
            self.left - cards,
            (*self.rooms[:at], room, *self.rooms[at + 1 :]),
            (*self.missing[:at], asked, *self.missing[at + 1 :]),
        )


class _Part(msgspec.Struct, frozen=True):
    """One hand, one card of the rest, or the hands of which something is asked: dealt kind by kind."""

    hands: tuple[int, ...]
    """Their places among the parts."""
    sizes: tuple[int, ...]
    """How many cards each gets."""
    asked: tuple[_Asked, ...] = ()
    """What is asked of each; nothing where this is empty."""


class Deals:
    """The deals of a game, or those that fulfil conditions, each with its number: made by :func:`deals_of`."""

    def __init__(self, game: Game, wanted: tuple[Wanted, ...] = ()) -> None:
        """Find kinds, parts and how many deals there are."""
        of_wishes = [card for wish in wanted for card in (*wish.holds, *wish.lacks)]
        self._named: Final = frozenset(filter(suit_number, of_wishes))
        self._canonical_in_play: Final = game.canonical_card
        self._kind_of: Final = {card: self._canonical(card) for card in game.pack.cards}
        asked = set(map(rank_number, of_wishes))
        kinds = sorted(
            set(self._kind_of.values()), key=lambda kind: (rank_number(kind) not in asked, display_key(kind))
        )
        # From this kind on nothing is asked, so that what can be done is counted at once.
        self._free: Final = sum(rank_number(kind) in asked for kind in kinds)
        self._kinds: Final = [tuple(card for card in game.pack.cards if self._kind_of[card] == kind) for kind in kinds]
        self._index: Final = {kind: number for number, kind in enumerate(kinds)}
        self._counts: Final = tuple(map(len, self._kinds))
        self._last_of_rank: Final = [
            number + 1 == len(kinds) or rank_number(kinds[number + 1]) != rank_number(kind)
            for number, kind in enumerate(kinds)
        ]
        size, rest = sum(game.rules.deal), len(game.pack.cards) - game.players * sum(game.rules.deal)
        self._sizes: Final = (size,) * game.players + (1,) * rest
        first = tuple(wish.hand for wish in wanted)
        parts = [_Part(first, (size,) * len(first), tuple(map(self._asked_of, wanted)))] if wanted else []
        parts += [_Part((each,), (self._sizes[each],), ()) for each in range(len(self._sizes)) if each not in first]
        self._parts: Final = parts
        self._cuts: Final = _cuts(game)
        self._last: Final = game.players - 1 if game.last_shown else None
        """The hand of which the last card is shown."""
        self._shows: Final = size if game.last_shown else len(self._cuts)
        self._ways: Final = cache(self._count_ways)
        beginning, total = self._begin(parts[0], self._counts), len(game.pack.cards)
        after = total - sum(parts[0].sizes)
        self._deals: Final = self._ways_on(parts[0], beginning, self._counts) * self._orders(1, after)
        self.count: Final = self._deals * self._shows
        """How many there are."""

    def at(self, number: int) -> Arrangement:
        """Return the deal with a number from 0 to ``count - 1``."""
        number, cut = divmod(number, self._shows)
        split = [[0] * len(self._kinds) for _ in self._sizes]
        weight = 1
        for hand, kind, chosen, deals in self._choices(split):
            for cards, each in deals:
                if number < each * weight:
                    split[hand][kind] = cards
                    weight *= math.comb(chosen, cards)
                    break
                number -= each * weight
        parts = self._with_suits(split, weight, number)
        if self._last is None:
            return Arrangement(parts, self._cuts[cut])
        dealt = sort_cards(parts[self._last])
        last = (*dealt[:cut], *dealt[cut + 1 :], dealt[cut])
        return Arrangement((*parts[: self._last], last, *parts[self._last + 1 :]), self._cuts[0])

    def number_of(self, parts: Sequence[tuple[Card, ...]], cut: Card) -> int:
        """Return the number of a deal; where it does not say the suits, that of the first of those that play alike."""
        first, weight, split = self._first(parts)
        left = [list(kind) for kind in self._kinds]
        offset = 0
        for hand in self._order:
            for kind, cards in enumerate(split[hand]):
                weight //= math.comb(len(left[kind]), cards)
                mine = [card for card in parts[hand] if self._index[self._canonical(card)] == kind]
                places = _places(left[kind], mine)
                offset += weight * _choices_of(len(left[kind]), cards).index(places)
                left[kind] = [card for place, card in enumerate(left[kind]) if place not in places]
        return (first + offset) * self._shows + self._place(parts, cut)

    def alike(self, parts: Sequence[tuple[Card, ...]], cuts: Sequence[Card]) -> range:
        """Return the numbers of the deals that play like one, in which one of some neighbouring cards is shown."""
        first, weight, _ = self._first(parts)
        start = first * self._shows + self._place(parts, cuts[0])
        return range(start, start + (weight - 1) * self._shows + len(cuts))

    def _place(self, parts: Sequence[tuple[Card, ...]], shown: Card) -> int:
        """Return the place of the card shown among those that can be."""
        return (self._cuts if self._last is None else sort_cards(parts[self._last])).index(shown)

    def _canonical(self, card: Card) -> Card:
        """Return one card for all of its kind: those that play cannot tell apart, but one that was asked for by its suit is itself."""
        return card if card in self._named else self._canonical_in_play(card)

    @property
    def cuts(self) -> tuple[Card, ...]:
        """The cards that cutting may show, as far as they are told apart; one alone where nobody cuts."""
        return self._cuts

    def _first(self, parts: Sequence[tuple[Card, ...]]) -> tuple[int, int, list[list[int]]]:
        """Return the number of the first deal that plays like this one, how many there are, and how kinds are split among parts."""
        split = [[0] * len(self._kinds) for _ in self._sizes]
        for part, held in zip(parts, split, strict=True):
            for card in part:
                held[self._index[self._canonical(card)]] += 1
        number, weight = 0, 1
        for hand, kind, chosen, deals in self._choices(split):
            for cards, each in deals:
                if cards == split[hand][kind]:
                    break
                number += each * weight
            weight *= math.comb(chosen, split[hand][kind])
        return number, weight, split

    def _choices(self, split: list[list[int]]) -> Iterator[tuple[int, int, int, Iterator[tuple[int, int]]]]:
        """Yield in turn which hand gets cards of which kind, how many of it are left, and for each number of cards how many deals follow.

        What was chosen is looked up in ``split`` before going on.
        """
        counts, after = list(self._counts), sum(self._counts)
        for number, part in enumerate(self._parts):
            after -= sum(part.sizes)
            orders = self._orders(number + 1, after)
            left = tuple(counts)
            step = self._begin(part, left)
            for kind in range(len(left)):
                if not any(step.rooms):
                    break
                for place, hand in enumerate(part.hands):
                    yield hand, kind, step.left, self._following(part, step, left, orders)
                    step = step.gets(split[hand][kind])
                    counts[kind] -= split[hand][kind]
                    if place + 1 == len(part.hands) and kind + 1 < len(left):
                        step = self._next_kind(part, step, left)

    def _following(self, part: _Part, step: _Step, counts: tuple[int, ...], orders: int) -> Iterator[tuple[int, int]]:
        """Yield how many cards of a kind a hand can get, the most first, and to how many deals that leads."""
        for cards in range(min(step.left, step.rooms[step.hand]), -1, -1):
            ways = self._allowed(part, step, cards) and self._ways_on(part, step.gets(cards), counts)
            if ways:
                yield cards, math.comb(step.left, cards) * ways * orders

    def _allowed(self, part: _Part, step: _Step, cards: int) -> bool:
        if not part.asked:
            return True
        asked = part.asked[step.hand]
        return asked.fewest[step.kind] <= cards <= asked.most[step.kind]

    def _ways_on(self, part: _Part, step: _Step, counts: tuple[int, ...]) -> int:
        """Return in how many ways a part can be filled from here on."""
        if part.asked and step.kind < self._free:
            return self._ways(step)
        ways, cards = 1, sum(counts[step.kind + 1 :])
        for hand, room in enumerate(step.rooms):  # those that have got their own of this kind fill up with later ones
            cards += step.left if hand == step.hand else 0
            if room > cards:
                return 0
            ways, cards = ways * math.comb(cards, room), cards - room
        return ways

    def _count_ways(self, step: _Step) -> int:
        """Return in how many ways the hands of which something is asked, dealt first, can be filled from here on."""
        part = self._parts[0]
        if step.hand == len(part.hands):
            if self._last_of_rank[step.kind] and any(step.missing):
                return 0
            if step.kind + 1 == len(self._counts):
                return 0 if any(step.rooms) else 1
            return self._ways_on(part, self._next_kind(part, step, self._counts), self._counts)
        return sum(ways for _, ways in self._following(part, step, self._counts, 1))

    def _begin(self, part: _Part, counts: tuple[int, ...]) -> _Step:
        missing = tuple(asked.of_rank[0] for asked in part.asked) or (0,) * len(part.hands)
        return _Step(0, 0, counts[0], part.sizes, missing)

    def _next_kind(self, part: _Part, step: _Step, counts: tuple[int, ...]) -> _Step:
        kind, missing = step.kind + 1, step.missing
        if part.asked and self._last_of_rank[step.kind]:
            missing = tuple(asked.of_rank[kind] for asked in part.asked)
        return _Step(kind, 0, counts[kind], step.rooms, missing)

    def _orders(self, part: int, cards: int) -> int:
        """Return in how many ways these cards come to the parts from one on."""
        sizes = [size for each in self._parts[part:] for size in each.sizes]
        return math.factorial(cards) // math.prod(map(math.factorial, sizes))

    @property
    def _order(self) -> Iterator[int]:
        """Return the places of hands and cards among the parts, in the order in which they are dealt."""
        return (hand for part in self._parts for hand in part.hands)

    def _with_suits(self, split: list[list[int]], weight: int, offset: int) -> tuple[tuple[Card, ...], ...]:
        """Return the cards of the parts, when kinds are split so among them and the suits fall in one of so many ways."""
        left = [list(kind) for kind in self._kinds]
        found: dict[int, tuple[Card, ...]] = {}
        for hand in self._order:
            cards: list[Card] = []
            for kind, number in enumerate(split[hand]):
                weight //= math.comb(len(left[kind]), number)
                choice, offset = divmod(offset, weight)
                places = _choices_of(len(left[kind]), number)[choice]
                cards += [left[kind][place] for place in places]
                left[kind] = [card for place, card in enumerate(left[kind]) if place not in places]
            found[hand] = tuple(cards)
        return tuple(found[hand] for hand in range(len(self._sizes)))

    def _asked_of(self, wish: Wanted) -> _Asked:
        """Return what is asked of a hand, by kind and by rank."""
        kinds = list(self._index)
        by_name, of_rank = Counter(wish.holds), Counter(map(rank_number, wish.holds))
        without_suit = {rank_number(card) for card in wish.lacks if not suit_number(card)}
        return _Asked(
            tuple(by_name[kind] if suit_number(kind) else 0 for kind in kinds),
            tuple(
                0 if kind in wish.lacks or rank_number(kind) in without_suit else count
                for kind, count in zip(kinds, self._counts, strict=True)
            ),
            tuple(of_rank[rank_number(kind)] for kind in kinds),
        )


@lru_cache(maxsize=64)
def deals_of(game: Game, wanted: tuple[Wanted, ...] = ()) -> Deals:
    """Return the deals of a game, or those in which every hand has what is asked of it, each hand once; perhaps none."""
    return Deals(game, wanted)


def drawn(deals: Deals, seed: int) -> int:
    """Return the number of the deal that a seed draws.

    :raises UsageError: when there are none, and for a seed outside 0 to 2**64 - 1.
    """
    if not deals.count:
        raise usage_error("no deal fulfils all that is asked of the hands")
    return far_below(deals.count, split_mix(seed))


def _cuts(game: Game) -> tuple[Card, ...]:
    """Return the cards that cutting may show, as far as they are told apart; one alone where nobody cuts."""
    cards = game.pack.cards
    if not game.cuts:
        return cards[:1]
    if game.cut_shown:
        return cards
    suits = Counter(map(suit_number, cards))
    divisor = math.gcd(*suits.values())
    return tuple(
        card
        for suit, count in suits.items()
        for card in [card for card in cards if suit_number(card) == suit][: count // divisor]
    )


@lru_cache(maxsize=256)
def _choices_of(things: int, chosen: int) -> tuple[tuple[int, ...], ...]:
    """Return the ways to choose some of several things, by their places and in their order."""
    return tuple(combinations(range(things), chosen))


def _places(left: list[Card], mine: list[Card]) -> tuple[int, ...]:
    """Return where the cards lie that somebody has of those that are left, the first ones for those that are not told."""
    free = list(range(len(left)))
    found: list[int] = []
    for card in mine:
        place = next((place for place in free if left[place] == card), None)
        if place is not None:
            found.append(place)
            free.remove(place)
    return tuple(sorted([*found, *free[: len(mine) - len(found)]]))
