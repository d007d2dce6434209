"""There are no other shapes of deals than those that are followed: a deal begins in one, and every action leads from one to another."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

from aceten.engine.game import Game
from aceten.engine.state import State
from aceten.proofs.claims import symbolic_deals, symbolic_suit_deals
from aceten.proofs.claims.action_claims import MATCHING, SUITS, Form
from aceten.proofs.claims.symbolic_deals import Shape
from aceten.proofs.claims.symbolic_suit_deals import SuitShape
from aceten.proofs.statements.game_setting import Setting
from aceten.proofs.statements.obligations import Numbers, ProofCase, Variable
from aceten.proofs.theorems.play import suit_branch_claims
from aceten.proofs.theorems.play.branch_claims import about, actions, of_deals
from aceten_spec.formulas.matching.play_relation import Branch, DealTerms, PlayRelation
from aceten_spec.formulas.suits.suit_conditions import SuitDealTerms
from aceten_spec.formulas.suits.suit_relation import SuitRelation
from aceten_spec.formulas.terms import FALSE, Truth, every, no, numeral

_G = TypeVar("_G", bound="Game")
_S = TypeVar("_S")
_D = TypeVar("_D")
_T = TypeVar("_T", bound="State")


def matching_shapes(setting: Setting) -> Iterator[ProofCase]:
    """Yield the cases of matching tricks. Who plays alone and whose score falls may be anybody in all of these shapes."""
    game = setting.matching
    relation = PlayRelation(game.rules, game.players)

    def ways(deal: DealTerms) -> Iterable[Branch[DealTerms]]:
        return itertools.chain.from_iterable(ways for _, ways in actions(relation, deal))

    return _kept(MATCHING, game, {shape: _of_shape(shape) for shape in symbolic_deals.every(game)}, _of_deal, ways)


def suit_shapes(setting: Setting) -> Iterator[ProofCase]:
    """Yield the cases of suit tricks. Whatever is done in an auction may lead on in it, of which T-AUCTION speaks."""
    game = symbolic_suit_deals.with_few_bids(setting.suits)
    relation = SuitRelation(game.rules, game.players)
    shapes = itertools.chain(symbolic_suit_deals.auctions(game), symbolic_suit_deals.lying(game))

    def ways(deal: SuitDealTerms) -> Iterable[Branch[SuitDealTerms]]:
        return itertools.chain.from_iterable(ways for _, _, ways in suit_branch_claims.actions(relation, deal))

    def outline(deal: SuitDealTerms) -> Hashable:
        return None if relation.bidding(deal) and deal.bids else _of_suit_deal(deal)

    return _kept(SUITS, game, {shape: _of_suit_shape(shape) for shape in shapes}, outline, ways)


def _kept(
    form: Form[_G, _S, _D, _T],
    game: _G,
    shapes: dict[_S, Hashable],
    of_deal: Callable[[_D], Hashable],
    ways: Callable[[_D], Iterable[Branch[_D]]],
) -> Iterator[ProofCase]:
    """Yield the case that nothing leads out of a shape for each of them, and for each dealer that a deal begins in one.

    :param shapes: all of them, each with what sets it apart.
    :param of_deal: the same of a deal; ``None``: it is looked at no further.
    :param ways: the branches of all actions in a deal.
    """
    known = {None, *shapes.values()}

    def inside(deal: _D) -> Truth:
        after = [(way.guard, way.after) for way in ways(deal) if way.guard is not FALSE]
        return every(no(guard) for guard, then in after if not isinstance(then, str) and of_deal(then) not in known)

    yield from of_deals(form, game, shapes, inside, assumed=True)
    usual, hand = tuple(map(int, game.pack.cards)), game.rules.hand
    cards = tuple([Variable(f"card {place + 1}", usual, card=True) for place, _ in enumerate(usual)])

    def begins(dealer: int) -> ProofCase:
        def claim(given: Numbers, _: Numbers) -> Truth:
            hands = tuple([given[seat * hand : (seat + 1) * hand] for seat in range(game.players)])
            rest, scores = given[game.players * hand :], (numeral(0),) * game.side_count
            cut = given[0] if game.cuts or game.last_shown else None
            starts = form.begin(game, hands, rest, dealer, cut, scores)
            return every(no(guard) for guard, deal in starts if of_deal(deal) not in known)

        return about(f"{dealer} deals", cards, claim)

    yield from map(begins, range(game.players))


def _of_shape(shape: Shape) -> Hashable:
    seats = shape.leader, shape.lying, shape.winning, shape.turn
    return None if shape.turn is None else (shape.held, shape.talon, *seats, shape.drawn, shape.leads)


def _of_deal(deal: DealTerms) -> Hashable:
    place = None if deal.drawn is None else [card is deal.drawn for card in deal.hands[deal.winning]].index(True)
    seats = deal.leader, len(deal.trick), deal.winning, deal.turn
    sizes = tuple(map(len, deal.hands)), len(deal.talon)
    return None if deal.turn is None else (*sizes, *seats, place, len(deal.leads))


def _of_suit_shape(shape: SuitShape) -> Hashable:
    seats = shape.leader, shape.lying, shape.winning, shape.turn
    return (shape.held, shape.talon, *seats, shape.trump, shape.closed, shape.bids, shape.contract is None)


def _of_suit_deal(deal: SuitDealTerms) -> Hashable:
    seats = deal.leader, len(deal.trick), deal.winning, deal.turn
    sizes, closer = (tuple(map(len, deal.hands)), len(deal.talon)), None if deal.closed is None else deal.closed.seat
    said = deal.trump is not None, closer, len(deal.bids), deal.contract is None
    return None if deal.turn is None else (*sizes, *seats, *said)
