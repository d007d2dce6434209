"""A deal with suit tricks at a moment, and what holds in it: what there is to do first, what counts, what a card owes to a lead.

The guards of the branches of play (:mod:`aceten_spec.formulas.suits.suit_relation`) are made of it.
"""

from __future__ import annotations

import functools
from typing import Final, Literal, cast

import msgspec

from aceten_spec.formulas.card_clauses import RANKS, card_points, rank_of
from aceten_spec.formulas.draw_clauses import Cards, Drawing
from aceten_spec.formulas.matching.play_relation import AnyDealTerms
from aceten_spec.formulas.suits import auction_clauses, rights_clauses, suit_trick_clauses
from aceten_spec.formulas.terms import FALSE, Z3, Formula, Number, Truth, either, equal, every, quotient, some
from aceten_spec.rulebook import SuitParameters, pack_of

SUITS: Final = (1, 2, 3, 4)
"""The suits by number."""

KING: Final = int(RANKS["K"])
"""The rank of kings."""
QUEEN: Final = int(RANKS["Q"])
"""The rank of queens."""


class ClosedTerms(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """That the talon is closed, and how the deal stood then."""

    seat: int
    """Who closed it."""
    points: Number
    """What counted for the other side."""
    tricks: tuple[Number, ...]
    """Tricks taken by side; none where that was not known."""


class SuitDealTerms(AnyDealTerms, frozen=True, kw_only=True, eq=False):
    """A deal with suit tricks at a moment."""

    trump: Number | None = None
    """The trump suit, where there is one."""
    closed: ClosedTerms | None = None
    """How the talon was closed, where it was."""
    melds: tuple[Number, ...]
    """Points of the marriages shown, by side."""
    waiting: tuple[Number, ...]
    """Those of them, by side, that count only with its next trick."""
    shown: tuple[Cards, ...]
    """Of each hand the cards that everybody knows."""
    claimant: int | None = None
    """Who has ended the deal by a claim."""
    bids: Cards = ()
    """What was bid in the auction that goes on, from the player after the dealer on; 0 is a pass."""
    contract: tuple[int, Number] | None = None
    """Who has bid the most, and how much."""
    scores: tuple[Number, ...]
    """The sides' scores in the match before the deal, where they bear on it; else 0 each."""
    dealer: int
    """Who dealt."""


class SuitConditions:
    """What holds in deals of a game with suit tricks."""

    def __init__(self, rules: SuitParameters, players: int) -> None:
        """State the formulas that it is made of."""
        self.rules = rules
        """The parameters of the game."""
        self.players = players
        """How many play."""
        self._counts, self._height = card_points(rules).of, suit_trick_clauses.strength(rules).of
        self._takes, self._owes = suit_trick_clauses.takes().of, suit_trick_clauses.owes(rules)
        self._refusals = {each: suit_trick_clauses.refusal(each).of for each in suit_trick_clauses.OBLIGATIONS}
        self._showing, self._worth = rights_clauses.showing(rules), rights_clauses.marriage_points(rules).of
        self._exchanged, self._exchanging = rights_clauses.exchanged(rules), rights_clauses.exchanging(rules).of
        self._closing, self._drawing_off = rights_clauses.closing(rules), rights_clauses.drawing(rules)
        self._has_to_draw, self._after_trick = rights_clauses.has_to_draw(rules), rights_clauses.after_trick(rules).of
        self._last_trick, self._counted, self._right = (
            rights_clauses.last_trick(rules),
            rights_clauses.counts().of,
            rights_clauses.is_right(rules).of,
        )
        self._claiming, self._claimable = rights_clauses.claiming(rules), rights_clauses.may_claim(rules).of
        self._drawing = Drawing(rules.hand, "block", players)
        self._may_bid = functools.cache(functools.partial(auction_clauses.may_bid, rules, players))
        self._may_pass = auction_clauses.may_pass(rules, players).of
        self._bidding = auction_clauses.bidding(rules).of
        self._pack = len(pack_of(rules).cards)

    def side(self, seat: int) -> int:
        """Return the side of a seat.

        Clauses: EW-PLAYERS-2.
        """
        return seat % 2

    def bidding(self, deal: SuitDealTerms) -> bool:
        """Return that the auction goes on.

        Clauses: AS-BID-1.
        """
        return bool(self.rules.bids) and deal.contract is None and deal.turn is not None

    def naming(self, deal: SuitDealTerms) -> bool:
        """Return that the declarer is to name trumps.

        Clauses: AS-TRUMP-2.
        """
        return deal.contract is not None and deal.trump is None

    def drawing(self, deal: SuitDealTerms) -> bool:
        """Return that the winner of the trick, who is to act, has to draw or to close the talon.

        Clauses: SX-CLOSE-2, SX-DRAW-1.
        """
        hand = deal.hands[cast("int", deal.turn)]
        talon, closed = len(deal.talon), int(deal.closed is not None)
        return bool(self._has_to_draw.at(int(not deal.trick), talon, closed, len(hand)))

    def asking(self, deal: SuitDealTerms) -> bool:
        """Return that all cards are played and the winner of the last trick is to claim or to pass.

        Clauses: SX-CLAIM-1.
        """
        return deal.turn is not None and not deal.trick and not deal.hands[deal.turn]

    def took_a_trick(self, deal: SuitDealTerms, side: int) -> Truth:
        """Return that a side is known to have taken a trick.

        Clauses: SX-MELD-3.
        """
        known = FALSE if deal.tricks is None else deal.tricks[side] > 0
        return some([bool(deal.taken[side]), deal.points[side] != 0, known])

    def counted(self, deal: SuitDealTerms, side: int, more: Number | int = 0) -> Number:
        """Return what counts for a side, with the points of one marriage ``more``.

        Clauses: SX-CLAIM-2, SX-MELD-3, SX-SCORE-21.
        """
        left = sum(map(len, (*deal.hands, deal.talon, deal.trick)))
        last = self._last_trick.at(int(self.side(deal.leader) == side), left)
        trick, melds = either(self.took_a_trick(deal, side), 1, 0), deal.melds[side]
        melds = melds + more if self.rules.meld_counts == "any_trick" else melds - deal.waiting[side]
        return self._counted(deal.points[side], melds, trick, last)

    def has_enough(self, deal: SuitDealTerms, side: int, more: Number | int = 0) -> Truth:
        """Return that a claim of a side is right, with the points of one marriage ``more``.

        Clauses: SX-CLAIM-2, TT-CLAIM-2, TT-CLAIM-5.
        """
        return self._right(deal.scores[side], self.counted(deal, side, more))

    def married(self, hand: Cards, suit: Number | int) -> Truth:
        """Return that a hand has king and queen of a suit.

        Clauses: SX-MELD-1.
        """
        return some(
            every([this, *[among(cast("Number", each * 16 + rank), hand) for rank in (KING, QUEEN)]])
            for each in SUITS
            if (this := equal(suit, each)) is not FALSE
        )

    def shown_with(self, deal: SuitDealTerms, card: Number) -> Truth:
        """Return that the player at turn cannot lead a card of his hand but with its marriage.

        Clauses: SX-MELD-9.
        """
        if not self.rules.meld_forced or deal.turn is None or self.why_no_marriage(deal):
            return FALSE
        return every([self._leads(card), self.married(deal.hands[deal.turn], suit_of(card))])

    def _leads(self, card: Number) -> Truth:
        """Return that a card is of the rank with which marriages are led."""
        return rights_clauses.leads(self.rules).of(rank_of(card))

    def why_no_marriage(self, deal: SuitDealTerms) -> str:
        """Return why no marriage may be shown whatever the hand is; an empty text when it depends on the hand.

        Clauses: SX-MELD-1, SX-MELD-4, SX-MELD-5, SX-MELD-6, SX-MELD-7, AS-BID-8, SX-CLOSE-2.
        """
        first = int(self.bidding(deal)), int(self.naming(deal)), int(self.drawing(deal))
        closed = int(deal.closed is not None)
        place = self._showing.at(int(not deal.trick), *first, len(deal.talon), closed, self._tricks_taken(deal))
        return rights_clauses.SHOWING[place]

    def _tricks_taken(self, deal: SuitDealTerms) -> int:
        """Return how many tricks were taken."""
        return (self._pack - sum(map(len, (*deal.hands, deal.talon, deal.trick)))) // self.players

    def marriage_points(self, melds: tuple[Number, ...], trump: Number | None, suit: Number | int) -> Number:
        """Return the points of the marriage of a suit that is shown now, after marriages that brought the sides points.

        Clauses: SX-MELD-2, TT-MELD-2.
        """
        points, melded = self.rules.marriage_points, Z3.Sum([*melds])
        shown = Z3.Sum([either(melded >= sum(points[:count]), 1, 0) for count in range(1, len(points))])
        return self._worth(suit, 0 if trump is None else trump, shown)

    def why_not(self, deal: SuitDealTerms, card: Number) -> Number:
        """Return why a card may not be played to the lead, a place in :data:`aceten_spec.formulas.suits.suit_trick_clauses.REFUSALS`.

        Clauses: SX-SUIT-3, EW-SUIT-4, SX-SUIT-5, SX-SUIT-6, SX-SUIT-7, SX-DRAW-5, SX-CLOSE-3.
        """
        hand = deal.hands[cast("int", deal.turn)]
        obligation = suit_trick_clauses.OBLIGATIONS[self._owes.at(len(deal.talon), int(deal.closed is not None))]
        return self.owed(obligation, self.seen(card), tuple(map(self.seen, hand)), self.seen(deal.trick[0]), deal.trump)

    def owed(
        self,
        obligation: str,
        card: tuple[Number, Number],
        hand: tuple[tuple[Number, Number], ...],
        led: tuple[Number, Number],
        trump: Number | None,
    ) -> Number:
        """Return why a card may not be played to a lead, all of them as a trick sees cards: suit and strength.

        Clauses: SX-SUIT-3, EW-SUIT-4, SX-SUIT-5, SX-SUIT-6, SX-SUIT-7.
        """
        trumps = cast("Number", 0) if trump is None else trump
        numbers = [number for each in hand for number in each]
        has = [_held(len(hand), what).of(*led, trumps, *numbers) for what in ("led", "higher", "trump")]
        return self._refusals[obligation](*card, *led, trumps, *has)

    def seen(self, card: Number) -> tuple[Number, Number]:
        """Return a card as a trick sees it: its suit and its strength.

        Clauses: EW-CARDS-6.
        """
        return suit_of(card), self._height(rank_of(card))


def suit_of(card: Number) -> Number:
    """Return the suit of a card."""
    return quotient(card, 16)


def among(card: Number, cards: Cards) -> Truth:
    """Return that a card is one of these."""
    return some(equal(card, other) for other in cards)


@functools.cache
def _held(cards: int, what: Literal["led", "higher", "trump"]) -> Formula[Number]:
    return suit_trick_clauses.held(cards, what)
