"""The state of a deal: what is the same whatever the tricks are like."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable
from functools import cache
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, NoReturn, TypedDict, cast

import msgspec

from aceten.engine.game import Game
from aceten.engine.scenes import Scene
from aceten.engine.scoring import Result
from aceten.vocabulary.abstract import AbstractStruct, Unchanging
from aceten.vocabulary.actions import Action, Call, Event, Hands, Seat, Side, Teams, play_of
from aceten.vocabulary.errors import IllegalAction, UsageError, check_kind, state_expected, usage_error
from aceten.vocabulary.naming import rank_words, seat_name
from aceten.vocabulary.position_writer import position_line
from aceten_spec.cards import Card, Rank, format_cards
from aceten_spec.clauses.refusals import REFUSALS, RefusalCode, refusal_clause
from aceten_spec.errors import given, whole
from aceten_spec.rulebook import SuitParameters
from aceten_spec.speech import say

if TYPE_CHECKING:
    from aceten.engine.view import View


class Changes(TypedDict, total=False):
    """Fields of a state of any kind that actions change, with their types (:class:`State`)."""

    hands: Hands
    talon: tuple[Card, ...]
    leader: Seat
    trick: tuple[Card, ...]
    winning: Seat
    turn: Seat | None
    taken: Hands
    points: tuple[int, ...]
    tricks: tuple[int, ...] | None
    log: tuple[Event, ...]


class State(Unchanging, msgspec.Struct, frozen=True, eq=False, gc=False, metaclass=AbstractStruct):
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
    points_known: bool
    """Whether all card points of the pack are accounted for: in play or among ``points``."""
    log: tuple[Event, ...]
    """Every action since the position that play began with, calls included."""

    def __eq__(self, other: object) -> bool:
        """Whether the rules make no difference between the two; how they came about does not count."""
        if not isinstance(other, State):
            return NotImplemented
        return self is other or self._essence == other._essence

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash(self._essence)

    @property
    def _essence(self) -> tuple[object, ...]:
        return _essence_of(type(self))(self)

    def __str__(self) -> str:
        """Return the position line."""
        return position_line(
            self,
            hands=map(format_cards, self.hands),
            talon=format_cards(self.talon),
            in_play=self.cards_in_play,
            further=self._words(),
        )

    @abstractmethod
    def _words(self) -> Iterable[str]: ...

    def __repr__(self) -> str:
        """Return the call that makes an equal state from its position line."""
        return f"parse({str(self)!r})"

    def scene(self) -> Scene:
        """Return what a picture of it shows: every hand."""
        result = self.result
        points = self.points if result is None else result.points
        return Scene(
            game=self.game,
            hands=tuple(map(self.game.held, self.hands)),
            talon=len(self.talon),
            leader=self.leader,
            trick=self.trick,
            winning=self.winning,
            turn=self.turn,
            taken=self.taken,
            points=tuple([has if has or self.points_known else None for has in points]),
            tricks=self.tricks,
            winners=None if result is None else result.winners,
            notes=tuple(self._notes()),
        )

    @abstractmethod
    def _notes(self) -> Iterable[str]: ...

    def _repr_svg_(self) -> str:
        """Return the position as a picture, which notebooks show."""
        from aceten.pictures import picture_of  # noqa: PLC0415 - the engine needs no pictures, only a notebook asks for one

        return picture_of(self)

    @property
    @abstractmethod
    def legal(self) -> tuple[Action, ...]:
        """The legal actions, each once: cards in the written order of the hand, then the others.

        Calls are in :attr:`calls`. Empty when the deal is over, and only then.
        """

    @property
    def legal_ids(self) -> tuple[int, ...]:
        """The numbers of the legal actions (:meth:`aceten.Game.action_id`), rising, each once."""
        return self.game.action_ids(self.legal)

    def action(self, number: int) -> Action:
        """Return the action with a number, as it can be played here: of the cards of the hand that play alike the first.

        >>> import aceten
        >>> state = aceten.load("zsiros", players=2).deal(seed=7)
        >>> state.legal_ids, str(state.action(1))
        ((1, 5, 6), 'Kd')

        What is not legal is returned as well; :meth:`play` says what is wrong with it.

        :param number: a place in :attr:`aceten.Game.actions`.
        :raises UsageError: when there is no such number.
        """
        game = self.game
        told = whole(number)
        if told is None or not 0 <= told < len(game.actions):
            raise usage_error(
                "action {number}: expected 0 to {most} in {game}",
                number=given(number),
                most=len(game.actions) - 1,
                game=game,
            )
        held = () if self.turn is None or told >= len(game.kinds) else self.hands[self.turn]
        place_of = game.place_of
        return next((play_of(card) for card in held if place_of[card] == told), game.actions[told])

    @property
    def over(self) -> bool:
        """Whether the deal is over."""
        return self.turn is None

    @property
    def calls(self) -> tuple[Call, ...]:
        """The calls that can be made at this moment: those of the partner of the seat to act."""
        return ()

    @abstractmethod
    def play(self, action: Action | str | int) -> State:
        """Return the state after an action, such as one of :attr:`legal`, its notation, or its number: ``state.play("Kh")``.

        A number is that of an action of the game (:attr:`legal_ids`), and no place in :attr:`legal`.

        :raises IllegalAction: when the action is neither in :attr:`legal` nor in :attr:`calls`; it names the clause.
        :raises NotationError: when text is no action (:func:`aceten.parse_action`).
        :raises UsageError: when there is no action with the number (:meth:`action`).
        """

    @abstractmethod
    def view(self, seat: int) -> View:
        """Return what a seat may know.

        :raises UsageError: when there is no such seat.
        """

    @property
    @abstractmethod
    def result(self) -> Result | None:
        """What the deal came to; ``None`` until it is over."""

    @property
    def teams(self) -> Teams | None:
        """The sides that win or lose together, mostly each by itself, as one knows who sees all cards; ``None`` when that is open."""
        return tuple([(Side(side),) for side in range(self.game.side_count)])

    @property
    @abstractmethod
    def key(self) -> Hashable:
        """What is equal for two states of a deal only when play goes on in the same way from both, whatever was captured before."""

    @property
    @abstractmethod
    def past(self) -> Hashable:
        """What bears on the result of the deal, beside what is still to come."""

    @abstractmethod
    def result_with(
        self, points: tuple[int, ...], took_a_trick: tuple[bool | None, ...], last_trick: Side, teams: Teams
    ) -> Result:
        """Return what the deal comes to if it ends so, in a game where no more than this decides.

        :param points: card points by side, without those for the last trick.
        :param took_a_trick: for each side whether it takes a trick; ``None`` when that is not known.
        :param last_trick: the side that takes the last trick.
        :param teams: the sides that win or lose together.
        """

    @property
    def points_to_come(self) -> int:
        """Card points that can still be captured."""
        return self.points_in_play

    def took_a_trick(self, side: Side) -> bool | None:
        """Whether a side has taken a trick in this deal; ``None`` when the position leaves it open."""
        if self.taken[side] or self.points[side]:
            return True
        return None if self.tricks is None else self.tricks[side] > 0

    @property
    def cards_in_play(self) -> int:
        """How many cards are in hands, talon and trick."""
        return sum(map(len, self.hands)) + len(self.talon) + len(self.trick)

    @property
    def points_in_play(self) -> int:
        """Card points in hands, talon and trick.

        Clauses: ZS-CARDS-3.
        """
        return self.game.points_of((*chain(*self.hands), *self.talon, *self.trick))


def refuse(state: State, code: RefusalCode, action: Action) -> NoReturn:
    """Refuse an action by a condition that it breaks (:data:`aceten_spec.clauses.refusals.REFUSALS`).

    :raises IllegalAction: always.
    """
    raise _refusal(state, code, action, problem_of(state, code, action))


def problem_of(state: State, code: RefusalCode, action: Action) -> str:
    """Return in words what is wrong with an action that breaks a condition."""
    game = state.game
    told = {
        "who": seat_name(state.turn or 0),
        "game": game.rulebook.called,
        "rules": game.rules,
        "action": action,
        "talon": len(state.talon),
        "exchange": _exchanged(game),
    }
    return say(REFUSALS[code].says, **told)


def _exchanged(game: Game) -> str:
    """Return the rank of the trump that is exchanged for the turn-up, in words; nothing where none is."""
    letter = game.rules.exchange if isinstance(game.rules, SuitParameters) else "none"
    return "".join([rank_words(game, rank) for rank in Rank if rank.letter == letter])


def refuse_unknown(state: State, action: object) -> NoReturn:
    """Refuse what is no action of the game; not every caller is type-checked.

    :raises IllegalAction: always.
    """
    if isinstance(action, Action):
        refuse(state, "deal_over" if state.turn is None else "unknown_action", action)
    problem = say(
        "no action but a {type}; expected an action, its notation as text, or its number", type=type(action).__name__
    )
    raise _refusal(state, "unknown_action", cast("Action", action), problem)


def _refusal(state: State, code: RefusalCode, action: Action, problem: str) -> IllegalAction:
    clause = refusal_clause(state.game.rulebook, code)
    return IllegalAction(code=code, clause=clause, action=action, legal=state.legal, problem=problem)


@cache
def _essence_of(kind: type[State]) -> Callable[[State], tuple[object, ...]]:
    """Return what takes all fields but the log from a state."""
    return attrgetter(*[name for name in kind.__struct_fields__ if name != "log"])


def logged(state: State, seat: Seat, action: Action) -> tuple[Event, ...]:
    """Return the log of a state with what a seat does behind it."""
    return (*state.log, (seat, action))


def with_hand(hands: Hands, place: int, hand: tuple[Card, ...]) -> Hands:
    """Return hands by seat, or captured piles by side, with another one at a place."""
    changed = list(hands)
    changed[place] = hand
    return tuple(changed)


def number_of(state: State) -> int | None:
    """Return the number of the deal at whose beginning a state is (:meth:`aceten.Game.number_of`); ``None`` at any other moment.

    >>> import aceten
    >>> state = aceten.load("lusti-kartln").deal(number=7)
    >>> aceten.number_of(state), aceten.number_of(state.play(state.legal[0]))
    (7, None)

    :raises UsageError: for what is no state.
    """
    check_kind(state, State, state_expected())
    game = state.game
    if state.log or state.trick:
        return None
    try:
        return game.number_of(state)
    except UsageError:
        return None
