"""What play with matching tricks shows of hands: with which cards the rules would have forbidden it, or asked for something else.

Nothing is known here of what a rule is about: each is asked as play asks it (:mod:`aceten.engine.matching.legality`), of hands that may
have been.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from aceten.engine.matching.legality import (
    CardRule,
    MatchingMoment,
    MatchingTrick,
    another_round,
    card_rule,
    goes_on,
    leads_with,
)
from aceten.knowledge.deductions import Conclusion, Course, TableCounts, events_of, every_card, nothing
from aceten.vocabulary.actions import Action, Call, Flip, Play, Seat, Spice, Stop
from aceten_spec.cards import Card, rank_number

if TYPE_CHECKING:
    from aceten.engine.matching.game import MatchingGame
    from aceten.engine.matching.view import MatchingView


def barred(public: MatchingMoment, card: Card) -> frozenset[Card]:
    """Return the cards of which a hand has none that plays a card: it could not be played with one of them."""
    rule = card_rule(public)
    if rule is None:
        return frozenset()
    return _barred(rule, MatchingTrick(public.game, public.leader, public.trick, public.leads), card)


@lru_cache(maxsize=512)  # whoever follows a deal asks for all that was played before, time after time
def _barred(rule: CardRule, public: MatchingTrick, card: Card) -> frozenset[Card]:
    return frozenset(other for other in every_card(public.game.pack) if rule(public, (card, other), card) is not None)


def continuing(public: MatchingMoment) -> frozenset[Card]:
    """Return the cards with one of which the leader goes on with a trick of which a round has ended; none where nobody could."""
    if not another_round(public):
        return frozenset()
    return _continuing(goes_on, MatchingTrick(public.game, public.leader, public.trick, public.leads))


@lru_cache(maxsize=512)
def _continuing(rule: Callable[[MatchingTrick, Collection[Card]], bool], public: MatchingTrick) -> frozenset[Card]:
    return frozenset(card for card in every_card(public.game.pack) if rule(public, (card,)))


def on_table(public: MatchingMoment, hand_sizes: Sequence[int], event: int, *, spicing: bool) -> list[Conclusion]:
    """Return what the trick on the table says of hands, whatever came before it.

    :param event: the place that stands for now.
    :param spicing: whether the winner of the trick has drawn and may spice it.
    """
    game, leader, trick = public.game, public.leader, public.trick
    found: list[Conclusion] = []
    for place, card in enumerate(trick):
        seat = Seat((leader + place) % game.players)
        # A hand that is full again has drawn since, or its card was turned up.
        if hand_sizes[seat] < game.rules.hand and not (spicing and seat == public.winning):
            found.append(
                Conclusion(seat, event, barred(MatchingTrick(game=game, leader=leader, trick=trick[:place]), card))
            )
    if trick and len(trick) % game.players == 0 and not spicing:
        found.append(Conclusion(leader, event, continuing(public), held=True))
    return [each for each in found if each.cards or each.held]


def course_of(view: MatchingView) -> Course:
    """Return what has become known of hands in the log of a view, and at this moment."""
    now = on_table(view, view.hand_sizes, len(view.log), spicing=view.spicing)
    events = events_of(view, Call)
    if not _tells(view, events):
        return nothing(view, now, whole=True)
    past, whole = _followed(view, events)
    if past is None:
        return nothing(view, now, whole=whole)
    if past.regained:
        # Once a card that one knows has come back to a hand, it is not told any more what was drawn when.
        there = past.table.still_there(past.regained)
        return msgspec.structs.replace(nothing(view, now, whole=False), regained=there)
    return past.table.course([*past.conclusions, *now], whole=whole)


def _tells(view: MatchingView, events: Sequence[tuple[int, Seat, Action]]) -> bool:
    """Whether events can tell anything of hands, or make something untrue that was known before."""
    game = view.game
    return bool(events) and (
        _known_before(view)
        or game.rules.continuation != "never"
        or game.rules.spice
        or any(_ruled(game, game.pack.cards[:lying]) for lying in range(game.players))
    )


def _ruled(game: MatchingGame, trick: tuple[Card, ...]) -> bool:
    """Whether anything can forbid a card that is led, after leads that are counted, or played to others."""
    counted = (rank_number(game.pack.cards[0]),) * game.rules.lead_limit
    return card_rule(MatchingTrick(game=game, leader=Seat(0), trick=trick, leads=counted)) is not None


def _known_before(view: MatchingView) -> bool:
    return any(view.lacking) or any(view.past)


def _followed(view: MatchingView, events: Sequence[tuple[int, Seat, Action]]) -> tuple[_Past | None, bool]:
    """Return the log of a view, gone through from where a trick begins for certain, and whether that says all that was to be known.

    Cards may have lain in the trick with which the log begins, whole rounds of it among them, and they are not told any more. The log is
    ``None`` where nothing follows from it.
    """
    past = _Past(view, events)
    through = past.goes_through()
    if through and past.begins_with_lead:
        return past, True
    later = _Past(view, events[_first_end(view, events) :])
    found = later.goes_through()
    lost = set(past.conclusions).difference(later.conclusions if found else ()) or past.regained
    return later if found else None, through and not lost and not _known_before(view)


def _first_end(view: MatchingView, events: Sequence[tuple[int, Seat, Action]]) -> int:
    """Return how many events of a log belong to the trick that lay there at its beginning: it ends there for certain."""
    game = view.game
    lying = [place for place, (_, _, action) in enumerate(events) if isinstance(action, Play | Flip)]
    before = (game.leftover - sum(view.hand_sizes) - view.talon_size - len(lying)) % game.players
    leader = Seat((events[0][1] - before) % game.players) if events else view.leader
    for place, (_, seat, action) in enumerate(events):
        if not isinstance(action, Play | Flip):
            return place + 1  # the trick was left as it was, or spiced
        rounds = not (before + place) % game.players and bool(before + place)
        if rounds and (seat != leader or game.rules.continuation == "never"):
            return place
    return len(events)


class _Past:
    """The log of a view, gone through trick by trick."""

    def __init__(self, view: MatchingView, events: Sequence[tuple[int, Seat, Action]]) -> None:
        """Begin with some events of it, which are no calls."""
        self._view = view
        self._game = view.game
        self._events = events
        flips = sum(isinstance(action, Flip) for _, _, action in self._events)
        plays = sum(isinstance(action, Play) for _, _, action in self._events)
        first = next((seat for _, seat, action in self._events if isinstance(action, Play | Flip)), view.leader)
        full, leftover = view.game.rules.hand, view.game.leftover
        self.table = TableCounts(view, first, full, leftover=leftover, from_hands=plays, from_talon=flips)
        self._leader = self.table.leader
        self._lying = 0
        """How many cards lie in the trick."""
        self._public: MatchingTrick | None = None
        """What everybody sees now; ``None`` where a card of the trick is not told, and before anything was played."""
        self._leads: tuple[int, ...] = ()
        """The last leads in a row of one rank, as far as the log shows them."""
        self._ended = -1
        self._taken = 0
        """How many tricks were taken."""
        self._earlier = len(view.game.pack.cards) - sum(view.hand_sizes) - view.talon_size - plays - flips
        """How many cards were captured before, or lay there."""
        self.conclusions: list[Conclusion] = []
        self.regained: list[tuple[int, Seat, Card]] = []
        """Events in which a seat got back the card with which it had won a trick, and the card."""

    def goes_through(self) -> bool:
        """Go through the log, which begins with a lead; return whether it has any event, and it is clear where each trick ended."""
        if self.table.before or not self._events:
            return False
        return self._go_through() and self.table.agrees(self._view)

    @property
    def begins_with_lead(self) -> bool:
        """Whether no round lay there before, after :meth:`goes_through`: every trick captured had one."""
        tricks = self._view.tricks
        earlier = None if tricks is None else (sum(tricks) - self._taken) * self._game.players
        return self._game.rules.continuation == "never" or self._earlier in {0, earlier}

    def _go_through(self) -> bool:
        for event, seat, action in self._events:
            if self._complete:
                ended = self._ends(event, seat, action)
                if ended is None:
                    return False
                if ended:
                    continue
            if not isinstance(action, Play | Flip):
                return False
            if not self._lying:
                self._leader = seat
                self._public = MatchingTrick(self._game, seat, (), self._leads)
            self._put(event, seat, action)
            self._winner_draws(event)
        if self._complete and not self._view.trick:
            self._end_round(self._view.leader)
        return True

    def _ends(self, event: int, seat: Seat, action: Action) -> bool | None:
        """Take the trick, if it is over with or before an action; return whether this says that, or ``None`` where that is not clear."""
        if isinstance(action, Spice):
            if self._public is not None:
                trick = self._public.trick
                self.regained.append((event, seat, trick[self._game.winning_place(trick)]))
            self._take(event, seat)
            return True
        if isinstance(action, Stop):
            if not self._spicing:
                self._conclude_round(event, held=True)
            self._take(event, self._winner(seat))
            return True
        goes_on = self._goes_on(seat, action)
        if goes_on is False:
            self._end_round(seat)
        return None if goes_on is None else False

    def _winner_draws(self, event: int) -> None:
        """Let the winner of a trick draw who may spice it."""
        rules = self._game.rules
        if not self._complete or not rules.spice or not self.table.talon:
            return
        later = [seat for place, seat, _ in self._events if place > event]
        winner = self._winner(later[0] if later else self._view.winning)
        if self.table.sizes[winner] < rules.hand:
            self.table.draw_one(winner, event)

    @property
    def _complete(self) -> bool:
        return self._lying > 0 and self._lying % self._game.players == 0

    @property
    def _spicing(self) -> bool:
        return self._game.rules.spice and self._game.rules.continuation == "never"

    def _winner(self, seat: Seat) -> Seat:
        """Return who wins the trick; where that is not seen from its cards, it is who acts next."""
        public = self._public
        return seat if public is None else public.winning

    def _goes_on(self, seat: Seat, action: Action) -> bool | None:
        """Whether an action goes on with the trick of which a round has ended; ``None``: that is not clear."""
        game, public = self._game, self._public
        if seat != self._leader or game.rules.continuation == "never":
            return False
        if public is None or not isinstance(action, Play):
            return None
        cards = continuing(public)
        if cards == every_card(game.pack):
            return self.table.sizes[seat] > 0
        if action.card not in cards:
            return False
        return True if public.winning != self._leader or not self.table.talon else None

    def _end_round(self, seat: Seat) -> None:
        """The trick ends without a word of its leader."""
        self._conclude_round(self._ended, held=False)
        self._take(self._ended, self._winner(seat))

    def _conclude_round(self, event: int, *, held: bool) -> None:
        """Conclude from the end of a round whether the leader could go on."""
        public = self._public
        if public is not None:
            self._conclude(self._leader, event, continuing(public), held=held)

    def _conclude(self, seat: Seat, event: int, cards: frozenset[Card], *, held: bool = False) -> None:
        if cards or held:
            self.conclusions.append(Conclusion(seat, event, cards, held=held))

    def _take(self, event: int, winner: Seat) -> None:
        self.table.draw(event)
        self._lying, self._leader = 0, winner
        self._taken += 1

    def _put(self, event: int, seat: Seat, action: Play | Flip) -> None:
        public = self._public
        if isinstance(action, Flip):
            if not self._lying:
                self._leads = ()  # what was turned up is not in the log
            self.table.talon -= 1
            self._public = None
        else:
            if public is not None:
                self._conclude(seat, event, barred(public, action.card))
                self._leads = self._leads if self._lying else leads_with(public, action.card)
                self._public = MatchingTrick(self._game, self._leader, (*public.trick, action.card), self._leads)
            self.table.play(seat, event, action.card)
        self._lying += 1
        self._ended = event
