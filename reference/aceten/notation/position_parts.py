"""Positions part by part, as the protocol has them, for programs that read no notation."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import msgspec

from aceten.engine.suits.state import SuitState
from aceten_spec.cards import Card, Rank
from aceten_spec.protocol import Closed, Position

if TYPE_CHECKING:
    from collections.abc import Iterable

    from aceten.engine.matching.state import MatchingState
    from aceten.engine.state import State


def position_of(state: State) -> Position:
    """Return a state as the protocol has it, part by part."""
    common = Position(
        turn=state.turn,
        dealer=state.dealer,
        leader=state.leader,
        hands=tuple(map(words, state.hands)),
        talon=words(state.talon),
        trick=words(state.trick),
        taken=tuple(map(words, state.taken)),
        points=state.points,
        tricks=state.tricks,
    )
    if isinstance(state, SuitState):
        return msgspec.structs.replace(
            common,
            trump=None if state.trump is None else state.trump.letter,
            closed=None
            if state.closed is None
            else Closed(seat=state.closed.seat, points=state.closed.points, tricks=state.closed.tricks),
            melds=state.melds,
            waiting=state.waiting if any(state.waiting) else (),
            shown=tuple(map(words, state.shown)),
            claim=state.claimant,
            bids=state.bids,
            bid=state.contract,
            score=state.scores if state.game.scores_matter else (),
        )
    matching = cast("MatchingState", state)
    return msgspec.structs.replace(
        common,
        forfeit=matching.forfeit,
        leads=tuple([Rank(rank).letter for rank in matching.leads]),
        drawn=None if matching.drawn is None else str(matching.drawn),
        lone=matching.lone,
        resets=matching.burned,
    )


def words(cards: Iterable[Card]) -> tuple[str, ...]:
    """Return cards as text, one by one."""
    return tuple(map(str, cards))
