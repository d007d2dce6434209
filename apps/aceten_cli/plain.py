"""A state as JSON: everything of its picture that is not a pile of cards."""

from __future__ import annotations

from typing import TypedDict

import msgspec

from aceten import MatchingState, Rank, Side, State, SuitState
from aceten_cli.output import result_json


class _Common(TypedDict):
    position: str
    turn: int | None
    legal: tuple[str, ...]
    calls: tuple[str, ...]
    leader: int
    winning: int
    points: tuple[int, ...]
    tricks: tuple[int, ...] | None
    result: dict[str, object] | None


class Shown(msgspec.Struct, kw_only=True):
    """What is the same whatever the tricks are like."""

    position: str
    turn: int | None
    legal: tuple[str, ...]
    calls: tuple[str, ...]
    leader: int
    winning: int
    points: tuple[int, ...]
    tricks: tuple[int, ...] | None
    result: dict[str, object] | None


class ShownMatching(Shown, kw_only=True):
    """A state with matching tricks."""

    leads: str
    drawn: str | None
    lone: int | None
    resets: tuple[int, ...]


class ShownClosing(msgspec.Struct, kw_only=True):
    """How the talon was closed."""

    seat: int
    points: int
    """What the other side had then."""
    tricks: tuple[int, ...]


class ShownBid(msgspec.Struct, kw_only=True):
    """The highest bid of an auction that is over."""

    seat: int
    points: int


class ShownSuits(Shown, kw_only=True):
    """A state with suit tricks."""

    counted: tuple[int, ...]
    """Points by side that count so far: of cards, of marriages of a side with a trick, and for the last trick."""
    trump: str | None
    turn_up: str | None
    closed: ShownClosing | None
    melds: tuple[int, ...]
    known: tuple[tuple[str, ...], ...]
    """For each seat the cards of its hand that everybody knows."""
    claim: int | None
    bids: tuple[int, ...]
    bid: ShownBid | None
    scores: tuple[int, ...] | None
    """The scores in the match before the deal, where they bear on play."""


def shown(state: State) -> Shown:
    """Return a state as it is shown."""
    match state:
        case MatchingState():
            return ShownMatching(
                **_common(state),
                leads="".join(Rank(rank).letter for rank in state.leads),
                drawn=None if state.drawn is None else str(state.drawn),
                lone=state.lone,
                resets=state.burned,
            )
        case SuitState():
            return _suits(state)
        case _:
            raise TypeError(type(state).__name__)


def _suits(state: SuitState) -> ShownSuits:
    closed, contract, rules = state.closed, state.contract, state.game.rules
    turned_up = rules.trump == "turn_up" and state.talon
    return ShownSuits(
        **_common(state),
        counted=tuple([state.counted(Side(side)) for side in range(state.game.side_count)]),
        trump=None if state.trump is None else state.trump.letter,
        turn_up=str(state.talon[-1]) if turned_up else None,
        closed=None if closed is None else ShownClosing(seat=closed.seat, points=closed.points, tricks=closed.tricks),
        melds=state.melds,
        known=tuple([tuple(map(str, cards)) for cards in state.shown]),
        claim=state.claimant,
        bids=state.bids,
        bid=None if contract is None else ShownBid(seat=contract[0], points=contract[1]),
        scores=state.scores if state.game.scores_matter else None,
    )


def _common(state: State) -> _Common:
    return _Common(
        position=str(state),
        turn=state.turn,
        legal=tuple(map(str, state.legal)),
        calls=tuple(map(str, state.calls)),
        leader=state.leader,
        winning=state.winning,
        points=state.points,
        tricks=state.tricks,
        result=result_json(state.result),
    )
