"""All that there is to say about a moment of a deal, in one form for the engine and for the rules read once more."""

from collections.abc import Iterable
from typing import NamedTuple

from aceten import MatchingState, Rank, State, SuitState


class Outcome(NamedTuple):
    """What a deal comes to."""

    points: tuple[int, ...]
    tricks: tuple[int, ...] | None
    last_trick: int | None
    winners: tuple[int, ...] | None
    game_points: tuple[int, ...] | None
    award: str | None
    resets: tuple[int, ...]
    claimed: int | None
    trump: str | None


class OfMatching(NamedTuple):
    """What only a deal with matching tricks has."""

    choosing: bool
    drawn: str | None
    leads: str
    lone: int | None
    burned: tuple[int, ...]
    forfeit: int | None


class OfSuits(NamedTuple):
    """What only a deal with suit tricks has."""

    trump: str | None
    closed: tuple[int, int, tuple[int, ...]] | None
    melds: tuple[int, ...]
    waiting: tuple[int, ...]
    counted: tuple[int, ...]
    shown: tuple[str, ...]
    claimant: int | None
    bids: tuple[int, ...]
    contract: tuple[int, int] | None
    scores: tuple[int, ...]


class Facts(NamedTuple):
    """All that there is to say about one moment of a deal, cards as text; but not how it came about."""

    turn: int | None
    legal: tuple[str, ...]
    calls: tuple[str, ...]
    hands: tuple[str, ...]
    talon: str
    trick: str
    leader: int
    winning: int
    taken: tuple[str, ...]
    points: tuple[int, ...]
    points_to_take: int
    tricks: tuple[int, ...] | None
    dealer: int
    further: OfMatching | OfSuits
    outcome: Outcome | None


def together(cards: Iterable[object]) -> str:
    """Return cards in no order of their own as text."""
    return "".join(sorted(map(str, cards)))


def in_order(cards: Iterable[object]) -> str:
    """Return cards as text in their order."""
    return "".join(map(str, cards))


def facts_of(state: State) -> Facts:
    """Return what the engine says about a state."""
    return Facts(
        turn=state.turn,
        legal=tuple(sorted(map(str, state.legal))),
        calls=tuple(sorted(map(str, state.calls))),
        hands=tuple([together(hand) for hand in state.hands]),
        talon=in_order(state.talon),
        trick=in_order(state.trick),
        leader=state.leader,
        winning=state.winning,
        taken=tuple([together(pile) for pile in state.taken]),
        points=state.points,
        points_to_take=state.points_in_play,
        tricks=state.tricks,
        dealer=state.dealer,
        further=_of_suits(state) if isinstance(state, SuitState) else _of_matching(state),
        outcome=_outcome_of(state),
    )


def _of_matching(state: State) -> OfMatching:
    assert isinstance(state, MatchingState)
    return OfMatching(
        choosing=state.choosing,
        drawn=None if state.drawn is None else str(state.drawn),
        leads="".join(Rank(rank).letter for rank in state.leads),
        lone=state.lone,
        burned=state.burned,
        forfeit=state.forfeit,
    )


def _of_suits(state: SuitState) -> OfSuits:
    closed = state.closed
    return OfSuits(
        trump=None if state.trump is None else state.trump.letter,
        closed=None if closed is None else (closed.seat, closed.points, closed.tricks),
        melds=state.melds,
        waiting=state.waiting,
        counted=tuple([state.counted(side) for side in sorted(set(state.game.sides))]),
        shown=tuple([together(cards) for cards in state.shown]),
        claimant=state.claimant,
        bids=state.bids,
        contract=state.contract,
        scores=state.scores,
    )


def _outcome_of(state: State) -> Outcome | None:
    result = state.result
    if result is None:
        return None
    return Outcome(
        points=result.points,
        tricks=result.tricks,
        last_trick=result.last_trick,
        winners=result.winners,
        game_points=result.game_points,
        award=result.award,
        resets=result.resets,
        claimed=result.claimed,
        trump=None if result.trump is None else result.trump.letter,
    )
