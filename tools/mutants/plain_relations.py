"""The relations of play over plain numbers: a state as they have it, and the branches of an action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from aceten.engine.matching.state import MatchingState
from aceten.engine.suits.state import SuitState
from aceten.vocabulary.actions import (
    Action,
    Bid,
    Call,
    Claim,
    Close,
    Draw,
    Exchange,
    Flip,
    Meld,
    NameTrump,
    Pass,
    Play,
    Spice,
    Stop,
)
from aceten_spec.formulas.draw_clauses import Cards
from aceten_spec.formulas.matching.play_relation import NOBODY, Branch, DealTerms, PlayRelation
from aceten_spec.formulas.suits.suit_conditions import ClosedTerms, SuitDealTerms
from aceten_spec.formulas.suits.suit_relation import SuitRelation, Way
from aceten_spec.formulas.terms import Number, Truth


def plain_cards(given: Sequence[int]) -> Cards:
    """Return numbers as the relation takes them."""
    return cast("Cards", tuple(map(int, given)))


def matching_deal(state: MatchingState) -> DealTerms:
    """Return a state as the relation has it."""

    def number(given: int | None) -> Number:
        return NOBODY if given is None else cast("Number", int(given))

    return DealTerms(
        hands=tuple(map(plain_cards, state.hands)),
        talon=plain_cards(state.talon),
        leader=state.leader,
        trick=plain_cards(state.trick),
        winning=state.winning,
        turn=state.turn,
        taken=tuple(map(plain_cards, state.taken)),
        points=plain_cards(state.points),
        tricks=None if state.tricks is None else plain_cards(state.tricks),
        forfeit=number(state.forfeit),
        leads=plain_cards(state.leads),
        drawn=None if state.drawn is None else number(state.drawn),
        lone=number(state.lone),
        burned=cast("tuple[Truth, ...]", tuple(side in state.burned for side in range(state.game.side_count))),
    )


def matching_ways(relation: PlayRelation, deal: DealTerms, action: Action) -> Iterator[Branch] | None:
    """Return the branches of an action; ``None``: no game with such tricks has it."""
    match action:
        case Play():
            return relation.card(deal, cast("Number", int(action.card)))
        case Flip():
            return relation.flip(deal)
        case Spice():
            return relation.spice(deal)
        case Stop():
            return relation.stop(deal)
        case Call():
            return relation.call(deal, action.seat, action.kind)
        case _:
            return None


def suit_deal(state: SuitState) -> SuitDealTerms:
    """Return a state as the relation has it."""
    closed, contract = state.closed, state.contract
    return SuitDealTerms(
        hands=tuple(map(plain_cards, state.hands)),
        talon=plain_cards(state.talon),
        leader=state.leader,
        trick=plain_cards(state.trick),
        winning=state.winning,
        turn=state.turn,
        taken=tuple(map(plain_cards, state.taken)),
        points=plain_cards(state.points),
        tricks=None if state.tricks is None else plain_cards(state.tricks),
        trump=None if state.trump is None else cast("Number", int(state.trump)),
        closed=None
        if closed is None
        else ClosedTerms(seat=closed.seat, points=cast("Number", closed.points), tricks=plain_cards(closed.tricks)),
        melds=plain_cards(state.melds),
        waiting=plain_cards(state.waiting),
        shown=tuple(map(plain_cards, state.shown)),
        claimant=state.claimant,
        bids=plain_cards(state.bids),
        contract=None if contract is None else (contract[0], cast("Number", contract[1])),
        scores=plain_cards(state.scores),
        dealer=state.dealer,
    )


def suit_ways(relation: SuitRelation, deal: SuitDealTerms, action: Action) -> Iterator[Way] | None:  # noqa: PLR0911 - one for each
    """Return the branches of an action; ``None``: no game with such tricks has it."""
    match action:
        case Play():
            return relation.card(deal, cast("Number", int(action.card)))
        case Meld():
            return relation.meld(deal, cast("Number", int(action.card)))
        case Exchange():
            return relation.exchange(deal)
        case Close():
            return relation.close(deal)
        case Draw():
            return relation.draw(deal)
        case Claim():
            return relation.claim(deal, action.suit or 0)
        case Bid():
            return relation.bid(deal, cast("Number", action.points))
        case NameTrump():
            return relation.name(deal, action.suit)
        case Pass():
            return relation.waive(deal)
        case _:
            return None
