"""What people keep beside the play of a deal: comments, names, date and place, clocks. It bears on nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from aceten.vocabulary.errors import record_error
from aceten_spec.formats import (
    MOST_COMMENT,
    MOST_NAME,
    RecordAction,
    RecordHeader,
    RecordLine,
    RecordMatch,
    RecordMatchResult,
    RecordResult,
)
from aceten_spec.texts.visible_text import obeyed_in

_CLOCK: Final = re.compile(r"[0-9]{1,3}:[0-5][0-9](?::[0-5][0-9])?", re.ASCII)


class Note(msgspec.Struct, frozen=True):
    """What is kept beside one action."""

    number: int
    """Which action of the record it is, from 1 on."""
    comment: str = ""
    """What is to be said of it."""
    clock: str = ""
    """What the clock showed: minutes and seconds, or hours, minutes and seconds."""


class Annotations(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is kept beside a deal or a match: text of one line each, that means nothing to programs."""

    comment: str = ""
    """What is to be said of it as a whole."""
    players: tuple[str, ...] = ()
    """The names of the players, seat 0 first; none where they are not known."""
    date: str = ""
    """When it was played."""
    place: str = ""
    """Where it was played."""
    notes: tuple[Note, ...] = ()
    """What is kept beside single actions, in their order; none of a match."""
    ending: str = ""
    """What is to be said of the end; nothing where it goes on."""

    def player(self, seat: int) -> str:
        """Return the name of the player at a seat; empty where it is not known."""
        return self.players[seat] if seat < len(self.players) else ""

    def remark(self, number: int) -> str:
        """Return what is kept beside an action, counted from 1: the comment and the clock; empty where nothing is."""
        note = next((note for note in self.notes if note.number == number), None)
        return "" if note is None else " ".join(filter(None, (note.comment, f"@{note.clock}" if note.clock else "")))


NOTHING: Final = Annotations()
"""Nothing is kept beside the play."""


def is_clock(text: str) -> bool:
    """Whether a text is what a clock shows."""
    return _CLOCK.fullmatch(text) is not None


def on_one_line(number: int, text: str, most: int = MOST_COMMENT) -> str:
    """Return text that people keep with single blanks in place of all others and of line ends.

    :param number: the line in which it stands.
    :raises RecordError: where a terminal would obey it in place of showing it, and where it is too long.
    """
    plain = " ".join(text.split())
    found = obeyed_in(plain)
    if found is not None:
        raise record_error(
            number,
            "U+{number} in a comment, a name, a date or a place: text that shows is expected",
            number=f"{ord(found):04X}",
        )
    if len(plain) > most:
        raise record_error(
            number,
            "{number} characters in a comment, a name, a date or a place: at most {most}",
            number=len(plain),
            most=most,
        )
    return plain


def names_in(number: int, names: Sequence[str], players: int) -> tuple[str, ...]:
    """Return the names of all players.

    :param number: the line in which they stand.
    :raises RecordError: when there is not one for each, or one is empty, too long, has a comma, or means two players.
    """
    plain = tuple([on_one_line(number, name, MOST_NAME) for name in names])
    if plain and len(plain) != players:
        raise record_error(
            number,
            "{given} names for {players} players: expected one for each, with commas between",
            given=len(plain),
            players=players,
        )
    if any(not name or "," in name for name in plain):
        raise record_error(number, "players: expected names without commas, none of them empty")
    return plain


def without_comments(kept: Annotations) -> Annotations:
    """Return the same without what people say of the play, which may tell of hidden cards."""
    clocks = tuple([Note(note.number, clock=note.clock) for note in kept.notes if note.clock])
    return Annotations(players=kept.players, date=kept.date, place=kept.place, notes=clocks)


class Keeping:
    """Gathers what lines of a record keep beside the play."""

    def __init__(self, number: int, first: RecordHeader | RecordMatch, players: int) -> None:
        """Begin with the first line of a deal or a match.

        :raises RecordError: where something in it cannot be kept.
        """
        self._begun = Annotations(
            comment=on_one_line(number, first.comment),
            players=names_in(number, first.players, players),
            date=on_one_line(number, first.date, MOST_NAME),
            place=on_one_line(number, first.place, MOST_NAME),
        )
        self._notes: list[Note] = []
        self._actions = 0
        self._ending = ""

    def add(self, number: int, line: RecordAction | RecordResult | RecordMatchResult) -> None:
        """Add what a further line keeps.

        :raises RecordError: where it cannot be kept.
        """
        comment = on_one_line(number, line.comment)
        if not isinstance(line, RecordAction):
            self._ending = comment
            return
        self._actions += 1
        if comment or line.clock:
            self._notes.append(Note(self._actions, comment, line.clock))

    @property
    def annotations(self) -> Annotations:
        """All of it."""
        return msgspec.structs.replace(self._begun, notes=tuple(self._notes), ending=self._ending)


def annotated(lines: Iterable[RecordLine], kept: Annotations, players: int) -> list[RecordLine]:
    """Return the lines of a deal, or the first and perhaps the last of a match, with what is kept beside them.

    :raises RecordError: where something cannot be kept, or there is no such action.
    """
    plain = list(lines)
    if kept == NOTHING:
        return plain
    first = plain[0]
    told = {
        "comment": on_one_line(1, kept.comment),
        "players": names_in(1, kept.players, players),
        "date": on_one_line(1, kept.date, MOST_NAME),
        "place": on_one_line(1, kept.place, MOST_NAME),
    }
    if isinstance(first, RecordHeader):
        plain[0] = msgspec.structs.replace(first, format=first.format + 2, **told)
    elif isinstance(first, RecordMatch):
        plain[0] = msgspec.structs.replace(first, format=3, **told)
    for note in kept.notes:
        line = plain[note.number] if 0 < note.number < len(plain) else None
        if not isinstance(line, RecordAction) or not (is_clock(note.clock) or not note.clock):
            raise record_error(
                note.number + 1,
                "a note to action {number}: expected that of an action, with a clock in minutes and seconds",
                number=note.number,
            )
        plain[note.number] = msgspec.structs.replace(
            line, comment=on_one_line(note.number + 1, note.comment), clock=note.clock
        )
    last = plain[-1]
    if isinstance(last, RecordResult | RecordMatchResult):
        plain[-1] = msgspec.structs.replace(last, comment=on_one_line(len(plain), kept.ending))
    return plain
