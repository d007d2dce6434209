"""Play with suit tricks as one relation: for every action its branches, each with when it applies and what it leads to.

As :mod:`aceten_spec.formulas.play` is for matching tricks. Every card is there once, and has a suit. The order of the cards in a hand,
among captured cards and among those that everybody knows means nothing.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, cast

import msgspec

from aceten_spec.formulas import auction, rights
from aceten_spec.formulas import suit_tricks as say
from aceten_spec.formulas.cards import RANKS, card_points, rank_of
from aceten_spec.formulas.drawing import Cards, Drawing, with_part
from aceten_spec.formulas.play import Branch
from aceten_spec.formulas.terms import FALSE, TRUE, Z3, Formula, Number, Truth, either, equal, every, no, quotient, some
from aceten_spec.rulebook import pack_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten_spec.rulebook import SuitParameters

SUITS: Final = (1, 2, 3, 4)
"""The suits by number."""

_KING, _QUEEN = int(RANKS["K"]), int(RANKS["Q"])


class Closed(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """That the talon is closed, and how the deal stood then."""

    seat: int
    """Who closed it."""
    points: Number
    """What counted for the other side."""
    tricks: tuple[Number, ...]
    """Tricks taken by side; none where that was not known."""


class SuitDeal(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A deal at a moment."""

    hands: tuple[Cards, ...]
    """The hand of each seat."""
    talon: Cards
    """The undealt cards, the next to be drawn first; where a card is turned up it is the last of them."""
    leader: int
    """Who led the trick or is to lead the next."""
    trick: Cards
    """The cards played to the trick."""
    winning: int
    """Who is winning the trick; between tricks its leader."""
    turn: int | None
    """Who is to act; nobody when the deal is over."""
    taken: tuple[Cards, ...]
    """The captured cards by side."""
    points: tuple[Number, ...]
    """Card points captured by side."""
    tricks: tuple[Number, ...] | None
    """Tricks taken by side, where that is known."""
    trump: Number | None = None
    """The trump suit, where there is one."""
    closed: Closed | None = None
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


Way: TypeAlias = Branch[SuitDeal]
"""One way that an action can go."""


class SuitPlay:
    """What the actions of a game with suit tricks lead to."""

    def __init__(self, rules: SuitParameters, players: int) -> None:
        """State the formulas that it is made of."""
        self.rules = rules
        """The parameters of the game."""
        self.players = players
        """How many play."""
        self._counts, self._height = card_points(rules).of, say.strength(rules).of
        self._takes, self._owes = say.takes().of, say.owes(rules)
        self._refusals = {each: say.refusal(each).of for each in say.OBLIGATIONS}
        self._showing, self._worth = rights.showing(rules), rights.marriage_points(rules).of
        self._exchanged, self._exchanging = rights.exchanged(rules), rights.exchanging(rules).of
        self._closing, self._drawing_off = rights.closing(rules), rights.drawing(rules)
        self._has_to_draw, self._after_trick = rights.has_to_draw(rules), rights.after_trick(rules).of
        self._last_trick, self._counted, self._right = (
            rights.last_trick(rules),
            rights.counts().of,
            rights.is_right(rules).of,
        )
        self._claimable = rights.may_claim(rules).of
        self._drawing = Drawing(rules.hand, "block", players)
        self._may_bid = functools.cache(functools.partial(auction.may_bid, rules, players))
        self._may_pass = auction.may_pass(rules, players).of
        self._bidding = auction.bidding(rules).of
        self._pack = len(pack_of(rules).cards)

    # --- What there is to do first, and what counts ---

    def side(self, seat: int) -> int:
        """Return the side of a seat.

        Clauses: EW-PLAYERS-2.
        """
        return seat % 2

    def bidding(self, deal: SuitDeal) -> bool:
        """Return that the auction goes on.

        Clauses: AS-BID-1.
        """
        return bool(self.rules.bids) and deal.contract is None and deal.turn is not None

    def naming(self, deal: SuitDeal) -> bool:
        """Return that the declarer is to name trumps.

        Clauses: AS-TRUMP-2.
        """
        return deal.contract is not None and deal.trump is None

    def drawing(self, deal: SuitDeal) -> bool:
        """Return that the winner of the trick, who is to act, has to draw or to close the talon.

        Clauses: SX-CLOSE-2, SX-DRAW-1.
        """
        hand = deal.hands[cast("int", deal.turn)]
        talon, closed = len(deal.talon), int(deal.closed is not None)
        return bool(self._has_to_draw.at(int(not deal.trick), talon, closed, len(hand)))

    def asking(self, deal: SuitDeal) -> bool:
        """Return that all cards are played and the winner of the last trick is to claim or to pass.

        Clauses: SX-CLAIM-1.
        """
        return deal.turn is not None and not deal.trick and not deal.hands[deal.turn]

    def took_a_trick(self, deal: SuitDeal, side: int) -> Truth:
        """Return that a side is known to have taken a trick.

        Clauses: SX-MELD-3.
        """
        known = FALSE if deal.tricks is None else deal.tricks[side] > 0
        return some([bool(deal.taken[side]), deal.points[side] != 0, known])

    def counted(self, deal: SuitDeal, side: int, more: Number | int = 0) -> Number:
        """Return what counts for a side, with the points of one marriage ``more``.

        Clauses: SX-CLAIM-2, SX-MELD-3, SX-SCORE-21.
        """
        left = sum(map(len, (*deal.hands, deal.talon, deal.trick)))
        last = self._last_trick.at(int(self.side(deal.leader) == side), left)
        trick, melds = either(self.took_a_trick(deal, side), 1, 0), deal.melds[side]
        melds = melds + more if self.rules.meld_counts == "any_trick" else melds - deal.waiting[side]
        return self._counted(deal.points[side], melds, trick, last)

    def has_enough(self, deal: SuitDeal, side: int, more: Number | int = 0) -> Truth:
        """Return that a claim of a side is right, with the points of one marriage ``more``.

        Clauses: SX-CLAIM-2, TT-CLAIM-2, TT-CLAIM-5.
        """
        return self._right(deal.scores[side], self.counted(deal, side, more))

    def married(self, hand: Cards, suit: Number | int) -> Truth:
        """Return that a hand has king and queen of a suit.

        Clauses: SX-MELD-1.
        """
        return some(
            every([this, *[_among(cast("Number", each * 16 + rank), hand) for rank in (_KING, _QUEEN)]])
            for each in SUITS
            if (this := equal(suit, each)) is not FALSE
        )

    def shown_with(self, deal: SuitDeal, card: Number) -> Truth:
        """Return that the player at turn cannot lead a card of his hand but with its marriage.

        Clauses: SX-MELD-9.
        """
        if not self.rules.meld_forced or deal.turn is None or self.why_no_marriage(deal):
            return FALSE
        return every([self._leads(card), self.married(deal.hands[deal.turn], suit_of(card))])

    def _leads(self, card: Number) -> Truth:
        """Return that a card is of the rank with which marriages are led."""
        return rights.leads(self.rules).of(rank_of(card))

    def why_no_marriage(self, deal: SuitDeal) -> str:
        """Return why no marriage may be shown whatever the hand is; an empty text when it depends on the hand.

        Clauses: SX-MELD-1, SX-MELD-4, SX-MELD-5, SX-MELD-6, SX-MELD-7, AS-BID-8, SX-CLOSE-2.
        """
        first = int(self.bidding(deal)), int(self.naming(deal)), int(self.drawing(deal))
        closed = int(deal.closed is not None)
        place = self._showing.at(int(not deal.trick), *first, len(deal.talon), closed, self._tricks_taken(deal))
        return rights.SHOWING[place]

    def _tricks_taken(self, deal: SuitDeal) -> int:
        """Return how many tricks were taken."""
        return (self._pack - sum(map(len, (*deal.hands, deal.talon, deal.trick)))) // self.players

    def marriage_points(self, melds: tuple[Number, ...], trump: Number | None, suit: Number | int) -> Number:
        """Return the points of the marriage of a suit that is shown now, after marriages that brought the sides points.

        Clauses: SX-MELD-2, TT-MELD-2.
        """
        points, melded = self.rules.marriage_points, Z3.Sum([*melds])
        shown = Z3.Sum([either(melded >= sum(points[:count]), 1, 0) for count in range(1, len(points))])
        return self._worth(suit, 0 if trump is None else trump, shown)

    def why_not(self, deal: SuitDeal, card: Number) -> Number:
        """Return why a card may not be played to the lead, a place in :data:`aceten_spec.formulas.suit_tricks.REFUSALS`.

        Clauses: SX-SUIT-3, EW-SUIT-4, SX-SUIT-5, SX-SUIT-6, SX-SUIT-7, SX-DRAW-5, SX-CLOSE-3.
        """
        hand = deal.hands[cast("int", deal.turn)]
        obligation = say.OBLIGATIONS[self._owes.at(len(deal.talon), int(deal.closed is not None))]
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

    # --- What actions lead to ---

    def start(
        self,
        hands: tuple[Cards, ...],
        rest: Cards,
        dealer: int,
        *,
        cut: Number | None,
        scores: tuple[Number, ...],
    ) -> Iterator[tuple[Truth, SuitDeal]]:
        """Yield a deal before anything is done, and when it is so: the player after the dealer begins.

        Where a card is turned up it is the first of the rest of the pack, and drawn last; a card that is shown by cutting makes trumps,
        and all know whose it is where the rules say so; so they do of the card that is dealt last.

        :param cut: the card that cutting shows, or that is dealt last, where it makes trumps.

        Clauses: EW-PLAY-1, SX-TRUMP-1, EW-TRUMP-4, SX-DEAL-7, SU-DEAL-9, SU-TRUMP-4.
        """
        leader, nothing = (dealer + 1) % self.players, (cast("Number", 0),) * 2
        talon, trump = rest, None if cut is None else suit_of(cut)
        if self.rules.trump == "turn_up":
            talon, trump = rest[1:] + rest[:1], suit_of(rest[0])
        nobody: tuple[Cards, ...] = ((),) * self.players
        known = [
            (TRUE, with_part(nobody, dealer, (cut,)) if cut is not None and self.rules.trump == "dealt" else nobody)
        ]
        if cut is not None and self.rules.cut_card == "known":
            for seat, hand in enumerate(hands):
                has = _among(cut, hand)
                known = [
                    way
                    for guard, shown in known
                    for way in ((every([guard, no(has)]), shown), (every([guard, has]), with_part(shown, seat, (cut,))))
                ]
        for guard, shown in known:
            yield (
                guard,
                SuitDeal(
                    hands=hands,
                    talon=talon,
                    leader=leader,
                    trick=(),
                    winning=leader,
                    turn=leader,
                    taken=((), ()),
                    points=nothing,
                    tricks=nothing,
                    trump=trump,
                    melds=nothing,
                    waiting=nothing,
                    shown=shown,
                    scores=scores,
                    dealer=dealer,
                ),
            )

    def card(self, deal: SuitDeal, card: Number) -> Iterator[Way]:
        """Yield what a card of one's hand leads to: led, or played to the lead.

        Clauses: EW-PLAY-2, EW-SUIT-2, SX-SUIT-3, EW-SUIT-4, SX-SUIT-5, SX-SUIT-6, SX-SUIT-7, SX-MELD-9, AS-BID-8, SX-CLOSE-2.
        """
        if deal.turn is None:
            yield Branch(TRUE, "deal_over")
        elif self.bidding(deal) or self.naming(deal):
            yield Branch(TRUE, "bidding" if self.bidding(deal) else "naming")
        elif self.drawing(deal):
            yield Branch(TRUE, "draw_first")
        else:
            held, shown_with = _among(card, deal.hands[deal.turn]), self.shown_with(deal, card)
            yield Branch(no(held), "not_in_hand")
            yield Branch(every([held, shown_with]), "meld_due")
            for way in self._from_hand(deal, card):
                yield Branch(every([no(shown_with), way.guard]), way.after)

    def meld(self, deal: SuitDeal, card: Number) -> Iterator[Way]:
        """Yield what it leads to when a marriage is shown and one of its cards led.

        Clauses: SX-MELD-1, SX-MELD-2, SX-MELD-4, SX-MELD-5, SX-MELD-6, SX-MELD-7, SX-MELD-8, SX-CLAIM-1.
        """
        if deal.turn is None:
            yield Branch(TRUE, "deal_over")
            return
        why = self.why_no_marriage(deal)
        if why:
            yield Branch(TRUE, why)
            return
        turn, suit = deal.turn, suit_of(card)
        fits, has = self._leads(card), self.married(deal.hands[turn], suit)
        yield Branch(no(fits), "meld_not_king" if self.rules.meld_lead == "king" else "meld_wrong_card")
        yield Branch(every([fits, no(has)]), "no_marriage")
        for guard, shown in self._show(deal, suit):
            there = every([fits, has, guard])
            ends = self.has_enough(shown, self.side(turn)) if self.rules.claim == "automatic" else FALSE
            yield Branch(every([there, ends]), msgspec.structs.replace(shown, turn=None, claimant=turn))
            for way in self._from_hand(shown, card):
                yield Branch(every([there, no(ends), way.guard]), way.after)

    def exchange(self, deal: SuitDeal) -> Iterator[Way]:
        """Yield what it leads to when a card is exchanged for the turn-up.

        Clauses: SX-EXCH-1, SX-EXCH-2, SX-EXCH-3, SX-EXCH-4, SX-EXCH-5, SX-EXCH-6.
        """
        turn, tricks, closed = deal.turn, deal.tricks, deal.closed
        if turn is None:
            yield Branch(TRUE, "deal_over")
            return
        card = self._exchanged.of(len(deal.talon), 0 if deal.trump is None else deal.trump)
        holds = _among(card, deal.hands[turn])
        since = cast("Number", 0)
        if tricks is not None and closed is not None:
            since = Z3.Sum([*tricks]) - Z3.Sum([*closed.tricks])
        broken = self._exchanging(
            either(holds, 1, 0),
            int(self.drawing(deal)),
            len(deal.talon),
            int(closed is not None),
            int(closed is not None and closed.seat == turn),
            int(not deal.trick),
            0 if tricks is None else tricks[self.side(turn)],
            since,
            int(tricks is not None),
        )
        yield from _refused(broken, rights.EXCHANGING)
        for guard, hand in _without(card, deal.hands[turn]):
            for known, shown in _without(card, deal.shown[turn]):
                up = deal.talon[-1:]
                after = msgspec.structs.replace(
                    deal,
                    hands=with_part(deal.hands, turn, hand + up),
                    talon=(*deal.talon[:-1], card),
                    shown=with_part(deal.shown, turn, shown + up),
                )
                yield Branch(every([equal(broken, 0), holds, guard, known]), after)

    def close(self, deal: SuitDeal) -> Iterator[Way]:
        """Yield what it leads to when the talon is closed.

        Clauses: SX-CLOSE-1, SX-CLOSE-2, SX-CLOSE-3, SX-CLOSE-4.
        """
        if deal.turn is None:
            yield Branch(TRUE, "deal_over")
            return
        closed = int(deal.closed is not None)
        broken = self._closing.at(int(not deal.trick), len(deal.talon), closed, self._tricks_taken(deal))
        if broken:
            yield Branch(TRUE, rights.CLOSING[broken])
            return
        points = self.counted(deal, 1 - self.side(deal.turn))
        closing = Closed(seat=deal.turn, points=points, tricks=deal.tricks or ())
        yield Branch(TRUE, msgspec.structs.replace(deal, closed=closing))

    def draw(self, deal: SuitDeal) -> Iterator[Way]:
        """Yield what it leads to when the winner of a trick draws, who could close the talon before.

        Clauses: SX-CLOSE-2, SX-CLOSE-3, SX-DRAW-1, SX-DRAW-5.
        """
        if deal.turn is None:
            yield Branch(TRUE, "deal_over")
        elif self.drawing(deal):
            yield Branch(TRUE, self._drawn(deal))
        else:
            why = self._drawing_off.at(len(deal.talon), int(deal.closed is not None))
            yield Branch(TRUE, rights.DRAWING[why])

    def claim(self, deal: SuitDeal, suit: int) -> Iterator[Way]:
        """Yield what a claim leads to, with the marriage of a suit; 0: with none.

        Clauses: SX-CLAIM-1, SX-CLAIM-2, SX-CLAIM-3, SX-CLAIM-4, TT-CLAIM-4, TT-CLAIM-5.
        """
        rules, turn = self.rules, deal.turn
        if turn is None:
            yield Branch(TRUE, "deal_over")
        elif rules.claim != "called":
            yield Branch(TRUE, "claim_automatic" if rules.claim == "automatic" else "claim_off")
        elif self.bidding(deal) or self.naming(deal):
            yield Branch(TRUE, "bidding" if self.bidding(deal) else "naming")
        elif suit and self.drawing(deal):
            yield Branch(TRUE, "meld_off" if rules.marriages == "none" else "claim_before_drawing")
        elif suit and self.why_no_marriage(deal):
            yield Branch(TRUE, self.why_no_marriage(deal))
        else:
            has = self.married(deal.hands[turn], suit) if suit else TRUE
            more = self.marriage_points(deal.melds, deal.trump, suit) if suit else 0
            may = self._claimable(either(self.has_enough(deal, self.side(turn), more), 1, 0))
            yield Branch(no(has), "no_marriage")
            yield Branch(every([has, no(may)]), "wrong_claim")
            for guard, shown in self._show(deal, cast("Number", suit)) if suit else [(TRUE, deal)]:
                after = msgspec.structs.replace(shown, turn=None, claimant=turn)
                yield Branch(every([has, may, guard]), after)

    def bid(self, deal: SuitDeal, points: Number) -> Iterator[Way]:
        """Yield what a bid leads to.

        Clauses: AS-BID-1, AS-BID-2, AS-BID-3, AS-BID-4, AS-BID-5, AS-BID-6.
        """
        if deal.turn is None:
            yield Branch(TRUE, "deal_over")
        elif not self.bidding(deal):
            yield Branch(TRUE, "bid_outside" if self.rules.bids else "unknown_action")
        else:
            may = self._may_bid(len(deal.bids)).of(*deal.bids)
            broken = self._bidding(points, _last(deal.bids), either(may, 1, 0))
            yield from _refused(broken, auction.BIDDING)
            for guard, after in self._after_bid(deal, points):
                yield Branch(every([equal(broken, 0), guard]), after)

    def waive(self, deal: SuitDeal) -> Iterator[Way]:
        """Yield what passing leads to: in the auction, or after the last trick, when its winner does not claim.

        Clauses: AS-BID-1, AS-BID-5, AS-BID-7, AS-BID-9, SX-CLAIM-1.
        """
        if deal.turn is None:
            yield Branch(TRUE, "deal_over")
        elif self.bidding(deal):
            may = self._may_pass(_last(deal.bids), len(deal.bids))
            yield Branch(no(may), "pass_forced")
            for guard, after in self._after_bid(deal, cast("Number", 0)):
                yield Branch(every([may, guard]), after)
        elif self.asking(deal):
            yield Branch(TRUE, msgspec.structs.replace(deal, turn=None))
        elif self.rules.bids:
            yield Branch(TRUE, "pass_outside")
        else:
            yield Branch(TRUE, "unknown_action" if self.rules.claim == "never" else "pass_not_asked")

    def unknown(self, deal: SuitDeal) -> Iterator[Way]:
        """Yield what becomes of an action that only games with matching tricks have.

        Clauses: EW-PLAY-2.
        """
        yield Branch(TRUE, "deal_over" if deal.turn is None else "unknown_action")

    def name(self, deal: SuitDeal, suit: int) -> Iterator[Way]:
        """Yield what it leads to when trumps are named.

        Clauses: AS-TRUMP-2.
        """
        if deal.turn is None:
            yield Branch(TRUE, "deal_over")
        elif self.naming(deal):
            yield Branch(TRUE, msgspec.structs.replace(deal, trump=cast("Number", suit)))
        elif not self.rules.bids:
            yield Branch(TRUE, "unknown_action")
        else:
            yield Branch(TRUE, "trump_in_auction" if self.bidding(deal) else "trump_named")

    # --- What follows ---

    def _from_hand(self, deal: SuitDeal, card: Number) -> Iterator[Way]:
        """Yield what a card of the hand leads to, be it refused or played.

        Clauses: EW-PLAY-2, SX-SUIT-3, EW-SUIT-4, SX-SUIT-5, SX-SUIT-6, SX-MELD-8, SX-DRAW-8.
        """
        turn = cast("int", deal.turn)
        held = _among(card, deal.hands[turn])
        broken = self.why_not(deal, card) if deal.trick else cast("Number", 0)
        early = "early_" if deal.talon and deal.closed is None else ""
        yield from _refused(broken, [early + code if code else "" for code in say.REFUSALS], held)
        for guard, hand in _without(card, deal.hands[turn]):
            for known, shown in _without(card, deal.shown[turn]):
                lies = msgspec.structs.replace(
                    deal, hands=with_part(deal.hands, turn, hand), shown=with_part(deal.shown, turn, shown)
                )
                for way in self._put(lies, card):
                    yield Branch(every([equal(broken, 0), held, guard, known, way.guard]), way.after)

    def _put(self, deal: SuitDeal, card: Number) -> Iterator[Way]:
        """Yield what it leads to when the player at turn has put a card into the trick that he has not in his hand any more.

        Clauses: EW-SUIT-1, EW-CARDS-6, TT-SUIT-1, EW-PLAY-2.
        """
        seat, trick = cast("int", deal.turn), (*deal.trick, card)
        winners = [(TRUE, seat)]
        if deal.trick:
            best = deal.trick[(deal.winning - deal.leader) % self.players]
            trump = cast("Number", 0) if deal.trump is None else deal.trump
            takes = self._takes(*self.seen(card), *self.seen(best), trump)
            winners = [(takes, seat), (no(takes), deal.winning)]
        for guard, winning in winners:
            lies = msgspec.structs.replace(deal, trick=trick, winning=winning, turn=(seat + 1) % self.players)
            if len(trick) < self.players:
                yield Branch(guard, lies)
                continue
            for further, after in self._taken(lies):
                yield Branch(every([guard, further]), after)

    def _taken(self, deal: SuitDeal) -> Iterator[tuple[Truth, SuitDeal]]:
        """Yield what follows when the winner has taken the trick, and when.

        Clauses: EW-PLAY-7, EW-PLAY-8, SX-PLAY-8, SX-DRAW-1, SX-CLOSE-2, SX-CLAIM-1, TT-CLAIM-1.
        """
        winner, trick = deal.winning, deal.trick
        side = self.side(winner)
        gained = Z3.Sum([self._counts(rank_of(card)) for card in trick])
        after = msgspec.structs.replace(
            deal,
            leader=winner,
            trick=(),
            winning=winner,
            turn=winner,
            taken=with_part(deal.taken, side, deal.taken[side] + trick),
            points=with_part(deal.points, side, deal.points[side] + gained),
            tricks=None if deal.tricks is None else with_part(deal.tricks, side, deal.tricks[side] + 1),
            waiting=with_part(deal.waiting, side, cast("Number", 0)),
        )
        enough = either(self.has_enough(after, side), 1, 0)
        follows = self._after_trick(len(deal.hands[winner]), len(deal.talon), int(deal.closed is not None), enough)
        over = msgspec.structs.replace(after, turn=None)
        ways = (after, over, msgspec.structs.replace(over, claimant=winner), self._drawn(after))
        for place, way in enumerate(ways):
            yield equal(follows, place), way

    def _drawn(self, deal: SuitDeal) -> SuitDeal:
        """Return the deal when all have drawn, the winner of the trick first; all know who has drawn the turn-up.

        Clauses: SX-DRAW-1, SX-DRAW-8.
        """
        hands, talon = self._drawing.drawn(deal.hands, deal.talon, deal.leader)
        shown = deal.shown
        if deal.talon and not talon and self.rules.trump == "turn_up":
            up = deal.talon[-1]
            seat = next(seat for seat, hand in enumerate(hands) if any(card is up for card in hand))
            shown = with_part(shown, seat, (*shown[seat], up))
        return msgspec.structs.replace(deal, hands=hands, talon=talon, shown=shown)

    def _show(self, deal: SuitDeal, suit: Number) -> Iterator[tuple[Truth, SuitDeal]]:
        """Yield what follows when a marriage is shown that the player at turn has, and when.

        Clauses: SX-MELD-2, SX-MELD-8, TT-TRUMP-1, TT-TRUMP-3.
        """
        turn = cast("int", deal.turn)
        side = self.side(turn)
        points, waiting = self.marriage_points(deal.melds, deal.trump, suit), deal.waiting
        melds = with_part(deal.melds, side, deal.melds[side] + points)
        if self.rules.meld_counts == "next_trick":
            waiting = with_part(waiting, side, waiting[side] + points)
        trump = suit if self.rules.trump == "marriage" else deal.trump
        known: list[tuple[Truth, Cards]] = [(TRUE, deal.shown[turn])]
        for card in (suit * 16 + _KING, suit * 16 + _QUEEN):
            there = _among(card, deal.shown[turn])
            known = [
                way
                for guard, cards in known
                for way in ((every([guard, there]), cards), (every([guard, no(there)]), (*cards, card)))
            ]
        for guard, cards in known:
            shown = with_part(deal.shown, turn, cards)
            yield guard, msgspec.structs.replace(deal, melds=melds, waiting=waiting, trump=trump, shown=shown)

    def _after_bid(self, deal: SuitDeal, points: Number) -> Iterator[tuple[Truth, SuitDeal]]:
        """Yield what follows a bid, or a pass with 0 points, and when.

        Clauses: AS-BID-5, AS-BID-6, AS-BID-7, AS-TRUMP-2.
        """
        bids, players = (*deal.bids, points), self.players
        over = auction.is_over(players, len(bids), self.rules.bids[-1]).of(*bids)
        following = (cast("int", deal.turn) + 1) % players
        yield no(over), msgspec.structs.replace(deal, bids=bids, turn=following)
        nobody = every(equal(bid, 0) for bid in bids)
        yield every([over, nobody]), msgspec.structs.replace(deal, bids=bids, turn=None)
        for place, bid in enumerate(bids):
            seat = (deal.dealer + 1 + place) % players
            highest = every([bid >= other for other in bids])
            after = msgspec.structs.replace(deal, bids=(), contract=(seat, bid), leader=seat, winning=seat, turn=seat)
            yield every([over, no(nobody), highest]), after


def suit_of(card: Number) -> Number:
    """Return the suit of a card."""
    return quotient(card, 16)


def _among(card: Number, cards: Cards) -> Truth:
    """Return that a card is one of these."""
    return some(equal(card, other) for other in cards)


def _without(card: Number, cards: Cards) -> Iterator[tuple[Truth, Cards]]:
    """Yield these cards, which are there once each, without one that may be among them, and when it is these."""
    same = [equal(card, other) for other in cards]
    known = [place for place, each in enumerate(same) if each is TRUE]
    for place in known or range(len(cards)):
        yield same[place], cards[:place] + cards[place + 1 :]
    yield no(some(same)), cards


def _refused(broken: Number, codes: tuple[str, ...] | list[str], when: Truth = TRUE) -> Iterator[Way]:
    """Yield the refusals by the place of their code, the first of which is none."""
    for place, code in enumerate(codes):
        if code:
            yield Branch(every([when, equal(broken, place)]), code)


def _last(bids: Cards) -> Number:
    """Return the last bid that is no pass, or 0."""
    last = cast("Number", 0)
    for bid in bids:
        last = either(equal(bid, 0), last, bid)
    return last


@functools.cache
def _held(cards: int, what: Literal["led", "higher", "trump"]) -> Formula[Number]:
    return say.held(cards, what)
