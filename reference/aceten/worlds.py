"""Worlds: the deals that fit what one seat has seen.

A deal fits a view when the seat would have seen just the same in it: its own cards and those that lie open are where they are, and every
action of the log could be taken when it was (:mod:`aceten.deducing`). Where a trick lay there in part when the log began, a view does not
tell any more what came first in it, and from the end of this trick nothing is concluded. How likely others were to act so is not asked:
every deal that fits counts the same.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from typing import TYPE_CHECKING, Final

from aceten.errors import PositionError
from aceten.imagining import imagine
from aceten.matching.view import MatchingView
from aceten.memory import joined, left_of
from aceten.naming import seat_name
from aceten.shuffling import below, split_mix
from aceten.spreading import Asked, Spreading, orders
from aceten.suits.melded import Lying, by_points, conditions, in_how_many_ways
from aceten.suits.view import SuitView
from aceten_spec.cards import Card
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten.actions import Hands
    from aceten.deducing import Conclusion
    from aceten.spreading import Spread
    from aceten.state import State
    from aceten.suits.melded import Condition
    from aceten.view import View

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
        """
        self.view: Final = view
        """What the seat sees."""
        course = view.course
        self._course: Final = course
        self._known: Final = course.with_regained(view.known)
        unseen = left_of(view.game, joined(self._known) + view.known_talon + view.trick + joined(view.taken))
        conclusions = [
            each
            for seat, (known, size) in enumerate(zip(self._known, view.hand_sizes, strict=True))
            for each in course.bearing_on(seat, size, known, frozenset(unseen))
        ]
        if any(each.held and not each.cards for each in conclusions):
            raise none_fits(view)
        self._open: Final = [each for each in conclusions if not course.settled(each)]
        """Conclusions about hands to which cards have come since."""
        settled = [each for each in conclusions if course.settled(each)]
        spreading = _spreading(view, self._known, unseen, settled)
        melded = _melded(view, self._known, spreading.cards)
        if len(melded) == 1:
            spreading, melded = melded[0].added_to(spreading), ()
        self._spreading: Final = spreading
        self._melded: Final = melded
        """One of these has to hold."""
        self._sets: Final = in_how_many_ways(spreading, melded) if melded else spreading.count
        if not self._sets:
            raise none_fits(view)
        if self._sets * self._orders == 1:
            self._open.clear()  # all that is hidden is known

    @property
    def count(self) -> int | None:
        """How many there are, as deals that differ in anything but the order of a hand, or of a talon that is closed.

        ``None`` where it depends on what was drawn when: then they can only be drawn at random.
        """
        if self._open:
            return None
        view = self.view
        drawn = 1
        if isinstance(view, MatchingView) and view.spicing and view.drawn is None:
            drawn = self._spreading.rooms[view.winning]
        return self._sets * self._orders * drawn

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
            *_, talon, _ = spread
            for order, same in [(talon, 1)] if _is_closed(self.view) else orders(talon, alike):
                for drawn in self._drawable(spread):
                    state = self._state(spread, order, drawn)
                    found[state] = found.get(state, 0) + times * same
                if len(found) > most:
                    return None
        return tuple(found.items())

    def sample(self, numbers: Iterator[int]) -> State:
        """Return one of them, each deal as likely as any other.

        :param numbers: where chance comes from, such as :func:`aceten.shuffling.split_mix`.
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
            ):  # what a line says may be so in no deal, what was played was in one
                problem = say("of {number} deals none fits what was known of hands earlier", number=TRIED)
                raise PositionError(key="past", problem=problem)
            if self._fits(spread) and all(
                self._course.goes(seat, self._known[seat] + spread[seat], conclusions, numbers)
                for seat, conclusions in by_seat.items()
            ):
                tried = 0
                talon = list(spread[-2])
                for place in range(len(talon) - 1, 0, -1):
                    other = below(place + 1, numbers)
                    talon[place], talon[other] = talon[other], talon[place]
                drawable = self._drawable(spread)
                yield self._state(spread, tuple(talon), drawable[below(len(drawable), numbers)])

    def drawn(self, number: int, seed: int = 0) -> tuple[State, ...]:
        """Return so many worlds, drawn at random from a seed."""
        return tuple(itertools.islice(self.samples(split_mix(seed)), number))

    def some(self, most: int, numbers: Iterator[int]) -> tuple[tuple[State, int], ...]:
        """Return all worlds with their weights where they are no more than so many; else so many at random, and how often each came."""
        listed = self.listed(most)
        return listed or tuple(Counter(itertools.islice(self.samples(numbers), most)).items())

    def _fits(self, spread: Spread) -> bool:
        """Whether the marriages that were shown can have been when cards lie so."""
        return not self._melded or any(each.holds(spread) for each in self._melded)

    def _drawable(self, spread: Spread) -> tuple[Card | None, ...]:
        """Return the cards one of which another has drawn who may spice the trick; ``None`` alone where nobody has."""
        view = self.view
        if not isinstance(view, MatchingView) or not view.spicing or view.drawn is not None:
            return (None,)
        return spread[view.winning]

    def _state(self, spread: Spread, talon: tuple[Card, ...], drawn: Card | None) -> State:
        hands = tuple([known + more for known, more in zip(self._known, spread, strict=False)])
        return imagine(self.view, hands, talon + self.view.known_talon, drawn=drawn)


def _spreading(view: View, known: Hands, unseen: tuple[Card, ...], settled: list[Conclusion]) -> Spreading:
    """Return the unseen cards of a view with the places where they may lie: hands by seat, the talon, and what was captured untold.

    :param known: the cards in each hand that are known.
    :param settled: what is known of the others in it.
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
    return Spreading(
        cards=unseen,
        rooms=(*rooms, captured),
        barred=(*[cards | gone for cards in barred], gone, frozenset()),
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
