"""What one seat may know of a deal: its own hand, everything that happened on the table, and how many cards there are elsewhere."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from aceten.actions import Action, Call, Seat, Side
from aceten.errors import UsageError
from aceten.game import Game
from aceten.scoring import Result, count_cards
from aceten.state import Event, Hands, State
from aceten_spec.cards import Card, format_cards, rank_number, sort_cards

if TYPE_CHECKING:
    from collections.abc import Iterable


class View(msgspec.Struct, frozen=True, kw_only=True):
    """A deal as one seat sees it. It holds no reference to the state, and nothing that the seat may not know."""

    game: Game
    """The game that is played."""
    seat: Seat
    """Whose view it is."""
    hand: tuple[Card, ...]
    """The seat's own hand."""
    partner_hand: tuple[Card, ...] | None
    """The partner's hand, where partners see each other's hands now; ``None`` where they do not."""
    hand_sizes: tuple[int, ...]
    """How many cards each seat holds."""
    talon_size: int
    """How many cards are undealt."""
    leader: Seat
    """The seat that led the current trick or is to lead the next; when the deal is over, the winner of the last trick."""
    trick: tuple[Card, ...]
    """The cards of the current trick."""
    winning: Seat
    """The seat that is winning the trick; the leader while it is empty."""
    turn: Seat | None
    """The seat to act; ``None`` when the deal is over."""
    legal: tuple[Action, ...]
    """What the seat may do now; empty when it is another seat's turn."""
    calls: tuple[Call, ...]
    """The calls that the seat may make now."""
    taken: Hands
    """The cards known to be captured, by side: they were all played face up."""
    points: tuple[int, ...]
    """Card points captured, by side."""
    tricks: tuple[int, ...] | None
    """Tricks taken, by side; ``None`` when the position did not say."""
    dealer: Seat
    """The seat that dealt."""
    forfeit: Side | None
    """The side that lost the deal by its very last card; ``None``: neither."""
    leads: tuple[int, ...]
    """The ranks of the last leads in a row of one rank; empty where leads are not limited."""
    spicing: bool
    """Whether the winner of the trick has drawn and may spice it."""
    drawn: Card | None
    """The card that the seat itself has drawn while it may spice the trick."""
    lone: Seat | None
    """Who plays alone, once his card has been captured; ``None`` before, and where nobody does."""
    burned: tuple[Side, ...]
    """The sides whose score falls to 0 by a round of four equal ranks."""
    log: tuple[Event, ...]
    """Every action since the position that play began with, calls included."""
    result: Result | None
    """What the deal came to; ``None`` until it is over."""

    def __str__(self) -> str:
        """Return the position line with ``?`` for every card that the seat has not seen."""
        from aceten.position import format_view

        return format_view(self)

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that the seat has not seen, sorted: in other hands and the talon, or captured where the position tells no cards."""
        seen: Counter[Card] = Counter(self.hand + (self.partner_hand or ()) + self.trick)
        for pile in self.taken:
            seen.update(pile)
        return sort_cards(tuple((Counter(self.game.pack.cards) - seen).elements()))

    def imagine(self, hands: Hands, talon: tuple[Card, ...]) -> State:
        """Return a state that looks like this to the seat, with these hands and this talon.

        :param hands: the hand of each seat, the seat's own included.
        :raises UsageError: when they are not of the right sizes, or not of cards that can lie there.
        """
        known = {self.seat: self.hand}
        if self.partner_hand is not None and (partner := self.game.partner(self.seat)) is not None:
            known[partner] = self.partner_hand
        sizes = tuple(map(len, hands))
        if (sizes, len(talon)) != (self.hand_sizes, self.talon_size):
            message = f"hands of {sizes} and a talon of {len(talon)}: expected {self.hand_sizes} and {self.talon_size}"
            raise UsageError(message)
        others = _joined(hand for seat, hand in enumerate(hands) if seat not in known) + talon
        strange = tuple((Counter(others) - Counter(self.unseen)).elements())
        if strange or any(sort_cards(hands[seat]) != hand for seat, hand in known.items()):
            shown = format_cards(strange) or format_cards(self.hand)
            message = f"hands and talon: {shown} cannot lie there for seat {self.seat}"
            raise UsageError(message)
        values = self.game.values
        in_play = count_cards(tuple(map(rank_number, _joined(hands) + talon + self.trick)), values)
        # The seat does not see what another has drawn; any card of his hand will do.
        drawn = self.drawn if self.drawn is not None else hands[self.winning][0] if self.spicing else None
        return State(
            game=self.game,
            hands=tuple(map(sort_cards, hands)),
            talon=talon,
            leader=self.leader,
            trick=self.trick,
            winning=self.winning,
            turn=self.turn,
            taken=self.taken,
            points=self.points,
            tricks=self.tricks,
            dealer=self.dealer,
            forfeit=self.forfeit,
            points_known=sum(self.points) + in_play == self.game.total,
            leads=self.leads,
            drawn=drawn,
            lone=self.lone,
            burned=self.burned,
            log=(),
        )


def _joined(piles: Iterable[tuple[Card, ...]]) -> tuple[Card, ...]:
    return tuple([card for pile in piles for card in pile])


def view_of(state: State, seat: Seat) -> View:
    """Return what the seat may know of the state.

    Clauses: RL-FLIP-2, SL-LONE-2, SM-DRAW-7.
    """
    partner = state.game.partner(seat) if state.game.rules.partner_peek == "on" and not state.talon else None
    return View(
        game=state.game,
        seat=seat,
        hand=state.hands[seat],
        partner_hand=None if partner is None else state.hands[partner],
        hand_sizes=tuple(map(len, state.hands)),
        talon_size=len(state.talon),
        leader=state.leader,
        trick=state.trick,
        winning=state.winning,
        turn=state.turn,
        legal=state.legal if state.turn == seat else (),
        calls=tuple(call for call in state.calls if call.seat == seat),
        taken=state.taken,
        points=state.points,
        tricks=state.tricks,
        dealer=state.dealer,
        forfeit=state.forfeit,
        leads=state.leads,
        spicing=state.drawn is not None,
        drawn=state.drawn if state.turn == seat else None,
        lone=state.lone,
        burned=state.burned,
        log=state.log,
        result=state.result,
    )
