"""Single changes of what is played: other values of options, and other parameters of the rulebook, by which a wrong answer may be right."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Final, Protocol

import msgspec

from aceten.conformance.findings.amended.amended_play import AmendedRule, Beginning
from aceten.conformance.findings.amended.amended_rules import BY_NAME, RULES
from aceten.conformance.findings.parameter_values import other_values
from aceten.conformance.findings.variants import all_values, by_rulebook, under
from aceten.conformance.oracle.answers import answer_without
from aceten.conformance.oracle.cases import OracleCase, takes
from aceten.engine.game import Game
from aceten_spec.checks.parameter_checks import check_parameters
from aceten_spec.errors import AcetenError
from aceten_spec.options import option_values, options_for, own_value, parameters_for
from aceten_spec.protocol import Option, PositionRequest, ScoreRequest
from aceten_spec.rulebook import Parameters, Rulebook
from aceten_spec.stated_parameters import STATED


class Change(Protocol):
    """A way to play that differs from the rules in one thing."""

    @property
    def name(self) -> str:
        """What keys of findings have of it."""
        ...

    def clauses(self, rulebook: Rulebook) -> tuple[str, ...]:
        """Return the clauses that say otherwise, the one first that says it most plainly."""
        ...

    def cases(self, case: OracleCase) -> tuple[OracleCase, ...]:
        """Return a case with what is answered by the change, each way in which that may be; nothing where nothing can be asked so."""
        ...


class OptionChange(msgspec.Struct, frozen=True):
    """Another value of an option."""

    option: str
    """Its name."""
    value: Option
    """The value."""
    is_number: bool = False
    """Whether it is one of many numbers."""

    @property
    def name(self) -> str:
        """As on the command line: ``draw=round_robin``; of a number, which not every run can tell, the option alone: ``target``."""
        return self.option if self.is_number else f"{self.option}={self.value}"

    def clauses(self, rulebook: Rulebook) -> tuple[str, ...]:
        """Return the clause of the option, those that state the parameters which it sets, and that of a right which it takes away."""
        option = rulebook.options[self.option]
        tables = option.values if isinstance(option.values, dict) else {}
        stated = [short for changes in tables.values() for parameter in changes for short in STATED.get(parameter, ())]
        rights = _RIGHTS.get(self.option, ()) if self.value in _NO_RIGHT else ()
        return tuple(dict.fromkeys((option.clause, *_there(rulebook, (*stated, *rights)))))

    def is_agreed(self, case: OracleCase) -> bool:
        """Whether a case is about a game for which another value was agreed on, and the rulebook's own is not this one."""
        own = own_value(case.game.rulebook, self.option, case.game.players)
        return self.option in case.question.options and self.value != own

    def cases(self, case: OracleCase) -> tuple[OracleCase, ...]:
        """Return the case with this value."""
        return _one(under(case, {self.option: self.value}))


class RuleChange(msgspec.Struct, frozen=True):
    """A rule that is turned round."""

    name: str
    """Its name, one of :data:`aceten.conformance.findings.amended.amended_rules.BY_NAME`."""

    def clauses(self, rulebook: Rulebook) -> tuple[str, ...]:
        """Return the clauses that say otherwise."""
        return _there(rulebook, BY_NAME[self.name].stated)

    def cases(self, case: OracleCase) -> tuple[OracleCase, ...]:
        """Return the case with what is answered then."""
        return _one(_amended(case, BY_NAME[self.name]))


def _one(case: OracleCase | None) -> tuple[OracleCase, ...]:
    return () if case is None else (case,)


def _amended(case: OracleCase, rule: AmendedRule) -> OracleCase | None:
    """Return a case with what is answered where a rule is turned round; ``None`` where that has no bearing on it."""
    try:
        expected = rule.answer(case.question, case.game)
    except (AcetenError, LookupError, ValueError):  # with a rule turned round there may be no such state
        return None
    return None if expected is None else msgspec.structs.replace(case, expected=expected)


def _there(rulebook: Rulebook, stated: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of some clauses, named without prefix, that a rulebook has."""
    there = {clause.id for clause in rulebook.clauses}
    return tuple([clause for short in stated if (clause := f"{rulebook.prefix}-{short}") in there])


class HeldValue:
    """A value of a parameter, told apart by what it reads like: tables have no hash."""

    def __init__(self, value: object) -> None:
        self.value = value
        self._text = repr(value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HeldValue) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)


class ParameterChange(msgspec.Struct, frozen=True):
    """Another value of a parameter, as a rulebook of one's own may have it."""

    parameter: str
    """Its name."""
    said: str
    """The value in words, or what is changed in it."""
    value: HeldValue
    """The value."""
    stated: tuple[str, ...]
    """The clauses that state it, without prefix."""

    @property
    def name(self) -> str:
        """As in a rulebook: ``lead_limit=2``."""
        return f"{self.parameter}={self.said}"

    def clauses(self, rulebook: Rulebook) -> tuple[str, ...]:
        """Return the clauses that state the parameter."""
        return _there(rulebook, self.stated)

    def cases(self, case: OracleCase) -> tuple[OracleCase, ...]:
        """Return the case by a rulebook with this value.

        What cards counted that were taken before the question begins, a program may take from it or count again: it is told both.
        """
        book = _changed(_Shipped(case.game.rulebook), case.game.players, self.parameter, self.value)
        if book is None:
            return ()
        question = case.question
        changed = by_rulebook(question, book)
        if changed is None:
            return ()
        if self.parameter != "values" or not isinstance(question, PositionRequest | ScoreRequest):
            return (changed,)
        kept = AmendedRule(
            name=self.name,
            says="",
            stated=self.stated,
            begin=_by_game(changed.game),
        )
        return changed, *_one(_amended(case, kept))


def _by_game(game: Game) -> Beginning:
    """Return what makes a state one of another game."""
    return lambda state, _question: msgspec.structs.replace(state, game=game)


class LackChange(msgspec.Struct, frozen=True):
    """That there is no action of a kind."""

    kind: str
    """The kind."""

    @property
    def name(self) -> str:
        """As it may be said in hello: ``lacks=claim``."""
        return f"lacks={self.kind}"

    def clauses(self, rulebook: Rulebook) -> tuple[str, ...]:
        """Return the clause that gives the right to such an action."""
        return _there(rulebook, _RIGHTS[self.kind])

    def cases(self, case: OracleCase) -> tuple[OracleCase, ...]:
        """Return the case without such actions; nothing where one is taken."""
        if takes(case, {self.kind}):
            return ()
        expected = answer_without(case.question, case.game, case.expected, {self.kind})
        return (msgspec.structs.replace(case, expected=expected),)


_RIGHTS: Final = {
    "claim": ("CLAIM-1",),
    "meld": ("MELD-1",),
    "exchange": ("EXCH-1",),
    "close": ("CLOSE-1", "CLOSE-2"),
    "stop": ("MULTI-5",),
    "flip": ("FLIP-1",),
    "spice": ("SPICE-1",),
    "draw": ("CLOSE-2", "DRAW-1"),
    "pass": ("CLAIM-1", "BID-1"),
    "bid": ("BID-1",),
    "trump": ("TRUMP-2",),
}
"""By kind of action the clauses that give the right to it, without prefix."""
_NO_RIGHT: Final = frozenset({"never", "none"})
"""Values of an option that is called as a kind of actions by which there are none."""


class _Shipped:
    """A rulebook, told apart by its identity: it is compared a hundred times for each answer."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Shipped) and self.book is other.book

    def __hash__(self) -> int:
        return id(self.book)


_UNCHECKED: Final = frozenset({"taken_by", "to_match"})
"""Parameters of which no rulebook has some values with certain others, and by which a deal can be played all the same."""


@functools.lru_cache(maxsize=4096)
def _changed(shipped: _Shipped, players: int, parameter: str, held: HeldValue) -> Rulebook | None:
    """Return a rulebook with another value of a parameter with so many players; ``None`` where it agrees with no others."""
    book = shipped.book
    own = {key: value for key, value in book.by_players.get(str(players), {}).items() if key != parameter}
    changed = msgspec.structs.replace(
        book,
        parameters=msgspec.structs.replace(book.parameters, **{parameter: held.value}),
        by_players={**book.by_players, str(players): own},
    )
    try:
        if parameter not in _UNCHECKED:
            check_parameters(parameters_for(changed, players), players, source="cause", sound=False)
    except AcetenError:
        return None
    return changed


def changes_of(rulebook: Rulebook, players: int) -> Iterator[Change]:
    """Yield other values of options, the lack of every kind of action, every rule turned round, and other values of parameters."""
    for name in options_for(rulebook, players):
        own, *others = all_values(rulebook, name, players)
        is_number = option_values(rulebook.options[name]) is None
        yield from (OptionChange(name, value, is_number) for value in (*others, own))
    yield from (LackChange(kind) for kind, clauses in _RIGHTS.items() if _there(rulebook, clauses))
    yield from (RuleChange(rule.name) for rule in RULES if _there(rulebook, rule.stated))
    for parameter, said, value, stated in _parameters(parameters_for(rulebook, players)):
        yield ParameterChange(parameter, said, HeldValue(value), stated)


def _parameters(parameters: Parameters) -> Iterator[tuple[str, str, object, tuple[str, ...]]]:
    for parameter in parameters.__struct_fields__:
        for said, value, row in other_values(parameters, parameter):
            stated = STATED.get(parameter if row is None else f"{parameter}[{row}]", ())
            if stated:
                yield parameter, said, value, stated
