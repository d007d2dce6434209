"""What follows from the relation of play alone: that no card and no point is lost, that play ends, who takes a trick.

No engine here: these are claims about every branch of every action, and the engine keeps to the branches (T-STEP).
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from aceten.proofs import deals
from aceten.proofs.obligations import Case, Variable
from aceten_spec.formulas import Z3
from aceten_spec.formulas import tricks as say
from aceten_spec.formulas.cards import kept as stays
from aceten_spec.formulas.cards import rank_of
from aceten_spec.formulas.play import Deal, Play
from aceten_spec.formulas.terms import FALSE, TRUE, either, equal, every, no, some

if TYPE_CHECKING:
    from aceten.proofs.deals import Shape
    from aceten.proofs.obligations import Numbers
    from aceten.proofs.setting import Setting
    from aceten_spec.formulas import Number, Truth

Claim: TypeAlias = Callable[[Deal, Deal, "Number | None"], "Truth"]
"""What is claimed of a deal before and after an action, and the card that was put into the trick."""


BRANCHES: Final = "every branch of every action, a card that is played being the first of its hand (T-STEP)"
"""For what such a claim is made."""

SHAPES: Final = (
    "any cards and numbers; hands of 1 to {hand} cards, tricks of every size, every leader and winner, talons of every size that makes a"
    " difference"
)
"""For which deals such a claim is made."""


def lying(deal: Deal) -> tuple[Number, ...]:
    """Return the cards that are not captured."""
    return (*itertools.chain(*deal.hands), *deal.talon, *deal.trick)


def branches(relation: Play, deal: Deal) -> Iterator[tuple[Truth, Deal, Number | None]]:
    """Yield the deals that actions lead to, when, and the card that is put into the trick; calls change nothing.

    The first card of a hand stands for all (T-STEP.place).
    """
    top, hand = deal.talon[0] if deal.talon else None, () if deal.turn is None else deal.hands[deal.turn]
    ways = (
        *[(relation.card(deal, card), card) for card in hand[:1]],
        (relation.flip(deal), top),
        (relation.spice(deal), None),
        (relation.stop(deal), None),
    )
    for way, put in [(way, put) for each, put in ways for way in each]:
        if way.guard is not FALSE and isinstance(way.after, Deal):
            yield way.guard, way.after, put


def of_branches(setting: Setting, holds: Claim, shapes: Callable[..., Iterator[Shape]] = deals.every) -> Iterator[Case]:
    """Yield the cases that something holds of every branch."""
    game = setting.matching
    relation = Play(game.rules, game.players)
    for shape in shapes(game):

        def claim(given: Numbers, _: Numbers, shape: Shape = shape) -> Truth:
            deal = deals.deal(shape, game.side_count, given)
            ways = branches(relation, deal)
            return every(some([no(guard), holds(deal, after, put)]) for guard, after, put in ways)

        yield about(shape, deals.variables(game, shape), claim)


def about(
    shape: object,
    variables: tuple[Variable, ...],
    claim: Callable[[Numbers, Numbers], Truth],
    assuming: Callable[[Numbers], list[Truth]] = lambda _: [],
) -> Case:
    """Return the case about the relation alone that a claim holds in a shape."""
    return Case(
        name=str(shape), variables=variables, returns=(), lifted=None, assuming=assuming, claim=claim, by_path=True
    )


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


def _same_cards(before: Deal, after: Deal, _: object) -> Truth:
    piles = [(*lying(deal), *itertools.chain(*deal.taken)) for deal in (before, after)]
    return same_number(*piles)


def same_cards(setting: Setting) -> Iterator[Case]:
    """Every action leaves an arbitrary card in as many places as it lay in before."""
    return of_branches(setting, _same_cards)


def same_points(setting: Setting) -> Iterator[Case]:
    """Every action leaves as many card points, captured and in play."""
    counts = setting.counts

    def holds(before: Deal, after: Deal, _: object) -> Truth:
        here, there = moved(lying(before), lying(after))
        worth = [Z3.Sum([counts(rank_of(card)) for card in cards]) for cards in (here, there)]
        return Z3.Sum([*before.points, worth[0]]) == Z3.Sum([*after.points, worth[1]])

    return of_branches(setting, holds)


def nearer(setting: Setting) -> Iterator[Case]:
    """Every action makes the measure less, and between tricks all have equally many cards."""
    game = setting.matching
    measure, between = say.measure(), say.between_tricks(game.rules, game.players)

    def left(deal: Deal) -> int:
        choice = deal.drawn is not None or (deal.trick and len(deal.trick) % game.players == 0)
        return measure.at(sum(map(len, deal.hands)), len(deal.talon), int(bool(choice)))

    def holds(before: Deal, after: Deal, _: object) -> Truth:
        fewer = some([left(after) < left(before)])
        if after.trick:
            return fewer
        equal_hands = [between.at(len(hand), len(after.talon), int(after.turn is None)) == 1 for hand in after.hands]
        return every([fewer, *equal_hands, len(set(map(len, after.hands))) == 1])

    return of_branches(setting, holds)


def some_action(setting: Setting) -> Iterator[Case]:
    """Whoever is to act has an action that is not refused."""
    game = setting.matching
    relation = Play(game.rules, game.players)
    for shape in deals.seen_by_player(game):
        if shape.turn is None:
            continue

        def claim(given: Numbers, _: Numbers, shape: Shape = shape) -> Truth:
            deal = deals.deal(shape, game.side_count, given)
            hand = () if shape.turn is None else deal.hands[shape.turn]
            alone = (relation.flip(deal), relation.spice(deal), relation.stop(deal))
            ways = [*[relation.card(deal, card) for card in hand], *alone]
            return some(no(some(way.guard for way in each if isinstance(way.after, str))) for each in ways)

        yield about(shape, deals.variables(game, shape), claim)


def ahead(setting: Setting) -> Iterator[Case]:
    """Whoever played the card that takes a trick is winning it, card after card."""
    game = setting.matching
    takes = functools.cache(functools.partial(say.takes, game.rules, game.players))

    def taking(leader: int, trick: tuple[Number, ...], winner: int) -> Truth:
        places = [place for place in range(len(trick)) if (leader + place) % game.players == winner]
        return some(takes(len(trick)).of(place, *trick) for place in places)

    def holds(before: Deal, after: Deal, put: Number | None) -> Truth:
        if put is None:
            return TRUE
        so_far = taking(before.leader, before.trick, before.winning) if before.trick else TRUE
        return some([no(so_far), taking(before.leader, (*before.trick, put), after.winning)])

    return of_branches(setting, holds, deals.shapes)
