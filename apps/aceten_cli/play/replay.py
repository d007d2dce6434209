"""Records of deals and matches: ``aceten replay``, and the files of a match that is being played."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

import aceten
from aceten import State, UsageError, View, record_of
from aceten.vocabulary.actions import Event
from aceten.vocabulary.naming import seat_name
from aceten.words import match_words, meaning_of_result, tricks_of
from aceten_cli.frame.game_names import rulebook_of
from aceten_cli.frame.help_texts import LanguageChoice
from aceten_cli.frame.inputs import JsonOutput, RulesFile, read_text, recorded, seat_named, seen_in
from aceten_cli.frame.output import console, print_json, print_sentence, result_json, unbroken
from aceten_cli.frame.position_tables import number_text
from aceten_cli.frame.streams import print_line
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
        self._start: State | None = None
        self.files: list[Path] = []
        """The files written so far."""

    def begin(self, start: State) -> None:
        """Begin the record of a deal.

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
        self._start = start
        self.write(start)

    def write(self, state: State) -> None:
        """Write the record of the deal as far as it has come.

        :raises FileError: when that is not possible.
        """
        if self._start is None or not self.files:
            return
        write_record(self.files[-1], self._start, state)


def write_record(path: Path, start: State, state: State) -> None:
    """Write the record of a deal to a file.

    :raises FileError: when that is not possible.
    """
    write_text(path, record_of(start, state))


class _Replayed(msgspec.Struct):
    start: str
    position: str
    actions: int
    result: dict[str, object] | None
    number: str | None
    """The number of the deal, as text, where the record begins with it."""


class _ReplayedMatch(msgspec.Struct):
    game: str
    deals: tuple[_Replayed, ...]
    scores: tuple[int, ...]
    over: bool
    winner: int | None


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
    json: JsonOutput = False,
) -> None:
    """Check a record of a deal or of a match against the rules and show it.

    Exit status 1: it breaks a rule; 2: it cannot be read.
    """
    text, rulebook = read_text(record), rulebook_of(rules)
    seen = seen_in(text, rulebook)
    if seen_by is not None:
        if seen is not None or aceten.holds_match(text):
            raise UsageError(say("--seen-by: expected with the record of one deal in which every card is known"))
        whole = aceten.read_record(text, rules=rulebook)
        print_line(str(whole.seen_by(seat_named(whole.state.game, seen_by))).rstrip("\n"))
        return
    if seen is not None:
        if json:
            print_json(_Replayed(*_ends(seen.views), len(seen.events), result_json(seen.view.result), None))
        else:
            _show_seen(seen)
        return
    match, deals = recorded(text, rulebook)
    if match is not None:
        if json:
            print_json(_match_json(match))
        else:
            _show_match(match)
    elif json:
        print_json(_deal_json(deals[0]))
    else:
        _show_deal(deals[0])


def _ends(positions: Sequence[State | View]) -> tuple[str, str]:
    return str(positions[0]), str(positions[-1])


def _deal_json(record: aceten.Record) -> _Replayed:
    state, start = record.state, record.states[0]
    return _Replayed(*_ends(record.states), len(record.events), result_json(state.result), number_text(start))


def _match_json(record: aceten.MatchRecord) -> _ReplayedMatch:
    match = record.match
    deals = tuple(map(_deal_json, record.deals))
    return _ReplayedMatch(str(match.game), deals, match.scores, match.over, match.winner)


def _show_match(record: aceten.MatchRecord) -> None:
    """Print the deals of a match one after the other, and how it stands after each."""
    out, match = console(), record.begun
    for number, deal in enumerate(record.deals, start=1):
        out.print(say("Deal {number}, dealt by {who}", number=number, who=seat_name(match.dealer)), style="bold")
        _show_deal(deal)
        if deal.state.turn is not None and match.reached(deal.state) is None:
            return
        before, match = match, match.finish(deal.state)
        for words in match_words(before, deal.state, match):
            print_sentence(out, words)
        out.print()


def _show_deal(replayed: aceten.Record) -> None:
    state = replayed.state
    out = console()
    out.print(Text(str(replayed.states[0]), style="bold"), soft_wrap=True)
    number = number_text(replayed.states[0])
    if number is not None:
        out.print(say("Number of the deal: {number}", number=number), soft_wrap=True)
    out.print(_story(replayed.states[0], replayed.events))
    _show_end(out, state, state)


def _show_seen(seen: aceten.SeenRecord) -> None:
    """Print what one seat saw of a deal. It is told of a deal that fits: nothing is said of what the seat did not see."""
    states, out = seen.one_deal(), console()
    out.print(Text(str(seen.views[0]), style="bold"), soft_wrap=True)
    out.print(_story(states[0], seen.events))
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
