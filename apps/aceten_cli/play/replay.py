"""Records of deals and matches: ``aceten replay``, and the files of a match that is being played."""

from __future__ import annotations

import os
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

import aceten
from aceten import Annotations, AnyRecord, Record, State, UsageError, View
from aceten.vocabulary.actions import Event
from aceten.vocabulary.naming import seat_name
from aceten.words import match_words, meaning_of_result, tricks_of
from aceten_cli.frame.game_names import rulebook_of
from aceten_cli.frame.given_records import RecordTally, tell_annotations, tell_notes
from aceten_cli.frame.help_texts import LanguageChoice
from aceten_cli.frame.inputs import JsonOutput, RulesFile, read_text, seat_named
from aceten_cli.frame.output import console, print_json, print_sentence, result_json, unbroken
from aceten_cli.frame.position_tables import number_text
from aceten_cli.frame.streams import DONE, print_line
from aceten_spec.errors import FileError
from aceten_spec.speech import say
from aceten_spec.texts.user_files import unusable, write_text


class Recorder:
    """Writes the record of each deal to a file of its own: the first to the one that was named, the others to its name with a number.

    A file that is there already is never written over: the next number is taken.
    """

    def __init__(self, path: Path | None) -> None:
        """Write to this file; ``None``: record nothing."""
        self._path = path
        self._number = 0
        self.files: list[Path] = []
        """The files written so far."""

    def begin(self, record: Record) -> None:
        """Begin the record of a deal, with as much of it as there is.

        :raises FileError: when no file can be made.
        """
        if self._path is None:
            return
        if os.path.isdir(self._path):  # noqa: PTH112 - which takes a name that is too long for one that is not there
            raise FileError(file=str(self._path), problem=say("a directory; name a file in it"))
        while True:
            self._number += 1
            path = self._path if self._number == 1 else self._path.with_stem(f"{self._path.stem}-{self._number}")
            try:
                path.touch(exist_ok=False)
            except FileExistsError:
                continue
            except (OSError, ValueError) as error:
                raise unusable(path, error) from error
            break
        self.files.append(path)
        self.write(record)

    def write(self, record: Record) -> None:
        """Write the record of the deal as far as it has come.

        :raises FileError: when that is not possible.
        """
        if self.files:
            write_text(self.files[-1], str(record))


class _Replayed(msgspec.Struct, omit_defaults=True):
    start: str
    position: str
    actions: int
    result: dict[str, object] | None
    number: str | None
    """The number of the deal, as text, where the record begins with it."""
    annotations: Annotations | None = None
    """What people keep beside the play; left out where there is nothing."""


class _ReplayedMatch(msgspec.Struct, omit_defaults=True):
    game: str
    deals: tuple[_Replayed, ...]
    scores: tuple[int, ...]
    over: bool
    winner: int | None
    annotations: Annotations | None = None


class WrittenForm(StrEnum):
    """How a record is written."""

    TEXT = "text"
    """As people type it."""
    JSONL = "jsonl"
    """As JSON Lines."""


def replay(
    record: Annotated[str, typer.Argument(metavar="RECORD", help="A record file; - reads standard input.")],
    seen_by: Annotated[
        str | None,
        typer.Option(
            "--seen-by", metavar="SEAT", help="Print the record of what a player saw of the deal: A, B and so on."
        ),
    ] = None,
    rules: RulesFile = None,
    _language: LanguageChoice = "en",
    to: Annotated[
        WrittenForm | None,
        typer.Option("--to", metavar="FORM", help="Print the records anew: text, as people type it, or jsonl."),
    ] = None,
    json: JsonOutput = False,
) -> None:
    """Check records of deals and of matches against the rules and show them.

    A record is JSON Lines, or text as people type it: hands, then tricks. Several may stand in a file one after the other; what is wrong
    with one is said with its line, and the others are shown.

    Exit status 1: one breaks a rule, or cannot be read among others; 2: it cannot be read.
    """
    text, rulebook, tally = read_text(record), rulebook_of(rules), RecordTally()

    def shown(found: AnyRecord) -> int:
        if tally.done and not json and (to or WrittenForm.JSONL) is not WrittenForm.JSONL:
            print_line("")
        if tally.done and not json and to is None:
            console().print()
        if seen_by is not None:
            if not isinstance(found, aceten.Record):
                raise UsageError(say("--seen-by: expected with the record of one deal in which every card is known"))
            found = found.seen_by(seat_named(found.state.game, seen_by))
        if to is not None or seen_by is not None:
            written = aceten.record_as_text(found) if to is WrittenForm.TEXT else str(found)
            print_line(written.rstrip("\n"))
        elif json:
            print_json(_as_json(found))
        else:
            _show(found)
        return DONE

    tally.each(text, rulebook, shown)
    if status := tally.end():
        raise typer.Exit(status)


def _as_json(found: AnyRecord) -> _Replayed | _ReplayedMatch:
    match found:
        case aceten.SeenRecord(views=views):
            kept = _kept(found.annotations)
            return _Replayed(*_ends(views), len(found.events), result_json(found.view.result), None, kept)
        case aceten.MatchRecord():
            return _match_json(found)
        case aceten.Record():
            return _deal_json(found)


def _kept(annotations: Annotations) -> Annotations | None:
    return None if annotations == Annotations() else annotations


def _show(found: AnyRecord) -> None:
    match found:
        case aceten.SeenRecord():
            _show_seen(found)
        case aceten.MatchRecord():
            _show_match(found)
        case aceten.Record():
            _show_deal(found)


def _ends(positions: Sequence[State | View]) -> tuple[str, str]:
    return str(positions[0]), str(positions[-1])


def _deal_json(record: aceten.Record) -> _Replayed:
    state, start = record.state, record.states[0]
    kept = _kept(record.annotations)
    return _Replayed(*_ends(record.states), len(record.events), result_json(state.result), number_text(start), kept)


def _match_json(record: aceten.MatchRecord) -> _ReplayedMatch:
    match = record.match
    deals = tuple(map(_deal_json, record.deals))
    return _ReplayedMatch(str(match.game), deals, match.scores, match.over, match.winner, _kept(record.annotations))


def _show_match(record: aceten.MatchRecord) -> None:
    """Print the deals of a match one after the other, and how it stands after each."""
    out, match = console(), record.begun
    tell_annotations(out, record.annotations)
    for number, deal in enumerate(record.deals, start=1):
        out.print(say("Deal {number}, dealt by {who}", number=number, who=seat_name(match.dealer)), style="bold")
        _show_deal(deal)
        if deal.state.turn is not None and match.reached(deal.state) is None:
            return
        before, match = match, match.finish(deal.state)
        for words in match_words(before, deal.state, match):
            print_sentence(out, words)
        out.print()
    tell_notes(out, record.annotations, ())


def _show_deal(replayed: aceten.Record) -> None:
    state = replayed.state
    out = console()
    out.print(Text(str(replayed.states[0]), style="bold"), soft_wrap=True)
    tell_annotations(out, replayed.annotations)
    number = number_text(replayed.states[0])
    if number is not None:
        out.print(say("Number of the deal: {number}", number=number), soft_wrap=True)
    out.print(_story(replayed.states[0], replayed.events))
    tell_notes(out, replayed.annotations, replayed.events)
    _show_end(out, state, state)


def _show_seen(seen: aceten.SeenRecord) -> None:
    """Print what one seat saw of a deal. It is told of a deal that fits: nothing is said of what the seat did not see."""
    states, out = seen.one_deal(), console()
    out.print(Text(str(seen.views[0]), style="bold"), soft_wrap=True)
    tell_annotations(out, seen.annotations)
    out.print(_story(states[0], seen.events))
    tell_notes(out, seen.annotations, seen.events)
    _show_end(out, states[-1], seen.view)


def _show_end(out: Console, state: State, position: State | View) -> None:
    """Print what a deal came to, or the position in which it goes on."""
    if state.result is not None:
        print_sentence(out, meaning_of_result(state))
    elif state.turn is not None:
        goes_on = say("The deal goes on; {who} is to act: {position}", who=seat_name(state.turn), position=position)
        out.print(goes_on, soft_wrap=True)


def _story(start: State, events: Sequence[Event]) -> Table:
    table = Table.grid(padding=(0, 2))
    actions = [action for _, action in events]
    for number, story in enumerate(tricks_of(start, actions), start=1):
        table.add_row(f"{number}.", unbroken(story.moves), Text(story.outcome))
    return table
