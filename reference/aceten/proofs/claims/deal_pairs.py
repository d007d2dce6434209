"""Two deals side by side: what claims about pairs of deals are made of, whatever the tricks."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final, TypeAlias, TypeVar, cast

import msgspec

from aceten.engine.game import Game
from aceten.engine.scoring import Result
from aceten.engine.state import State
from aceten.proofs.claims.action_claims import Form, same
from aceten.proofs.claims.symbolic_deals import Flat, flat
from aceten.proofs.execution.symbolic_numbers import SymbolicInt, SymbolicTruth, number_term
from aceten.proofs.statements.obligations import Numbers, ProofCase, Variable
from aceten_spec.formulas.matching.play_relation import AnyDealTerms, Branch
from aceten_spec.formulas.terms import FALSE, TRUE, Z3, Number, Truth, equal, every, no, some, together

Relates: TypeAlias = Callable[["Number", "Number"], "Truth"]
"""What is asked of a number here and the one there."""

Key: TypeAlias = "Number | int | tuple[Key, ...] | None"
"""What a search remembers positions by."""

_E = TypeVar("_E")
_G = TypeVar("_G", bound="Game")
_S = TypeVar("_S")
_D = TypeVar("_D")
_T = TypeVar("_T", bound="State")
_Struct = TypeVar("_Struct", bound=msgspec.Struct)


# --- Branches ---------------------------------------------------------------------------------------------------------


def possible(ways: Iterable[Branch[_D]]) -> list[Branch[_D]]:
    """Return the branches of an action but for those that plainly never hold."""
    return [way for way in ways if way.guard is not FALSE]


def matched(
    ones: Iterable[Branch[_D]],
    others: Iterable[Branch[_D]],
    leads: Callable[[_D, _D], Truth],
    *,
    codes: bool = True,
) -> Truth:
    """Return that the branches of an action here hold where those there do, and lead to what is asked, or to the same refusal.

    :param codes: whether refusals have to have the same code.
    """
    refused: tuple[dict[str, list[Truth]], ...] = {}, {}
    played: tuple[list[tuple[Truth, _D]], ...] = [], []
    for place, way in [(place, way) for place, each in enumerate((ones, others)) for way in each]:
        if isinstance(way.after, str):
            refused[place].setdefault(way.after if codes else "", []).append(way.guard)
        else:
            played[place].append((way.guard, way.after))
    if len(played[0]) != len(played[1]):
        return FALSE
    found = [together(*[some(each.get(code, ())) for each in refused]) for code in {**refused[0], **refused[1]}]
    for (here, after), (there, after_there) in zip(*played, strict=True):
        found += [together(here, there), some([no(here), leads(after, after_there)])]
    return every(found)


def all_matched(
    leads: Callable[[_D, _D], Truth],
    ones: Iterable[Iterable[Branch[_D]]],
    others: Iterable[Iterable[Branch[_D]]],
    *,
    codes: bool = True,
) -> Truth:
    """Return that of every action :func:`matched` holds."""
    return every(matched(one, other, leads, codes=codes) for one, other in zip(ones, others, strict=True))


def put_in(truth: Truth | bool, *pairs: Iterable[tuple[Number, Number]]) -> Truth:
    """Return a statement with other terms in place of some, pairs after pairs.

    What holds whatever number stands for the rank of a card, or for what it counts, holds of what it is.
    """
    if isinstance(truth, bool):
        return TRUE if truth else FALSE
    for each in pairs:
        truth = Z3.substitute(truth, *each)
    found = Z3.simplify(truth)
    if Z3.is_true(found):
        return TRUE
    return FALSE if Z3.is_false(found) else found


def named(variables: Iterable[Variable], more: str) -> tuple[Variable, ...]:
    """Return variables of the same kind with other names."""
    return tuple(msgspec.structs.replace(each, name=f"{each.name}{more}") for each in variables)


def among(choices: Collection[int], numbers: Iterable[Number]) -> list[Truth]:
    """Return of each of the numbers that it is one of the choices."""
    return [some(number == choice for choice in choices) for number in numbers]


def related(relates: Relates, ones: Sequence[Sequence[Number]], others: Sequence[Sequence[Number]]) -> Truth:
    """Return that piles have as many numbers as others, and that something holds of every number and the one there."""
    if [*map(len, ones)] != [*map(len, others)]:
        return FALSE
    return every(map(relates, itertools.chain(*ones), itertools.chain(*others)))


def further(each: tuple[_E, ...]) -> tuple[_E, ...]:
    """Return what everybody has when all sit one seat further."""
    return (*each[-1:], *each[:-1])


_OF_EACH: Final = {"hands", "taken", "points", "tricks", "melds", "waiting", "shown", "scores"}
"""What of a deal or a state is there for each seat or side."""
_SEATS: Final = {"leader", "winning", "turn", "claimant", "dealer"}
"""What of it is a seat."""


def turned(deal: _Struct, players: int, **changes: object) -> _Struct:
    """Return a deal, or a state, in which everybody sits one seat further, and the sides with them.

    :param changes: what becomes of all that some kind of tricks alone has.
    """
    known = {name: value for name in deal.__struct_fields__ if (value := getattr(deal, name)) is not None}
    moved = {name: further(value) for name, value in known.items() if name in _OF_EACH}
    moved |= {name: (value + 1) % players for name, value in known.items() if name in _SEATS}
    return msgspec.structs.replace(deal, **moved, **changes)


def gains(before: AnyDealTerms, after: AnyDealTerms) -> list[Number]:
    """Return what an action has brought: card points and tricks."""
    pairs = [*zip(before.points, after.points, strict=True), *zip(before.tricks or (), after.tricks or (), strict=True)]
    return [now - had for had, now in pairs]


# --- Keys and results -------------------------------------------------------------------------------------------------


def flat_key(key: object) -> Flat:
    """Return the numbers of a key, with how many each part has."""
    numbers = cast("tuple[object, ...]", flat(key))
    found = [SymbolicInt(each.run, number_term(each)) if type(each) is SymbolicTruth else each for each in numbers]
    return cast("Flat", tuple(found))


def terms(key: Key) -> list[int]:
    """Return which numbers of a key are not known, by id."""
    return [each.get_id() for each in flat_key(key) if not isinstance(each, int)]


def same_key(one: Key, other: Key) -> Truth:
    """Return that two keys are the same."""
    return same(cast("Numbers", flat_key(one)), flat_key(other))


def told_apart(
    form: Form[_G, _S, _D, _T],
    game: _G,
    shapes: Iterable[_S],
    key: Callable[[_D], Key],
    matters: Callable[[_S], _S],
) -> Callable[[_S], bool]:
    """Return what says of a shape whether keys tell it from all others.

    :param matters: gives a shape without what may stay untold.
    """

    def sizes(shape: _S) -> Flat:  # what is told of a deal of which all cards and numbers are 0
        nothing = cast("Numbers", (0,) * len(form.variables(game, shape)))
        return flat_key(key(form.deal(shape, game.side_count, nothing)))

    found: dict[Flat, set[_S]] = {}
    for shape in shapes:
        found.setdefault(sizes(shape), set()).add(matters(shape))
    return lambda shape: len(found[sizes(shape)]) == 1


def same_results(
    name: str,
    variables: tuple[Variable, ...],
    pair: Callable[[tuple[int, ...]], tuple[Result | None, Result | None]],
    assuming: Callable[[Numbers], list[Truth]],
    *,
    turns: int = 0,
    names: bool = True,
) -> ProofCase:
    """Return the case that two results, known both, are the same, the other one perhaps some seats further.

    :param names: whether the rows of the table that apply have to have one name.
    """

    def run(*numbers: int) -> tuple[int, ...]:
        here, there = pair(numbers)
        if here is None or there is None:
            return (0,)
        one, other = by_side(here), by_side(there)
        agree = (here.award == there.award or not names) and here.trump is there.trump
        return (int(agree), *itertools.chain(*one[-turns:], *one[:-turns]), *itertools.chain(*other))

    def claim(_: Numbers, found: Numbers) -> Truth:
        half = len(found) // 2
        return every([equal(found[0], 1), same(found[1 : half + 1], found[half + 1 :])])

    return ProofCase(name=name, variables=variables, lifted=run, assuming=assuming, claim=claim)


def by_side(result: Result | None) -> list[tuple[int, ...]]:
    """Return what every side has of a result, -1 where it is not known.

    That is: points, whether it wins, what it scores, whether its score falls to 0, whether it has taken the last trick, and won the match.
    """
    if result is None:
        return []
    sides = len(result.points)
    unknown = (-1,) * sides
    return [
        (
            result.points[side],
            -1 if result.winners is None else int(side in result.winners),
            (result.game_points or unknown)[side],
            int(side in result.resets),
            -1 if result.last_trick is None else int(result.last_trick == side),
            int(result.claimed == side),
        )
        for side in range(sides)
    ]
