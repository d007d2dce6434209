"""Reading a deal that a person has typed: hands, then tricks, as in the column of a newspaper."""

from __future__ import annotations

import abc
import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec import structs

from aceten.engine.scoring import Result
from aceten.engine.state import State
from aceten.engine.view import View
from aceten.hidden.events import Heard
from aceten.notation.annotations import Annotations, Note, is_clock, names_in, on_one_line
from aceten.notation.position import parse
from aceten.notation.record import Record
from aceten.notation.seen_record import SeenRecord, seen_record
from aceten.typed.text_lines import Head, TextLine, head_of
from aceten.typed.typed_actions import NotUnderstoodError, action_typed, moves_typed
from aceten.typed.typed_words import word_meant
from aceten.vocabulary.actions import Action, Seat, parse_action
from aceten.vocabulary.errors import FalseRecordError, IllegalAction, RecordError, false_record_error, record_error
from aceten.vocabulary.naming import SEATS, seat_letter, seat_name, seat_named
from aceten_spec.cards import format_cards
from aceten_spec.errors import AcetenError, NotationError, TwoReadingsError, shown
from aceten_spec.formats import MOST_NAME
from aceten_spec.options import POSITION_KEYS
from aceten_spec.rulebook import Rulebook
from aceten_spec.written_cards import parse_cards

_NUMBER: Final = re.compile(r"\s*[0-9]{1,3}[.):]\s")
"""The number before a trick."""
_OPTION: Final = re.compile("[a-z_]{2,}")
"""What may be an option of the game."""
_SEATED: Final = frozenset({"lead", "dealer", "lone", "seat", "claim"})
"""Keys whose value may be a player's name."""
_RESULT: Final = re.compile(
    r"(?P<points>[0-9]{1,4}(?:[\s,:/\u2013-]+[0-9]{1,4})*)\s*(?:\((?P<game>-?[0-9]{1,4}(?:\s*[,:/]\s*-?[0-9]{1,4})*)\))?\.?"
)
_MOST_SHOWN: Final = 40
_TAKEN: Final = "taken"


class DealHeading(NamedTuple):
    """What stands before the tricks."""

    number: int
    """The line that it begins with."""
    line: str
    """The position, as a line."""
    annotations: Annotations
    tricks: Sequence[TextLine]
    """What follows."""


def read_text_deal(lines: Sequence[TextLine], rules: Rulebook | None) -> Record | SeenRecord:
    """Read a deal, the first line with something but a note in which begins it.

    :raises RecordError: when it cannot be read; it names the line.
    :raises FalseRecordError: when something in it does not agree with the rules; it names the line.
    """
    heading = _HeadingReader(lines).heading()
    try:
        begun = parse(heading.line, rules=rules)
    except AcetenError as error:
        raise record_error(heading.number, "position: {error}", error=error) from error
    reader = _SeenTricks(heading, begun) if isinstance(begun, View) else _OpenTricks(heading, begun)
    for line in heading.tricks:
        reader.read(line)
    return reader.record()


class _HeadingReader:
    """Reads what stands before the tricks."""

    def __init__(self, lines: Sequence[TextLine]) -> None:
        place = next(place for place, line in enumerate(lines) if line.text.strip())
        self._head = lines[place]
        head = head_of(self._head.text)
        if head is None:
            raise record_error(
                self._head.number,
                "{text!r}: expected the game and its number of players, such as zsiros/4",
                text=shown(self._head.text.strip(), _MOST_SHOWN),
            )
        self._game: Head = head
        self._players = int(head.game[-1])
        self._lines = [*lines[:place], self._head._replace(text=""), *lines[place + 1 :]]
        self._hands: dict[int, str] = {}
        self._fields: dict[str, str] = {}
        self._told: dict[str, str] = {}
        self._named: list[str] = []
        self._notes: list[str] = []

    def heading(self) -> DealHeading:
        place = 0
        while place < len(self._lines) and (not self._lines[place].text.strip() or self._reads(self._lines[place])):
            self._notes.append(on_one_line(self._lines[place].number, self._lines[place].note))
            place += 1
        fields = "".join(f" {key}={value}" for key, value in self._fields.items())
        if not self._hands and not self._has_hands("hands"):
            raise self._no_hands(self._lines[place:])
        if self._hands and len(self._hands) < self._players:
            missing = next(seat for seat in range(self._players) if seat not in self._hands)
            raise record_error(
                self._head.number, "the hand of {who} is missing; of no cards it is -", who=seat_name(missing)
            )
        hands = ",".join(hand for _, hand in sorted(self._hands.items()))
        if self._hands and not self._has_hands("hands"):
            fields = f" hands={hands}{fields}"
        annotations = Annotations(
            comment=" ".join(filter(None, self._notes)),
            players=(*self._named, *map(seat_letter, range(len(self._named), self._players))) if self._named else (),
            date=self._told.get("date", ""),
            place=self._told.get("place", ""),
        )
        rest = f" {self._game.rest}" if self._game.rest else ""
        return DealHeading(self._head.number, f"{self._game.game}{rest}{fields}", annotations, self._lines[place:])

    def _no_hands(self, left: Sequence[TextLine]) -> RecordError:
        """Return the error for a deal of which no hands are said.

        :param left: the lines that are none.
        """
        if not left:
            return record_error(self._head.number, "no hands: expected a line for each player, such as A: K 7")
        return record_error(
            left[0].number,
            "{text!r} is no hand: expected a line for each player, such as A: K 7",
            text=shown(left[0].text.strip(), _MOST_SHOWN),
        )

    def _has_hands(self, key: str) -> bool:
        return key in self._fields or re.search(rf"(?<!\S){key}=", self._game.rest) is not None

    def _reads(self, line: TextLine) -> bool:
        """Take a line, and return whether it stands before the tricks."""
        key, value = line.key, line.value
        whole = len(self._hands) == self._players or self._has_hands("hands")
        seat = _seat(line.name, self._players, self._named)
        if not key or _NUMBER.match(f"{line.text} "):
            return False
        if key == "players":
            self._named = list(names_in(line.number, value.split(","), self._players))
        elif key in {"date", "place"}:
            self._told[key] = on_one_line(line.number, value, MOST_NAME)
        elif key == "result" or (whole and seat is not None):
            return False
        elif seat is not None:
            self._take_hand(line, seat)
        elif key in POSITION_KEYS or (whole and _OPTION.fullmatch(key) and " " not in value):
            if key in self._fields:
                raise record_error(line.number, "a second {key}", key=key)
            self._fields[key] = self._field(line, key, value)
        elif whole:
            raise record_error(
                line.number,
                "{name!r} is no player and no key: expected a trick, such as 1. K 7, or a key such as Talon",
                name=shown(line.name, _MOST_SHOWN),
            )
        else:
            self._take_named(line)
        return True

    def _take_hand(self, line: TextLine, seat: int) -> None:
        if seat in self._hands:
            raise record_error(line.number, "a second hand of {who}", who=seat_name(seat))
        self._hands[seat] = _cards(line)

    def _take_named(self, line: TextLine) -> None:
        """Take the hand of a player who is named before it, in the order of the lines."""
        seat = len(self._hands)
        if len(self._named) != seat or not _like_cards(line.value):
            raise record_error(
                line.number,
                "{name!r} is no player and no key: expected a hand of {who}, or a key such as Talon",
                name=shown(line.name, _MOST_SHOWN),
                who=seat_name(seat),
            )
        self._hands[seat] = _cards(line)
        self._named.append(on_one_line(line.number, line.name, MOST_NAME))

    def _field(self, line: TextLine, key: str, value: str) -> str:
        if key in _SEATED:
            seat = _seat(value, self._players, self._named)
            return value if seat is None else SEATS[seat]
        if key in {"talon", "trick", "leads", "drawn"}:
            return _cards(line)
        if key in {"hands", "taken", "shown"}:
            return ",".join(f"[{part.strip()}]" if " " in part.strip() else part.strip() for part in value.split(","))
        return re.sub(r"\s*,\s*", ",", value) if value else "-"


def _cards(line: TextLine) -> str:
    """Return the cards behind a key as they are written in a position line."""
    value = line.value
    if value in {"", "-"}:
        return "-"
    if "?" in value:
        return f"[{value}]" if " " in value and value[0] not in "[(" else value
    try:
        return format_cards(parse_cards(value)) or "-"
    except NotationError as error:
        raise RecordError(line=line.number, problem=str(error)) from error


def _seat(name: str, players: int, named: Sequence[str]) -> int | None:
    """Return the seat of a letter or a player's name; ``None`` where there is none."""
    seat = None if name.isdigit() else seat_named(name.strip(), players)
    if seat is not None:
        return seat
    return next((place for place, each in enumerate(named) if each.casefold() == name.strip().casefold()), None)


class _Tricks(abc.ABC):
    """Reads tricks line by line."""

    def __init__(self, heading: DealHeading, begun: State | View) -> None:
        self._heading = heading
        self._players = begun.game.players
        names = "|".join(map(re.escape, sorted(heading.annotations.players, key=len, reverse=True)))
        labels = rf"[A-{SEATS[self._players - 1]}]:" + (rf"|(?:{names}):(?=\s|$)" if names else "")
        self._parts = re.compile(
            rf"(?<!\S)(?P<label>{labels})"
            r"|(?<!\S)@(?P<clock>\S+)|(?P<sees>\[[^\[\]]*\])",
            re.IGNORECASE,
        )
        self._notes: dict[int, Note] = {}
        self._comments: list[str] = []
        self._ending: list[str] = []
        self._result: tuple[TextLine, re.Match[str]] | None = None
        self._acting: int | None = None

    @property
    @abc.abstractmethod
    def _count(self) -> int:
        """How many actions have been read."""

    @abc.abstractmethod
    def _begins_trick(self, line: TextLine, number: str) -> None:
        """Look whether a trick may begin here."""

    @abc.abstractmethod
    def _acts(self, line: TextLine, words: str) -> None:
        """Read one action."""

    @abc.abstractmethod
    def _sees(self, line: TextLine, cards: str) -> None:
        """Read the cards that a player comes to see."""

    def read(self, line: TextLine) -> None:
        """Read a line."""
        if line.key == "result":
            found = _RESULT.fullmatch(line.value)
            if found is None:
                raise record_error(
                    line.number,
                    "{text!r}: expected the card points of each side, and perhaps their game points, such as 70, 50 (1, 0)",
                    text=shown(line.value, _MOST_SHOWN),
                )
            self._result = line, found
        elif line.text.strip():
            if self._result is not None:
                raise record_error(line.number, "a line after the result")
            text = line.text
            if number := _NUMBER.match(f"{text} "):
                self._begins_trick(line, number[0].strip())
                text = text[number.end() :]
            self._parts_of(line, text)
        if line.note:
            self._keep(on_one_line(line.number, line.note))

    def _parts_of(self, line: TextLine, text: str) -> None:
        at = 0
        for found in self._parts.finditer(text):
            self._acts(line, text[at : found.start()])
            at = found.end()
            if found["label"]:
                self._acting = _seat(found["label"][:-1], self._players, self._heading.annotations.players)
            elif found["clock"]:
                self._keep_clock(line, found["clock"])
            else:
                self._sees(line, found["sees"])
        self._acts(line, text[at:])

    def _keep(self, comment: str) -> None:
        if self._result is not None:
            self._ending.append(comment)
        elif not self._count:
            self._comments.append(comment)
        else:
            note = self._notes.get(self._count, Note(self._count))
            said = f"{note.comment} {comment}".strip()
            self._notes[self._count] = Note(self._count, said, note.clock)

    def _keep_clock(self, line: TextLine, clock: str) -> None:
        if not is_clock(clock) or not self._count:
            raise record_error(
                line.number,
                "@{clock}: expected what the clock showed, behind an action, in minutes and seconds",
                clock=shown(clock, _MOST_SHOWN),
            )
        comment = self._notes.get(self._count, Note(self._count)).comment
        self._notes[self._count] = Note(self._count, comment, clock)

    @property
    def _annotations(self) -> Annotations:
        begun = self._heading.annotations
        return Annotations(
            comment=" ".join([*filter(None, [begun.comment]), *self._comments]),
            players=begun.players,
            date=begun.date,
            place=begun.place,
            notes=tuple(self._notes.values()),
            ending=" ".join(self._ending),
        )

    def _check_result(self, found: Result | None, turn: int | None) -> None:
        """Refuse a result that is not what play came to."""
        if self._result is None:
            return
        line, given = self._result
        if found is None:
            raise false_record_error(
                line.number, "a result, and the deal is not over: {who} is to act", who=seat_name(turn or 0)
            )
        points = tuple(map(int, re.findall("[0-9]+", given["points"])))
        game = tuple(map(int, re.findall("-?[0-9]+", given["game"] or "")))
        if points != found.points or (game and game != found.game_points):
            raise false_record_error(
                line.number,
                "the result is {given}; replay gives {found}",
                given=shown(line.value, _MOST_SHOWN),
                found=result_text(found),
            )


def result_text(result: Result) -> str:
    """Return what a deal came to as a record has it: card points by side, and game points where they are known."""
    game = "" if result.game_points is None else f" ({', '.join(map(str, result.game_points))})"
    return f"{', '.join(map(str, result.points))}{game}"


class _OpenTricks(_Tricks):
    """Reads tricks with all cards known."""

    def __init__(self, heading: DealHeading, begun: State) -> None:
        super().__init__(heading, begun)
        self._states = [begun]

    @property
    def _count(self) -> int:
        return len(self._states) - 1

    def _begins_trick(self, line: TextLine, number: str) -> None:
        state = self._states[-1]
        if state.turn is not None and len(state.trick) % self._players:
            raise false_record_error(
                line.number,
                "{number} begins a trick, and in the one before it {who} is still to act",
                number=number,
                who=seat_name(state.turn),
            )

    def _acts(self, line: TextLine, words: str) -> None:
        for word in moves_typed(words):
            for action in self._meant(line, word):
                self._play(line, action)

    def _meant(self, line: TextLine, word: str) -> Iterator[Action]:
        """Yield the actions of a word: one, or cards that are played one after the other."""
        state = self._states[-1]
        if state.turn is None:
            raise false_record_error(line.number, "the deal is over before {word!r}", word=shown(word, _MOST_SHOWN))
        try:
            plain = parse_action(word)
        except NotationError:
            plain = None
        if plain is not None and (plain in state.legal or plain in state.calls):
            yield plain
            return
        try:
            yield action_typed(word, state.view(state.turn))
        except AcetenError as error:
            row = _row(word)
            if len(row) > 1:
                for card in row:
                    yield from self._meant(line, card)
            elif plain is not None:
                yield plain
            elif isinstance(error, NotUnderstoodError):
                raise record_error(line.number, "{problem}; a note stands behind ;", problem=error) from error
            else:
                raise RecordError(line=line.number, problem=str(error)) from error

    def _play(self, line: TextLine, action: Action) -> None:
        try:
            after = self._states[-1].play(action)
        except IllegalAction as error:
            raise FalseRecordError(line=line.number, problem=str(error)) from error
        except AcetenError as error:
            raise RecordError(line=line.number, problem=str(error)) from error
        seat, acting = after.log[-1][0], self._acting
        if acting not in {None, seat}:
            raise false_record_error(
                line.number, "{who} acts; it is the turn of {turn}", who=seat_name(acting or 0), turn=seat_name(seat)
            )
        self._acting = None
        self._states.append(after)

    def _sees(self, line: TextLine, cards: str) -> None:
        self._acts(line, cards[1:-1])  # nothing is hidden: brackets are those around cards

    def record(self) -> Record:
        """Return what was read."""
        state = self._states[-1]
        self._check_result(state.result, state.turn)
        return Record(tuple(self._states), self._annotations)


def _row(word: str) -> tuple[str, ...]:
    """Return the cards of a word, where it is a row of several."""
    try:
        return tuple(map(str, parse_cards(word)))
    except NotationError:
        return ()


def _like_cards(text: str) -> bool:
    """Whether a text is cards, or would be, were it not for what is refused in them: two readings, or a small x."""
    try:
        return bool(parse_cards(text.replace("x", "X")))
    except NotationError as error:
        return isinstance(error, TwoReadingsError)


def _hidden_action(word: str) -> Action:
    """Return the action of a word, of which nobody can say whether it may be done."""
    try:
        return parse_action(word)
    except NotationError:
        verb, *rest = word.replace(":", " ").split() or [word]
        return parse_action(":".join([word_meant(verb), *rest]))


class _SeenTricks(_Tricks):
    """Reads tricks as one seat saw them: before each action stands who acts, and behind it in brackets what was seen by it."""

    def __init__(self, heading: DealHeading, begun: View) -> None:
        super().__init__(heading, begun)
        self._begun = begun
        self._heard: list[Heard] = []

    @property
    def _count(self) -> int:
        return len(self._heard)

    def _begins_trick(self, line: TextLine, number: str) -> None:
        """Take the word of the line: who saw only his own cards need not know where a trick began."""

    def _acts(self, line: TextLine, words: str) -> None:
        for word in moves_typed(words):
            if word_meant(word) == _TAKEN and self._heard:
                self._heard[-1] = structs.replace(self._heard[-1], taken=True)
                continue
            if self._acting is None:
                raise record_error(
                    line.number,
                    "{word!r}: expected who acts before it, such as A:, as cards are hidden",
                    word=shown(word, _MOST_SHOWN),
                )
            try:
                action = _hidden_action(word)
            except NotationError as error:
                raise RecordError(line=line.number, problem=str(error)) from error
            self._heard.append(Heard(line=line.number, seat=Seat(self._acting), action=action))
            self._acting = None

    def _sees(self, line: TextLine, cards: str) -> None:
        try:
            sees = parse_cards(cards)
        except NotationError as error:
            raise RecordError(line=line.number, problem=str(error)) from error
        if not self._heard:
            raise record_error(
                line.number, "{cards}: what was seen stands behind an action", cards=shown(cards, _MOST_SHOWN)
            )
        self._heard[-1] = structs.replace(self._heard[-1], sees=sees)

    def record(self) -> SeenRecord:
        """Return what was read."""
        over = self._result is not None
        found = seen_record(self._begun, self._heard, self._annotations, over=over)
        self._check_result(found.view.result, found.view.turn)
        return found
