"""Positions of every size that comes about in play, with cards that may be symbolic.

How many cards lie where decides which way play goes; which cards they are does not matter to a proof about all of them. So a proof
takes each of the finitely many sizes in turn, and the cards as symbolic numbers.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, NoReturn, cast

import msgspec

from aceten.actions import Seat, Side
from aceten.matching.state import MatchingState
from aceten.proofs.symbolic import Table, Untouched
from aceten_spec.cards import Card
from aceten_spec.errors import AcetenError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aceten.actions import Action
    from aceten.matching.game import MatchingGame
    from aceten.state import Event, Hands


class Sizes(msgspec.Struct, frozen=True):
    """How many cards lie where."""

    held: int
    """Cards in each hand before the trick began."""
    trick: int
    """Cards in the trick, all rounds."""
    talon: int
    """Cards in the talon."""

    def hands(self, players: int, leader: int) -> tuple[int, ...]:
        """Return the cards in each hand now, by seat."""
        played = [(self.trick - (seat - leader) % players + players - 1) // players for seat in range(players)]
        return tuple(self.held - cards for cards in played)


def talons(game: MatchingGame, held: int) -> tuple[int, ...]:
    """Return the sizes of the talon when each seat holds so many cards before a trick: only full hands leave cards in it.

    Clauses: ZS-DEAL-3, ZS-DEAL-4, ZS-DRAW-1, ZS-DRAW-3.
    """
    rest = len(game.pack.cards) - game.players * game.rules.hand
    return tuple(range(0, rest + 1, game.players)) if held == game.rules.hand else (0,)


def open_tricks(game: MatchingGame) -> tuple[tuple[int, int], ...]:
    """Return the cards held before and played to a trick that is to be led or goes on."""
    return tuple((held, trick) for held in range(1, game.rules.hand + 1) for trick in range(game.players * held))


def ended_tricks(game: MatchingGame) -> tuple[tuple[int, int], ...]:
    """Return the cards held before and played to a trick that may be over: after each of its rounds."""
    return tuple(
        (held, game.players * rounds) for held in range(1, game.rules.hand + 1) for rounds in range(1, held + 1)
    )


def sizes_of(state: MatchingState, talon: int) -> Sizes | None:
    """Return the sizes of a state with a talon so long; ``None`` when hands and trick do not agree with each other."""
    players = state.game.players
    rounds = -(-len(state.trick) // players)
    sizes = Sizes(len(state.hands[state.leader]) + rounds, len(state.trick), talon)
    return sizes if sizes.hands(players, state.leader) == tuple(map(len, state.hands)) else None


def is_open(state: MatchingState, talon: int) -> bool:
    """Whether a state with a talon so long has sizes that come about: it is somebody's turn, or nothing is in play."""
    sizes = sizes_of(state, talon)
    if sizes is None:
        return False
    if state.turn is None:
        return sizes == Sizes(0, 0, 0)
    return (
        (sizes.held, sizes.trick) in open_tricks(state.game)
        and talon in talons(state.game, sizes.held)
        and state.turn == (state.leader + sizes.trick) % state.game.players
    )


class Refusal(AcetenError):  # noqa: N818 - as the engine's own, IllegalAction
    """An action that a stage does not accept."""


class Stage(MatchingState, frozen=True, eq=False):
    """A state that play is followed from, up to the end of a trick: how a trick ends is followed on its own."""

    def _end_trick(
        self, hands: Hands, talon: tuple[Card, ...], trick: tuple[Card, ...], winner: Seat, log: tuple[Event, ...]
    ) -> MatchingState:
        return msgspec.structs.replace(self, hands=hands, talon=talon, trick=trick, winning=winner, turn=None, log=log)

    def _refuse(self, code: str, action: Action, problem: str) -> NoReturn:  # noqa: ARG002 - they may be symbolic
        raise Refusal(code)

    def _forfeit(self, trick: tuple[Card, ...]) -> Side | None:  # noqa: ARG002 - the trick does not matter
        """Return nothing: which side loses by its last card makes no difference to card points."""
        return None


def stage(game: MatchingGame, leader: int, trick: tuple[Card, ...], winning: int, hands: Hands | None = None) -> Stage:
    """Return the stage at which a trick is led or goes on.

    What a play, a stop or a call has no business with is not to be looked at; nor are the hands when they are not given.
    """
    return Stage(
        game=msgspec.structs.replace(game, sides=cast("tuple[Side, ...]", Table(game.sides))),
        hands=cast("Hands", Untouched()) if hands is None else hands,
        talon=cast("tuple[Card, ...]", Untouched()),
        leader=Seat(leader),
        trick=trick,
        winning=Seat(winning),
        turn=Seat((leader + len(trick)) % game.players),
        taken=cast("Hands", Untouched()),
        points=cast("tuple[int, ...]", Untouched()),
        tricks=cast("tuple[int, ...]", Untouched()),
        dealer=cast("Seat", Untouched()),
        forfeit=None,
        points_known=cast("bool", Untouched()),
        leads=(),
        drawn=None,
        lone=None,
        burned=(),
        log=(),
    )


def before_end(
    kind: type[MatchingState], game: MatchingGame, talon: tuple[Card, ...], points: tuple[int, ...]
) -> MatchingState:
    """Return the state before the action that ends a trick, with what is known of it then: talon and captured card points.

    Hands and trick are those before the action, and not to be looked at any more.
    """
    return kind(
        game=game,
        hands=cast("Hands", Untouched()),
        talon=talon,
        leader=Seat(0),
        trick=cast("tuple[Card, ...]", Untouched()),
        winning=cast("Seat", Untouched()),
        turn=cast("Seat", Untouched()),
        taken=((), ()),
        points=points,
        tricks=(0, 0),
        dealer=cast("Seat", Untouched()),
        forfeit=None,
        points_known=cast("bool", Untouched()),
        leads=(),
        drawn=None,
        lone=None,
        burned=(),
        log=cast("tuple[Event, ...]", Untouched()),
    )


def over(
    game: MatchingGame, points: tuple[int, ...], tricks: tuple[int, ...], leader: int, forfeit: int | None
) -> MatchingState:
    """Return the state of a deal that is over."""
    return MatchingState(
        game=game,
        hands=((),) * game.players,
        talon=(),
        leader=Seat(leader),
        trick=(),
        winning=Seat(leader),
        turn=None,
        taken=((), ()),
        points=points,
        tricks=tricks,
        dealer=Seat(0),
        forfeit=None if forfeit is None else Side(forfeit),
        points_known=True,
        leads=(),
        drawn=None,
        lone=None,
        burned=(),
        log=(),
    )


def follows(before: MatchingState, after: MatchingState) -> bool:
    """Whether a card has gone to the trick, and the trick goes on with the next seat or may be over."""
    sizes, was = sizes_of(after, 0), sizes_of(before, 0)
    if sizes is None or was is None or (sizes.held, sizes.trick) != (was.held, was.trick + 1):
        return False
    if after.turn is None:
        return (sizes.held, sizes.trick) in ended_tricks(before.game)
    return is_open(after, 0)


def changed(before: MatchingState, after: MatchingState) -> set[str]:
    """Return the names of what an action has put another value for."""
    return {name for name in MatchingState.__struct_fields__ if getattr(before, name) is not getattr(after, name)}


def dealt(numbers: Sequence[int], sizes: Sequence[int]) -> list[tuple[Card, ...]]:
    """Return the cards of these numbers in parts of these sizes; a symbolic number is a symbolic card."""
    cards = [Card(number) if type(number) is int else cast("Card", number) for number in numbers]
    ends = list(itertools.accumulate(sizes, initial=0))
    return [tuple(cards[start:end]) for start, end in itertools.pairwise(ends)]
