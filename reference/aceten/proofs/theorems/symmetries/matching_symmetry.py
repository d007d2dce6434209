"""Symmetries of games with matching tricks: claims about two deals side by side, each branch of an action here being one there.

No engine here, as in :mod:`aceten.proofs.theorems.play.branch_claims`: the engine keeps to the branches (T-STEP). It is run only
where the solvers use something else of it: the key of a state, one card for all of a rank, and what a deal comes to.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Final

import msgspec

from aceten.engine.matching.game import MatchingGame
from aceten.engine.scoring import Result
from aceten.proofs.claims import deal_pairs, symbolic_deals
from aceten.proofs.claims.action_claims import MATCHING, same
from aceten.proofs.claims.contracts import of_play, standing_in
from aceten.proofs.claims.deal_pairs import (
    Key,
    Relates,
    all_matched,
    among,
    flat_key,
    further,
    gains,
    named,
    put_in,
    related,
    same_key,
    same_results,
    terms,
    told_apart,
)
from aceten.proofs.claims.symbolic_deals import Shape
from aceten.proofs.execution.replacements import replaced
from aceten.proofs.statements.game_setting import Setting, with_rules
from aceten.proofs.statements.obligations import Numbers, ProofCase, Variable
from aceten.proofs.theorems.play.branch_claims import BRANCHES, about, actions, of_deals
from aceten.vocabulary.actions import CallKind
from aceten_spec.cards import Card, Rank, rank_number, suit_number, without_suit
from aceten_spec.formulas.card_clauses import rank_of
from aceten_spec.formulas.matching import trick_clauses
from aceten_spec.formulas.matching.play_relation import NOBODY, Branch, DealTerms, PlayRelation
from aceten_spec.formulas.terms import (
    FALSE,
    TRUE,
    Z3,
    Formula,
    Number,
    Truth,
    either,
    equal,
    every,
    no,
    some,
    term_of,
    together,
)

HELD: Final = 2
"""Hands of so many cards at most are followed where each case takes long."""

ALIKE: Final = (
    f"{BRANCHES}; any cards and numbers, seat 0 leading (T-SEATS); tricks of every size, every winner, talons of every size that makes a"
    " difference"
)
"""For which deals most of these claims are made."""


# --- Two deals side by side -------------------------------------------------------------------------------------------


def ways(relation: PlayRelation, deal: DealTerms) -> list[list[Branch[DealTerms]]]:
    """Return the branches of every action but calls; the first card of a hand stands for all (T-STEP.place)."""
    return [list(way) for _, way in actions(relation, deal)]


def alike(one: DealTerms, other: DealTerms, card: Relates = equal, rank: Relates = equal) -> Truth:
    """Return that two deals are the same, but for cards and ranks, of which something else is asked."""
    piles = [(*deal.hands, deal.talon, deal.trick, *deal.taken, _drawn(deal)) for deal in (one, other)]
    numbers = [
        (deal.leader, deal.winning, deal.turn, deal.forfeit, deal.lone, deal.points, deal.tricks)
        for deal in (one, other)
    ]
    burned = map(together, one.burned, other.burned)
    return every([same_key(*numbers), *burned, related(card, *piles), related(rank, [one.leads], [other.leads])])


def _drawn(deal: DealTerms) -> tuple[Number, ...]:
    return () if deal.drawn is None else (deal.drawn,)


def led_by_seat_0(game: MatchingGame) -> Iterator[Shape]:
    """Yield the shapes of deals but for what the symmetry of seats, and the order of a hand meaning nothing, leave out."""
    return (shape for shape in symbolic_deals.acted_on(game) if not shape.leader and not shape.drawn)


def by_own_rank(case: ProofCase, counts: Formula[Number] | None = None) -> ProofCase:
    """Return the case in which each card has a number of its own for its rank.

    :param counts: of what a card counts, which then is a number of its own, too.
    """
    faces = [place for place, each in enumerate(case.variables) if each.card and each.name != symbolic_deals.LED]
    cards = [case.variables[place] for place in faces]
    size = len(case.variables)

    @cache
    def pairs(given: Numbers) -> list[list[tuple[Number, Number]]]:
        ranks = [rank_of(given[place]) for place in faces]
        own = given[size:]
        of_ranks = [*zip(ranks, own, strict=False)]
        return [of_ranks] if counts is None else [[*zip(map(counts, ranks), own[len(faces) :], strict=True)], of_ranks]

    def assuming(given: Numbers) -> list[Truth]:
        return [put_in(each, *pairs(given)) for each in case.assuming(given[:size])]

    def claim(given: Numbers, found: Numbers) -> Truth:
        return put_in(case.claim(given[:size], found), *pairs(given))

    own = (*named(cards, ", rank"), *(() if counts is None else named(cards, ", counted")))
    return msgspec.structs.replace(case, variables=(*case.variables, *own), assuming=assuming, claim=claim)


# --- T-SEATS: seats rotate --------------------------------------------------------------------------------------------


def turned(relation: PlayRelation, deal: DealTerms) -> DealTerms:
    """Return the deal in which everybody sits one seat further, and the sides with them."""

    def moved(number: Number, count: int) -> Number:
        return number if number is NOBODY else either(number < 0, number, (number + 1) % count)

    forfeit, lone = moved(deal.forfeit, relation.sides), moved(deal.lone, relation.players)
    return deal_pairs.turned(deal, relation.players, forfeit=forfeit, lone=lone, burned=further(deal.burned))


def seats_play(setting: Setting) -> Iterator[ProofCase]:
    """What an action makes of a deal turns with the seats, calls among them."""
    game = setting.matching
    relation = PlayRelation(game.rules, game.players)

    def every_way(deal: DealTerms, further: int) -> list[list[Branch[DealTerms]]]:
        seats = [(seat + further) % game.players for seat in range(game.players)]
        calls = [relation.call(deal, seat, kind) for seat, kind in itertools.product(seats, CallKind)]
        return [[Branch(put_in(way.guard), way.after) for way in each] for each in (*ways(relation, deal), *calls)]

    def leads(one: DealTerms, other: DealTerms) -> Truth:
        return put_in(alike(turned(relation, one), other))

    def holds(here: DealTerms) -> Truth:
        there = turned(relation, here)
        return all_matched(leads, every_way(here, 0), every_way(there, 1))

    return of_deals(MATCHING, game, symbolic_deals.acted_on(game), holds)


# --- T-SUITS and T-RANKS: ranks are exchanged, suits are any ----------------------------------------------------------


def special_ranks(game: MatchingGame) -> frozenset[int]:
    """Return the ranks that a parameter names."""
    rules = game.rules
    letters = {*rules.wild, rules.last_card_loses}
    found = {int(rank) for rank in game.pack.ranks if rank.letter in letters}
    if game.lone_card is not None:
        found |= {game.led[game.lone_card], game.played[game.lone_card], rank_number(game.lone_card)}
    return frozenset(found)


def alike_ranks(game: MatchingGame) -> tuple[tuple[int, ...], ...]:
    """Return the ranks that no parameter names, in groups that count the same and come in the same suits; only groups of two or more."""
    values = dict(game.values)
    groups: dict[tuple[int, tuple[int, ...]], list[int]] = {}
    for rank in game.pack.ranks:
        suits = tuple(sorted([suit_number(card) for card in game.pack.cards if card.rank == rank]))
        if rank not in special_ranks(game):
            groups.setdefault((values.get(rank, 0), suits), []).append(int(rank))
    return tuple([tuple(group) for group in groups.values() if len(group) > 1])


def exchanged(rank: Number, one: Number, other: Number) -> Number:
    """Return what stands for a rank when two of them are exchanged."""
    return either(rank == one, other, either(rank == other, one, rank))


def _is_lone(game: MatchingGame, card: Number) -> Truth:
    return FALSE if game.lone_card is None else equal(card, int(game.lone_card))


def suits_play(setting: Setting) -> Iterator[ProofCase]:
    """Deals that differ in suits only come to deals that differ in suits only."""
    game = setting.matching
    relation = PlayRelation(game.rules, game.players)
    return (_other_cards(game, shape, relation) for shape in led_by_seat_0(game))


def ranks_play(setting: Setting) -> Iterator[ProofCase]:
    """When two such ranks are exchanged, they are exchanged in what comes of a deal; what cards count is looked at on its own."""
    game = setting.matching
    small = with_rules(game, values=dict.fromkeys(game.rules.values, 0), hand=min(game.rules.hand, HELD))
    two, relation = (setting.card("one rank"), setting.card("another rank")), PlayRelation(small.rules, game.players)
    return (_other_cards(small, shape, relation, *two) for shape in led_by_seat_0(small))


def _other_cards(game: MatchingGame, shape: Shape, relation: PlayRelation, *exchange: Variable) -> ProofCase:
    """Return the case that the same comes of deals of which the cards have other suits, and two ranks are exchanged, if any are given."""
    own, sides = symbolic_deals.variables(game, shape), game.side_count
    size, count = len(own), sum(shape.held) + shape.talon + shape.lying + sides

    def moved(rank: Number, given: Numbers) -> Number:
        return exchanged(rank, *given[-2:]) if exchange else rank

    def assuming(given: Numbers) -> list[Truth]:
        placed = zip(given[:count], given[size:][:count], strict=True) if game.lone_card is not None else ()
        unnamed = [each != rank for each in given[-2:] for rank in sorted(special_ranks(game))] if exchange else []
        return [*[together(*[_is_lone(game, card) for card in pair]) for pair in placed], *unnamed]

    def claim(given: Numbers, _: Numbers) -> Truth:
        here, rest = given[:count], given[count:size]
        there, ranks = given[size:][:count], given[size + count :][:count]
        rest_there = (*rest[:-1], moved(rest[-1], given)) if shape.leads else rest
        counterparts = {(card.get_id(), other.get_id()) for card, other in zip(here, there, strict=True)}

        def card(one: Number, other: Number) -> Truth:
            return TRUE if (one.get_id(), other.get_id()) in counterparts else FALSE

        def leads(one: DealTerms, other: DealTerms) -> Truth:
            return alike(one, other, card, lambda rank, there: equal(moved(rank, given), there))

        two = [symbolic_deals.deal(shape, sides, each) for each in ((*here, *rest), (*there, *rest_there))]
        of_ranks = [*zip(map(rank_of, (*here, *there)), (*ranks, *[moved(rank, given) for rank in ranks]), strict=True)]
        return put_in(all_matched(leads, *[ways(relation, deal) for deal in two]), of_ranks)

    return about(
        shape, (*own, *named(own[:count], " there"), *named(own[:count], ", rank"), *exchange), claim, assuming
    )


def ranks_count(setting: Setting) -> Iterator[ProofCase]:
    """Ranks that may be exchanged count the same, and are not wild."""
    counts, wild = setting.counts, trick_clauses.wild(setting.matching.rules)

    def claim(given: Numbers, _: Numbers) -> Truth:
        return every([counts(given[0]) == counts(given[1]), no(wild(given[0])), no(wild(given[1]))])

    for group in alike_ranks(setting.matching):
        name = " ".join([Rank(rank).letter for rank in group])
        yield about(name, tuple(map(setting.card, ("one rank", "another rank"))), claim, partial(among, group))


def canonical_cards(setting: Setting) -> Iterator[ProofCase]:
    """One card stands for all of a rank, and has this rank; for the lone card stands none but itself."""
    game = setting.matching

    def run(*numbers: int) -> tuple[int, ...]:
        return tuple([game.canonical_card(symbolic_deals.as_card(number)) for number in numbers])

    def claim(given: Numbers, found: Numbers) -> Truth:
        pairs = [*zip(given, found, strict=True)]
        alone = [together(_is_lone(game, card), _is_lone(game, plain)) for card, plain in pairs]
        one_for_all = some([_is_lone(game, given[0]), _is_lone(game, given[1]), equal(*found)])
        return every([*alone, *[rank_of(card) == rank_of(plain) for card, plain in pairs], one_for_all])

    def of_rank(card: Card) -> Card:
        return symbolic_deals.as_card(rank_number(card))

    with replaced(without_suit, of_rank):
        cards = [Variable(name, tuple(map(int, game.pack.cards)), card=True) for name in ("card", "another card")]
        yield ProofCase(
            variables=tuple(cards),
            returns=("one card", "another card"),
            lifted=run,
            assuming=lambda given: [rank_of(given[0]) == rank_of(given[1])],
            claim=claim,
        )


# --- T-KEY: what a search remembers positions by ----------------------------------------------------------------------


def key_of(relation: PlayRelation, deal: DealTerms) -> Key:
    """Return what of a deal a search remembers it by."""
    rules, trick = relation.rules, deal.trick
    told: Key = ()
    if rules.four_resets:
        told = trick
    elif trick and rules.spice:
        told = (trick[(deal.winning - deal.leader) % relation.players],)
    to_match, trumped = (relation.to_match(trick), relation.trumped(trick)) if trick else (None, 0)
    of_trick = (deal.leader, to_match, deal.winning, len(trick), deal.leads, told, deal.drawn, trumped)
    return (deal.hands, len(deal.talon), *of_trick)


def key_kept(setting: Setting) -> Iterator[ProofCase]:
    """The key of a state is what it is said to be, whatever the hands are that are in it."""
    game = setting.matching
    key = partial(key_of, PlayRelation(game.rules, game.players))
    hands = (symbolic_deals.CARRIED,) * game.players

    def looked_at(shape: Shape) -> Shape:
        return shape if shape.drawn is not None else msgspec.structs.replace(shape, held=hands, taken=None)

    with standing_in(of_play(setting)):
        for shape in dict.fromkeys(map(looked_at, symbolic_deals.every(game))):
            yield MATCHING.case(
                game,
                shape,
                lambda state: flat_key(state.key),
                lambda deal, found: same(found, flat_key(key(deal))),
            )


def key_play(setting: Setting) -> Iterator[ProofCase]:
    """From deals with one key every action brings the same and leads to deals with one key; who acts follows from the key."""
    game = setting.matching
    relation = PlayRelation(game.rules, game.players)
    is_told = told_apart(MATCHING, game, symbolic_deals.every(game), partial(key_of, relation), _what_matters)
    for shape in led_by_seat_0(game):
        yield by_own_rank(_with_one_key(setting, shape, relation, is_told=is_told(shape)), setting.counts)


def _what_matters(shape: Shape) -> Shape:
    """Return a shape but for what bears on nothing, such as where in a hand the card lies that was drawn."""
    drawn = None if shape.drawn is None else 0
    return msgspec.structs.replace(shape, lone=None, burns=False, counted=True, drawn=drawn)


def _with_one_key(setting: Setting, shape: Shape, relation: PlayRelation, *, is_told: bool) -> ProofCase:
    game, key = setting.matching, partial(key_of, relation)
    own = symbolic_deals.variables(game, shape)
    size, cards = len(own), sum(shape.held) + shape.talon

    def both(given: Numbers) -> tuple[DealTerms, DealTerms]:
        here = symbolic_deals.deal(shape, game.side_count, given[:size])
        shared = terms(key(here))
        hidden = [
            one if one.get_id() in shared else other
            for one, other in zip(given[cards:size], given[size:-1], strict=True)
        ]
        there = symbolic_deals.deal(shape, game.side_count, (*given[:cards], *hidden))
        return here, msgspec.structs.replace(there, lone=given[-1])

    def assuming(given: Numbers) -> list[Truth]:
        here, there = both(given)
        worth = [Z3.Sum([setting.counts(rank_of(card)) for card in deal.trick]) for deal in (here, there)]
        return [term_of(every([same_key(key(here), key(there)), equal(*worth)]))]

    def claim(given: Numbers, _: Numbers) -> Truth:
        two = both(given)
        told = terms(key(two[0]))
        drawn_is_told = all(told.count(card.get_id()) > 1 for card in _drawn(two[0]))  # in the hand, and by itself

        def leads(here: DealTerms, there: DealTerms) -> Truth:
            # Who was burned before is of the past; the same sides are burned by the action, and nobody is burned no more.
            burned = [
                every(
                    [
                        together(some([before, on]), some([by_then, then])),
                        some([no(before), then]),
                        some([no(by_then), on]),
                    ]
                )
                for before, then, by_then, on in zip(
                    two[0].burned, here.burned, two[1].burned, there.burned, strict=True
                )
            ]
            ends = [*burned, equal(here.forfeit, there.forfeit)]
            brings = map(equal, *map(gains, two, (here, there)))
            return every([here.turn == there.turn, same_key(key(here), key(there)), *ends, *brings])

        return every([is_told, drawn_is_told, all_matched(leads, *[ways(relation, each) for each in two], codes=False)])

    return about(shape, (*own, *named(own[cards:], " there"), Variable("lone there", (-1, 0))), claim, assuming)


# --- What a deal comes to ---------------------------------------------------------------------------------------------


def of_results(
    setting: Setting,
    more: tuple[str, ...],
    pair: Callable[[tuple[int, ...], int, int | None], tuple[Result | None, Result | None]],
    assuming: Callable[[Numbers, int], list[Truth]],
    *,
    turns: int = 0,
    names: bool = True,
) -> Iterator[ProofCase]:
    """Yield the cases that two results are the same, one perhaps some seats further, whoever has taken the last trick.

    :param more: names of numbers of every side beside its points and tricks.
    :param names: whether the rows of the table that apply have to have one name.
    """
    sides = setting.game.side_count

    def case(leader: int, forfeit: int | None) -> ProofCase:
        points = [setting.points(f"points of side {side}") for side in range(sides)]
        others = [Variable(f"{name} of side {side}", (0, 1, 2)) for name in ("tricks", *more) for side in range(sides)]
        return same_results(
            f"seat {leader} takes the last trick" + ("" if forfeit is None else f", side {forfeit} has lost by it"),
            (*points, *others),
            lambda numbers: pair(numbers, leader, forfeit),
            lambda given: [*[number >= 0 for number in given], *assuming(given, leader)],
            turns=turns,
            names=names,
        )

    yield from [case(leader, None) for leader in range(sides)]
    if setting.matching.rules.last_card_loses != "none":
        yield case(0, 0)


def seats_result(setting: Setting) -> Iterator[ProofCase]:
    """What a deal comes to turns with the seats."""
    game, sides = setting.matching, setting.game.side_count

    def pair(numbers: tuple[int, ...], leader: int, forfeit: int | None) -> tuple[Result | None, Result | None]:
        points, tricks = numbers[:sides], numbers[sides:]
        lost = None if forfeit is None else (forfeit + 1) % sides
        there = symbolic_deals.ended(game, further(points), further(tricks), (leader + 1) % game.players, lost, lone=1)
        return symbolic_deals.ended(game, points, tricks, leader, forfeit).result, there.result

    def assuming(given: Numbers, leader: int) -> list[Truth]:
        points = given[:sides]
        return [given[sides + leader] > 0, *[has >= 0 for has in points], Z3.Sum(list(points)) <= game.total]

    yield from of_results(setting, (), pair, assuming, turns=1)


def key_result(setting: Setting) -> Iterator[ProofCase]:
    """What a deal comes to depends on what was captured, which sides took tricks and who took the last one, not on how many tricks."""
    game, sides = setting.matching, setting.game.side_count

    def pair(numbers: tuple[int, ...], leader: int, forfeit: int | None) -> tuple[Result | None, Result | None]:
        points, *tricks = (numbers[place * sides :][:sides] for place in range(3))
        here, there = (symbolic_deals.ended(game, points, each, leader, forfeit).result for each in tricks)
        return here, there

    def assuming(given: Numbers, _: int) -> list[Truth]:
        return [
            together(one > 0, other > 0)
            for one, other in zip(given[sides : 2 * sides], given[2 * sides :], strict=True)
        ]

    yield from of_results(setting, ("other tricks",), pair, assuming)
