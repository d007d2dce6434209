"""The lines of records: how each is read, and held against play."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

import msgspec

from aceten.vocabulary.errors import (
    FalseRecordError,
    IllegalAction,
    RecordError,
    check_kind,
    false_record_error,
    record_error,
)
from aceten.vocabulary.naming import SEATS, seat_name
from aceten_spec.errors import AcetenError, shown
from aceten_spec.formats import (
    RecordAction,
    RecordHeader,
    RecordLine,
    RecordMatch,
    RecordMatchResult,
    RecordResult,
)
from aceten_spec.speech import say
from aceten_spec.texts.causes import why
from aceten_spec.texts.json_keys import decoded

if TYPE_CHECKING:
    from aceten.engine.game import Game
    from aceten.engine.state import State
    from aceten.engine.view import View

MAX_RECORD: Final = 1_000_000
"""A longer record is refused unread, in characters."""
WHOLE: Final = 1
"""The format of the record of a deal in which every card is known; with something that people keep beside the play it is two more."""
SEEN: Final = 2
"""The format of what one seat saw of a deal; likewise."""


def is_seen(header: RecordHeader) -> bool:
    """Whether a header is that of what one seat saw of a deal."""
    return header.format in {SEEN, SEEN + 2}


def seat_numbered(seat: int | str) -> int:
    """Return the number of a seat that is named by its letter or its number."""
    return SEATS.index(seat.upper()) if isinstance(seat, str) else seat


def entries(text: str) -> Iterator[tuple[int, RecordLine]]:
    """Yield the lines of a record and their numbers; empty ones are passed over.

    :raises RecordError: when the text is too long, empty, or a line is none of a record.
    """
    check_kind(text, str, say("the text of a record"))
    if len(text) > MAX_RECORD:
        raise record_error(1, "{number} characters; a record has at most {most}", number=len(text), most=MAX_RECORD)
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if not lines:
        raise record_error(1, "nothing there; expected a header")
    if len(lines) == 1 and re.fullmatch(r"[^{}]*\.(jsonl?|txt)\s*", text):
        raise record_error(
            1, "{path}: looks like the name of a file; expected the text that is in it", path=shown(text.strip())
        )
    for number, line in lines:
        yield number, _decode(number, line)


def deal_lines(text: str) -> tuple[int, RecordHeader, Iterator[tuple[int, RecordAction | RecordResult]]]:
    """Return the number of the first line of the record of one deal, its header, and what follows: actions, and perhaps a result.

    :raises RecordError: as :func:`entries` does, and for a line that has no place there.
    """
    lines = entries(text)
    number, first = next(lines)
    match first:
        case RecordHeader():
            return number, first, _further_lines(lines)
        case RecordAction() | RecordResult():
            raise record_error(number, "no header before it")
        case RecordMatch() | RecordMatchResult():
            raise _no_deal(number)


def _further_lines(lines: Iterator[tuple[int, RecordLine]]) -> Iterator[tuple[int, RecordAction | RecordResult]]:
    ended = False
    for number, entry in lines:
        if ended:
            raise record_error(number, "a line after the result")
        match entry:
            case RecordMatch() | RecordMatchResult():
                raise _no_deal(number)
            case RecordHeader():
                raise record_error(number, "a second header")
            case _:
                ended = isinstance(entry, RecordResult)
                yield number, entry


def _no_deal(number: int) -> RecordError:
    return record_error(number, "the record of a match, where that of a single deal is expected")


def written(lines: Iterable[RecordLine]) -> str:
    """Return lines as the text of a record."""
    return "".join(msgspec.json.encode(line).decode() + "\n" for line in lines)


_LINE: Final[msgspec.json.Decoder[RecordLine]] = msgspec.json.Decoder(RecordLine)
"""Made once, before there are threads: several that make one at once would end the program."""


def _decode(number: int, line: str) -> RecordLine:
    try:
        return decoded(line, _LINE)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise record_error(
            number,
            "not a line of a record, a JSON object of type header, action, result, match or match_result: {error}",
            error=why(error),
        ) from error


def check_rules(number: int, header: RecordHeader, game: Game) -> None:
    """Refuse a record that was made under other rules.

    :raises FalseRecordError: then; ``number`` is its line.
    """
    if header.rules is not None and header.rules != game.digest:
        raise false_record_error(
            number,
            "made under other rules of {game}: the header has {header}, the rulebook {own}",
            game=game,
            header=header.rules,
            own=game.digest,
        )


def replay_action(number: int, entry: RecordAction, state: State) -> State:
    """Return the state after a recorded action.

    :raises RecordError: when it cannot be read, or is not what the rules allow; ``number`` is its line.
    """
    if entry.sees or entry.taken:
        raise record_error(number, "sees and taken: expected in what one seat saw, which has format 2")
    try:
        after = state.play(entry.action)
    except IllegalAction as error:
        raise FalseRecordError(line=number, problem=str(error)) from error
    except AcetenError as error:
        raise RecordError(line=number, problem=str(error)) from error
    seat, given = after.log[-1][0], seat_numbered(entry.seat)
    if seat != given:
        raise false_record_error(
            number, "{who} acts; it is the turn of {turn}", who=seat_name(given), turn=seat_name(seat)
        )
    return after


def check_result(number: int, entry: RecordResult, state: State | View) -> None:
    """Refuse a recorded result that is not what play came to.

    :raises FalseRecordError: then; ``number`` is its line.
    """
    result = result_line(state)
    if result is None:
        raise false_record_error(
            number, "a result, and the deal is not over: {who} is to act", who=seat_name(state.turn or 0)
        )
    entry = msgspec.structs.replace(entry, comment="")
    if result != entry:
        raise false_record_error(
            number,
            "the result is {given}; replay gives {found}",
            given=msgspec.json.encode(entry).decode(),
            found=msgspec.json.encode(result).decode(),
        )


def result_line(state: State | View) -> RecordResult | None:
    """Return the result of a deal as a record has it; ``None`` while the deal goes on."""
    result = state.result
    if result is None:
        return None
    return RecordResult(
        points=result.points,
        tricks=result.tricks,
        winners=result.winners,
        game_points=result.game_points,
        resets=result.resets,
    )
