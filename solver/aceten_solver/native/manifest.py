"""What the native core is told, by name: the table in ``manifest.txt``, which the core is built with, too.

Whoever tells it something names each field, and the table says in what order and how the numbers follow each other.
"""

from __future__ import annotations

import functools
from enum import IntFlag, auto
from importlib import resources
from itertools import groupby, zip_longest
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

One: TypeAlias = int | str
"""A number, yes or no, or a word."""
Value: TypeAlias = "One | Sequence[One] | Sequence[Sequence[int]] | Sequence[Mapping[str, One]]"
"""What a field says: one thing, several, lists of numbers, or rows."""


_Writer: TypeAlias = "Callable[[Any, Mapping[str, Any]], Sequence[int]]"
"""Returns what is written for the value of a field, of which other fields may say how many numbers it has."""
_Part: TypeAlias = "tuple[str, _Writer]"
"""A field, or the first of several, and what writes it."""


class Shortcut(IntFlag):
    """What makes the core fast, each with a switch; without any of it the core answers the same, only later."""

    ALIKE = auto()
    """What is worth the same stands for each other: positions in the tables, and cards of a hand."""
    TABLES = auto()
    """What is known about positions is remembered."""
    ORDER = auto()
    """Actions that are likely to be enough come first."""
    SPECIAL = auto()
    """Where nothing but cards bears on play, a search of its own knows no more than these."""
    FORESIGHT = auto()
    """What is known or sure already is seen before anything is searched."""

    def words(self) -> list[str]:
        """Return them as the core is told."""
        return [str(each.name).lower() for each in self]


ALL_SHORTCUTS: Final = ~Shortcut(0)
"""Every one of them."""


class Field(NamedTuple):
    """A field of a list."""

    name: str
    times: str
    """How many numbers it has, as it is written: nothing for one, ``[2]``, ``[other]``, ``*``, ``**`` or ``{}``."""
    kind: str
    """``number``, ``flag``, ``rows``, or the words that a number stands for."""
    columns: tuple[Field, ...]
    """The fields of its rows."""

    @property
    def words(self) -> dict[str, int]:
        """What each word counts: its place, or its bit where there may be several."""
        of, _, words = self.kind.partition(" of: ")
        return {word: 1 << place if of == "some" else place for place, word in enumerate(words.split())}


def read(text: str) -> dict[str, list[Field]]:
    """Return the fields of each list, as a table says them."""
    lists: dict[str, list[Field]] = {}
    fields: list[Field] = []
    for line in text.splitlines():
        if line.startswith("["):
            fields = lists[line.strip("[]")] = []
        elif line and not line.startswith("#"):
            start, _, rest = line.strip().partition(" ")
            name = start.rstrip("*{}").partition("[")[0]
            field = Field(name, start.removeprefix(name), rest.strip().partition("  ")[0], ())
            if line.startswith(" "):
                fields[-1] = fields[-1]._replace(columns=(*fields[-1].columns, field))
            else:
                fields.append(field)
    return lists


@functools.cache
def _table() -> dict[str, list[Field]]:
    return read((resources.files("aceten_solver.native") / "manifest.txt").read_text(encoding="utf-8"))


def difference(text: str) -> str | None:
    """Return the list and the field that another table has otherwise than the one that is spoken here, the first; ``None``: it has none."""
    for ours, theirs in zip_longest(_flat(_table()), _flat(read(text))):
        if ours != theirs:
            return str((ours or theirs)[0])
    return None


def _flat(lists: Mapping[str, Sequence[Field]]) -> Iterator[tuple[str, str, str]]:
    for title, fields in lists.items():
        for field in fields:
            yield f"{title}, {field.name}", field.times, field.kind
            yield from [(f"{title}, {field.name}, {each.name}", each.times, each.kind) for each in field.columns]


class Layout:
    """How one of the lists is written that the core takes."""

    def __init__(self, title: str, fields: Sequence[Field] | None = None) -> None:
        """Take it from the table, where this list has a title, or have these fields."""
        self.title: Final = title
        self._given = fields

    @functools.cached_property
    def _fields(self) -> Sequence[Field]:
        """Its fields. The table is not read before something is written: whoever imports this may never write."""
        return _table()[self.title] if self._given is None else self._given

    @property
    def names(self) -> list[str]:
        """The names of its fields, in their order."""
        return [field.name for field in self._fields]

    @functools.cached_property
    def _parts(self) -> list[_Part]:
        parts: list[_Part] = []
        for plain, group in groupby(self._fields, key=lambda field: not (field.times or field.words)):
            if plain:
                parts.append(_numbers_of([field.name for field in group]))
            else:
                parts += [(field.name, _writer(field)) for field in group]
        return parts

    def numbers(self, values: Mapping[str, Value]) -> list[int]:
        """Return the list that says these values of its fields.

        :raises ValueError: when they are not the fields that it has, or not as many numbers, or a word is none of a field's.
        """
        numbers: list[int] = []
        name = ""
        try:  # once for all fields, as questions are many: what has as many, and all of these, has no other
            for name, write in self._parts:
                numbers += write(values[name], values)
        except (TypeError, ValueError, KeyError) as error:
            self._check_names(values)
            message = f"{self.title}, {name}: {values[name]!r} does not fit what the manifest says of it"
            raise ValueError(message) from error
        if len(values) != len(self._fields):
            self._check_names(values)
        return numbers

    def _check_names(self, values: Mapping[str, Value]) -> None:
        other = ", ".join(sorted(values.keys() ^ {field.name for field in self._fields}))
        if other:
            message = f"{self.title}: expected every field, and no other; {other} is missing or too much"
            raise ValueError(message)


def _numbers_of(names: Sequence[str]) -> _Part:
    """Return what writes fields of one number each, all at once: most are such, and questions are many."""
    if len(names) == 1:
        return names[0], lambda value, _: (value,)
    all_of = itemgetter(*names)
    return names[0], lambda _, values: all_of(values)


def _lists(lists: Sequence[Sequence[int]]) -> list[int]:
    numbers = [len(lists)]
    for each in lists:
        numbers.append(len(each))
        numbers += each
    return numbers


def _writer(field: Field) -> _Writer:
    """Return what writes the values of a field."""
    words = field.words
    many = field.times.strip("[]")
    match many:
        case "" if field.kind.startswith("some of"):
            return lambda value, _: [sum([words[word] for word in value])]
        case "":
            return lambda value, _: [words[value]]
        case "*":
            return lambda value, _: [len(value), *value]
        case "**":
            return lambda value, _: _lists(value)
        case "{}":
            row = Layout(field.name, field.columns)
            return lambda value, _: [len(value), *[number for each in value for number in row.numbers(each)]]
        case _:
            count = int(many) if many.isdecimal() else None

    def write(value: Sequence[Any], values: Mapping[str, Any]) -> Sequence[int]:
        if len(value) != (values[many] if count is None else count):
            raise ValueError(many)
        return [words[each] for each in value] if words else value

    return write
