"""Records: a deal written down as JSON Lines, a header and then one action a line, so that anybody can replay it."""

from __future__ import annotations

import msgspec

from aceten.engine.state import State
from aceten.notation.position import parse_state
from aceten.notation.record_lines import (
    SEEN,
    WHOLE,
    check_result,
    check_rules,
    deal_lines,
    replay_action,
    result_line,
    written,
)
from aceten.notation.seen_record import SeenRecord
from aceten.vocabulary.actions import Event
from aceten.vocabulary.errors import record_error, usage_error
from aceten_spec.errors import AcetenError
from aceten_spec.formats import RecordAction, RecordHeader, RecordLine, RecordResult
from aceten_spec.rulebook import Rulebook


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

    def seen_by(self, seat: int) -> SeenRecord:
        """Return what one seat saw of it: the same for all deals that looked the same to it.

        :raises UsageError: when there is no such seat.
        """
        past = len(self.states[0].log)
        views = [state.view(seat) for state in self.states]
        return SeenRecord(tuple([msgspec.structs.replace(view, log=view.log[past:]) for view in views]))


def record_of(start: State, end: State) -> str:
    """Return the record of the play that led from one state to another, as text.

    :raises UsageError: when the second state did not come from the first.
    """
    lines: list[RecordLine] = [RecordHeader(format=WHOLE, rules=start.game.digest, position=str(start))]
    lines += [RecordAction(seat=seat, action=str(action)) for seat, action in events_between(start, end)]
    result = result_line(end)
    if result is not None:
        lines.append(result)
    return written(lines)


def events_between(start: State, end: State) -> tuple[Event, ...]:
    """Return what was done between two states of a deal.

    :raises UsageError: when the second state did not come from the first.
    """
    if end.log[: len(start.log)] != start.log or end.game != start.game:
        raise usage_error("a record: the second state did not come from the first")
    return end.log[len(start.log) :]


def read_record(text: str, *, rules: Rulebook | None = None) -> Record:
    """Read a record and replay it.

    :param rules: the rulebook to play by; without it the shipped rulebook that the record names.
    :raises RecordError: when the text is no record, or that of what one seat saw (:func:`aceten.read_seen_record`); it names the line.
    :raises FalseRecordError: when something in it does not agree with the rules; it names the line.
    """
    states: list[State] = []
    for number, entry in deal_lines(text):
        match entry:
            case RecordHeader():
                states.append(start_of(number, entry, rules))
            case RecordAction():
                states.append(replay_action(number, entry, states[-1]))
            case RecordResult():
                check_result(number, entry, states[-1])
    return Record(tuple(states))


def start_of(number: int, header: RecordHeader, rules: Rulebook | None) -> State:
    """Return the state that a header gives.

    :raises RecordError: when it cannot be read; ``number`` is its line.
    """
    if header.format == SEEN:
        raise record_error(
            number,
            "this is what one seat saw of a deal, and here every card has to be known; aceten replay and show take it, and review --seat",
        )
    try:
        state = parse_state(header.position, rules=rules)
    except AcetenError as error:
        raise record_error(number, "position: {error}", error=error) from error
    check_rules(number, header, state.game)
    return state
