"""What is claimed of an action: that the engine makes of a deal what the relation says, or refuses as it says."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, Generic, TypeVar

import msgspec

from aceten.actions import Action, Call
from aceten.errors import IllegalAction
from aceten.proofs import deals, suit_deals
from aceten.proofs.deals import Flat
from aceten.proofs.obligations import Case, Numbers, Variable
from aceten_spec.formulas import Number, Truth
from aceten_spec.formulas.play import Branch, Deal
from aceten_spec.formulas.terms import FALSE, equal, every, no, some
from aceten_spec.refusals import REFUSALS, refusal_clause

if TYPE_CHECKING:
    from aceten.game import Game
    from aceten.matching.game import MatchingGame
    from aceten.matching.state import MatchingState
    from aceten.proofs.deals import Shape
    from aceten.proofs.suit_deals import SuitShape
    from aceten.state import State
    from aceten.suits.game import SuitGame
    from aceten.suits.state import SuitState
    from aceten_spec.cards import Card
    from aceten_spec.formulas.suit_play import SuitDeal
    from aceten_spec.rulebook import Rulebook

_CODES: Final = tuple(REFUSALS)

_G = TypeVar("_G", bound="Game")
_S = TypeVar("_S")
_D = TypeVar("_D")
_T = TypeVar("_T", bound="State")


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


MATCHING: Final[Form[MatchingGame, Shape, Deal, MatchingState]] = Form(
    deals.variables, deals.deal, deals.state, deals.flat_deal, lambda _game, _shape, _given: []
)
"""Deals with matching tricks."""
SUITS: Final[Form[SuitGame, SuitShape, SuitDeal, SuitState]] = Form(
    suit_deals.variables, suit_deals.deal, suit_deals.state, suit_deals.flat_deal, suit_deals.assumed
)
"""Deals with suit tricks."""


class Act(msgspec.Struct, Generic[_D], frozen=True, eq=False):
    """An action as the engine takes it, and its branches."""

    engine: Callable[[Sequence[int]], Action]
    """Makes the action from the values of its variables."""
    relation: Callable[[_D, Sequence[Number]], Iterator[Branch[_D]]]
    """Its branches in a deal."""
    variables: tuple[Variable, ...] = ()
    """The numbers that it has of its own."""

    def case(self, form: Form[_G, _S, _D, _T], game: _G, shape: _S) -> Case:
        """Return the case that the engine does what the relation says, in a shape."""
        own, sides, rulebook = len(self.variables), game.side_count, game.rulebook

        def run(*numbers: int) -> Flat:
            return done(form, form.state(game, shape, numbers[own:]), self.engine(numbers[:own]))

        @functools.cache
        def branches(given: Numbers) -> tuple[list[tuple[Truth, Flat]], Truth]:
            deal = form.deal(shape, sides, given[own:])
            ways = [way for way in self.relation(deal, given[:own]) if way.guard is not FALSE]
            return [(no(way.guard), said(form, rulebook, way)) for way in ways], some(way.guard for way in ways)

        def claim(given: Numbers, found: Numbers) -> Truth:
            ways, covered = branches(given)
            return every([covered, *[some([elsewhere, same(found, wanted)]) for elsewhere, wanted in ways]])

        return Case(
            name=str(shape),
            variables=(*self.variables, *form.variables(game, shape)),
            returns=(),
            lifted=run,
            assuming=lambda given: form.assumed(game, shape, given[own:]),
            claim=claim,
            by_path=True,
        )


def doing(action: Action, ways: Callable[[_D], Iterator[Branch[_D]]]) -> Act[_D]:
    """Return an action that has no numbers of its own, with its branches."""
    return Act(lambda _: action, lambda deal, _: ways(deal))


def with_card(
    game: Game,
    action: Callable[[Card], Action],
    as_card: Callable[[int], Card],
    ways: Callable[[_D, Number], Iterator[Branch[_D]]],
) -> Act[_D]:
    """Return what is done with any card, with its branches."""
    card = Variable("card", tuple(map(int, game.pack.cards)), card=True)
    return Act(lambda numbers: action(as_card(numbers[0])), lambda deal, given: ways(deal, given[0]), (card,))


def _refused(rulebook: Rulebook, code: str, clause: str) -> Flat:
    """Return a refusal: its code and its clause."""
    return _CODES.index(code), [each.id for each in rulebook.clauses].index(clause)


def said(form: Form[_G, _S, _D, _T], rulebook: Rulebook, branch: Branch[_D]) -> Flat:
    """Return what a branch leads to."""
    if isinstance(branch.after, str):
        return _refused(rulebook, branch.after, refusal_clause(rulebook, branch.after))
    return (1, *form.flat(branch.after))


def done(form: Form[_G, _S, _D, _T], state: _T, action: Action) -> Flat:
    """Return what the engine makes of an action, and whether it keeps what no action changes."""
    try:
        after = state.play(action)
    except IllegalAction as error:
        return _refused(state.game.rulebook, error.code, error.clause)
    who = action.seat if isinstance(action, Call) else state.turn
    logged = after.log[:-1] == state.log and after.log[-1][0] == who and after.log[-1][1] is action
    kept = (after.game, after.dealer, after.points_known) == (state.game, state.dealer, state.points_known)
    return (int(logged and kept), *form.flat(after))  # type: ignore[arg-type]


def same(found: Numbers, wanted: Flat) -> Truth:
    """Return that two rows of numbers are the same."""
    if len(found) != len(wanted):
        return FALSE
    return every(equal(one, other) for one, other in zip(found, wanted, strict=True))
