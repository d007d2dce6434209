"""Play with suit tricks as one relation: for every action its branches, each with when it applies and what it leads to.

As :mod:`aceten_spec.formulas.matching.play_relation` is for matching tricks. Every card is there once, and has a suit. The order of the
cards in a hand, among captured cards and among those that everybody knows means nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, cast

import msgspec

from aceten_spec.formulas.card_clauses import rank_of
from aceten_spec.formulas.case_names import CaseName, case_of_winner
from aceten_spec.formulas.draw_clauses import Cards, with_part
from aceten_spec.formulas.matching.play_relation import Branch
from aceten_spec.formulas.suits import auction_clauses, rights_clauses, suit_trick_clauses
from aceten_spec.formulas.suits.suit_conditions import (
    KING,
    QUEEN,
    ClosedTerms,
    SuitConditions,
    SuitDealTerms,
    among,
    suit_of,
)
from aceten_spec.formulas.terms import FALSE, TRUE, Z3, Number, Truth, either, equal, every, no, some

Way: TypeAlias = Branch[SuitDealTerms]
"""One way that an action can go."""


class SuitRelation(SuitConditions):
    """What the actions of a game with suit tricks lead to."""

    def start(
        self,
        hands: tuple[Cards, ...],
        rest: Cards,
        dealer: int,
        *,
        cut: Number | None,
        scores: tuple[Number, ...],
    ) -> Iterator[tuple[Truth, SuitDealTerms]]:
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
                has = among(cut, hand)
                known = [
                    way
                    for guard, shown in known
                    for way in ((every([guard, no(has)]), shown), (every([guard, has]), with_part(shown, seat, (cut,))))
                ]
        for guard, shown in known:
            yield (
                guard,
                SuitDealTerms(
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

    def card(self, deal: SuitDealTerms, card: Number) -> Iterator[Way]:
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
            held, shown_with = among(card, deal.hands[deal.turn]), self.shown_with(deal, card)
            yield Branch(no(held), "not_in_hand")
            yield Branch(every([held, shown_with]), "meld_due")
            for way in self._from_hand(deal, card):
                yield Branch(every([no(shown_with), way.guard]), way.after, cases=way.cases)

    def meld(self, deal: SuitDealTerms, card: Number) -> Iterator[Way]:
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
            over = msgspec.structs.replace(shown, turn=None, claimant=turn)
            cases: tuple[CaseName, ...] = ("married", "trump_made") if self.rules.trump == "marriage" else ("married",)
            yield Branch(every([there, ends]), over, cases=(*cases, "enough_shown"))
            for way in self._from_hand(shown, card):
                yield Branch(every([there, no(ends), way.guard]), way.after, cases=(*cases, *way.cases))

    def exchange(self, deal: SuitDealTerms) -> Iterator[Way]:
        """Yield what it leads to when a card is exchanged for the turn-up.

        Clauses: SX-EXCH-1, SX-EXCH-2, SX-EXCH-3, SX-EXCH-4, SX-EXCH-5, SX-EXCH-6.
        """
        turn, tricks, closed = deal.turn, deal.tricks, deal.closed
        if turn is None:
            yield Branch(TRUE, "deal_over")
            return
        card = self._exchanged.of(len(deal.talon), 0 if deal.trump is None else deal.trump)
        holds = among(card, deal.hands[turn])
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
        yield from _refused(broken, rights_clauses.EXCHANGING)
        for guard, hand in _without(card, deal.hands[turn]):
            for known, shown in self.without(card, deal.shown[turn]):
                up = deal.talon[-1:]
                after = msgspec.structs.replace(
                    deal,
                    hands=with_part(deal.hands, turn, hand + up),
                    talon=(*deal.talon[:-1], card),
                    shown=with_part(deal.shown, turn, (*shown, *up)),
                )
                yield Branch(every([equal(broken, 0), holds, guard, known]), after, cases=("exchanged",))

    def close(self, deal: SuitDealTerms) -> Iterator[Way]:
        """Yield what it leads to when the talon is closed.

        Clauses: SX-CLOSE-1, SX-CLOSE-2, SX-CLOSE-3, SX-CLOSE-4.
        """
        if deal.turn is None:
            yield Branch(TRUE, "deal_over")
            return
        closed = int(deal.closed is not None)
        broken = self._closing.at(int(not deal.trick), len(deal.talon), closed, self._tricks_taken(deal))
        if broken:
            yield Branch(TRUE, rights_clauses.CLOSING[broken])
            return
        points = self.counted(deal, 1 - self.side(deal.turn))
        closing = ClosedTerms(seat=deal.turn, points=points, tricks=deal.tricks or ())
        yield Branch(TRUE, msgspec.structs.replace(deal, closed=closing), cases=("closed",))

    def draw(self, deal: SuitDealTerms) -> Iterator[Way]:
        """Yield what it leads to when the winner of a trick draws, who could close the talon before.

        Clauses: SX-CLOSE-2, SX-CLOSE-3, SX-DRAW-1, SX-DRAW-5.
        """
        if deal.turn is None:
            yield Branch(TRUE, "deal_over")
        elif self.drawing(deal):
            after, cases = self._drawn(deal)
            yield Branch(TRUE, after, cases=cases)
        else:
            why = self._drawing_off.at(len(deal.talon), int(deal.closed is not None))
            yield Branch(TRUE, rights_clauses.DRAWING[why])

    def claim(self, deal: SuitDealTerms, suit: int) -> Iterator[Way]:
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
        elif untimely := self._claiming.at(int(not deal.trick), self._tricks_taken(deal), int(suit > 0)):
            yield Branch(TRUE, rights_clauses.CLAIMING[untimely])
        elif suit and self.drawing(deal):
            yield Branch(TRUE, "meld_off" if rules.marriages == "none" else "claim_before_drawing")
        elif suit and self.why_no_marriage(deal):
            yield Branch(TRUE, self.why_no_marriage(deal))
        else:
            has = self.married(deal.hands[turn], suit) if suit else TRUE
            more = self.marriage_points(deal.melds, deal.trump, suit) if suit else 0
            right = either(self.has_enough(deal, self.side(turn), more), 1, 0)
            may = self._claimable(int(not deal.trick), self._tricks_taken(deal), int(suit > 0), right)
            yield Branch(no(has), "no_marriage")
            yield Branch(every([has, no(may)]), "wrong_claim")
            for guard, shown in self._show(deal, cast("Number", suit)) if suit else [(TRUE, deal)]:
                after = msgspec.structs.replace(shown, turn=None, claimant=turn)
                yield Branch(every([has, may, guard]), after, cases=("claimed_married",) if suit else ("claimed",))

    def bid(self, deal: SuitDealTerms, points: Number) -> Iterator[Way]:
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
            yield from _refused(broken, auction_clauses.BIDDING)
            for way in self._after_bid(deal, points):
                yield Branch(every([equal(broken, 0), way.guard]), way.after, cases=("bid", *way.cases))

    def waive(self, deal: SuitDealTerms) -> Iterator[Way]:
        """Yield what passing leads to: in the auction, or after the last trick, when its winner does not claim.

        Clauses: AS-BID-1, AS-BID-5, AS-BID-7, AS-BID-9, SX-CLAIM-1.
        """
        if deal.turn is None:
            yield Branch(TRUE, "deal_over")
        elif self.bidding(deal):
            may = self._may_pass(_last(deal.bids), len(deal.bids))
            yield Branch(no(may), "pass_forced")
            for way in self._after_bid(deal, cast("Number", 0)):
                yield Branch(every([may, way.guard]), way.after, cases=("passed", *way.cases))
        elif self.asking(deal):
            yield Branch(TRUE, msgspec.structs.replace(deal, turn=None), cases=("not_claimed",))
        elif self.rules.bids:
            yield Branch(TRUE, "pass_outside")
        else:
            yield Branch(TRUE, "unknown_action" if self.rules.claim == "never" else "pass_not_asked")

    def unknown(self, deal: SuitDealTerms) -> Iterator[Way]:
        """Yield what becomes of an action that only games with matching tricks have.

        Clauses: EW-PLAY-2.
        """
        yield Branch(TRUE, "deal_over" if deal.turn is None else "unknown_action")

    def name(self, deal: SuitDealTerms, suit: int) -> Iterator[Way]:
        """Yield what it leads to when trumps are named.

        Clauses: AS-TRUMP-2.
        """
        if deal.turn is None:
            yield Branch(TRUE, "deal_over")
        elif self.naming(deal):
            yield Branch(TRUE, msgspec.structs.replace(deal, trump=cast("Number", suit)), cases=("named",))
        elif not self.rules.bids:
            yield Branch(TRUE, "unknown_action")
        else:
            yield Branch(TRUE, "trump_in_auction" if self.bidding(deal) else "trump_named")

    # --- What follows ---

    def _from_hand(self, deal: SuitDealTerms, card: Number) -> Iterator[Way]:
        """Yield what a card of the hand leads to, be it refused or played.

        Clauses: EW-PLAY-2, SX-SUIT-3, EW-SUIT-4, SX-SUIT-5, SX-SUIT-6, SX-MELD-8, SX-DRAW-8.
        """
        turn = cast("int", deal.turn)
        held = among(card, deal.hands[turn])
        broken = self.why_not(deal, card) if deal.trick else cast("Number", 0)
        early = "early_" if deal.talon and deal.closed is None else ""
        yield from _refused(broken, [early + code if code else "" for code in suit_trick_clauses.REFUSALS], held)
        for guard, hand in _without(card, deal.hands[turn]):
            for known, shown in self.without(card, deal.shown[turn]):
                there = every([equal(broken, 0), held, guard, known])
                if there is FALSE:
                    continue
                lies = msgspec.structs.replace(
                    deal, hands=with_part(deal.hands, turn, hand), shown=with_part(deal.shown, turn, shown)
                )
                for way in self._put(lies, card):
                    yield Branch(every([there, way.guard]), way.after, cases=way.cases)

    def _put(self, deal: SuitDealTerms, card: Number) -> Iterator[Way]:
        """Yield what it leads to when the player at turn has put a card into the trick that he has not in his hand any more.

        Clauses: EW-SUIT-1, EW-CARDS-6, TT-SUIT-1, EW-PLAY-2.
        """
        seat, trick = cast("int", deal.turn), (*deal.trick, card)
        winners: list[tuple[Truth, int, CaseName]] = [(TRUE, seat, "led")]
        if deal.trick:
            best = deal.trick[(deal.winning - deal.leader) % self.players]
            trump = cast("Number", 0) if deal.trump is None else deal.trump
            takes = self._takes(*self.seen(card), *self.seen(best), trump)
            winners = [(takes, seat, "beaten"), (no(takes), deal.winning, "unbeaten")]
        for guard, winning, case in winners:
            lies = msgspec.structs.replace(deal, trick=trick, winning=winning, turn=(seat + 1) % self.players)
            if len(trick) < self.players:
                yield Branch(guard, lies, cases=(case, "next_plays"))
                continue
            for way in self._taken(lies):
                yield Branch(every([guard, way.guard]), way.after, cases=(case, "trick_over", *way.cases))

    def _taken(self, deal: SuitDealTerms) -> Iterator[Way]:
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
        left = bool(deal.hands[winner]) or (bool(deal.talon) and deal.closed is None)
        drawn, cases = self._drawn(after)
        yield Branch(equal(follows, 0), after, cases=(case_of_winner(cards=left, drawing=self.drawing(after)),))
        yield Branch(equal(follows, 1), over, cases=("played_out",))
        yield Branch(equal(follows, 2), msgspec.structs.replace(over, claimant=winner), cases=("enough_taken",))
        yield Branch(equal(follows, 3), drawn, cases=cases)

    def _drawn(self, deal: SuitDealTerms) -> tuple[SuitDealTerms, tuple[CaseName, ...]]:
        """Return the deal when all have drawn, the winner of the trick first; all know who has drawn the turn-up.

        Clauses: SX-DRAW-1, SX-DRAW-8.
        """
        hands, talon = self._drawing.drawn(deal.hands, deal.talon, deal.leader)
        shown = deal.shown
        cases: tuple[CaseName, ...] = ("draws",)
        if deal.talon and not talon and self.rules.trump == "turn_up":
            up = deal.talon[-1]
            seat = next(seat for seat, hand in enumerate(hands) if any(card is up for card in hand))
            shown = with_part(shown, seat, (*shown[seat], up))
            cases = ("draws", "turn_up_drawn")
        return msgspec.structs.replace(deal, hands=hands, talon=talon, shown=shown), cases

    def _show(self, deal: SuitDealTerms, suit: Number) -> Iterator[tuple[Truth, SuitDealTerms]]:
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
        for guard, cards in self.with_both(deal.shown[turn], (suit * 16 + KING, suit * 16 + QUEEN)):
            shown = with_part(deal.shown, turn, cards)
            yield guard, msgspec.structs.replace(deal, melds=melds, waiting=waiting, trump=trump, shown=shown)

    def without(self, card: Number, known: Cards) -> Iterator[tuple[Truth, Cards]]:
        """Yield what everybody knows of a hand that has lost a card, and when it is this.

        Clauses: SX-MELD-8.
        """
        return _without(card, known)

    def with_both(self, known: Cards, pair: tuple[Number, Number]) -> Iterator[tuple[Truth, Cards]]:
        """Yield what everybody knows of a hand when two cards of it have been shown, and when it is this.

        Clauses: SX-MELD-8.
        """
        ways: list[tuple[Truth, Cards]] = [(TRUE, known)]
        for card in pair:
            there = among(card, known)
            ways = [
                way
                for guard, cards in ways
                for way in ((every([guard, there]), cards), (every([guard, no(there)]), (*cards, card)))
            ]
        yield from ways

    def _after_bid(self, deal: SuitDealTerms, points: Number) -> Iterator[Way]:
        """Yield what follows a bid, or a pass with 0 points, and when.

        Clauses: AS-BID-5, AS-BID-6, AS-BID-7, AS-TRUMP-2.
        """
        bids, players = (*deal.bids, points), self.players
        over = auction_clauses.is_over(players, len(bids), self.rules.bids[-1]).of(*bids)
        following = (cast("int", deal.turn) + 1) % players
        yield Branch(no(over), msgspec.structs.replace(deal, bids=bids, turn=following), cases=("next_bids",))
        nobody = every(equal(bid, 0) for bid in bids)
        yield Branch(every([over, nobody]), msgspec.structs.replace(deal, bids=bids, turn=None), cases=("nobody_bid",))
        for place, bid in enumerate(bids):
            seat = (deal.dealer + 1 + place) % players
            highest = every([bid >= other for other in bids])
            after = msgspec.structs.replace(deal, bids=(), contract=(seat, bid), leader=seat, winning=seat, turn=seat)
            yield Branch(every([over, no(nobody), highest]), after, cases=("declared",))


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
