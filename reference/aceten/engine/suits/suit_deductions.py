"""What play with suit tricks shows of hands: who could not follow, head or trump, and who had no marriage to show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from aceten.engine.suits.rights import MARRIED, leading_ranks
from aceten.engine.suits.steps import owed, pays
from aceten.knowledge.deductions import Conclusion, Course, Seen, Table, events_of, every_card, nothing
from aceten.vocabulary.actions import Claim, Close, Draw, Exchange, Meld, Play, Seat
from aceten_spec.cards import Card, Suit, card_of

if TYPE_CHECKING:
    from aceten.engine.suits.course import Closing
    from aceten.engine.suits.game import SuitGame
    from aceten.engine.suits.steps import Obligation


class SuitSeen(Seen, Protocol):
    """What a view has from which something follows for hands, where tricks are suit tricks."""

    @property
    def game(self) -> SuitGame:
        """The game that is played."""
        ...

    @property
    def trump(self) -> Suit | None:
        """The trump suit; ``None`` while there is none."""
        ...

    @property
    def closed(self) -> Closing | None:
        """How the talon was closed."""
        ...

    @property
    def claimant(self) -> Seat | None:
        """Who ended the deal by a claim; ``None``: nobody."""
        ...

    @property
    def melds(self) -> tuple[int, ...]:
        """Points of the marriages that were shown, by side."""
        ...


def not_held(game: SuitGame, card: Card, led: Card, trump: Suit | None, obligation: Obligation) -> frozenset[Card]:
    """Return the cards of which a hand has none that plays a card to a lead: with one of them it could not be played."""
    strong = game.strong
    return frozenset(
        other
        for other in every_card(game.pack)
        if other.suit is not None and not pays(strong[card], owed((card, other), led, strong, trump or 0, obligation))
    )


def course_of(view: SuitSeen) -> Course:
    """Return what has become known of hands in the log of a view, and in the trick of this moment."""
    closed = view.closed is not None or not view.talon_size
    obligation = view.game.rules.last_obligation if closed else view.game.rules.obligation
    now = in_trick(view.game, view.leader, view.trick, trump=view.trump, obligation=obligation, event=len(view.log))
    past = _Past(view)
    if past.go_through() and past.table.agrees(view):
        return past.table.course([*past.conclusions, *now])
    return nothing(view, now, whole=not view.log)


def in_trick(
    game: SuitGame, leader: Seat, trick: tuple[Card, ...], *, trump: Suit | None, obligation: Obligation, event: int
) -> list[Conclusion]:
    """Return what follows from the cards of a trick for the hands of those who have followed."""
    return [
        Conclusion(Seat((leader + place) % game.players), event, not_held(game, card, trick[0], trump, obligation))
        for place, card in enumerate(trick)
        if place and obligation != "none"
    ]


class _Past:
    """The log of a view, gone through trick by trick."""

    def __init__(self, view: SuitSeen) -> None:
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
        self.table = Table(view, first, game.rules.hand, leftover=0, from_hands=len(cards), from_talon=0)
        self._trick: list[Card | None] = [None] * self.table.before
        if len(self._trick) + len(cards) < game.players and view.trick:
            self._trick = [*view.trick[: self.table.before]]
        self._closed = view.closed is not None and not any(isinstance(action, Close) for _, _, action in self._events)
        self._melds = sum(isinstance(action, Meld | Claim) for _, _, action in self._events)
        self._trump = view.trump
        # Where marriages make trumps, what they were before is known only when nobody has shown one since.
        self._trump_known = game.rules.trump != "marriage" or not self._melds or not self.table.before
        if game.rules.trump == "marriage" and self._melds:
            self._trump = None
            self._trump_known = self._melded_since() == sum(view.melds)
        self.conclusions: list[Conclusion] = []

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
                    self._closed = True
                case Exchange():
                    if not self._exchange(event, seat):
                        return False
                case _:
                    pass  # bids, names of trumps and claims move no card
        return True

    def _put(self, event: int, seat: Seat, action: Play | Meld) -> None:
        game, card = self._game, action.card
        rules, is_open = game.rules, bool(self.table.talon) and not self._closed
        obligation = rules.obligation if is_open else rules.last_obligation
        led = self._trick[0] if self._trick else None
        if led is not None and self._trump_known and obligation != "none":
            self.conclusions.append(Conclusion(seat, event, not_held(game, card, led, self._trump, obligation)))
        if not self._trick and isinstance(action, Play) and self._might_meld() and card.suit is not None:
            other = [rank for rank in MARRIED if rank != card.rank]
            if card.rank in leading_ranks(rules):
                self.conclusions.append(Conclusion(seat, event, frozenset({card_of(other[0], card.suit)})))
        self.table.play(seat, event, card)
        self._trick.append(card)

    def _take(self, event: int) -> None:
        """The trick is over; everybody draws unless its winner may close the talon first, or has won the deal."""
        rules = self._game.rules
        self._trick = []
        choosing = rules.close == "either" and self.table.talon >= rules.close_min_stock
        if not self._closed and not choosing and event != self._won:
            self._draw(event)

    def _might_meld(self) -> bool:
        """Whether a marriage had to be shown by who led one of its cards (:func:`aceten.engine.suits.rights.show_refusal`)."""
        rules, table = self._game.rules, self.table
        if rules.marriages == "none" or not rules.meld_forced:
            return False
        if self._closed:
            if not rules.meld_after_closing:
                return False
        elif not table.talon and not rules.meld_after_stock:
            return False
        taken = len(self._game.pack.cards) - sum(table.sizes) - table.talon
        return rules.meld_first or taken >= self._game.players

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
