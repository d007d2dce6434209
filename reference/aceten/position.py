"""Position lines: a state as one line of text. The grammar stands in ``aceten_spec/position.ebnf``.

=============  ====================================================================  ===========================================
key            value                                                                 when left out
=============  ====================================================================  ===========================================
``hands``      the hand of each seat, ``-`` for an empty one                         required
``talon``      the undealt cards in the order in which they will be drawn            empty
``lead``       the seat that led the trick or is to lead; in a deal that is over,    0
               the winner of the last trick
``trick``      the cards of the current trick in order, all rounds                   empty: between two tricks
``taken``      the captured cards of each side, as far as they are known             none known
``points``     card points captured by each side                                     those of ``taken``
``tricks``     tricks taken by each side, a multiple trick counting once             one for every round that ``taken`` makes, if
                                                                                     every card is accounted for; otherwise open
``dealer``     the seat that dealt                                                   in the first trick the seat before
                                                                                     ``lead``, later on the last seat
``forfeit``    in a deal that is over, the side that lost it by its last card        neither
=============  ====================================================================  ===========================================

Further keys are the options of the game, such as ``tie=draw``. Cards that are nowhere are out of play.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import msgspec

from aceten.checking import Position, build, default_dealer, default_points, default_tricks
from aceten.errors import PositionError, UsageError
from aceten.game import load
from aceten_spec.cards import Card, format_cards, parse_cards
from aceten_spec.errors import NotationError, RulebookError
from aceten_spec.loader import load_shipped

if TYPE_CHECKING:
    from aceten.game import Game
    from aceten.state import State
    from aceten.view import View
    from aceten_spec.rulebook import OptionValue, Rulebook

MAX_LINE: Final = 4096
"""A longer position line is refused unread, in characters."""

_KEYS: Final = ("hands", "talon", "lead", "trick", "taken", "points", "tricks", "dealer", "forfeit")
_EMPTY: Final = "-"
_UNSEEN: Final = "?"
_MAX_NUMBER: Final = 9999


class _Field(msgspec.Struct, frozen=True):
    """``key=value`` and the columns, from 0, at which both begin."""

    key: str
    value: str
    column: int
    value_column: int


def parse(line: str, *, rules: Rulebook | None = None) -> State:
    """Return the state that a position line describes.

    :param rules: the rulebook to play by; without it the shipped rulebook that the line names.
    :raises NotationError: when the line cannot be read; it names the column.
    :raises PositionError: when no play could reach the position.
    :raises RulebookError: when the line names an unknown game.
    """
    if not isinstance(line, str):  # pyright: ignore[reportUnnecessaryIsInstance] - not every caller is type-checked
        message = f"a position line: expected text, given a {type(line).__name__}"
        raise UsageError(message)
    if len(line) > MAX_LINE:
        raise NotationError(
            text=line[:MAX_LINE],
            column=MAX_LINE + 1,
            problem=f"a line of {len(line)} characters",
            expected=f"at most {MAX_LINE}",
        )
    return _Reader(line).state(rules)


class _Reader:
    """Reads one position line."""

    def __init__(self, line: str) -> None:
        self._line = line

    def _fail(self, column: int, problem: str, expected: str) -> NotationError:
        return NotationError(text=self._line, column=column + 1, problem=problem, expected=expected)

    def state(self, rules: Rulebook | None) -> State:
        words = self._words()
        if not words:
            raise self._fail(0, "nothing there", "a position line such as: zsiros/4 hands=AAO7,TT97,KK87,AOU7")
        fields = [self._field(column, word) for column, word in words[1:]]
        game = self._game(*words[0], fields, rules)
        known = {field.key: field for field in fields if field.key in _KEYS}
        if "hands" not in known:
            raise self._fail(len(self._line), "no hands", f"hands= with {game.players} hands")
        numbers = {key: self._numbers(field, game) for key, field in known.items() if key in ("points", "tricks")}
        singles = {
            key: self._number(field, bound)
            for key, bound in (("lead", game.players), ("dealer", game.players), ("forfeit", 2))
            if (field := known.get(key))
        }
        position = Position(
            hands=self._piles(known["hands"], game.players, "one hand for each seat"),
            talon=self._cards(known.get("talon")),
            lead=singles.get("lead", 0),
            trick=self._cards(known.get("trick")),
            taken=self._piles(known["taken"], 2, "the cards of each side") if "taken" in known else None,
            points=numbers.get("points"),
            tricks=numbers.get("tricks"),
            dealer=singles.get("dealer"),
            forfeit=singles.get("forfeit"),
        )
        try:
            return build(game, position)
        except PositionError as error:
            raise PositionError(key=error.key, problem=error.problem, line=self._line) from None

    def _words(self) -> list[tuple[int, str]]:
        return [(word.start(), word[0]) for word in re.finditer(r"[^ \t\r\n]+", self._line)]

    def _field(self, column: int, word: str) -> _Field:
        key, separator, value = word.partition("=")
        if not separator or not key:
            keys = ", ".join(_KEYS)
            raise self._fail(
                column, f"{word[:40]!r} is not of the form key=value", f"one of the keys {keys}, or an option"
            )
        if not value:
            raise self._fail(column + len(word), f"no value after {word[:40]!r}", "a value, or - for no cards")
        return _Field(key, value, column, column + len(key) + 1)

    def _game(self, column: int, word: str, fields: list[_Field], rules: Rulebook | None) -> Game:
        name, separator, players = word.partition("/")
        if not separator or not name or len(players) != 1 or players not in "123456789":
            raise self._fail(column, f"{word[:40]!r}", "the game and its number of players, such as zsiros/4")
        if rules is not None and rules.id != name:
            raise self._fail(column, f"the game {name[:40]!r}", f"{rules.id!r}, the rulebook that was given")
        options: dict[str, OptionValue | bool] = {}
        seen: set[str] = set()
        book = rules if rules is not None else load_shipped(name)
        for field in fields:
            if field.key in seen:
                raise self._fail(field.column, f"a second {field.key}", "each key once")
            seen.add(field.key)
            if field.key in _KEYS:
                continue
            if field.key not in book.options:
                allowed = ", ".join((*_KEYS, *book.options))
                raise self._fail(
                    field.column, f"{field.key[:40]!r} is neither a key nor an option of {name}", f"one of: {allowed}"
                )
            options[field.key] = field.value
        if int(players) not in book.parameters.players:
            counts = " or ".join(map(str, book.parameters.players))
            raise self._fail(column + len(name) + 1, f"{players} players", f"{counts} in {name}")
        try:
            return load(book, players=int(players), **options)
        except RulebookError as error:
            field = next(field for field in fields if field.key == error.key)
            raise self._fail(field.value_column, error.problem, error.expected) from error

    def _cards(self, field: _Field | None) -> tuple[Card, ...]:
        return () if field is None else self._pile(field.value, field.value_column)

    def _pile(self, text: str, column: int) -> tuple[Card, ...]:
        return () if text in ("", _EMPTY) else parse_cards(text, line=self._line, offset=column)

    def _piles(self, field: _Field, count: int, what: str) -> tuple[tuple[Card, ...], ...]:
        parts = field.value.split(",")
        if len(parts) != count:
            raise self._fail(
                field.value_column, f"{field.key} has {len(parts)} of {count} parts", f"{what}, separated by commas"
            )
        piles: list[tuple[Card, ...]] = []
        column = field.value_column
        for part in parts:
            piles.append(self._pile(part, column))
            column += len(part) + 1
        return tuple(piles)

    def _numbers(self, field: _Field, game: Game) -> tuple[int, ...]:
        parts = field.value.split(",")
        sides = len(set(game.sides))
        if len(parts) != sides or not all(map(_is_number, parts)):
            raise self._fail(
                field.value_column,
                f"{field.value[:40]!r}",
                f"a whole number of at most 4 digits for each of the {sides} sides, such as 30,20",
            )
        return tuple(map(int, parts))

    def _number(self, field: _Field, bound: int) -> int:
        if not _is_number(field.value) or int(field.value) >= bound:
            raise self._fail(
                field.value_column, f"{field.key} is {field.value[:40]!r}", f"a number from 0 to {bound - 1}"
            )
        return int(field.value)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= len(str(_MAX_NUMBER))


def format_state(state: State) -> str:
    """Return the position line of a state: ``hands`` and ``lead`` always, other keys only where they say something."""
    in_play = sum(map(len, state.hands)) + len(state.talon) + len(state.trick)
    return _format(state, ",".join(map(_pile_text, state.hands)), format_cards(state.talon), in_play)


def format_view(view: View) -> str:
    """Return the position line of a view, with ``?`` for every card that its seat has not seen."""
    hands = [
        _pile_text(view.hand) if seat == view.seat else _UNSEEN * size or _EMPTY
        for seat, size in enumerate(view.hand_sizes)
    ]
    in_play = sum(view.hand_sizes) + view.talon_size + len(view.trick)
    return _format(view, ",".join(hands), _UNSEEN * view.talon_size, in_play)


def _pile_text(cards: tuple[Card, ...]) -> str:
    return format_cards(cards) or _EMPTY


def _format(seen: State | View, hands: str, talon: str, in_play: int) -> str:
    game = seen.game
    words = [str(game), f"hands={hands}"]
    if talon:
        words.append(f"talon={talon}")
    words.append(f"lead={seen.leader}")
    if seen.trick:
        words.append(f"trick={format_cards(seen.trick)}")
    if any(seen.taken):
        words.append("taken=" + ",".join(map(_pile_text, seen.taken)))
    if seen.points != default_points(game, seen.taken):
        words.append("points=" + ",".join(map(str, seen.points)))
    if seen.tricks is not None and seen.tricks != default_tricks(game, in_play, seen.taken):
        words.append("tricks=" + ",".join(map(str, seen.tricks)))
    if seen.dealer != default_dealer(game, seen.leader, in_play):
        words.append(f"dealer={seen.dealer}")
    if seen.forfeit is not None:
        words.append(f"forfeit={seen.forfeit}")
    words.extend(f"{name}={value}" for name, value in game.options)
    return " ".join(words)
