"""Wrong programs for games with suit tricks. What each has wrong stands in its docstring."""

from conformance.mistakes.registry import mistake
from conformance.programs.agreements import Dealt
from conformance.programs.tables import SuitTable
from typing_extensions import override

from aceten import Close, Draw, Exchange

# --- Tricks ---


@mistake("sixty-six/2", "trick", breaks="SUIT-1")
class HighestCardWins(SuitTable):
    """Without a trump the highest card wins, whatever its suit."""

    @property
    @override
    def winning(self) -> int:
        trumps = [card for card in self.trick if card[1] == self.trump]
        best = max(trumps or self.trick, key=self.strength, default="")
        return (self.leader + self.trick.index(best)) % self.players if best else self.leader


@mistake("schnapsen/2", "trick", breaks="SUIT-1")
class TrumpsAreNothingSpecial(SuitTable):
    """A trump beats other trumps only."""

    @property
    @override
    def winning(self) -> int:
        suit = [card for card in self.trick if card[1] == self.trick[0][1]]
        return (self.leader + self.trick.index(max(suit, key=self.strength))) % self.players if suit else self.leader


@mistake("sixty-six/2", "deal", breaks="SUIT-6")
class NoMustBeat(SuitTable):
    """In the end one has to follow suit or to trump, but not to beat the card led."""

    @override
    def playable(self, seat: int) -> set[str]:
        cards = super().playable(seat)
        led = self.trick[0][1] if self.trick else None
        return {card for card in self.hands[seat] if card[1] == led} if {card[1] for card in cards} == {led} else cards


@mistake("sixty-six/2", "deal", breaks="CLOSE-3 SUIT-4")
class NoDutyAfterClosing(SuitTable):
    """When the talon is closed any card may still be played."""

    @property
    @override
    def strict(self) -> bool:
        return not self.talon


@mistake("auction-sixty-six/4", "deal", breaks="SUIT-4")
class DiscardsInsteadOfFollowing(SuitTable):
    """Who could follow suit may trump instead."""

    @override
    def playable(self, seat: int) -> set[str]:
        return super().playable(seat) | {card for card in self.hands[seat] if card[1] == self.trump}


# --- Drawing, exchanging, closing ---


@mistake("sixty-six/2", "deal", breaks="DRAW-1")
class LoserDrawsFirst(SuitTable):
    """The loser of a trick draws before its winner."""

    @override
    def _draw(self) -> None:
        self.leader = 1 - self.leader
        super()._draw()
        self.leader = 1 - self.leader


@mistake("schnapsen/2", "deal", breaks="CLOSE-3")
class DrawsAfterClosing(SuitTable):
    """The talon is drawn from although it is closed."""

    @override
    def _put(self, seat: int, card: str) -> None:
        super()._put(seat, card)
        if not self.trick and self.closer is not None:
            self._draw()


@mistake("schnapsen/2", "deal", breaks="EXCH-5")
class ExchangesAfterClosing(SuitTable):
    """The jack of trumps can be exchanged although the talon is closed."""

    @override
    def may_exchange(self, seat: int) -> bool:
        closer, self.closer = self.closer, None
        may = super().may_exchange(seat)
        self.closer = closer
        return may


@mistake("schnapsen/2", "deal", breaks="CLOSE-1")
class ClosesWhileFollowing(SuitTable):
    """Who is not to lead may close as well."""

    @override
    def may_close(self) -> bool:
        trick, self.trick = self.trick, []
        may = super().may_close()
        self.trick = trick
        return may


@mistake("schnapsen/2", "deal", breaks="CLOSE-1")
class NobodyCloses(SuitTable):
    """There is no closing."""

    @override
    def may_close(self) -> bool:
        return False


@mistake("sixty-six/2", "deal", breaks="DRAW-8 DEAL-7")
class TurnUpIsDrawnFirst(SuitTable):
    """The turn-up lies on top of the talon and is drawn first."""

    @override
    def __init__(self, dealt: Dealt) -> None:
        super().__init__(dealt)
        if self.turn_up:
            self.stock.insert(0, self.turn_up)
            self.turn_up = None


# --- Marriages and claims ---


@mistake("sixty-six/2", "deal", breaks="MELD-1")
class QueenIsLed(SuitTable):
    """A marriage is always led with the queen."""

    @property
    @override
    def allowed(self) -> set[str]:
        return {action for action in super().allowed if not action.startswith("meld:K")}


@mistake("schnapsen/2", "deal", breaks="MELD-9 MELD-1")
class MarriagesForced(SuitTable):
    """A king or a queen of a marriage that may be shown cannot be led without it."""

    @property
    @override
    def allowed(self) -> set[str]:
        actions = super().allowed
        return actions - {action.removeprefix("meld:") for action in actions if action.startswith("meld:")}


@mistake("schnapsen/2", "deal", breaks="MELD-3")
class MarriageCountsAtOnce(SuitTable):
    """A marriage counts before its side has taken a trick."""

    @override
    def total(self, side: int) -> int:
        return super().total(side) + (0 if self.took[side] else self.melds[side])


@mistake("sixty-six/2", "deal", breaks="MELD-4")
class MarriageShownWhileFollowing(SuitTable):
    """A marriage can be shown with a card played to a lead."""

    @property
    @override
    def allowed(self) -> set[str]:
        actions = super().allowed
        if len(self.trick) != 1 or self.strict:
            return actions
        trick, self.trick = self.trick, []
        married = {card + suit for suit in self.marriages(1 - self.leader) for card in "KQ"}
        self.trick = trick
        return actions | {f"meld:{card}" for card in married & actions}


@mistake("sixty-six/2", "deal", breaks="CLAIM-4")
class WrongClaimGoesOn(SuitTable):
    """A wrong claim has no effect, and play goes on."""

    @property
    @override
    def allowed(self) -> set[str]:
        right = self.turn is not None and self._enough(self.turn % 2)
        return {action for action in super().allowed if right or action != "claim"}


@mistake("schnapsen/2", "score", breaks="CLAIM-4")
class WrongClaimIsDrawn(SuitTable):
    """Nobody scores after a wrong claim."""

    @override
    def _by_claim(self, side: int, closing_side: int | None) -> tuple[str, int, int]:
        name, gaining, points = super()._by_claim(side, closing_side)
        return name, gaining, 0 if name == "wrong-claim" else points


@mistake("sixty-six/2", "score", breaks="SCORE-24")
class MarriageSavesFromSchwarz(SuitTable):
    """Who has shown a marriage is not schwarz, even without a trick."""

    @override
    def _by_claim(self, side: int, closing_side: int | None) -> tuple[str, int, int]:
        name, winner, points = super()._by_claim(side, closing_side)
        return name, winner, self.rules.won[1] if name == "schwarz" and self.melds[1 - side] else points


@mistake("sixty-six/2", "score", breaks="SCORE-26")
class ClosedAndNotClaimedIsDrawn(SuitTable):
    """Who closes and has not enough in the end loses nothing."""

    @override
    def _by_race(self) -> tuple[str, int | None, int]:
        name, side, points = super()._by_race()
        return (name, None, 0) if name == "closing-failed" and self.claimant is None else (name, side, points)


@mistake("sixty-six/2", "score", breaks="SCORE-21")
class LastTrickAfterClosing(SuitTable):
    """The last trick counts ten although the talon was closed."""

    @override
    def total(self, side: int) -> int:
        talon, self.stock = self.stock, []
        turn_up, self.turn_up = self.turn_up, None
        points = super().total(side)
        self.stock, self.turn_up = talon, turn_up
        return points


# --- Trumps ---


@mistake("tausendeins/2", "deal", breaks="TRUMP-3")
class FirstMarriageStaysTrump(SuitTable):
    """The first marriage makes trumps for the whole deal."""

    @override
    def _show(self, seat: int, suit: str) -> None:
        trump = self.trump
        super()._show(seat, suit)
        self.trump = trump or suit


@mistake("tausendeins/2", "deal", breaks="TRUMP-3 TRUMP-1")
class TrumpsChangeTooLate(SuitTable):
    """The suit of a marriage is trump from the next trick on."""

    coming: str | None = None

    @override
    def _show(self, seat: int, suit: str) -> None:
        trump = self.trump
        super()._show(seat, suit)
        self.trump, self.coming = trump, suit

    @override
    def _put(self, seat: int, card: str) -> None:
        super()._put(seat, card)
        if not self.trick:
            self.trump = self.coming or self.trump


@mistake("tausendeins/2", "deal", breaks="MELD-2")
class MarriagesInOrder(SuitTable):
    """The first marriage counts most, whatever its suit."""

    @override
    def marriage_points(self, suit: str) -> int:
        return self.rules.marriage_points[self.shown_marriages]


@mistake("einwerfen/4", "deal", breaks="TRUMP-1")
class LastCardIsTrump(SuitTable):
    """The dealer's last card makes trumps, not the card that the cut has shown."""

    @override
    def __init__(self, dealt: Dealt) -> None:
        super().__init__(dealt)
        self.trump = dealt.deck[-1][1]


# --- Bidding ---


@mistake("auction-sixty-six/4", "deal", breaks="BID-3")
class EqualBidIsEnough(SuitTable):
    """One may bid as much as the highest bid, not only more."""

    @override
    def bids_possible(self, seat: int) -> set[int]:
        possible = super().bids_possible(seat)
        highest = max([bid for _, bid in self.bids], default=0)
        return possible | {highest} if possible and highest else possible


@mistake("auction-sixty-six/4", "deal", breaks="BID-5")
class TwoPassesAreEnough(SuitTable):
    """Two passes after a bid end the auction."""

    @override
    def _bid(self, seat: int, points: int) -> None:
        super()._bid(seat, points)
        bids = [bid for _, bid in self.bids]
        if any(bids) and bids[-2:] == [0, 0]:
            self.bid, self.declarer = max((bid, bidder) for bidder, bid in self.bids)
            self.leader = self.declarer


@mistake("auction-sixty-six/4", "deal", breaks="BID-7")
class AuctionGoesRoundAgain(SuitTable):
    """When all four have passed, they are asked again."""

    @override
    def _bid(self, seat: int, points: int) -> None:
        super()._bid(seat, points)
        self.nobody_bid = False


@mistake("auction-sixty-six/4", "deal", breaks="PLAY-1")
class EldestLeadsAfterTheAuction(SuitTable):
    """The player after the dealer leads to the first trick, whoever has bid."""

    @property
    @override
    def turn(self) -> int | None:
        if self.naming or self.auction or any(self.won) or self.trick:
            return super().turn
        self.leader = self.eldest
        return super().turn


@mistake("auction-sixty-six/4", "score", breaks="SCORE-36")
class FailedBidCountsNothing(SuitTable):
    """When a bid fails, the others score their points, but not the bid."""

    @override
    def _by_contract(self) -> tuple[str, tuple[int, int]]:
        name, (first, second) = super()._by_contract()
        return (
            (name, (max(0, first - self.bid), max(0, second - self.bid)))
            if name == "failed"
            else (name, (first, second))
        )


@mistake("auction-sixty-six/4", "score", breaks="SCORE-35")
class BidIsWhatIsScored(SuitTable):
    """Who makes a bid scores what he has bid, not what he has made."""

    @override
    def _by_contract(self) -> tuple[str, tuple[int, int]]:
        name, scored = super()._by_contract()
        return (name, (self.bid * bool(scored[0]), self.bid * bool(scored[1]))) if name == "made" else (name, scored)


# --- Einwerfen ---


@mistake("einwerfen/4", "score", breaks="SCORE-33")
class SixtyWins(SuitTable):
    """At 60 to 60 the side with the last trick wins a Lump."""

    @override
    def _by_table(self) -> tuple[str, tuple[int, int]]:
        name, scored = super()._by_table()
        return (name, (int(self.leader % 2 == 0), int(self.leader % 2 == 1))) if name == "draw" else (name, scored)


@mistake("einwerfen/4", "score", breaks="SCORE-32")
class BombeNeedsEveryTrick(SuitTable):
    """All 120 points are a Matsch when the losers have a trick."""

    @override
    def _by_table(self) -> tuple[str, tuple[int, int]]:
        name, scored = super()._by_table()
        return (name, (scored[0] and 2, scored[1] and 2)) if name == "bombe" and all(self.took) else (name, scored)


@mistake("einwerfen/4", "score", breaks="SCORE-30 SCORE-31")
class LumpEndsTooEarly(SuitTable):
    """90 points are a Matsch already."""

    @override
    def _by_table(self) -> tuple[str, tuple[int, int]]:
        name, scored = super()._by_table()
        ninety = max(self.total(0), self.total(1)) == 90
        return (name, (scored[0] and 2, scored[1] and 2)) if ninety else (name, scored)


# --- What may be known ---


@mistake("sixty-six/2", "view", breaks="MELD-8 EXCH-6 DRAW-8")
class ShownMarriageForgotten(SuitTable):
    """Nobody knows a card in another's hand, although it was shown."""

    @override
    def seen(self, seat: int) -> list[list[str]]:
        return [hand if other == seat else [] for other, hand in enumerate(self.hands)]


@mistake("schnapsen/2", "view", breaks="EXCH-6")
class ExchangedCardForgotten(SuitTable):
    """The turn-up that was exchanged for is hidden in the hand from then on."""

    @override
    def _use_talon(self, seat: int, action: Exchange | Close | Draw) -> None:
        before = self.known[seat] & set(self.hands[seat])
        super()._use_talon(seat, action)
        self.known[seat] &= before


@mistake("schnapsen/2", "view", breaks="DEAL-7")
class TurnUpHidden(SuitTable):
    """The turn-up lies face down."""

    @override
    def known_talon(self) -> list[str]:
        return []


@mistake("tausendeins/2", "view")
class OpenHands(SuitTable):
    """Everybody sees all hands."""

    @override
    def seen(self, seat: int) -> list[list[str]]:
        return self.hands
