"""What play with matching tricks shows of hands: who might have continued a trick, and who might have led another rank."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import msgspec

from aceten.engine.matching.steps import can_continue, continuation_allowed, deciding, is_trumped, too_many_leads
from aceten.knowledge.deductions import Conclusion, Course, Seen, Table, events_of, every_card, nothing
from aceten.vocabulary.actions import Call, Flip, Play, Seat, Spice, Stop
from aceten_spec.cards import Card, rank_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aceten.engine.matching.game import MatchingGame
    from aceten.vocabulary.actions import Action


class MatchingSeen(Seen, Protocol):
    """What a view has from which something follows for hands, where tricks are matching ones."""

    @property
    def game(self) -> MatchingGame:
        """The game that is played."""
        ...

    @property
    def winning(self) -> Seat:
        """The seat that is winning the trick."""
        ...

    @property
    def turn(self) -> Seat | None:
        """The seat to act."""
        ...

    @property
    def spicing(self) -> bool:
        """Whether the winner of the trick has drawn and may spice it."""
        ...


def continuing(game: MatchingGame, trick: tuple[Card, ...]) -> frozenset[Card]:
    """Return the cards with one of which the leader can go on with a trick of which a round has ended."""
    led = game.led[trick[deciding(len(trick), game.players, game.matching)]]
    trumped = is_trumped(game.trick_ranks(trick), game.matching)
    return frozenset(
        card
        for card in every_card(game.pack)
        if can_continue((game.played[card],), led, game.matching, trumped=trumped)
    )


def may_continue(game: MatchingGame, leader: Seat, winning: Seat) -> bool:
    """Whether the leader may go on with a trick that ``winning`` is winning, if he can."""
    return continuation_allowed(game.rules.continuation, game.sides[leader], game.sides[winning])


def course_of(view: MatchingSeen) -> Course:
    """Return what has become known of hands in the log of a view, and at this moment."""
    now: list[Conclusion] = []
    rounds = bool(view.trick) and len(view.trick) % view.game.players == 0
    if rounds and not view.spicing and view.turn == view.leader:
        now.append(Conclusion(view.leader, len(view.log), continuing(view.game, view.trick), held=True))
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


def _tells(view: MatchingSeen, events: Sequence[tuple[int, Seat, Action]]) -> bool:
    """Whether events can tell anything of hands, or make something untrue that was known before."""
    rules = view.game.rules
    return bool(events) and (
        _known_before(view) or rules.continuation != "never" or rules.lead_limit > 0 or rules.spice
    )


def _known_before(view: MatchingSeen) -> bool:
    return any(view.lacking) or any(view.past)


def _followed(view: MatchingSeen, events: Sequence[tuple[int, Seat, Action]]) -> tuple[_Past | None, bool]:
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


def _first_end(view: MatchingSeen, events: Sequence[tuple[int, Seat, Action]]) -> int:
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

    def __init__(self, view: MatchingSeen, events: Sequence[tuple[int, Seat, Action]], *, whole: bool = True) -> None:
        """Begin with some events of it, which are no calls.

        :param whole: whether they are all.
        """
        self.whole = whole
        self._view = view
        self._game = view.game
        self._events = events
        flips = sum(isinstance(action, Flip) for _, _, action in self._events)
        plays = sum(isinstance(action, Play) for _, _, action in self._events)
        first = next((seat for _, seat, action in self._events if isinstance(action, Play | Flip)), view.leader)
        full, leftover = view.game.rules.hand, view.game.leftover
        self.table = Table(view, first, full, leftover=leftover, from_hands=plays, from_talon=flips)
        self._leader = self.table.leader
        self._trick: list[Card | None] = []
        self._leads: list[int] | None = []
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
            if not self._trick:
                self._leader = seat
                self._lead(event, seat, action)
            self._put(event, seat, action)
            self._winner_draws(event)
        if self._complete and not self._view.trick:
            self._end_round(self._view.leader)
        return True

    def _ends(self, event: int, seat: Seat, action: Action) -> bool | None:
        """Take the trick, if it is over with or before an action; return whether this says that, or ``None`` where that is not clear."""
        if isinstance(action, Spice):
            known = self._known()
            if known is not None:
                self.regained.append((event, seat, known[self._game.winning_place(known)]))
            self._take(event, seat)
            return True
        if isinstance(action, Stop):
            if not self._spicing:
                self._conclude(self._leader, event, held=True)
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
        return bool(self._trick) and len(self._trick) % self._game.players == 0

    @property
    def _spicing(self) -> bool:
        return self._game.rules.spice and self._game.rules.continuation == "never"

    def _known(self) -> tuple[Card, ...] | None:
        known = tuple([card for card in self._trick if card is not None])
        return known if len(known) == len(self._trick) else None

    def _winner(self, seat: Seat) -> Seat:
        """Return who wins the trick; where that is not seen from its cards, it is who acts next."""
        known = self._known()
        return seat if known is None else Seat((self._leader + self._game.winning_place(known)) % self._game.players)

    def _goes_on(self, seat: Seat, action: Action) -> bool | None:
        """Whether an action goes on with the trick of which a round has ended; ``None``: that is not clear."""
        game, winner = self._game, self._winner(seat)
        if not may_continue(game, self._leader, winner) or seat != self._leader:
            return False
        known = self._known()
        if game.matching.any_card:
            return self.table.sizes[seat] > 0
        if known is None or not isinstance(action, Play):
            return None
        if action.card not in continuing(game, known):
            return False
        return True if winner != self._leader or not self.table.talon else None

    def _end_round(self, seat: Seat) -> None:
        """The trick ends without a word of its leader."""
        winner = self._winner(seat)
        if may_continue(self._game, self._leader, winner):
            self._conclude(self._leader, self._ended, held=False)
        self._take(self._ended, winner)

    def _conclude(self, seat: Seat, event: int, *, held: bool) -> None:
        known = self._known()
        if known is not None:
            self.conclusions.append(Conclusion(seat, event, continuing(self._game, known), held=held))

    def _take(self, event: int, winner: Seat) -> None:
        self.table.draw(event)
        self._trick, self._leader = [], winner
        self._taken += 1

    def _lead(self, event: int, seat: Seat, action: Play | Flip) -> None:
        """Conclude from a lead of a rank that was led too often that there was no other."""
        limit = self._game.rules.lead_limit
        if not limit or self._leads is None:
            return
        if isinstance(action, Flip):
            self._leads = None  # what was turned up is not in the log
            return
        rank = rank_number(action.card)
        if too_many_leads(rank, tuple(self._leads), limit):
            others = frozenset(card for card in every_card(self._game.pack) if rank_number(card) != rank)
            self.conclusions.append(Conclusion(seat, event, others))
        self._leads = [*self._leads, rank][-limit:] if self._leads[:1] == [rank] else [rank]

    def _put(self, event: int, seat: Seat, action: Play | Flip) -> None:
        if isinstance(action, Flip):
            self.table.talon -= 1
            self._trick.append(None)
        else:
            self.table.play(seat, event, action.card)
            self._trick.append(action.card)
        self._ended = event
