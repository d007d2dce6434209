"""Records: a deal written down as JSON Lines, a header and then one action a line, so that anybody can replay it."""

from __future__ import annotations

import msgspec

from aceten.engine.state import State
from aceten.notation.annotations import NOTHING, Annotations, Keeping, annotated, without_comments
from aceten.notation.position import parse_state
from aceten.notation.record_lines import (
    WHOLE,
    check_result,
    check_rules,
    deal_lines,
    is_seen,
    replay_action,
    result_line,
    written,
)
from aceten.notation.seen_record import SeenRecord
from aceten.vocabulary.actions import Event
from aceten.vocabulary.errors import RecordError, check_kind, record_error, state_expected, usage_error
from aceten_spec.errors import AcetenError
from aceten_spec.formats import RecordAction, RecordHeader, RecordLine, RecordResult
from aceten_spec.rulebook import Rulebook


class Record(msgspec.Struct, frozen=True):
    """A deal from some position on. Begun with ``Record((state,))``."""

    states: tuple[State, ...]
    """The state at the beginning, and after every action; never empty."""
    annotations: Annotations = NOTHING
    """What people keep beside the play."""

    def __str__(self) -> str:
        """Return the record as text."""
        return record_of(self.states[0], self.state, self.annotations)

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

        Comments are left out, as they may tell of what it did not see.

        :raises UsageError: when there is no such seat.
        """
        past = len(self.states[0].log)
        views = [state.view(seat) for state in self.states]
        seen = tuple([msgspec.structs.replace(view, log=view.log[past:]) for view in views])
        return SeenRecord(seen, without_comments(self.annotations))


def record_of(start: State, end: State, annotations: Annotations = NOTHING) -> str:
    """Return the record of the play that led from one state to another, as text.

    :param annotations: what is kept beside it.
    :raises UsageError: when the second state did not come from the first, and for what is no state.
    :raises RecordError: when something cannot be kept.
    """
    for state in (start, end):
        check_kind(state, State, state_expected())
    lines: list[RecordLine] = [RecordHeader(format=WHOLE, rules=start.game.digest, position=str(start))]
    lines += [RecordAction(seat=seat, action=str(action)) for seat, action in events_between(start, end)]
    result = result_line(end)
    if result is not None:
        lines.append(result)
    return written(annotated(lines, annotations, start.game.players))


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
    number, first, lines = deal_lines(text)
    states = [start_of(number, first, rules)]
    keeping = Keeping(number, first, states[0].game.players)
    for number, entry in lines:
        match entry:
            case RecordAction():
                states.append(replay_action(number, entry, states[-1]))
            case RecordResult():
                check_result(number, entry, states[-1])
        keeping.add(number, entry)
    return Record(tuple(states), keeping.annotations)


def hidden(number: int) -> RecordError:
    """Return why the record of what one seat saw is not taken; ``number`` is its first line."""
    return record_error(
        number,
        "this is what one seat saw of a deal, and here every card has to be known; aceten replay and show take it, and review --seat",
    )


def start_of(number: int, header: RecordHeader, rules: Rulebook | None) -> State:
    """Return the state that a header gives.

    :raises RecordError: when it cannot be read; ``number`` is its line.
    """
    if is_seen(header):
        raise hidden(number)
    try:
        state = parse_state(header.position, rules=rules)
    except AcetenError as error:
        raise record_error(number, "position: {error}", error=error) from error
    check_rules(number, header, state.game)
    return state
