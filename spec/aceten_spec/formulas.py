"""What clauses say, as formulas: z3 terms over whole numbers, which can also be worked out for given values.

A formula states one clause in the style of its text and takes every number from the rulebook. It shares nothing with the engine:
:mod:`aceten.proofs` shows that the engine does what the formulas say. Needs the optional dependency ``z3-solver``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Generic, Protocol, TypeVar, cast

import msgspec
import z3  # type: ignore[import-untyped]

from aceten_spec.cards import Rank
from aceten_spec.rulebook import pack_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from aceten_spec.rulebook import MatchingParameters


class Truth(Protocol):
    """A z3 term that is true or false."""

    def __invert__(self) -> Truth:
        """Not."""
        ...

    def __and__(self, other: Truth, /) -> Truth:
        """And."""
        ...

    def __or__(self, other: Truth, /) -> Truth:
        """Or."""
        ...

    def get_id(self) -> int:
        """Return the number of the term: equal for equal terms, as long as both exist."""
        ...


class Number(Protocol):
    """A z3 term that is a whole number. Division by a positive number rounds down, as ``//`` does."""

    def __add__(self, other: Number | int, /) -> Number: ...
    def __radd__(self, other: int, /) -> Number: ...
    def __sub__(self, other: Number | int, /) -> Number: ...
    def __rsub__(self, other: int, /) -> Number: ...
    def __mul__(self, other: int, /) -> Number: ...
    def __truediv__(self, other: int, /) -> Number: ...
    def __mod__(self, other: int, /) -> Number: ...
    def __neg__(self) -> Number: ...
    def __lt__(self, other: Number | int, /) -> Truth: ...
    def __le__(self, other: Number | int, /) -> Truth: ...
    def __gt__(self, other: Number | int, /) -> Truth: ...
    def __ge__(self, other: Number | int, /) -> Truth: ...
    def __eq__(self, other: object, /) -> Truth:  # type: ignore[override]  # z3 makes a term of an equation
        """Is equal to."""
        ...

    def __ne__(self, other: object, /) -> Truth:  # type: ignore[override]  # z3 makes a term of an inequation
        """Is not equal to."""
        ...

    def __hash__(self) -> int: ...
    def as_long(self) -> int:
        """Return the value of a term that is worked out."""
        ...

    def get_id(self) -> int:
        """Return the number of the term: equal for equal terms, as long as both exist."""
        ...


Term = TypeVar("Term", bound="Number | Truth")


class _Terms(Protocol):
    """The functions of z3 that make and change terms, with the types that z3 does not declare."""

    Int: Callable[[str], Number]
    IntVal: Callable[[int], Number]
    BoolVal: Callable[[bool], Truth]
    If: Callable[[Truth, Number | int, Number | int], Number]
    Sum: Callable[[Sequence[Number]], Number]
    And: Callable[[Sequence[Truth]], Truth]
    Or: Callable[[Sequence[Truth]], Truth]
    is_bool: Callable[[object], bool]
    is_true: Callable[[object], bool]

    def substitute(self, term: Term, /, *pairs: tuple[Number, Number]) -> Term:
        """Replace variables."""
        ...

    def simplify(self, term: Term, /) -> Term:
        """Work out what can be worked out."""
        ...


Z3: Final = cast("_Terms", cast("object", z3))
"""The part of z3 that makes terms, typed."""


class Formula(msgspec.Struct, Generic[Term], frozen=True, kw_only=True, eq=False):
    """What clauses say about some whole numbers: a number that depends on them, or a statement about them."""

    clauses: tuple[str, ...]
    """The clauses that it states."""
    text: str
    """What it says, in words."""
    variables: tuple[Number, ...]
    """The numbers that it is about."""
    term: Term
    """What it says, as a z3 term over its variables."""
    made: dict[tuple[int, ...], tuple[tuple[Number, ...], Term]] = {}
    """The terms made of it already: to make one takes z3 much longer than to look it up."""

    def __call__(self, *numbers: Number) -> Term:
        """Return the term about other numbers in place of the variables, in their order."""
        key = tuple([number.get_id() for number in numbers])
        made = self.made.get(key)
        if made is None:  # with the term its numbers are kept, so that no other number can get the id of one of them
            made = numbers, Z3.substitute(self.term, *zip(self.variables, numbers, strict=True))
            self.made[key] = made
        return made[1]

    def at(self, *values: int) -> int:
        """Return the value for given values of the variables: a number, or a truth value."""
        return evaluate(self(*[Z3.IntVal(int(value)) for value in values]))


def evaluate(term: Number | Truth) -> int:
    """Return the value of a term without variables: a number, or a truth value."""
    value = Z3.simplify(term)
    return Z3.is_true(value) if Z3.is_bool(value) else cast("Number", value).as_long()


_RANKS: Final = {rank.letter: rank for rank in Rank}


def card_points(rules: MatchingParameters) -> Formula[Number]:
    """Return the formula of what a card counts, in card points, about its ``rank``.

    Clauses: ZS-CARDS-3.
    """
    rank = Z3.Int("rank")
    each = ", ".join(f"each {letter} counts {points}" for letter, points in rules.values.items())
    return Formula(
        clauses=("ZS-CARDS-3",),
        text=f"{each}, every other card nothing",
        variables=(rank,),
        term=Z3.Sum(
            [Z3.If(rank == int(_RANKS[letter]), points, Z3.IntVal(0)) for letter, points in rules.values.items()]
        ),
    )


def pack_points(rules: MatchingParameters) -> Formula[Number]:
    """Return the formula of what the whole pack counts, in card points; it has no variables.

    Clauses: ZS-CARDS-1, ZS-CARDS-3.
    """
    counts = card_points(rules)
    ranks = [Z3.IntVal(int(card.rank)) for card in pack_of(rules).cards]
    return Formula(
        clauses=("ZS-CARDS-1", "ZS-CARDS-3"),
        text="the card points of all cards of the pack",
        variables=(),
        term=Z3.Sum([counts(rank) for rank in ranks]),
    )


def conservation(rules: MatchingParameters) -> Formula[Truth]:
    """Return the formula that nothing is lost, about the card points ``captured`` and those still ``in_play``.

    Clauses: ZS-CARDS-3, ZS-PLAY-7, ZS-PLAY-8.
    """
    captured, in_play = Z3.Int("captured"), Z3.Int("in_play")
    return Formula(
        clauses=("ZS-CARDS-3", "ZS-PLAY-7", "ZS-PLAY-8"),
        text="card points captured and in play are those of the pack",
        variables=(captured, in_play),
        term=captured + in_play == pack_points(rules)(),
    )


def continues(rules: MatchingParameters) -> Formula[Truth]:
    """Return the formula of the cards that continue a trick, about the card's ``rank`` and the rank ``led``.

    Clauses: ZS-MULTI-2.
    """
    rank, led = Z3.Int("rank"), Z3.Int("led")
    return Formula(
        clauses=("ZS-MULTI-2",),
        text="a trick is continued with the led rank or a wild one",
        variables=(rank, led),
        term=Z3.Or([rank == led, *[rank == int(_RANKS[letter]) for letter in rules.wild]]),
    )


def capture() -> Formula[Truth]:
    """Return the formula of a capture: ``side`` gains ``gained``, sides 0 and 1 go from what they had to what they have.

    Clauses: ZS-PLAY-7.
    """
    side, gained = Z3.Int("side"), Z3.Int("gained")
    had, have = (Z3.Int("had0"), Z3.Int("had1")), (Z3.Int("have0"), Z3.Int("have1"))
    return Formula(
        clauses=("ZS-PLAY-7",),
        text="the side that wins a trick gains all of it, the other side nothing",
        variables=(side, gained, *had, *have),
        term=Z3.And(
            [have[number] == had[number] + Z3.If(side == number, gained, Z3.IntVal(0)) for number in range(len(had))]
        ),
    )


def shares(players: int) -> Formula[Truth]:
    """Return the formula of how many cards each draws (``due``) when each is ``missing`` some and the ``talon`` has so many.

    Clauses: ZS-DRAW-1, ZS-DRAW-3, ZS-DRAW-5.
    """
    missing, talon, due = Z3.Int("missing"), Z3.Int("talon"), Z3.Int("due")
    full = (missing * players <= talon) & (due == missing)
    short = (missing * players > talon) & (due * players <= talon) & ((due + 1) * players > talon)
    return Formula(
        clauses=("ZS-DRAW-1", "ZS-DRAW-3", "ZS-DRAW-5"),
        text="each draws what he lacks; when the talon does not suffice, it is distributed equally",
        variables=(missing, talon, due),
        term=full | short,
    )


def drawn_by_each(cards: int, each: int) -> Formula[Truth]:
    """Return the formula that a player (``turn``) draws ``each`` of so many cards, about who draws which of them.

    Clauses: ZS-DRAW-1, ZS-DRAW-2.
    """
    turn, drawn = Z3.Int("turn"), tuple(Z3.Int(f"drawn{number}") for number in range(cards))
    return Formula(
        clauses=("ZS-DRAW-1", "ZS-DRAW-2"),
        text="of the cards that are due from the top of the talon every player draws those that are due to him",
        variables=(turn, *drawn),
        term=Z3.Sum([Z3.If(turn == other, 1, Z3.IntVal(0)) for other in drawn]) == each,
    )
