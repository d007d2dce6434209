"""The options of a rulebook: parameters that players may change."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from aceten_spec.errors import RulebookError, shown
from aceten_spec.rulebook import Option, OptionValue, Parameters, Rulebook

if TYPE_CHECKING:
    from collections.abc import Mapping


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
        value = option_value(name, option, options[name], source, name)
        if value != getattr(rulebook.parameters, name):
            changes[name] = value
    return msgspec.convert(msgspec.to_builtins(rulebook.parameters) | changes, Parameters), changes


def option_value(name: str, option: Option, value: OptionValue | bool, source: str, key: str) -> OptionValue:
    """Return the value in its own type: text from a position line becomes a number where the option is one.

    :param source: the file, and ``key`` the place in it, for the error.
    :raises RulebookError: when the option cannot take the value.
    """
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
