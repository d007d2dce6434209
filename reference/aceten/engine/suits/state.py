"""The state of a deal with suit tricks."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, cast

import msgspec
from typing_extensions import override

from aceten.engine.scenes import Scene
from aceten.engine.scoring import Result
from aceten.engine.state import State, refuse_unknown, with_hand
from aceten.engine.suits.course import Closing, claims_rightly, counted
from aceten.engine.suits.play import (
    after_bidding,
    after_card,
    after_claim,
    after_close,
    after_draw,
    after_exchange,
    after_meld,
    after_naming,
    after_pass,
    at_turn,
    is_right,
    legal_actions,
)
from aceten.engine.suits.public_facts import notes, words
from aceten.engine.suits.settling import settle, settle_table
from aceten.engine.suits.view import SuitView
from aceten.vocabulary.actions import (
    Action,
    Bid,
    Claim,
    Close,
    Draw,
    Exchange,
    Hands,
    Meld,
    NameTrump,
    Pass,
    Play,
    Seat,
    Side,
    Teams,
    parse_action,
)
from aceten_spec.cards import Card, Suit
from aceten_spec.errors import whole

if TYPE_CHECKING:
    from aceten.engine.suits.game import SuitGame

_NO_CARDS: Final[tuple[Card, ...]] = ()

Due: TypeAlias = Literal["bidding", "naming", "draw_first"]
"""What has to be done before a card may be played, as the code of the refusal."""


class SuitState(State, frozen=True, eq=False, gc=False):
    """A deal with suit tricks at one moment, and what an action makes of it (:mod:`aceten.engine.suits.play`)."""

    if TYPE_CHECKING:  # a name that the game's module alone has when it runs, as games make states
        game: SuitGame
        """The game that is played."""

    trump: Suit | None
    """The trump suit; ``None`` while there is none."""
    closed: Closing | None
    """How the talon was closed; ``None``: it was not."""
    melds: tuple[int, ...]
    """Points of the marriages that were shown, by side, whether they count yet or not."""
    waiting: tuple[int, ...]
    """Those of them, by side, that count only with its next trick (:attr:`aceten_spec.parameters.SuitParameters.meld_counts`)."""
    shown: Hands
    """For each seat the cards of its hand that everybody knows."""
    claimant: Seat | None
    """Who ended the deal by claiming to have enough points; ``None``: nobody."""
    bids: tuple[int, ...]
    """During the auction what was bid, from the player after the dealer on; 0 is a pass. Empty before and after it."""
    contract: tuple[Seat, int] | None
    """Who has bid the most, and how much, once the auction is over; ``None`` before, and where there is none."""
    scores: tuple[int, ...]
    """The sides' scores in the match before the deal, where they bear on play; else 0 each."""

    @property
    def due(self) -> Due | None:
        """What has to be done before a card may be played; ``None``: nothing.

        Clauses: AS-BID-1, AS-TRUMP-2, SX-CLOSE-2.
        """
        turn, rules = self.turn, self.game.rules
        if turn is None:
            return None
        if self.contract is None:
            if rules.bids:
                return "bidding"
        elif self.trump is None:
            return "naming"
        if self.trick or not self.talon or self.closed is not None:
            return None
        return "draw_first" if len(self.hands[turn]) < rules.hand else None

    @property
    def bidding(self) -> bool:
        """Whether the auction is going on.

        Clauses: AS-BID-1.
        """
        return self.due == "bidding"

    @property
    def naming(self) -> bool:
        """Whether the declarer is to name trumps.

        Clauses: AS-TRUMP-2.
        """
        return self.due == "naming"

    @property
    def drawing(self) -> bool:
        """Whether the winner of a trick has to choose between drawing and closing the talon before anybody draws.

        Clauses: SX-CLOSE-2.
        """
        return self.due == "draw_first"

    @property
    def asking(self) -> bool:
        """Whether all cards are played and the winner of the last trick is to claim or to pass.

        Clauses: SX-CLAIM-1.
        """
        return self.turn is not None and not self.trick and not self.hands[self.turn]

    @property
    def open_talon(self) -> bool:
        """Whether there is a talon that is not closed."""
        return bool(self.talon) and self.closed is None

    @property
    def unfinished(self) -> bool:
        """Whether cards are still to be played."""
        return bool(self.trick) or any(self.hands)

    def counted(self, side: Side, more: int = 0) -> int:
        """Return the points that count for a side now, of cards, marriages and the last trick.

        :param more: the points of a marriage that it shows now.

        Clauses: SX-CLAIM-2, SX-CLAIM-7, SX-MELD-3, SX-SCORE-21.
        """
        points = self.points[side] + self.last_trick_points(side)
        now = more if self.game.rules.meld_counts == "any_trick" else 0
        return counted(points, self.melds[side] - self.waiting[side] + now, self.took_a_trick(side))

    def last_trick_points(self, side: Side) -> int:
        """Return the points that a side has for the last trick: none before all cards are played, nor when the talon was closed.

        Clauses: SX-SCORE-21.
        """
        if self.trick or self.talon or self.game.sides[self.leader] != side or any(self.hands):
            return 0
        return self.game.rules.last_trick_points

    def has_enough(self, side: Side) -> bool:
        """Whether a side has the points that can be claimed.

        Clauses: SX-CLAIM-2, TT-CLAIM-5.
        """
        return claims_rightly(self.game.rules, self.scores[side], self.counted(side))

    @property
    @override
    def legal(self) -> tuple[Action, ...]:
        """The legal actions, each once.

        Cards in the written order of the hand, then marriages to show, exchanging, closing, drawing and claiming, then bids, trumps to
        name, and passing.
        """
        return legal_actions(self)

    def is_right(self, suit: Suit | None) -> bool:
        """Whether a claim of the seat to act is right, one with the marriage of a suit if one is given."""
        return is_right(self, suit)

    @override
    def play(self, action: Action | str | int) -> SuitState:  # noqa: C901, PLR0911 - one for each kind of action
        match action:
            case Play():
                return after_card(self, action.card, action)
            case Meld():
                return after_meld(self, action)
            case Exchange():
                return after_exchange(self, action)
            case Close():
                return after_close(self, action)
            case Draw():
                return after_draw(self, action)
            case Claim():
                return after_claim(self, action)
            case Bid():
                return after_bidding(self, action)
            case Pass():
                return after_pass(self, action)
            case NameTrump():
                return after_naming(self, action)
            case str():
                return self.play(parse_action(action))
            case _ if (number := whole(action)) is not None:
                return self.play(self.action(number))
            case _:
                at_turn(self, cast("Action", action))
                return refuse_unknown(self, action)

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
            points_known=self.points_known,
            result=self.result,
            trump=self.trump,
            closed=self.closed,
            melds=self.melds,
            waiting=self.waiting,
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
        # When the talon is closed its turn-up is turned over.
        up = self._turn_up if self.closed is None else None
        return msgspec.structs.replace(super().scene(), trump=self.trump, turn_up=up)

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
        took = self.took_a_trick(Side(0)), self.took_a_trick(Side(1))
        return self.points, took, self.melds, self.waiting, self.closed

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
    game: SuitGame,
    hands: Hands,
    rest: tuple[Card, ...],
    dealer: Seat,
    *,
    cut: Card | None,
    scores: tuple[int, ...] | None,
) -> SuitState:
    """Return the state of a freshly dealt deal.

    :param rest: the cards of the pack that are left; where one is turned up, it is the first of them and is drawn last.
    :param cut: the card that cutting shows, or the last that is dealt, where that decides on trumps.

    Clauses: EW-PLAY-1, SX-DEAL-7, SX-TRUMP-1, EW-DEAL-8, EW-TRUMP-4, SU-DEAL-9, SU-TRUMP-4.
    """
    leader, sides = game.after[dealer], game.side_count
    talon, trump = rest, None if cut is None else cut.suit
    if game.rules.trump == "turn_up":
        talon, trump = (*rest[1:], rest[0]), rest[0].suit
    shown: Hands = (_NO_CARDS,) * game.players
    if cut is not None and game.last_shown:
        shown = with_hand(shown, dealer, (cut,))
    elif cut is not None and game.cut_shown:
        shown = tuple([(cut,) if cut in hand else () for hand in hands])
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
        waiting=(0,) * sides,
        shown=shown,
        claimant=None,
        bids=(),
        contract=None,
        scores=scores if scores is not None else (0,) * sides,
    )
