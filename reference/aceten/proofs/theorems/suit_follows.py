"""What follows from the relation of play with suit tricks alone, as :mod:`aceten.proofs.theorems.follows` has it for matching tricks.

No engine here: these are claims about every branch of every action, and the engine keeps to the branches (T-STEP).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias, cast

import msgspec

from aceten.proofs import suit_deals
from aceten.proofs.acts import SUITS as FORM
from aceten.proofs.acts import allowed
from aceten.proofs.theorems.follows import cards_kept, in_play, of_deals, points_kept
from aceten_spec.formulas import Z3, Number, auction, rights, suit_tricks
from aceten_spec.formulas.cards import RANKS
from aceten_spec.formulas.suit_play import SUITS, SuitDeal, SuitPlay, Way, suit_of
from aceten_spec.formulas.terms import FALSE, TRUE, either, equal, every, no, some, together

if TYPE_CHECKING:
    from aceten.proofs.obligations import Case
    from aceten.proofs.setting import Setting
    from aceten.proofs.suit_deals import SuitShape
    from aceten.suits.game import SuitGame
    from aceten_spec.formulas import Truth


class Done(msgspec.Struct, frozen=True, eq=False):
    """What an action comes to, by a branch of it that is no refusal."""

    kind: str
    """What is done."""
    card: Number | None
    """The card of the hand with which it is done."""
    after: SuitDeal
    """The deal as it is then."""


Claim: TypeAlias = Callable[[SuitPlay, SuitDeal, Done], "Truth"]
"""What is claimed of a deal and an action."""

_Shapes: TypeAlias = "Callable[[SuitGame], Iterable[SuitShape]]"

SHAPES: Final = (
    "any cards and numbers; hands of 0 to {hand} cards, every number of cards in the trick, every winner, open talons of every size,"
    " closed ones of one; every leader with full hands"
)
"""For which deals such a claim is made."""

_NOTHING: Final = cast("Number", 0)


def actions(
    relation: SuitPlay, deal: SuitDeal, suits: Sequence[int] = SUITS
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


def _of_branches(setting: Setting, holds: Claim, shapes: _Shapes = suit_deals.every_shape) -> Iterator[Case]:
    """Yield the cases that something holds of every branch that is no refusal."""
    game = suit_deals.with_few_bids(setting.suits)
    relation = SuitPlay(game.rules, game.players)

    def every_branch(deal: SuitDeal) -> Truth:
        return every(
            some([no(way.guard), holds(relation, deal, Done(kind, card, way.after))])
            for kind, card, ways in actions(relation, deal)
            for way in ways
            if way.guard is not FALSE and not isinstance(way.after, str)
        )

    return of_deals(FORM, game, shapes(game), every_branch, assumed=True)


def same_cards(setting: Setting) -> Iterator[Case]:
    """Every action leaves an arbitrary card in as many places as it lay in before."""
    return _of_branches(setting, lambda _, before, done: cards_kept(before, done.after))


def same_points(setting: Setting) -> Iterator[Case]:
    """Every action leaves as many card points, captured and in play."""
    return _of_branches(setting, lambda _, before, done: points_kept(setting.counts, before, done.after))


def nearer(setting: Setting) -> Iterator[Case]:
    """Every action leaves less to do: fewer turns in the auction, or a smaller measure."""
    left, exchanged = rights.steps_left().of, rights.exchanged(setting.suits.rules).of

    def measure(relation: SuitPlay, deal: SuitDeal) -> Number:
        low = exchanged(len(deal.talon), _NOTHING if deal.trump is None else deal.trump)
        turned = every([no(equal(low, -1)), no(equal(deal.talon[-1], low))]) if deal.talon else FALSE
        named = deal.trump is None and bool(relation.rules.bids)
        hands = sum(map(len, deal.hands))
        there, going = int(deal.closed is None), int(deal.turn is not None)
        return left(len(deal.talon), hands, either(turned, 1, 0), there, int(named), going)

    def turns(relation: SuitPlay, deal: SuitDeal) -> Number:
        if not relation.bidding(deal):
            return _NOTHING
        return auction.bids_to_come(relation.rules, relation.players).of(*last_and_passes(deal.bids))

    def holds(relation: SuitPlay, before: SuitDeal, done: Done) -> Truth:
        after = done.after
        was, now = measure(relation, before), measure(relation, after)
        if relation.bidding(before):
            players, highest = relation.players, relation.rules.bids[-1]
            said = [before.bids[:count] for count in range(1, len(before.bids) + 1)]
            is_over = some(auction.is_over(players, len(bids), highest).of(*bids) for bids in said)
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


def over(setting: Setting) -> Iterator[Case]:
    """A card or a marriage ends the deal exactly when the rules say; a claim, and a pass after the last trick, always."""
    ends = rights.is_over(setting.suits.rules).of

    def holds(relation: SuitPlay, before: SuitDeal, done: Done) -> Truth:
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


def _at_turn(setting: Setting, holds: Callable[[SuitPlay, SuitDeal], Truth]) -> Iterator[Case]:
    """Yield the cases that something holds of every deal in which somebody is to act."""
    game = suit_deals.with_few_bids(setting.suits)
    shapes = (shape for shape in suit_deals.seen_by_player(game) if shape.turn is not None)
    return of_deals(FORM, game, shapes, partial(holds, SuitPlay(game.rules, game.players)), assumed=True)


def some_action(setting: Setting) -> Iterator[Case]:
    """Whoever is to act has an action that is not refused."""

    def holds(relation: SuitPlay, deal: SuitDeal) -> Truth:
        others = [relation.card(deal, card) for card in deal.hands[cast("int", deal.turn)][1:]]
        return some(map(allowed, (*others, *[ways for _, _, ways in actions(relation, deal)])))

    return _at_turn(setting, holds)


def ahead(setting: Setting) -> Iterator[Case]:
    """Whoever played the highest trump, or else the highest card of the suit led, is winning the trick, card after card."""
    highest = suit_tricks.highest().of

    def best(relation: SuitPlay, deal: SuitDeal, trick: tuple[Number, ...], winner: int) -> Truth:
        seen = list(map(relation.seen, trick))
        place = (winner - deal.leader) % relation.players
        trump = _NOTHING if deal.trump is None else deal.trump
        others = [other for at, other in enumerate(seen) if at != place]
        return every(highest(*seen[place], *other, trump, seen[0][0]) for other in others)

    def holds(relation: SuitPlay, before: SuitDeal, done: Done) -> Truth:
        if done.kind != "card" or done.card is None:
            return TRUE
        so_far = best(relation, before, before.trick, before.winning) if before.trick else TRUE
        return some([no(so_far), best(relation, before, (*before.trick, done.card), done.after.winning)])

    return _of_branches(setting, holds)


def declarer(setting: Setting) -> Iterator[Case]:
    """When an auction is over who has bid the most is the declarer and leads, or nobody has bid and the deal is over."""

    def holds(relation: SuitPlay, before: SuitDeal, done: Done) -> Truth:
        after = done.after
        if not relation.bidding(before) or relation.bidding(after):
            return TRUE
        wins = auction.wins(relation.players, len(before.bids) + (done.kind == "bid"))
        if after.contract is None:
            nobody = [equal(bid, 0) for bid in after.bids]
            claims = [no(wins.of(seat, 0, before.dealer, *before.bids)) for seat in range(relation.players)]
            return every([after.turn is None, *nobody, *claims])
        seat, points = after.contract
        made = (*before.bids, points) if done.kind == "bid" else before.bids
        leads = after.leader == after.winning == after.turn == seat
        return every([leads, wins.of(seat, points, before.dealer, *made)])

    return _of_branches(setting, holds, suit_deals.auctions)


def rightly(setting: Setting) -> Iterator[Case]:
    """Marriages are shown, cards exchanged, the talon closed, cards drawn and bids made exactly when the clauses allow it."""
    rules, pack = suit_deals.with_few_bids(setting.suits).rules, setting.game.pack.cards
    may_show, leads_with, may_exchange = rights.may_show(rules), rights.leads(rules), rights.may_exchange(rules)
    may_close, has_to_draw, may_claim = rights.may_close(rules), rights.has_to_draw(rules), rights.may_claim(rules)

    def holds(relation: SuitPlay, deal: SuitDeal) -> Truth:
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
            may_bid = either(auction.may_bid(rules, relation.players, len(deal.bids)).of(*deal.bids), 1, 0)
            last = last_and_passes(deal.bids)[0]
            may += [
                (relation.bid(deal, cast("Number", points)), auction.offered(rules, points).of(last, may_bid))
                for points in rules.bids
            ]
        if not says:
            right = either(relation.has_enough(deal, relation.side(turn)), 1, 0)
            may.append((relation.claim(deal, 0), may_claim.of(right)))
        uncounted = [number < 0 for number in deal.tricks or ()]
        return some([*uncounted, every(together(allowed(ways), right) for ways, right in may)])

    return _at_turn(setting, holds)


def _held(card: Number, hand: tuple[Number, ...]) -> Number:
    """Return 1 where a card is in a hand, else 0."""
    return either(some(equal(card, other) for other in hand), 1, 0)
