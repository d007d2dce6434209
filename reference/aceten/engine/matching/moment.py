"""A deal with matching tricks at one moment: what lies where, and what has to be matched."""

from __future__ import annotations

from typing_extensions import override

from aceten.engine.matching.facts import MatchingFacts
from aceten.engine.matching.steps import deciding, is_trumped
from aceten.engine.state import State
from aceten.vocabulary.actions import Seat, Side, Teams
from aceten_spec.cards import Card


class MatchingMoment(State, frozen=True, eq=False, gc=False):
    """A deal with matching tricks at one moment, as far as it does not play on (:class:`aceten.MatchingState`)."""

    game: MatchingFacts
    """The game that is played."""
    forfeit: Side | None
    """The side that lost the deal by its very last card; ``None``: neither (ZS-SCORE-7)."""
    leads: tuple[int, ...]
    """The ranks of the last leads in a row of one rank, that of the current trick included, up to the limit; empty without one."""
    drawn: Card | None
    """The card that the winner of the trick has drawn while he may spice it; it is among his hand. ``None`` at any other time."""
    lone: Seat | None
    """Who plays alone, once his card has been captured; ``None`` before, and where nobody does."""
    burned: tuple[Side, ...]
    """The sides whose score falls to 0 by a round of four equal ranks."""

    @property
    def choosing(self) -> bool:
        """Whether the leader has to choose between continuing the trick and stopping it.

        Clauses: ZS-MULTI-1, ZS-MULTI-5.
        """
        if self.drawn is not None:
            return False
        return bool(self.trick) and self.turn is not None and len(self.trick) % self.game.players == 0

    @property
    def to_match(self) -> int | None:
        """The rank that has to be matched; ``None`` when no card lies there to match.

        Clauses: ZS-PLAY-4, ZS-MULTI-3, HO-MULTI-10, SL-LONE-4.
        """
        if not self.trick:
            return None
        return self.game.led[self.trick[deciding(len(self.trick), self.game.players, self.game.matching)]]

    @property
    def alone(self) -> Seat | None:
        """Who plays alone, as one knows who sees all cards: the seat that has the lone card, or has played it.

        ``None`` where nobody plays alone, or nobody has the card yet.

        Clauses: SL-LONE-1.
        """
        card = self.game.lone_card
        if card is None or self.lone is not None:
            return self.lone
        if card in self.trick:
            return Seat((self.leader + self.trick.index(card)) % self.game.players)
        return next((Seat(seat) for seat, hand in enumerate(self.hands) if card in hand), None)

    @property
    @override
    def teams(self) -> Teams | None:
        return self.game.teams(self.alone)

    @property
    def trumped(self) -> bool:
        """Whether only wild cards match, as one was played to the lead of another rank, where they are trumps.

        Clauses: ST-PLAY-9.
        """
        if not self.game.matching.trumps:
            return False
        return is_trumped(self.game.trick_ranks(self.trick), self.game.matching)

    @property
    def spicing(self) -> bool:
        """Whether the winner of the trick has drawn and may spice it."""
        return self.drawn is not None
