"""The state of a deal with suit tricks, and what an action makes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from typing_extensions import override

from aceten.actions import (
    CLOSE,
    DRAW,
    EXCHANGE,
    PASS,
    Action,
    Bid,
    Claim,
    Close,
    Draw,
    Exchange,
    Meld,
    NameTrump,
    Pass,
    Play,
    Seat,
    Side,
    meld_of,
    parse_action,
    play_of,
)
from aceten.drawing import draw
from aceten.scoring import Result, count_cards, credit
from aceten.state import with_hand
from aceten.suits.auction import after_bid, bid_refusal, legal_bids
from aceten.suits.closing import Closing
from aceten.suits.moment import SuitMoment
from aceten.suits.rights import (
    close_refusal,
    draw_refusal,
    exchange_refusal,
    exchangeable,
    marriage_points,
    marriages,
    may_close,
    may_exchange,
    show_refusal,
)
from aceten.suits.seen import notes, words
from aceten.suits.settling import claims_rightly, settle, settle_table
from aceten.suits.steps import beats, owed, pays, unpaid
from aceten.suits.view import SuitView
from aceten_spec.cards import Card, Rank, Suit, card_of, rank_number, sort_cards

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from aceten.actions import Event, Hands, Teams
    from aceten.pictures.scenes import Scene
    from aceten.suits.facts import SuitFacts

_NO_CARDS: Final[tuple[Card, ...]] = ()
_MARRIED: Final = (Rank.KING, Rank.QUEEN)
_CLAIM: Final = Claim()
_CLAIMS: Final = {suit: Claim(suit) for suit in Suit}
_NAMES: Final = tuple(NameTrump(suit) for suit in Suit)


class SuitState(SuitMoment, frozen=True, eq=False, gc=False):
    """A deal with suit tricks at one moment, and what an action makes of it."""

    # --- What may be done ---

    @property
    @override
    def legal(self) -> tuple[Action, ...]:
        """The legal actions, each once.

        Cards in the written order of the hand, then marriages to show, exchanging, closing, drawing and claiming, then bids, trumps to
        name, and passing.

        Clauses: EW-PLAY-2, EW-SUIT-2, SX-SUIT-3, EW-SUIT-4, SX-MELD-1, SX-EXCH-1, SX-CLOSE-1, SX-CLAIM-1, AS-BID-1, AS-TRUMP-2.
        """
        turn = self.turn
        if turn is None:
            return ()
        if self.bidding:
            return legal_bids(self)
        if self.naming:
            return _NAMES
        hand = self.hands[turn]
        if not hand:
            return (_CLAIM, PASS) if self._may_claim(None) else (PASS,)
        if self.drawing:
            further: list[Action] = [CLOSE, DRAW]
            return (*further, _CLAIM) if self._may_claim(None) else tuple(further)
        if self.trick:
            strong = self.game.strong
            debt = self._debt(hand)
            actions: list[Action] = [play_of(card) for card in hand if pays(strong[card], debt)]
        else:
            actions = [play_of(card) for card in hand]
        suits = marriages(self)
        actions += [meld_of(card) for card in hand if card.suit in suits and card.rank in _MARRIED] if suits else []
        if may_exchange(self):
            actions.append(EXCHANGE)
        if may_close(self):
            actions.append(CLOSE)
        if self.game.rules.claim == "called":
            actions += [_CLAIM] if self._may_claim(None) else []
            actions += [_CLAIMS[suit] for suit in suits if self._may_claim(suit)]
        return tuple(actions)

    def _debt(self, hand: tuple[Card, ...]) -> tuple[int, int]:
        """Return what a hand owes to the lead on the table.

        Clauses: SX-SUIT-3, EW-SUIT-4, SX-DRAW-5, SX-CLOSE-3.
        """
        game = self.game
        obligation = game.rules.obligation if self.open_talon else game.rules.last_obligation
        if obligation == "none":
            return 0, -1
        strong = game.strong
        return owed(tuple([strong[card] for card in hand]), strong[self.trick[0]], self.trump or 0, obligation)

    def _may_claim(self, suit: Suit | None) -> bool:
        """Whether the seat to act may claim, where claims are called.

        Clauses: SX-CLAIM-1, SX-CLAIM-3, SX-CLAIM-4.
        """
        rules = self.game.rules
        return rules.claim == "called" and (rules.wrong_claim == "lost" or self.is_right(suit))

    def is_right(self, suit: Suit | None) -> bool:
        """Whether a claim of the seat to act is right, one with the marriage of a suit if one is given.

        Clauses: SX-CLAIM-2, TT-CLAIM-5.
        """
        turn = self.turn
        if turn is None:
            return False
        side = self.game.sides[turn]
        more = 0 if suit is None else marriage_points(self, suit)
        return claims_rightly(self.game.rules, self.scores[side], self.counted(side, more))

    # --- What an action makes of it ---

    @override
    def play(self, action: Action | str) -> SuitState:
        if isinstance(action, str):
            action = parse_action(action)
        if self.turn is None:
            self._refuse("deal_over", action)
        match action:
            case Play():
                return self._play_card(self.turn, action.card, action)
            case Meld():
                return self._meld(self.turn, action)
            case Exchange() | Close() | Draw():
                return self._turn_to_talon(self.turn, action)
            case Bid() | NameTrump() | Pass():
                return self._say(self.turn, action)
            case Claim():
                return self._claim(self.turn, action)
            case _:
                return self._refuse_unknown(action)

    def _turn_to_talon(self, turn: Seat, action: Exchange | Close | Draw) -> SuitState:
        match action:
            case Exchange():
                return self._exchange(turn, action)
            case Close():
                return self._close(turn, action)
            case Draw():
                return self._draw(turn, action)

    def _say(self, turn: Seat, action: Bid | NameTrump | Pass) -> SuitState:
        match action:
            case Bid() | Pass() if self.bidding:
                return self._bid(turn, action)
            case Bid():
                return self._refuse("bid_outside" if self.game.rules.bids else "unknown_action", action)
            case NameTrump():
                return self._name_trump(turn, action)
            case Pass():
                return self._waive(turn, action)

    def _before_cards(self, action: Action) -> None:
        """Refuse cards and what goes with them while something else has to be done first.

        Clauses: AS-BID-8, SX-CLOSE-2.
        """
        if self.bidding:
            self._refuse("bidding", action)
        if self.naming:
            self._refuse("naming", action)
        if self.drawing:
            self._refuse("draw_first", action)

    def _play_card(self, turn: Seat, card: Card, action: Action) -> SuitState:
        """Return the state after a card, led or played to a lead.

        Clauses: EW-PLAY-2, EW-SUIT-1, EW-SUIT-2, SX-SUIT-3, EW-SUIT-4, SX-SUIT-5, SX-SUIT-6, SX-SUIT-7.
        """
        self._before_cards(action)
        game, trick, winning, hand = self.game, self.trick, self.winning, self.hands[turn]
        if card not in hand:
            self._refuse("not_in_hand", action)
        strong = game.strong
        if trick:
            debt = self._debt(hand)
            if not pays(strong[card], debt):
                self._refuse_unpaid(unpaid(strong[card], debt, strong[trick[0]][0]), action)
            best = trick[(winning - self.leader) % game.players]
            if beats(strong[card], strong[best], self.trump or 0):
                winning = turn
        else:
            winning = turn
        place = hand.index(card)
        hands = with_hand(self.hands, turn, hand[:place] + hand[place + 1 :])
        shown = self.shown
        if card in shown[turn]:
            shown = with_hand(shown, turn, tuple([other for other in shown[turn] if other != card]))
        log = (*self.log, (turn, action))
        after = SuitState(
            game,
            hands,
            self.talon,
            self.leader,
            (*trick, card),
            winning,
            game.after[turn],
            self.taken,
            self.points,
            self.tricks,
            self.dealer,
            self.points_known,
            log,
            self.trump,
            self.closed,
            self.melds,
            shown,
            None,
            (),
            self.contract,
            self.scores,
        )
        return after._end_trick() if len(after.trick) == game.players else after

    def _refuse_unpaid(self, code: str, action: Action) -> None:
        """Refuse a card that does not give what is owed to the lead.

        Clauses: EW-SUIT-4, SX-SUIT-5, SX-SUIT-6, TT-SUIT-3.
        """
        self._refuse(f"early_{code}" if self.open_talon else code, action)

    def _end_trick(self) -> SuitState:
        """Return the state after the winner has taken the complete trick; everybody has drawn unless he may close the talon first.

        Clauses: EW-PLAY-7, EW-PLAY-8, SX-DRAW-1, SX-CLOSE-2, SX-CLAIM-1.
        """
        game, winner, trick = self.game, self.winning, self.trick
        side, rules = game.sides[winner], game.rules
        gained = count_cards(tuple([rank_number(card) for card in trick]), game.values)
        taken = tuple([sort_cards(pile + trick) if index == side else pile for index, pile in enumerate(self.taken)])
        over = not self.hands[winner] and not self.open_talon
        after = SuitState(
            game,
            self.hands,
            self.talon,
            winner,
            _NO_CARDS,
            winner,
            None if over and rules.claim != "called" else winner,
            taken,
            credit(self.points, side, gained),
            None if self.tricks is None else credit(self.tricks, side, 1),
            self.dealer,
            self.points_known,
            self.log,
            self.trump,
            self.closed,
            self.melds,
            self.shown,
            None,
            (),
            self.contract,
            self.scores,
        )
        if rules.claim == "automatic" and after.has_enough(side):
            return msgspec.structs.replace(after, turn=None, claimant=winner)
        if not self.open_talon or (rules.close == "either" and len(self.talon) >= rules.close_min_stock):
            return after
        return after._drawn(after.log)

    def _drawn(self, log: tuple[Event, ...]) -> SuitState:
        """Return the state after everybody has drawn, the winner of the trick first.

        Clauses: SX-DRAW-1, SX-DRAW-8.
        """
        game = self.game
        hands, talon = draw(self.hands, self.talon, self.leader, game.rules.hand, "block")
        shown = self.shown
        if not talon and game.rules.trump == "turn_up":
            turn_up = self.talon[-1]
            seat = next(Seat(seat) for seat, hand in enumerate(hands) if turn_up in hand)
            shown = with_hand(shown, seat, sort_cards((*shown[seat], turn_up)))
        return msgspec.structs.replace(self, hands=hands, talon=talon, shown=shown, log=log)

    def _draw(self, turn: Seat, action: Draw) -> SuitState:
        """Return the state after the winner of a trick has decided to draw.

        Clauses: SX-CLOSE-2.
        """
        if not self.drawing:
            self._refuse(draw_refusal(self), action)
        return self._drawn((*self.log, (turn, action)))

    def _close(self, turn: Seat, action: Close) -> SuitState:
        """Return the state after the talon has been closed.

        Clauses: SX-CLOSE-1, SX-CLOSE-2, SX-CLOSE-3, SX-CLOSE-4.
        """
        refusal = close_refusal(self)
        if refusal:
            self._refuse(refusal, action)
        other = Side(1 - self.game.sides[turn])
        closing = Closing(turn, self.counted(other), self.tricks or ())
        return msgspec.structs.replace(self, closed=closing, log=(*self.log, (turn, action)))

    def _exchange(self, turn: Seat, action: Exchange) -> SuitState:
        """Return the state after a card has been exchanged for the turn-up.

        Clauses: SX-EXCH-1, SX-EXCH-2, SX-EXCH-3, SX-EXCH-4, SX-EXCH-5, SX-EXCH-6.
        """
        card, refusal = exchangeable(self), exchange_refusal(self)
        if card is None or refusal:
            self._refuse(refusal, action)
        turn_up = self.talon[-1]
        hand = tuple([other for other in self.hands[turn] if other != card])
        shown = tuple([other for other in self.shown[turn] if other != card])
        return msgspec.structs.replace(
            self,
            hands=with_hand(self.hands, turn, sort_cards((*hand, turn_up))),
            talon=(*self.talon[:-1], card),
            shown=with_hand(self.shown, turn, sort_cards((*shown, turn_up))),
            log=(*self.log, (turn, action)),
        )

    def _show(self, turn: Seat, suit: Suit) -> SuitState:
        """Return the state after a marriage has been shown.

        Clauses: SX-MELD-1, SX-MELD-2, SX-MELD-8, TT-TRUMP-1, TT-TRUMP-3.
        """
        shown = self.shown[turn]
        pair = [card_of(rank, suit) for rank in _MARRIED]
        return msgspec.structs.replace(
            self,
            melds=credit(self.melds, self.game.sides[turn], marriage_points(self, suit)),
            trump=suit if self.game.rules.trump == "marriage" else self.trump,
            shown=with_hand(self.shown, turn, sort_cards((*shown, *[card for card in pair if card not in shown]))),
        )

    def _meld(self, turn: Seat, action: Meld) -> SuitState:
        """Return the state after a marriage has been shown and one of its cards led.

        Clauses: SX-MELD-1, SX-MELD-4, SX-MELD-5, SX-MELD-6, SX-MELD-7, SX-CLAIM-1.
        """
        suit = action.card.suit
        if suit is None or suit not in marriages(self) or action.card.rank not in _MARRIED:
            lacking = "no_marriage" if action.card.rank in _MARRIED else "meld_wrong_card"
            self._refuse(show_refusal(self) or lacking, action)
        after = self._show(turn, suit)
        if self.game.rules.claim == "automatic" and after.has_enough(self.game.sides[turn]):
            return msgspec.structs.replace(after, turn=None, claimant=turn, log=(*self.log, (turn, action)))
        return after._play_card(turn, action.card, action)  # noqa: SLF001 - of the same class

    def _claim(self, turn: Seat, action: Claim) -> SuitState:
        """Return the state after a claim, right or wrong: the deal is over.

        Clauses: SX-CLAIM-1, SX-CLAIM-3, SX-CLAIM-4.
        """
        rules, suit = self.game.rules, action.suit
        if rules.claim != "called":
            self._refuse("claim_automatic" if rules.claim == "automatic" else "claim_off", action)
        if self.bidding or self.naming:
            self._refuse("bidding" if self.bidding else "naming", action)
        if suit is not None and self.drawing:
            self._refuse("meld_off" if rules.marriages == "none" else "claim_before_drawing", action)
        if suit is not None and suit not in marriages(self):
            self._refuse(show_refusal(self) or "no_marriage", action)
        if not self._may_claim(suit):
            self._refuse("wrong_claim", action)
        after = self if suit is None else self._show(turn, suit)
        return msgspec.structs.replace(after, turn=None, claimant=turn, log=(*self.log, (turn, action)))

    def _waive(self, turn: Seat, action: Pass) -> SuitState:
        """Return the state after the winner of the last trick has made no claim: the deal is over.

        Clauses: SX-CLAIM-1.
        """
        if not self.asking:
            rules = self.game.rules
            claimed = "unknown_action" if rules.claim == "never" else "pass_not_asked"
            self._refuse("pass_outside" if rules.bids else claimed, action)
        return msgspec.structs.replace(self, turn=None, log=(*self.log, (turn, action)))

    def _bid(self, turn: Seat, action: Bid | Pass) -> SuitState:
        """Return the state after a bid or a pass in the auction.

        Clauses: AS-BID-1, AS-BID-2, AS-BID-3, AS-BID-4, AS-BID-9.
        """
        if action not in legal_bids(self):
            self._refuse("pass_forced" if isinstance(action, Pass) else bid_refusal(self, action.points), action)
        return after_bid(self, action.points if isinstance(action, Bid) else 0, (*self.log, (turn, action)))

    def _name_trump(self, turn: Seat, action: NameTrump) -> SuitState:
        """Return the state after the declarer has named trumps.

        Clauses: AS-TRUMP-2.
        """
        if not self.naming:
            named = "trump_in_auction" if self.bidding else "trump_named"
            self._refuse(named if self.game.rules.bids else "unknown_action", action)
        return msgspec.structs.replace(self, trump=action.suit, log=(*self.log, (turn, action)))

    # --- What it comes to ---

    @override
    def view(self, seat: int) -> SuitView:
        """Return what a seat may know.

        Where points are claimed nobody announces them: who wants to know them counts the cards that he has seen taken.

        :raises UsageError: when there is no such seat.

        Clauses: SX-DRAW-8, SX-MELD-8, SX-CLAIM-1, EW-TRUMP-4.
        """
        sees = self.game.check_seat(seat)
        game = self.game
        turn_up = self._turn_up
        counting = game.rules.claim == "called" and self.turn is not None
        return SuitView(
            game=game,
            seat=sees,
            known=tuple([hand if other == sees else self.shown[other] for other, hand in enumerate(self.hands)]),
            hand_sizes=tuple(map(len, self.hands)),
            known_talon=() if turn_up is None else (turn_up,),
            talon_size=len(self.talon),
            leader=self.leader,
            trick=self.trick,
            winning=self.winning,
            turn=self.turn,
            legal=self.legal if self.turn == sees else (),
            calls=(),
            taken=self.taken,
            points=None if counting else self.points,
            given=tuple([has - game.points_of(pile) for has, pile in zip(self.points, self.taken, strict=True)]),
            tricks=self.tricks,
            dealer=self.dealer,
            log=self.log,
            result=self.result,
            trump=self.trump,
            closed=self.closed,
            melds=self.melds,
            shown=self.shown,
            claimant=self.claimant,
            bids=self.bids,
            contract=self.contract,
            scores=self.scores,
        )

    @property
    def _turn_up(self) -> Card | None:
        """The card of the talon that lies face up; ``None`` where none does."""
        return self.talon[-1] if self.talon and self.game.rules.trump == "turn_up" else None

    @override
    def _words(self) -> Iterable[str]:
        return words(self, self.talon)

    @override
    def scene(self) -> Scene:
        return msgspec.structs.replace(super().scene(), trump=self.trump, turn_up=self._turn_up)

    @override
    def _notes(self) -> Iterable[str]:
        return notes(self)

    @property
    @override
    def key(self) -> Hashable:
        # With the past it tells all that bears on what is still to come (T-KEY); who is winning follows from the trick.
        closed = None if self.closed is None else self.closed.seat
        return self.hands, self.talon, self.leader, self.trick, self.turn, self.trump, closed, self.bids, self.contract

    @property
    @override
    def past(self) -> Hashable:
        # How many tricks a side took makes no difference, only whether it took any (T-KEY.suit_result).
        return self.points, (self.took_a_trick(Side(0)), self.took_a_trick(Side(1))), self.melds, self.closed

    @override
    def result_with(
        self, points: tuple[int, ...], took_a_trick: tuple[bool | None, ...], last_trick: Side, teams: Teams
    ) -> Result:
        return settle_table(
            self.game.rules, points, took_a_trick, last_trick, known=self.points_known, tricks=None, trump=self.trump
        )

    @property
    @override
    def result(self) -> Result | None:
        """What the deal came to; ``None`` until it is over.

        Clauses: EW-SCORE-30, SX-SCORE-22, AS-SCORE-35, TT-SCORE-39.
        """
        return settle(self) if self.turn is None else None


def start(
    game: SuitFacts,
    hands: Hands,
    rest: tuple[Card, ...],
    dealer: Seat,
    *,
    cut: Card | None,
    scores: tuple[int, ...] | None,
) -> SuitState:
    """Return the state of a freshly dealt deal.

    :param rest: the cards of the pack that are left; where one is turned up, it is the first of them and is drawn last.

    Clauses: EW-PLAY-1, SX-DEAL-7, SX-TRUMP-1, EW-DEAL-8, EW-TRUMP-4.
    """
    leader, sides = game.after[dealer], game.side_count
    talon, trump = rest, None if cut is None else cut.suit
    if game.rules.trump == "turn_up":
        talon, trump = (*rest[1:], rest[0]), rest[0].suit
    known = cut if game.rules.cut_card == "known" else None
    return SuitState(
        game=game,
        hands=hands,
        talon=talon,
        leader=leader,
        trick=_NO_CARDS,
        winning=leader,
        turn=leader,
        taken=(_NO_CARDS,) * sides,
        points=(0,) * sides,
        tricks=(0,) * sides,
        dealer=dealer,
        points_known=True,
        log=(),
        trump=trump,
        closed=None,
        melds=(0,) * sides,
        shown=tuple([(known,) if known is not None and known in hand else () for hand in hands]),
        claimant=None,
        bids=(),
        contract=None,
        scores=scores if scores is not None else (0,) * sides,
    )
