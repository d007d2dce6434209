"""What play with suit tricks shows of hands: with which cards the rules would have forbidden it.

Nothing is known here of what a rule is about: each is asked as play asks it (:mod:`aceten.engine.suits.duties`), of hands that may have
been.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from aceten.engine.suits.duties import CardRule, SuitMoment, SuitTrick, card_rule, situation
from aceten.knowledge.deductions import Conclusion, Course, TableCounts, events_of, every_card, nothing
from aceten.vocabulary.actions import Claim, Close, Draw, Exchange, Meld, Play, Seat
from aceten_spec.cards import Card, card_of

if TYPE_CHECKING:
    from aceten.engine.suits.view import SuitView


def barred(public: SuitMoment, card: Card) -> frozenset[Card]:
    """Return the cards of which a hand has none that plays a card: it could not be played with one of them."""
    rule = card_rule(public)
    if rule is None or card.suit is None:
        return frozenset()
    return _barred(rule, situation(public), card)


@lru_cache(maxsize=512)  # whoever follows a deal asks for all that was played before, time after time
def _barred(rule: CardRule, public: SuitTrick, card: Card) -> frozenset[Card]:
    others = [other for other in every_card(public.game.pack) if other.suit is not None]
    return frozenset(other for other in others if rule(public, (card, other), card) is not None)


def public_trick(view: SuitView) -> SuitTrick:
    """Return what everybody sees."""
    return SuitTrick(
        game=view.game,
        trick=view.trick,
        trump=view.trump,
        closed=view.closed,
        open_talon=bool(view.talon_size) and view.closed is None,
        cards_in_play=sum(view.hand_sizes) + view.talon_size + len(view.trick),
    )


def course_of(view: SuitView) -> Course:
    """Return what has become known of hands in the log of a view, and in the trick of this moment."""
    now = on_table(public_trick(view), view.leader, len(view.log), melds=view.melds)
    past = _Past(view)
    if past.go_through() and past.table.agrees(view):
        # That a card was in a hand from the first, as it was shown then, is not remembered; it bears on what has come there since.
        forgotten = (view.game.last_shown or view.game.cut_shown) and any(past.table.received)
        return past.table.course([*past.conclusions, *now], whole=not forgotten)
    return nothing(view, now, whole=not view.log)


def on_table(public: SuitTrick, leader: Seat, event: int, *, melds: tuple[int, ...]) -> list[Conclusion]:
    """Return what the cards of a trick say of hands, whatever came before it.

    :param event: the place that stands for now.
    :param melds: points of the marriages that were shown, by side: one may have been shown with the lead.
    """
    game, trick = public.game, public.trick
    found: list[Conclusion] = []
    for place, card in enumerate(trick):
        if place or not melds[game.sides[leader]]:
            cards = barred(public._replace(trick=trick[:place]), card)
            found += [Conclusion(Seat((leader + place) % game.players), event, cards)] if cards else []
    return found


class _Past:
    """The log of a view, gone through trick by trick."""

    def __init__(self, view: SuitView) -> None:
        self._view = view
        self._game = game = view.game
        self._events = events_of(view, ())
        self._won = len(view.log) - 1 if game.rules.claim == "automatic" and view.claimant is not None else None
        """The event that has ended the deal, as there were enough points with it: nobody has drawn after it."""
        cards = [
            (event, seat)
            for event, seat, action in self._events
            if isinstance(action, Play) or (isinstance(action, Meld) and event != self._won)
        ]
        first = cards[0][1] if cards else view.leader
        self.table = TableCounts(
            view,
            first,
            game.rules.hand,
            leftover=0,
            from_hands=len(cards),
            from_talon=0,
            held=self._held_first(len(cards)),
        )
        self._trick: list[Card | None] = [None] * self.table.before
        if len(self._trick) + len(cards) < game.players and view.trick:
            self._trick = [*view.trick[: self.table.before]]
        closes = any(isinstance(action, Close) for _, _, action in self._events)
        self._closed = None if closes else view.closed
        self._melds = sum(isinstance(action, Meld | Claim) for _, _, action in self._events)
        self._trump = view.trump
        # Where marriages make trumps, what they were before is known only when nobody has shown one since.
        self._trump_known = game.rules.trump != "marriage" or not self._melds or not self.table.before
        if game.rules.trump == "marriage" and self._melds:
            self._trump = None
            self._trump_known = self._melded_since() == sum(view.melds)
        self.conclusions: list[Conclusion] = []

    def _held_first(self, played: int) -> int:
        """Return how many cards a hand had at most when the log began: not a full one where the winner of a trick closed before drawing.

        :param played: how many cards were played since.
        """
        if any(isinstance(action, Close) for _, _, action in self._events[:1]):
            return (sum(self._view.hand_sizes) + played) // self._game.players  # nobody has drawn since
        return self._game.rules.hand

    def _melded_since(self) -> int:
        """Return the points of the marriages in the log, where their suits or their order tell them."""
        rules, suits = self._game.rules, [action.card.suit for _, _, action in self._events if isinstance(action, Meld)]
        if rules.marriages == "suit":
            return sum(rules.marriage_points[suit - 1] for suit in suits if suit)
        return sum(rules.marriage_points[: len(suits)])

    def go_through(self) -> bool:
        """Go through the log; return whether it could be followed."""
        rules, players = self._game.rules, self._game.players
        for event, seat, action in self._events:
            match action:
                case Meld() if event == self._won:
                    pass  # shown, and not led any more
                case Play() | Meld():
                    if isinstance(action, Meld) and rules.trump == "marriage":
                        self._trump, self._trump_known = action.card.suit, True
                    self._put(event, seat, action)
                    if len(self._trick) == players:
                        self._take(event)
                case Draw():
                    self._draw(event)
                case Close():
                    self._closed = self._view.closed
                case Exchange():
                    if not self._exchange(event, seat):
                        return False
                case _:
                    pass  # bids, names of trumps and claims move no card
        return True

    def _put(self, event: int, seat: Seat, action: Play | Meld) -> None:
        trick = self._trick
        told = self._trump_known and trick[0] is not None if trick else isinstance(action, Play)
        if told:
            cards = barred(self._public(tuple([card for card in trick if card is not None])), action.card)
            if cards:
                self.conclusions.append(Conclusion(seat, event, cards))
        self.table.play(seat, event, action.card)
        self._trick.append(action.card)

    def _public(self, trick: tuple[Card, ...]) -> SuitTrick:
        """Return what everybody saw when these cards lay in the trick."""
        talon, closed = self.table.talon, self._closed
        in_play = sum(self.table.sizes) + talon + len(trick)
        return SuitTrick(self._game, trick, self._trump, closed, bool(talon) and closed is None, in_play)

    def _take(self, event: int) -> None:
        """The trick is over; everybody draws unless its winner may close the talon first, or has won the deal."""
        rules = self._game.rules
        self._trick = []
        choosing = rules.close == "either" and self.table.talon >= rules.close_min_stock
        if self._closed is None and not choosing and event != self._won:
            self._draw(event)

    def _draw(self, event: int) -> None:
        if self.table.talon:
            self.table.draw(event)

    def _exchange(self, event: int, seat: Seat) -> bool:
        """Make an exchange: a card leaves the hand, and the turn-up comes into it."""
        if self._view.trump is None:
            return False
        self.table.given[seat].append((event, card_of(self._game.exchange, self._view.trump)))
        self.table.received[seat].append(event)
        return True
