"""Saying what is wrong with a rulebook's data in the project's own words: msgspec's messages, turned into ours."""

from __future__ import annotations

import difflib
import functools
import re
from collections.abc import Iterable
from typing import Final, cast

import msgspec
from msgspec import inspect

from aceten_spec.errors import RulebookError
from aceten_spec.rulebook import CARD, CARD_OR_NONE, CLAUSE_ID, EXAMPLE_ID, NAME, PREFIX, Rulebook
from aceten_spec.speech import say, to_say


def explain(error: msgspec.ValidationError, data: dict[str, object], source: str) -> RulebookError:
    """Turn msgspec's message ("Expected `int`, got `str` - at `$.parameters.hand`") into ours."""
    if "unknown field" in str(error) and str(error).count("`") not in {2, 4}:
        # The unknown key has a backquote of its own, so that the message does not tell key from path.
        field = str(error).partition("`")[2].rpartition("`")[0]
        return RulebookError(
            source=source, key=field, problem=say("unknown key"), expected=say("keys of the rulebook format")
        )
    message, _, path = str(error).rpartition(" - at `") if " - at `" in str(error) else (str(error), "", "$")
    path = path.removeprefix("key` in `").rstrip("`")
    steps = tuple(field or index for field, index in re.findall(r"\.([a-z_]+)|\[([0-9]+|\.\.\.)\]", path))
    while "..." in steps:
        name = _which(steps, data, str(error))
        path = path.replace("[...]", f".{name}", 1)
        place = steps.index("...")
        steps = (*steps[:place], name if name != "..." else "", *steps[place + 1 :])
    key = path.removeprefix("$").removeprefix(".")
    inner = f"{key}." if key else ""
    kinds = _kinds_at(steps, data)
    unknown = re.fullmatch("Object contains unknown field `(.*)`", message, re.DOTALL)
    if unknown:
        known = [field.name for kind in kinds if isinstance(kind, inspect.StructType) for field in kind.fields]
        return RulebookError(
            source=source, key=inner + unknown[1], problem=say("unknown key"), expected=_one_of(known, unknown[1])
        )
    missing = re.fullmatch("Object missing required field `(.*)`", message)
    if missing:
        return RulebookError(
            source=source,
            key=inner + missing[1],
            problem=say("missing"),
            expected=say("a value: nothing has a hidden default"),
        )
    enum = re.fullmatch("Invalid enum value (.*)", message, re.DOTALL)
    if enum:
        allowed = [str(value) for kind in kinds for value in _literals(kind)]
        return RulebookError(
            source=source,
            key=key,
            problem=say("found {what}", what=enum[1]),
            expected=say("one of: {known}", known=", ".join(allowed)),
        )
    tag = re.fullmatch("Invalid value (.*)", message, re.DOTALL)
    if tag:
        tags = [str(kind.tag) for kind in _kinds_at(steps[:-1], None) if isinstance(kind, inspect.StructType)]
        return RulebookError(
            source=source,
            key=key,
            problem=say("found {what}", what=tag[1]),
            expected=say("one of: {known}", known=", ".join(tags)),
        )
    wanted, _, found = message.removeprefix("Expected ").partition(", got ")
    for pattern, words in _FORMS.items():
        wanted = wanted.replace(f"`str` matching regex {pattern!r}", say(words))
    return RulebookError(
        source=source,
        key=key,
        problem=say("found {what}", what=_in_words(found)) if found else say("not of the form that belongs there"),
        expected=_in_words(wanted),
    )


_FORMS: Final = {
    CLAUSE_ID: to_say("an id such as ZS-PLAY-4"),
    EXAMPLE_ID: to_say("an id such as ZS-EX-4"),
    NAME: to_say("a name of small letters, digits, - and _, such as zsiros"),
    PREFIX: to_say("capital letters and digits, such as ZS"),
    CARD: to_say("a card with its suit, such as Kh"),
    CARD_OR_NONE: to_say("a card with its suit, such as Kh, or none"),
}
_LONG: Final = 300
_WORDS: Final = {
    "int": to_say("a whole number"),
    "str": to_say("a text"),
    "float": to_say("a number with a point"),
    "bool": to_say("true or false"),
    "object": to_say("a table"),
    "array": to_say("a list"),
}


def _one_of(known: list[str], given: str) -> str:
    """Return which keys there are: of many only those that look like the given one."""
    names = ", ".join(known)
    if len(names) <= _LONG:
        return say("one of: {known}", known=names)
    alike = difflib.get_close_matches(given[:_LONG], known)
    others = say("of the {number} keys in aceten_spec/parameters.py", number=len(known))
    return (
        say("{alike} or another {others}", alike=", ".join(alike), others=others)
        if alike
        else say("one {others}", others=others)
    )


def _either(kinds: list[str]) -> str:
    """Return which of some kinds of values there may be."""
    words = [say(_WORDS[kind]) if kind in _WORDS else kind for kind in kinds]
    return functools.reduce(lambda first, last: say("{first} or {last}", first=first, last=last), words)


def _in_words(kinds: str) -> str:
    """Turn "`int | str` >= 1" into words."""
    return re.sub("`(.*?)`", lambda kinds: _either(kinds[1].split(" | ")), kinds)


def _literals(kind: inspect.Type) -> tuple[object, ...]:
    if isinstance(kind, inspect.DictType):
        return _literals(kind.key_type)
    return kind.values if isinstance(kind, inspect.LiteralType) else ()


@functools.cache
def _whole() -> inspect.Type:
    """Return what the rulebook format allows."""
    return inspect.type_info(Rulebook)


def _kinds_at(steps: Iterable[str], data: object) -> tuple[inspect.Type, ...]:
    """Return what the rulebook format allows at a path: one kind of value or several."""
    kinds: tuple[inspect.Type, ...] = (_whole(),)
    for step in steps:
        data = cast("dict[str, object]", data).get(step) if isinstance(data, dict) else None
        kinds = tuple(inner for kind in kinds for inner in _inside(kind, step) if _may_be(inner, data))
    return kinds


def _may_be(kind: inspect.Type, data: object) -> bool:
    """Whether data can be of a kind, by the tag that says which of several it is."""
    if not isinstance(kind, inspect.StructType) or kind.tag_field is None or not isinstance(data, dict):
        return True
    return cast("dict[str, object]", data).get(kind.tag_field, kind.tag) == kind.tag


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
        case inspect.TupleType() if step.isdigit():
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
