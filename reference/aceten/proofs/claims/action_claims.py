"""What is claimed of actions: that the engine makes of a deal what the relation says, or refuses as it says, and lists what is allowed."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Generic, TypeAlias, TypeVar, cast

import msgspec

from aceten.engine.game import Game
from aceten.engine.matching import state as matching
from aceten.engine.matching.game import MatchingGame
from aceten.engine.matching.state import MatchingState
from aceten.engine.state import State
from aceten.engine.suits import state as suits
from aceten.engine.suits.game import SuitGame
from aceten.engine.suits.state import SuitState
from aceten.proofs.claims import symbolic_deals, symbolic_suit_deals
from aceten.proofs.claims.contracts import Contract, is_followers, standing_in
from aceten.proofs.claims.counterexamples import difference, holding, opened
from aceten.proofs.claims.symbolic_deals import Flat, Outline, Shape
from aceten.proofs.claims.symbolic_suit_deals import SuitShape
from aceten.proofs.execution.symbolic_numbers import Carried
from aceten.proofs.statements.obligations import Numbers, ProofCase, Variable
from aceten.vocabulary.actions import Action, Call, Hands, Meld, Play, Seat
from aceten.vocabulary.errors import IllegalAction
from aceten_spec.cards import Card
from aceten_spec.clauses.refusals import REFUSALS, RefusalCode, refusal_clause
from aceten_spec.formulas.draw_clauses import with_part
from aceten_spec.formulas.matching.play_relation import AnyDealTerms, Branch, DealTerms, PlayRelation
from aceten_spec.formulas.suits.suit_conditions import SuitDealTerms
from aceten_spec.formulas.suits.suit_relation import SuitRelation
from aceten_spec.formulas.terms import FALSE, TRUE, Number, Truth, equal, every, is_truth, no, numeral, some, together
from aceten_spec.rulebook import Rulebook

_CODES: Final = tuple(REFUSALS)

_KEPT: Final = ("game", "dealer", "points_known")
"""What no action changes."""

_G = TypeVar("_G", bound="Game")
_S = TypeVar("_S")
_D = TypeVar("_D")
_T = TypeVar("_T", bound="State")
_Shape = TypeVar("_Shape", bound=Outline)
_Deal = TypeVar("_Deal", bound="AnyDealTerms")

Ways: TypeAlias = Callable[[_D], Iterable[Branch[_D]]]
"""The branches of an action in a deal."""
CardWays: TypeAlias = Callable[[_D, Number], Iterable[Branch[_D]]]
"""Those of what is done with a card."""


class Form(msgspec.Struct, Generic[_G, _S, _D, _T], frozen=True, eq=False):
    """How deals of a game are made from numbers, in some shape, and numbers from them."""

    variables: Callable[[_G, _S], tuple[Variable, ...]]
    """The numbers."""
    deal: Callable[[_S, int, Sequence[Number]], _D]
    """The deal of the relation with these numbers, for so many sides."""
    state: Callable[[_G, _S, Sequence[int]], _T]
    """The engine's state with these numbers."""
    flat: Callable[[_D | _T], Flat]
    """The numbers of a deal or a state."""
    assumed: Callable[[_G, _S, Numbers], list[Truth]]
    """What holds in every deal of a shape."""
    as_card: Callable[[int], Card]
    """The card of a number, symbolic or not."""
    start: Callable[[_G, Hands, tuple[Card, ...], Seat, Card | None, tuple[int, ...] | None], _T]
    """The engine's state in which a deal begins: with these hands, talon, dealer, card cut and scores."""
    begin: Callable[[_G, tuple[Numbers, ...], Numbers, int, Number | None, Numbers], Iterable[tuple[Truth, _D]]]
    """The deals of the relation in which it begins, and when."""

    def case(
        self,
        game: _G,
        shape: _S,
        run: Callable[[_T], object] | None,
        claim: Callable[[_D, Numbers], Truth],
        *,
        name: str = "",
        returns: tuple[str, ...] = (),
        assuming: Callable[[Numbers], list[Truth]] = lambda _: [],
    ) -> ProofCase:
        """Return the case of what a function makes of the state of a shape, or of the deal alone, on each path.

        :param name: what sets the case apart; empty: the shape.
        """

        @functools.cache
        def deal(given: Numbers) -> _D:
            return self.deal(shape, game.side_count, given)

        return ProofCase(
            name=name or str(shape),
            variables=self.variables(game, shape),
            returns=returns,
            lifted=None if run is None else lambda *numbers: run(self.state(game, shape, numbers)),
            assuming=assuming,
            claim=lambda given, found: claim(deal(given), found),
        )


MATCHING: Final[Form[MatchingGame, Shape, DealTerms, MatchingState]] = Form(
    variables=symbolic_deals.variables,
    deal=symbolic_deals.deal,
    state=symbolic_deals.state,
    flat=symbolic_deals.flat_deal,
    assumed=lambda _game, _shape, _given: [],
    as_card=symbolic_deals.as_card,
    start=lambda game, hands, talon, dealer, _cut, _scores: matching.start(game, hands, talon, dealer),
    begin=lambda game, hands, talon, dealer, _cut, _scores: [
        (TRUE, PlayRelation(game.rules, game.players).start(hands, talon, dealer))
    ],
)
"""Deals with matching tricks."""
SUITS: Final[Form[SuitGame, SuitShape, SuitDealTerms, SuitState]] = Form(
    variables=symbolic_suit_deals.variables,
    deal=symbolic_suit_deals.deal,
    state=symbolic_suit_deals.state,
    flat=symbolic_suit_deals.flat_deal,
    assumed=symbolic_suit_deals.assumed,
    as_card=symbolic_suit_deals.as_card,
    start=lambda game, hands, rest, dealer, cut, scores: suits.start(game, hands, rest, dealer, cut=cut, scores=scores),
    begin=lambda game, hands, rest, dealer, cut, scores: SuitRelation(game.rules, game.players).start(
        hands, rest, dealer, cut=cut, scores=scores
    ),
)
"""Deals with suit tricks."""


# --- What an action comes to ------------------------------------------------------------------------------------------


class Act(msgspec.Struct, Generic[_D], frozen=True, eq=False):
    """An action as the engine takes it, and its branches."""

    engine: Callable[[Sequence[int]], Action]
    """Makes the action from the values of its variables."""
    relation: Callable[[_D, Sequence[Number]], Iterable[Branch[_D]]]
    """Its branches in a deal."""
    variables: tuple[Variable, ...] = ()
    """The numbers that it has of its own."""

    def case(self, form: Form[_G, _S, _D, _T], game: _G, shape: _S) -> ProofCase:
        """Return the case that the engine does what the relation says, in a shape."""
        own, sides, rulebook = len(self.variables), game.side_count, game.rulebook

        def run(*numbers: int) -> Flat:
            return done(form, form.state(game, shape, numbers[own:]), self.engine(numbers[:own]))

        @functools.cache
        def branches(given: Numbers) -> tuple[list[tuple[Truth, Flat]], Truth]:
            deal = form.deal(shape, sides, given[own:])
            live = [way for way in self.relation(deal, given[:own]) if way.guard is not FALSE]
            played = [not isinstance(way.after, str) for way in live]
            in_order = TRUE if played == sorted(played) else FALSE  # refusals come first: :func:`allowed` relies on it
            covered = every([in_order, some(way.guard for way in live)])
            return [(no(way.guard), said(form, rulebook, way)) for way in live], covered

        def claim(given: Numbers, found: Numbers) -> Truth:
            ways, covered = branches(given)
            return every([covered, *[some([elsewhere, same(found, wanted)]) for elsewhere, wanted in ways]])

        def problem(values: tuple[int, ...]) -> str:
            terms = [numeral(value) for value in values]
            after = holding(self.relation(form.deal(shape, sides, terms[own:]), terms[:own]))
            state, action = form.state(game, shape, values[own:]), self.engine(values[:own])
            return (
                f"{action}: the clauses say nothing"
                if after is None
                else difference(state, action, cast("AnyDealTerms | str", after))
            )

        return ProofCase(
            name=str(shape),
            variables=(*self.variables, *form.variables(game, shape)),
            problem=problem,
            position=lambda values: opened(game, form.state(game, shape, values[own:])),
            lifted=run,
            assuming=lambda given: form.assumed(game, shape, given[own:]),
            claim=claim,
        )


def doing(action: Action, ways: Ways[_D]) -> Act[_D]:
    """Return an action that has no numbers of its own, with its branches."""
    return Act(lambda _: action, lambda deal, _: ways(deal))


def with_card(form: Form[_G, _S, _D, _T], game: _G, action: Callable[[Card], Action], ways: CardWays[_D]) -> Act[_D]:
    """Return what is done with any card, with its branches."""
    card = Variable("card", tuple(map(int, game.pack.cards)), card=True)
    return Act(lambda numbers: action(form.as_card(numbers[0])), lambda deal, given: ways(deal, given[0]), (card,))


def cases(
    form: Form[_G, _S, _D, _T], game: _G, shapes: Iterable[_S], acts: Iterable[Act[_D]], contracts: Iterable[Contract]
) -> Iterator[ProofCase]:
    """Yield the cases that the engine does what the relation says: every one of these actions in every shape.

    :param contracts: what stands in for functions meanwhile.
    """
    with standing_in(contracts):
        for shape, act in itertools.product(shapes, tuple(acts)):
            yield act.case(form, game, shape)


def _refused(rulebook: Rulebook, code: str, clause: str) -> Flat:
    """Return a refusal: its code and its clause."""
    return _CODES.index(code), [each.id for each in rulebook.clauses].index(clause)


def said(form: Form[_G, _S, _D, _T], rulebook: Rulebook, branch: Branch[_D]) -> Flat:
    """Return what a branch leads to."""
    if isinstance(branch.after, str):
        return _refused(rulebook, branch.after, refusal_clause(rulebook, cast("RefusalCode", branch.after)))
    return (1, *form.flat(branch.after))


def done(form: Form[_G, _S, _D, _T], state: _T, action: Action) -> Flat:
    """Return what the engine makes of an action, and whether it is logged and what no action changes is kept. The log is carried."""
    try:
        after = state.play(action)
    except IllegalAction as error:
        return _refused(state.game.rulebook, error.code, error.clause)
    who = action.seat if isinstance(action, Call) else state.turn
    before, log = (cast("Carried", each.log) for each in (state, after))
    right = log.mark == before.mark and log.more[:-2] == before.more and log.more[-2] == who and log.more[-1] is action
    kept = all(getattr(after, name) is getattr(state, name) for name in _KEPT)
    return (int(right and kept), *form.flat(after))  # type: ignore[arg-type]


def same(found: Numbers, wanted: Flat) -> Truth:
    """Return that two rows of numbers are the same."""
    if len(found) != len(wanted):
        return FALSE
    return every(equal(one, other) for one, other in zip(found, wanted, strict=True))


# --- What may be done -------------------------------------------------------------------------------------------------


def allowed(ways: Iterable[Branch[_D]]) -> Truth:
    """Return that no refusal holds: these are the branches that come first."""
    return no(some(way.guard for way in itertools.takewhile(lambda way: isinstance(way.after, str), ways)))


def _listed(action: Action) -> list[tuple[object, int]]:
    """Return what is listed for an action, and whether it is: cards as objects, as no symbolic ones are to be compared."""
    if is_followers(action):
        return [((Play, id(card)), when) for card, when in action.cards]
    return [((type(action), id(action.card)) if isinstance(action, Play | Meld) else action, 1)]


def listing(
    form: Form[_G, _Shape, _Deal, _T],
    game: _G,
    shape: _Shape,
    by_card: Sequence[tuple[type[Play | Meld], CardWays[_Deal]]],
    alone: dict[Action, Ways[_Deal]],
    *,
    name: str = "",
    assuming: Callable[[Numbers], list[Truth]],
    asks: tuple[Callable[[_T], int], Callable[[_Deal], int]],
) -> ProofCase:
    """Return the case that what is legal are the actions of which no refusal holds: with cards in the order of the hand, then others.

    :param by_card: what can be done with a card; with equal ones it is listed once, with the first.
    :param alone: what is done without one. Both are in the order in which they are listed.
    :param asks: what else is the same of the state and of the deal.
    """

    def run(state: _T) -> Flat:
        hand = () if state.turn is None else state.hands[state.turn]
        every_one = [*((kind, id(card)) for kind, _ in by_card for card in hand), *alone]
        listed = [*itertools.chain.from_iterable(map(_listed, state.legal))]
        each_one, bits = [each for each, _ in listed], dict(listed)
        in_order = [each for each in every_one if each in bits] == each_one
        return (asks[0](state), int(in_order), *[bits.get(each, 0) for each in every_one])

    @functools.cache
    def may_be(deal: _Deal) -> list[Truth]:
        hand = () if shape.turn is None else deal.hands[shape.turn]
        first = [every(no(equal(card, before)) for before in hand[:place]) for place, card in enumerate(hand)]
        cards = [
            every([allowed(ways(deal, card)), there_first])
            for _, ways in by_card
            for card, there_first in zip(hand, first, strict=True)
        ]
        return [*cards, *[allowed(ways(deal)) for ways in alone.values()]]

    def claim(deal: _Deal, found: Numbers) -> Truth:
        asked, in_order, *bits = found
        told = [bit if is_truth(bit) else equal(bit, 1) for bit in bits]
        listed = [together(bit, may) for bit, may in zip(told, may_be(deal), strict=True)]
        return every([equal(asked, asks[1](deal)), equal(in_order, 1), *listed])

    return form.case(game, shape, run, claim, name=name, assuming=assuming)


def placed(
    form: Form[_G, _Shape, _Deal, _T],
    game: _G,
    shapes: Iterable[_Shape],
    alike: Callable[[_Shape, _Deal, _Deal, int], Iterable[Truth]],
) -> Iterator[ProofCase]:
    """Yield the cases that a card does the same when it is the first of its hand.

    :param alike: what is claimed of a deal, the same with the card at a place of the hand as its first, and this place.
    """
    for shape in shapes:
        turn = shape.turn
        if turn is None or shape.held[turn] <= 1:
            continue

        def claim(deal: _Deal, _: Numbers, shape: _Shape = shape, turn: int = turn) -> Truth:
            hand, found = deal.hands[turn], list[Truth]()
            for place, card in enumerate(hand[1:], start=1):
                hands = with_part(deal.hands, turn, (card, *hand[:place], *hand[place + 1 :]))
                found += alike(shape, deal, msgspec.structs.replace(deal, hands=hands), place)
            return every(found)

        yield form.case(game, shape, None, claim)
