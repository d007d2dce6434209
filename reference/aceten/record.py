"""Records: a deal written down as JSON Lines, a header and then one action a line, so that anybody can replay it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from aceten.errors import FalseRecordError, IllegalAction, RecordError, UsageError
from aceten.position import parse_state
from aceten.state import State
from aceten_spec.causes import why
from aceten_spec.errors import AcetenError
from aceten_spec.formats import (
    RecordAction,
    RecordHeader,
    RecordLine,
    RecordMatch,
    RecordMatchResult,
    RecordResult,
)
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten.actions import Event
    from aceten_spec.rulebook import Rulebook

MAX_RECORD: Final = 1_000_000
"""A longer record is refused unread, in characters."""


class Record(msgspec.Struct, frozen=True):
    """A deal from some position on. Begun with ``Record((state,))``."""

    states: tuple[State, ...]
    """The state at the beginning, and after every action; never empty."""

    @property
    def state(self) -> State:
        """The state that the record has come to."""
        return self.states[-1]

    @property
    def events(self) -> tuple[Event, ...]:
        """Who did what, in order."""
        return events_between(self.states[0], self.state)


def record_of(start: State, end: State) -> str:
    """Return the record of the play that led from one state to another, as text.

    :raises UsageError: when the second state did not come from the first.
    """
    lines: list[RecordLine] = [RecordHeader(format=1, rules=start.game.digest, position=str(start))]
    lines += [RecordAction(seat=seat, action=str(action)) for seat, action in events_between(start, end)]
    result = result_line(end)
    if result is not None:
        lines.append(result)
    return "".join(msgspec.json.encode(line).decode() + "\n" for line in lines)


def events_between(start: State, end: State) -> tuple[Event, ...]:
    """Return what was done between two states of a deal.

    :raises UsageError: when the second state did not come from the first.
    """
    if end.log[: len(start.log)] != start.log or end.game != start.game:
        message = say("a record: the second state did not come from the first")
        raise UsageError(message)
    return end.log[len(start.log) :]


def result_line(state: State) -> RecordResult | None:
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


def read_record(text: str, *, rules: Rulebook | None = None) -> Record:
    """Read a record and replay it.

    :param rules: the rulebook to play by; without it the shipped rulebook that the record names.
    :raises RecordError: when the text is no record; it names the line.
    :raises FalseRecordError: when something in it does not agree with the rules; it names the line.
    """
    states: list[State] = []
    ended = False
    for number, entry in entries(text):
        if ended:
            raise RecordError(line=number, problem=say("a line after the result"))
        match entry:
            case RecordMatch() | RecordMatchResult():
                raise RecordError(
                    line=number, problem=say("the record of a match, where that of a single deal is expected")
                )
            case RecordHeader():
                if states:
                    raise RecordError(line=number, problem=say("a second header"))
                states.append(start_of(number, entry, rules))
            case RecordAction() | RecordResult() if not states:
                raise RecordError(line=number, problem=say("no header before it"))
            case RecordAction():
                states.append(replay_action(number, entry, states[-1]))
            case RecordResult():
                check_result(number, entry, states[-1])
                ended = True
    return Record(tuple(states))


def entries(text: str) -> Iterator[tuple[int, RecordLine]]:
    """Yield the lines of a record and their numbers; empty ones are passed over.

    :raises RecordError: when the text is too long, empty, or a line is none of a record.
    """
    if len(text) > MAX_RECORD:
        raise RecordError(
            line=1, problem=say("{number} characters; a record has at most {most}", number=len(text), most=MAX_RECORD)
        )
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if not lines:
        raise RecordError(line=1, problem=say("nothing there; expected a header"))
    for number, line in lines:
        yield number, _decode(number, line)


_LINE: Final[msgspec.json.Decoder[RecordLine]] = msgspec.json.Decoder(RecordLine)
"""Made once, before there are threads: several that make one at once would end the program."""


def _decode(number: int, line: str) -> RecordLine:
    try:
        return _LINE.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise RecordError(
            line=number,
            problem=say(
                "not a line of a record, a JSON object of type header, action, result, match or match_result: {error}",
                error=why(error),
            ),
        ) from error


def start_of(number: int, header: RecordHeader, rules: Rulebook | None) -> State:
    """Return the state that a header gives.

    :raises RecordError: when it cannot be read; ``number`` is its line.
    """
    try:
        state = parse_state(header.position, rules=rules)
    except AcetenError as error:
        raise RecordError(line=number, problem=say("position: {error}", error=error)) from error
    if header.rules is not None and header.rules != state.game.digest:
        raise FalseRecordError(
            line=number,
            problem=say(
                "made under other rules of {game}: the header has {header}, the rulebook {own}",
                game=state.game,
                header=header.rules,
                own=state.game.digest,
            ),
        )
    return state


def replay_action(number: int, entry: RecordAction, state: State) -> State:
    """Return the state after a recorded action.

    :raises RecordError: when it cannot be read, or is not what the rules allow; ``number`` is its line.
    """
    try:
        after = state.play(entry.action)
    except IllegalAction as error:
        raise FalseRecordError(line=number, problem=str(error)) from error
    except AcetenError as error:
        raise RecordError(line=number, problem=str(error)) from error
    seat = after.log[-1][0]
    if seat != entry.seat:
        raise FalseRecordError(
            line=number, problem=say("seat {seat} acts; it is the turn of seat {turn}", seat=entry.seat, turn=seat)
        )
    return after


def check_result(number: int, entry: RecordResult, state: State) -> None:
    """Refuse a recorded result that is not what play came to.

    :raises FalseRecordError: then; ``number`` is its line.
    """
    result = result_line(state)
    if result is None:
        raise FalseRecordError(
            line=number, problem=say("a result, and the deal is not over: seat {seat} is to act", seat=state.turn)
        )
    if result != entry:
        raise FalseRecordError(
            line=number,
            problem=say(
                "the result is {given}; replay gives {found}",
                given=msgspec.json.encode(entry).decode(),
                found=msgspec.json.encode(result).decode(),
            ),
        )
