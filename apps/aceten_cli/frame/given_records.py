"""Records that the user gave, each for itself: what is wrong with one is said, and the others are worked on all the same."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console
from rich.text import Text

import aceten
from aceten import AcetenError, Annotations, AnyRecord, FalseRecordError
from aceten.vocabulary.actions import Event
from aceten.vocabulary.naming import seat_letter, seat_name
from aceten_cli.frame.output import print_sentence
from aceten_cli.frame.streams import BAD_INPUT, DONE, INTERRUPTED, NEGATIVE, print_error, print_note
from aceten_spec import Rulebook
from aceten_spec.errors import FileError
from aceten_spec.speech import say
from aceten_spec.texts.user_files import shown_name


class RecordTally:
    """Counts records, the wrong ones among them, and knows with which status it ends."""

    def __init__(self) -> None:
        """Begin before the first record."""
        self.done = self.wrong = 0
        self._status = DONE

    def each(self, text: str, rulebook: Rulebook | None, work: Callable[[AnyRecord], int], name: str = "") -> None:
        """Work on every record in a text; what is wrong with one is said.

        :param work: returns an exit status.
        :param name: of the file, where it is one of several.
        """
        for found in aceten.read_records(text, rules=rulebook):
            try:
                if isinstance(found, AcetenError):
                    raise found
                status = work(found)
                self.add(status)
                if status == INTERRUPTED:
                    return
            except AcetenError as error:
                self.add_wrong(error, name)

    def add(self, status: int) -> None:
        """Count a record, on which work ended with a status."""
        self.done += 1
        self._status = max(self._status, status)

    def add_wrong(self, error: AcetenError, name: str = "") -> None:
        """Say what is wrong with a record, and count it."""
        named = not name or (isinstance(error, FileError) and error.file == name)
        print_error(str(error) if named else f"{shown_name(name)}: {error}")
        self.wrong += 1
        self._status = max(self._status, NEGATIVE if isinstance(error, FalseRecordError) else BAD_INPUT)

    def end(self) -> int:
        """Say how many records were wrong, where there were several, and return the exit status."""
        several = self.done + self.wrong > 1
        if self.wrong and several:
            print_note(say("Wrong records: {wrong} of {total}.", wrong=self.wrong, total=self.done + self.wrong))
        return NEGATIVE if self._status == BAD_INPUT and several else self._status


def tell_annotations(out: Console, kept: Annotations) -> None:
    """Print what is kept beside a deal or a match as a whole."""
    names = [f"{seat_letter(seat)} {name}" for seat, name in enumerate(kept.players)]
    if names:
        print_sentence(out, Text(say("Players: {names}", names=", ".join(names))))
    if kept.date or kept.place:
        print_sentence(out, Text(", ".join(filter(None, (kept.place, kept.date)))))
    if kept.comment:
        print_sentence(out, Text(kept.comment))


def tell_notes(out: Console, kept: Annotations, events: tuple[Event, ...]) -> None:
    """Print what is kept beside single actions, and beside the end."""
    for note in kept.notes:
        seat, action = events[note.number - 1]
        said = f"{note.number}. {seat_name(seat)} {action}: {kept.remark(note.number)}"
        print_sentence(out, Text(said))
    if kept.ending:
        print_sentence(out, Text(kept.ending))
