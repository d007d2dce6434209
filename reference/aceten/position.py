"""Position lines: a state as one line of text. The grammar stands in ``aceten_spec/position.ebnf``.

=============  ====================================================================  ===========================================
key            value                                                                 when left out
=============  ====================================================================  ===========================================
``hands``      the hand of each seat, ``-`` for an empty one                         required
``talon``      the undealt cards in the order in which they will be drawn            empty
``lead``       the seat that led the trick or is to lead; in a deal that is over,    0
               the winner of the last trick
``trick``      the cards of the current trick in order, all rounds                   empty: between two tricks
``taken``      the captured cards of each side, as far as they are known; where      none known
               everyone gathers for himself a side is a seat
``points``     card points captured by each side                                     those of ``taken``
``tricks``     tricks taken by each side, a multiple trick counting once             one for every round that ``taken`` makes, if
                                                                                     every card is accounted for; otherwise open
``dealer``     the seat that dealt                                                   in the first trick the seat before
                                                                                     ``lead``, later on the last seat
``forfeit``    in a deal that is over, the side that lost it by its last card        neither
``leads``      where leads are limited: the ranks of the last leads in a row of one  that of ``trick``
               rank, that of the current trick included
``drawn``      the card that the winner of the trick has just drawn, and may spice   it is not the time to spice
               it with
``lone``       the seat that plays alone, once its card has been captured            open
``resets``     the sides whose score falls to 0 by a round of four equal ranks       none
=============  ====================================================================  ===========================================

Further keys are the options of the game, such as ``tie=draw``. Cards that are nowhere are out of play.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import msgspec

from aceten.actions import Seat
from aceten.checking import Position, build, default_dealer, default_leads, default_points, default_tricks
from aceten.errors import PositionError, UsageError
from aceten.game import load
from aceten_spec.cards import Card, Rank, card_of, format_cards, parse_cards
from aceten_spec.errors import NotationError, RulebookError
from aceten_spec.loader import load_shipped
from aceten_spec.options import POSITION_KEYS, options_for

if TYPE_CHECKING:
    from aceten.game import Game
    from aceten.state import State
    from aceten.view import View
    from aceten_spec.rulebook import OptionValue, Rulebook

MAX_LINE: Final = 4096
"""A longer position line is refused unread, in characters."""

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
        known = {field.key: field for field in fields if field.key in POSITION_KEYS}
        if "hands" not in known:
            raise self._fail(len(self._line), "no hands", f"hands= with {game.players} hands")
        numbers = {key: self._numbers(field, game) for key, field in known.items() if key in ("points", "tricks")}
        singles = {
            key: self._number(field, bound)
            for key, bound in (
                ("lead", game.players),
                ("dealer", game.players),
                ("forfeit", game.side_count),
                ("lone", game.players),
            )
            if (field := known.get(key))
        }
        position = Position(
            hands=self._piles(known["hands"], game.players, "one hand for each seat"),
            talon=self._cards(known.get("talon")),
            lead=singles.get("lead", 0),
            trick=self._cards(known.get("trick")),
            taken=self._piles(known["taken"], game.side_count, "the cards of each side") if "taken" in known else None,
            points=numbers.get("points"),
            tricks=numbers.get("tricks"),
            dealer=singles.get("dealer"),
            forfeit=singles.get("forfeit"),
            leads=self._cards(known["leads"]) if "leads" in known else None,
            drawn=self._one_card(known.get("drawn")),
            lone=singles.get("lone"),
            resets=self._sides(known.get("resets"), game),
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
            keys = ", ".join(POSITION_KEYS)
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
            if field.key in POSITION_KEYS:
                continue
            if field.key not in book.options:  # one that there is for other numbers of players is refused below
                allowed = ", ".join((*POSITION_KEYS, *book.options))
                raise self._fail(
                    field.column, f"{field.key[:40]!r} is neither a key nor an option of {name}", f"one of: {allowed}"
                )
            options[field.key] = field.value
        if int(players) not in book.parameters.players:
            counts = " or ".join(map(str, book.parameters.players))
            raise self._fail(column + len(name) + 1, f"{players} players", f"{counts} in {name}")
        there = options_for(book, int(players))
        for field in fields:
            if field.key in options and field.key not in there:
                allowed = ", ".join((*POSITION_KEYS, *there))
                problem = f"{name} has the option {field.key} not for {players} players"
                raise self._fail(field.column, problem, f"one of: {allowed}")
        return self._load(book, int(players), options, fields)

    def _load(self, book: Rulebook, players: int, options: dict[str, OptionValue | bool], fields: list[_Field]) -> Game:
        try:
            return load(book, players=players, **options)
        except RulebookError as error:
            for field in fields:
                if field.key == error.key:
                    raise self._fail(field.value_column, error.problem, error.expected) from error
            first = next(field for field in fields if field.key in options)
            problem = f"options that contradict each other: {error.key}: {error.problem}"
            raise self._fail(first.column, problem, error.expected) from error

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
        sides = game.side_count
        if len(parts) != sides or not all(map(_is_number, parts)):
            raise self._fail(
                field.value_column,
                f"{field.value[:40]!r}",
                f"a whole number of at most 4 digits for each of the {sides} sides, such as 30,20",
            )
        return tuple(map(int, parts))

    def _one_card(self, field: _Field | None) -> Card | None:
        if field is None:
            return None
        cards = self._cards(field)
        if len(cards) != 1:
            raise self._fail(field.value_column, f"{field.key} is {field.value[:40]!r}", "one card, such as K")
        return cards[0]

    def _sides(self, field: _Field | None, game: Game) -> tuple[int, ...]:
        if field is None:
            return ()
        parts = field.value.split(",")
        sides = tuple(int(part) for part in parts if _is_number(part))
        if len(sides) != len(parts) or list(sides) != sorted(set(sides)) or sides[-1] >= game.side_count:
            expected = f"sides from 0 to {game.side_count - 1} in rising order, such as 0"
            raise self._fail(field.value_column, f"{field.key} is {field.value[:40]!r}", expected)
        return sides

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
    drawn = "" if state.drawn is None else str(state.drawn)
    return _format(state, ",".join(map(_pile_text, state.hands)), format_cards(state.talon), drawn, in_play)


def format_view(view: View) -> str:
    """Return the position line of a view, with ``?`` for every card that its seat has not seen."""
    seen = {view.seat: view.hand}
    if view.partner_hand is not None and (partner := view.game.partner(view.seat)) is not None:
        seen[partner] = view.partner_hand
    hands = [
        _pile_text(seen[Seat(seat)]) if seat in seen else _UNSEEN * size or _EMPTY
        for seat, size in enumerate(view.hand_sizes)
    ]
    in_play = sum(view.hand_sizes) + view.talon_size + len(view.trick)
    drawn = str(view.drawn) if view.drawn is not None else _UNSEEN if view.spicing else ""
    return _format(view, ",".join(hands), _UNSEEN * view.talon_size, drawn, in_play)


def _pile_text(cards: tuple[Card, ...]) -> str:
    return format_cards(cards) or _EMPTY


def _format(seen: State | View, hands: str, talon: str, drawn: str, in_play: int) -> str:
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
    words += _further(seen, drawn)
    words.extend(f"{name}={value}" for name, value in game.options)
    return " ".join(words)


def _further(seen: State | View, drawn: str) -> list[str]:
    """Return what only some games know."""
    words: list[str] = []
    if seen.leads != default_leads(seen.game, seen.trick):
        words.append("leads=" + format_cards(tuple(card_of(Rank(rank)) for rank in seen.leads)))
    if drawn:
        words.append(f"drawn={drawn}")
    if seen.lone is not None:
        words.append(f"lone={seen.lone}")
    if seen.burned:
        words.append("resets=" + ",".join(map(str, seen.burned)))
    return words
