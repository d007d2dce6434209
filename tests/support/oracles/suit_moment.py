"""A deal of a game with suit tricks at one moment, by the rules read once more: who is to act, what wins, and what may be done."""

from collections.abc import Iterable

from aceten.testing import SuitDeal

SUITS = "cshd"


class SuitState:
    """What there is on the table, and what the rules say of it, on cards as text such as ``Ah``."""

    def __init__(self, deal: SuitDeal) -> None:
        """Deal the cards."""
        self.rules = deal.game.rules
        self.players = deal.game.players
        self.pack = len(deal.deck)
        cards = [str(card) for card in deal.deck]
        self.hands: list[list[str]] = [[] for _ in range(self.players)]
        self.eldest = (deal.dealer + 1) % self.players
        for batch in self.rules.deal:
            for seat in self._round_from(self.eldest):
                self.hands[seat] += cards[:batch]
                del cards[:batch]
        self.trump: str | None = None
        self.turn_up: str | None = None
        self.known: list[set[str]] = [set() for _ in range(self.players)]
        if self.rules.trump == "turn_up":
            # The next card is turned for trump, and the rest of the pack lies on it.
            self.turn_up = cards.pop(0)
            self.trump = self.turn_up[1]
        if self.rules.trump == "cut":
            shown = str(deal.cut)
            self.trump = shown[1]
            if self.rules.cut_card == "known":
                for seat in range(self.players):
                    self.known[seat] |= {shown} & set(self.hands[seat])
        if self.rules.trump == "dealt":
            # The last card dealt is the dealer's, and lies open.
            last = str(deal.deck[self.players * self.rules.hand - 1])
            self.trump = last[1]
            self.known[deal.dealer].add(last)
        self.stock = cards
        self.leader = self.eldest
        self.trick: list[str] = []
        self.piles: list[list[str]] = [[], []]
        self.won = [0, 0]
        self.melds = [0, 0]
        self.pending: list[list[int]] = [[], []]
        self.shown_marriages = 0
        self.scores = list(deal.scores or (0, 0))
        self.closer: int | None = None
        self.at_closing: tuple[int, list[int]] = (0, [0, 0])
        self.undrawn = False
        self.bids: list[tuple[int, int]] = []
        self.declarer: int | None = None
        self.bid = 0
        self.nobody_bid = False
        self.claimant: int | None = None
        self.waived = False
        self.ended_by_itself = False

    def _round_from(self, seat: int) -> list[int]:
        return [(seat + turn) % self.players for turn in range(self.players)]

    @property
    def talon(self) -> list[str]:
        """The cards that are not dealt, the turn-up last."""
        return self.stock + ([self.turn_up] if self.turn_up else [])

    # --- How far the deal is ---

    @property
    def auction(self) -> bool:
        """Bids are made until three pass, or the highest is made."""
        return bool(self.rules.bids) and self.declarer is None and not self.nobody_bid

    @property
    def naming(self) -> bool:
        """Then the highest bidder names trumps."""
        return self.declarer is not None and self.trump is None

    @property
    def played_out(self) -> bool:
        """All cards that were in hands or could be drawn have been played."""
        return not self.trick and not any(self.hands) and (not self.talon or self.closer is not None)

    @property
    def over(self) -> bool:
        """The deal is over: by a claim, when all is played and nothing is claimed, or when nobody bids."""
        if self.claimant is not None or self.nobody_bid:
            return True
        return self.played_out and (self.rules.claim != "called" or self.waived)

    @property
    def turn(self) -> int | None:
        """Who is to act."""
        if self.over:
            return None
        if self.auction:
            return (self.eldest + len(self.bids)) % self.players
        return (self.leader + len(self.trick)) % self.players

    # --- What wins and what may be played ---

    def strength(self, card: str) -> int:
        """How high a card is among those of its suit."""
        return -list(self.rules.order).index(card[0])  # type: ignore[arg-type]

    def beats(self, card: str, other: str) -> bool:
        """A higher card of the same suit, or a trump against another suit."""
        if card[1] == other[1]:
            return self.strength(card) > self.strength(other)
        return card[1] == self.trump

    @property
    def winning(self) -> int:
        """The highest trump, or else the highest card of the suit led."""
        if not self.trick:
            return self.leader
        trumps = [card for card in self.trick if card[1] == self.trump]
        suit = [card for card in self.trick if card[1] == self.trick[0][1]]
        best = max(trumps or suit, key=self.strength)
        return (self.leader + self.trick.index(best)) % self.players

    @property
    def strict(self) -> bool:
        """The last rules hold when there is no talon, or when it is closed."""
        return not self.talon or self.closer is not None

    def playable(self, seat: int) -> set[str]:
        """The cards that a player may play."""
        hand = set(self.hands[seat])
        if not self.trick:
            return hand
        duty = self.rules.last_obligation if self.strict else self.rules.obligation
        if duty == "none":
            return hand
        led = self.trick[0]
        following = {card for card in hand if card[1] == led[1]}
        if duty == "follow":
            return following or hand
        beating = {card for card in following if self.beats(card, led)}
        trumps = {card for card in hand if card[1] == self.trump}
        return beating or following or trumps or hand

    def marriages(self, seat: int) -> set[str]:
        """The suits of which a player holds king and queen, and may show them now, as he is to lead."""
        rules = self.rules
        if rules.marriages == "none" or self.trick or self.auction or self.naming or self.undrawn or self.played_out:
            return set()
        if self.closer is not None and not rules.meld_after_closing:
            return set()
        if self.closer is None and not self.talon and not rules.meld_after_stock:
            return set()
        if sum(self.won) == 0 and not rules.meld_first:
            return set()
        return {suit for suit in SUITS if {f"K{suit}", f"Q{suit}"} <= set(self.hands[seat])}

    @property
    def leads_of_marriages(self) -> str:
        """The ranks of which one is led with a marriage."""
        return {"either": "KQ", "king": "K"}[self.rules.meld_lead]

    def never_alone(self, seat: int) -> set[str]:
        """The cards that a player cannot lead without their marriage, where marriages are compulsory."""
        if not self.rules.meld_forced:
            return set()
        return {rank + suit for suit in self.marriages(seat) for rank in self.leads_of_marriages}

    def marriage_points(self, suit: str) -> int:
        """What a marriage counts."""
        points = self.rules.marriage_points
        match self.rules.marriages:
            case "trump":
                return points[1] if suit == self.trump else points[0]
            case "suit":
                return points[SUITS.index(suit)]
            case _:
                return points[self.shown_marriages]

    def may_exchange(self, seat: int) -> bool:
        """The lowest trump (or what the rules name) goes for the turn-up."""
        rules = self.rules
        if rules.exchange == "none" or self.turn_up is None or self.undrawn or self.played_out:
            return False
        if f"{rules.exchange}{self.trump}" not in self.hands[seat]:
            return False
        if self.closer is not None:
            just_closed = self.at_closing[1] == self.won
            return rules.exchange_after_closing and seat != self.closer and just_closed
        if rules.exchange_by == "leader" and self.trick:
            return False
        if rules.exchange_needs_trick and not self.won[seat % 2]:
            return False
        return len(self.talon) >= rules.exchange_min_stock

    def may_close(self) -> bool:
        """Who is to lead may close the talon, as long as enough of it is there."""
        if self.rules.close == "never" or self.trick or self.closer is not None or self.auction or self.played_out:
            return False
        if not self.rules.close_first and sum(self.won) == 0:
            return False
        return len(self.talon) >= max(self.rules.close_min_stock, 1)

    def bids_possible(self, seat: int) -> set[int]:
        """Any bid higher than the last; but not for one who has passed, unless his partner has bid since."""
        if not self._may_bid(seat):
            return set()
        return {bid for bid in self.rules.bids if all(bid > other for _, other in self.bids)}

    def _may_bid(self, seat: int) -> bool:
        passes = [place for place, (bidder, bid) in enumerate(self.bids) if bidder == seat and not bid]
        if not passes:
            return True
        partner = (seat + 2) % self.players
        since = any(bidder == partner and bid for bidder, bid in self.bids[passes[-1] :])
        return {"never": False, "always": True, "partner": since}[self.rules.bid_again]

    @property
    def allowed(self) -> set[str]:
        """What the seat to act may do."""
        seat = self.turn
        if seat is None:
            return set()
        if self.auction:
            bids = {f"bid:{bid}" for bid in self.bids_possible(seat)}
            last_without = len(self.bids) == self.players - 1 and not any(bid for _, bid in self.bids)
            return bids if self.rules.no_bid == "dealer" and last_without else bids | {"pass"}
        if self.naming:
            return {f"trump:{suit}" for suit in SUITS}
        claims: set[str] = {"claim"} if self._can_claim(seat, None) else set()
        if self.played_out:
            return claims | {"pass"}
        if self.undrawn:
            return claims | {"draw", "close"}
        actions = (self.playable(seat) - self.never_alone(seat)) | claims
        for suit in self.marriages(seat):
            actions |= {f"meld:{rank}{suit}" for rank in self.leads_of_marriages}
            if self._can_claim(seat, suit):
                actions.add(f"claim:{suit}")
        if self.may_exchange(seat):
            actions.add("exchange")
        if self.may_close():
            actions.add("close")
        return actions

    def _can_claim(self, seat: int, suit: str | None) -> bool:
        if self.rules.claim != "called":
            return False
        more = self.marriage_points(suit) if suit else 0
        return self.rules.wrong_claim == "lost" or self._enough(seat % 2, more)

    # --- What counts ---

    def count(self, cards: Iterable[str]) -> int:
        """Card points of some cards."""
        values = {str(letter): points for letter, points in self.rules.values.items()}
        return sum(values.get(card[0], 0) for card in cards)

    def total(self, side: int) -> int:
        """What counts for a side: its cards, its marriages once a trick has earned them, and the last trick if all cards were played."""
        points = self.count(self.piles[side])
        if self.won[side]:
            points += self.melds[side] - sum(self.pending[side])
        played = sum(map(len, self.piles))
        if played == self.pack and self.leader % 2 == side:
            points += self.rules.last_trick_points
        return points

    def _enough(self, side: int, more: int = 0) -> bool:
        """Whether a side may claim, with the points of a marriage that it shows now."""
        earned = self.won[side] and self.rules.meld_counts == "any_trick"
        points = self.total(side) + (more if earned else 0)
        if self.rules.claim_for == "match":
            return self.scores[side] + points >= self.rules.target
        return points >= self.rules.claim_points
