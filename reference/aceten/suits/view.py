"""What one seat may know of a deal with suit tricks."""

from __future__ import annotations

from typing_extensions import override

from aceten.actions import Seat
from aceten.scoring import count_cards
from aceten.state import Hands
from aceten.suits.game import SuitGame
from aceten.suits.state import Closing, SuitState
from aceten.view import View
from aceten_spec.cards import Card, Suit, rank_number


class SuitView(View, frozen=True, kw_only=True):
    """A deal with suit tricks as one seat sees it."""

    game: SuitGame
    """The game that is played."""
    given: tuple[int, ...]
    """Card points by side that the position gave beside those of ``taken``."""
    trump: Suit | None
    """The trump suit; ``None`` while there is none."""
    closed: Closing | None
    """How the talon was closed; ``None``: it was not."""
    melds: tuple[int, ...]
    """Points of the marriages that were shown, by side, whether they count yet or not."""
    shown: Hands
    """For each seat the cards of its hand that everybody knows."""
    claimant: Seat | None
    """Who ended the deal by a claim; ``None``: nobody."""
    bids: tuple[int, ...]
    """During the auction what was bid, from the player after the dealer on; 0 is a pass."""
    contract: tuple[Seat, int] | None
    """Who has bid the most, and how much, once the auction is over."""
    scores: tuple[int, ...]
    """The sides' scores in the match before the deal, where they bear on play; else 0 each."""

    @override
    def _imagined(self, hands: Hands, talon: tuple[Card, ...]) -> SuitState:
        points = tuple([more + _worth(self.game, pile) for more, pile in zip(self.given, self.taken, strict=True)])
        return SuitState(
            game=self.game,
            hands=hands,
            talon=talon,
            leader=self.leader,
            trick=self.trick,
            winning=self.winning,
            turn=self.turn,
            taken=self.taken,
            points=points,
            tricks=self.tricks,
            dealer=self.dealer,
            points_known=self._points_known(hands, talon, points),
            log=(),
            trump=self.trump,
            closed=self.closed,
            melds=self.melds,
            shown=self.shown,
            claimant=self.claimant,
            bids=self.bids,
            contract=self.contract,
            scores=self.scores,
        )


def view_of(state: SuitState, seat: Seat) -> SuitView:
    """Return what the seat may know of the state.

    Where points are claimed nobody announces them: who wants to know them counts the cards that he has seen taken.

    Clauses: SX-DRAW-8, SX-MELD-8, SX-CLAIM-1, EW-TRUMP-4.
    """
    game = state.game
    turned_up = game.rules.trump == "turn_up" and bool(state.talon)
    counting = game.rules.claim == "called" and state.turn is not None
    return SuitView(
        game=game,
        seat=seat,
        known=tuple([hand if other == seat else state.shown[other] for other, hand in enumerate(state.hands)]),
        hand_sizes=tuple(map(len, state.hands)),
        known_talon=state.talon[-1:] if turned_up else (),
        talon_size=len(state.talon),
        leader=state.leader,
        trick=state.trick,
        winning=state.winning,
        turn=state.turn,
        legal=state.legal if state.turn == seat else (),
        calls=(),
        taken=state.taken,
        points=None if counting else state.points,
        given=tuple([has - _worth(game, pile) for has, pile in zip(state.points, state.taken, strict=True)]),
        tricks=state.tricks,
        dealer=state.dealer,
        log=state.log,
        result=state.result,
        trump=state.trump,
        closed=state.closed,
        melds=state.melds,
        shown=state.shown,
        claimant=state.claimant,
        bids=state.bids,
        contract=state.contract,
        scores=state.scores,
    )


def _worth(game: SuitGame, cards: tuple[Card, ...]) -> int:
    return count_cards(tuple(map(rank_number, cards)), game.values)
