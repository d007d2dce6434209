"""Mutants that live in a corner: wrong only where a fact about what the function is given has one value.

A theorem may be proved for all cards and numbers, and yet leave out deals of some shape. A mutant that is wrong everywhere does not show
that; one that is wrong only for one leader, or one size of the talon, does. The values are those that occur in play, and the extreme ones
that the rules allow: not those of the theorems, or what these leave out would be left out here, too.
"""

from __future__ import annotations

import ast
import hashlib
from typing import TYPE_CHECKING, Final, cast

import msgspec
from tools.mutants.facts import Corner, Value, facts_of
from tools.mutants.noted_code import parsed

from aceten.proofs.execution.replacements import named
from aceten.vocabulary.errors import UsageError
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from tools.mutants.mutations import Mutation
    from tools.mutants.real_play import RealPlay

    from aceten.engine.game import Game

_GUARD: Final = """
try:
    in_corner = {}
except (AttributeError, IndexError, TypeError) as error:
    if type(error) not in {{AttributeError, IndexError, TypeError}}:
        raise
    in_corner = False
"""
"""Where a fact cannot be asked, as an argument has not what it is about, nothing is wrong. Where it is carried, and may not be asked, the
error of that is raised: what looks at it is noticed."""
VALUES: Final = 6
"""So many values of a fact are tried with a function in a game; of more the extreme ones, and others for every function."""


def cornered(mutation: Mutation, corner: Corner) -> Mutation:
    """Return the mutant that is wrong only in a corner.

    :raises UsageError: when there is no such function.
    """
    tree = parsed(named(mutation.function))
    if tree is None:
        raise UsageError(
            say("expected a function or property with a source, not {function!r}", function=mutation.function)
        )
    [changed] = ast.parse(mutation.source).body
    guard = ast.parse(_GUARD.format(corner.text)).body
    body = [*cast("ast.FunctionDef", changed).body, ast.Return()]
    tree.body[:0] = [*guard, ast.If(test=ast.Name("in_corner", ast.Load()), body=body, orelse=[])]
    source = ast.unparse(ast.fix_missing_locations(tree))
    return msgspec.structs.replace(mutation, source=source, corner=corner.text)


def corners_of(function: str, game: Game, play: RealPlay) -> Iterator[Corner]:
    """Yield the corners in which a function is to be made wrong.

    What has only one value is no corner: what is wrong there is wrong everywhere.
    """
    for fact in facts_of(function, game):
        values = play.values(function, fact)
        if values and len(values | {*fact.bounds}) > 1:
            for value in spread(values | {*fact.bounds}, VALUES, f"{function} {fact.text}"):
                yield Corner(fact=fact, value=value)


def spread(values: Collection[Value], count: int, turn: str) -> list[Value]:
    """Return so many of some values: the extreme ones, and others as far apart as can be, not the same for every turn."""
    ordered = sorted(
        values, key=lambda value: (value is not None, value if isinstance(value, tuple) else (value or 0,))
    )
    if len(ordered) <= count:
        return ordered
    inner, wanted = ordered[1:-1], count - 2
    first = number_of(turn) % len(inner)
    chosen = sorted((first + place * len(inner) // wanted) % len(inner) for place in range(wanted))
    return [ordered[0], *[inner[place] for place in chosen], ordered[-1]]


def number_of(text: str) -> int:
    """Return a number that a text alone decides."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6])


def in_order_of(changes: Sequence[Mutation], corner: Corner) -> list[Mutation]:
    """Return the changes of a function in the order in which they are tried in a corner: beginning with another one in each."""
    first = number_of(corner.text) % max(len(changes), 1)
    return [*changes[first:], *changes[:first]]
