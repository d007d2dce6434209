"""What play has shown of hands that a seat does not see, and when: the common part of what both kinds of tricks let one conclude.

A deal fits what a seat has seen when it can have come about so, action by action. Whoever did not follow suit had none of it; a leader who
was not asked whether he continues had nothing to continue with. Such a *conclusion* speaks of a hand at one moment: what was drawn later
may be anything.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from aceten.deals.shuffling import below
from aceten.deals.talon import cards_due
from aceten.vocabulary.actions import Action, Hands, Seat
from aceten_spec.cards import Card, Pack, sort_cards, without_suit

if TYPE_CHECKING:
    from aceten.engine.view import View


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
    moment: int
    """The event that stands for now: what the trick on the table says has this place."""
    whole: bool = True
    """Whether the log could be followed; else there can be more to know than what is known now."""

    def met(self, conclusion: Conclusion) -> bool:
        """Whether what a hand held is what it has played since, before anything came to it."""
        came = min((event for event in self.received[conclusion.seat] if event >= conclusion.event), default=math.inf)
        later = [card for event, card in self.given[conclusion.seat] if conclusion.event < event <= came]
        return conclusion.held and not conclusion.cards.isdisjoint(later)

    def settled(self, conclusion: Conclusion) -> bool:
        """Whether a conclusion holds for the hand of today: nothing has come to it since."""
        return all(event < conclusion.event for event in self.received[conclusion.seat])

    def _cards_at(self, conclusion: Conclusion, size: int) -> int:
        """Return how many cards a hand of this size had at the moment of a conclusion."""
        given = sum(event > conclusion.event for event, _ in self.given[conclusion.seat])
        return size + given - sum(event >= conclusion.event for event in self.received[conclusion.seat])

    def relevant(self, conclusion: Conclusion, known: Sequence[Card], unseen: frozenset[Card]) -> frozenset[Card]:
        """Return the cards that the hand of a conclusion can have held, beside those that have left it before.

        :param known: the cards of that hand that are known today.
        :param unseen: those that can lie there.
        """
        if self.settled(conclusion):
            return unseen
        later = [card for event, card in self.given[conclusion.seat] if event > conclusion.event]
        return unseen.union(known, later)

    def bearing_on(
        self, seat: int, size: int, known: Sequence[Card], unseen: frozenset[Card], *, whole: bool = False
    ) -> list[Conclusion]:
        """Return what bears on the hidden cards of a hand, and names no cards that cannot be meant.

        :param size: how many cards it has today.
        :param known: those of them that are known.
        :param unseen: those that can be hidden in it.
        :param whole: whether something is hidden of it also when all of its cards are known: when they came.
        """
        bearing: list[Conclusion] = []
        for each in self.conclusions if len(known) < size or whole else ():
            met = each.held and (self.met(each) or (self.settled(each) and not each.cards.isdisjoint(known)))
            if each.seat != seat or met or not self._cards_at(each, size):
                continue
            cards = each.cards & self.relevant(each, known, unseen)
            if cards or each.held:
                bearing.append(msgspec.structs.replace(each, cards=cards))
        return list(dict.fromkeys(bearing))

    def with_regained(self, known: Hands) -> Hands:
        """Return the known cards of hands, with those that were seen to come back."""
        if not any(self.regained):
            return known
        return tuple(
            [
                sort_cards(tuple((Counter(cards) | Counter(back)).elements()))
                for cards, back in zip(known, self.regained, strict=True)
            ]
        )

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


def nothing(view: View, conclusions: Sequence[Conclusion], *, whole: bool) -> Course:
    """Return a course of which only the hands of today are known.

    :param whole: whether there is nothing more to know.
    """
    return msgspec.structs.replace(
        blank(view.game.players), conclusions=tuple(conclusions), moment=len(view.log), whole=whole
    )


def blank(players: int) -> Course:
    """Return a course in which nothing has happened."""
    none = ((),) * players
    return Course(received=none, given=none, moment=0)


class TableCounts:
    """How many cards lie where while a log is gone through."""

    def __init__(
        self,
        view: View,
        first: Seat,
        full: int,
        *,
        leftover: int,
        from_hands: int,
        from_talon: int,
        held: int | None = None,
    ) -> None:
        """Find out what lay where when the log began.

        :param first: who played the first card of the log.
        :param full: how many cards a hand has at most.
        :param leftover: cards of the talon that are too few for everybody to draw one more.
        :param from_hands: how many cards of the log were played from hands.
        :param from_talon: how many from the talon.
        :param held: how many cards a hand had at most when the log began; ``None``: a full one.
        """
        players = self.players = view.game.players
        self.full = full
        cards = sum(view.hand_sizes) + view.talon_size + from_hands + from_talon
        self.before = (leftover - cards) % players
        """How many cards of the first trick lay there already."""
        self.talon = max(leftover, cards + self.before - players * (full if held is None else held))
        self.leader = Seat((first - self.before) % players)
        each = (cards + self.before - self.talon) // players
        self.sizes = [each] * players
        for place in range(self.before):
            self.sizes[(self.leader + place) % players] -= 1
        self.events = len(view.log)
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
        """Everybody draws up, as :func:`aceten.deals.talon.draw` has it."""
        stock = self.talon + self.sizes.count(self.full) if self.talon else 0
        due = [cards_due(self.full - size, stock, self.players) for size in self.sizes]
        for seat, cards in enumerate(due):
            for _ in range(cards):
                self.draw_one(Seat(seat), event)

    def agrees(self, view: View) -> bool:
        """Whether as many cards lie everywhere as the seat sees."""
        return (tuple(self.sizes), self.talon) == (view.hand_sizes, view.talon_size)

    def course(self, conclusions: Sequence[Conclusion], *, whole: bool = True) -> Course:
        """Return what has become known.

        :param whole: whether there is nothing more to know.
        """
        return Course(
            conclusions=tuple(conclusions),
            moment=self.events,
            whole=whole,
            received=tuple(map(tuple, self.received)),
            given=tuple(map(tuple, self.given)),
        )

    def still_there(self, regained: Sequence[tuple[int, Seat, Card]]) -> Hands:
        """Return for each seat the cards that it got back by some events, and has not played since."""
        return tuple(
            [
                tuple([card for event, seat, card in regained if seat == own and self._kept(event, seat, card)])
                for own in range(self.players)
            ]
        )

    def _kept(self, event: int, seat: Seat, card: Card) -> bool:
        return not any(played == card and when > event for when, played in self.given[seat])


@lru_cache(maxsize=256)
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
