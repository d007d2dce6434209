"""What follows from the relation of play with suit tricks alone, as :mod:`aceten.proofs.theorems.follows` has it for matching tricks.

No engine here: these are claims about every branch of every action, and the engine keeps to the branches (T-STEP).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias, cast

import msgspec

from aceten.proofs import suit_deals
from aceten.proofs.theorems.follows import about, moved, same_number
from aceten_spec.formulas import Z3, Number, auction, rights, suit_tricks
from aceten_spec.formulas.cards import RANKS, rank_of
from aceten_spec.formulas.suit_play import SUITS, SuitDeal, SuitPlay, Way, suit_of
from aceten_spec.formulas.terms import FALSE, TRUE, either, equal, every, no, some, together

if TYPE_CHECKING:
    from aceten.proofs.obligations import Case, Numbers
    from aceten.proofs.setting import Setting
    from aceten.proofs.suit_deals import SuitShape
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

SHAPES: Final = (
    "any cards and numbers; hands of 0 to {hand} cards, every number of cards in the trick, every winner, open talons of every size,"
    " closed ones of one; every leader with full hands"
)
"""For which deals such a claim is made."""

_NOTHING: Final = cast("Number", 0)


def in_play(deal: SuitDeal) -> tuple[Number, ...]:
    """Return the cards that are not captured."""
    return (*itertools.chain(*deal.hands), *deal.talon, *deal.trick)


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


def _of_branches(setting: Setting, holds: Claim, shapes: Iterable[SuitShape] | None = None) -> Iterator[Case]:
    """Yield the cases that something holds of every branch that is no refusal."""
    game = suit_deals.with_few_bids(setting.suits)
    relation = SuitPlay(game.rules, game.players)
    for shape in suit_deals.every_shape(game) if shapes is None else shapes:

        def claim(given: Numbers, _: Numbers, shape: SuitShape = shape) -> Truth:
            deal = suit_deals.deal(shape, game.side_count, given)
            facts = every(suit_deals.assumed(game, shape, given))
            return every(
                some([no(facts), no(way.guard), holds(relation, deal, Done(kind, card, way.after))])
                for kind, card, ways in actions(relation, deal)
                for way in ways
                if way.guard is not FALSE and not isinstance(way.after, str)
            )

        yield about(shape, suit_deals.variables(game, shape), claim)


def same_cards(setting: Setting) -> Iterator[Case]:
    """Every action leaves an arbitrary card in as many places as it lay in before."""

    def holds(_: SuitPlay, before: SuitDeal, done: Done) -> Truth:
        piles = [(*in_play(deal), *itertools.chain(*deal.taken)) for deal in (before, done.after)]
        return same_number(*piles)

    return _of_branches(setting, holds)


def same_points(setting: Setting) -> Iterator[Case]:
    """Every action leaves as many card points, captured and in play."""
    counts = setting.counts

    def holds(_: SuitPlay, before: SuitDeal, done: Done) -> Truth:
        after = done.after
        here, there = moved(in_play(before), in_play(after))
        worth = [Z3.Sum([counts(rank_of(card)) for card in cards]) for cards in (here, there)]
        return Z3.Sum([*before.points, worth[0]]) == Z3.Sum([*after.points, worth[1]])

    return _of_branches(setting, holds)


def nearer(setting: Setting) -> Iterator[Case]:
    """Every action leaves less to do: fewer turns in the auction, or a smaller measure."""
    game = suit_deals.with_few_bids(setting.suits)
    left, exchanged = rights.steps_left().of, rights.exchanged(game.rules).of

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
    game = suit_deals.with_few_bids(setting.suits)
    ends = rights.is_over(game.rules).of

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
        return every([some([no(is_over), said]), some([is_over, no(said)])])

    return _of_branches(setting, holds)


def some_action(setting: Setting) -> Iterator[Case]:
    """Whoever is to act has an action that is not refused."""
    game = suit_deals.with_few_bids(setting.suits)
    relation = SuitPlay(game.rules, game.players)
    for shape in suit_deals.seen_by_player(game):
        if shape.turn is None:
            continue

        def claim(given: Numbers, _: Numbers, shape: SuitShape = shape) -> Truth:
            deal = suit_deals.deal(shape, game.side_count, given)
            facts = suit_deals.assumed(game, shape, given)
            hand = deal.hands[cast("int", shape.turn)]
            every_action = (
                *[relation.card(deal, card) for card in hand],
                *[ways for _, _, ways in actions(relation, deal)],
            )
            return some([*map(no, facts), *map(_allowed, every_action)])

        yield about(shape, suit_deals.variables(game, shape), claim)


def _allowed(ways: Iterable[Way]) -> Truth:
    return no(some(way.guard for way in ways if isinstance(way.after, str)))


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
        trick = (*before.trick, done.card)
        winner = done.after.winning
        so_far = best(relation, before, before.trick, before.winning) if before.trick else TRUE
        return some([no(so_far), best(relation, before, trick, winner)])

    return _of_branches(setting, holds)


def declarer(setting: Setting) -> Iterator[Case]:
    """When an auction is over who has bid the most is the declarer and leads, or nobody has bid and the deal is over."""
    game = suit_deals.with_few_bids(setting.suits)

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

    return _of_branches(setting, holds, suit_deals.auctions(game))


def rightly(setting: Setting) -> Iterator[Case]:
    """Marriages are shown, cards exchanged, the talon closed, cards drawn and bids made exactly when the clauses allow it."""
    game = suit_deals.with_few_bids(setting.suits)
    rules, relation = game.rules, SuitPlay(game.rules, game.players)
    may_show, may_exchange = rights.may_show(rules).of, rights.may_exchange(rules).of
    leads_with = rights.leads(rules).of
    may_close, has_to_draw, may_claim = (
        rights.may_close(rules).of,
        rights.has_to_draw(rules).of,
        rights.may_claim(rules).of,
    )
    king, queen = int(RANKS["K"]), int(RANKS["Q"])
    whole = len(game.pack.cards)
    for shape in suit_deals.seen_by_player(game):
        if shape.turn is None:
            continue

        def claim(given: Numbers, _: Numbers, shape: SuitShape = shape) -> Truth:
            turn = cast("int", shape.turn)
            deal = suit_deals.deal(shape, game.side_count, given)
            hand, closed, talon = deal.hands[turn], deal.closed, len(deal.talon)
            leads, is_closed = int(not deal.trick), int(closed is not None)
            draws = has_to_draw(leads, talon, is_closed, len(hand))
            says = relation.bidding(deal) or relation.naming(deal)
            first, tricks = either(some([says, draws]), 1, 0), (whole - len(in_play(deal))) // game.players
            facts = [
                together(_allowed(relation.close(deal)), may_close(leads, talon, is_closed, tricks)),
                together(_allowed(relation.draw(deal)), draws),
            ]
            for card in hand[:1]:  # which stands for all (T-STEP.suit_place)
                pair = [_among(suit_of(card) * 16 + rank, hand) for rank in (king, queen)]
                shown = may_show(leads, talon, is_closed, tricks, first, *[either(each, 1, 0) for each in pair])
                may_lead = every([leads_with(card % 16), shown])
                facts.append(together(_allowed(relation.meld(deal, card)), may_lead))
                if rules.meld_forced == "on" and not (says or draws is TRUE or deal.trick):
                    facts.append(together(_allowed(relation.card(deal, card)), no(may_lead)))
            if rules.exchange != "none" and deal.trump is not None and talon:
                holds = _among(deal.trump * 16 + int(RANKS[rules.exchange]), hand)
                took = _NOTHING if deal.tricks is None else deal.tricks[relation.side(turn)]
                since = _NOTHING
                if deal.tricks is not None and closed is not None:
                    since = Z3.Sum([*deal.tricks]) - Z3.Sum([*closed.tricks])
                closer = int(closed is not None and closed.seat == turn)
                may = may_exchange(
                    either(holds, 1, 0), either(draws, 1, 0), talon, is_closed, closer, leads, took, since
                )
                facts.append(together(_allowed(relation.exchange(deal)), every([deal.tricks is not None, may])))
            if relation.bidding(deal):
                may_bid = either(auction.may_bid(rules, game.players, shape.bids).of(*deal.bids), 1, 0)
                last = last_and_passes(deal.bids)[0]
                offers = [(points, auction.offered(rules, points).of(last, may_bid)) for points in rules.bids]
                facts += [together(_allowed(relation.bid(deal, cast("Number", points))), may) for points, may in offers]
            if not says:
                right = either(relation.has_enough(deal, relation.side(turn)), 1, 0)
                facts.append(together(_allowed(relation.claim(deal, 0)), may_claim(right)))
            counted = [number >= 0 for number in deal.tricks or ()]
            return some([*map(no, (*suit_deals.assumed(game, shape, given), *counted)), every(facts)])

        yield about(shape, suit_deals.variables(game, shape), claim)


def _among(card: Number, cards: tuple[Number, ...]) -> Truth:
    return some(equal(card, other) for other in cards)
