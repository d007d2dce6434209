"""The parameters of a game: those of its rulebook, as the number of players and the options that were agreed on change them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, cast

import msgspec

from aceten_spec.errors import RulebookError, meant, shown
from aceten_spec.features import moot
from aceten_spec.rulebook import MatchingParameters, Option, OptionValue, Parameters, Rulebook
from aceten_spec.speech import rule, say
from aceten_spec.switches import as_option, as_parameters
from aceten_spec.texts.wrong_data import explain

COMMON_KEYS: Final = ("hands", "talon", "lead", "trick", "taken", "points", "tricks", "dealer")
"""The keys of a position line that every game knows."""
MATCHING_KEYS: Final = ("forfeit", "leads", "drawn", "lone", "resets")
"""Those of games with matching tricks."""
SUIT_KEYS: Final = ("trump", "closed", "melds", "waiting", "shown", "claim", "bids", "bid", "score")
"""Those of games with suit tricks."""
SIGHT_KEYS: Final = ("seat", "has", "not", "past", "partial")
"""Those that say what one seat knows where not all cards lie open."""
POSITION_KEYS: Final = (*COMMON_KEYS, *MATCHING_KEYS, *SUIT_KEYS, *SIGHT_KEYS)
"""The keys of a position line. No option has the name of one, as options stand there by name, too."""

_FIXED: Final = ("players", "tricks")


def parameters_for(rulebook: Rulebook, players: int, *, source: str = "rulebook") -> Parameters:
    """Return the parameters with which so many play when nothing else is agreed on.

    :raises RulebookError: when what the rulebook says for this number is wrong.
    """
    key = f"by_players.{players}"
    return change(rulebook, rulebook.parameters, rulebook.by_players.get(str(players), {}), source=source, key=key)


def options_for(rulebook: Rulebook, players: int) -> dict[str, Option]:
    """Return the options that there are with so many players, by name."""
    return {
        name: option for name, option in rulebook.options.items() if not option.players or players in option.players
    }


def position_keys(parameters: Parameters) -> tuple[str, ...]:
    """Return the keys of a position line of a game."""
    further = MATCHING_KEYS if isinstance(parameters, MatchingParameters) else SUIT_KEYS
    return (*COMMON_KEYS, *further, *SIGHT_KEYS)


def own_value(rulebook: Rulebook, name: str, players: int) -> OptionValue:
    """Return the value that an option has when it is not agreed on."""
    values = rulebook.options[name].values
    if isinstance(values, dict):
        return next((value for value, changes in values.items() if not changes), "")
    return as_option(getattr(parameters_for(rulebook, players), name))


def meaning(option: Option, value: OptionValue, read: Callable[[str], str] = rule) -> str:
    """Return what is played with a value of an option, in a sentence; nothing where the rulebook does not say it.

    :param read: how a text of a rulebook is read: in the language in force, or with ``str`` as it stands there.
    """
    said = option.means.get("positive" if option.values == "positive" else str(value))
    return "" if said is None else read(said).replace("{value}", str(value))


def told_values(rulebook: Rulebook, name: str) -> list[tuple[str, str, bool]]:
    """Return the values of an option of which a rulebook says what is played: each, that, and whether it is the rulebook's own.

    The rulebook's own come first; where any number can be agreed on, they are the only ones.
    """
    option = rulebook.options[name]
    own = [str(own_value(rulebook, name, players)) for players in option.players or rulebook.parameters.players]
    values = (
        own[: len(option.means)]
        if option.values == "positive"
        else sorted(option.means, key=lambda value: value not in own)
    )
    return [(value, meaning(option, value), value in own) for value in values]


def option_values(option: Option) -> tuple[OptionValue, ...] | None:
    """Return the values that an option can take; ``None``: every whole number from 1."""
    if isinstance(option.values, dict):
        return tuple(option.values)
    return None if option.values == "positive" else option.values


def apply_options(
    rulebook: Rulebook, players: int, options: Mapping[str, OptionValue | bool], *, source: str = "options"
) -> tuple[Parameters, dict[str, OptionValue]]:
    """Return the parameters with the options applied, and those options that make a difference, by name.

    :raises RulebookError: for an unknown option or a value that it cannot take.
    """
    there = options_for(rulebook, players)
    chosen: dict[str, OptionValue] = {}
    for name in sorted(options):
        option = there.get(name)
        if option is None:
            raise _no_option(rulebook, players, name, source)
        chosen[name] = option_value(name, option, options[name], source, name)
    parameters = parameters_for(rulebook, players)
    tables = {name: values[str(chosen[name])] for name in chosen if isinstance(values := there[name].values, dict)}
    agreed = {**chosen, **{parameter: said for changes in tables.values() for parameter, said in changes.items()}}
    changed: dict[str, OptionValue] = {}
    for name, changes in tables.items():
        if changes:
            parameters = change(rulebook, parameters, changes, source=source, key=name, agreed=agreed)
            changed[name] = chosen[name]
    single = {
        name: value
        for name, value in chosen.items()
        if not isinstance(there[name].values, dict) and value != as_option(getattr(parameters, name))
    }
    parameters = change(rulebook, parameters, single, source=source, key="options", agreed=agreed)
    return parameters, dict(sorted((changed | single).items()))


def _no_option(rulebook: Rulebook, players: int, name: str, source: str) -> RulebookError:
    known = ", ".join(sorted(options_for(rulebook, players))) or say("none")
    problem = say("{game} has no such option", game=rulebook.id) + meant(name, options_for(rulebook, players))
    if name in rulebook.options:
        problem = say("{game} has no such option for {players} players", game=rulebook.id, players=players)
    return RulebookError(source=source, key=name[:80], problem=problem, expected=say("one of: {known}", known=known))


def option_value(name: str, option: Option, value: OptionValue | bool, source: str, key: str) -> OptionValue:
    """Return the value in its own type: text from a position line becomes a number where the option is one, a truth value a word.

    :param source: the file, and ``key`` the place in it, for the error.
    :raises RulebookError: when the option cannot take the value.
    """
    given = value if isinstance(value, str) else shown(value)
    values = option_values(option)
    if values is None:
        if not isinstance(value, bool) and re.fullmatch("[1-9][0-9]{0,5}", given):
            return int(given)
        expected = say("a whole number from 1 to 999999")
    else:
        for allowed in values:
            if given == str(allowed) or as_option(value) == allowed:
                return allowed
        expected = say("one of: {known}", known=", ".join(map(str, values)))
    raise RulebookError(
        source=source,
        key=key,
        problem=say("{value!r} is no value of the option {name}", value=given[:80], name=name),
        expected=expected,
    )


def change(
    rulebook: Rulebook,
    parameters: Parameters,
    changes: Mapping[str, object],
    *,
    source: str,
    key: str,
    agreed: Mapping[str, object] = MappingProxyType({}),
) -> Parameters:
    """Return parameters with some of them changed. Where a change takes something from a game, what is said about it goes with it.

    :param agreed: values that were agreed on though they change nothing: they stay.
    :param source: the file, and ``key`` the place in it where the changes stand, for the error.
    :raises RulebookError: when there is no such parameter, or it cannot have such a value.
    """
    if not changes:
        return parameters
    for name in _FIXED:
        if name in changes:
            expected = say("a parameter that can depend on the number of players or on an option")
            raise RulebookError(source=source, key=f"{key}.{name}", problem=say("cannot be changed"), expected=expected)
    own = cast("dict[str, object]", msgspec.to_builtins(parameters))
    gone = {name: value for name, value in moot(own, as_parameters(changes)).items() if name not in agreed}
    merged = own | gone | as_parameters(changes)
    try:
        return cast("Parameters", msgspec.convert(merged, Parameters))
    except msgspec.ValidationError:
        whole = cast("dict[str, object]", msgspec.to_builtins(rulebook)) | {"parameters": merged}
        try:
            msgspec.convert(whole, Rulebook)
        except msgspec.ValidationError as error:
            found = explain(error, whole, source)
            where = key + found.key.removeprefix("parameters")
            raise RulebookError(source=source, key=where, problem=found.problem, expected=found.expected) from error
        raise
