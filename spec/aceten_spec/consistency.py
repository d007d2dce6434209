"""Whether a rulebook agrees with itself: everything about it that concerns more than one value."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import msgspec

from aceten_spec.cards import PACKS, Pack, Rank, parse_cards
from aceten_spec.errors import RulebookError
from aceten_spec.options import option_value
from aceten_spec.rulebook import REFUSALS, Parameters, Rulebook

if TYPE_CHECKING:
    from collections.abc import Iterable

_SIDES: Final = 2


def check_rulebook(rulebook: Rulebook, source: str) -> None:
    """Refuse a rulebook that contradicts itself.

    :param source: the name of the file, for errors.
    :raises RulebookError: for the first contradiction.
    """
    _Checker(rulebook, source).check()


def check_parameters(rulebook: Rulebook, parameters: Parameters, *, source: str) -> None:
    """Refuse parameters that contradict each other, such as options that only do so together.

    :raises RulebookError: for the first contradiction.
    """
    _Checker(rulebook, source).check_parameters(parameters, "parameters")


class _Checker:
    """The checks that look at more than one value."""

    def __init__(self, rulebook: Rulebook, source: str) -> None:
        self._book = rulebook
        self._source = source

    def _fail(self, key: str, problem: str, expected: str) -> RulebookError:
        return RulebookError(source=self._source, key=key, problem=problem, expected=expected)

    def check(self) -> None:
        """Raise for the first thing that is wrong."""
        self.check_parameters(self._book.parameters, "parameters")
        self._check_clauses()
        self._check_options()
        self._check_decisions()
        self._check_refusals()
        self._check_examples()

    def check_parameters(self, parameters: Parameters, key: str) -> None:
        """Raise for the first contradiction between parameters."""
        pack = PACKS.get(parameters.pack)
        if pack is None:
            raise self._fail(f"{key}.pack", f"unknown pack {parameters.pack!r}", "one of: " + ", ".join(PACKS))
        self._check_deal(parameters, pack, key)
        for name, ranks in (("values", tuple(parameters.values)), ("wild", parameters.wild)):
            self._distinct(f"{key}.{name}", ranks)
            for letter in ranks:
                self._rank_in_pack(f"{key}.{name}", letter, pack)
        if parameters.last_card_loses != "none":
            self._rank_in_pack(f"{key}.last_card_loses", parameters.last_card_loses, pack)
        if parameters.calls == "on" and max(parameters.players) <= _SIDES:
            raise self._fail(f"{key}.calls", "on, but nobody has a partner", "off, or a number of players above 2")
        self._check_scoring(parameters, pack, key)

    def _check_deal(self, parameters: Parameters, pack: Pack, key: str) -> None:
        if not parameters.players:
            raise self._fail(f"{key}.players", "empty", "at least one number of players")
        self._distinct(f"{key}.players", parameters.players)
        size = len(pack.cards)
        for players in parameters.players:
            if players % _SIDES:
                raise self._fail(
                    f"{key}.players", f"{players} players", "even numbers: seats alternate between two sides"
                )
            if players * parameters.hand > size:
                raise self._fail(
                    f"{key}.hand",
                    f"{players} hands of {parameters.hand} cards from a pack of {size}",
                    f"at most {size // players} cards",
                )
            if size % players:
                raise self._fail(
                    f"{key}.players", f"{size} cards do not divide by {players}", "a number that divides the pack"
                )
        if sum(parameters.deal) != parameters.hand:
            raise self._fail(
                f"{key}.deal",
                f"batches of {sum(parameters.deal)} cards together",
                f"a sum of {parameters.hand}, the value of {key}.hand",
            )

    def _check_scoring(self, parameters: Parameters, pack: Pack, key: str) -> None:
        total = sum(points * pack.count(_rank(letter)) for letter, points in parameters.values.items())
        if not total:
            raise self._fail(
                f"{key}.values", "no card counts anything", "a value above 0 for at least one rank of the pack"
            )
        if not parameters.scoring:
            raise self._fail(f"{key}.scoring", "empty", "at least one row")
        self._distinct(f"{key}.scoring", [row.name for row in parameters.scoring])
        lowest = 0
        for index, row in enumerate(parameters.scoring):
            low, high = row.points
            if row.game_points < lowest:
                raise self._fail(
                    f"{key}.scoring[{index}].game_points",
                    f"{row.game_points} after a row with {lowest}",
                    "rows in rising order of game points",
                )
            lowest = row.game_points
            if not low <= high <= total:
                raise self._fail(
                    f"{key}.scoring[{index}].points",
                    f"[{low}, {high}]",
                    f"from, to: in order and at most {total}, all there is",
                )

    def _rank_in_pack(self, key: str, letter: str, pack: Pack) -> None:
        if not pack.count(_rank(letter)):
            letters = " ".join(rank.letter for rank in pack.ranks)
            raise self._fail(key, f"the pack {pack.id} has no {letter}", f"one of: {letters}")

    def _distinct(self, key: str, values: Iterable[object]) -> None:
        for value, times in Counter(values).items():
            if times > 1:
                raise self._fail(key, f"{value!r} stands there {times} times", "each value once")

    def _check_clauses(self) -> None:
        book = self._book
        self._distinct("clauses", [clause.id for clause in book.clauses])
        for index, clause in enumerate(book.clauses):
            self._prefixed(f"clauses[{index}].id", clause.id)
            for source in clause.sources:
                self._documented(f"clauses[{index}].sources", source.document)
            if clause.kind == "seed" and not clause.sources:
                raise self._fail(
                    f"clauses[{index}].sources", "empty", "at least one source for a clause of kind 'seed'"
                )

    def _check_decisions(self) -> None:
        book = self._book
        self._distinct("decisions", [decision.clause for decision in book.decisions])
        for index, decision in enumerate(book.decisions):
            key = f"decisions[{index}]"
            self._known_clause(f"{key}.clause", decision.clause)
            if decision.parameter is not None and decision.parameter not in Parameters.__struct_fields__:
                raise self._fail(f"{key}.parameter", f"no parameter {decision.parameter!r}", "the name of a parameter")
            for number, alternative in enumerate(decision.alternatives):
                where = f"{key}.alternatives[{number}]"
                for source in alternative.sources:
                    self._documented(f"{where}.sources", source.document)
                if alternative.value is None:
                    continue
                option = book.options.get(decision.parameter or "")
                if option is None:
                    raise self._fail(
                        f"{where}.value", "the decision's parameter is no option", "an option of that name, or no value"
                    )
                option_value(decision.parameter or "", option, alternative.value, self._source, f"{where}.value")
        decided = {decision.clause for decision in book.decisions}
        for index, clause in enumerate(book.clauses):
            if clause.kind == "decision" and clause.id not in decided:
                raise self._fail(
                    f"clauses[{index}].kind",
                    f"{clause.id} is a decision without its reasons",
                    f"a decision with clause = {clause.id!r}",
                )

    def _check_options(self) -> None:
        book = self._book
        for name, option in book.options.items():
            key = f"options.{name}"
            if name not in Parameters.__struct_fields__:
                raise self._fail(key, "no such parameter", "the name of a parameter")
            self._known_clause(f"{key}.clause", option.clause)
            own = getattr(book.parameters, name)
            if option.values == "positive":
                if not isinstance(own, int):
                    raise self._fail(f"{key}.values", f"{name} is no number", "a list of values")
                continue
            self._distinct(f"{key}.values", option.values)
            if own not in option.values:
                raise self._fail(
                    f"{key}.values",
                    f"without {own!r}, the value of parameters.{name}",
                    "all values, the parameter's own included",
                )
            for value in option.values:
                try:
                    changed = msgspec.convert(msgspec.to_builtins(book.parameters) | {name: value}, Parameters)
                except msgspec.ValidationError as error:
                    raise self._fail(
                        f"{key}.values", f"found {value!r}", f"values that parameters.{name} can take"
                    ) from error
                self.check_parameters(changed, f"{key}.values ({value!r})")

    def _check_refusals(self) -> None:
        given = self._book.refusals
        for code in given:
            if code not in REFUSALS:
                raise self._fail(f"refusals.{code}", "unknown key", "one of: " + ", ".join(REFUSALS))
            self._known_clause(f"refusals.{code}", given[code])
        for code in REFUSALS:
            if code not in given:
                raise self._fail(
                    f"refusals.{code}", "missing", "the clause by which the engine refuses for this reason"
                )

    def _check_examples(self) -> None:
        book = self._book
        self._distinct("examples", [example.id for example in book.examples])
        for index, example in enumerate(book.examples):
            key = f"examples[{index}]"
            self._prefixed(f"{key}.id", example.id)
            for clause in example.clauses:
                self._known_clause(f"{key}.clauses", clause)
            if (example.position is None) == (example.match is None):
                raise self._fail(key, "both or neither of position and match", "one of them")
            if example.source is not None:
                self._documented(f"{key}.source", example.source.document)
            for number, step in enumerate(example.steps):
                if step.refused is not None:
                    self._known_clause(f"{key}.steps[{number}].refused", step.refused)

    def _prefixed(self, key: str, identifier: str) -> None:
        if not identifier.startswith(self._book.prefix + "-"):
            raise self._fail(
                key, f"{identifier!r}", f"an id that starts with {self._book.prefix}-, the rulebook's prefix"
            )

    def _known_clause(self, key: str, clause: str) -> None:
        if all(known.id != clause for known in self._book.clauses):
            raise self._fail(key, f"there is no clause {clause!r}", "the id of a clause of this rulebook")

    def _documented(self, key: str, document: str) -> None:
        if document not in self._book.documents:
            raise self._fail(key, f"there is no document {document!r}", "one of: " + ", ".join(self._book.documents))


def _rank(letter: str) -> Rank:
    return parse_cards(letter)[0].rank
