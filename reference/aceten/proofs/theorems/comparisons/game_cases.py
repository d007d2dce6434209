"""What two games have in common: the cases that something is the same in both, for all inputs."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

import msgspec

from aceten.engine.game import Game
from aceten.engine.matching.game import MatchingGame
from aceten.engine.scoring import Result
from aceten.engine.suits.game import SuitGame
from aceten.proofs.claims import symbolic_deals
from aceten.proofs.claims.action_claims import MATCHING
from aceten.proofs.claims.deal_pairs import among
from aceten.proofs.statements.game_setting import setting, with_rules
from aceten.proofs.statements.obligations import Numbers, ProofCase, Variable
from aceten.proofs.theorems.play.branch_claims import about, of_deals
from aceten.proofs.theorems.symmetries.matching_symmetry import (
    HELD,
    alike,
    by_own_rank,
    led_by_seat_0,
    of_results,
    ways,
)
from aceten_spec.formulas.card_clauses import rank_of
from aceten_spec.formulas.matching.play_relation import Branch, DealTerms, PlayRelation
from aceten_spec.formulas.suits import suit_trick_clauses
from aceten_spec.formulas.suits.suit_conditions import SUITS
from aceten_spec.formulas.suits.suit_relation import SuitRelation
from aceten_spec.formulas.terms import FALSE, TRUE, Z3, Number, Truth, equal, every, no, some, together

Strong: TypeAlias = tuple[Number, Number]
"""A card as a trick sees it: its suit and its strength."""


def same_cards(left: Game, right: Game) -> Iterator[ProofCase]:
    """Both games have the same pack, and hands of one size."""
    packs = [game.pack.cards for game in (left, right)]

    def claim(given: Numbers, _: Numbers) -> Truth:
        counts = [Z3.Sum([Z3.If(given[0] == int(card), 1, Z3.IntVal(0)) for card in pack]) for pack in packs]
        return every([counts[0] == counts[1], left.rules.hand == right.rules.hand])

    usual = tuple(map(int, itertools.chain(*packs)))
    yield about("", (Variable("card", usual, card=True),), claim)


def common_ranks(left: Game, right: Game) -> tuple[int, ...]:
    """Return the ranks that both packs have."""
    return tuple([int(rank) for rank in left.pack.ranks if rank in right.pack.ranks])


def small_pair(left: MatchingGame, right: MatchingGame) -> tuple[MatchingGame, MatchingGame]:
    """Return both games with small hands and cards that count nothing: where cards go does not depend on what they count."""
    hand, nothing = min(left.rules.hand, right.rules.hand, HELD), dict.fromkeys(left.rules.values, 0)
    here, there = (with_rules(game, hand=hand, values=nothing) for game in (left, right))
    return here, there


def same_play(left: MatchingGame, right: MatchingGame) -> Iterator[ProofCase]:
    """An action makes the same of a deal in both games, or is refused in both for the same reason."""
    games = small_pair(left, right)
    relations = [PlayRelation(game.rules, game.players) for game in games]
    ranks = common_ranks(left, right)

    def holds(deal: DealTerms) -> Truth:
        pairs = zip(*[ways(relation, deal) for relation in relations], strict=True)
        return every(lead_to_the_same(one, other) for each in pairs for one, other in itertools.product(*each))

    def of_common_ranks(case: ProofCase) -> ProofCase:
        def assuming(given: Numbers) -> list[Truth]:
            cards = [number for variable, number in zip(case.variables, given, strict=True) if variable.card]
            return among(ranks, map(rank_of, cards))

        return msgspec.structs.replace(case, assuming=assuming)

    shapes = dict.fromkeys(itertools.chain(*map(led_by_seat_0, games)))
    return (by_own_rank(of_common_ranks(case)) for case in of_deals(MATCHING, left, shapes, holds))


def lead_to_the_same(one: Branch[DealTerms], other: Branch[DealTerms]) -> Truth:
    """Return that two branches lead to the same where both hold."""
    if isinstance(one.after, DealTerms) and isinstance(other.after, DealTerms):
        same = alike(one.after, other.after)
    else:
        same = TRUE if one.after == other.after else FALSE
    return some([same, no(one.guard), no(other.guard)])


def same_points(left: Game, right: Game) -> Iterator[ProofCase]:
    """A card that both packs have counts the same in both games."""
    here, there = (setting(game).counts for game in (left, right))
    in_both = partial(among, common_ranks(left, right))
    yield about("", (setting(left).card("rank"),), lambda given, _: here(given[0]) == there(given[0]), in_both)


def can_end(game: MatchingGame, given: Numbers, leader: int) -> list[Truth]:
    """Return what holds of points and tricks at the end of a deal whose last trick goes to a seat."""
    sides = game.side_count
    points, tricks = given[:sides], given[sides:]
    return [
        *[(has % game.unit) == 0 for has in points],
        Z3.Sum(list(points)) == game.total,
        Z3.Sum(list(tricks)) <= len(game.pack.cards) // game.players,
        tricks[game.sides[leader]] > 0,
        *[(has == 0) | (took > 0) for has, took in zip(points, tricks, strict=True)],
    ]


def same_result(left: MatchingGame, right: MatchingGame) -> Iterator[ProofCase]:
    """The same points and tricks come to the same in both games, but for what a row of a table is called."""
    sides = left.side_count

    def pair(numbers: tuple[int, ...], leader: int, _: int | None) -> tuple[Result | None, Result | None]:
        here, there = (
            symbolic_deals.ended(game, numbers[:sides], numbers[sides:], leader).result for game in (left, right)
        )
        return here, there

    yield from of_results(setting(left), (), pair, partial(can_end, left), names=False)


def same_beats(left: SuitGame, right: SuitGame) -> Iterator[ProofCase]:
    """The same card takes a trick in both games."""
    takes = suit_trick_clauses.takes()
    yield _suit_case("", left, right, 2, lambda _, cards, trump: takes.of(*cards[0], *cards[1], trump))


def same_owed(left: SuitGame, right: SuitGame) -> Iterator[ProofCase]:
    """The same cards may be played to a lead in both games, with a talon and without one."""
    most = max(left.rules.hand, right.rules.hand)
    for talon, name in ((1, "with a talon"), (0, "without a talon")):

        def pays(relation: SuitRelation, cards: Sequence[Strong], trump: Number, talon: int = talon) -> Truth:
            obligation = suit_trick_clauses.OBLIGATIONS[suit_trick_clauses.owes(relation.rules).at(talon, 0)]
            return equal(relation.owed(obligation, cards[1], tuple(cards[1:]), cards[0], trump), 0)

        yield _suit_case(name, left, right, 1 + most, pays)


def _suit_case(
    name: str,
    left: SuitGame,
    right: SuitGame,
    count: int,
    holds: Callable[[SuitRelation, Sequence[Strong], Number], Truth],
) -> ProofCase:
    """Return the case that something holds of cards, as a trick sees them, in both games or in neither."""
    relations = [SuitRelation(game.rules, game.players) for game in (left, right)]

    def claim(given: Numbers, _: Numbers) -> Truth:
        cards = [suit * 16 + rank for rank, suit in zip(given[:count], given[count:-1], strict=True)]
        return together(*[holds(each, [each.seen(card) for card in cards], given[-1]) for each in relations])

    def assuming(given: Numbers) -> list[Truth]:
        suits = given[count : 2 * count]
        return [*among(common_ranks(left, right), given[:count]), *[suit >= 1 for suit in suits]]

    suits = [Variable(f"suit of card, {number + 1}", SUITS) for number in range(count)]
    variables = (*setting(left).cards("rank of card", count), *suits, Variable("trump", (0, *SUITS)))
    return about(name, variables, claim, assuming)
