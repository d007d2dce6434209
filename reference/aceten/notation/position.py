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

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple, overload

import msgspec

from aceten.engine.game import Game
from aceten.engine.loading import load
from aceten.engine.matching.game import MatchingGame
from aceten.engine.state import State
from aceten.engine.suits.game import SuitGame
from aceten.engine.suits.public_facts import points_at_closing
from aceten.engine.view import View
from aceten.notation.hidden_cards import SightReader
from aceten.notation.position_fields import PositionField, is_number
from aceten.positions.matching_positions import MatchingPosition
from aceten.positions.partial_positions import build, view_of
from aceten.positions.position_checks import WrittenPosition
from aceten.positions.suit_positions import SuitPosition
from aceten.vocabulary.errors import PositionError, check_kind, usage_error
from aceten.vocabulary.naming import either, seat_named
from aceten.vocabulary.position_writer import EMPTY, MAX_LINE, UNSEEN
from aceten_spec.errors import NotationError, RulebookError, meant
from aceten_spec.loader import load_shipped, shipped
from aceten_spec.mini_packs import MINI_OPTIONS
from aceten_spec.options import POSITION_KEYS, options_for, position_keys
from aceten_spec.rulebook import OptionValue, Rulebook
from aceten_spec.speech import say, to_say
from aceten_spec.texts.foreign_formats import foreign_format


@overload
def parse(line: str, *, rules: Rulebook | None = None, of: Literal["state"]) -> State: ...


@overload
def parse(line: str, *, rules: Rulebook | None = None, of: Literal["view"]) -> View: ...


@overload
def parse(line: str, *, rules: Rulebook | None = None, of: None = None) -> State | Any: ...  # noqa: ANN401 - as with typeshed: whoever gives a whole line need not ask


def parse(line: str, *, rules: Rulebook | None = None, of: Literal["state", "view"] | None = None) -> State | View:
    """Return the state that a position line describes, or the view where not all cards lie open in it.

    >>> import aceten
    >>> aceten.parse("zsiros/2 hands=AK97,???? talon=???? lead=0 taken=TT88,-").hand_sizes
    (4, 4)

    What is returned is a :class:`aceten.View` where the line has ``seat=`` or ``?``, which a type checker does not know. It does with
    ``of``: ``parse(line, of="view")`` is a view, and ``of="state"`` a state.

    :param rules: the rulebook to play by; without it the shipped rulebook that the line names.
    :param of: what is expected, a ``"state"`` or a ``"view"``; the other is refused. ``None``: either.
    :raises NotationError: when the line cannot be read; it names the column.
    :raises PositionError: when no play could reach the position, or it is not of the kind that is expected.
    :raises RulebookError: when the line names an unknown game.
    """
    if not isinstance(line, str):  # pyright: ignore[reportUnnecessaryIsInstance] - not every caller is type-checked
        raise usage_error("a position line: expected text, given a {type}", type=type(line).__name__)
    if rules is not None:
        check_kind(rules, Rulebook, say("a Rulebook; that of a game is game.rulebook"))
    if len(line) > MAX_LINE:
        raise NotationError(
            text=line[:MAX_LINE],
            column=MAX_LINE + 1,
            problem=say("a line of {number} characters", number=len(line)),
            expected=say("at most {most}", most=MAX_LINE),
        )
    position = _Reader(line).position(rules)
    if of is not None and (of == "view") != isinstance(position, View):
        raise PositionError(key="hands", problem=_OTHER[of](), line=line)
    return position


_OTHER: Final[dict[str, Callable[[], str]]] = {
    "state": lambda: say(
        "some cards are hidden, and here every one has to be known; aceten advise answers for what one seat sees"
    ),
    "view": lambda: say(
        "every card is known, and here what one seat sees is expected; seat= or ? says what it does not see"
    ),
}
"""Why a position is refused where the other kind is expected."""


def parse_state(line: str, *, rules: Rulebook | None = None) -> State:
    """Return the state that a position line describes.

    :param rules: as in :func:`parse`.
    :raises NotationError: when the line cannot be read; it names the column.
    :raises PositionError: when no play could reach the position, or not all cards lie open in it.
    :raises RulebookError: when the line names an unknown game.
    """
    return parse(line, rules=rules, of="state")


_PLAYERS_APART: Final = re.compile(r"[^\w/]?([1-9])\)?$")
"""A number of players at the end of a game, with something else than a slash before it."""


class _Shipped(NamedTuple):
    game: Game
    keys: frozenset[str]
    """The keys of its lines."""


@lru_cache(maxsize=64)
def _without_options(word: str) -> _Shipped | None:
    """Return a game that is shipped, as it is without options, by its name in lines; ``None`` for what is no such name."""
    name, _, players = word.partition("/")
    counts = load_shipped(name).parameters.players if name in shipped() else ()
    if players not in map(str, counts):
        return None
    game = load(name, players=int(players))
    return _Shipped(game, frozenset(position_keys(game.rulebook.parameters)))


def _is_game(name: str) -> bool:
    """Whether a shipped game goes by a name."""
    try:
        load_shipped(name)
    except RulebookError:
        return False
    return True


class _Reader(SightReader):
    """Reads one position line."""

    def position(self, rules: Rulebook | None) -> State | View:
        words = self._words()
        if not words:
            raise self._fail(
                0, say("nothing there"), say("a position line such as: zsiros/4 hands=AAO7,TT97,KK87,AOU7")
            )
        self._check_beginning(words, rules)
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

    def _check_beginning(self, words: list[tuple[int, str]], rules: Rulebook | None) -> None:
        """Refuse what is no position line of ours, and what does not begin with a game and its number of players."""
        (column, name), *others = words
        if sentence := foreign_format(self._plain):
            raise self._fail(column, sentence, say("a position line such as: zsiros/4 hands=AAO7,TT97,KK87,AOU7"))
        if name.startswith("{"):
            raise self._fail(
                column, say("this is JSON"), say("a position line such as: zsiros/4 hands=AAO7,TT97,KK87,AOU7")
            )
        if "/" in name or not others:
            return
        whole = name == getattr(rules, "id", None) or _is_game(name)
        number = None if whole else _PLAYERS_APART.search(name)
        game = name if number is None else name[: number.start()]
        if not whole and not _is_game(game):
            raise self._fail(column, f"{name[:40]!r}", say("the game and its number of players, such as zsiros/4"))
        hands = next((word.partition("=")[2] for _, word in others if word.startswith("hands=")), "")
        counted = number[1] if number else others[0][1] if re.fullmatch("[1-9]", others[0][1]) else None
        players = (rules if whole and rules is not None else load_shipped(game)).parameters.players
        likely = int(counted) if counted else len(self._split(hands))
        such = likely if likely in players else players[0]
        raise self._fail(
            column,
            say("{text!r} without its number of players", text=game[:40]),
            say("a slash, such as {such}", such=f"{game[:40]}/{such}"),
        )

    def _position(self, game: Game, known: dict[str, PositionField]) -> WrittenPosition:
        common = WrittenPosition(
            hands=tuple([cards for cards, _ in self._hands(game, known)]),
            talon=self._talon(known)[0],
            lead=self._seat(known.get("lead"), game) or 0,
            trick=self._cards(known.get("trick")),
            taken=self._piles(known["taken"], game.side_count, to_say("the cards of each side, separated by commas"))
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
        raise TypeError(f"a game of no known kind: {type(game).__name__}")

    def _matching_position(
        self, game: Game, common: WrittenPosition, known: dict[str, PositionField]
    ) -> MatchingPosition:
        return MatchingPosition(
            **msgspec.structs.asdict(common),
            forfeit=self._number(known.get("forfeit"), game.side_count),
            leads=self._cards(known["leads"]) if "leads" in known else None,
            drawn=None if self._unseen(known.get("drawn")) else self._one_card(known.get("drawn")),
            lone=self._seat(known.get("lone"), game),
            resets=self._sides(known.get("resets"), game),
        )

    def _suit_position(self, game: SuitGame, common: WrittenPosition, known: dict[str, PositionField]) -> SuitPosition:
        claim = known.get("claim")
        nobody = claim is not None and claim.value == EMPTY
        return SuitPosition(
            **msgspec.structs.asdict(common),
            trump=self._suit(known.get("trump")),
            closed=self._closed(known.get("closed"), game),
            melds=self._numbers(known.get("melds"), game),
            waiting=self._numbers(known.get("waiting"), game),
            shown=self._piles(known["shown"], game.players, to_say("cards of each hand, separated by commas"))
            if "shown" in known
            else None,
            claim="nobody" if nobody else self._seat(claim, game),
            bids=self._bids(known.get("bids")),
            bid=self._bid(known.get("bid"), game),
            score=self._numbers(known.get("score"), game),
        )

    def _game(self, column: int, word: str, fields: list[PositionField], rules: Rulebook | None) -> Game:
        if rules is None and (usual := _without_options(word)):  # as in nearly all lines, which are read quickly so
            said = {field.key for field in fields}
            if len(said) == len(fields) and said <= usual.keys:
                return usual.game
        return self._agreed_game(column, word, fields, rules)

    def _agreed_game(self, column: int, word: str, fields: list[PositionField], rules: Rulebook | None) -> Game:
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
        keys, own = position_keys(book.parameters), (*book.options, *MINI_OPTIONS)
        for field in fields:
            if field.key in seen:
                raise self._fail(field.column, say("a second {key}", key=field.key), say("each key once"))
            seen.add(field.key)
            if field.key in keys:
                continue
            if field.key not in own:  # one that there is for other numbers of players is refused below
                allowed = ", ".join(dict.fromkeys((*keys, *own)))
                raise self._fail(
                    field.column,
                    say("{key!r} is neither a key nor an option of {game}", key=field.key[:40], game=name)
                    + meant(field.key, (*keys, *own)),
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
        there = (*options_for(book, int(players)), *MINI_OPTIONS) if options else ()
        for field in fields:
            if field.key in options and field.key not in there:
                allowed = ", ".join(dict.fromkeys((*keys, *there)))
                problem = say(
                    "{game} has the option {key} not for {players} players", game=name, key=field.key, players=players
                )
                raise self._fail(field.column, problem, say("one of: {known}", known=allowed))
        return self._load(book.id if rules is None else rules, int(players), options, fields)

    def _load(
        self, rules: str | Rulebook, players: int, options: dict[str, OptionValue | bool], fields: list[PositionField]
    ) -> Game:
        try:
            return load(rules, players=players, **options)
        except RulebookError as error:
            for field in fields:
                if field.key == error.key:
                    said = {each.key for each in fields}
                    count = field.key == "hand" and is_number(field.value)  # else what was meant stands behind hands=
                    known = [] if count else [key for key in POSITION_KEYS if key not in said]
                    asked = meant(field.key, known, near=0.85)
                    raise self._fail(field.value_column, error.problem + asked, error.expected) from error
            first = next(field for field in fields if field.key in options)
            problem = say("options that contradict each other: {key}: {problem}", key=error.key, problem=error.problem)
            raise self._fail(first.column, problem, error.expected) from error

    def _closed(self, field: PositionField | None, game: Game) -> tuple[int, ...] | None:
        if field is None:
            return None
        parts = field.value.split(",")
        numbers = 2 + game.side_count
        seat = seat_named(parts[0], game.players)
        unseen = len(parts) > 1 and parts[1] == UNSEEN
        if len(parts) != numbers or not all(map(is_number, parts[1 + unseen :])) or seat is None:
            expected = say(
                "the seat that closed, the points that the other side had then, and each side's tricks then, such as 0,17,2,1"
            )
            raise self._wrong(
                field,
                expected,
            )
        return (seat, -1 if unseen else int(parts[1]), *map(int, parts[2:]))

    def _counted(self, position: SuitPosition, known: dict[str, PositionField], game: SuitGame) -> SuitPosition:
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

    def _bids(self, field: PositionField | None) -> tuple[int, ...] | None:
        if field is None:
            return None
        parts = field.value.split(",")
        if not all(part == EMPTY or (is_number(part) and int(part)) for part in parts):
            expected = say("numbers, and - for a pass, such as 60,-,66")
            raise self._wrong(field, expected)
        return tuple(0 if part == EMPTY else int(part) for part in parts)

    def _bid(self, field: PositionField | None, game: Game) -> tuple[int, int] | None:
        if field is None:
            return None
        named, _, points = field.value.partition(",")
        seat = seat_named(named, game.players)
        if seat is None or not is_number(points):
            raise self._wrong(
                field,
                say("a seat and what it bid, such as 0,66"),
            )
        return seat, int(points)
