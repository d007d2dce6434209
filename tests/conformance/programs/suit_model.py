"""A deal with suit tricks as a program of somebody else has it: a class, of which one part can be made wrong.

That it is right by itself is tested as with any program: it is verified.
"""

from collections.abc import Iterable

from conformance.programs.agreements import Dealt

from aceten import Action, Bid, Claim, Close, Draw, Exchange, Meld, NameTrump, Pass, Play
from aceten_spec.plain.dealing import dealt
from aceten_spec.plain.pack_and_sides import SUITS, card_points
from aceten_spec.rulebook import SuitParameters


class SuitModel:
    """A deal with suit tricks, on cards as text such as ``Ah``; each method is a part of the rules that a program can have wrong."""

    def __init__(self, deal: Dealt) -> None:
        """Deal the cards."""
        assert isinstance(deal.game.rules, SuitParameters)
        self.rules = deal.game.rules
        self.players = deal.game.players
        self.pack = len(deal.deck)
        self.eldest = (deal.dealer + 1) % self.players
        self.hands, cards = dealt(self.rules, self.players, deal.deck, deal.dealer)
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
        return self.played_out and (not self.rules.asks or self.waived)

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
        trick_only = self.rules.claim_when == "trick"
        untimely = self.rules.claim_when != "turn" and self.trick
        if self.rules.claim != "called" or untimely or (trick_only and (suit or not any(self.won))):
            return False
        more = self.marriage_points(suit) if suit else 0
        return self.rules.wrong_claim == "lost" or self._enough(seat % 2, more)

    # --- What counts ---

    def count(self, cards: Iterable[str]) -> int:
        """Card points of some cards."""
        return card_points(self.rules, cards)

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

    # --- What happens ---

    def happen(self, seat: int, action: Action) -> None:
        """Let one event happen."""
        if isinstance(action, Meld) or (isinstance(action, Claim) and action.suit is not None):
            shown = action.card.suit if isinstance(action, Meld) else action.suit
            assert shown is not None
            self._show(seat, shown.letter)
        match action:
            case Meld() if self.rules.claim == "automatic" and self._enough(seat % 2):
                self.claimant = seat
            case Play(card) | Meld(card):
                self._put(seat, str(card))
            case Claim():
                self.claimant = seat
            case Exchange() | Close() | Draw():
                self._use_talon(seat, action)
            case Bid(points):
                self._bid(seat, points)
            case NameTrump(suit):
                self.trump = suit.letter
            case Pass() if self.auction:
                self._bid(seat, 0)
            case _:
                assert isinstance(action, Pass)
                self.waived = True

    def _use_talon(self, seat: int, action: Exchange | Close | Draw) -> None:
        match action:
            case Exchange():
                low = f"{self.rules.exchange}{self.trump}"
                assert self.turn_up is not None
                self.hands[seat].remove(low)
                self.known[seat].discard(low)
                self.hands[seat].append(self.turn_up)
                self.known[seat].add(self.turn_up)
                self.turn_up = low
            case Close():
                self.closer = seat
                self.at_closing = (self.total(1 - seat % 2), list(self.won))
                self.undrawn = False
            case Draw():
                self._draw()

    def _bid(self, seat: int, points: int) -> None:
        self.bids.append((seat, points))
        made = [(bid, bidder) for bidder, bid in self.bids if bid]
        if not made:
            self.nobody_bid = len(self.bids) == self.players
            return
        silent = 0
        for _, bid in reversed(self.bids):
            if bid:
                break
            silent += 1
        if silent == self.players - 1 or points == max(self.rules.bids):
            self.bid, self.declarer = max(made)
            self.leader = self.declarer

    def _show(self, seat: int, suit: str) -> None:
        self.melds[seat % 2] += self.marriage_points(suit)
        if self.rules.meld_counts == "next_trick":
            self.pending[seat % 2].append(self.marriage_points(suit))
        self.shown_marriages += 1
        self.known[seat] |= {f"K{suit}", f"Q{suit}"}
        if self.rules.trump == "marriage":
            self.trump = suit

    def _put(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.known[seat].discard(card)
        self.trick.append(card)
        if len(self.trick) == self.players:
            winner = self.winning
            self.piles[winner % 2] += self.trick
            self.won[winner % 2] += 1
            self.pending[winner % 2].clear()
            self.leader, self.trick = winner, []
            counted = self.rules.claim == "automatic"
            if self.rules.claim == "called" and self.rules.claim_last == "counted":
                counted = self.played_out
            if counted and self._enough(winner % 2):
                self.claimant = winner
            elif self.talon and self.closer is None:
                self.undrawn = self.rules.close == "either" and len(self.talon) >= self.rules.close_min_stock
                if not self.undrawn:
                    self._draw()

    def _draw(self) -> None:
        self.undrawn = False
        for seat in self._round_from(self.leader):
            if self.stock:
                self.hands[seat].append(self.stock.pop(0))
            elif self.turn_up:
                self.hands[seat].append(self.turn_up)
                self.known[seat].add(self.turn_up)
                self.turn_up = None

    # --- What it comes to ---

    @property
    def award(self) -> tuple[str, tuple[int, int]]:
        """What the deal that is over scores: what stands in place of a row's name, and the game points by side."""
        match self.rules.score:
            case "table":
                return self._by_table()
            case "race":
                name, side, points = self._by_race()
                return name, (points if side == 0 else 0, points if side == 1 else 0)
            case "contract":
                return self._by_contract()
            case "points":
                scored = [self.total(0), self.total(1)]
                if self.claimant is not None and not self._enough(self.claimant % 2):
                    scored[self.claimant % 2] = 0
                    return "wrong-claim", (scored[0], scored[1])
                return "points", (scored[0], scored[1])

    def _by_table(self) -> tuple[str, tuple[int, int]]:
        points = [self.total(0), self.total(1)]
        if points[0] == points[1]:
            return "draw", (0, 0)
        winner = points.index(max(points))
        swept = self.won[1 - winner] == 0
        fits = [
            row
            for row in self.rules.scoring
            if row.points[0] <= points[winner] <= row.points[1]
            and (row.tricks == "any" or (row.tricks == "all") == swept)
        ]
        return fits[0].name, (fits[0].game_points * (winner == 0), fits[0].game_points * (winner == 1))

    def _by_race(self) -> tuple[str, int | None, int]:
        rules = self.rules
        closing_side = None if self.closer is None else self.closer % 2
        if self.claimant is not None:
            return self._by_claim(self.claimant % 2, closing_side)
        if closing_side is not None and self.total(closing_side) < rules.claim_points:
            return "closing-failed", 1 - closing_side, self._penalty(1 - closing_side)
        if closing_side is None and rules.last_trick_wins:
            return "last-trick", self.leader % 2, rules.won[0]
        return "draw", None, 0

    def _by_claim(self, side: int, closing_side: int | None) -> tuple[str, int, int]:
        rules, other = self.rules, 1 - side
        if not self._enough(side):
            return "wrong-claim", other, self._penalty(other)
        if closing_side == other:
            return "closing-failed", side, self._penalty(side)
        points, tricks = self.total(other), self.won[other]
        if closing_side == side and rules.won_at == "closing":
            points, tricks = self.at_closing[0], self.at_closing[1][other]
        if tricks == 0:
            return "schwarz", side, rules.won[2]
        if points < rules.schneider:
            return "schneider", side, rules.won[1]
        return "plain", side, rules.won[0]

    def _penalty(self, gaining: int) -> int:
        """What a side gets when the other fails: more if it had no trick."""
        tricks = self.won[gaining]
        if self.closer is not None and self.closer % 2 != gaining:
            if self.rules.penalty_at == "flat":
                return self.rules.penalty[1]
            if self.rules.penalty_at == "closing":
                tricks = self.at_closing[1][gaining]
        return self.rules.penalty[0 if tricks else 1]

    def _by_contract(self) -> tuple[str, tuple[int, int]]:
        rules = self.rules
        if self.declarer is None:
            return "passed", (0, 0)
        side = self.declarer % 2
        made = self.total(side) >= self.bid
        highest = self.bid == max(rules.bids)
        grand = rules.grand_points > 0 and highest
        if highest and rules.grand_needs == "tricks":
            made = self.won[1 - side] == 0
        scored = {0: 0, 1: 0}
        if made:
            scored[side] = rules.grand_points if grand else self.total(side)
            if rules.defenders_score:
                scored[1 - side] = self.total(1 - side)
        else:
            scored[1 - side] = rules.grand_points if grand else self.total(1 - side) + self.bid
        name = ("grand" if made else "grand-failed") if grand else ("made" if made else "failed")
        return name, (scored[0], scored[1])
