"""What two deals can differ in: facts about what a function is given, such as who leads, as expressions and as values."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import TYPE_CHECKING, Final, TypeAlias, cast

import msgspec
from tools.mutants.noted_code import parameters

from aceten.proofs.execution.replacements import named
from aceten.proofs.execution.symbolic_numbers import LiftError
from aceten_spec.rulebook import MatchingParameters

if TYPE_CHECKING:
    from tools.mutants.reached_code import Place

    from aceten.engine.game import Game

Value: TypeAlias = "int | tuple[Value, ...] | None"
"""What a fact can be."""


class Unknown(Exception):  # noqa: N818 - it is no error: of symbols nothing is known
    """A fact is whatever one likes, as numbers are symbols."""


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """Something that can be asked of what a function is given."""

    parameter: str
    """Of which argument it is asked."""
    words: str
    """The question: an expression in which ``{0}`` stands for the argument."""
    bounds: tuple[Value, ...] = ()
    """The extreme answers that there can be by the rules."""

    @property
    def text(self) -> str:
        """The question as it stands in code."""
        return self.words.format(self.parameter)

    def of(self, argument: object) -> Value:
        """Return the answer.

        :raises Unknown: when it is any number.
        """
        return _plain(_asked(self.words)(argument))


@functools.cache
def _asked(words: str) -> Callable[[object], object]:
    asked = eval(f"lambda it: {words.format('it')}", {"len": _size})  # noqa: S307 - words of this module
    return cast("Callable[[object], object]", asked)


def _size(of: object) -> int:
    """Return how many there are; what is no plain row of things may not be asked, as it would give up the run that it belongs to."""
    if type(of) in {tuple, list, dict}:
        return len(cast("tuple[object, ...]", of))
    raise Unknown


def _plain(value: object) -> Value:
    if value is None or issubclass(type(value), int):
        return None if value is None else int(cast("int", value))
    if type(value) is tuple:
        return tuple(map(_plain, cast("tuple[object, ...]", value)))
    raise Unknown


# --- Which facts there are --------------------------------------------------------------------------------------------

_DEALS: Final = {"State", "MatchingState", "SuitState", "DealTerms", "SuitDealTerms"}
_SEATS: Final = ("{0}.leader", "{0}.winning")
_OUTLINE: Final = "({0}.leader, len({0}.trick), len({0}.hands[{0}.leader]), len({0}.talon))"
"""Several at once: single facts may each be met where not all of their products are."""
_MATCHING: Final = ("len({0}.leads)", "{0}.drawn is None")
_SUITS: Final = (
    "None if {0}.closed is None else ({0}.closed.seat, len({0}.talon))",
    "None if {0}.closed is None else ({0}.closed.seat, len({0}.hands[{0}.closed.seat]))",
    "len({0}.bids)",
    "None if {0}.contract is None else {0}.contract[0]",
    "{0}.trump is None",
    "{0}.claimant",
)
_OTHERS: Final = {
    "Match": ("{0}.dealer", "{0}.deals", "{0}.carried"),
    "MatchingCourse": ("{0}.last_trick", "{0}.forfeit", "{0}.burned", "{0}.teams is None", "{0}.points_known"),
}
_DRAWN_BY: Final = {"seed", "number"}
"""Parameters that say which deal is dealt, of which no theorem says anything."""
_NUMBERS: Final = {"int", "bool", "Seat", "Side", "Card", "Suit", "Rank"}
_ROWS: Final = ("tuple[", "Sequence[", "Collection[", "list[")


@functools.cache
def facts_of(function: str, game: Game) -> tuple[Fact, ...]:
    """Return what can be asked of the arguments of a function in a game."""
    return tuple(_facts(named(function), game))


def _facts(function: FunctionType, game: Game) -> Iterator[Fact]:
    owner = function.__qualname__.rpartition(".")[0]
    for name in parameters(function):
        if name in _DRAWN_BY:
            continue
        kind = owner if name == "self" else str(function.__annotations__.get(name, ""))
        for words, bounds in _about(kind, game):
            yield Fact(parameter=name, words=words, bounds=bounds)


def _about(kind: str, game: Game) -> Iterator[tuple[str, tuple[Value, ...]]]:
    """Yield what can be asked of an argument of a kind, with the extreme answers."""
    seats, pack, longest = tuple(range(game.players)), len(game.pack.cards), game.players * _rounds(game)
    trick = "len({0}.trick)", (0, longest)
    if kind in _DEALS:
        yield from _of_deal(kind, game, longest)
    elif kind == "MatchingMoment":
        yield from [*[(words, seats) for words in _SEATS], trick, ("len({0}.leads)", ())]
    elif kind == "SuitMoment":
        yield from [trick, ("{0}.cards_in_play", (0, pack)), ("{0}.closed is None", ())]
    elif kind.removesuffix(" | None") in _NUMBERS:
        yield "{0}", seats if kind == "Seat" else ()
    elif kind in {"Hands", "tuple[Cards, ...]"}:
        yield from [(f"len({{0}}[{seat}])", ()) for seat in seats]
    elif kind == "Cards" or kind.startswith(_ROWS):
        yield "len({0})", ()
    else:
        yield from [(words, ()) for words in _OTHERS.get(kind, ())]


def _of_deal(kind: str, game: Game, longest: int) -> Iterator[tuple[str, tuple[Value, ...]]]:
    """Yield what can be asked of a state, or of a deal of a relation."""
    seats, hand, pack = tuple(range(game.players)), game.rules.hand, len(game.pack.cards)
    is_deal, of_suits = kind.endswith("Terms"), kind.startswith("Suit")
    dealers = () if kind == "DealTerms" else ("{0}.dealer",)
    yield from [(words, seats) for words in (*_SEATS, "{0}.turn", *dealers)]
    yield from [("len({0}.trick)", (0, longest - 1)), ("len({0}.talon)", (0, pack - game.players * hand))]
    yield from [(f"len({{0}}.hands[{seat}])", (0, hand)) for seat in seats]
    yield from [(f"len({{0}}.taken[{side}])", (0, pack)) for side in range(game.side_count)]
    words = [_OUTLINE, "{0}.tricks is None"]
    if of_suits:
        words += [f"len({{0}}.shown[{seat}])" for seat in seats]
    words += _SUITS if of_suits else () if kind == "State" else _MATCHING
    if not is_deal:
        words += ["len({0}.log)", "{0}.points_known", *[f"{{0}}.points[{side}]" for side in range(game.side_count)]]
        words += ["{0}.lone", "{0}.burned", "{0}.forfeit"] if kind == "MatchingState" else []
    yield from [(each, ()) for each in words]


def _rounds(game: Game) -> int:
    """Return how many rounds a trick can have."""
    rules = game.rules
    return rules.hand if isinstance(rules, MatchingParameters) and rules.continuation != "never" else 1


# --- Corners ----------------------------------------------------------------------------------------------------------


class Corner(msgspec.Struct, frozen=True, kw_only=True):
    """Where a fact has a value."""

    fact: Fact
    """The fact."""
    value: Value
    """Its value."""

    @property
    def text(self) -> str:
        """The condition as it stands in code."""
        return f"({self.fact.text}) == {self.value!r}"


def entering(game: Game) -> Callable[[str, tuple[object, ...]], Iterator[Place]]:
    """Return what notes of a call of a function in a game in which corners it is, and which facts are open, as numbers are symbols."""

    @functools.cache
    def asked(function: str) -> tuple[tuple[int, Fact], ...]:
        names = parameters(named(function))
        return tuple([(names.index(fact.parameter), fact) for fact in facts_of(function, game)])

    def noted(function: str, arguments: tuple[object, ...]) -> Iterator[Place]:
        for place, fact in asked(function):
            try:
                yield function, Corner(fact=fact, value=fact.of(arguments[place]))
            except (Unknown, LiftError):  # of symbols it is open, and asking what is carried is noticed
                yield function, fact
            except (AttributeError, IndexError, TypeError):
                continue  # it cannot be asked there

    return noted
