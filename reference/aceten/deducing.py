"""What play has shown of hands that a seat does not see, and when: the common part of what both kinds of tricks let one conclude.

A deal fits what a seat has seen when it can have come about so, action by action. Whoever did not follow suit had none of it; a leader who
was not asked whether he continues had nothing to continue with. Such a *conclusion* speaks of a hand at one moment: what was drawn later
may be anything.
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from aceten.actions import Action, Seat
from aceten.drawing import cards_due
from aceten.shuffling import below
from aceten_spec.cards import Card, Pack, without_suit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from aceten.view import View


class Conclusion(msgspec.Struct, frozen=True):
    """What follows for a hand from one event: that it held none of some cards, or at least one of them."""

    seat: Seat
    """Whose hand."""
    event: int
    """The place of the event in the log; the hand is the one after what was played in it, and before what was drawn."""
    cards: frozenset[Card]
    """Which cards."""
    held: bool = False
    """Whether it held at least one of them, and not none."""


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """What has become known of hands in the course of play."""

    conclusions: tuple[Conclusion, ...] = ()
    """What follows for them."""
    received: tuple[tuple[int, ...], ...]
    """For each seat the events in which it has drawn a card, one for each card."""
    given: tuple[tuple[tuple[int, Card], ...], ...]
    """For each seat the events in which a card has left its hand, and the card."""
    regained: tuple[tuple[Card, ...], ...] = ()
    """For each seat the cards that everybody has seen come back into its hand."""

    def met(self, conclusion: Conclusion) -> bool:
        """Whether what a hand held is what it has played since, before anything came to it."""
        came = min((event for event in self.received[conclusion.seat] if event >= conclusion.event), default=math.inf)
        later = [card for event, card in self.given[conclusion.seat] if conclusion.event < event <= came]
        return conclusion.held and not conclusion.cards.isdisjoint(later)

    def settled(self, conclusion: Conclusion) -> bool:
        """Whether a conclusion holds for the hand of today: nothing has come to it since."""
        return all(event < conclusion.event for event in self.received[conclusion.seat])

    def before_drawing(self, seat: Seat) -> Course:
        """Return what is known of hands of which one is without the card that has come to it last."""
        received = [events[:-1] if own == seat else events for own, events in enumerate(self.received)]
        return msgspec.structs.replace(self, received=tuple(received))

    def goes(self, seat: Seat, hand: Sequence[Card], conclusions: Sequence[Conclusion], numbers: Iterator[int]) -> bool:
        """Whether a hand fits some conclusions when its cards came in an order drawn at random among those that are possible.

        How many orders there are does not depend on the hand, so that hands that pass are as likely as the deals behind them are many.
        """
        free = [-1] * (len(hand) + len(self.given[seat]) - len(self.received[seat])) + [*self.received[seat]]
        came: list[tuple[Card, int, int | None]] = []
        for event, card in self.given[seat]:
            early = [place for place, when in enumerate(free) if when < event]
            came.append((card, free.pop(early[below(len(early), numbers)]), event))
        came += [(card, free.pop(below(len(free), numbers)), None) for card in hand]
        return all(
            each.held
            == any(
                when < each.event and (gone is None or gone > each.event) and card in each.cards
                for card, when, gone in came
            )
            for each in conclusions
        )


def nothing(view: View, conclusions: Sequence[Conclusion] = ()) -> Course:
    """Return a course of which only the hands of today are known."""
    none = ((),) * view.game.players
    return Course(conclusions=tuple(conclusions), received=none, given=none)


class Table:
    """How many cards lie where while a log is gone through."""

    def __init__(self, view: View, first: Seat, full: int, *, leftover: int, from_hands: int, from_talon: int) -> None:
        """Find out what lay where when the log began.

        :param first: who played the first card of the log.
        :param full: how many cards a hand has at most.
        :param leftover: cards of the talon that are too few for everybody to draw one more.
        :param from_hands: how many cards of the log were played from hands.
        :param from_talon: how many from the talon.
        """
        players = self.players = view.game.players
        self.full = full
        cards = sum(view.hand_sizes) + view.talon_size + from_hands + from_talon
        self.before = (leftover - cards) % players
        """How many cards of the first trick lay there already."""
        self.talon = max(leftover, cards + self.before - players * full)
        self.leader = Seat((first - self.before) % players)
        each = (cards + self.before - self.talon) // players
        self.sizes = [each] * players
        for place in range(self.before):
            self.sizes[(self.leader + place) % players] -= 1
        self.received: list[list[int]] = [[] for _ in range(players)]
        self.given: list[list[tuple[int, Card]]] = [[] for _ in range(players)]

    def play(self, seat: Seat, event: int, card: Card) -> None:
        """A seat plays a card of its hand."""
        self.sizes[seat] -= 1
        self.given[seat].append((event, card))

    def draw_one(self, seat: Seat, event: int) -> None:
        """A seat draws a card."""
        self.talon -= 1
        self.sizes[seat] += 1
        self.received[seat].append(event)

    def draw(self, event: int) -> None:
        """Everybody draws up, as :func:`aceten.drawing.draw` has it."""
        stock = self.talon + self.sizes.count(self.full) if self.talon else 0
        due = [cards_due(self.full - size, stock, self.players) for size in self.sizes]
        for seat, cards in enumerate(due):
            for _ in range(cards):
                self.draw_one(Seat(seat), event)

    def agrees(self, view: View) -> bool:
        """Whether as many cards lie everywhere as the seat sees."""
        return (tuple(self.sizes), self.talon) == (view.hand_sizes, view.talon_size)

    def course(self, conclusions: Sequence[Conclusion], regained: Sequence[tuple[int, Seat, Card]] = ()) -> Course:
        """Return what has become known."""
        return Course(
            conclusions=tuple(conclusions),
            received=tuple(map(tuple, self.received)),
            given=tuple(map(tuple, self.given)),
            regained=tuple(
                [
                    tuple([card for event, seat, card in regained if seat == own and self._kept(event, seat, card)])
                    for own in range(self.players)
                ]
            ),
        )

    def _kept(self, event: int, seat: Seat, card: Card) -> bool:
        return not any(played == card and when > event for when, played in self.given[seat])


@cache
def every_card(pack: Pack) -> frozenset[Card]:
    """Return every card that can stand for one of a pack, with its suit and without."""
    return frozenset(pack.cards) | frozenset(map(without_suit, pack.cards))


def standing_for(pack: Pack, named: Sequence[Card]) -> frozenset[Card]:
    """Return every card that is one of those named, of which one without its suit is any of its rank."""
    ranks = {card.rank for card in named if card.suit is None}
    return frozenset(card for card in every_card(pack) if card in named or card.rank in ranks)


def events_of(view: View, silent: type | tuple[type, ...]) -> list[tuple[int, Seat, Action]]:
    """Return the events of the log with their places, but for those that say nothing of cards."""
    return [(place, seat, action) for place, (seat, action) in enumerate(view.log) if not isinstance(action, silent)]
