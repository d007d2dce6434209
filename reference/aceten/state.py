"""The state of a deal with matching tricks, and what an action makes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NoReturn, TypeAlias

import msgspec

from aceten.actions import STOP, Action, Call, CallKind, Play, Seat, Side, Stop, play_of
from aceten.drawing import draw
from aceten.errors import IllegalAction
from aceten.game import Game
from aceten.matching import can_match, continuation_allowed, matches, winning_after
from aceten.scoring import Result, count_cards, credit, settle
from aceten_spec.cards import Card, rank_number, sort_cards

if TYPE_CHECKING:
    from aceten.view import View

Hands: TypeAlias = tuple[tuple[Card, ...], ...]
"""The hand of each seat, each in its written order."""

Event: TypeAlias = tuple[Seat, Action]
"""Who did what."""

_NO_CARDS: Final[tuple[Card, ...]] = ()


class State(msgspec.Struct, frozen=True, eq=False):
    """A deal at one moment. Immutable: :meth:`play` returns a new state.

    Two states are equal when the rules make no difference between them: everything but the log is the same.
    Made by :meth:`aceten.Game.deal`, :func:`aceten.parse` and :meth:`play`, not by hand.
    """

    game: Game
    """The game that is played."""
    hands: Hands
    """The hand of each seat, each in its written order."""
    talon: tuple[Card, ...]
    """The undealt cards in the order in which they will be drawn."""
    leader: Seat
    """The seat that led the current trick or is to lead the next; in a deal that is over, the winner of the last trick."""
    trick: tuple[Card, ...]
    """The cards played to the current trick in order, all rounds of a multiple trick; empty between tricks."""
    winning: Seat
    """The seat that is winning the trick; the leader while it is empty."""
    turn: Seat | None
    """The seat to act; ``None`` when the deal is over."""
    taken: Hands
    """The cards known to be captured, by side, each in written order."""
    points: tuple[int, ...]
    """Card points captured, by side; at least those of ``taken``."""
    tricks: tuple[int, ...] | None
    """Tricks taken, by side; ``None`` when the position did not say what was taken before."""
    dealer: Seat
    """The seat that dealt."""
    forfeit: Side | None
    """The side that lost the deal by its very last card; ``None``: neither (ZS-SCORE-7)."""
    points_known: bool
    """Whether all card points of the pack are accounted for: in play or among ``points``."""
    log: tuple[Event, ...]
    """Every action since the position that play began with, calls included."""

    def __eq__(self, other: object) -> bool:
        """Whether the rules make no difference between the two; how they came about does not count."""
        if not isinstance(other, State):
            return NotImplemented
        return self is other or self._essence == other._essence

    def __ne__(self, other: object) -> bool:
        """Agree with equality; a Struct brings an inequality of its own."""
        return not self == other

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash(self._essence)

    @property
    def _essence(self) -> tuple[object, ...]:
        return (
            self.game,
            self.hands,
            self.talon,
            self.leader,
            self.trick,
            self.taken,
            self.points,
            self.tricks,
            self.dealer,
            self.forfeit,
            self.points_known,
        )

    def __str__(self) -> str:
        """Return the position line."""
        from aceten.position import format_state

        return format_state(self)

    def __repr__(self) -> str:
        """Return the call that makes an equal state from its position line."""
        return f"parse({str(self)!r})"

    @property
    def choosing(self) -> bool:
        """Whether the leader has to choose between continuing the trick and stopping it.

        Clauses: ZS-MULTI-1, ZS-MULTI-5.
        """
        return bool(self.trick) and self.turn is not None and len(self.trick) % self.game.players == 0

    @property
    def legal(self) -> tuple[Action, ...]:
        """The legal actions: cards in the written order of the hand, each once, then ``stop``. Calls are in :attr:`calls`.

        Empty when the deal is over, and only then.

        Clauses: ZS-PLAY-2, ZS-PLAY-3, ZS-MULTI-2, ZS-MULTI-5.
        """
        if self.turn is None:
            return ()
        hand = dict.fromkeys(self.hands[self.turn])
        if not self.choosing:
            return tuple([play_of(card) for card in hand])
        led = rank_number(self.trick[0])
        wild = self.game.wild
        return (*[play_of(card) for card in hand if matches(rank_number(card), led, wild)], STOP)

    @property
    def calls(self) -> tuple[Call, ...]:
        """The calls that can be made at this moment: those of the partner of the seat to act.

        Clauses: ZS-CALL-1, ZS-CALL-2.
        """
        if self.turn is None or self.game.rules.calls == "off":
            return ()
        partner = self.game.partner(self.turn)
        return () if partner is None else tuple(Call(partner, kind) for kind in CallKind)

    def play(self, action: Action) -> State:
        """Return the state after an action.

        :raises IllegalAction: when the action is neither in :attr:`legal` nor in :attr:`calls`; it names the clause.
        """
        match action:
            case Play():
                return self._play_card(action)
            case Stop():
                return self._stop(action)
            case Call():
                return self._call(action)
            case _:  # pyright: ignore[reportUnnecessaryComparison] - not every caller is type-checked
                problem = f"no action but a {type(action).__name__}; aceten.parse_action reads actions from text"
                return self._refuse("unknown_action", action, problem)

    def view(self, seat: int) -> View:
        """Return what a seat may know.

        :raises UsageError: when there is no such seat.
        """
        from aceten.view import view_of

        return view_of(self, self.game.check_seat(seat))

    def _play_card(self, action: Play) -> State:
        """Return the state after a card: led, played to the lead, or led to a further round of the same trick.

        Clauses: ZS-PLAY-2, ZS-PLAY-3, ZS-MULTI-2, ZS-MULTI-3, ZS-MULTI-4, ZS-MULTI-6, ZS-MULTI-8.
        """
        game, turn, trick, leader = self.game, self.turn, self.trick, self.leader
        if turn is None:
            self._refuse("deal_over", action, "the deal is over")
        hand = self.hands[turn]
        if action.card not in hand:
            self._refuse("not_in_hand", action, f"seat {turn} does not hold this card")
        players = game.players
        rank = rank_number(action.card)
        if trick:
            led = rank_number(trick[0])
            if len(trick) % players == 0 and not matches(rank, led, game.wild):
                self._refuse("wrong_continuation", action, f"does not match the led {trick[0].rank.letter}")
            winning = winning_after(self.winning, turn, rank, led, game.wild)
        else:
            led = rank
            winning = turn
        place = hand.index(action.card)
        hands = (*self.hands[:turn], hand[:place] + hand[place + 1 :], *self.hands[turn + 1 :])
        trick = (*trick, action.card)
        log = (*self.log, (turn, action))
        if len(trick) % players:
            to_act = game.after[turn]
        elif continuation_allowed(game.rules.continuation, game.sides[leader], game.sides[winning]) and can_match(
            tuple([rank_number(card) for card in hands[leader]]), led, game.wild
        ):
            to_act = leader
        else:
            return self._end_trick(hands, trick, winning, log)
        return State(
            game,
            hands,
            self.talon,
            leader,
            trick,
            winning,
            to_act,
            self.taken,
            self.points,
            self.tricks,
            self.dealer,
            None,
            self.points_known,
            log,
        )

    def _stop(self, action: Stop) -> State:
        """Return the state after the leader has conceded the trick.

        Clauses: ZS-MULTI-5.
        """
        if self.turn is None:
            self._refuse("deal_over", action, "the deal is over")
        if not self.choosing:
            self._refuse("stop_not_offered", action, "there is nothing to stop here")
        return self._end_trick(self.hands, self.trick, self.winning, (*self.log, (self.turn, action)))

    def _end_trick(self, hands: Hands, trick: tuple[Card, ...], winner: Seat, log: tuple[Event, ...]) -> State:
        """Return the state after the winner has taken the trick and everybody has drawn.

        Clauses: ZS-PLAY-7, ZS-PLAY-8, ZS-MULTI-7, ZS-DRAW-1, ZS-DRAW-4.
        """
        game = self.game
        side = game.sides[winner]
        gained = count_cards(tuple([rank_number(card) for card in trick]), game.values)
        taken = tuple([sort_cards(pile + trick) if index == side else pile for index, pile in enumerate(self.taken)])
        hands, talon = draw(hands, self.talon, winner, game.rules.hand, game.rules.draw)
        over = not hands[winner]
        return State(
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
            self._forfeit(trick) if over else None,
            self.points_known,
            log,
        )

    def _forfeit(self, trick: tuple[Card, ...]) -> Side | None:
        """Return the side that lost the deal by playing a forbidden card as the very last one.

        Clauses: ZS-SCORE-7.
        """
        if trick[-1].rank.letter != self.game.rules.last_card_loses:
            return None
        return self.game.sides[(self.leader + len(trick) - 1) % self.game.players]

    def _call(self, call: Call) -> State:
        """Return the state with the call in its log, and nothing else changed.

        Clauses: ZS-CALL-1, ZS-CALL-2, ZS-CALL-3, ZS-CALL-5.
        """
        if self.turn is None:
            self._refuse("deal_over", call, "the deal is over")
        if self.game.rules.calls == "off":
            self._refuse("calls_off", call, "calls are agreed to be off")
        partner = self.game.partner(self.turn)
        if partner is None:
            self._refuse("call_without_partner", call, "there are no partners")
        if call.seat != partner:
            self._refuse("call_out_of_turn", call, f"it is not the turn of this seat's partner but of seat {self.turn}")
        if call not in self.calls:
            self._refuse("unknown_action", call, "there is no such call")
        return msgspec.structs.replace(self, log=(*self.log, (call.seat, call)))

    def _refuse(self, code: str, action: Action, problem: str) -> NoReturn:
        raise IllegalAction(
            code=code, clause=self.game.rulebook.refusals[code], action=action, legal=self.legal, problem=problem
        )

    def took_a_trick(self, side: Side) -> bool | None:
        """Whether a side has taken a trick in this deal; ``None`` when the position leaves it open."""
        if self.taken[side] or self.points[side]:
            return True
        return None if self.tricks is None else self.tricks[side] > 0

    @property
    def points_in_play(self) -> int:
        """Card points in hands, talon and trick.

        Clauses: ZS-CARDS-3.
        """
        cards = [card for hand in self.hands for card in hand] + list(self.talon) + list(self.trick)
        return count_cards(tuple([rank_number(card) for card in cards]), self.game.values)

    @property
    def result(self) -> Result | None:
        """What the deal came to; ``None`` until it is over.

        Clauses: ZS-SCORE-1 to ZS-SCORE-7.
        """
        if self.turn is not None:
            return None
        return settle(
            self.game.rules,
            points=self.points,
            points_known=self.points_known,
            tricks=self.tricks,
            took_a_trick=(self.took_a_trick(Side(0)), self.took_a_trick(Side(1))),
            last_trick=self.game.sides[self.leader],
            forfeit=self.forfeit,
        )


def start(game: Game, hands: Hands, talon: tuple[Card, ...], dealer: Seat) -> State:
    """Return the state of a freshly dealt deal.

    Clauses: ZS-PLAY-1.
    """
    leader = game.after[dealer]
    nothing = (_NO_CARDS, _NO_CARDS)
    return State(
        game=game,
        hands=hands,
        talon=talon,
        leader=leader,
        trick=_NO_CARDS,
        winning=leader,
        turn=leader,
        taken=nothing,
        points=(0, 0),
        tricks=(0, 0),
        dealer=dealer,
        forfeit=None,
        points_known=True,
        log=(),
    )
