"""The state of a deal with matching tricks, and what an action makes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NoReturn

import msgspec
from typing_extensions import override

from aceten.actions import (
    FLIP,
    SPICE,
    STOP,
    Action,
    Call,
    CallKind,
    Event,
    Flip,
    Hands,
    Play,
    Seat,
    Side,
    Spice,
    Stop,
    Teams,
    parse_action,
    play_of,
)
from aceten.drawing import draw
from aceten.matching.facts import MatchingFacts
from aceten.matching.seen import notes, words
from aceten.matching.settling import Course, settle
from aceten.matching.steps import (
    can_continue,
    continuation_allowed,
    deciding,
    four_of_a_rank,
    is_trumped,
    matches,
    too_many_leads,
    winning_after,
)
from aceten.matching.view import MatchingView
from aceten.scoring import Result, count_cards, credit
from aceten.state import State, with_hand
from aceten_spec.cards import Card, rank_number, sort_cards

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

_NO_CARDS: Final[tuple[Card, ...]] = ()


class MatchingState(State, frozen=True, eq=False, gc=False):
    """A deal with matching tricks at one moment."""

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
        return self.game.led_rank(self.trick[deciding(len(self.trick), self.game.players, self.game.matching)])

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

    @property
    @override
    def legal(self) -> tuple[Action, ...]:
        """The legal actions: cards in the written order of the hand, each once, then ``flip``, ``spice``, ``stop``.

        Clauses: ZS-PLAY-2, ZS-PLAY-3, ZS-MULTI-2, ZS-MULTI-5, RL-FLIP-3, RL-SPICE-1, RK-PLAY-11.
        """
        turn = self.turn
        if turn is None:
            return ()
        if self.drawn is not None:
            return SPICE, STOP
        hand = tuple(dict.fromkeys(self.hands[turn]))
        if self.choosing:
            return (*[play_of(card) for card in hand if self._continues(card)], STOP)
        if not self.trick and self.leads:
            hand = tuple([card for card in hand if not self._repeats_lead(card)]) or hand
        plays = tuple([play_of(card) for card in hand])
        return (*plays, FLIP) if self._may_flip else plays

    @property
    @override
    def calls(self) -> tuple[Call, ...]:
        """The calls that can be made at this moment: those of the partner of the seat to act.

        Clauses: ZS-CALL-1, ZS-CALL-2.
        """
        if self.turn is None or not self.game.rules.calls:
            return ()
        partner = self.game.partner(self.turn)
        return () if partner is None else tuple([Call(partner, CallKind(kind)) for kind in self.game.rules.calls])

    @override
    def play(self, action: Action | str) -> MatchingState:  # noqa: PLR0911 - one for each kind of action
        match action:
            case Play():
                return self._play_card(action)
            case Flip():
                return self._flip(action)
            case Spice():
                return self._spice(action)
            case Stop():
                return self._stop(action)
            case Call():
                return self._call(action)
            case str():
                return self.play(parse_action(action))
            case _:
                return self._refuse_unknown(action)

    @override
    def view(self, seat: int) -> MatchingView:
        """Return what a seat may know.

        :raises UsageError: when there is no such seat.

        Clauses: RL-FLIP-2, SL-LONE-2, SM-DRAW-7.
        """
        sees = self.game.check_seat(seat)
        partner = self.game.partner(sees) if self.game.rules.partner_peek == "on" and not self.talon else None
        return MatchingView(
            game=self.game,
            seat=sees,
            known=tuple([hand if other in (sees, partner) else () for other, hand in enumerate(self.hands)]),
            hand_sizes=tuple(map(len, self.hands)),
            known_talon=(),
            talon_size=len(self.talon),
            leader=self.leader,
            trick=self.trick,
            winning=self.winning,
            turn=self.turn,
            legal=self.legal if self.turn == sees else (),
            calls=tuple(call for call in self.calls if call.seat == sees),
            taken=self.taken,
            points=self.points,
            tricks=self.tricks,
            dealer=self.dealer,
            forfeit=self.forfeit,
            leads=self.leads,
            spicing=self.drawn is not None,
            drawn=self.drawn if self.turn == sees else None,
            lone=self.lone,
            burned=self.burned,
            log=self.log,
            result=self.result,
        )

    @override
    def _words(self) -> Iterable[str]:
        return words(self)

    @override
    def _notes(self) -> Iterable[str]:
        return notes(self)

    @property
    @override
    def key(self) -> Hashable:
        # In the trick only the rank to be matched, who is winning and how many have played matter; some rules look at more of it.
        # That nothing else bears on what is still to come is the theorem T-KEY.
        trick, rules = self.trick, self.game.rules
        more: Hashable = None
        if trick and rules.four_resets == "on":
            more = trick
        elif trick and rules.spice == "on":
            more = self.drawn, trick[(self.winning - self.leader) % self.game.players]  # who spices gets this card back
        elif rules.wild_role == "trump":
            more = self.trumped
        return (
            self.hands,
            len(self.talon),
            self.leader,
            self.to_match,
            self.winning,
            len(trick),
            self.leads,
            more,
        )

    @property
    def _may_flip(self) -> bool:
        """Whether the seat to act may turn up a card instead of playing one.

        Clauses: RL-FLIP-1, RL-FLIP-3.
        """
        return self.game.rules.flip == "on" and bool(self.talon) and self.drawn is None and not self.choosing

    def _continues(self, card: Card) -> bool:
        """Whether the leader may lead this card to another round.

        Clauses: ZS-MULTI-2, ST-MULTI-9.
        """
        game, led = self.game, self.to_match
        if game.matching.any_card or led is None:
            return True
        return matches(game.played_rank(card), led, game.matching, trumped=self.trumped)

    def _repeats_lead(self, card: Card) -> bool:
        """Whether leading this card is one lead too many of its rank.

        Clauses: RK-PLAY-11.
        """
        return too_many_leads(rank_number(card), self.leads, self.game.rules.lead_limit)

    def _play_card(self, action: Play) -> MatchingState:
        """Return the state after a card: led, played to the lead, or led to a further round of the same trick.

        Clauses: ZS-PLAY-2, ZS-PLAY-3, ZS-MULTI-2, ZS-MULTI-3, ZS-MULTI-4, ZS-MULTI-6, ZS-MULTI-8, RK-PLAY-11.
        """
        turn = self.turn
        if turn is None:
            self._refuse("deal_over", action)
        if self.drawn is not None:
            self._refuse("spice_first", action)
        hand = self.hands[turn]
        card = action.card
        if card not in hand:
            self._refuse("not_in_hand", action)
        if not self.trick:
            if self.leads and self._repeats_lead(card) and not all(map(self._repeats_lead, hand)):
                self._refuse("lead_limit", action)
        elif len(self.trick) % self.game.players == 0 and not self._continues(card):
            self._refuse_continuation(action)
        place = hand.index(card)
        hands = (*self.hands[:turn], hand[:place] + hand[place + 1 :], *self.hands[turn + 1 :])
        return self._put(card, hands, self.talon, (*self.log, (turn, action)))

    def _refuse_continuation(self, action: Play) -> NoReturn:
        """Refuse a card that does not continue the trick: one of the rank that was led would, were the trick not trumped.

        Clauses: ZS-MULTI-2, ST-MULTI-9.
        """
        led = self.game.played_rank(action.card) == self.to_match
        self._refuse("trumped_continuation" if led else "wrong_continuation", action)

    def _flip(self, action: Flip) -> MatchingState:
        """Return the state after the top card of the talon has been turned up and played.

        Clauses: RL-FLIP-1, RL-FLIP-2, RL-FLIP-3.
        """
        if self.turn is None:
            self._refuse("deal_over", action)
        if self.drawn is not None:
            self._refuse("spice_first", action)
        if not self._may_flip:
            self._refuse("flip_off" if self.game.rules.flip == "off" else "flip_exhausted", action)
        return self._put(self.talon[0], self.hands, self.talon[1:], (*self.log, (self.turn, action)))

    def _put(self, card: Card, hands: Hands, talon: tuple[Card, ...], log: tuple[Event, ...]) -> MatchingState:
        """Return the state after the seat to act has put a card into the trick.

        Clauses: ZS-PLAY-2, ZS-PLAY-4, ZS-MULTI-1, ZS-MULTI-6, ZS-MULTI-7, HO-MULTI-10.
        """
        game, leader, trick = self.game, self.leader, self.trick
        players, rules = game.players, game.matching
        seat = log[-1][0]
        leads = self.leads
        if not trick:
            led = game.led_rank(card)
            winning = seat
            if game.rules.lead_limit:
                rank = rank_number(card)
                leads = ((*leads, rank) if leads and leads[0] == rank else (rank,))[-game.rules.lead_limit :]
        elif rules.newest and len(trick) % players == 0:
            led = game.led_rank(card)
            winning = seat
        else:
            led = game.led_rank(trick[deciding(len(trick), players, rules)])
            matched = matches(game.played_rank(card), led, rules, trumped=self.trumped)
            winning = winning_after(self.winning, seat, leader, matched=matched, rules=rules)
        after = MatchingState(
            game,
            hands,
            talon,
            leader,
            (*trick, card),
            winning,
            game.after[seat],
            self.taken,
            self.points,
            self.tricks,
            self.dealer,
            self.points_known,
            log,
            None,
            leads,
            None,
            self.lone,
            self.burned,
        )
        if len(after.trick) % players:
            return after
        if continuation_allowed(game.rules.continuation, game.sides[leader], game.sides[winning]) and can_continue(
            tuple([game.played_rank(card) for card in hands[leader]]), led, rules, trumped=after.trumped
        ):
            return after  # the leader is the next to act again
        return self._end_round(after)

    def _end_round(self, after: MatchingState) -> MatchingState:
        """Return what comes ``after`` the last card of a trick: its winner may have to choose whether to spice it.

        Clauses: RL-SPICE-1, RL-SPICE-2, RL-SPICE-3.
        """
        rules, winner = self.game.rules, after.winning
        if rules.spice == "off" or not after.talon or len(after.hands[winner]) == rules.hand:
            return self._end_trick(after.hands, after.talon, after.trick, winner, after.log)
        card = after.talon[0]
        hands = with_hand(after.hands, winner, sort_cards((*after.hands[winner], card)))
        return msgspec.structs.replace(after, hands=hands, talon=after.talon[1:], turn=winner, drawn=card)

    def _spice(self, action: Spice) -> MatchingState:
        """Return the state after the winner has exchanged the card he drew for the card that won the trick.

        Clauses: RL-SPICE-1.
        """
        if self.turn is None:
            self._refuse("deal_over", action)
        if self.drawn is None:
            self._refuse(self._spice_refusal, action)
        winner = self.winning
        place = (winner - self.leader) % self.game.players
        hand = list(self.hands[winner])
        hand.remove(self.drawn)
        hands = with_hand(self.hands, winner, sort_cards((*hand, self.trick[place])))
        trick = (*self.trick[:place], self.drawn, *self.trick[place + 1 :])
        return self._end_trick(hands, self.talon, trick, winner, (*self.log, (self.turn, action)))

    @property
    def _spice_refusal(self) -> str:
        """Why there is nothing to spice: the code of the refusal.

        Clauses: RL-SPICE-1, RL-SPICE-2.
        """
        if self.game.rules.spice == "off":
            return "spice_off"
        if self.trick or (self.tricks is not None and not any(self.tricks)):
            return "spice_no_trick"
        return "spice_not_drawn"

    def _stop(self, action: Stop) -> MatchingState:
        """Return the state after the leader has conceded the trick, or its winner has left it as it is.

        Clauses: ZS-MULTI-5, RL-SPICE-1.
        """
        if self.turn is None:
            self._refuse("deal_over", action)
        if not self.choosing and self.drawn is None:
            rules = self.game.rules
            never = "stop_off" if rules.spice == "off" else "stop_not_spicing"
            self._refuse(never if rules.continuation == "never" else "stop_not_offered", action)
        return self._end_trick(self.hands, self.talon, self.trick, self.winning, (*self.log, (self.turn, action)))

    def _end_trick(
        self, hands: Hands, talon: tuple[Card, ...], trick: tuple[Card, ...], winner: Seat, log: tuple[Event, ...]
    ) -> MatchingState:
        """Return the state after the winner has taken the trick and everybody has drawn.

        Clauses: ZS-PLAY-7, ZS-PLAY-8, ZS-MULTI-7, ZS-DRAW-1, ZS-DRAW-4, HO-DRAW-6.
        """
        game = self.game
        side = game.sides[winner]
        hands, talon = draw(hands, talon, winner, game.rules.hand, game.rules.draw)
        over = not hands[winner]
        captured = trick
        if over and game.rules.leftover == "last_trick":
            captured, talon = trick + talon, _NO_CARDS
        gained = count_cards(tuple([rank_number(card) for card in captured]), game.values)
        taken = tuple([sort_cards(pile + captured) if index == side else pile for index, pile in enumerate(self.taken)])
        return MatchingState(
            game,
            hands,
            talon,
            winner,
            _NO_CARDS,
            winner,
            None if over else winner,
            taken,
            credit(self.points, side, gained),
            None if self.tricks is None else credit(self.tricks, side, 1),
            self.dealer,
            self.points_known,
            log,
            self._forfeit(trick) if over else None,
            () if over else self.leads,
            None,
            self._lone_after(trick),
            self._burned_by(trick, side),
        )

    def _forfeit(self, trick: tuple[Card, ...]) -> Side | None:
        """Return the side that lost the deal by playing a forbidden card as the very last one.

        Clauses: ZS-SCORE-7.
        """
        loses = self.game.last_card_loses
        if not loses or rank_number(trick[-1]) != loses:
            return None
        return self.game.sides[(self.leader + len(trick) - 1) % self.game.players]

    def _lone_after(self, trick: tuple[Card, ...]) -> Seat | None:
        """Return who plays alone, as far as that has shown when this trick has been taken.

        Clauses: SL-LONE-1, SL-LONE-2.
        """
        card = self.game.lone_card
        if card is None or card not in trick:
            return self.lone
        return Seat((self.leader + trick.index(card)) % self.game.players)

    def _burned_by(self, trick: tuple[Card, ...], side: Side) -> tuple[Side, ...]:
        """Return the sides whose score falls to 0 by rounds of four equal ranks, this trick of ``side`` included.

        Clauses: HO-SCORE-11.
        """
        game = self.game
        if game.rules.four_resets == "off":
            return self.burned
        if not four_of_a_rank(tuple([rank_number(card) for card in trick]), game.players):
            return self.burned
        return tuple([other for other in map(Side, range(game.side_count)) if other != side or other in self.burned])

    def _call(self, call: Call) -> MatchingState:
        """Return the state with the call in its log, and nothing else changed.

        Clauses: ZS-CALL-1, ZS-CALL-2, ZS-CALL-3, ZS-CALL-5.
        """
        if self.turn is None:
            self._refuse("deal_over", call)
        if call.kind not in self.game.rules.calls:
            self._refuse("calls_off", call)
        partner = self.game.partner(self.turn)
        if partner is None:
            self._refuse("call_without_partner", call)
        if call.seat != partner:
            self._refuse("call_out_of_turn", call)
        return msgspec.structs.replace(self, log=(*self.log, (call.seat, call)))

    @property
    @override
    def past(self) -> Hashable:
        # How many tricks a side took makes no difference, only whether it took any (T-KEY.result).
        return self.points, tuple([self.took_a_trick(Side(side)) for side in range(self.game.side_count)]), self.burned

    @property
    @override
    def points_to_come(self) -> int:
        game = self.game
        if not game.leftover or game.rules.leftover == "last_trick":
            return self.points_in_play
        left = self.talon[-game.leftover :]  # too few for everybody to draw one more: they go to nobody
        return self.points_in_play - count_cards(tuple([rank_number(card) for card in left]), game.values)

    @override
    def result_with(
        self, points: tuple[int, ...], took_a_trick: tuple[bool | None, ...], last_trick: Side, teams: Teams
    ) -> Result:
        course = Course(
            points=points,
            points_known=self.points_known,
            tricks=None,
            took_a_trick=took_a_trick,
            last_trick=last_trick,
            teams=teams,
        )
        return settle(self.game.rules, course)

    @property
    @override
    def result(self) -> Result | None:
        """What the deal came to; ``None`` until it is over.

        Clauses: ZS-SCORE-1 to ZS-SCORE-7, SE-SCORE-8, HO-SCORE-9.
        """
        if self.turn is not None:
            return None
        game = self.game
        sides = tuple([Side(side) for side in range(game.side_count)])
        return settle(
            game.rules,
            Course(
                points=self.points,
                points_known=self.points_known,
                tricks=self.tricks,
                took_a_trick=tuple([self.took_a_trick(side) for side in sides]),
                last_trick=game.sides[self.leader],
                forfeit=self.forfeit,
                burned=self.burned,
                teams=game.teams(self.lone),
            ),
        )


def start(game: MatchingFacts, hands: Hands, talon: tuple[Card, ...], dealer: Seat) -> MatchingState:
    """Return the state of a freshly dealt deal.

    Clauses: ZS-PLAY-1.
    """
    leader = game.after[dealer]
    sides = game.side_count
    return MatchingState(
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
        forfeit=None,
        points_known=True,
        leads=(),
        drawn=None,
        lone=None,
        burned=(),
        log=(),
    )
