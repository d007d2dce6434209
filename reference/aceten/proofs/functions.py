"""The step functions that theorems are about. A proof takes them from here, so that a mutant can stand in for one."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Final, Literal, TypeAlias, TypeVar, cast

import msgspec

from aceten.actions import Action, Seat, Side
from aceten.drawing import cards_due, draw, draw_turns
from aceten.game import Game
from aceten.matching.state import MatchingState
from aceten.scoring import Result, add_card, count_cards, credit
from aceten.state import Event, Hands
from aceten_spec.cards import Card

Values: TypeAlias = tuple[tuple[int, int], ...]
Cards: TypeAlias = tuple[Card, ...]
Order: TypeAlias = Literal["block", "round_robin"]
Draw: TypeAlias = Callable[[Hands, Cards, Seat, int, Order], tuple[Hands, Cards]]
EndTrick: TypeAlias = Callable[[MatchingState, Hands, Cards, Cards, Seat, tuple[Event, ...]], MatchingState]

_Function = TypeVar("_Function", bound="Callable[..., object]")


def _result(state: MatchingState) -> Result | None:
    return state.result


class Functions(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """The engine's step functions; by default as they are."""

    add_card: Callable[[int, int, Values], int] = add_card
    """:func:`aceten.scoring.add_card`."""
    count_cards: Callable[[tuple[int, ...], Values], int] = count_cards
    """:func:`aceten.scoring.count_cards`."""
    credit: Callable[[tuple[int, ...], Side, int], tuple[int, ...]] = credit
    """:func:`aceten.scoring.credit`."""
    cards_due: Callable[[int, int, int], int] = cards_due
    """:func:`aceten.drawing.cards_due`."""
    draw_turns: Callable[[Order, tuple[int, ...]], tuple[int, ...]] = draw_turns
    """:func:`aceten.drawing.draw_turns`."""
    draw: Draw = draw
    """:func:`aceten.drawing.draw`."""
    # A game with matching tricks deals a state of its own kind.
    deal: Callable[..., MatchingState] = cast("Callable[..., MatchingState]", Game.deal)
    """:meth:`aceten.Game.deal`."""
    play: Callable[[MatchingState, Action], MatchingState] = MatchingState.play
    """:meth:`aceten.MatchingState.play`."""
    end_trick: EndTrick = vars(MatchingState)["_end_trick"]
    """The step by which :meth:`aceten.MatchingState.play` ends a trick."""
    result: Callable[[MatchingState], Result | None] = _result
    """:attr:`aceten.MatchingState.result`."""


ENGINE: Final = Functions()
"""The engine's functions as they are."""


def linked(function: _Function, **callees: Callable[..., object]) -> _Function:
    """Return the same code with other functions behind some of the names that it calls.

    In place of a function stands what is proved about it, so that a proof takes one step at a time, or a mutant. Where
    the code does not use a name the link has no effect: the code is then run with what it calls.
    """
    if not isinstance(function, FunctionType):
        return function
    made = FunctionType(
        function.__code__,
        function.__globals__ | callees,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    made.__kwdefaults__ = function.__kwdefaults__
    return cast("_Function", made)
