"""The parameters and options of a rulebook as a page shows them, and their values in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar, cast

import msgspec
from docutils import nodes
from sphinx.pycode import ModuleAnalyzer

from aceten_docs.pages.page_parts import code, joined, paragraph, table, text
from aceten_spec.options import own_value, parameters_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from docutils.nodes import Node
    from sphinx.util.docutils import SphinxDirective

    from aceten_spec import Rulebook
    from aceten_spec.rulebook import Option

_T = TypeVar("_T")

PARAMETERS_INTRO: Final = """
What the engine plays by: everything that this game says or its options change. The scoring tables, which follow, are parameters too.
"""
DEFAULTS_INTRO: Final = "The parameters that are left have the values of games that say nothing special:"
OPTIONS_INTRO: Final = """
What players may agree on otherwise. In a position line an option is written as it is here; in Python it is an argument of
:func:`aceten.load`.
"""
TRICKS: Final = """
What tricks are like. ``matching``: what matches the led card takes the trick. ``suit``: the highest trump takes it, or else the highest
card of the suit led.
"""
"""The meaning of the parameter that says which others there are."""


def numbers(players: Iterable[int]) -> str:
    """Return numbers of players in words, such as ``2 or 4 players``."""
    *first, last = map(str, players)
    return f"{', '.join(first)} or {last} players" if first else f"{last} players"


def by_players(book: Rulebook, get: Callable[[int], _T]) -> list[tuple[_T, tuple[int, ...]]]:
    """Return the different values that something has with different numbers of players, each with those numbers."""
    found: list[tuple[_T, tuple[int, ...]]] = []
    for players in book.parameters.players:
        value = get(players)
        same = [place for place, (other, _) in enumerate(found) if other == value]
        if same:
            found[same[0]] = (value, (*found[same[0]][1], players))
        else:
            found.append((value, (players,)))
    return found


def meanings(kind: type) -> dict[str, list[str]]:
    """Return the docstrings of a class's attributes, those that it inherits among them."""
    found: dict[str, list[str]] = {}
    for base in reversed(kind.__mro__):
        if base.__module__ == kind.__module__:
            for (owner, name), lines in ModuleAnalyzer.for_module(base.__module__).find_attr_docs().items():
                if owner == base.__qualname__:
                    found[name] = lines
    return found


def parameters(page: SphinxDirective, book: Rulebook) -> Iterator[Node]:
    """Yield the table of parameters, and in a sentence those of which the game says nothing."""
    kind = type(book.parameters)
    meant = meanings(kind)
    fields = [field for field in msgspec.structs.fields(kind) if field.name != "scoring"]
    tricks = str(kind.__struct_config__.tag)
    rows: list[Sequence[Node]] = [
        (paragraph(code("tricks")), paragraph(code(tricks)), nodes.container("", *page.parse_text_to_nodes(TRICKS)))
    ]
    for field in fields:
        if _says(book, field):
            meaning = nodes.container("", *page.parse_text_to_nodes("\n".join(meant[field.name])))
            rows.append((paragraph(code(field.name)), paragraph(*_parameter(book, field.name)), meaning))
    yield from page.parse_text_to_nodes(PARAMETERS_INTRO)
    yield table(("Parameter", "Value", "Meaning"), rows, "stacked")
    silent = [code(f"{each.name} = {shown(each.default)}") for each in fields if not _says(book, each)]
    if silent:
        yield paragraph(nodes.Text(f"{DEFAULTS_INTRO} "), *joined(silent), nodes.Text("."), classes=["small"])


def _parameter(book: Rulebook, name: str) -> list[Node]:
    """Return the value of a parameter, or its values where they differ with the number of players."""
    values = by_players(book, lambda players: shown(getattr(parameters_for(book, players), name)))
    if len(values) == 1:
        return [code(values[0][0])]
    return joined(
        nodes.inline("", "", code(value), nodes.Text(f" with {numbers(players)}")) for value, players in values
    )


def _says(book: Rulebook, field: msgspec.structs.FieldInfo) -> bool:
    """Whether the game says something about a parameter, with some number of players or option."""
    if field.required or field.name in book.options:
        return True
    tables = [option.values for option in book.options.values() if isinstance(option.values, dict)]
    if any(field.name in changes for table in tables for changes in table.values()):
        return True
    return any(
        getattr(parameters_for(book, players), field.name) != field.default for players in book.parameters.players
    )


def shown(value: object) -> str:
    """Return the value of a parameter as text."""
    plain: object = msgspec.to_builtins(value)
    if isinstance(plain, dict):
        return ", ".join(f"{key} = {each}" for key, each in cast("dict[str, object]", plain).items())
    if isinstance(plain, tuple | list):
        return ", ".join(map(str, cast("Sequence[object]", plain))) or "none"
    return str(plain).lower() if isinstance(plain, bool) else str(plain)


def options(page: SphinxDirective, book: Rulebook) -> Iterator[Node]:
    """Yield the table of options."""
    rows = [
        (paragraph(code(name)), _option_values(book, name, option), text(option.clause))
        for name, option in book.options.items()
    ]
    yield from page.parse_text_to_nodes(OPTIONS_INTRO)
    yield table(("Option", "Values", "Clause"), rows, "stacked")


def _option_values(book: Rulebook, name: str, option: Option) -> Node:
    """Return the values of an option, what they set where its name does not say it, and for how many players it is."""
    default, values = defaults(book, name), option.values
    own = {own_value(book, name, players) for players in _counts(book, name)}
    inside: list[Node] = []
    if isinstance(values, dict):
        for value, changes in values.items():
            sets = [code(f"{parameter} = {_set(each)}") for parameter, each in changes.items()]
            said = [nodes.Text(": "), *joined(sets)] if sets else []
            inside.append(paragraph(*(default if value in own else [code(f"{name}={value}"), *said])))
    elif values == "positive":
        inside.append(paragraph(*default, nodes.Text(", or any other whole number from 1")))
    else:
        others = [code(f"{name}={value}") for value in values if value not in own]
        inside.append(paragraph(*default, *(node for other in others for node in (nodes.Text(", "), other))))
    if option.players:
        inside.append(text(f"With {numbers(option.players)} only.", "small"))
    return nodes.container("", *inside)


def _counts(book: Rulebook, name: str) -> tuple[int, ...]:
    """Return the numbers of players with which there is an option."""
    return book.options[name].players or book.parameters.players


def defaults(book: Rulebook, name: str) -> list[Node]:
    """Return the value that an option has when it is not agreed on, or the values for different numbers of players."""
    own: dict[object, list[int]] = {}
    for players in _counts(book, name):
        own.setdefault(own_value(book, name, players), []).append(players)
    if len(own) == 1:
        return [code(f"{name}={next(iter(own))}"), nodes.Text(" (default)")]
    return joined(
        nodes.inline("", "", code(f"{name}={value}"), nodes.Text(f" (default with {numbers(players)})"))
        for value, players in own.items()
    )


def _set(value: object) -> str:
    """Return what an option sets a parameter to; the rows of a scoring table stand in a table of their own."""
    rows = cast("list[object]", value) if isinstance(value, list) else []
    if rows and all(isinstance(row, dict) for row in rows):
        return "a table of its own, see below"
    return shown(rows if isinstance(value, list) else value)
