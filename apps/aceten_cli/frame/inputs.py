"""Reading what the user gave: positions, files, options."""

from __future__ import annotations

import contextlib
import errno
import functools
import itertools
import os
import re
import stat
import sys
from codecs import BOM_UTF8
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Annotated, BinaryIO, Final, Generic, NamedTuple, TypeAlias, TypeVar, cast

import typer

import aceten
from aceten import AcetenError, Game, MatchRecord, Record, Seat, SeenRecord, State, UsageError, View, parse, parse_state
from aceten.notation.given_lines import is_note
from aceten.notation.record import hidden
from aceten.typed.typed_actions import action_typed, moves_typed
from aceten.vocabulary import naming
from aceten.vocabulary.naming import seat_name
from aceten_cli.frame.game_names import named_as_game
from aceten_cli.frame.streams import Incoming, print_note, waiting
from aceten_spec import Rulebook, load_shipped, shipped
from aceten_spec.characters import looks_latin
from aceten_spec.errors import FileError, shown
from aceten_spec.speech import say
from aceten_spec.texts import user_files as files
from aceten_spec.texts.foreign_formats import foreign_format
from aceten_spec.texts.user_files import lines_of, said, text_of

MAX_FILE: Final = 16_000_000
"""A larger record is refused, in bytes."""
MAX_LINE: Final = 1_000_000
"""A larger line of a file of positions is refused, in bytes; of lines there may be any number."""
_MOMENT: Final = 0.05
"""So many seconds at a time are waited for a line, while what is done can be told."""
_KEY: Final = re.compile("[A-Za-z_]+=")
"""How a key of a position line begins, and an option."""
_BEGINNING: Final = 1024
"""So many bytes of a file tell whether it is a record."""

_Seen = TypeVar("_Seen", bound="State | View")

Positions: TypeAlias = Annotated[
    list[str],
    typer.Argument(
        metavar="POSITION|FILE",
        help="A position line, or a file: position lines, or a record, of which it is the last position; - is standard input.",
    ),
]
Moves: TypeAlias = Annotated[
    str | None,
    typer.Option("--moves", "-m", metavar="ACTIONS", help="Play these before, such as 'A K 7'."),
]
Position: TypeAlias = Annotated[
    list[str], typer.Argument(metavar="POSITION", help="A position line. Quotes around it are not needed.")
]


def games(incomplete: str) -> list[str]:
    """Return what a game that is begun so can be, for the shell to complete."""
    return [
        f"{name}/{players}"
        for name in shipped()
        if name.startswith(incomplete.partition("/")[0])
        for players in load_shipped(name).parameters.players
    ]


_GAME: Final = typer.Argument(
    metavar="GAME[/PLAYERS]",
    help="Such as zsiros/4. Without a number: the most players that the game allows.",
    autocompletion=games,
)
GameNamed: TypeAlias = Annotated[str, _GAME]
GameIfAny: TypeAlias = Annotated[str | None, _GAME]
OptionsChosen: TypeAlias = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; may be repeated.")
]
JsonOutput: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")]


RulesFile: TypeAlias = Annotated[
    Path | None, typer.Option("--rules", metavar="FILE", help="Play by a rulebook of your own.")
]


def read_text(path: str) -> str:
    """Return the text of a file, or of standard input for ``-``.

    :raises FileError: when it cannot be read, is too large, or is not UTF-8.
    """
    return text_of("-", sys.stdin.buffer, MAX_FILE) if path == "-" else files.read_text(path, MAX_FILE)


class GivenPosition(NamedTuple, Generic[_Seen]):
    """A position that was given: a state, or where cards may be hidden a state or a view."""

    line: str
    """Its line as it was typed, or else as it is written."""
    seen: _Seen
    number: int
    """The number of its line, counted through all that was given; a position line that was typed and a record count as one."""
    source: str
    """Where it stands, such as ``positions.txt:7``; empty: it was typed."""

    def error(self, problem: AcetenError) -> AcetenError:
        """Return what is wrong with it, with the place where it stands."""
        return _in_file(self.source, problem) if self.source else problem


def _in_file(source: str, problem: AcetenError) -> FileError:
    """Return what is wrong with a line of a file; its text is in the file and need not be shown."""
    return FileError(file=source, problem=str(problem).partition("\n")[0])


def one_state(words: Iterable[str], rulebook: Rulebook | None) -> State:
    """Return the state of a position line that may have come as several words."""
    return parse_state(" ".join(words), rules=rulebook)


class _Reader(NamedTuple, Generic[_Seen]):
    """How positions are read."""

    line: Callable[[str], _Seen]
    """Reads a position line."""
    record: Callable[[str, str], _Seen]
    """Reads the last position of a record, of which it is also told in which file it stands."""
    on: Callable[[_Seen], _Seen]
    """Plays what is to be played before."""
    moves: str | None
    """What that is."""
    passed: Callable[[int, str], bool]
    waits: bool = False
    """Whether to say so when a line is waited for."""

    def given(self, line: str, number: int, source: str) -> GivenPosition[_Seen]:
        """Return the position of a line."""
        given = GivenPosition(line, self.line(line), number, source)
        if letters := looks_latin(line):
            told = say("letters that look Latin and are not were read as Latin ones: {letters}", letters=letters)
            print_note(f"{source}: {told}" if source else told)
        return given

    def after_moves(self, given: GivenPosition[_Seen]) -> GivenPosition[_Seen]:
        """Return the position after what is to be played before."""
        if self.moves is None:
            return given
        seen = self.on(given.seen)
        return given._replace(line=str(seen), seen=seen)


def _passes_none(_number: int, _line: str) -> bool:
    return False


def positions(
    words: list[str], rulebook: Rulebook | None, moves: str | None = None
) -> Iterator[GivenPosition[State] | AcetenError]:
    """Yield each position, or the error that says why there is none, as they are read.

    A position line may come as one word or several; a word that is a file stands for the lines in it, ``-`` for those of
    standard input. In a file empty lines and lines that begin with ``#`` are passed over. The record of a deal stands for the
    position that it comes to, that of a match for the position of its last deal.

    :param moves: actions that are played before (:func:`played`).
    """
    yield from filter(None, _positions(words, _of_states(rulebook, moves, _passes_none)))


def positions_so_far(
    words: list[str], rulebook: Rulebook | None, moves: str | None, passed: Callable[[int, str], bool]
) -> Iterator[GivenPosition[State] | AcetenError | None]:
    """Yield the same, and ``None`` whenever the next one is waited for on standard input.

    :param passed: is asked with the number and the line of each position whether to pass it over, before the line is parsed.
    """
    return _positions(words, _of_states(rulebook, moves, passed)._replace(waits=True))


def positions_or_views(
    words: list[str], rulebook: Rulebook | None, moves: str | None
) -> Iterator[GivenPosition[State | View] | AcetenError]:
    """Yield positions in which cards may be hidden, and else as :func:`positions` does; actions are played where none are."""
    last = functools.partial(_last_position, rulebook=rulebook)

    def on(seen: State | View) -> State:
        if isinstance(seen, View):
            raise UsageError(say("--moves: expected with a position line in which no cards are hidden"))
        return played(seen, moves or "").state

    read: Callable[[str], State | View] = functools.partial(parse, rules=rulebook)
    yield from filter(None, _positions(words, _Reader(read, last, on, moves, _passes_none)))


def _of_states(rulebook: Rulebook | None, moves: str | None, passed: Callable[[int, str], bool]) -> _Reader[State]:
    def on(state: State) -> State:
        return played(state, moves or "").state

    read = functools.partial(parse_state, rules=rulebook)
    return _Reader(read, functools.partial(_last_state, rulebook=rulebook), on, moves, passed)


def _positions(words: list[str], reader: _Reader[_Seen]) -> Iterator[GivenPosition[_Seen] | AcetenError | None]:
    numbers = itertools.count(1)
    for word in _joined(words):
        for given in _positions_of(word, reader, numbers):
            try:
                yield reader.after_moves(given) if isinstance(given, GivenPosition) else given
            except AcetenError as error:
                yield error


def how_many(words: list[str]) -> int | None:
    """Return how many positions there are, wrong ones among them; ``None`` where that is known only when all have been read."""
    count = 0
    for word in _joined(words):
        if not is_named(word):
            count += 1
        elif word == "-" or not Path(word).is_file():
            return None
        else:
            with _reading(word) as file:
                lines = [
                    line for line in lines_of(word, file, MAX_LINE) if isinstance(line, FileError) or not is_note(line)
                ]
            first = lines[0] if lines else ""
            count += 1 if isinstance(first, str) and _is_record(first) else len(lines)
    return count


def _joined(words: list[str]) -> list[str]:
    """Return the words of one position line as one word."""
    first, *others = words
    if not others or is_named(first, folders=False):  # a folder may have the name of a game
        return words
    keys = "=" not in first and all(map(_KEY.match, others))
    if keys or not any(" " in word.strip() or is_named(word, folders=False) for word in words):
        return [" ".join(words)]
    return words


def _positions_of(
    word: str, reader: _Reader[_Seen], numbers: Iterator[int]
) -> Iterator[GivenPosition[_Seen] | AcetenError | None]:
    try:
        if is_named(word):
            yield from _positions_of_file(word, reader, numbers)
        elif "=" in word:
            number, line = next(numbers), said(word)
            if not reader.passed(number, line):
                yield reader.given(line, number, "")
        else:
            next(numbers)
            if sentence := foreign_format(word):
                raise UsageError(sentence)
            if named := named_as_game(said(word)):
                raise UsageError(
                    say("{word!r} is a game and no position; aceten deal {game} deals one", word=word[:80], game=named)
                )
            neither = say(
                "{word!r} is neither a file nor a position line such as: {such}; aceten deal GAME deals one",
                word=word[:80],
                such="zsiros/4 hands=AAO7,TT97,KK87,AOU7",
            )
            yield UsageError(neither)
    except AcetenError as error:
        yield error


def _positions_of_file(
    path: str, reader: _Reader[_Seen], numbers: Iterator[int]
) -> Iterator[GivenPosition[_Seen] | AcetenError | None]:
    here, empty = 0, True
    incoming = _incoming() if path == "-" and reader.waits else None
    with _reading(path) if incoming is None else contextlib.nullcontext(cast("BinaryIO", incoming)) as file:
        lines = lines_of(path, file, MAX_LINE)
        for line in _arriving(lines, incoming):
            if line is None:
                yield None
                continue
            here += 1
            number, source = next(numbers), f"{path}:{here}"
            if isinstance(line, FileError):
                empty = False
                yield FileError(file=source, problem=line.problem)
                continue
            position = line.strip("\ufeff \t")
            if is_note(position):
                continue
            if empty and _begins_record(path, position):
                rest = _rest_of(path, lines) if aceten.is_text_record(position) else text_of(path, file, MAX_FILE)
                last = reader.record(path, f"{position}\n{rest}")
                if not reader.passed(number, str(last)):
                    yield GivenPosition(str(last), last, number, path)
                return
            empty = False
            try:
                if not reader.passed(number, position):
                    yield reader.given(position, number, source)
            except AcetenError as error:
                yield _in_file(source, error)
    if empty:
        raise FileError(file=path, problem=say("no position in it") if here else say("empty"))


def _begins_record(path: str, begun: str) -> bool:
    """Whether a file begins as a record does.

    :raises FileError: when it begins as one of another program does.
    """
    if sentence := foreign_format(begun):
        raise FileError(file=path, problem=sentence)
    return begun.startswith("{") or aceten.is_text_record(begun)


def _rest_of(path: str, lines: Iterator[str | FileError]) -> str:
    """Return the further lines of a record that people type.

    :raises FileError: when they cannot be read, or are too many.
    """
    read, size = list[str](), 0
    for line in lines:
        if isinstance(line, FileError):
            raise line
        read.append(line)
        size += len(line) + 1
        if size > MAX_FILE:
            raise FileError(file=path, problem=say("larger than {most} bytes", most=MAX_FILE))
    return "\n".join(read)


def _incoming() -> Incoming | None:
    """Return standard input as one that can be waited for; ``None`` where it is in memory, or does not wait."""
    try:
        return Incoming(MAX_LINE) if os.get_blocking(sys.stdin.fileno()) else None
    except (OSError, ValueError):  # ValueError: it is closed
        return None


def _is_there(incoming: Incoming) -> bool:
    """Whether a line is there, for which is waited a moment; Ctrl-C is not waited for."""
    with waiting():
        return incoming.has_line(_MOMENT)


def _arriving(lines: Iterator[str | FileError], incoming: Incoming | None) -> Iterator[str | FileError | None]:
    """Yield the lines of a file, for which Ctrl-C does not wait; of one that comes in, ``None`` whenever a line is waited for."""
    while True:
        while incoming is not None and not _is_there(incoming):
            yield None
        with waiting():
            line = next(lines, None)
        if line is None:
            return
        yield line


def _reading(path: str) -> contextlib.AbstractContextManager[BinaryIO]:
    """Return an open file, or standard input for ``-``, which stays open."""
    return contextlib.nullcontext(sys.stdin.buffer) if path == "-" else files.opened(path)


def _is_record(line: str) -> bool:
    """Whether a record begins with a line."""
    return line.lstrip().startswith("{") or aceten.is_text_record(line)


def _last_position(path: str, text: str, rulebook: Rulebook | None) -> State | View:
    """Return the position that a record comes to: the last deal in it.

    :raises FileError: when there is no deal in it.
    :raises RecordError: when something is wrong with it.
    """
    [last] = deque(aceten.read_records(text, rules=rulebook), maxlen=1)
    if isinstance(last, MatchRecord):
        if not last.deals:
            raise FileError(file=path, problem=say("no deal in it"))
        return last.deals[-1].state
    if isinstance(last, AcetenError):
        raise last
    return last.view if isinstance(last, SeenRecord) else last.state


def _last_state(path: str, text: str, rulebook: Rulebook | None) -> State:
    """Return the same, where every card is known.

    :raises FileError: when there is no deal in it.
    :raises RecordError: when something is wrong with it, or cards are hidden.
    """
    last = _last_position(path, text, rulebook)
    if isinstance(last, View):
        raise hidden(1)
    return last


def record_names(words: Iterable[str]) -> Iterator[str]:
    """Yield the names of records: those that are named, and of folders those that are in them, in the order of their names.

    What is no record in a folder is passed over with a word.

    :raises FileError: for a folder that cannot be read, or without a record.
    """
    for word in words:
        folder = Path(word)
        if word == "-" or not folder.is_dir():
            yield word
            continue
        try:
            inside = sorted(folder.iterdir())
        except OSError as error:
            raise files.unusable(word, error) from error
        found = {str(path): _begins_as_record(path) for path in inside}
        for name, is_record in found.items():
            if is_record:
                yield name
            else:
                print_note(say("{file}: no record, passed over", file=files.shown_name(name)))
        if not any(found.values()):
            raise FileError(file=word, problem=say("no record in it"))


def _begins_as_record(path: Path) -> bool:
    """Whether a file begins as a record does."""
    try:
        with files.opened(str(path)) as file:
            begun = file.read(_BEGINNING).removeprefix(BOM_UTF8).decode(errors="replace")
            return begun.lstrip().startswith("{") or aceten.is_text_record(begun)
    except (OSError, FileError):
        return False


def played(state: State, moves: str) -> Record:
    """Return the play of actions from a state on, typed as at the table, with commas or spaces between them.

    :raises UsageError: for something that is no action, and when the deal is over before.
    :raises IllegalAction: for an action that is not legal.
    """
    states = [state]
    for word in moves_typed(moves):
        if state.turn is None:
            raise UsageError(say("--moves: the deal is over before {word!r}", word=shown(word, 40)))
        try:
            action = action_typed(word, state.view(state.turn))
        except UsageError as error:
            who = seat_name(state.turn)
            raise UsageError(
                say("--moves: {word!r}, by {who}: {problem}", word=shown(word, 40), who=who, problem=error)
            ) from error
        state = state.play(action)
        states.append(state)
    return Record(tuple(states))


def is_named(word: str, *, folders: bool = True) -> bool:
    """Whether a word names something that is there, of whatever kind, rather than being a position line or a part of one."""
    if word in {"", "-"}:
        return bool(word)
    try:
        mode = Path(word).lstat().st_mode
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return False
    except OSError as error:
        return error.errno != errno.ENAMETOOLONG
    return folders or not stat.S_ISDIR(mode)


def seat_named(game: Game, text: str) -> Seat:
    """Return a seat that is named by its letter or its number.

    :raises UsageError: when there is no such seat.
    """
    seat = naming.seat_named(text.strip(), game.players)
    if seat is not None:
        return seat
    unknown = say(
        "seat {text!r}: expected {names}, or 0 to {last}",
        text=shown(text, 40),
        names=", ".join(naming.SEATS[: game.players]),
        last=game.players - 1,
    )
    raise UsageError(unknown)
