"""Naming the variant that a program plays: the options under which what it answered wrongly would be right."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final, TypeAlias

import msgspec

from aceten.conformance.findings.marks import Mark
from aceten.conformance.oracle.answers import after_deal, game_of
from aceten.conformance.oracle.cases import OracleCase, case_of, with_options
from aceten.conformance.oracle.discrepancies import discrepancies
from aceten.conformance.questions.option_rows import values_of
from aceten.engine.match import start_match
from aceten_spec.errors import AcetenError
from aceten_spec.options import option_values, options_for
from aceten_spec.protocol import MatchRequest, Option, Question, Reply
from aceten_spec.rulebook import Rulebook

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


MOST_NAMED: Final = 3
"""So many variants are named at most for one answer."""
_TIMES: Final = 3
"""Numbers without limit are tried up to so many times the rulebook's own."""
_LARGE: Final = 50
"""And no larger ones: of so many it cannot be told which a program plays by."""
_TOGETHER: Final = 3
"""Variants of so many answers at most are put together."""


def under(case: OracleCase, options: Mapping[str, Option]) -> OracleCase | None:
    """Return the case with other options; ``None`` when there is no such game, or no such position in it."""
    return by_rulebook(with_options(case.question, options), case.game.rulebook)


def by_rulebook(question: Question, book: Rulebook) -> OracleCase | None:
    """Return the case of a question by a rulebook, of a match as far as it goes by that; ``None`` where there is no such thing."""
    try:
        return case_of(_until_over(question, book) if isinstance(question, MatchRequest) else question, book)
    except AcetenError:
        return None


def _until_over(question: MatchRequest, book: Rulebook) -> MatchRequest:
    """Return a question about a match without the deals after its end."""
    match = start_match(game_of(question, book), dealer=question.dealer)
    for number, deal in enumerate(question.deals):
        if match.over:
            return msgspec.structs.replace(question, deals=question.deals[:number])
        match = after_deal(match, deal)
    return question


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
        fits = fits[:MOST_NAMED]
    return tuple(fits)


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


def all_values(rulebook: Rulebook, name: str, players: int) -> tuple[Option, ...]:
    """Return every value of an option that people may play by, its own first; of a number without limit such as are not too large."""
    own, *others = values_of(rulebook, name, players)
    if option_values(rulebook.options[name]) is not None:
        return own, *others
    return own, *[value for value in range(1, min(_TIMES * int(own), _LARGE) + 1) if value != own]


def _others(case: OracleCase, kept: Collection[str]) -> Iterator[Options]:
    """Yield every other value of every option."""
    game = case.game
    own = dict(game.options)
    for name in options_for(game.rulebook, game.players):
        if name in kept:
            continue
        values = all_values(game.rulebook, name, game.players)
        yield from ({name: value} for value in values if value != own.get(name, values[0]))


def _bears(case: OracleCase, options: Options) -> bool:
    """Whether these options make another answer right."""
    other = under(case, options)
    return other is not None and next(discrepancies(other.expected, case.expected), None) is not None
