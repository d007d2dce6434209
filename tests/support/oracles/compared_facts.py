"""All that there is to say about a moment of a deal, in one form for the engine and for the rules in plain Python."""

import itertools
from collections.abc import Iterable
from typing import NamedTuple

from aceten import MatchingState, Rank, Result, State, SuitState
from aceten_spec import plain
from aceten_spec.plain import MatchingTable, Settlement, SuitTable, Table
from aceten_spec.plain.claims import counted
from aceten_spec.plain.matching_awards import forfeit
from aceten_spec.plain.pack_and_sides import card_points


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
    outcome: Settlement | None


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
        outcome=settlement_of(state.result),
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


def settlement_of(result: Result | None) -> Settlement | None:
    """Return what the engine says that a deal comes to, when it says all."""
    if result is None:
        return None
    assert result.tricks is not None
    assert result.winners is not None
    assert result.game_points is not None
    assert result.award is not None
    return Settlement(
        points=result.points,
        tricks=result.tricks,
        last_trick=result.last_trick,
        winners=tuple(sorted(result.winners)),
        game_points=result.game_points,
        award=result.award,
        resets=result.resets,
        claimed=result.claimed,
        trump=None if result.trump is None else result.trump.letter,
    )


def facts_of_table(table: Table) -> Facts:
    """Return what the rules in plain Python say about a deal at one moment."""
    cards = [card_points(table.rules, pile) for pile in table.taken]
    to_take = [*itertools.chain(*table.hands), *table.talon, *table.trick]
    return Facts(
        turn=plain.turn(table),
        legal=tuple(sorted(plain.legal(table))),
        calls=tuple(sorted(plain.calls(table))),
        hands=tuple(map(together, table.hands)),
        talon=in_order(table.talon),
        trick=in_order(table.trick),
        leader=table.leader,
        winning=plain.winning(table),
        taken=tuple(map(together, table.taken)),
        points=tuple(cards),
        points_to_take=card_points(table.rules, to_take),
        tricks=tuple(table.tricks),
        dealer=table.dealer,
        further=_of_matching_table(table) if isinstance(table, MatchingTable) else _of_suit_table(table),
        outcome=plain.settlement(table),
    )


def _of_matching_table(table: MatchingTable) -> OfMatching:
    over, limit = plain.turn(table) is None, table.rules.lead_limit
    return OfMatching(
        choosing=table.choosing,
        drawn=table.drawn,
        leads="" if over or not limit else "".join(table.leads[-limit:]),
        lone=table.lone,
        burned=tuple(sorted(table.burned)),
        forfeit=forfeit(table) if over else None,
    )


def _of_suit_table(table: SuitTable) -> OfSuits:
    closed = None if table.closer is None else (table.closer, table.at_closing[0], tuple(table.at_closing[1]))
    return OfSuits(
        trump=table.trump,
        closed=closed,
        melds=tuple(table.melds),
        waiting=tuple(table.waiting),
        counted=(counted(table, 0), counted(table, 1)),
        shown=tuple(map(together, table.known)),
        claimant=table.claimant,
        bids=() if table.declarer is not None else tuple(bid for _, bid in table.bids),
        contract=None if table.declarer is None else (table.declarer, table.bid),
        scores=tuple(table.scores),
    )
