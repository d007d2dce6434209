"""What follows from the relation of play alone: that no card and no point is lost, that play ends, who takes a trick.

No engine here: these are claims about every branch of every action, and the engine keeps to the branches (T-STEP).
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from typing import Final, TypeAlias, TypeVar

from aceten.engine.game import Game
from aceten.engine.matching.game import MatchingGame
from aceten.engine.state import State
from aceten.proofs.claims import symbolic_deals
from aceten.proofs.claims.action_claims import MATCHING, Form, allowed
from aceten.proofs.claims.symbolic_deals import Shape
from aceten.proofs.statements.game_setting import Setting
from aceten.proofs.statements.obligations import Numbers, ProofCase, Variable
from aceten_spec.formulas.card_clauses import kept as stays
from aceten_spec.formulas.card_clauses import rank_of
from aceten_spec.formulas.matching import trick_clauses
from aceten_spec.formulas.matching.play_relation import AnyDealTerms, Branch, DealTerms, PlayRelation
from aceten_spec.formulas.terms import FALSE, TRUE, Z3, Formula, Number, Truth, either, equal, every, no, some

_G = TypeVar("_G", bound="Game")
_S = TypeVar("_S")
_D = TypeVar("_D")
_T = TypeVar("_T", bound="State")

Claim: TypeAlias = Callable[[DealTerms, DealTerms, "Number | None"], "Truth"]
"""What is claimed of a deal before and after an action, and the card that was put into the trick."""

BRANCHES: Final = "every branch of every action, a card that is played being the first of its hand (T-STEP)"
"""For what such a claim is made."""

SHAPES: Final = (
    "every state that a deal can have (T-STEP.shapes): any cards and numbers, every leader and winner, hands of 1 to {hand} cards,"
    " talons and tricks of every size"
)
"""For which deals such a claim is made."""


def actions(relation: PlayRelation, deal: DealTerms) -> Iterator[tuple[Number | None, Iterable[Branch[DealTerms]]]]:
    """Yield the card that is put into the trick, and the branches, of every action but calls, which change nothing.

    The first card of a hand stands for all (T-STEP.place).
    """
    hand = () if deal.turn is None else deal.hands[deal.turn]
    yield from ((card, relation.card(deal, card)) for card in hand[:1])
    yield deal.talon[0] if deal.talon else None, relation.flip(deal)
    yield None, relation.spice(deal)
    yield None, relation.stop(deal)


def about(
    shape: object,
    variables: tuple[Variable, ...],
    claim: Callable[[Numbers, Numbers], Truth],
    assuming: Callable[[Numbers], list[Truth]] = lambda _: [],
) -> ProofCase:
    """Return the case about the relation alone that a claim holds in a shape."""
    return ProofCase(name=str(shape), variables=variables, assuming=assuming, claim=claim)


def of_deals(
    form: Form[_G, _S, _D, _T], game: _G, shapes: Iterable[_S], holds: Callable[[_D], Truth], *, assumed: bool = False
) -> Iterator[ProofCase]:
    """Yield the cases that something holds of the deals of shapes.

    :param assumed: whether it has to hold only where what is assumed of every deal does.
    """
    for shape in shapes:
        facts = partial(form.assumed, game, shape)
        yield form.case(game, shape, None, lambda deal, _: holds(deal), assuming=facts if assumed else lambda _: [])


def of_branches(
    setting: Setting, holds: Claim, shapes: Callable[..., Iterator[Shape]] = symbolic_deals.acted_on
) -> Iterator[ProofCase]:
    """Yield the cases that something holds of every branch that is no refusal."""
    game = setting.matching
    relation = PlayRelation(game.rules, game.players)

    def every_branch(deal: DealTerms) -> Truth:
        return every(
            some([no(way.guard), holds(deal, way.after, put)])
            for put, ways in actions(relation, deal)
            for way in ways
            if way.guard is not FALSE and isinstance(way.after, DealTerms)
        )

    return of_deals(MATCHING, game, shapes(game), every_branch)


def in_play(deal: AnyDealTerms) -> tuple[Number, ...]:
    """Return the cards that are not captured."""
    return (*itertools.chain(*deal.hands), *deal.talon, *deal.trick)


def moved(before: Sequence[Number], after: Sequence[Number]) -> tuple[list[Number], list[Number]]:
    """Return what is only among the numbers before, and what is only among those after, as objects."""
    known = {id(number): number for number in (*before, *after)}
    here, there = Counter(map(id, before)), Counter(map(id, after))
    return [known[each] for each in (here - there).elements()], [known[each] for each in (there - here).elements()]


def same_number(before: Sequence[Number], after: Sequence[Number]) -> Truth:
    """Return that an arbitrary card is as often among the cards after an action as before it."""
    here, there = moved(before, after)
    card = Z3.Int("any card")
    count = [Z3.Sum([either(card == each, 1, 0) for each in cards]) for cards in (here, there)]
    return equal(*count) if not here and not there else stays().of(*count)


def cards_kept(before: AnyDealTerms, after: AnyDealTerms) -> Truth:
    """Return that an arbitrary card lies in as many places as before."""
    return same_number(*[(*in_play(deal), *itertools.chain(*deal.taken)) for deal in (before, after)])


def points_kept(counts: Formula[Number], before: AnyDealTerms, after: AnyDealTerms) -> Truth:
    """Return that there are as many card points as before, captured and in play, and that no side has fewer than it had."""
    lying = moved(in_play(before), in_play(after))
    sums = [
        Z3.Sum([*deal.points, Z3.Sum([counts(rank_of(card)) for card in cards])])
        for deal, cards in zip((before, after), lying, strict=True)
    ]
    return every([sums[0] == sums[1], *[now >= had for had, now in zip(before.points, after.points, strict=True)]])


def same_cards(setting: Setting) -> Iterator[ProofCase]:
    """Every action leaves an arbitrary card in as many places as it lay in before."""
    return of_branches(setting, lambda before, after, _: cards_kept(before, after))


def same_points(setting: Setting) -> Iterator[ProofCase]:
    """Every action leaves as many card points, captured and in play, and takes none from a side."""
    return of_branches(setting, lambda before, after, _: points_kept(setting.counts, before, after))


def measure(game: MatchingGame, cards: int, *, choosing: bool = False) -> int:
    """Return how many actions there may still be in a deal, calls apart: one for every card, and one for a choice that moves none.

    There is such a choice after every round but the last where a leader may go on, and where the winner of a trick may spice it after every
    round before which there is a talon.

    :param cards: how many there are in hands and talon.
    :param choosing: whether there is such a choice now.
    """
    rules, to_play = game.rules, max(cards - game.leftover, 0)
    rounds = -(-to_play // game.players)
    if rules.continuation == "never" and not rules.spice:
        return to_play + choosing
    without_choice = rules.hand if rules.continuation == "never" else 1
    return to_play + max(rounds - without_choice, 0) + choosing


def nearer(setting: Setting) -> Iterator[ProofCase]:
    """Every action makes the measure less, and between tricks all have equally many cards."""
    game = setting.matching
    between = trick_clauses.between_tricks(game.rules, game.players)

    def left(deal: DealTerms) -> int:
        choice = deal.drawn is not None or (deal.trick and len(deal.trick) % game.players == 0)
        return measure(game, sum(map(len, (*deal.hands, deal.talon))), choosing=bool(choice))

    def holds(before: DealTerms, after: DealTerms, _: object) -> Truth:
        fewer = some([left(after) < left(before)])
        if after.trick:
            return fewer
        equal_hands = [between.at(len(hand), len(after.talon), int(after.turn is None)) == 1 for hand in after.hands]
        return every([fewer, *equal_hands, len(set(map(len, after.hands))) == 1])

    return of_branches(setting, holds)


def some_action(setting: Setting) -> Iterator[ProofCase]:
    """Whoever is to act has an action that is not refused."""
    game = setting.matching
    relation = PlayRelation(game.rules, game.players)

    def holds(deal: DealTerms) -> Truth:
        others = [] if deal.turn is None else [relation.card(deal, card) for card in deal.hands[deal.turn][1:]]
        return some(map(allowed, (*others, *[ways for _, ways in actions(relation, deal)])))

    shapes = (shape for shape in symbolic_deals.every(game) if shape.turn is not None)
    return of_deals(MATCHING, game, shapes, holds)


def ahead(setting: Setting) -> Iterator[ProofCase]:
    """Whoever played the card that takes a trick is winning it, card after card."""
    game = setting.matching
    takes = cache(partial(trick_clauses.takes, game.rules, game.players))

    def taking(leader: int, trick: tuple[Number, ...], winner: int) -> Truth:
        places = [place for place in range(len(trick)) if (leader + place) % game.players == winner]
        return some(takes(len(trick)).of(place, *trick) for place in places)

    def holds(before: DealTerms, after: DealTerms, put: Number | None) -> Truth:
        if put is None:
            return TRUE
        so_far = taking(before.leader, before.trick, before.winning) if before.trick else TRUE
        return some([no(so_far), taking(before.leader, (*before.trick, put), after.winning)])

    return of_branches(setting, holds)
