"""What is claimed of views: that nothing is looked at, or told, which the clauses hide from a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, cast

import msgspec

from aceten.proofs.obligations import Case
from aceten.proofs.symbolic import Untouched
from aceten_spec.formulas.terms import equal, every

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from aceten.actions import Hands, Seat
    from aceten.game import Game
    from aceten.matching.state import MatchingState
    from aceten.proofs.acts import Form
    from aceten.state import State
    from aceten.suits.state import SuitState
    from aceten.view import View
    from aceten_spec.cards import Card

_G = TypeVar("_G", bound="Game")
_S = TypeVar("_S")
_D = TypeVar("_D")
_T = TypeVar("_T", bound="State")


def hiding(form: Form[_G, _S, _D, _T], game: _G, shape: _S, hides: Callable[[_T, int], _T]) -> Iterator[Case]:
    """Yield the cases that each seat's view of a shape is made without looking at what is hidden, and has none of it.

    :param hides: puts in place of every card that is hidden from a seat what cannot be looked at.
    """
    for seat in range(game.players):

        def run(*numbers: int, seat: int = seat) -> tuple[int, int]:
            state = hides(form.state(game, shape, numbers), seat)
            view = state.view(seat)
            own = view.known[seat]
            return int(not _has_hidden(view)), int(own is state.hands[seat])

        yield Case(
            name=f"{shape}, seen by {seat}",
            variables=form.variables(game, shape),
            returns=("nothing hidden", "the own hand"),
            lifted=run,
            claim=lambda _, found: every([equal(found[0], 1), equal(found[1], 1)]),
        )


def _has_hidden(view: View) -> bool:
    return any(_hidden_in(getattr(view, name)) for name in view.__struct_fields__)


def _hidden_in(value: object) -> bool:
    if type(value) is tuple:
        return any(map(_hidden_in, cast("tuple[object, ...]", value)))
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
    partner = state.game.partner(seat) if state.game.rules.partner_peek == "on" and not state.talon else None
    hands = _covered_hands(state, lambda other, _: other in (seat, partner))
    drawn = state.drawn if state.drawn is None or state.turn == seat else _covered(state.drawn)
    return msgspec.structs.replace(state, hands=hands, talon=tuple(map(_covered, state.talon)), drawn=drawn)


def of_suits(state: SuitState, seat: int) -> SuitState:
    """Cover the talon but for the turn-up, and of others' hands all cards but those that everybody knows.

    Clauses: SX-DRAW-8, SX-MELD-8, EW-TRUMP-4.
    """
    known = {id(card) for cards in state.shown for card in cards}
    hands = _covered_hands(state, lambda other, card: other == seat or id(card) in known)
    up = state.talon[-1:] if state.game.rules.trump == "turn_up" else ()
    return msgspec.structs.replace(
        state, hands=hands, talon=(*map(_covered, state.talon[: len(state.talon) - len(up)]), *up)
    )
