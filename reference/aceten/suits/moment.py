"""A deal with suit tricks at one moment: what lies where, what counts, and what has to be done first."""

from __future__ import annotations

from typing import Literal, TypeAlias

from aceten.actions import Hands, Seat, Side
from aceten.state import State
from aceten.suits.closing import Closing
from aceten.suits.facts import SuitFacts
from aceten.suits.settling import claims_rightly, counted
from aceten_spec.cards import Suit

Due: TypeAlias = Literal["bidding", "naming", "draw_first"]
"""What has to be done before a card may be played, as the code of the refusal."""


class SuitMoment(State, frozen=True, eq=False, gc=False):
    """A deal with suit tricks at one moment, as far as it does not play on (:class:`aceten.SuitState`)."""

    game: SuitFacts
    """The game that is played."""
    trump: Suit | None
    """The trump suit; ``None`` while there is none."""
    closed: Closing | None
    """How the talon was closed; ``None``: it was not."""
    melds: tuple[int, ...]
    """Points of the marriages that were shown, by side, whether they count yet or not."""
    waiting: tuple[int, ...]
    """Those of them, by side, that count only with its next trick (:attr:`aceten_spec.rulebook.SuitParameters.meld_counts`)."""
    shown: Hands
    """For each seat the cards of its hand that everybody knows."""
    claimant: Seat | None
    """Who ended the deal by claiming to have enough points; ``None``: nobody."""
    bids: tuple[int, ...]
    """During the auction what was bid, from the player after the dealer on; 0 is a pass. Empty before and after it."""
    contract: tuple[Seat, int] | None
    """Who has bid the most, and how much, once the auction is over; ``None`` before, and where there is none."""
    scores: tuple[int, ...]
    """The sides' scores in the match before the deal, where they bear on play; else 0 each."""

    @property
    def due(self) -> Due | None:
        """What has to be done before a card may be played; ``None``: nothing.

        Clauses: AS-BID-1, AS-TRUMP-2, SX-CLOSE-2.
        """
        turn, rules = self.turn, self.game.rules
        if turn is None:
            return None
        if self.contract is None:
            if rules.bids:
                return "bidding"
        elif self.trump is None:
            return "naming"
        if self.trick or not self.talon or self.closed is not None:
            return None
        return "draw_first" if len(self.hands[turn]) < rules.hand else None

    @property
    def bidding(self) -> bool:
        """Whether the auction is going on.

        Clauses: AS-BID-1.
        """
        return self.due == "bidding"

    @property
    def naming(self) -> bool:
        """Whether the declarer is to name trumps.

        Clauses: AS-TRUMP-2.
        """
        return self.due == "naming"

    @property
    def drawing(self) -> bool:
        """Whether the winner of a trick has to choose between drawing and closing the talon before anybody draws.

        Clauses: SX-CLOSE-2.
        """
        return self.due == "draw_first"

    @property
    def asking(self) -> bool:
        """Whether all cards are played and the winner of the last trick is to claim or to pass.

        Clauses: SX-CLAIM-1.
        """
        return self.turn is not None and not self.trick and not self.hands[self.turn]

    @property
    def open_talon(self) -> bool:
        """Whether there is a talon that is not closed."""
        return bool(self.talon) and self.closed is None

    @property
    def unfinished(self) -> bool:
        """Whether cards are still to be played."""
        return bool(self.trick) or any(map(len, self.hands))

    def counted(self, side: Side, more: int = 0) -> int:
        """Return the points that count for a side now, of cards, marriages and the last trick.

        :param more: the points of a marriage that it shows now.

        Clauses: SX-CLAIM-2, SX-MELD-3, SX-SCORE-21.
        """
        points = self.points[side] + self.last_trick_points(side)
        now = more if self.game.rules.meld_counts == "any_trick" else 0
        return counted(points, self.melds[side] - self.waiting[side] + now, self.took_a_trick(side))

    def last_trick_points(self, side: Side) -> int:
        """Return the points that a side has for the last trick: none before all cards are played, nor when the talon was closed.

        Clauses: SX-SCORE-21.
        """
        if self.trick or self.talon or self.game.sides[self.leader] != side or any(self.hands):
            return 0
        return self.game.rules.last_trick_points

    def has_enough(self, side: Side) -> bool:
        """Whether a side has the points that can be claimed.

        Clauses: SX-CLAIM-2, TT-CLAIM-5.
        """
        return claims_rightly(self.game.rules, self.scores[side], self.counted(side))
