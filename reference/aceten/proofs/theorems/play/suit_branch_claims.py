"""What follows from the relation of play with suit tricks alone.

As :mod:`aceten.proofs.theorems.play.branch_claims` has it for matching tricks. No engine here: these are claims about every branch of every
action, and the engine keeps to the branches (T-STEP).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final, TypeAlias, cast

import msgspec

from aceten.engine.suits.game import SuitGame
from aceten.proofs.claims import symbolic_suit_deals
from aceten.proofs.claims.action_claims import SUITS as FORM
from aceten.proofs.claims.action_claims import allowed
from aceten.proofs.claims.symbolic_suit_deals import SuitShape
from aceten.proofs.statements.game_setting import Setting
from aceten.proofs.statements.obligations import ProofCase
from aceten.proofs.theorems.play.branch_claims import cards_kept, in_play, of_deals, points_kept
from aceten_spec.formulas.card_clauses import RANKS
from aceten_spec.formulas.suits import auction_clauses, rights_clauses, suit_trick_clauses
from aceten_spec.formulas.suits.suit_conditions import SUITS, SuitDealTerms, suit_of
from aceten_spec.formulas.suits.suit_relation import SuitRelation, Way
from aceten_spec.formulas.terms import FALSE, TRUE, Z3, Number, Truth, either, equal, every, no, some, together


class TakenAction(msgspec.Struct, frozen=True, eq=False):
    """What an action comes to, by a branch of it that is no refusal."""

    kind: str
    """What is done."""
    card: Number | None
    """The card of the hand with which it is done."""
    after: SuitDealTerms
    """The deal as it is then."""


Claim: TypeAlias = Callable[[SuitRelation, SuitDealTerms, TakenAction], "Truth"]
"""What is claimed of a deal and an action."""

_Shapes: TypeAlias = "Callable[[SuitGame], Iterable[SuitShape]]"

SHAPES: Final = (
    "every state that a deal can have (T-STEP.suit_shapes), auctions apart: any cards and numbers, every leader and winner, hands of 0 to"
    " {hand} cards, every number of cards in the trick, open and closed talons of every size"
)
"""For which deals such a claim is made."""

_NOTHING: Final = cast("Number", 0)


def actions(
    relation: SuitRelation, deal: SuitDealTerms, suits: Sequence[int] = SUITS
) -> Iterator[tuple[str, Number | None, Iterable[Way]]]:
    """Yield the kind, the card and the branches of every action; the first card of a hand stands for all (T-STEP.suit_place).

    :param suits: in which order they are claimed with and named.
    """
    hand = () if deal.turn is None else deal.hands[deal.turn][:1]
    yield from (("card", card, relation.card(deal, card)) for card in hand)
    yield from (("meld", card, relation.meld(deal, card)) for card in hand)
    yield "exchange", None, relation.exchange(deal)
    yield "close", None, relation.close(deal)
    yield "draw", None, relation.draw(deal)
    yield from (("claim", None, relation.claim(deal, suit)) for suit in (0, *suits))
    yield from (("bid", None, relation.bid(deal, cast("Number", points))) for points in relation.rules.bids)
    yield from (("name", None, relation.name(deal, suit)) for suit in suits)
    yield "pass", None, relation.waive(deal)


def _of_branches(
    setting: Setting, holds: Claim, shapes: _Shapes = symbolic_suit_deals.every_shape
) -> Iterator[ProofCase]:
    """Yield the cases that something holds of every branch that is no refusal."""
    game = symbolic_suit_deals.with_few_bids(setting.suits)
    relation = SuitRelation(game.rules, game.players)

    def every_branch(deal: SuitDealTerms) -> Truth:
        return every(
            some([no(way.guard), holds(relation, deal, TakenAction(kind, card, way.after))])
            for kind, card, ways in actions(relation, deal)
            for way in ways
            if way.guard is not FALSE and not isinstance(way.after, str)
        )

    return of_deals(FORM, game, shapes(game), every_branch, assumed=True)


def same_cards(setting: Setting) -> Iterator[ProofCase]:
    """Every action leaves an arbitrary card in as many places as it lay in before."""
    return _of_branches(setting, lambda _, before, done: cards_kept(before, done.after))


def same_points(setting: Setting) -> Iterator[ProofCase]:
    """Every action leaves as many card points, captured and in play, and takes none from a side."""
    return _of_branches(setting, lambda _, before, done: points_kept(setting.counts, before, done.after))


def nearer(setting: Setting) -> Iterator[ProofCase]:
    """Every action leaves less to do: fewer turns in the auction, or a smaller measure."""
    left, exchanged = rights_clauses.steps_left().of, rights_clauses.exchanged(setting.suits.rules).of

    def measure(relation: SuitRelation, deal: SuitDealTerms) -> Number:
        low = exchanged(len(deal.talon), _NOTHING if deal.trump is None else deal.trump)
        turned = every([no(equal(low, -1)), no(equal(deal.talon[-1], low))]) if deal.talon else FALSE
        named = deal.trump is None and bool(relation.rules.bids)
        hands = sum(map(len, deal.hands))
        there, going = int(deal.closed is None), int(deal.turn is not None)
        return left(len(deal.talon), hands, either(turned, 1, 0), there, int(named), going)

    def turns(relation: SuitRelation, deal: SuitDealTerms) -> Number:
        if not relation.bidding(deal):
            return _NOTHING
        return auction_clauses.bids_to_come(relation.rules, relation.players).of(*last_and_passes(deal.bids))

    def holds(relation: SuitRelation, before: SuitDealTerms, done: TakenAction) -> Truth:
        after = done.after
        was, now = measure(relation, before), measure(relation, after)
        if relation.bidding(before):
            players, highest = relation.players, relation.rules.bids[-1]
            said = [before.bids[:count] for count in range(1, len(before.bids) + 1)]
            is_over = some(auction_clauses.is_over(players, len(bids), highest).of(*bids) for bids in said)
            return some([is_over, every([now <= was, turns(relation, after) < turns(relation, before)])])
        return every([now < was, now >= 0])

    return _of_branches(setting, holds)


def last_and_passes(bids: Iterable[Number]) -> tuple[Number, Number]:
    """Return the last bid, 0 for none, and the passes in a row after it."""
    last, passes = Z3.IntVal(0), Z3.IntVal(0)
    for bid in bids:
        passes = either(equal(bid, 0), passes + 1, Z3.IntVal(0))
        last = either(equal(bid, 0), last, bid)
    return last, passes


def over(setting: Setting) -> Iterator[ProofCase]:
    """A card or a marriage ends the deal exactly when the rules say; a claim, and a pass after the last trick, always."""
    ends = rights_clauses.is_over(setting.suits.rules).of

    def holds(relation: SuitRelation, before: SuitDealTerms, done: TakenAction) -> Truth:
        after = done.after
        is_over = cast("Truth", after.turn is None)
        if relation.bidding(before):
            return some([no(is_over), every([equal(bid, 0) for bid in after.bids])])
        won = bool(before.trick) and not after.trick
        left = sum(map(len, after.hands)) + len(after.trick) + (0 if after.closed is not None else len(after.talon))
        side = relation.side(after.leader if won else cast("int", before.turn))
        enough = relation.has_enough(after, side) if won or done.kind == "meld" else FALSE
        said = ends(left, int(done.kind == "claim"), int(done.kind == "pass"), either(enough, 1, 0))
        return together(is_over, said)

    return _of_branches(setting, holds)


def _at_turn(setting: Setting, holds: Callable[[SuitRelation, SuitDealTerms], Truth]) -> Iterator[ProofCase]:
    """Yield the cases that something holds of every deal in which somebody is to act."""
    game = symbolic_suit_deals.with_few_bids(setting.suits)
    shapes = (shape for shape in symbolic_suit_deals.every_shape(game) if shape.turn is not None)
    return of_deals(FORM, game, shapes, partial(holds, SuitRelation(game.rules, game.players)), assumed=True)


def some_action(setting: Setting) -> Iterator[ProofCase]:
    """Whoever is to act has an action that is not refused."""

    def holds(relation: SuitRelation, deal: SuitDealTerms) -> Truth:
        others = [relation.card(deal, card) for card in deal.hands[cast("int", deal.turn)][1:]]
        return some(map(allowed, (*others, *[ways for _, _, ways in actions(relation, deal)])))

    return _at_turn(setting, holds)


def ahead(setting: Setting) -> Iterator[ProofCase]:
    """Whoever played the highest trump, or else the highest card of the suit led, is winning the trick, card after card."""
    highest = suit_trick_clauses.highest().of

    def best(relation: SuitRelation, deal: SuitDealTerms, trick: tuple[Number, ...], winner: int) -> Truth:
        seen = list(map(relation.seen, trick))
        place = (winner - deal.leader) % relation.players
        trump = _NOTHING if deal.trump is None else deal.trump
        others = [other for at, other in enumerate(seen) if at != place]
        return every(highest(*seen[place], *other, trump, seen[0][0]) for other in others)

    def holds(relation: SuitRelation, before: SuitDealTerms, done: TakenAction) -> Truth:
        if done.kind != "card" or done.card is None:
            return TRUE
        so_far = best(relation, before, before.trick, before.winning) if before.trick else TRUE
        return some([no(so_far), best(relation, before, (*before.trick, done.card), done.after.winning)])

    return _of_branches(setting, holds)


def declarer(setting: Setting) -> Iterator[ProofCase]:
    """When an auction is over who has bid the most is the declarer and leads, or nobody has bid and the deal is over."""

    def holds(relation: SuitRelation, before: SuitDealTerms, done: TakenAction) -> Truth:
        after = done.after
        if not relation.bidding(before) or relation.bidding(after):
            return TRUE
        wins = auction_clauses.wins(relation.players, len(before.bids) + (done.kind == "bid"))
        if after.contract is None:
            nobody = [equal(bid, 0) for bid in after.bids]
            claims = [no(wins.of(seat, 0, before.dealer, *before.bids)) for seat in range(relation.players)]
            return every([after.turn is None, *nobody, *claims])
        seat, points = after.contract
        made = (*before.bids, points) if done.kind == "bid" else before.bids
        leads = after.leader == after.winning == after.turn == seat
        return every([leads, wins.of(seat, points, before.dealer, *made)])

    return _of_branches(setting, holds, symbolic_suit_deals.auctions)


def rightly(setting: Setting) -> Iterator[ProofCase]:
    """Marriages are shown, cards exchanged, the talon closed, cards drawn and bids made exactly when the clauses allow it."""
    rules, pack = symbolic_suit_deals.with_few_bids(setting.suits).rules, setting.game.pack.cards
    may_show, leads_with, may_exchange = (
        rights_clauses.may_show(rules),
        rights_clauses.leads(rules),
        rights_clauses.may_exchange(rules),
    )
    may_close, has_to_draw, may_claim = (
        rights_clauses.may_close(rules),
        rights_clauses.has_to_draw(rules),
        rights_clauses.may_claim(rules),
    )

    def holds(relation: SuitRelation, deal: SuitDealTerms) -> Truth:
        turn = cast("int", deal.turn)
        hand, closed, talon = deal.hands[turn], deal.closed, len(deal.talon)
        leads, is_closed = int(not deal.trick), int(closed is not None)
        draws = has_to_draw.of(leads, talon, is_closed, len(hand))
        says = relation.bidding(deal) or relation.naming(deal)
        first, tricks = either(some([says, draws]), 1, 0), (len(pack) - len(in_play(deal))) // relation.players
        may: list[tuple[Iterable[Way], Truth]] = [
            (relation.close(deal), may_close.of(leads, talon, is_closed, tricks)),
            (relation.draw(deal), draws),
        ]
        for card in hand[:1]:  # which stands for all (T-STEP.suit_place)
            pair = [_held(suit_of(card) * 16 + int(RANKS[rank]), hand) for rank in ("K", "Q")]
            shows = every([leads_with.of(card % 16), may_show.of(leads, talon, is_closed, tricks, first, *pair)])
            may.append((relation.meld(deal, card), shows))
            if rules.meld_forced and not (says or draws is TRUE or deal.trick):
                may.append((relation.card(deal, card), no(shows)))
        if rules.exchange != "none" and deal.trump is not None and talon:
            holds = _held(deal.trump * 16 + int(RANKS[rules.exchange]), hand)
            took = _NOTHING if deal.tricks is None else deal.tricks[relation.side(turn)]
            since = _NOTHING
            if deal.tricks is not None and closed is not None:
                since = Z3.Sum([*deal.tricks]) - Z3.Sum([*closed.tricks])
            closer = int(closed is not None and closed.seat == turn)
            exchanges = may_exchange.of(holds, either(draws, 1, 0), talon, is_closed, closer, leads, took, since)
            may.append((relation.exchange(deal), every([deal.tricks is not None, exchanges])))
        if relation.bidding(deal):
            may_bid = either(auction_clauses.may_bid(rules, relation.players, len(deal.bids)).of(*deal.bids), 1, 0)
            last = last_and_passes(deal.bids)[0]
            may += [
                (relation.bid(deal, cast("Number", points)), auction_clauses.offered(rules, points).of(last, may_bid))
                for points in rules.bids
            ]
        if not says:
            right = either(relation.has_enough(deal, relation.side(turn)), 1, 0)
            may.append((relation.claim(deal, 0), may_claim.of(leads, tricks, 0, right)))
        uncounted = [number < 0 for number in deal.tricks or ()]
        return some([*uncounted, every(together(allowed(ways), right) for ways, right in may)])

    return _at_turn(setting, holds)


def _held(card: Number, hand: tuple[Number, ...]) -> Number:
    """Return 1 where a card is in a hand, else 0."""
    return either(some(equal(card, other) for other in hand), 1, 0)
