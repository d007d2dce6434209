"""Other values of the parameters of a rulebook: such as people take for right."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, Literal, TypeAlias, cast

import msgspec
from msgspec import inspect

from aceten_spec.rulebook import Award, Parameters

Other: TypeAlias = "tuple[str, object, int | None]"
"""What is changed in words, the value, and the row of a table in which it is."""

_FIXED: Final = frozenset({"pack", "packs", "removed", "players", "direction", "hand", "bids", "lone_card"})
"""Parameters of which another value makes another game, with other cards, and not another rule."""
_TRICKS: Final[tuple[Literal["all", "some", "any"], ...]] = ("all", "some", "any")
_WORTH: Final = (0, 1, 2, 3, 4, 5, 10, 11)
"""What a card counts somewhere."""


def other_values(parameters: Parameters, name: str) -> Iterator[Other]:
    """Yield values of a parameter that are not its own; of tables such as differ in one thing."""
    own: object = getattr(parameters, name)
    if name in _FIXED:
        return
    match own:
        case bool():
            yield ("off" if own else "on"), not own, None
        case int():
            yield from ((str(value), value, None) for value in _numbers(own))
        case str():
            values = _literals(type(parameters)).get(name, ())
            yield from ((str(value), value, None) for value in values if value != own)
        case dict():
            yield from _tables(cast("dict[str, int]", own), parameters)
        case tuple():
            yield from _rows(name, cast("tuple[object, ...]", own))
        case _:
            return


def _numbers(own: int) -> list[int]:
    """Return numbers near to one, and none."""
    near = {own - 1, own + 1, 0, 2 * own, own // 2, own - 10, own + 10}
    return sorted((value for value in near if value >= 0 and value != own), key=lambda value: abs(value - own))


@functools.cache
def _literals(kind: type[Parameters]) -> dict[str, tuple[object, ...]]:
    """Return for each parameter that is a word the words that there are."""
    info = cast("inspect.StructType", inspect.type_info(kind))
    words: dict[str, tuple[object, ...]] = {}
    for field in info.fields:
        kinds = field.type.types if isinstance(field.type, inspect.UnionType) else (field.type,)
        words[field.name] = tuple(
            value for kind in kinds if isinstance(kind, inspect.LiteralType) for value in kind.values
        )
    return words


def _tables(own: dict[str, int], parameters: Parameters) -> Iterator[Other]:
    """Yield what cards count with another value for one rank, with two that have changed places, and with all in proportion."""
    ranks = getattr(parameters, "order", None) or ("A", "K", "Q", "J", "T", "9", "8", "7")
    for rank in ranks:
        for worth in _WORTH:
            if worth != own.get(rank, 0):
                yield f"{rank}:{worth}", {**own, rank: worth}, None
    for one, other in itertools.combinations(ranks, 2):
        if own.get(one, 0) != own.get(other, 0):
            yield (
                f"{one}:{own.get(other, 0)},{other}:{own.get(one, 0)}",
                {**own, one: own.get(other, 0), other: own.get(one, 0)},
                None,
            )
    for times, said in ((2, "doubled"), (Fraction(1, 2), "halved"), (Fraction(1, 10), "tenths")):
        if all(worth * times == int(worth * times) for worth in own.values()):
            yield said, {rank: int(worth * times) for rank, worth in own.items()}, None


def _rows(name: str, own: Sequence[object]) -> Iterator[Other]:
    """Yield a row of values with one more, less or changed, or two that have changed places."""
    if name == "scoring":
        yield from _awards(cast("tuple[Award, ...]", own))
    elif name == "wild":
        kept = cast("tuple[str, ...]", own)
        for rank in "AKQJT98765432":
            value = tuple([one for one in kept if one != rank]) if rank in kept else (*kept, rank)
            yield ",".join(value) or "none", value, None
    elif name == "order":
        yield from _orders(cast("tuple[str, ...]", own))
    elif name == "deal":
        size = sum(cast("tuple[int, ...]", own))
        for batches in ((1,) * size, (size,), tuple(reversed(own))):
            if batches != tuple(own):
                yield ",".join(map(str, batches)), batches, None
    else:
        yield from _changed_numbers(own)


def _orders(own: tuple[str, ...]) -> Iterator[Other]:
    """Yield the ranks with one that stands up to three places lower."""
    for place in range(len(own) - 1):
        for other in range(place + 1, min(place + 4, len(own))):
            value = (*own[:place], *own[place + 1 : other + 1], own[place], *own[other + 1 :])
            yield "".join(value), value, None


def _changed_numbers(own: Sequence[object]) -> Iterator[Other]:
    for one in dict.fromkeys(own):
        if any(other != one for other in own):
            yield ",".join([str(one)] * len(own)), (one,) * len(own), None
    for one, other in itertools.combinations(range(len(own)), 2):
        if own[one] != own[other]:
            swapped = list(own)
            swapped[one], swapped[other] = own[other], own[one]
            yield ",".join(map(str, swapped)), tuple(swapped), None
    for place, one in enumerate(own):
        if isinstance(one, int):
            for number in (one - 1, one + 1, one - 20, one + 20, own[0], own[-1]):
                if isinstance(number, int) and number > 0 and number != one:
                    value = (*own[:place], number, *own[place + 1 :])
                    yield ",".join(map(str, value)), value, None


def _awards(own: tuple[Award, ...]) -> Iterator[Other]:
    """Yield the scoring table without a row, and with another number in one."""
    for place, row in enumerate(own):
        if len(own) > 1:
            yield f"without {row.name}", (*own[:place], *own[place + 1 :]), place
        for said, changed in _other_awards(row):
            yield f"{row.name}:{said}", (*own[:place], changed, *own[place + 1 :]), place


def _other_awards(row: Award) -> Iterator[tuple[str, Award]]:
    """Yield a row that counts more or less, or for other tricks, or from other points on."""
    replace = msgspec.structs.replace
    yield from ((str(by), replace(row, game_points=by)) for by in _numbers(row.game_points)[:4] if by)
    for which in _TRICKS:
        if which != row.tricks:
            yield which, replace(row, tricks=which)
    low, high = row.points
    for other in (low + 1, low - 1, low + 10, low - 10, low - 30):
        if 0 <= other <= high:
            yield f"{other}-{high}", replace(row, points=(other, high))
