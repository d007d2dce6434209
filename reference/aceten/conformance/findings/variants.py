"""Naming the variant that a program plays: the options under which what it answered wrongly would be right."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final, TypeAlias

import msgspec

from aceten.conformance.findings.marks import Mark
from aceten.conformance.oracle.cases import OracleCase, case_of, with_options
from aceten.conformance.oracle.discrepancies import discrepancies
from aceten.conformance.questions.option_rows import values_of
from aceten_spec.errors import AcetenError
from aceten_spec.options import options_for
from aceten_spec.protocol import Option, Reply

Options: TypeAlias = "dict[str, Option]"
"""Values of options that differ from those of the question."""

Marks: TypeAlias = "Callable[[OracleCase, Reply], AbstractSet[Mark]]"
"""Returns in which ways an answer to a case is wrong."""


class Answered(msgspec.Struct, frozen=True):
    """A wrong answer."""

    case: OracleCase
    """What was asked."""
    reply: Reply
    """What the program answered."""
    mark: Mark
    """What is wrong with it, one of its marks."""


_MOST: Final = 3
"""So many variants are named at most for one answer."""
_TOGETHER: Final = 3
"""Variants of so many answers at most are put together."""


def under(case: OracleCase, options: Mapping[str, Option]) -> OracleCase | None:
    """Return the case with other options; ``None`` when there is no such game, or no such position in it."""
    try:
        return case_of(with_options(case.question, options), case.game.rulebook)
    except AcetenError:
        return None


def is_right(answered: Answered, options: Mapping[str, Option], marks: Marks) -> bool:
    """Whether under these options an answer is no longer wrong in the way that it is, and not in another.

    What it leaves out says nothing about options.
    """
    case = under(answered.case, options)
    if case is None:
        return False
    others = marks(case, answered.reply) - (marks(answered.case, answered.reply) - {answered.mark})
    return all(mark.lack == "left out" and mark != answered.mark for mark in others)


def fitting(answered: Answered, kept: Collection[str], marks: Marks) -> tuple[Options, ...]:
    """Return the fewest options under which a wrong answer is right: one, or two that both bear on it.

    :param kept: options that are agreed on.
    """
    single = [*_others(answered.case, kept)]
    fits = [options for options in single if is_right(answered, options, marks)]
    if not fits:
        bearing = [options for options in single if _bears(answered.case, options)]
        pairs = [one | other for one, other in itertools.combinations(bearing, 2) if one.keys() != other.keys()]
        fits = [options for options in pairs if is_right(answered, options, marks)]
    return tuple(fits[:_MOST])


def explaining(answers: Sequence[tuple[Answered, Sequence[Options]]], marks: Marks) -> list[tuple[Options, list[bool]]]:
    """Return sets of options, and under each which of these wrong answers are right: those first under which most are.

    No options at all are among them, too, and all together that do not contradict each other.

    :param answers: wrong answers, each with the options under which it is right.
    """
    known = [options for _, fits in answers for options in fits]
    unions: dict[frozenset[tuple[str, Option]], Options] = {frozenset(): {}}
    for count in range(1, _TOGETHER + 1):
        for chosen in itertools.combinations(known, count):
            union = {name: value for options in chosen for name, value in options.items()}
            if all(options.items() <= union.items() for options in chosen):
                unions.setdefault(frozenset(union.items()), union)
    together: Options = {}
    for options in known:
        if all(together.get(name, value) == value for name, value in options.items()):
            together |= options
    unions.setdefault(frozenset(together.items()), together)
    right = [
        ([bool(options) and is_right(one, options, marks) for one, _ in answers], options)
        for options in unions.values()
    ]
    best = sorted(right, key=lambda pair: (-sum(pair[0]), len(pair[1])))
    return [(options, explained) for explained, options in best]


def _others(case: OracleCase, kept: Collection[str]) -> Iterator[Options]:
    """Yield every other value of every option."""
    game = case.game
    own = dict(game.options)
    for name in options_for(game.rulebook, game.players):
        if name in kept:
            continue
        values = values_of(game.rulebook, name, game.players)
        yield from ({name: value} for value in values if value != own.get(name, values[0]))


def _bears(case: OracleCase, options: Options) -> bool:
    """Whether these options make another answer right."""
    other = under(case, options)
    return other is not None and next(discrepancies(other.expected, case.expected), None) is not None
