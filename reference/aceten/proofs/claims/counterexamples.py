"""Counterexamples to what is claimed of an action, as a card player reads them: what differs, and a position in which it does."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, TypeVar, cast

import msgspec

from aceten.engine.game import Game
from aceten.engine.state import State
from aceten.notation.position import parse
from aceten.proofs.execution.symbolic_numbers import Carried, SymbolicSides
from aceten.proofs.statements.obligations import card_text
from aceten.vocabulary.actions import Action, Seat
from aceten.vocabulary.errors import IllegalAction
from aceten_spec.clauses.refusals import RefusalCode, refusal_clause
from aceten_spec.errors import AcetenError
from aceten_spec.formulas.matching.play_relation import AnyDealTerms, Branch
from aceten_spec.formulas.terms import FALSE, TRUE, Number, Truth, evaluate

if TYPE_CHECKING:
    from aceten_spec.rulebook import Rulebook

_D = TypeVar("_D")

_CARDS: Final = {"hands", "talon", "trick", "taken", "shown"}
"""What of a deal are cards."""


def difference(state: State, action: Action, after: AnyDealTerms | str) -> str:
    """Return what is wrong with what the engine makes of an action, in words.

    :param state: where it is done, with plain numbers.
    :param after: what it should lead to, or the code of the refusal.
    """
    rulebook = state.game.rulebook
    try:
        made: State | str = state.play(action)
    except IllegalAction as error:
        made = f"{error.code} ({error.clause})"
    should = _named(rulebook, after) if isinstance(after, str) else after
    if isinstance(made, str) or isinstance(should, str):
        one, other = (each if isinstance(each, str) else "no refusal" for each in (made, should))
        return f"{action}: the engine says {one}, the clauses {other}"
    return f"{action}: " + ("; ".join(_differing(made, should)) or "the log, or what no action changes, is another")


def _named(rulebook: Rulebook, code: str) -> str:
    return f"{code} ({refusal_clause(rulebook, cast('RefusalCode', code))})"


def _differing(made: State, should: AnyDealTerms) -> Iterator[str]:
    for name in should.__struct_fields__:
        one, other = (_plain(name, getattr(each, name)) for each in (made, should))
        if name == "burned":  # the engine has these sides, the relation says of each whether it is among them
            other = _plain(name, tuple([side for side, is_one in enumerate(getattr(should, name)) if _holds(is_one)]))
        if one != other and not (one in _NOBODY and other in _NOBODY):
            yield f"{name}: the engine has {one}, the clauses {other}"


_NOBODY: Final = ("-", "-1")
"""How a seat or side that there is not is written: by the engine, and by the relation."""


def _plain(name: str, value: object) -> str:
    """Return a field as it is read."""
    kind, found = type(value), "-"
    if kind is Carried:
        more = cast("Carried", value).more
        found = f"what it was and {_plain(name, more)}" if more else "what it was"
    elif kind is SymbolicSides:
        found = _plain(name, tuple(cast("SymbolicSides", value)))
    elif issubclass(kind, msgspec.Struct):
        found = ", ".join([_plain(field, getattr(value, field)) for field in kind.__struct_fields__])
    elif issubclass(kind, tuple):
        parts = [_plain(name, each) for each in cast("tuple[object, ...]", value)]
        found = ("" if name in _CARDS and {*map(len, parts)} <= {2} else ",").join(parts) or "-"
    elif value is not None:
        number = int(cast("int", value)) if issubclass(kind, int) else int(evaluate(cast("Number", value)))
        found = card_text(number) if name in _CARDS else str(number)
    return found


def holding(ways: Iterable[Branch[_D]]) -> _D | str | None:
    """Return what the branch leads to that holds with plain numbers; ``None``: none does."""
    return next((way.after for way in ways if _holds(way.guard)), None)


def _holds(truth: Truth) -> bool:
    return truth is TRUE or (truth is not FALSE and bool(evaluate(truth)))


def opened(game: Game, state: State) -> str:
    """Return the line of a position as a state has it, with other cards of the pack for what it carries; empty where that is none."""
    for unknown in ({}, {"points": (0,) * game.side_count, "tricks": None}):
        try:
            line = str(msgspec.structs.replace(state, **(_filled(game, state) | unknown)))
            if str(parse(line)) == line:
                return line
        except (AcetenError, StopIteration, ValueError, TypeError, LookupError):
            continue  # not every deal of numbers is one of cards
    return ""


def _filled(game: Game, state: State) -> dict[str, object]:
    """Return what a state has in place of what it carries, and of all that is symbolic in it.

    :raises StopIteration: when there are not cards enough.
    """
    found: dict[str, object] = {"game": game, "dealer": Seat(1), "points_known": False, "log": ()}
    hands = [() if _is_carried(hand) else hand for hand in state.hands]
    talon = () if _is_carried(state.talon) else state.talon
    spare = iter(
        sorted((Counter(game.pack.cards) - Counter((*itertools.chain(*hands), *talon, *state.trick))).elements())
    )
    most, players = max(map(len, hands)) or game.rules.hand, game.players
    played = {(state.leader + place) % players for place in range(len(state.trick) % players)}
    for seat, hand in enumerate(state.hands):
        if _is_carried(hand):
            hands[seat] = tuple([next(spare) for _ in range(most - (seat in played))])
    found |= {"hands": tuple(hands), "talon": talon}
    for name in {*state.__struct_fields__} - {*found}:
        value: object = getattr(state, name)
        if _is_carried(value):
            found[name] = ()
        elif type(value) is SymbolicSides:
            found[name] = tuple(value)
        elif name in {"taken", "shown"}:
            found[name] = tuple([() if _is_carried(each) else each for each in cast("tuple[object, ...]", value)])
    return found


def _is_carried(value: object) -> bool:
    return type(value) is Carried
