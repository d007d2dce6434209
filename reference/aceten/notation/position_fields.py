"""The fields of position lines: ``key=value``, and how each kind of value is read."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from aceten.notation.given_lines import in_order
from aceten.vocabulary.naming import SEATS, seat_named
from aceten.vocabulary.position_writer import EMPTY, UNSEEN
from aceten_spec.cards import SUIT_LETTERS, Card, Suit
from aceten_spec.errors import NotationError
from aceten_spec.options import POSITION_KEYS
from aceten_spec.speech import say
from aceten_spec.written_cards import parse_cards, read_suit

if TYPE_CHECKING:
    from aceten.engine.game import Game

_MAX_NUMBER: Final = 9999
_IN_BRACKETS: Final = r"""\[[^\]]*\]|\([^)]*\)|\{[^}]*\}|"[^"]*"|'[^']*'"""
_BRACKET: Final = re.compile(r"""[\[({"']""")
"""What begins such a part of a word."""
_WORD: Final = re.compile(rf"(?:(?<=[=,:])(?:{_IN_BRACKETS})|\S)+")
"""A word of a line: in brackets or quotes around cards there may be blanks."""
_BARE_WORD: Final = re.compile(r"\S+")
"""One of a line without any of these."""
_PART: Final = re.compile(rf"(?:(?:^|(?<=[,:]))(?:{_IN_BRACKETS})|[^,])*")
"""What stands between commas: in brackets or quotes there may be some."""
_T = TypeVar("_T")


class PositionField(msgspec.Struct, frozen=True):
    """``key=value`` and the columns, from 0, at which both begin."""

    key: str
    value: str
    column: int
    value_column: int


class FieldReader:
    """Reads the fields of one position line, and refuses with the column what is none."""

    def __init__(self, line: str) -> None:
        self._line = line
        self._plain = in_order(line)

    def _fail(self, column: int, problem: str, expected: str) -> NotationError:
        return NotationError(text=self._line, column=column + 1, problem=problem, expected=expected)

    def _wrong(self, field: PositionField, expected: str, column: int | None = None) -> NotationError:
        """Return that the value of a field is none, or the part of it that begins at a column."""
        problem = say("{key} is {value!r}", key=field.key, value=field.value[:40])
        return self._fail(field.value_column if column is None else column, problem, expected)

    def _words(self) -> list[tuple[int, str]]:
        form = _WORD if _BRACKET.search(self._plain) else _BARE_WORD
        return [(word.start(), word[0]) for word in form.finditer(self._plain)]

    def _field(self, column: int, word: str) -> PositionField:
        key, separator, value = word.partition("=")
        if not separator or not key:
            if _is_cards(word):
                raise self._fail(
                    column,
                    say("a blank before {word!r}", word=word[:40]),
                    say(
                        "cards without blanks, and commas between hands, such as hands=AAO7,TT97,"
                        " or each hand in brackets, such as hands=[A K],[7 T]"
                    ),
                )
            keys = ", ".join(POSITION_KEYS)
            raise self._fail(
                column,
                say("{word!r} is not of the form key=value", word=word[:40]),
                say("one of the keys {keys}, or an option; a note stands behind #", keys=keys),
            )
        if not value:
            raise self._fail(
                column + len(word), say("no value after {word!r}", word=word[:40]), say("a value, or - for no cards")
            )
        return PositionField(key, value, column, column + len(key) + 1)

    def _cards(self, field: PositionField | None) -> tuple[Card, ...]:
        return () if field is None else self._pile(field.value, field.value_column)

    def _pile(self, text: str, column: int) -> tuple[Card, ...]:
        return () if text in ("", EMPTY) else parse_cards(text, line=self._line, offset=column)

    @staticmethod
    def _split(value: str) -> list[str]:
        """Return the parts of a value between the commas that are in no brackets."""
        if not _BRACKET.search(value):
            return value.split(",")
        parts, at = list[str](), 0
        while found := _PART.match(value, at):
            parts.append(found[0])
            at = found.end() + 1
            if found.end() == len(value):
                break
        return parts

    def _piles(self, field: PositionField, count: int, what: str) -> tuple[tuple[Card, ...], ...]:
        return tuple([self._pile(text, column) for text, column in self._parts(field, count, what)])

    def _parts(self, field: PositionField, count: int, what: str) -> list[tuple[str, int]]:
        """Return the parts of a field between commas, each with the column at which it begins.

        :param what: the template of what is expected.
        """
        parts = self._split(field.value)
        if len(parts) != count:
            raise self._fail(
                field.value_column,
                say("{key} has {number} of {count} parts", key=field.key, number=len(parts), count=count),
                say(what),
            )
        columns = itertools.accumulate([len(part) + 1 for part in parts], initial=field.value_column)
        return list(zip(parts, columns, strict=False))

    def _numbers(self, field: PositionField | None, game: Game) -> tuple[int, ...] | None:
        if field is None:
            return None
        parts = field.value.split(",")
        sides = game.side_count
        if len(parts) != sides or not all(map(is_number, parts)):
            raise self._fail(
                field.value_column,
                f"{field.value[:40]!r}",
                say("a whole number of at most 4 digits for each of the {sides} sides, such as 30,20", sides=sides),
            )
        return tuple(map(int, parts))

    def _number(self, field: PositionField | None, bound: int) -> int | None:
        if field is None:
            return None
        if not is_number(field.value) or int(field.value) >= bound:
            raise self._wrong(
                field,
                say("a number from 0 to {most}", most=bound - 1),
            )
        return int(field.value)

    def _seat(self, field: PositionField | None, game: Game) -> int | None:
        if field is None:
            return None
        seat = seat_named(field.value, game.players)
        if seat is None:
            raise self._wrong(
                field,
                say(
                    "a seat, {first} to {last} or 0 to {most}",
                    first=SEATS[0],
                    last=SEATS[game.players - 1],
                    most=game.players - 1,
                ),
            )
        return seat

    def _sides(self, field: PositionField | None, game: Game) -> tuple[int, ...]:
        if field is None:
            return ()
        parts = field.value.split(",")
        sides = tuple(int(part) for part in parts if is_number(part))
        if len(sides) != len(parts) or list(sides) != sorted(set(sides)) or sides[-1] >= game.side_count:
            expected = say("sides from 0 to {most} in rising order, such as 0", most=game.side_count - 1)
            raise self._wrong(field, expected)
        return sides

    @staticmethod
    def _unseen(field: PositionField | None) -> bool:
        return field is not None and field.value == UNSEEN

    def _one_card(self, field: PositionField | None) -> Card | None:
        if field is None:
            return None
        cards = self._cards(field)
        if len(cards) != 1:
            raise self._wrong(
                field,
                say("one card, such as K"),
            )
        return cards[0]

    def _suit(self, field: PositionField | None) -> Suit | None:
        if field is None:
            return None
        suit = read_suit(field.value)
        if suit is not None:
            return suit
        raise self._wrong(
            field,
            say("a suit: {letters}, or its name, such as hearts", letters=SUIT_LETTERS),
        )

    def _yes(self, field: PositionField | None) -> bool:
        if field is not None and field.value != "yes":
            raise self._wrong(field, "yes")
        return field is not None

    def _seated(
        self, field: PositionField, game: Game, read: Callable[[str, int], _T]
    ) -> Iterator[tuple[int, _T, int]]:
        """Yield the parts of such a field: the seat, what is said of it, and the column at which that begins.

        :param read: reads what is said, with that column.
        """
        column = field.value_column
        for part in self._split(field.value):
            named, colon, text = part.partition(":")
            expected = say("seats with cards, such as B:7, with commas between seats")
            if not colon or text in {"", EMPTY}:
                raise self._wrong(field, expected, column)
            begins = column + len(named) + 1
            told, seat = read(text, begins), seat_named(named, game.players)
            if seat is None:
                problem = say("{named!r} is no seat of {game}", named=named[:40], game=game)
                raise self._fail(column, problem, expected)
            yield seat, told, begins
            column += len(part) + 1


def _is_cards(word: str) -> bool:
    """Whether a word is cards, or hands with commas between them, perhaps with a bracket; ``a`` alone is an article."""
    cards = word.lstrip("[({\"'").replace(",", "").rstrip("])}\"'?")
    try:
        return cards != "a" and bool(parse_cards(cards or word))
    except NotationError:
        return False


def is_number(text: str) -> bool:
    """Whether a text is a whole number that a line can say."""
    return text.isascii() and text.isdigit() and len(text) <= len(str(_MAX_NUMBER))
