"""What one seat may know of a deal: its own hand, everything that happened on the table, and how many cards there are elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from aceten.actions import Action, Call, Seat, Side
from aceten.game import Game
from aceten.scoring import Result
from aceten.state import Event, Hands
from aceten_spec.cards import Card

if TYPE_CHECKING:
    from aceten.state import State


class View(msgspec.Struct, frozen=True, kw_only=True):
    """A deal as one seat sees it. It holds no reference to the state, and nothing that the seat may not know."""

    game: Game
    """The game that is played."""
    seat: Seat
    """Whose view it is."""
    hand: tuple[Card, ...]
    """The seat's own hand."""
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
    log: tuple[Event, ...]
    """Every action since the position that play began with, calls included."""
    result: Result | None
    """What the deal came to; ``None`` until it is over."""

    def __str__(self) -> str:
        """Return the position line with ``?`` for every card that the seat has not seen."""
        from aceten.position import format_view

        return format_view(self)


def view_of(state: State, seat: Seat) -> View:
    """Return what the seat may know of the state."""
    return View(
        game=state.game,
        seat=seat,
        hand=state.hands[seat],
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
        log=state.log,
        result=state.result,
    )
