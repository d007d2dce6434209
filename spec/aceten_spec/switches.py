"""Yes/no parameters: truth values in a rulebook, the words ``on`` and ``off`` in a position line and wherever else an option is said.

A rulebook in which the words are written for the parameters themselves, as was usual once, is read alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

import msgspec

from aceten_spec.rulebook import MatchingParameters, OptionValue, SuitParameters

_WORDS: Final = {False: "off", True: "on"}
_TRUTHS: Final[dict[object, bool]] = {word: truth for truth, word in _WORDS.items()}

SWITCHES: Final = frozenset(
    [
        field.name
        for kind in (MatchingParameters, SuitParameters)
        for field in msgspec.structs.fields(kind)
        if isinstance(field.default, bool)
    ]
)
"""The names of the yes/no parameters."""


def as_option(value: object) -> OptionValue:
    """Return the value of a parameter as that of an option: a truth value is a word."""
    return _WORDS[value] if isinstance(value, bool) else cast("OptionValue", value)


def as_parameter(name: str, value: object) -> object:
    """Return what is said of a parameter as its value: a word for a truth value is one."""
    return _TRUTHS.get(value, value) if name in SWITCHES and isinstance(value, str) else value


def as_parameters(said: Mapping[str, object]) -> dict[str, object]:
    """Return what is said of some parameters, each as its value."""
    return {name: as_parameter(name, value) for name, value in said.items()}


def as_written(value: object) -> str:
    """Return a value as it is written in a rulebook."""
    return str(value).lower() if isinstance(value, bool) else repr(value)


def read_words(data: dict[str, object]) -> dict[str, object]:
    """Return the data of a rulebook with truth values in place of words for them, wherever parameters are set."""
    read = dict(data)
    for key in ("parameters", "by_players", "options"):
        table = _table(data.get(key))
        if table is not None:
            read[key] = (
                as_parameters(table) if key == "parameters" else {name: _each(row) for name, row in table.items()}
            )
    return read


def _each(row: object) -> object:
    """Return the parameters for a number of players, or an option with the parameters that its values set."""
    table = _table(row)
    if table is None:
        return row
    values = _table(table.get("values"))
    if values is None:
        return as_parameters(table)
    changed = {
        value: changes if (said := _table(changes)) is None else as_parameters(said)
        for value, changes in values.items()
    }
    return {**table, "values": changed}


def _table(value: object) -> dict[str, object] | None:
    return cast("dict[str, object]", value) if isinstance(value, dict) else None
