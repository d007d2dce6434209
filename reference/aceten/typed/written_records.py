"""Writing a record as a person would type it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from aceten.engine.state import State
from aceten.engine.view import View
from aceten.hidden.events import Heard
from aceten.notation.annotations import Annotations, Note
from aceten.notation.match_record import MatchRecord
from aceten.notation.record import Record
from aceten.notation.seen_record import SeenRecord
from aceten.typed.text_records import result_text
from aceten.vocabulary.actions import Bid, Call, Flip, Meld, NameTrump, Pass, Play
from aceten.vocabulary.errors import check_kind
from aceten.vocabulary.naming import SEATS
from aceten_spec.cards import format_cards
from aceten_spec.options import POSITION_KEYS
from aceten_spec.speech import say
from aceten_spec.written_cards import parse_cards

_SEATS: Final = frozenset({"lead", "dealer", "lone", "seat"})
"""Keys whose value is a seat."""


def record_as_text(record: Record | SeenRecord | MatchRecord) -> str:
    """Return a record in the form that a person types, which :func:`aceten.read_records` reads.

    :raises UsageError: for what is no record.
    """
    check_kind(record, (Record, SeenRecord, MatchRecord), say("a Record; aceten.read_record makes one of text"))
    return "\n".join(_lines(record)) + "\n"


def _lines(record: Record | SeenRecord | MatchRecord) -> Iterator[str]:
    kept = record.annotations
    match record:
        case MatchRecord(begun=begun, match=match, deals=deals):
            options = "".join(f" {name}={value}" for name, value in begun.game.options)
            yield f"Match: {begun.game}{options}"
            yield f"Dealer: {SEATS[begun.dealer]}"
            yield from _told(kept)
            for deal in deals:
                yield ""
                yield from _lines(deal)
            if match.over:
                yield ""
                yield f"Match result: {', '.join(map(str, match.scores))}"
                yield from _note(kept.ending)
        case Record(states=states):
            yield from _heading(str(states[0]), kept)
            yield from _tricks(
                states, [Heard(line=0, seat=seat, action=action) for seat, action in record.events], kept, hidden=False
            )
        case SeenRecord(views=views):
            yield from _heading(str(views[0]), kept)
            yield from _tricks(views, [heard for _, heard in record.heard()], kept, hidden=True)


def _told(kept: Annotations) -> Iterator[str]:
    if kept.players:
        yield f"Players: {', '.join(kept.players)}"
    if kept.date:
        yield f"Date: {kept.date}"
    if kept.place:
        yield f"Place: {kept.place}"
    yield from _note(kept.comment)


def _note(comment: str) -> Iterator[str]:
    if comment:
        yield f"; {comment}"


def _heading(position: str, kept: Annotations) -> Iterator[str]:
    game, *words = position.split(" ")
    fields = dict(word.split("=", 1) for word in words)
    options = [f"{key}={value}" for key, value in fields.items() if key not in POSITION_KEYS]
    yield " ".join([game, *options])
    yield from _told(kept)
    for seat, hand in enumerate(fields.pop("hands").split(",")):
        yield f"{SEATS[seat]}: {_apart(hand)}"
    for key, value in fields.items():
        if key in POSITION_KEYS:
            yield f"{key.capitalize()}: {SEATS[int(value)] if key in _SEATS else _apart(value) if key == 'talon' else value}"


def _apart(cards: str) -> str:
    """Return cards with blanks between them; those that are not seen stand together."""
    known = cards.replace("?", "")
    hidden = "?" * (len(cards) - len(known))
    row = " ".join(map(str, parse_cards("" if known == "-" else known)))
    parts = (hidden, row) if cards.startswith("?") else (row, hidden)
    return " ".join(filter(None, parts)) or "-"


def _tricks(
    positions: Sequence[State | View], events: Sequence[Heard], kept: Annotations, *, hidden: bool
) -> Iterator[str]:
    """Yield what was done, a trick a line, or a part of it up to an action of which something is said."""
    notes = {note.number - 1: note for note in kept.notes}
    trick = 0
    yield ""
    for row in _rows(positions, events, notes):
        words = list[str]()
        begins = next((place for place in row if not positions[place].trick and _is_card(events[place])), None)
        if begins is not None:
            trick += 1
            words.append(f"{trick}.")
        for place in row:
            other = place != row[0] and events[place].seat != events[place - 1].seat
            if hidden or place == row[0] or (place == begins and other):
                words.append(f"{SEATS[events[place].seat]}:")
            words.append(_event(events[place], notes.get(place)))
        comment = notes[row[-1]].comment if row[-1] in notes else ""
        yield " ".join(words) + (f" ; {comment}" if comment else "")
    result = positions[-1].result
    if result is not None:
        yield f"Result: {result_text(result)}"
        yield from _note(kept.ending)


def _rows(positions: Sequence[State | View], events: Sequence[Heard], notes: Mapping[int, Note]) -> Iterator[list[int]]:
    """Yield the places of the actions that stand on one line."""
    row: list[int] = []
    for place, heard in enumerate(events):
        between = not positions[place].trick and not isinstance(heard.action, Call)
        if between and any(positions[other].trick or _ends_row(events[other], heard) for other in row):
            yield row
            row = []
        row.append(place)
        if place in notes and notes[place].comment:
            yield row
            row = []
    if row:
        yield row


def _ends_row(before: Heard, heard: Heard) -> bool:
    """Whether an action before another between two tricks stands on a line of its own: that of a trick, or of an auction."""
    return _is_card(before) or (_is_card(heard) and isinstance(before.action, Bid | NameTrump | Pass))


def _is_card(heard: Heard) -> bool:
    return isinstance(heard.action, Play | Meld | Flip)


def _event(heard: Heard, note: Note | None) -> str:
    """Return an action with what was seen by it, and what the clock showed."""
    words = [str(heard.action)]
    if heard.sees:
        words.append(f"[{format_cards(heard.sees)}]")
    if heard.taken:
        words.append("taken")
    if note is not None and note.clock:
        words.append(f"@{note.clock}")
    return " ".join(words)
