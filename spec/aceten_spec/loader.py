"""Reading rulebooks, strictly: whatever is unknown, missing, wrong or contradictory is refused with its key and what belongs there."""

from __future__ import annotations

import functools
import re
import tomllib
from collections import Counter
from importlib import resources
from typing import TYPE_CHECKING, Final, cast

import msgspec
from msgspec import inspect

from aceten_spec.cards import PACKS, Pack, Rank, parse_cards
from aceten_spec.errors import RulebookError, shown
from aceten_spec.rulebook import (
    CLAUSE_ID,
    EXAMPLE_ID,
    NAME,
    PREFIX,
    REFUSALS,
    Option,
    OptionValue,
    Parameters,
    Rulebook,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

MAX_RULEBOOK_BYTES: Final = 1_000_000
"""A larger file is refused unread."""

MAX_RULEBOOK_LINE: Final = 4096
"""A longer line is refused, in characters: a key of thousands of parts would be read for hours."""

_SIDES: Final = 2


def shipped() -> tuple[str, ...]:
    """Return the ids of the rulebooks that come with the project, sorted."""
    folder = resources.files("aceten_spec") / "rulebooks"
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")))


@functools.cache
def load_shipped(game: str) -> Rulebook:
    """Return the shipped rulebook of this id.

    :raises RulebookError: when there is none.
    """
    if game not in shipped():
        raise RulebookError(
            source="rulebooks",
            key="",
            problem=f"no game {game[:80]!r}",
            expected="one of: " + ", ".join(shipped()),
        )
    text = (resources.files("aceten_spec") / "rulebooks" / f"{game}.toml").read_text(encoding="utf-8")
    return parse_rulebook(text, source=f"{game}.toml")


def load_file(path: Path) -> Rulebook:
    """Read a rulebook from a file.

    :raises RulebookError: when it cannot be read or is wrong.
    """
    source = str(path)
    try:
        with path.open("rb") as file:
            data = file.read(MAX_RULEBOOK_BYTES + 1)
    except (OSError, ValueError) as error:  # a name with a NUL character is a ValueError
        reason = str(getattr(error, "strerror", None) or error)
        raise RulebookError(source=source, key="", problem=reason, expected="a readable file") from error
    if len(data) > MAX_RULEBOOK_BYTES:
        raise RulebookError(
            source=source, key="", problem="file too large", expected=f"at most {MAX_RULEBOOK_BYTES} bytes"
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RulebookError(
            source=source, key="", problem=f"byte {error.start} is not UTF-8", expected="TOML in UTF-8"
        ) from error
    return parse_rulebook(text, source=source)


def parse_rulebook(text: str, *, source: str = "rulebook") -> Rulebook:
    """Read a rulebook from TOML text.

    :param source: the name of the file, for errors.
    :raises RulebookError: when the text is no TOML, or anything in it is unknown, missing, wrong or contradictory.
    """
    _check_text(text, source)
    try:
        data = tomllib.loads(text)
    except RecursionError as error:
        raise RulebookError(source=source, key="", problem="nested too deeply", expected="a TOML document") from error
    except ValueError as error:  # TOMLDecodeError, and what Python says of a number with thousands of digits
        raise RulebookError(
            source=source, key="", problem=f"not valid TOML: {error}", expected="a TOML document"
        ) from error
    try:
        rulebook = msgspec.convert(data, Rulebook)
    except msgspec.ValidationError as error:
        raise _explain(error, data, source) from error
    _Checker(rulebook, source).check()
    return rulebook


def _check_text(text: str, source: str) -> None:
    if len(text) > MAX_RULEBOOK_BYTES:
        raise RulebookError(
            source=source, key="", problem="text too long", expected=f"at most {MAX_RULEBOOK_BYTES} characters"
        )
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > MAX_RULEBOOK_LINE:
            raise RulebookError(
                source=source,
                key="",
                problem=f"line {number} has {len(line)} characters",
                expected=f"lines of at most {MAX_RULEBOOK_LINE}",
            )
        if not line.isascii() and any("\ud800" <= character <= "\udfff" for character in line):
            raise RulebookError(
                source=source, key="", problem=f"line {number} has half a character (a lone surrogate)", expected="text"
            )


def apply_options(
    rulebook: Rulebook, options: Mapping[str, OptionValue | bool], *, source: str = "options"
) -> tuple[Parameters, dict[str, OptionValue]]:
    """Return the parameters with the options applied, and those options that differ from the rulebook, by name.

    :raises RulebookError: for an unknown option or a value that it cannot take.
    """
    changes: dict[str, OptionValue] = {}
    for name in sorted(options):
        option = rulebook.options.get(name)
        if option is None:
            known = ", ".join(sorted(rulebook.options)) or "none"
            raise RulebookError(
                source=source, key=name[:80], problem=f"{rulebook.id} has no such option", expected=f"one of: {known}"
            )
        value = _option_value(name, option, options[name], source, name)
        if value != getattr(rulebook.parameters, name):
            changes[name] = value
    return msgspec.convert(msgspec.to_builtins(rulebook.parameters) | changes, Parameters), changes


def _option_value(name: str, option: Option, value: OptionValue | bool, source: str, key: str) -> OptionValue:
    """Return the value in its own type: text from a position line becomes a number where the option is one."""
    given = value if isinstance(value, str) else shown(value)
    if option.values == "positive":
        if not isinstance(value, bool) and re.fullmatch("[1-9][0-9]{0,5}", given):
            return int(given)
        expected = "a whole number from 1 to 999999"
    else:
        for allowed in option.values:
            if str(allowed) == given:
                return allowed
        expected = "one of: " + ", ".join(map(str, option.values))
    raise RulebookError(
        source=source, key=key, problem=f"{given[:80]!r} is no value of the option {name}", expected=expected
    )


def _explain(error: msgspec.ValidationError, data: dict[str, object], source: str) -> RulebookError:
    """Turn msgspec's message ("Expected `int`, got `str` - at `$.parameters.hand`") into ours."""
    if "unknown field" in str(error) and str(error).count("`") not in {2, 4}:
        # The unknown key has a backquote of its own, so that the message does not tell key from path.
        field = str(error).partition("`")[2].rpartition("`")[0]
        return RulebookError(source=source, key=field, problem="unknown key", expected="keys of the rulebook format")
    message, _, path = str(error).rpartition(" - at `") if " - at `" in str(error) else (str(error), "", "$")
    path = path.removeprefix("key` in `").rstrip("`")
    steps = tuple(field or index for field, index in re.findall(r"\.([a-z_]+)|\[([0-9]+|\.\.\.)\]", path))
    if "..." in steps:
        path = path.replace("[...]", f".{_which(steps, data, str(error))}")
    key = path.removeprefix("$").removeprefix(".")
    inner = f"{key}." if key else ""
    kinds = _kinds_at(steps)
    unknown = re.fullmatch("Object contains unknown field `(.*)`", message, re.DOTALL)
    if unknown:
        known = [field.name for kind in kinds if isinstance(kind, inspect.StructType) for field in kind.fields]
        return RulebookError(
            source=source, key=inner + unknown[1], problem="unknown key", expected="one of: " + ", ".join(known)
        )
    missing = re.fullmatch("Object missing required field `(.*)`", message)
    if missing:
        return RulebookError(
            source=source, key=inner + missing[1], problem="missing", expected="a value: nothing has a hidden default"
        )
    enum = re.fullmatch("Invalid enum value (.*)", message, re.DOTALL)
    if enum:
        allowed = [str(value) for kind in kinds for value in _literals(kind)]
        return RulebookError(
            source=source, key=key, problem=f"found {enum[1]}", expected="one of: " + ", ".join(allowed)
        )
    wanted, _, found = message.removeprefix("Expected ").partition(", got ")
    for pattern, words in _FORMS.items():
        wanted = wanted.replace(f"`str` matching regex {pattern!r}", words)
    return RulebookError(
        source=source,
        key=key,
        problem=f"found {_in_words(found)}" if found else "not of the form that belongs there",
        expected=_in_words(wanted),
    )


_FORMS: Final = {
    CLAUSE_ID: "an id such as ZS-PLAY-4",
    EXAMPLE_ID: "an id such as ZS-EX-4",
    NAME: "a name of small letters, digits, - and _, such as zsiros",
    PREFIX: "capital letters and digits, such as ZS",
}
_WORDS: Final = {
    "int": "a whole number",
    "str": "a text",
    "float": "a number with a point",
    "bool": "a truth value",
    "object": "a table",
    "array": "a list",
}


def _in_words(kinds: str) -> str:
    """Turn "`int | str` >= 1" into words."""
    return re.sub("`(.*?)`", lambda m: " or ".join(_WORDS.get(kind, kind) for kind in m[1].split(" | ")), kinds)


def _literals(kind: inspect.Type) -> tuple[object, ...]:
    if isinstance(kind, inspect.DictType):
        return _literals(kind.key_type)
    return kind.values if isinstance(kind, inspect.LiteralType) else ()


def _kinds_at(steps: Iterable[str]) -> tuple[inspect.Type, ...]:
    """Return what the rulebook format allows at a path: one kind of value or several."""
    kinds: tuple[inspect.Type, ...] = (inspect.type_info(Rulebook),)
    for step in steps:
        kinds = tuple(inner for kind in kinds for inner in _inside(kind, step))
    return kinds


def _inside(kind: inspect.Type, step: str) -> tuple[inspect.Type, ...]:
    match kind:
        case inspect.StructType():
            field = next((field for field in kind.fields if field.encode_name == step), None)
            if field is None:
                return ()
            found = field.type
        case inspect.DictType():
            found = kind.value_type
        case inspect.VarTupleType():
            found = kind.item_type
        case inspect.TupleType():
            found = kind.item_types[min(int(step), len(kind.item_types) - 1)]
        case _:
            return ()
    return found.types if isinstance(found, inspect.UnionType) else (found,)


def _which(steps: tuple[str, ...], data: dict[str, object], message: str) -> str:
    """Return the key of the table for which msgspec writes ``[...]``: the first that alone gives the same message."""
    table: object = data
    for step in steps[: steps.index("...")]:
        items = cast("list[object] | dict[str, object]", table)
        inside = step.isdigit() and int(step) < len(items) if isinstance(items, list) else step in items
        if not inside:  # the message quotes a key that only looks like a path
            return "..."
        table = items[int(step)] if isinstance(items, list) else items[step]
    if not isinstance(table, dict):
        return "..."
    entries = cast("dict[str, object]", table)
    for name, value in dict(entries).items():
        entries.clear()
        entries[name] = value
        try:
            msgspec.convert(data, Rulebook)
        except msgspec.ValidationError as error:
            if str(error) == message:
                return name
    return "..."


class _Checker:
    """The checks that look at more than one value."""

    def __init__(self, rulebook: Rulebook, source: str) -> None:
        self._book = rulebook
        self._source = source

    def _fail(self, key: str, problem: str, expected: str) -> RulebookError:
        return RulebookError(source=self._source, key=key, problem=problem, expected=expected)

    def check(self) -> None:
        """Raise for the first thing that is wrong."""
        self._check_parameters(self._book.parameters, "parameters")
        self._check_clauses()
        self._check_decisions()
        self._check_options()
        self._check_refusals()
        self._check_examples()

    def _check_parameters(self, parameters: Parameters, key: str) -> None:
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
                _option_value(decision.parameter or "", option, alternative.value, self._source, f"{where}.value")
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
                        f"{key}.values", f"{value!r}: {error}", f"values that parameters.{name} can take"
                    ) from error
                self._check_parameters(changed, f"{key}.values ({value!r})")

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
