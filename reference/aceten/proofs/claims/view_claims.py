"""What is claimed of views: that nothing is looked at, or told, which the clauses hide from a seat, and that all the rest is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final, TypeVar, cast

import msgspec

from aceten.engine.game import Game
from aceten.engine.matching.state import MatchingState
from aceten.engine.matching.view import MatchingView
from aceten.engine.state import State
from aceten.engine.suits.state import SuitState
from aceten.engine.suits.view import SuitView
from aceten.engine.view import View
from aceten.proofs.claims import symbolic_deals
from aceten.proofs.claims.contracts import Contract, standing_in
from aceten.proofs.execution.symbolic_numbers import Carried, Untouched
from aceten.proofs.statements.obligations import ProofCase
from aceten.vocabulary.actions import STOP, Action, Hands, Seat
from aceten_spec.cards import Card
from aceten_spec.formulas.terms import equal, every

if TYPE_CHECKING:
    from aceten.proofs.claims.action_claims import Form

_G = TypeVar("_G", bound="Game")
_S = TypeVar("_S")
_D = TypeVar("_D")
_T = TypeVar("_T", bound="State")
_V = TypeVar("_V", bound="View")


def seen(
    form: Form[_G, _S, _D, _T],
    game: _G,
    shapes: Iterable[_S],
    *,
    hides: Callable[[_T, int], _T],
    tells: Callable[[_T, _V], bool],
    contracts: Iterable[Contract],
) -> Iterator[ProofCase]:
    """Yield the cases that each seat's view of a shape is made without looking at what is hidden, has none of it, and has all the rest.

    :param hides: puts in place of every card that is hidden from a seat what cannot be looked at.
    :param tells: whether the view has what else the state does, and as the seat may know it.
    :param contracts: what stands in for functions meanwhile; what is legal is to be :func:`something`.
    """

    def case(shape: _S, seat: int) -> ProofCase:
        def run(*numbers: int) -> tuple[int, int, int]:
            state = hides(form.state(game, shape, numbers), seat)
            view = state.view(seat)
            told = _has_the_rest(state, view) and view.legal == (state.legal if state.turn == seat else ())
            none_hidden, own = not _has_hidden(msgspec.structs.astuple(view)), view.known[seat] is state.hands[seat]
            return int(none_hidden), int(own), int(told and tells(state, cast("_V", view)))

        return ProofCase(
            name=f"{shape}, seen by {seat}",
            variables=form.variables(game, shape),
            returns=("nothing hidden", "the own hand", "all the rest"),
            lifted=run,
            claim=lambda _, found: every([equal(each, 1) for each in found]),
        )

    with standing_in(contracts):
        for shape in shapes:
            yield from (case(shape, seat) for seat in range(game.players))


def something(_: object) -> tuple[Action, ...]:
    """Stand in for what is legal: the view of the seat to act has it, and no other."""
    return (STOP,)


_OF_SEATS: Final = {"points", "drawn"}
"""What a state has that some seats may not know by themselves."""


def _has_the_rest(state: State, view: View) -> bool:
    """Whether a view has just those cards of hands and talon that are not hidden, how many there are, and what lies open to all."""
    piles = (*state.hands, state.talon)
    there = [{id(card) for card in pile if not _is_hidden(card)} for pile in piles]
    cards = there == [{id(card) for card in pile} for pile in (*view.known, view.known_talon)]
    sizes = [len(pile) for pile in piles] == [*view.hand_sizes, view.talon_size]
    of_all = set(state.__struct_fields__) & set(view.__struct_fields__) - _OF_SEATS
    return cards and sizes and all(getattr(view, name) is getattr(state, name) for name in of_all)


def _has_hidden(value: object) -> bool:
    if type(value) is tuple:
        return any(map(_has_hidden, cast("tuple[object, ...]", value)))
    return _is_hidden(value)


def _is_hidden(value: object) -> bool:
    return type(value) is Untouched


def _covered(card: Card) -> Card:
    del card
    return cast("Card", Untouched())


def _covered_hands(state: State, open_to: Callable[[Seat, Card], bool]) -> Hands:
    return tuple(
        tuple([card if open_to(cast("Seat", seat), card) else _covered(card) for card in hand])
        for seat, hand in enumerate(state.hands)
    )


def of_matching(state: MatchingState, seat: int) -> MatchingState:
    """Cover the talon, the hands of others but a partner's that is shown when the talon is exhausted, and a card drawn by another.

    Clauses: RL-FLIP-2, SL-LONE-2, SM-DRAW-7.
    """
    partner = state.game.partner(seat) if state.game.rules.partner_peek and not state.talon else None
    hands = _covered_hands(state, lambda other, _: other in (seat, partner))
    drawn = state.drawn if state.drawn is None or state.turn == seat else _covered(state.drawn)
    covered = msgspec.structs.replace(
        state, hands=hands, talon=tuple(map(_covered, state.talon)), drawn=drawn, log=Carried()
    )
    return covered if state.turn is None else symbolic_deals.with_any_trick(covered)


def of_suits(state: SuitState, seat: int) -> SuitState:
    """Cover the talon but for the turn-up, and of others' hands all cards but those that everybody knows.

    Clauses: SX-DRAW-8, SX-MELD-8, EW-TRUMP-4.
    """
    known = {id(card) for cards in state.shown for card in cards}
    hands = _covered_hands(state, lambda other, card: other == seat or id(card) in known)
    up = state.talon[-1:] if state.game.rules.trump == "turn_up" else ()
    covered = map(_covered, state.talon[: len(state.talon) - len(up)])
    taken = tuple([Carried(-side, some=score) for side, score in enumerate(state.scores)])
    return msgspec.structs.replace(state, hands=hands, talon=(*covered, *up), taken=taken, log=Carried())


def matching_told(state: MatchingState, view: MatchingView) -> bool:
    """Whether a view tells who may call, whether a card was drawn to spice with, and to him who has it which.

    Clauses: ZS-CALL-1, RL-SPICE-1.
    """
    calls = tuple(call for call in state.calls if call.seat == view.seat)
    drawn = None if _is_hidden(state.drawn) else state.drawn
    spicing = state.drawn is not None
    return view.calls == calls and view.spicing == spicing and view.drawn is drawn and view.points is state.points


def suits_told(state: SuitState, view: SuitView) -> bool:
    """Whether a view tells points, but where they are claimed, and those that lie in no pile.

    Clauses: SX-CLAIM-1.
    """
    counting = state.game.rules.claim == "called" and state.turn is not None
    given = tuple([has - state.game.points_of(pile) for has, pile in zip(state.points, state.taken, strict=True)])
    return view.points is (None if counting else state.points) and view.given == given
