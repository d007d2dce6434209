"""The state of a deal with matching tricks."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING

from typing_extensions import override

from aceten.engine.matching.play import after_call, after_card, after_flip, after_spice, after_stop, legal_actions
from aceten.engine.matching.public_facts import notes, words
from aceten.engine.matching.settling import MatchingCourse, settle
from aceten.engine.matching.steps import deciding, is_trumped
from aceten.engine.matching.view import MatchingView
from aceten.engine.scoring import Result
from aceten.engine.state import State, refuse_unknown
from aceten.vocabulary.actions import (
    Action,
    Call,
    CallKind,
    Flip,
    Hands,
    Play,
    Seat,
    Side,
    Spice,
    Stop,
    Teams,
    parse_action,
)
from aceten_spec.cards import Card
from aceten_spec.errors import whole

if TYPE_CHECKING:
    from aceten.engine.matching.game import MatchingGame


class MatchingState(State, frozen=True, eq=False, gc=False):
    """A deal with matching tricks at one moment, and what an action makes of it (:mod:`aceten.engine.matching.play`)."""

    if TYPE_CHECKING:  # a name that the game's module alone has when it runs, as games make states
        game: MatchingGame
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
        return self.game.led[self.trick[deciding(len(self.trick), self.game.players, self.game.matching)]]

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
        """The legal actions: cards in the written order of the hand, each once, then ``flip``, ``spice``, ``stop``."""
        return legal_actions(self)

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
    def play(self, action: Action | str | int) -> MatchingState:  # noqa: PLR0911 - one for each kind of action
        match action:
            case Play():
                return after_card(self, action)
            case Flip():
                return after_flip(self, action)
            case Spice():
                return after_spice(self, action)
            case Stop():
                return after_stop(self, action)
            case Call():
                return after_call(self, action)
            case str():
                return self.play(parse_action(action))
            case _ if (number := whole(action)) is not None:
                return self.play(self.action(number))
            case _:
                return refuse_unknown(self, action)

    @override
    def view(self, seat: int) -> MatchingView:
        """Return what a seat may know.

        :raises UsageError: when there is no such seat.

        Clauses: RL-FLIP-2, SL-LONE-2, SM-DRAW-7.
        """
        sees = self.game.check_seat(seat)
        partner = self.game.partner(sees) if self.game.rules.partner_peek and not self.talon else None
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
            points_known=self.points_known,
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
        told: tuple[Card, ...] = ()
        if rules.four_resets:
            told = trick
        elif trick and rules.spice:
            told = (trick[(self.winning - self.leader) % self.game.players],)  # who spices gets this card back
        return (
            self.hands,
            len(self.talon),
            self.leader,
            self.to_match,
            self.winning,
            len(trick),
            self.leads,
            told,
            self.drawn,
            self.trumped,
        )

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
        return self.points_in_play - game.points_of(left)

    @override
    def result_with(
        self, points: tuple[int, ...], took_a_trick: tuple[bool | None, ...], last_trick: Side, teams: Teams
    ) -> Result:
        course = MatchingCourse(
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
            MatchingCourse(
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


def start(game: MatchingGame, hands: Hands, talon: tuple[Card, ...], dealer: Seat) -> MatchingState:
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
        trick=(),
        winning=leader,
        turn=leader,
        taken=((),) * sides,
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
