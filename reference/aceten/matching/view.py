"""What one seat may know of a deal with matching tricks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import override

from aceten.actions import Seat, Side
from aceten.matching.game import MatchingGame
from aceten.matching.state import MatchingState
from aceten.view import View
from aceten_spec.cards import Card

if TYPE_CHECKING:
    from aceten.state import Hands


class MatchingView(View, frozen=True, kw_only=True):
    """A deal with matching tricks as one seat sees it."""

    game: MatchingGame
    """The game that is played."""
    points: tuple[int, ...]
    """Card points captured, by side."""
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

    @override
    def _imagined(self, hands: Hands, talon: tuple[Card, ...]) -> MatchingState:
        # The seat does not see what another has drawn; any card of his hand will do.
        drawn = self.drawn if self.drawn is not None else hands[self.winning][0] if self.spicing else None
        return MatchingState(
            game=self.game,
            hands=hands,
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
            points_known=self._points_known(hands, talon, self.points),
            leads=self.leads,
            drawn=drawn,
            lone=self.lone,
            burned=self.burned,
            log=(),
        )


def view_of(state: MatchingState, seat: Seat) -> MatchingView:
    """Return what the seat may know of the state.

    Clauses: RL-FLIP-2, SL-LONE-2, SM-DRAW-7.
    """
    partner = state.game.partner(seat) if state.game.rules.partner_peek == "on" and not state.talon else None
    return MatchingView(
        game=state.game,
        seat=seat,
        known=tuple([hand if other in (seat, partner) else () for other, hand in enumerate(state.hands)]),
        hand_sizes=tuple(map(len, state.hands)),
        known_talon=(),
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
