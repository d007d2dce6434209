"""Wrong programs that are wrong only where two things meet that seldom do. What each has wrong stands in its docstring."""

import msgspec
from conformance.mistakes.registry import mistake
from conformance.programs.agreements import Dealt
from conformance.programs.matches import MatchTable
from conformance.programs.tables import MatchingTable, SuitTable
from typing_extensions import override

from aceten import Close, Draw, Exchange
from aceten_spec.protocol import DealResult, DealScore


class _SaysGamePointsOnly(SuitTable):
    """Says what a deal scores, and leaves out the card points."""

    @property
    @override
    def result(self) -> DealResult | None:
        result = super().result
        return result and msgspec.structs.replace(result, points=None)


# --- Schnapsen and Sixty-Six ---


@mistake("schnapsen/2", "deal", breaks="MELD-3", rare=True)
class MarriageCountsWithTheNextTrick(_SaysGamePointsOnly):
    """A marriage counts only when its player takes a trick after he has shown it; until then he can even be schneider with it."""

    @override
    def __init__(self, dealt: Dealt) -> None:
        super().__init__(dealt)
        self.waiting = [0, 0]

    @override
    def _show(self, seat: int, suit: str) -> None:
        self.waiting[seat % 2] += self.marriage_points(suit)
        super()._show(seat, suit)

    @override
    def _put(self, seat: int, card: str) -> None:
        super()._put(seat, card)
        if not self.trick:
            self.waiting[self.leader % 2] = 0

    @override
    def total(self, side: int) -> int:
        return super().total(side) - (self.waiting[side] if self.took[side] else 0)


@mistake("schnapsen/2", "deal", breaks="SCORE-26 SCORE-27", rare=True)
class WrongClaimAfterClosingCostsTwo(_SaysGamePointsOnly):
    """Who closes and claims wrongly pays 2, also when the other had no trick."""

    @override
    def _by_claim(self, side: int, closing_side: int | None) -> tuple[str, int, int]:
        name, winner, points = super()._by_claim(side, closing_side)
        return name, winner, 2 if name == "wrong-claim" and closing_side == side else points


@mistake("schnapsen/2", "deal", breaks="MELD-1", rare=True)
class NoMarriageWithTheExchangedCard(SuitTable):
    """A card that was exchanged for cannot be shown in a marriage with the same lead."""

    taken: str | None = None

    @override
    def _use_talon(self, seat: int, action: Exchange | Close | Draw) -> None:
        before = set(self.hands[seat])
        super()._use_talon(seat, action)
        self.taken = (
            next(iter({card for card in self.hands[seat] if card not in before}), None) if not self.trick else None
        )

    @override
    def _put(self, seat: int, card: str) -> None:
        super()._put(seat, card)
        self.taken = None

    @override
    def marriages(self, seat: int) -> set[str]:
        found = super().marriages(seat)
        return found - {self.taken[1]} if self.taken and self.taken[0] in "KQ" else found


@mistake("sixty-six/2", "deal", breaks="MELD-2", rare=True)
class SecondMarriageInTrumpsIsTwenty(_SaysGamePointsOnly):
    """A marriage in trumps counts 40 only as the first one of its player."""

    @override
    def marriage_points(self, suit: str) -> int:
        mine = self.turn is not None and self.melds[self.turn % 2]
        return self.rules.marriage_points[0] if mine else super().marriage_points(suit)


@mistake("sixty-six/2", "deal", breaks="CLAIM-2 MELD-3", rare=True)
class NoMarriagesInAClaimToALead(_SaysGamePointsOnly):
    """Who claims when he is to follow may not count his marriages."""

    @override
    def _enough(self, side: int, more: int = 0) -> bool:
        marriages = self.melds[side] if self.claimant is not None and self.trick and self.took[side] else 0
        return super()._enough(side, more - marriages)


@mistake("sixty-six/2", "score", breaks="CLAIM-2 SCORE-26", rare=True)
class CloserNeedsSixtySeven(_SaysGamePointsOnly):
    """Who has closed fails with exactly 66."""

    @override
    def _by_race(self) -> tuple[str, int | None, int]:
        closer = self.closer
        if closer is not None and self.total(closer % 2) == self.rules.claim_points:
            other = 1 - closer % 2
            return "closing-failed", other, self._penalty(other)
        return super()._by_race()


@mistake("sixty-six/2", "score", breaks="SCORE-22 SCORE-23", rare=True)
class SchneiderWithTheLimitAfterClosing(_SaysGamePointsOnly):
    """Against one who closed and claims, exactly 33 are schneider."""

    @override
    def _by_claim(self, side: int, closing_side: int | None) -> tuple[str, int, int]:
        name, winner, points = super()._by_claim(side, closing_side)
        limit = name == "plain" and closing_side == side and self.total(1 - side) == self.rules.schneider
        return name, winner, self.rules.won[1] if limit else points


# --- Tausendeins and Auction Sixty-Six ---


@mistake("tausendeins/2", "deal", breaks="TRUMP-3", rare=True)
class ThirdMarriageLeavesTrumps(SuitTable):
    """The third marriage of a deal changes trumps no more."""

    @override
    def _show(self, seat: int, suit: str) -> None:
        trump = self.trump
        super()._show(seat, suit)
        if self.shown_marriages > 2:
            self.trump = trump

    @override
    def place(self, said: dict[str, str]) -> None:
        super().place(said)
        self.shown_marriages = sum(1 for points in self.melds if points)


@mistake("tausendeins/2", "deal", breaks="CLAIM-2 MATCH-1", rare=True)
class TargetHasToBePassedByMarriages(SuitTable):
    """Who has shown a marriage needs one point more than the target."""

    @override
    def _enough(self, side: int, more: int = 0) -> bool:
        return super()._enough(side, more - bool(self.melds[side] and self.took[side]))


@mistake("auction-sixty-six/4", "score", breaks="SCORE-35", rare=True)
class BidHasToBePassedByMarriages(SuitTable):
    """A bid that is made exactly, with a marriage, fails."""

    @override
    def total(self, side: int) -> int:
        points = super().total(side)
        own = self.declarer is not None and self.declarer % 2 == side and self.over
        return points - 1 if own and self.melds[side] and points == self.bid else points

    @property
    @override
    def result(self) -> DealResult | None:
        result = super().result
        return result and msgspec.structs.replace(result, points=None)


@mistake("auction-sixty-six/4", "score", breaks="SCORE-40", rare=True)
class GrandWithoutMarriages(_SaysGamePointsOnly):
    """Marriages do not count towards the highest bid."""

    @override
    def total(self, side: int) -> int:
        highest = self.declarer is not None and self.declarer % 2 == side and self.bid == max(self.rules.bids)
        return super().total(side) - (self.melds[side] if highest and self.took[side] else 0)


@mistake("auction-sixty-six/4", "deal", breaks="BID-4", rare=True)
class TwiceOutIsOut(SuitTable):
    """Who has passed twice bids no more, whatever his partner bids."""

    @override
    def bids_possible(self, seat: int) -> set[int]:
        passes = [bid for bidder, bid in self.bids if bidder == seat and not bid]
        return set() if len(passes) > 1 else super().bids_possible(seat)


# --- Zsíros and Sedma ---


@mistake("zsiros/4", "trick", breaks="MULTI-3", rare=True)
class ContinuedWithASeven(MatchingTable):
    """A seven that continues a trick is to be matched by sevens, as if it had been led."""

    @override
    def matches(self, card: str, lead: int, place: int) -> bool:
        newest = self.trick[place // self.players * self.players]
        if place > self.players and place % self.players and newest[0] in self.rules.wild:
            return card[0] == newest[0]
        return super().matches(card, lead, place)


@mistake("zsiros/2", "deal", breaks="SCORE-3", rare=True)
class EvenDealToTheLastLeader(MatchingTable):
    """At 40 to 40 the side wins that led to the last trick, when that trick had several rounds."""

    led: int | None = None

    @override
    def _gather(self, winner: int | None = None, trick: list[str] | None = None) -> None:
        self.led = self.leader if len(self.trick) > self.players else None
        super()._gather(winner, trick)

    @property
    @override
    def winners(self) -> tuple[int, ...]:
        even = self.led is not None and self.points[0] == self.points[1]
        return (self.side(self.led or 0),) if even and self.rules.tie == "last_trick" else super().winners


@mistake("zsiros/2", "deal", breaks="DRAW-3 DRAW-2", rare=True)
class ShortTalonAfterALongTrick(MatchingTable):
    """After a trick of three rounds or more the winner fills his hand, even when the talon is short."""

    long = False

    @override
    def _gather(self, winner: int | None = None, trick: list[str] | None = None) -> None:
        self.long = len(self.trick) > 2 * self.players
        super()._gather(winner, trick)

    @override
    def _draw(self) -> None:
        if not self.long or self.rules.draw != "block":
            super()._draw()
            return
        for seat in self._round_from(self.leader):
            self._take_from_talon(seat, self.rules.hand - len(self.hands[seat]))


@mistake("sedma/4", "trick", breaks="PLAY-4 PLAY-5", rare=True)
class ThirdSevenDoesNotMatch(MatchingTable):
    """After two sevens a third one takes the trick no more."""

    @override
    def matches(self, card: str, lead: int, place: int) -> bool:
        sevens = [other for other in self.trick[:place] if other[0] in self.rules.wild]
        return super().matches(card, lead, place) and not (card[0] in self.rules.wild and len(sevens) > 1)


@mistake("sedma/2", "score", breaks="SCORE-4 SCORE-5", rare=True)
class BaldInSpiteOfTheLastTrick(MatchingTable):
    """Losers who have nothing but the last trick, and no card in it that counts, are bald."""

    @property
    @override
    def award(self) -> tuple[str, tuple[int, ...]]:
        name, scored = super().award
        loser = scored.index(0) if 0 in scored else 0
        empty = self.cards[loser] == 0 and self.side(self.leader) == loser and max(scored) == 1
        return name, tuple(points * 2 for points in scored) if empty else scored


# --- Hola and Ristikontra ---


@mistake("hola/4", "deal", breaks="SCORE-11", rare=True, four_resets="on")
class NobodyBurnsInTheLastTrick(MatchingTable):
    """Four of a rank in the last trick burn nobody."""

    @override
    def _gather(self, winner: int | None = None, trick: list[str] | None = None) -> None:
        burned = set(self.burned)
        super()._gather(winner, trick)
        if self.over:
            self.burned = burned


@mistake("hola/2", "trick", breaks="PLAY-10 PLAY-6 MULTI-10", rare=True)
class FurtherSevenIsBeatenBySevens(MatchingTable):
    """In a further round a led wild card is matched by its own rank only."""

    @override
    def matches(self, card: str, lead: int, place: int) -> bool:
        led = self.trick[lead][0]
        if lead and led in self.rules.wild:
            return card[0] == led
        return super().matches(card, lead, place)


@mistake("ristikontra/4", "deal", breaks="PLAY-11", rare=True)
class FlippedLeadIsNotCounted(MatchingTable):
    """A lead that was turned up does not count towards the three of one rank."""

    @override
    def act(self, action: str) -> None:
        leads, leading = self.leads, not self.trick
        super().act(action)
        if action == "flip" and leading:
            self.leads = leads


# --- Matches ---


@mistake("einwerfen/4", "match", breaks="MATCH-6", rare=True)
class DrawnFavouriteCarriesOne(MatchTable):
    """A drawn deal carries 1, also when its trumps are the favourite suit."""

    @override
    def counting(self, points: list[int], trump: str | None) -> list[int]:
        carried = self.carried
        gained = super().counting(points, trump)
        if not any(points):
            self.carried = min(self.carried, carried + 1)
        return gained


@mistake("hola/2", "match", breaks="SCORE-20", rare=True, hola="burn")
class BurnedAtTheTargetStays(MatchTable):
    """A side that would have come to the target by its score before is not burned any more."""

    @override
    def add(self, deal: DealScore) -> None:
        before = list(self.scores)
        super().add(deal)
        for side in deal.resets:
            if before[side] * 5 >= self.rules.target * 4:
                self.scores[side] = before[side]
