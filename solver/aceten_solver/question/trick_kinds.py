"""What a search wants to know of a state beside what play is made of: one object for each kind of tricks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol, TypeVar, cast

from typing_extensions import override

from aceten import CLOSE, Action, Bid, Claim, MatchingState, Side, State, SuitState
from aceten.engine.suits.settling import most_game_points

if TYPE_CHECKING:
    from collections.abc import Mapping

_S = TypeVar("_S", contravariant=True)  # noqa: PLC0105 - a kind of state, as in the rules


class Seam(Protocol[_S]):
    """What a search asks of states with one kind of tricks."""

    def moves(self, state: _S) -> tuple[Action, ...]:
        """Return the legal actions, those that may decide the deal at once in front."""
        ...

    def likely(self, state: _S) -> tuple[Action, ...]:
        """Return legal actions that a player might take who does not think far: none that loses at once, nor one that few would dare."""
        ...

    def most_game_points(self, state: _S, side: Side) -> int:
        """Return the most game points that a side can still score against one that makes no wrong claim and closes nothing any more."""
        ...


class _Matching(Seam[MatchingState]):
    """Matching tricks: no action decides a deal at once."""

    @override
    def moves(self, state: MatchingState) -> tuple[Action, ...]:
        return state.legal

    @override
    def likely(self, state: MatchingState) -> tuple[Action, ...]:
        return state.legal

    @override
    def most_game_points(self, state: MatchingState, side: Side) -> int:
        return state.game.most_game_points


class _Suits(Seam[SuitState]):
    """Suit tricks: a claim decides the deal, and few close the talon or bid more than they must."""

    @override
    def moves(self, state: SuitState) -> tuple[Action, ...]:
        legal = state.legal
        if state.game.rules.claim != "called":
            return legal
        winning = tuple([action for action in legal if isinstance(action, Claim) and state.is_right(action.suit)])
        return winning + tuple([action for action in legal if action not in winning]) if winning else legal

    @override
    def likely(self, state: SuitState) -> tuple[Action, ...]:
        legal = state.legal
        claims = [action for action in legal if isinstance(action, Claim)]
        bids = [action for action in legal if isinstance(action, Bid)]
        for claim in claims:
            if state.is_right(claim.suit):
                return (claim,)
        rare = {*claims, *bids[1:], *([CLOSE] if len(legal) > 1 else [])}
        return tuple([action for action in legal if action not in rare]) or legal

    @override
    def most_game_points(self, state: SuitState, side: Side) -> int:
        return most_game_points(state, side)


_SEAMS: Final = cast(
    "Mapping[type[State], Seam[State]]", {MatchingState: _Matching(), SuitState: _Suits()}
)  # each is asked about states of its own kind alone


def seam_of(state: State) -> Seam[State]:
    """Return what answers a search about states with such tricks."""
    return _SEAMS[type(state)]
