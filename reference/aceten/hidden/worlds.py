"""Worlds: the deals that fit what one seat has seen.

A deal fits a view when the seat would have seen just the same in it: its own cards and those that lie open are where they are, and every
action of the log could be taken when it was (:mod:`aceten.knowledge.deductions`). Where cards may have lain in the trick when the log
began, a view does not tell any more what came first in it, and from the end of this trick nothing is concluded: with tricks of several
rounds that may be wherever neither all that was captured stands in the log, nor the tricks before had one round each. How likely others
were to act so is not asked: every deal that fits counts the same.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from aceten.deals.shuffling import below, split_mix
from aceten.engine.matching.view import MatchingView
from aceten.engine.state import State
from aceten.engine.suits.view import SuitView
from aceten.engine.view import View
from aceten.hidden.imagine import imagine
from aceten.knowledge.deductions import Conclusion, Course
from aceten.knowledge.memory import joined, left_of, saw_drawing
from aceten.knowledge.placements import Asked, Spread, Spreading, orders
from aceten.positions.shown_marriages import Condition, Lying, by_points, conditions, in_how_many_ways
from aceten.vocabulary.actions import Hands, Seat
from aceten.vocabulary.errors import PositionError, check_kind, position_error, usage_error, view_expected
from aceten.vocabulary.naming import seat_name
from aceten_spec.cards import Card
from aceten_spec.errors import given, whole
from aceten_spec.speech import say

LISTED: Final = 10_000
"""By default no more worlds than this are listed."""
TRIED: Final = 100_000
"""So many deals are tried in a row that may not fit what a line says of earlier moments, before it is taken for false."""


def worlds(view: View) -> Worlds:
    """Return the deals that fit what a seat has seen.

    >>> import aceten
    >>> view = aceten.parse("zsiros/2 hands=AK,?? lead=0 points=40,20")
    >>> aceten.worlds(view).count
    161

    :raises PositionError: when there is none.
    """
    return Worlds(view)


class Worlds:
    """The deals that fit what a seat has seen, made by :func:`worlds`."""

    def __init__(self, view: View) -> None:
        """Find out what is known.

        :raises PositionError: when no deal fits.
        :raises UsageError: for what is no view.
        """
        check_kind(view, View, view_expected())
        self.view: Final = view
        """What the seat sees."""
        drawer, course = view.drawer, view.course
        self._course: Final = course if drawer is None or not saw_drawing(view) else course.before_drawing(drawer)
        self._known: Final = course.with_regained(view.known)
        unseen = left_of(view.game, joined(self._known) + view.known_talon + view.trick + joined(view.taken))
        self._drawing: Final = None if drawer is None else _Drawing(view, drawer, self._known[drawer], self._course)
        apart = drawer if self._drawing is not None and self._drawing.apart else None
        conclusions = [
            each
            for seat, (known, size) in enumerate(zip(self._known, view.hand_sizes, strict=True))
            for each in self._course.bearing_on(seat, size - (seat == apart), known, frozenset(unseen))
        ]
        if any(each.held and not each.cards for each in conclusions):
            raise none_fits(view)
        self._open: Final = [each for each in conclusions if not self._course.settled(each)]
        """Conclusions about hands to which cards have come since."""
        settled = [each for each in conclusions if self._course.settled(each)]
        spreading = _spreading(view, self._known, unseen, settled, apart)
        melded = _melded(view, self._known, spreading.cards)
        if len(melded) == 1:
            spreading, melded = melded[0].added_to(spreading), ()
        self._spreading: Final = spreading
        self._melded: Final = melded
        """One of these has to hold."""
        self._sets: Final = in_how_many_ways(spreading, melded) if melded else spreading.count
        if not self._deals:
            raise none_fits(view)
        if self._deals == 1:
            self._open.clear()  # all that is hidden is known

    @property
    def count(self) -> int | None:
        """How many there are, as deals that differ in anything but the order of a hand, or of a talon that is closed.

        ``None`` where it depends on what was drawn when: then they can only be drawn at random.
        """
        if self._open:
            return None
        return self._deals

    @property
    def _deals(self) -> int:
        """How many there are whatever was drawn when."""
        return self._sets * self._orders * (1 if self._drawing is None else self._drawing.number)

    @property
    def _orders(self) -> int:
        """In how many orders the hidden cards of the talon can lie; 1 where nobody draws them any more."""
        return 1 if _is_closed(self.view) else math.factorial(self.view.talon_size - len(self.view.known_talon))

    def listed(self, most: int = LISTED) -> tuple[tuple[State, int], ...] | None:
        """Return the worlds that play can tell apart, each with how many deals it stands for; ``None`` when they are too many to list.

        Where suits do not matter, deals that differ in suits alone are one world.
        """
        alike = self.view.game.canonical_card
        kinds = Counter(map(alike, self._spreading.cards)).values()
        # No world stands for more deals than there are ways to give suits to the unseen cards.
        if self.count is None or self.count > most * math.prod(map(math.factorial, kinds)):
            return None
        found: dict[State, int] = {}
        for spread, times in self._spreading.ways(alike):
            if not self._fits(spread):
                continue
            talon = spread[self.view.game.players]
            drawable = {} if self._drawing is None else self._drawing.kinds(spread, alike)
            for order, same in [(talon, 1)] if _is_closed(self.view) else orders(talon, alike):
                for drawn, number in drawable.items() or [(None, 1)]:
                    state = self._state(spread, order, drawn)
                    found[state] = found.get(state, 0) + times * same * number
                if len(found) > most:
                    return None
        return tuple(found.items())

    def sample(self, numbers: Iterator[int]) -> State:
        """Return one of them, each deal as likely as any other.

        :param numbers: where chance comes from, such as :func:`aceten.deals.shuffling.split_mix`.
        """
        return next(self.samples(numbers))

    def samples(self, numbers: Iterator[int]) -> Iterator[State]:
        """Yield worlds at random without end, each deal as likely as any other.

        :raises PositionError: when none is found that fits what a line says of earlier moments.
        """
        by_seat = {
            seat: [each for each in self._open if each.seat == seat] for seat in {each.seat for each in self._open}
        }
        tried = 0
        for spread in self._spreading.ways_at_random(numbers):
            tried += 1
            if tried > TRIED and any(
                self.view.past
            ):  # a line may be false; what was played was so in one deal at least
                raise position_error(
                    "past", "of {number} deals none fits what was known of hands earlier", number=TRIED
                )
            drawn = None if self._drawing is None else self._drawing.at_random(spread, numbers)
            if self._fits(spread) and all(
                self._course.goes(seat, self._hand(seat, spread, drawn), conclusions, numbers)
                for seat, conclusions in by_seat.items()
            ):
                tried = 0
                talon = list(spread[self.view.game.players])
                for place in range(len(talon) - 1, 0, -1):
                    other = below(place + 1, numbers)
                    talon[place], talon[other] = talon[other], talon[place]
                if self._drawing is None:
                    next(numbers)  # one that chose among no cards: a seed gives the worlds that it always gave
                yield self._state(spread, tuple(talon), drawn)

    def drawn(self, number: int, seed: int = 0) -> tuple[State, ...]:
        """Return so many worlds, drawn at random from a seed.

        :raises UsageError: for a number that is none.
        """
        count = whole(number)
        if count is None or count < 0:
            raise usage_error("{number} worlds: expected a whole number from 0", number=given(number))
        return tuple(itertools.islice(self.samples(split_mix(seed)), count))

    def some(self, most: int, numbers: Iterator[int]) -> tuple[tuple[State, int], ...]:
        """Return all worlds with their weights where they are no more than so many; else so many at random, and how often each came."""
        listed = self.listed(most)
        return listed or tuple(Counter(itertools.islice(self.samples(numbers), most)).items())

    def _fits(self, spread: Spread) -> bool:
        """Whether the marriages that were shown can have been when cards lie so."""
        return not self._melded or any(each.holds(spread) for each in self._melded)

    def _hand(self, seat: Seat, spread: Spread, drawn: Card | None) -> tuple[Card, ...]:
        """Return a hand when cards lie so, without the card that its holder has just drawn, who may spice the trick."""
        hand = self._known[seat] + spread[seat]
        if self._drawing is None or self._drawing.apart or seat != self._drawing.seat or drawn is None:
            return hand
        return without(hand, drawn)

    def _state(self, spread: Spread, talon: tuple[Card, ...], drawn: Card | None) -> State:
        hands = [known + more for known, more in zip(self._known, spread, strict=False)]
        if self._drawing is not None and self._drawing.apart:
            hands[self._drawing.seat] += spread[-1]
        return imagine(self.view, tuple(hands), talon + self.view.known_talon, drawn=drawn)


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return cards without one of them."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


class _Drawing:
    """The card that another has drawn, who may spice the trick: which one it may be."""

    def __init__(self, view: View, seat: Seat, known: tuple[Card, ...], course: Course) -> None:
        """Find out which card it may be.

        :param seat: who has drawn it.
        :param known: the known cards of his hand.
        :param course: what is known of hands, of his without it.
        """
        self.seat: Final = seat
        self._hidden: Final = view.hand_sizes[seat] - len(known)
        self.apart: Final = saw_drawing(view) and self._hidden > 0
        """Whether it is none of the known cards, which were in the hand before; its place is the last one of a spreading."""
        before = course.regained[seat] if course.regained else ()
        own = [each for each in course.conclusions if each.seat == seat and course.settled(each)]
        self._among: Final = [
            card
            for card in (Counter(known) - Counter(before)).elements()
            if self._hidden or all(_holds(each, without(known, card)) for each in own)
        ]
        """The known cards that it may be."""

    @property
    def number(self) -> int:
        """How many cards it may be when it is known where the others lie."""
        return 1 if self.apart else len(self._among) + self._hidden

    def _in(self, spread: Spread) -> list[Card]:
        return list(spread[-1]) if self.apart else [*self._among, *spread[self.seat]]

    def kinds(self, spread: Spread, alike: Callable[[Card], Card]) -> dict[Card, int]:
        """Return the cards that it may be when cards lie so, one of each kind, and how many there are of the kind."""
        cards: dict[Card, Card] = {}
        kinds = Counter(map(alike, self._in(spread)))
        for card in self._in(spread):
            cards.setdefault(alike(card), card)
        return {cards[kind]: number for kind, number in kinds.items()}

    def at_random(self, spread: Spread, numbers: Iterator[int]) -> Card:
        """Return one of the cards that it may be when cards lie so, each as likely as any other."""
        cards = self._in(spread)
        return cards[below(len(cards), numbers)]


def _holds(conclusion: Conclusion, hand: tuple[Card, ...]) -> bool:
    return conclusion.held != conclusion.cards.isdisjoint(hand)


def _spreading(
    view: View, known: Hands, unseen: tuple[Card, ...], settled: list[Conclusion], drawer: Seat | None
) -> Spreading:
    """Return the unseen cards of a view with the places where they may lie: hands by seat, the talon, and what was captured untold.

    :param known: the cards in each hand that are known.
    :param settled: what is known of the others in it.
    :param drawer: from whose hand the card that he has just drawn lies apart, in one more place after all others; ``None``: nobody's.
    """
    rooms = [size - len(cards) for cards, size in zip(known, view.hand_sizes, strict=True)]
    rooms.append(view.talon_size - len(view.known_talon))
    captured = len(unseen) - sum(rooms)
    barred = [frozenset[Card]()] * view.game.players
    asked: list[Asked] = []
    for each in settled:
        if each.held:
            asked.append(Asked(each.seat, each.cards))
        else:
            barred[each.seat] |= each.cards
    gone: frozenset[Card] = frozenset()
    if isinstance(view, MatchingView):
        gone = view.game.lone_captured(view.lone)
    apart: tuple[frozenset[Card], ...] = ()
    if drawer is not None:
        rooms[drawer] -= 1
        now = [each for each in view.course.conclusions if each.seat == drawer and view.course.settled(each)]
        apart = (gone.union(*[each.cards for each in now if not each.held]),)
    return Spreading(
        cards=unseen,
        rooms=(*rooms, captured, *[1 for _ in apart]),
        barred=(*[cards | gone for cards in barred], gone, frozenset(), *apart),
        asked=tuple(asked),
        points=(len(rooms), view.untold_points) if view.points_known and captured else None,
        points_of=lambda card: view.game.points_of((card,)),
    )


def _melded(view: View, known: Hands, unseen: tuple[Card, ...]) -> tuple[Condition, ...]:
    """Return what has to be so of unseen cards that the marriages can have been shown: one of these; none where there were none.

    :param known: the cards in each hand that are known.
    :raises PositionError: when they cannot have been shown.
    """
    if not isinstance(view, SuitView) or not any(view.melds):
        return ()
    lying = Lying(
        hands=known,
        talon=view.known_talon,
        unseen=unseen,
        shown=view.shown if any(view.shown) else None,
        claimed=view.claimant is not None,
    )
    found = conditions(view.game, by_points(view.game, view.melds, view.trump), lying)
    if not found:
        raise none_fits(view)
    return found


def _is_closed(view: View) -> bool:
    return isinstance(view, SuitView) and view.closed is not None


def none_fits(view: View) -> PositionError:
    """Return the error that says that no deal fits what a seat has seen."""
    return PositionError(key="hands", problem=say("no deal fits what {who} has seen", who=seat_name(view.seat)))
