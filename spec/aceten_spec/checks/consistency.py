"""Whether a rulebook agrees with itself: its clauses, decisions, options, refusals and examples, and every game that it describes."""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Iterable
from functools import partial

import msgspec

from aceten_spec.checks.common_checks import distinct, has_partners
from aceten_spec.checks.parameter_checks import check_parameters
from aceten_spec.clauses.refusals import REFUSALS, RefusalCode, needed_refusals, refusal_codes
from aceten_spec.clauses.sources import shared
from aceten_spec.errors import RulebookError, check_all, raise_together, shown
from aceten_spec.options import POSITION_KEYS, change, option_value, parameters_for
from aceten_spec.rulebook import MatchingParameters, Option, Parameters, Rulebook
from aceten_spec.speech import say
from aceten_spec.switches import as_option


def check_rulebook(rulebook: Rulebook, source: str, *, sound: bool = True) -> None:
    """Refuse a rulebook that contradicts itself, for all that there is to say of the first part in which it does.

    :param source: the name of the file, for errors.
    :param sound: whether its parameters have to be sound, too (:func:`aceten_spec.checks.parameter_checks.check_parameters`).
    :raises RulebookError: when it does.
    """
    _Checker(rulebook, source, sound=sound).check()


class _Checker:
    """The checks that look at more than one value."""

    def __init__(self, rulebook: Rulebook, source: str, *, sound: bool) -> None:
        self._book = rulebook
        self._source = source
        self._sound = sound

    def _fail(self, key: str, problem: str, expected: str, write: tuple[str, ...] = ()) -> RulebookError:
        return RulebookError(source=self._source, key=key, problem=problem, expected=expected, write=write)

    def check(self) -> None:
        """Raise for what is wrong."""
        self._check_players()
        self._check_clauses()
        check_all((self._check_options, self._check_decisions, self._check_refusals, self._check_results))
        self._check_examples()

    def _check_players(self) -> None:
        book = self._book
        numbers = book.parameters.players
        if not numbers:
            raise self._fail("parameters.players", say("empty"), say("at least one number of players"))
        self._distinct("parameters.players", numbers)
        for text in book.by_players:
            if text not in map(str, numbers):
                known = say("one of: {known}", known=", ".join(map(str, numbers)))
                raise self._fail(f"by_players.{text}", say("not among parameters.players"), known)
        for number in sorted(numbers, reverse=True):
            key = f"by_players.{number}" if str(number) in book.by_players else "parameters"
            self._check_parameters(parameters_for(book, number, source=self._source), number, key)
        calls = isinstance(book.parameters, MatchingParameters) and book.parameters.calls
        if calls and not any(
            has_partners(parameters_for(book, number, source=self._source), number) for number in numbers
        ):
            raise self._fail(
                "parameters.calls", say("calls, but nobody has a partner"), say("[], or four players on two sides")
            )

    def _check_parameters(self, parameters: Parameters, players: int, key: str) -> None:
        check_parameters(parameters, players, source=self._source, key=key, sound=self._sound)

    def _distinct(self, key: str, values: Iterable[object]) -> None:
        distinct(values, source=self._source, key=key)

    def _check_clauses(self) -> None:
        book = self._book
        self._distinct("clauses", [clause.id for clause in book.clauses])
        for index, clause in enumerate(book.clauses):
            self._prefixed(f"clauses[{index}].id", clause.id)
            for source in clause.sources:
                self._documented(f"clauses[{index}].sources", source.document)
            if clause.kind == "seed" and not clause.sources:
                raise self._fail(
                    f"clauses[{index}].sources", say("empty"), say("at least one source for a clause of kind 'seed'")
                )

    def _check_decisions(self) -> None:
        book = self._book
        self._distinct("decisions", [decision.clause for decision in book.decisions])
        for index, decision in enumerate(book.decisions):
            key = f"decisions[{index}]"
            self._known_clause(f"{key}.clause", decision.clause)
            if decision.parameter is not None and decision.parameter not in (
                *book.parameters.__struct_fields__,
                *book.options,
            ):
                raise self._fail(
                    f"{key}.parameter",
                    say("no parameter and no option {name!r}", name=decision.parameter),
                    say("the name of a parameter or an option"),
                )
            for number, alternative in enumerate(decision.alternatives):
                where = f"{key}.alternatives[{number}]"
                for source in alternative.sources:
                    self._documented(f"{where}.sources", source.document)
                if alternative.value is None:
                    continue
                option = book.options.get(decision.parameter or "")
                if option is None:
                    raise self._fail(
                        f"{where}.value",
                        say("the decision's parameter is no option"),
                        say("an option of that name, or no value"),
                    )
                option_value(decision.parameter or "", option, alternative.value, self._source, f"{where}.value")
        decided = {decision.clause for decision in book.decisions}
        for index, clause in enumerate(book.clauses):
            if clause.kind == "decision" and clause.id not in decided:
                raise self._fail(
                    f"clauses[{index}].kind",
                    say("{clause} is a decision without its reasons", clause=clause.id),
                    say("a decision with clause = {clause!r}", clause=clause.id),
                )

    def _check_options(self) -> None:
        book = self._book
        setters: dict[tuple[int, str], str] = {}
        check_all(partial(self._check_whole_option, name, option, setters) for name, option in book.options.items())

    def _check_whole_option(self, name: str, option: Option, setters: dict[tuple[int, str], str]) -> None:
        """Raise for the first thing that is wrong with an option.

        :param setters: which option sets a parameter with so many players; it grows.
        """
        book = self._book
        key = f"options.{name[:40]}"
        if not re.fullmatch("[a-z][a-z0-9_]{0,39}", name) or name in POSITION_KEYS:
            expected = say("small letters, digits and _, and no key of a position line")
            raise self._fail(key, say("no name for an option"), expected)
        self._known_clause(f"{key}.clause", option.clause)
        self._distinct(f"{key}.players", option.players)
        for players in option.players:
            if players not in book.parameters.players:
                known = say("some of: {known}", known=", ".join(map(str, book.parameters.players)))
                raise self._fail(
                    f"{key}.players", say("{players} is not among parameters.players", players=players), known
                )
        if isinstance(option.values, dict):
            self._check_table_option(name, option.values)
            touched = {parameter for changes in option.values.values() for parameter in changes}
            for players, parameter in itertools.product(option.players or book.parameters.players, sorted(touched)):
                other = setters.setdefault((players, parameter), name)
                if other != name:
                    raise self._fail(
                        key,
                        say("sets {parameter}, as the option {other} does", parameter=parameter, other=other),
                        say("one option for each parameter"),
                    )
        elif name not in book.parameters.__struct_fields__:
            raise self._fail(key, say("no such parameter"), say("the name of a parameter, or a table for each value"))
        for players in option.players or book.parameters.players:
            self._check_option(name, option, players)
        self._check_means(name, option)

    def _check_means(self, name: str, option: Option) -> None:
        values = ["positive"] if option.values == "positive" else [str(value) for value in option.values]
        for value in option.means:
            if value not in values:
                known = say("one of: {known}", known=", ".join(values))
                key = f"options.{name[:40]}.means.{value[:40]}"
                raise self._fail(key, say("no value of the option {name}", name=name), known)

    def _check_table_option(self, name: str, values: dict[str, dict[str, object]]) -> None:
        key = f"options.{name}.values"
        for value in values:
            if not re.fullmatch("[A-Za-z0-9_-]{1,40}", value):
                raise self._fail(
                    f"{key}.{value[:40]}", say("no value for a position line"), say("letters, digits, _ and -")
                )
        if sum(not changes for changes in values.values()) != 1:
            raise self._fail(key, say("no or several values with an empty table"), say("one, the rulebook's own"))

    def _check_option(self, name: str, option: Option, players: int) -> None:
        """Raise unless every value of an option that so many players have makes parameters that agree with each other."""
        book = self._book
        key = f"options.{name}.values"
        parameters = parameters_for(book, players, source=self._source)
        if isinstance(option.values, dict):
            for value, changes in option.values.items():
                changed = change(book, parameters, changes, source=self._source, key=f"{key}.{value}")
                self._check_parameters(changed, players, f"{key}.{value}")
            return
        own = as_option(getattr(parameters, name))
        if option.values == "positive":
            if not isinstance(own, int):
                raise self._fail(key, say("{name} is no number", name=name), say("a list of values"))
            return
        self._distinct(key, option.values)
        if own not in option.values:
            expected = say("the parameter's own among them (give options.{name} anew, with other values)", name=name)
            values = f"values = {msgspec.json.encode([own, *option.values]).decode()}"
            write = (f"[options.{name}]", f'clause = "{option.clause}"', values)
            raise self._fail(
                key,
                say("without {own!r}, the value of {name} with {players} players", own=own, name=name, players=players),
                expected,
                write=write,
            )
        for single in option.values:
            try:
                changed = change(book, parameters, {name: single}, source=self._source, key=key)
            except RulebookError as error:
                raise self._fail(
                    key,
                    say("found {what}", what=repr(single)),
                    say("values that parameters.{name} can take", name=name),
                ) from error
            self._check_parameters(changed, players, f"{key} ({single!r})")

    def _check_refusals(self) -> None:
        given = self._book.refusals
        for code in given:
            self._known_code(f"refusals.{code}", code, say("unknown key"))
            self._known_clause(f"refusals.{code}", given[code])
        expected = say("the clause by which the engine refuses for this reason")
        raise_together(
            self._fail(f"refusals.{code}", say("missing"), expected, write=("[refusals]", self._refusing(code)))
            for code in needed_refusals(self._book)
            if code not in given
        )

    def _check_results(self) -> None:
        for part, clauses in self._book.results.items():
            for clause in clauses:
                self._known_clause(f"results.{part}", clause)

    def _refusing(self, code: RefusalCode) -> str:
        """Return the line that names the clause of a refusal, with what the clause is to say."""
        says = re.sub(r"{[^}]*}", "...", REFUSALS[code].says.replace("{game}", self._book.id))
        return f'{code} = "{self._book.prefix}-..."  # {says}'

    def _check_examples(self) -> None:
        book = self._book
        self._distinct("examples", [example.id for example in book.examples])
        for index, example in enumerate(book.examples):
            key = f"examples[{index}]"
            self._prefixed(f"{key}.id", example.id)
            for clause in example.clauses:
                self._known_clause(f"{key}.clauses", clause)
            if (example.position is None) == (example.match is None):
                raise self._fail(key, say("both or neither of position and match"), say("one of them"))
            if example.source is not None:
                self._documented(f"{key}.source", example.source.document)
            for number, step in enumerate(example.steps):
                if step.refused is not None:
                    self._known_clause(f"{key}.steps[{number}].refused", step.refused)
                if step.code is not None:
                    self._known_code(
                        f"{key}.steps[{number}].code", step.code, say("found {what}", what=repr(shown(step.code, 80)))
                    )

    def _prefixed(self, key: str, identifier: str) -> None:
        if not identifier.startswith(self._book.prefix + "-"):
            raise self._fail(
                key,
                f"{identifier!r}",
                say("an id that starts with {prefix}-, the rulebook's prefix", prefix=self._book.prefix),
            )

    def _known_clause(self, key: str, clause: str) -> None:
        if all(known.id != clause for known in self._book.clauses):
            raise self._fail(
                key, say("there is no clause {clause!r}", clause=clause), say("the id of a clause of this rulebook")
            )

    def _known_code(self, key: str, code: str, problem: str) -> None:
        known = refusal_codes(self._book.parameters)
        if code not in known:
            alike = difflib.get_close_matches(code[:40], known, n=5, cutoff=0)
            expected = say(
                "a code of games with such tricks (aceten_spec.clauses.refusals), such as: {known}",
                known=", ".join(alike),
            )
            raise self._fail(key, problem, expected)

    def _documented(self, key: str, document: str) -> None:
        own = self._book.documents
        if document not in own and document not in shared():
            alike = difflib.get_close_matches(document[:80], [*own, *shared()], n=3, cutoff=0.4)
            expected = say("one of [documents], or of those that `aceten rules --sources` lists")
            like = say(", such as: {known}", known=", ".join(alike)) if alike else ""
            raise self._fail(key, say("there is no document {document!r}", document=document), expected + like)
