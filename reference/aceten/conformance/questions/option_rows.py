"""Combinations of options, so few that all can be played, so many that any two values meet."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import TypeAlias

from aceten.engine.game import Game
from aceten.engine.loading import load
from aceten_spec.checks.parameter_checks import check_parameters
from aceten_spec.errors import RulebookError
from aceten_spec.options import apply_options, option_values, options_for, own_value
from aceten_spec.rulebook import OptionValue, Rulebook

Row: TypeAlias = "dict[str, OptionValue]"
"""A value for each option, by name."""

_Pair: TypeAlias = "tuple[tuple[str, OptionValue], tuple[str, OptionValue]]"
"""Values of two options."""


def values_of(rulebook: Rulebook, name: str, players: int) -> tuple[OptionValue, ...]:
    """Return every value of an option, its own first; of a number without limit its own value and another."""
    own = own_value(rulebook, name, players)
    values = option_values(rulebook.options[name])
    others = (int(own) + 1,) if values is None else tuple(value for value in values if value != own)
    return (own, *others)


def load_row(rulebook: Rulebook, players: int, row: Row) -> Game:
    """Return the game with these option values; one that is the option's own is not said.

    :raises RulebookError: when they contradict each other.
    """
    return load(rulebook, players=players, **_said(rulebook, players, row))


def _said(rulebook: Rulebook, players: int, row: Row) -> Row:
    """Return the values that are not the options' own."""
    return {name: value for name, value in row.items() if value != own_value(rulebook, name, players)}


def option_rows(rulebook: Rulebook, players: int) -> tuple[Row, ...]:
    """Return combinations in which every two values of two options that agree with each other occur together, the rulebook's own first."""
    return rows_of(
        rulebook, players, {name: values_of(rulebook, name, players) for name in options_for(rulebook, players)}
    )


def rows_of(rulebook: Rulebook, players: int, values: Mapping[str, tuple[OptionValue, ...]]) -> tuple[Row, ...]:
    """Return such combinations of these values of each option, of which the first is the one that the first row has."""
    own: Row = {name: choices[0] for name, choices in values.items()}
    wanted: list[_Pair] = [
        ((first, one), (second, other))
        for first, second in itertools.combinations(values, 2)
        for one in values[first]
        for other in values[second]
    ] or [((name, value), (name, value)) for name, choices in values.items() for value in choices]
    rows: list[Row] = [own]
    met = _pairs(own)
    for pair in wanted:
        if pair in met or not _loads(rulebook, players, own | dict(pair)):
            continue
        rows.append(_filled(rulebook, players, own | dict(pair), fixed=set(dict(pair)), values=values, met=met))
        met |= _pairs(rows[-1])
    return tuple(rows)


def _pairs(row: Row) -> set[_Pair]:
    """Return all pairs of values that meet in a row, in either order."""
    return {(one, other) for one in row.items() for other in row.items()}


def _filled(
    rulebook: Rulebook,
    players: int,
    row: Row,
    *,
    fixed: set[str],
    values: Mapping[str, tuple[OptionValue, ...]],
    met: set[_Pair],
) -> Row:
    """Return a row with other values where that makes new pairs, but for the options that are fixed."""
    for name in values:
        if name in fixed:
            continue
        for value in values[name][1:]:
            new = [each for each in row.items() if each[0] != name and ((name, value), each) not in met]
            if len(new) > 1 and _loads(rulebook, players, row | {name: value}):
                row |= {name: value}
                break
    return row


def _loads(rulebook: Rulebook, players: int, row: Row) -> bool:
    """Whether these options agree with each other; no game is made for it, nor is it found out which of them do not."""
    try:
        check_parameters(apply_options(rulebook, players, _said(rulebook, players, row))[0], players, source="options")
    except RulebookError:
        return False
    return True
