"""What a game has of the relation of play: which branches are live by its rulebook, with so many players.

The relation is run on deals at every moment of which all cards are symbols, for every action. A branch is live unless a solver finds that
its guard holds for no cards of the pack, where players know all that the table knows.
"""

from __future__ import annotations

import itertools
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeAlias, cast

import aceten
from aceten.engine.matching.game import MatchingGame
from aceten.engine.suits.game import SuitGame
from aceten.proofs.claims import symbolic_deals, symbolic_suit_deals
from aceten.proofs.execution.solvers import satisfiable, solver, verdict
from aceten_spec import load_shipped
from aceten_spec.clauses.refusals import REFUSALS
from aceten_spec.formulas.branch_cases import CASES
from aceten_spec.formulas.matching import trick_clauses
from aceten_spec.formulas.matching.play_relation import PlayRelation
from aceten_spec.formulas.suits.suit_conditions import SUITS
from aceten_spec.formulas.suits.suit_relation import SuitRelation
from aceten_spec.formulas.terms import FALSE, TRUE, Z3, Number, Truth, either, some

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from aceten_spec import Rulebook
    from aceten_spec.clauses.refusals import RefusalCode
    from aceten_spec.formulas.case_names import CaseName
    from aceten_spec.formulas.matching.play_relation import DealTerms
    from aceten_spec.formulas.suits.suit_conditions import SuitDealTerms
    from aceten_spec.rulebook import MatchingParameters

ACTIONS: Final = (
    *("card", "meld", "flip", "spice", "stop", "exchange", "close", "draw", "claim", "bid", "pass", "name", "call"),
)
"""What is done in games of either kind, in the order in which a page speaks of it."""

Trail: TypeAlias = "tuple[CaseName, ...] | RefusalCode"
"""The cases that a branch is made of, or the code of the refusal."""


class Way(Protocol):
    """A branch, whatever the deal is like."""

    @property
    def guard(self) -> Truth:
        """When it goes this way."""
        ...

    @property
    def after(self) -> object:
        """The deal as it is then, or the code of the refusal."""
        ...

    @property
    def cases(self) -> tuple[CaseName, ...]:
        """What it is made of, where it is no refusal."""
        ...


class Moment(NamedTuple):
    """A deal of which all cards are symbols: what holds in it, and what each action leads to."""

    facts: list[Truth]
    ways: Iterable[tuple[str, Iterable[Way]]]


class Live(NamedTuple):
    """What is live of an action."""

    trails: frozenset[tuple[CaseName, ...]]
    """What the branches are made of that are no refusal."""
    refusals: tuple[RefusalCode, ...]
    """Why it is refused, in the order in which it is looked at."""

    @property
    def cases(self) -> tuple[CaseName, ...]:
        """The cases, in their order."""
        return tuple(name for name in CASES if any(name in trail for trail in self.trails))


@cache
def live_branches(game: str, players: int) -> dict[str, Live]:
    """Return what is live of each action in a shipped game."""
    found: dict[str, set[Trail]] = {action: set() for action in ACTIONS}
    for facts, actions in moments(load_shipped(game), players):
        asked = solver([fact for fact in facts if fact is not TRUE])
        for action, ways in actions:
            for way in ways:
                trail = trail_of(way)
                if way.guard is FALSE or trail in found[action]:
                    continue
                if way.guard is TRUE or satisfiable(asked, way.guard) != "unsat":
                    found[action].add(trail)
    return {
        action: Live(
            frozenset(trail for trail in trails if isinstance(trail, tuple)),
            tuple(code for code in REFUSALS if code in trails),
        )
        for action, trails in found.items()
    }


def trail_of(way: Way) -> Trail:
    """Return what a branch is made of."""
    return cast("RefusalCode", way.after) if isinstance(way.after, str) else way.cases


def moments(book: Rulebook, players: int) -> Iterator[Moment]:
    """Yield the deals at every moment that a game can come to."""
    game = aceten.load(book, players=players)
    if isinstance(game, MatchingGame):
        return _matching(game)
    if isinstance(game, SuitGame):
        return _suits(game)
    raise TypeError(game)


def _matching(game: MatchingGame) -> Iterator[Moment]:
    relation, card = PlayRelation(game.rules, game.players), Z3.Int("card")
    for shape in _reached(game):
        numbers = _numbers(symbolic_deals.variables(game, shape))
        deal = symbolic_deals.deal(shape, game.side_count, numbers)
        facts = [*_in_pack(game, (card, *_lying(deal))), *[each >= 0 for each in deal.tricks or ()]]
        facts += [_among(rank, tuple(map(int, game.pack.ranks))) for rank in deal.leads]
        if relation.choosing(deal):
            facts.append(relation.goes_on(deal))  # else the trick would have been taken
        yield Moment(facts, of_matching(relation, deal, card))


def _reached(game: MatchingGame) -> Iterator[symbolic_deals.Shape]:
    """Yield the shapes that a game can come to, seat 0 leading, as all seats are alike.

    Where going on makes the leader win the trick, one who has not played to the new round is not winning it.
    """
    every_shape = symbolic_deals.over(game), symbolic_deals.spicing(game), symbolic_deals.shapes(game)
    leader_wins, players = _goes_on_winning(game.rules), game.players
    for shape in itertools.chain(*every_shape):
        said = shape.lying % players
        behind = leader_wins and shape.lying > players and said and shape.winning >= said
        if not shape.leader and not behind:
            yield shape


def _goes_on_winning(rules: MatchingParameters) -> bool:
    """Return that who goes on with a trick is winning it, by the formulas of play."""
    names = ("rank", "led", "trumped", "winning", "leader", "after")
    rank, led, trumped, winning, leader, after = map(Z3.Int, names)
    goes_on = trick_clauses.continues(rules).of(rank, led, trumped)
    matches = either(trick_clauses.matching(rules).of(rank, led, trumped), 1, 0)
    wins = trick_clauses.winning(rules).of(winning, leader, leader, matches, after)
    return verdict(solver([goes_on, wins, after != leader])) == "unsat"


def of_matching(relation: PlayRelation, deal: DealTerms, card: Number) -> Iterator[tuple[str, Iterable[Way]]]:
    """Yield what every action leads to in a deal with matching tricks, one card being played."""
    yield "card", relation.card(deal, card)
    yield "flip", relation.flip(deal)
    yield "spice", relation.spice(deal)
    yield "stop", relation.stop(deal)
    for seat in range(relation.players):
        yield from (("call", relation.call(deal, seat, kind)) for kind in relation.rules.calls or ("",))


def _suits(whole: SuitGame) -> Iterator[Moment]:
    game = symbolic_suit_deals.with_few_bids(whole)
    relation, card, points = SuitRelation(game.rules, game.players), Z3.Int("card"), Z3.Int("points bid")
    shapes = itertools.chain(
        symbolic_suit_deals.over(game), symbolic_suit_deals.auctions(game), symbolic_suit_deals.lying(game)
    )
    for shape in shapes:
        if shape.leader and shape.contract is None and shape.claimant is None and not game.rules.bids:
            continue  # seats are alike
        numbers = _numbers(symbolic_suit_deals.variables(game, shape))
        deal = symbolic_suit_deals.deal(shape, game.side_count, numbers)
        facts = [*symbolic_suit_deals.assumed(game, shape, numbers), *_in_pack(game, (card, *_lying(deal)))]
        facts += [each >= 0 for each in deal.tricks or ()]
        yield Moment(facts, of_suits(relation, deal, card, points))


def of_suits(
    relation: SuitRelation, deal: SuitDealTerms, card: Number, points: Number
) -> Iterator[tuple[str, Iterable[Way]]]:
    """Yield what every action leads to in a deal with suit tricks, one card being played or led, and so many points being bid."""
    yield "card", relation.card(deal, card)
    yield "meld", relation.meld(deal, card)
    yield "exchange", relation.exchange(deal)
    yield "close", relation.close(deal)
    yield "draw", relation.draw(deal)
    yield from (("claim", relation.claim(deal, suit)) for suit in (0, *SUITS))
    yield "bid", relation.bid(deal, points)
    yield "pass", relation.waive(deal)
    yield from (("name", relation.name(deal, suit)) for suit in SUITS)


def _numbers(variables: Sequence[object]) -> tuple[Number, ...]:
    return tuple(Z3.Int(f"n{place}") for place, _ in enumerate(variables))


def _lying(deal: DealTerms | SuitDealTerms) -> tuple[Number, ...]:
    return (*itertools.chain(*deal.hands), *deal.talon, *deal.trick)


def _in_pack(game: MatchingGame | SuitGame, cards: Iterable[Number]) -> Iterator[Truth]:
    """Yield that these are cards of the pack."""
    return (_among(card, tuple(sorted({int(each) for each in game.pack.cards}))) for card in cards)


@cache  # deals of all shapes have the same variables
def _among(card: Number, numbers: tuple[int, ...]) -> Truth:
    return some(card == number for number in numbers)
