"""Fitting hidden cards to all that has become known of them in the course of play: one way in which they may have lain.

A hidden card lies in a *place*: one of a hand from the beginning, one of the talon, or one of those that were captured untold. What
becomes known ties a card to a place, or to the hands of a seat up to some event, or says that a hand held none of some cards, or one of
them. Cards are matched with places along augmenting paths; what was found before is kept as far as it still holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from aceten.vocabulary.actions import Seat
from aceten_spec.cards import Card

if TYPE_CHECKING:
    from aceten.knowledge.deductions import Conclusion

NEVER: Final = 1_000_000
"""Later than every event."""
BEGINNING: Final = -2
"""Before every event, and before what is known of the beginning, which is event -1."""


class Place(msgspec.Struct, eq=False):
    """Where a hidden card lies."""

    seat: Seat | None = None
    """In whose hand it comes to be; ``None``: in none so far."""
    since: int = NEVER
    """The event with which it came there."""
    counts: int | None = None
    """How many points the card in it counts; ``None``: that is not known."""


class _Hidden(msgspec.Struct, eq=False):
    """A card that was hidden in the beginning."""

    card: Card
    place: Place | None = None
    """The place in which it is known to have lain."""
    seat: Seat | None = None
    """Whose hand it is known to have been in."""
    by: int = NEVER
    """The event before which it came there."""
    until: int = NEVER
    """The event with which it left the hand."""

    @property
    def known(self) -> bool:
        """Whether anything is known of it."""
        return self.place is not None or self.seat is not None


class Fitting:
    """Hidden cards and the places in which they may lie."""

    def __init__(self, cards: Iterable[Card], places: Sequence[Place], points_of: Callable[[Card], int]) -> None:
        """Begin with as many cards as places, and nothing known."""
        self._hidden = [_Hidden(card) for card in cards]
        self._places = places
        self._points_of = points_of
        self._barred: list[Conclusion] = []
        self._asked: list[Conclusion] = []
        self._in: dict[_Hidden, Place] = {}
        self._of: dict[Place, _Hidden] = {}

    def card_in(self, place: Place) -> Card:
        """Return the card in a place, after :meth:`fit`."""
        return self._of[place].card

    # --- What becomes known ---

    def tie(self, card: Card, place: Place) -> bool:
        """A card is seen that lay in a place; return whether there is such a card."""
        hidden = self._one(card)
        if hidden is not None:
            hidden.place = place
        return hidden is not None

    def show(self, card: Card, seat: Seat, *, by: int, until: int = NEVER) -> bool:
        """A card is seen that was in a hand; return whether there is such a card."""
        hidden = self._one(card)
        if hidden is not None:
            hidden.seat, hidden.by, hidden.until = seat, by, until
        return hidden is not None

    def put(self, card: Card, seat: Seat, place: Place | None, *, until: int) -> bool:
        """A card that had been shown in a hand leaves it, and has lain in a place; return whether there is such a card."""
        for hidden in self._hidden:
            if (hidden.card, hidden.seat, hidden.until, hidden.place) == (card, seat, NEVER, None):
                hidden.place, hidden.until = place, until
                return True
        return False

    def leave(self, card: Card, seat: Seat, event: int) -> None:
        """A card that had been shown leaves the hand with an event."""
        for hidden in self._hidden:
            if (hidden.card, hidden.seat, hidden.until) == (card, seat, NEVER):
                hidden.until = event
                return

    def conclude(self, conclusion: Conclusion) -> None:
        """A hand has held none of some cards, or one of them."""
        (self._asked if conclusion.held else self._barred).append(conclusion)

    def _one(self, card: Card) -> _Hidden | None:
        """Return a card of which nothing is known yet; where one is written without its suit, all of its rank are from now on."""
        free = [hidden for hidden in self._hidden if not hidden.known]
        if card.suit is None:
            for hidden in free:
                if hidden.card.rank == card.rank:
                    hidden.card = card
        return next((hidden for hidden in free if hidden.card == card), None)

    # --- Where they may lie ---

    def fit(self) -> bool:
        """Find a place for every card; return whether there is one."""
        return self._match() and self._meet()

    def _match(self) -> bool:
        for hidden, place in list(self._in.items()):
            if not self._fits(hidden, place):
                self._part(hidden)
        waiting = [hidden for hidden in self._hidden if hidden not in self._in]
        return all(self._augment(hidden, set()) for hidden in sorted(waiting, key=lambda hidden: not hidden.known))

    def _part(self, hidden: _Hidden) -> None:
        del self._of[self._in.pop(hidden)]

    def _augment(self, hidden: _Hidden, tried: set[Place]) -> bool:
        """Put a card into a place, and the card that lies there into another."""
        open_places = [place for place in self._places if place not in tried and self._fits(hidden, place)]
        for place in sorted(open_places, key=lambda place: place in self._of):
            if place in tried:
                continue
            tried.add(place)
            other = self._of.get(place)
            if other is None or self._augment(other, tried):
                self._in[hidden], self._of[place] = place, hidden
                return True
        return False

    def _fits(self, hidden: _Hidden, place: Place) -> bool:
        if hidden.place is not None:
            return hidden.place is place
        if hidden.seat is not None and (place.seat != hidden.seat or place.since >= hidden.by):
            return False
        if place.counts is not None and place.counts != self._points_of(hidden.card):
            return False
        return not any(
            place.seat == each.seat and place.since < each.event < hidden.until and hidden.card in each.cards
            for each in self._barred
        )

    def _meet(self) -> bool:
        """Meet what is asked of hands, one after the other; what is only tried is forgotten."""
        missing = next((each for each in self._asked if not any(self._meets(one, each) for one in self._hidden)), None)
        if missing is None:
            return True
        for hidden in self._choices(missing):
            before = hidden.seat, hidden.by
            hidden.seat, hidden.by = missing.seat, min(hidden.by, missing.event)
            met = self._match() and self._meet()
            hidden.seat, hidden.by = before
            if met:
                return True
        self._match()
        return False

    def _meets(self, hidden: _Hidden, asked: Conclusion) -> bool:
        place = self._in[hidden]
        return (
            hidden.card in asked.cards
            and place.seat == asked.seat
            and place.since < asked.event
            and hidden.until >= asked.event
        )

    def _choices(self, asked: Conclusion) -> Iterator[_Hidden]:
        """Yield the cards that can meet what is asked, one for all of which the same is known."""
        tried: set[tuple[object, ...]] = set()
        for hidden in self._hidden:
            what = hidden.card, hidden.seat, hidden.by, hidden.until
            mine = hidden.place is None and hidden.seat in {None, asked.seat} and hidden.until >= asked.event
            if mine and hidden.card in asked.cards and what not in tried:
                tried.add(what)
                yield hidden


def counting(cards: Sequence[Card], number: int, points: int, points_of: Callable[[Card], int]) -> Iterator[list[int]]:
    """Yield what so many of some cards can count one by one, when they count so many points together."""
    kinds = sorted(Counter(map(points_of, cards)).items(), reverse=True)

    def shares(at: int, number: int, points: int) -> Iterator[list[int]]:
        if at == len(kinds):
            if not number and not points:
                yield []
            return
        worth, most = kinds[at]
        for share in range(min(most, number), -1, -1):
            if share * worth <= points:
                for rest in shares(at + 1, number - share, points - share * worth):
                    yield [worth] * share + rest

    return shares(0, number, points)
