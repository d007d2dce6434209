"""Reading position lines: a state as one line of text; ``str`` writes it. The grammar stands in ``aceten_spec/position.ebnf``.

=============  ====================================================================  ===========================================
key            value                                                                 when left out
=============  ====================================================================  ===========================================
``hands``      the hand of each seat, ``-`` for an empty one                         required
``talon``      the undealt cards in the order in which they will be drawn; a         empty
               turn-up is the last of them
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
``trump``      the trump suit                                                        that of the turn-up, or none yet
``closed``     the seat that closed the talon, the points that the other side had    it is not closed
               then, and the tricks of side 0 and side 1 then
``melds``      points of the marriages that each side has shown, whether they count  none
               yet or not
``waiting``    those of them by each side that wait for its next trick, where a      none
               marriage counts with that alone
``shown``      by seat, the cards of its hand that everybody knows                   none
``claim``      in a deal that is over, the seat that claimed, or ``-`` when nobody   nobody has claimed yet
               did
``bids``       during the auction what was bid, from the player after the dealer     nothing yet
               on, ``-`` for a pass
``bid``        after it, the seat that bid the most, and how much                    the auction is not over
``score``      the scores in the match before the deal, where they bear on play      0 each
``seat``       whose view it is, where ``?`` stands for cards that are not seen      all cards lie open; with ``?``, the one
                                                                                     whose hand is seen
``has``        cards that a seat is known to hold, such as ``C:K``                   those in ``hands``
``not``        cards that it is known not to hold, such as ``B:7``                   none beside those that play excludes
``past``       what else is known of its hand, in order: ``~7`` it held no 7,        nothing
               ``^7K`` a 7 or a K at least, ``-9`` the 9 left it, ``+2`` two cards
               came to it, such as ``B:~7-9+1``
``partial``    ``yes``: the seat knows more of hidden cards than the line says       the line says all of it
=============  ====================================================================  ===========================================
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypedDict, TypeVar

import msgspec

from aceten.engine.loading import load
from aceten.engine.matching.game import MatchingGame
from aceten.engine.state import State
from aceten.engine.suits.game import SuitGame
from aceten.engine.suits.public_facts import points_at_closing
from aceten.knowledge.memory import DREW, GAVE, HAD, LACKED, STEPS, Drew, Gave, Had, Lacked, Past, Step, joined
from aceten.positions.matching_positions import MatchingPosition
from aceten.positions.partial_positions import Sight, build, view_of
from aceten.positions.suit_positions import SuitPosition
from aceten.vocabulary.actions import Seat
from aceten.vocabulary.errors import PositionError, UsageError
from aceten.vocabulary.naming import SEATS, either, seat_name, seat_named, the_card
from aceten.vocabulary.position_line import EMPTY, MAX_LINE, UNSEEN
from aceten_spec.cards import SUIT_LETTERS, Card, Suit, format_cards, parse_cards, read_suit, sort_cards, without_suit
from aceten_spec.errors import NotationError, RulebookError, meant
from aceten_spec.loader import load_shipped
from aceten_spec.options import POSITION_KEYS, SIGHT_KEYS, options_for, position_keys
from aceten_spec.speech import say, say_counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from aceten.engine.game import Game
    from aceten.engine.view import View
    from aceten.positions.position_checks import Position
    from aceten_spec.rulebook import OptionValue, Rulebook

_MAX_NUMBER: Final = 9999
_T = TypeVar("_T")


class _Field(msgspec.Struct, frozen=True):
    """``key=value`` and the columns, from 0, at which both begin."""

    key: str
    value: str
    column: int
    value_column: int


def parse(line: str, *, rules: Rulebook | None = None) -> State | Any:  # noqa: ANN401 - as with typeshed: whoever gives a whole line need not ask
    """Return the state that a position line describes, or the view where not all cards lie open in it.

    >>> import aceten
    >>> aceten.parse("zsiros/2 hands=AK97,???? talon=???? lead=0 taken=TT88,-").hand_sizes
    (4, 4)

    What is returned is a :class:`aceten.View` where the line has ``seat=`` or ``?``, which a type checker does not know;
    :func:`parse_state` returns states alone.

    :param rules: the rulebook to play by; without it the shipped rulebook that the line names.
    :raises NotationError: when the line cannot be read; it names the column.
    :raises PositionError: when no play could reach the position.
    :raises RulebookError: when the line names an unknown game.
    """
    if not isinstance(line, str):  # pyright: ignore[reportUnnecessaryIsInstance] - not every caller is type-checked
        message = say("a position line: expected text, given a {type}", type=type(line).__name__)
        raise UsageError(message)
    if len(line) > MAX_LINE:
        raise NotationError(
            text=line[:MAX_LINE],
            column=MAX_LINE + 1,
            problem=say("a line of {number} characters", number=len(line)),
            expected=say("at most {most}", most=MAX_LINE),
        )
    return _Reader(line).position(rules)


def parse_state(line: str, *, rules: Rulebook | None = None) -> State:
    """Return the state that a position line describes.

    :param rules: as in :func:`parse`.
    :raises NotationError: when the line cannot be read; it names the column.
    :raises PositionError: when no play could reach the position, or not all cards lie open in it.
    :raises RulebookError: when the line names an unknown game.
    """
    position = parse(line, rules=rules)
    if isinstance(position, State):
        return position
    problem = say(
        "some cards are hidden, and here every one has to be known; aceten advise answers for what one seat sees"
    )
    raise PositionError(key="hands", problem=problem, line=line)


class _Common(TypedDict):
    """What every position line can say."""

    hands: tuple[tuple[Card, ...], ...]
    talon: tuple[Card, ...]
    lead: int
    trick: tuple[Card, ...]
    taken: tuple[tuple[Card, ...], ...] | None
    points: tuple[int, ...] | None
    tricks: tuple[int, ...] | None
    dealer: int | None


class _Reader:
    """Reads one position line."""

    def __init__(self, line: str) -> None:
        self._line = line

    def _fail(self, column: int, problem: str, expected: str) -> NotationError:
        return NotationError(text=self._line, column=column + 1, problem=problem, expected=expected)

    def position(self, rules: Rulebook | None) -> State | View:
        words = self._words()
        if not words:
            raise self._fail(
                0, say("nothing there"), say("a position line such as: zsiros/4 hands=AAO7,TT97,KK87,AOU7")
            )
        fields = [self._field(column, word) for column, word in words[1:]]
        game = self._game(*words[0], fields, rules)
        known = {field.key: field for field in fields if field.key in POSITION_KEYS}
        if "hands" not in known:
            raise self._fail(len(self._line), say("no hands"), say("hands= with {players} hands", players=game.players))
        try:
            position = self._position(game, known)
            sight = self._sight(game, known, position)
            return build(game, position) if sight is None else view_of(game, position, sight)
        except PositionError as error:
            raise PositionError(key=error.key, problem=error.problem, line=self._line) from None

    def _position(self, game: Game, known: dict[str, _Field]) -> Position:
        common = _Common(
            hands=tuple([cards for cards, _ in self._hands(game, known)]),
            talon=self._talon(known)[0],
            lead=self._seat(known.get("lead"), game) or 0,
            trick=self._cards(known.get("trick")),
            taken=self._piles(known["taken"], game.side_count, say("the cards of each side, separated by commas"))
            if "taken" in known
            else None,
            points=self._numbers(known.get("points"), game),
            tricks=self._numbers(known.get("tricks"), game),
            dealer=self._seat(known.get("dealer"), game),
        )
        if isinstance(game, SuitGame):
            return self._counted(self._suit_position(game, common, known), known, game)
        if isinstance(game, MatchingGame):
            return self._matching_position(game, common, known)
        message = f"a game of no known kind: {type(game).__name__}"
        raise TypeError(message)

    def _sight(self, game: Game, known: dict[str, _Field], position: Position) -> Sight | None:
        """Return what the line says of hidden cards; ``None`` where all cards lie open."""
        hidden = tuple([number for _, number in self._hands(game, known)])
        in_talon = self._talon(known)[1]
        drawn = self._unseen(known.get("drawn"))
        if not (any(hidden) or in_talon or drawn or set(SIGHT_KEYS) & known.keys()):
            return None
        seat, lacking = self._seat(known.get("seat"), game), self._by_seat(known.get("not"), game)
        past, in_part = self._past(known.get("past"), game), self._yes(known.get("partial"))
        if seat is None:
            seen = [
                at
                for at, hand in enumerate(known["hands"].value.split(","))
                if UNSEEN not in hand and position.hands[at]
            ]
            if len(seen) != 1:
                expected = say("seat= with the seat that sees the cards so, such as seat=0")
                raise self._fail(len(self._line), say("hidden cards, and nobody who sees the others"), expected)
            seat = seen[0]
        if hidden[seat]:
            field = known["hands"]
            who = seat_name(seat)
            problem = say_counted(
                "the line is what {who} sees, and {number} card of {who} is hidden",
                "the line is what {who} sees, and {number} cards of {who} are hidden",
                hidden[seat],
                who=who,
            )
            raise self._fail(field.value_column, problem, say("every card in the hand of {who}", who=who))
        self._check_lacking(game, position, seat, lacking, known)
        return Sight(
            seat=Seat(seat),
            hidden=hidden,
            in_talon=in_talon,
            drawn=drawn,
            lacking=lacking,
            past=self._past_of_all(past, game, position, seat, hidden),
            partial=in_part,
        )

    def _past(self, field: _Field | None, game: Game) -> list[tuple[int, Past, int]]:
        """Return the seats of whose hands something is known of earlier moments, with what that is, and where it stands."""
        return [] if field is None else list(self._seated(field, game, partial(self._steps, game)))

    def _steps(self, game: Game, text: str, column: int) -> Past:
        """Return what is known of one hand."""
        steps: list[Step] = []
        expected = say("~ or ^ with cards, - with one card, or + with a number, such as ~7-9+1")
        for sign, named, at in _signed(text):
            if sign == DREW and _is_number(named) and int(named):
                steps.append(Drew(int(named)))
                continue
            cards = self._pile(named, column + at + len(sign)) if sign not in {DREW, ""} else ()
            if not cards or (sign == GAVE and len(cards) != 1):
                raise self._fail(column + at, f"{(sign + named)[:40]!r}", expected)
            unknown = [card for card in cards if not _among(card, game.pack.cards)]
            if unknown:
                problem = say("{card} is in no pack of {game}", card=the_card(game, unknown[0]), game=game)
                raise self._fail(column + at, problem, say("cards of the pack"))
            steps.append(Gave(cards[0]) if sign == GAVE else Had(cards) if sign == HAD else Lacked(cards))
        return tuple(steps)

    def _past_of_all(
        self, told: list[tuple[int, Past, int]], game: Game, position: Position, own: int, hidden: tuple[int, ...]
    ) -> tuple[Past, ...]:
        """Return what is known of earlier moments of each hand, which could have come about; empty where nothing is."""
        past: list[Past] = [()] * game.players
        for seat, steps, column in told:
            who = seat_name(seat)
            if seat == own or past[seat]:
                sees = say("{who} sees all cards of {who}", who=who)
                problem = sees if seat == own else say("{who} is there twice", who=who)
                raise self._fail(column, problem, say("each other seat once"))
            if len(steps) > STEPS:
                problem = say("{number} steps of {who}", number=len(steps), who=who)
                raise self._fail(column, problem, say("at most {most}", most=STEPS))
            past[seat] = steps
            cards = len(position.hands[seat]) + hidden[seat]
            self._check_moves(steps, column, game, position, cards=cards, who=who)
        return tuple(past) if any(past) else ()

    def _check_moves(self, steps: Past, column: int, game: Game, position: Position, *, cards: int, who: str) -> None:
        """Refuse what has left a hand and lies nowhere, and more cards that came than were ever there.

        :param cards: how many the hand has now.
        """
        there = position.trick + joined(position.taken or ()) + joined(position.hands) + position.talon
        for step in reversed(steps):
            if isinstance(step, Gave) and not _among(step.card, there):
                problem = say("{card} has been played, and lies nowhere", card=the_card(game, step.card))
                raise self._fail(column, problem, say("taken= with the cards that were captured"))
            cards += isinstance(step, Gave)
            cards -= step.cards if isinstance(step, Drew) else 0
            if cards < isinstance(step, Had):
                problem = say("more cards came to {who} than {who} has held since", who=who)
                raise self._fail(column, problem, say("no more cards than the hand has, and has lost since"))

    def _yes(self, field: _Field | None) -> bool:
        if field is not None and field.value != "yes":
            problem = say("{key} is {value!r}", key=field.key, value=field.value[:40])
            raise self._fail(field.value_column, problem, "yes")
        return field is not None

    def _check_lacking(
        self, game: Game, position: Position, seat: int, lacking: tuple[tuple[Card, ...], ...], known: dict[str, _Field]
    ) -> None:
        """Refuse what is said of cards that a hand does not hold where that is known anyway, or cannot be."""
        who = seat_name(seat)
        for at, cards in enumerate(lacking):
            problem = ""
            if cards and at == seat:
                problem = say("{who} sees all cards of {who}", who=who)
            for card in cards:
                if not _among(card, game.pack.cards):
                    problem = say("{card} is in no pack of {game}", card=the_card(game, card), game=game)
                elif card.suit is not None and card in position.hands[at] and game.pack.copies == 1:
                    problem = say("{other} holds {card}", card=the_card(game, card), other=seat_name(at))
            if problem:
                raise self._fail(known["not"].value_column, problem, say("cards that may be hidden"))

    def _hands(self, game: Game, known: dict[str, _Field]) -> list[tuple[tuple[Card, ...], int]]:
        """Return for each seat the cards of its hand that are named, and how many are hidden."""
        field, what = known["hands"], say("one hand for each seat, separated by commas")
        parts = self._parts(field, game.players, what)
        hands: list[tuple[tuple[Card, ...], int]] = []
        for (text, column), more in zip(parts, self._by_seat(known.get("has"), game), strict=True):
            named = text.rstrip(UNSEEN)
            cards, hidden = self._pile(named, column), len(text) - len(named)
            further = tuple((Counter(more) - Counter(cards)).elements())
            if len(further) > hidden:
                problem = say("{cards} beside the cards that are named already", cards=format_cards(further))
                raise self._fail(column, problem, say("a ? in the hand for each card that it holds besides"))
            hands.append((cards + further, hidden - len(further)))
        return hands

    def _talon(self, known: dict[str, _Field]) -> tuple[tuple[Card, ...], int]:
        """Return the cards of the talon that are named, its last ones, and how many are hidden before them."""
        field = known.get("talon")
        if field is None:
            return (), 0
        named = field.value.lstrip(UNSEEN)
        hidden = len(field.value) - len(named)
        return self._pile(named, field.value_column + hidden), hidden

    def _by_seat(self, field: _Field | None, game: Game) -> tuple[tuple[Card, ...], ...]:
        """Return the cards by seat of a field such as ``B:7,C:Kh``."""
        cards: list[tuple[Card, ...]] = [()] * game.players
        for seat, pile, _ in () if field is None else self._seated(field, game, self._pile):
            cards[seat] += pile
        return tuple(map(sort_cards, cards))

    def _seated(self, field: _Field, game: Game, read: Callable[[str, int], _T]) -> Iterator[tuple[int, _T, int]]:
        """Yield the parts of such a field: the seat, what is said of it, and the column at which that begins.

        :param read: reads what is said, with that column.
        """
        column = field.value_column
        for part in field.value.split(","):
            named, colon, text = part.partition(":")
            expected = say("seats with cards, such as B:7, with commas between seats")
            if not colon or text in {"", EMPTY}:
                raise self._fail(column, say("{key} is {value!r}", key=field.key, value=field.value[:40]), expected)
            begins = column + len(named) + 1
            told, seat = read(text, begins), seat_named(named, game.players)
            if seat is None:
                problem = say("{named!r} is no seat of {game}", named=named[:40], game=game)
                raise self._fail(column, problem, expected)
            yield seat, told, begins
            column += len(part) + 1

    def _matching_position(self, game: Game, common: _Common, known: dict[str, _Field]) -> MatchingPosition:
        return MatchingPosition(
            **common,
            forfeit=self._number(known.get("forfeit"), game.side_count),
            leads=self._cards(known["leads"]) if "leads" in known else None,
            drawn=None if self._unseen(known.get("drawn")) else self._one_card(known.get("drawn")),
            lone=self._seat(known.get("lone"), game),
            resets=self._sides(known.get("resets"), game),
        )

    def _suit_position(self, game: SuitGame, common: _Common, known: dict[str, _Field]) -> SuitPosition:
        claim = known.get("claim")
        nobody = claim is not None and claim.value == EMPTY
        return SuitPosition(
            **common,
            trump=self._suit(known.get("trump")),
            closed=self._closed(known.get("closed"), game),
            melds=self._numbers(known.get("melds"), game),
            waiting=self._numbers(known.get("waiting"), game),
            shown=self._piles(known["shown"], game.players, say("cards of each hand, separated by commas"))
            if "shown" in known
            else None,
            claim="nobody" if nobody else self._seat(claim, game),
            bids=self._bids(known.get("bids")),
            bid=self._bid(known.get("bid"), game),
            score=self._numbers(known.get("score"), game),
        )

    def _words(self) -> list[tuple[int, str]]:
        return [(word.start(), word[0]) for word in re.finditer(r"[^ \t\r\n]+", self._line)]

    def _field(self, column: int, word: str) -> _Field:
        key, separator, value = word.partition("=")
        if not separator or not key:
            if _is_cards(word):
                raise self._fail(
                    column,
                    say("a blank before {word!r}", word=word[:40]),
                    say("cards without blanks, and commas between hands, such as hands=AAO7,TT97"),
                )
            keys = ", ".join(POSITION_KEYS)
            raise self._fail(
                column,
                say("{word!r} is not of the form key=value", word=word[:40]),
                say("one of the keys {keys}, or an option", keys=keys),
            )
        if not value:
            raise self._fail(
                column + len(word), say("no value after {word!r}", word=word[:40]), say("a value, or - for no cards")
            )
        return _Field(key, value, column, column + len(key) + 1)

    def _game(self, column: int, word: str, fields: list[_Field], rules: Rulebook | None) -> Game:
        name, separator, players = word.partition("/")
        if not separator or not name or len(players) != 1 or players not in "123456789":
            raise self._fail(column, f"{word[:40]!r}", say("the game and its number of players, such as zsiros/4"))
        if rules is not None and rules.id != name:
            raise self._fail(
                column,
                say("the game {game!r}", game=name[:40]),
                say("{rulebook!r}, the rulebook that was given", rulebook=rules.id),
            )
        options: dict[str, OptionValue | bool] = {}
        seen: set[str] = set()
        book = rules if rules is not None else load_shipped(name)
        keys = position_keys(book.parameters)
        for field in fields:
            if field.key in seen:
                raise self._fail(field.column, say("a second {key}", key=field.key), say("each key once"))
            seen.add(field.key)
            if field.key in keys:
                continue
            if field.key not in book.options:  # one that there is for other numbers of players is refused below
                allowed = ", ".join((*keys, *book.options))
                raise self._fail(
                    field.column,
                    say("{key!r} is neither a key nor an option of {game}", key=field.key[:40], game=name)
                    + meant(field.key, (*keys, *book.options)),
                    say("one of: {known}", known=allowed),
                )
            options[field.key] = field.value
        if int(players) not in book.parameters.players:
            counts = either(map(str, book.parameters.players))
            raise self._fail(
                column + len(name) + 1,
                say("{players} players", players=players),
                say("{players} in {game}", players=counts, game=name),
            )
        there = options_for(book, int(players))
        for field in fields:
            if field.key in options and field.key not in there:
                allowed = ", ".join((*keys, *there))
                problem = say(
                    "{game} has the option {key} not for {players} players", game=name, key=field.key, players=players
                )
                raise self._fail(field.column, problem, say("one of: {known}", known=allowed))
        return self._load(book, int(players), options, fields)

    def _load(self, book: Rulebook, players: int, options: dict[str, OptionValue | bool], fields: list[_Field]) -> Game:
        try:
            return load(book, players=players, **options)
        except RulebookError as error:
            for field in fields:
                if field.key == error.key:
                    raise self._fail(field.value_column, error.problem, error.expected) from error
            first = next(field for field in fields if field.key in options)
            problem = say("options that contradict each other: {key}: {problem}", key=error.key, problem=error.problem)
            raise self._fail(first.column, problem, error.expected) from error

    def _cards(self, field: _Field | None) -> tuple[Card, ...]:
        return () if field is None else self._pile(field.value, field.value_column)

    def _pile(self, text: str, column: int) -> tuple[Card, ...]:
        return () if text in ("", EMPTY) else parse_cards(text, line=self._line, offset=column)

    def _piles(self, field: _Field, count: int, what: str) -> tuple[tuple[Card, ...], ...]:
        return tuple([self._pile(text, column) for text, column in self._parts(field, count, what)])

    def _parts(self, field: _Field, count: int, what: str) -> list[tuple[str, int]]:
        """Return the parts of a field between commas, each with the column at which it begins."""
        parts = field.value.split(",")
        if len(parts) != count:
            raise self._fail(
                field.value_column,
                say("{key} has {number} of {count} parts", key=field.key, number=len(parts), count=count),
                what,
            )
        columns = itertools.accumulate([len(part) + 1 for part in parts], initial=field.value_column)
        return list(zip(parts, columns, strict=False))

    def _numbers(self, field: _Field | None, game: Game) -> tuple[int, ...] | None:
        if field is None:
            return None
        parts = field.value.split(",")
        sides = game.side_count
        if len(parts) != sides or not all(map(_is_number, parts)):
            raise self._fail(
                field.value_column,
                f"{field.value[:40]!r}",
                say("a whole number of at most 4 digits for each of the {sides} sides, such as 30,20", sides=sides),
            )
        return tuple(map(int, parts))

    @staticmethod
    def _unseen(field: _Field | None) -> bool:
        return field is not None and field.value == UNSEEN

    def _one_card(self, field: _Field | None) -> Card | None:
        if field is None:
            return None
        cards = self._cards(field)
        if len(cards) != 1:
            raise self._fail(
                field.value_column,
                say("{key} is {value!r}", key=field.key, value=field.value[:40]),
                say("one card, such as K"),
            )
        return cards[0]

    def _suit(self, field: _Field | None) -> Suit | None:
        if field is None:
            return None
        suit = read_suit(field.value)
        if suit is not None:
            return suit
        raise self._fail(
            field.value_column,
            say("{key} is {value!r}", key=field.key, value=field.value[:40]),
            say("a suit: {letters}", letters=SUIT_LETTERS),
        )

    def _closed(self, field: _Field | None, game: Game) -> tuple[int, ...] | None:
        if field is None:
            return None
        parts = field.value.split(",")
        numbers = 2 + game.side_count
        seat = seat_named(parts[0], game.players)
        unseen = len(parts) > 1 and parts[1] == UNSEEN
        if len(parts) != numbers or not all(map(_is_number, parts[1 + unseen :])) or seat is None:
            expected = say(
                "the seat that closed, the points that the other side had then, and each side's tricks then, such as 0,17,2,1"
            )
            raise self._fail(
                field.value_column,
                say("{key} is {value!r}", key=field.key, value=field.value[:40]),
                expected,
            )
        return (seat, -1 if unseen else int(parts[1]), *map(int, parts[2:]))

    def _counted(self, position: SuitPosition, known: dict[str, _Field], game: SuitGame) -> SuitPosition:
        """Return the position with the points of the other side when the talon was closed, where they can be counted."""
        closed, taken = position.closed, position.taken or ((),) * game.side_count
        if closed is None or closed[1] >= 0:
            return position
        seat, _, *before = closed
        other = 1 - game.sides[seat]
        nothing = (0,) * game.side_count
        melds = (position.melds or nothing)[other] - (position.waiting or nothing)[other]
        points = points_at_closing(game, before[other], taken[other], melds)
        if position.points is not None or points is None:
            problem = say("how many points the other side had then cannot be told from what it has taken since")
            raise self._fail(known["closed"].value_column, problem, say("a number in place of ?"))
        return msgspec.structs.replace(position, closed=(seat, points, *before))

    def _bids(self, field: _Field | None) -> tuple[int, ...] | None:
        if field is None:
            return None
        parts = field.value.split(",")
        if not all(part == EMPTY or (_is_number(part) and int(part)) for part in parts):
            expected = say("numbers, and - for a pass, such as 60,-,66")
            raise self._fail(
                field.value_column, say("{key} is {value!r}", key=field.key, value=field.value[:40]), expected
            )
        return tuple(0 if part == EMPTY else int(part) for part in parts)

    def _bid(self, field: _Field | None, game: Game) -> tuple[int, int] | None:
        if field is None:
            return None
        named, _, points = field.value.partition(",")
        seat = seat_named(named, game.players)
        if seat is None or not _is_number(points):
            raise self._fail(
                field.value_column,
                say("{key} is {value!r}", key=field.key, value=field.value[:40]),
                say("a seat and what it bid, such as 0,66"),
            )
        return seat, int(points)

    def _sides(self, field: _Field | None, game: Game) -> tuple[int, ...]:
        if field is None:
            return ()
        parts = field.value.split(",")
        sides = tuple(int(part) for part in parts if _is_number(part))
        if len(sides) != len(parts) or list(sides) != sorted(set(sides)) or sides[-1] >= game.side_count:
            expected = say("sides from 0 to {most} in rising order, such as 0", most=game.side_count - 1)
            raise self._fail(
                field.value_column, say("{key} is {value!r}", key=field.key, value=field.value[:40]), expected
            )
        return sides

    def _seat(self, field: _Field | None, game: Game) -> int | None:
        if field is None:
            return None
        seat = seat_named(field.value, game.players)
        if seat is None:
            raise self._fail(
                field.value_column,
                say("{key} is {value!r}", key=field.key, value=field.value[:40]),
                say(
                    "a seat, {first} to {last} or 0 to {most}",
                    first=SEATS[0],
                    last=SEATS[game.players - 1],
                    most=game.players - 1,
                ),
            )
        return seat

    def _number(self, field: _Field | None, bound: int) -> int | None:
        if field is None:
            return None
        if not _is_number(field.value) or int(field.value) >= bound:
            raise self._fail(
                field.value_column,
                say("{key} is {value!r}", key=field.key, value=field.value[:40]),
                say("a number from 0 to {most}", most=bound - 1),
            )
        return int(field.value)


def _is_cards(word: str) -> bool:
    """Whether a word is cards, or hands with commas between them."""
    try:
        return bool(parse_cards(word.replace(",", "")))
    except NotationError:
        return False


def _signed(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield the signs of what is known of a hand, each with the text up to the next one, and its place; no sign before what has none."""
    signs = re.escape(LACKED + HAD + GAVE + DREW)
    for found in re.finditer(f"([{signs}]|^)([^{signs}]*)", text):
        yield found[1], found[2], found.start()


def _among(card: Card, cards: Iterable[Card]) -> bool:
    """Whether a card is one of some, or of a rank with one of them where it has no suit."""
    return any(card in {each, without_suit(each)} for each in cards)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= len(str(_MAX_NUMBER))
