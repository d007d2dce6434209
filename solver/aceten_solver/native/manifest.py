"""What the native core is told, by name: the table in ``manifest.txt``, which the core is built with, too.

Whoever tells it something names each field, and the table says in what order and how the numbers follow each other.
"""

from __future__ import annotations

import functools
from enum import IntFlag, auto
from importlib import resources
from itertools import zip_longest
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, cast

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

One: TypeAlias = int | str
"""A number, yes or no, or a word."""
Value: TypeAlias = "One | Sequence[One] | Sequence[Sequence[int]] | Sequence[Mapping[str, One]]"
"""What a field says: one thing, several, lists of numbers, or rows."""


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


class Form:
    """The form of one of the lists that the core takes."""

    def __init__(self, title: str, fields: Sequence[Field] | None = None) -> None:
        """Take it from the table, where this list has a title, or have these fields."""
        self.title: Final = title
        self._fields = tuple([_Written(field) for field in (_table()[title] if fields is None else fields)])
        self._names = {each.field.name for each in self._fields}

    def numbers(self, values: Mapping[str, Value]) -> list[int]:
        """Return the list that says these values of its fields.

        :raises ValueError: when they are not the fields that it has, or not as many numbers, or a word is none of a field's.
        """
        if values.keys() != self._names:
            other = ", ".join(sorted(values.keys() ^ self._names))
            message = f"{self.title}: expected every field, and no other; {other} is missing or too much"
            raise ValueError(message)
        numbers: list[int] = []
        for each in self._fields:
            value = values[each.field.name]
            if each.is_plain and isinstance(value, int):  # nearly all, and fast therefore
                numbers.append(int(value))
            else:
                try:
                    numbers += each.numbers(value, values)
                except (TypeError, ValueError, KeyError) as error:
                    message = (
                        f"{self.title}, {each.field.name}: {value!r} does not fit {each.field.times or each.field.kind}"
                    )
                    raise ValueError(message) from error
        return numbers


class _Written:
    """How the values of a field are written."""

    def __init__(self, field: Field) -> None:
        self.field: Final = field
        self._words = field.words
        self.is_plain: Final = not field.times and not self._words
        self._several = field.kind.startswith("some of")
        self._row = Form(field.name, field.columns) if field.columns else None

    def numbers(self, value: Value, values: Mapping[str, Value]) -> list[int]:
        """Return what is written for a value; other fields may say how many numbers that is."""
        if not self.field.times:
            several = cast("Sequence[One]", value) if self._several else [cast("One", value)]
            return [sum(map(self._number, several))]
        if self._row is not None:
            rows = cast("Sequence[Mapping[str, One]]", value)
            return [len(rows), *[number for row in rows for number in self._row.numbers(row)]]
        if self.field.times == "**":
            lists = cast("Sequence[Sequence[int]]", value)
            return [len(lists), *[number for each in lists for number in (len(each), *each)]]
        numbers = [*map(self._number, cast("Sequence[One]", value))]
        if self.field.times == "*":
            return [len(numbers), *numbers]
        many = self.field.times.strip("[]")
        if len(numbers) != (int(many) if many.isdecimal() else values[many]):
            raise ValueError(many)
        return numbers

    def _number(self, value: One) -> int:
        return self._words[cast("str", value)] if self._words else int(value)
