"""The rules of games with suit tricks once more, for comparing the engine with them."""

from collections.abc import Iterable
from typing import Self

from support.oracles.matching_referee import copied
from support.oracles.suit_moment import SuitState

from aceten import Action, Bid, Claim, Close, Draw, Exchange, Meld, NameTrump, Pass, Play
from aceten.testing import SuitDeal
from aceten.vocabulary.actions import Event


class SuitReferee(SuitState):
    """The rules read once more from their text, slowly, on cards as text: what must be the case after these events.

    A card is text such as ``Ah``. Nothing of the engine is used but the rulebook's parameters.
    """

    def __init__(self, deal: SuitDeal, events: Iterable[Event]) -> None:
        """Deal the cards and let everything happen."""
        super().__init__(deal)
        for seat, action in events:
            self.happen(seat, action)

    def after(self, seat: int, action: Action) -> Self:
        """Return what must be the case after one more event; here nothing changes."""
        then = copied(self)
        then.happen(seat, action)
        return then

    # --- Why something may not be done ---

    def broken(self, action: Action) -> list[str]:  # noqa: PLR0911 - one for each kind of action
        """Which conditions an action breaks, as codes of refusals, in their order; none when it is allowed."""
        if self.over:
            return ["deal_over"]
        match action:
            case Play(card):
                return self._before_cards() or self._broken_by_card(str(card))
            case Meld(card):
                return self._broken_by_marriage(card.suit.letter if card.suit else "", str(card)[0])
            case Claim(suit):
                return self._broken_by_claim(suit.letter if suit else "")
            case Exchange():
                return self._broken_by_exchange()
            case Close():
                return self._broken_by_closing()
            case Draw():
                return self._broken_by_drawing()
            case Bid() | NameTrump() | Pass():
                return self._broken_in_auction(action)
            case _:
                return ["unknown_action"]

    def reason(self, action: Action) -> str:
        """Why an action is not allowed, as a refusal code."""
        return self.broken(action)[0]

    def _before_cards(self) -> list[str]:
        return _those({"bidding": self.auction, "naming": self.naming, "draw_first": self.undrawn})

    def _broken_by_card(self, card: str) -> list[str]:
        hand = self.hands[self.turn or 0]
        if card not in hand:
            return ["not_in_hand"]
        if card in self.never_alone(self.turn or 0):
            return ["meld_due"]
        if card in self.playable(self.turn or 0):
            return []
        led, early = self.trick[0], "" if self.strict else "early_"
        if any(other[1] == led[1] for other in hand):
            return [early + ("not_beaten" if card[1] == led[1] else "suit_not_followed")]
        return [f"{early}not_trumped"]

    def _broken_by_marriage(self, suit: str, rank: str) -> list[str]:
        rules, hand = self.rules, self.hands[self.turn or 0]
        if rules.marriages == "none":
            return ["meld_off"]
        return self._before_cards() + _those(
            {
                "meld_not_leading": bool(self.trick),
                "meld_closed": self.closer is not None and not rules.meld_after_closing,
                "meld_exhausted": not self.talon and not rules.meld_after_stock,
                "meld_first_lead": sum(self.won) == 0 and not rules.meld_first,
                "meld_wrong_card": rank not in "KQ" and rules.meld_lead == "either",
                "meld_not_king": rank != "K" and rules.meld_lead == "king",
                "no_marriage": rank in ("K" if rules.meld_lead == "king" else "KQ")
                and not {f"K{suit}", f"Q{suit}"} <= set(hand),
            }
        )

    def _broken_by_claim(self, suit: str) -> list[str]:
        if self.rules.claim != "called":
            return ["claim_automatic" if self.rules.claim == "automatic" else "claim_off"]
        broken = self._broken_by_marriage(suit, "K") if suit else self._before_cards()[: self.auction + self.naming]
        if suit and self.rules.marriages != "none":
            broken = ["claim_before_drawing" if code == "draw_first" else code for code in broken]
        more = self.marriage_points(suit) if suit and not broken else 0
        enough = self.rules.wrong_claim == "lost" or self._enough((self.turn or 0) % 2, more)
        return broken + _those({"wrong_claim": not enough})

    def _broken_by_exchange(self) -> list[str]:
        rules, seat = self.rules, self.turn or 0
        if rules.exchange == "none":
            return ["exchange_off"]
        closed = self.closer is not None
        late = closed and rules.exchange_after_closing
        return _those(
            {
                "exchange_exhausted": not self.talon,
                "exchange_no_card": f"{rules.exchange}{self.trump}" not in self.hands[seat],
                "exchange_before_drawing": self.undrawn,
                "exchange_closed": closed and not rules.exchange_after_closing,
                "exchange_closer": late and seat == self.closer,
                "exchange_late": late and self.at_closing[1] != self.won,
                "exchange_not_leading": not late and rules.exchange_by == "leader" and bool(self.trick),
                "exchange_no_trick": not late and rules.exchange_needs_trick and not self.won[seat % 2],
                "exchange_stock": not late and 0 < len(self.talon) < rules.exchange_min_stock,
            }
        )

    def _broken_by_closing(self) -> list[str]:
        if self.rules.close == "never":
            return ["close_off"]
        return _those(
            {
                "close_not_leading": bool(self.trick),
                "close_again": self.closer is not None,
                "close_stock": len(self.talon) < self.rules.close_min_stock,
                "close_first_lead": not self.rules.close_first and sum(self.won) == 0,
            }
        )

    def _broken_by_drawing(self) -> list[str]:
        if self.undrawn:
            return []
        if self.rules.close != "either":
            return ["unknown_action" if self.rules.close == "never" else "draw_off"]
        return _those(
            {
                "draw_closed": self.closer is not None,
                "draw_exhausted": not self.talon,
                "draw_full_hand": len(self.hands[self.turn or 0]) == self.rules.hand,
            }
        )

    def _broken_in_auction(self, action: Bid | NameTrump | Pass) -> list[str]:
        rules, seat = self.rules, self.turn or 0
        if isinstance(action, Pass):
            others_pass = len(self.bids) == self.players - 1 and not any(bid for _, bid in self.bids)
            asked = self.played_out and rules.claim == "called"
            return _those(
                {
                    "unknown_action": not rules.bids and rules.claim == "never",
                    "pass_outside": bool(rules.bids) and not self.auction,
                    "pass_forced": self.auction and others_pass and rules.no_bid == "dealer",
                    "pass_not_asked": rules.claim != "never" and not asked,
                }
            )
        if not rules.bids:
            return ["unknown_action"]
        if isinstance(action, NameTrump):
            return _those(
                {"trump_in_auction": self.auction, "trump_named": not self.auction and self.trump is not None}
            )
        if not self.auction:
            return ["bid_outside"]
        return _those(
            {
                "bid_passed": not self._may_bid(seat),
                "bid_points": action.points not in rules.bids,
                "bid_too_low": any(action.points <= bid for _, bid in self.bids),
            }
        )

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
            if self.rules.claim == "automatic" and self._enough(winner % 2):
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


def _those(conditions: dict[str, bool]) -> list[str]:
    """Return the names of the conditions that are broken."""
    return [code for code, broken in conditions.items() if broken]
