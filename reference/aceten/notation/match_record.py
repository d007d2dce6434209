"""Records of whole matches, from the first deal to the result: JSON Lines, the records of the deals one after the other."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

import msgspec

from aceten.engine.loading import load_with
from aceten.engine.match import Match, start_match
from aceten.engine.state import State
from aceten.engine.suits.state import SuitState
from aceten.notation.annotations import NOTHING, Annotations, Keeping, annotated
from aceten.notation.record import Record, start_of
from aceten.notation.record_lines import check_result, entries, replay_action, seat_numbered, written
from aceten.vocabulary.errors import FalseRecordError, check_kind, false_record_error, record_error
from aceten.vocabulary.naming import seat_name
from aceten_spec.errors import AcetenError, shown
from aceten_spec.formats import RecordAction, RecordHeader, RecordMatch, RecordMatchResult, RecordResult
from aceten_spec.rulebook import Rulebook
from aceten_spec.speech import say

_NAMED: Final = re.compile(r"(\S+)/([1-9])((?:\s+[^\s=]+=\S*)*)\s*")
"""A game, its number of players and its options."""


class MatchRecord(msgspec.Struct, frozen=True):
    """A match as far as it was recorded."""

    begun: Match
    """The match before its first deal."""
    match: Match
    """The match after the deals that are over."""
    deals: tuple[Record, ...]
    """The deals, the last of which may still go on."""
    annotations: Annotations = NOTHING
    """What people keep beside the match."""

    def __str__(self) -> str:
        """Return the record as text."""
        return _text_of(self.begun, self.deals, self.annotations)


def record_of_match(begun: Match, deals: Iterable[tuple[State, State]]) -> str:
    """Return the record of a match as text.

    :param begun: the match before its first deal.
    :param deals: for each deal the state after dealing, and the one that play has come to.
    :raises UsageError: when the second state of a deal did not come from the first, or the deals are not those of the match.
    """
    check_kind(begun, Match, say("a match; aceten.start_match begins one"))
    return _text_of(begun, map(Record, deals), NOTHING)


def _text_of(begun: Match, deals: Iterable[Record], kept: Annotations) -> str:
    game, match = begun.game, begun
    options = "".join(f" {name}={value}" for name, value in game.options)
    first = RecordMatch(format=1, game=f"{game}{options}", dealer=begun.dealer, rules=game.digest)
    text: list[str] = []
    for deal in deals:
        end = deal.state
        text.append(str(deal))
        if end.turn is None or match.reached(end) is not None:
            match = match.finish(end)
    last = (RecordMatchResult(scores=match.scores, winner=match.winner),) if match.over else ()
    begins, *ends = annotated([first, *last], kept, game.players)
    return "".join([written([begins]), *text, written(ends)])


def holds_match(text: str) -> bool:
    """Whether a record is that of a match rather than of a single deal, by its first line.

    :raises RecordError: when the text is no record.
    """
    _, first = next(entries(text))
    return isinstance(first, RecordMatch)


def read_match(text: str, *, rules: Rulebook | None = None) -> MatchRecord:
    """Read the record of a match and replay it.

    :param rules: the rulebook to play by; without it the shipped rulebook that the record names.
    :raises RecordError: when the text is no record of a match; it names the line.
    :raises FalseRecordError: when something in it does not agree with the rules; it names the line.
    """
    lines = entries(text)
    number, entry = next(lines)
    if not isinstance(entry, RecordMatch):
        raise record_error(number, "not the first line of a match, an object of type match")
    reader = MatchReader(number, entry, rules)
    for number, entry in lines:
        match entry:
            case RecordMatch():
                raise record_error(number, "a second match")
            case RecordHeader():
                reader.deal(number, entry)
            case RecordAction():
                reader.action(number, entry)
            case RecordResult():
                reader.result(number, entry)
            case RecordMatchResult():
                reader.end(number, entry)
    return reader.record


class MatchReader:
    """Reads the record of a match line by line."""

    def __init__(self, number: int, first: RecordMatch, rules: Rulebook | None) -> None:
        named = _NAMED.fullmatch(first.game)
        if named is None:
            problem = say("{game!r}: expected such as zsiros/4", game=shown(first.game, 40))
            raise record_error(number, "game: {error}", error=problem)
        book, players, options = named.groups()
        if rules is not None and rules.id != book:
            raise record_error(
                number, "a match of {book}; the rulebook given is that of {rulebook}", book=book, rulebook=rules.id
            )
        try:
            chosen = dict(option.split("=", 1) for option in options.split())
            game = load_with(rules if rules is not None else book, int(players), chosen)
            self._begun = self._match = start_match(game, dealer=seat_numbered(first.dealer))
        except AcetenError as error:
            raise record_error(number, "game: {error}", error=error) from error
        if first.rules is not None and first.rules != game.digest:
            raise false_record_error(
                number,
                "made under other rules of {game}: the match has {match}, the rulebook {own}",
                game=game,
                match=first.rules,
                own=game.digest,
            )
        self._rules = rules
        self._kept = Keeping(number, first, game.players)
        self._keeping: list[Keeping | Record] = []
        self._deals: list[list[State]] = []
        self._open = False
        self._ended = False

    def deal(self, number: int, header: RecordHeader) -> None:
        """Begin a deal, which must be one that the match comes to."""
        start = start_of(number, header, self._rules)
        self._begin(number, start)
        self._keeping.append(Keeping(number, header, start.game.players))

    def whole_deal(self, number: int, record: Record) -> None:
        """Take a deal that was read already, which must be one that the match comes to.

        :param number: its line.
        """
        self._begin(number, record.states[0])
        self._deals[-1] += record.states[1:]
        self._keeping.append(record)

    def _begin(self, number: int, start: State) -> None:
        self._go_on(number)
        self._finish(number)
        match = self._match
        if match.over:
            raise false_record_error(number, "a deal after the end of the match")
        scores = match.scores if match.game.scores_matter else None
        whole = sum(map(len, start.hands)) + len(start.talon) == len(match.game.pack.cards)
        if start.game != match.game or not whole or start.dealer != match.dealer or not _same_scores(start, scores):
            problem = say("not a fresh deal of {game} dealt by {who}", game=match.game, who=seat_name(match.dealer))
            if scores:
                problem = say("{problem} at {scores}", problem=problem, scores=say(" to ").join(map(str, scores)))
            raise FalseRecordError(line=number, problem=problem)
        self._deals.append([start])
        self._open = True

    def action(self, number: int, entry: RecordAction) -> None:
        """Do what was recorded."""
        self._go_on(number)
        if not self._open:
            raise record_error(number, "no header before it")
        states = self._deals[-1]
        states.append(replay_action(number, entry, states[-1]))
        self._keep(number, entry)

    def result(self, number: int, entry: RecordResult) -> None:
        """Compare the result of a deal."""
        self._go_on(number)
        if not self._open:
            raise record_error(number, "no header before it")
        check_result(number, entry, self._deals[-1][-1])
        self._keep(number, entry)
        self._finish(number)

    def _keep(self, number: int, entry: RecordAction | RecordResult) -> None:
        keeping = self._keeping[-1]
        if isinstance(keeping, Keeping):
            keeping.add(number, entry)

    def end(self, number: int, entry: RecordMatchResult) -> None:
        """Compare the result of the match."""
        self._go_on(number)
        self._finish(number)
        match = self._match
        found = RecordMatchResult(scores=match.scores, winner=match.winner)
        if not match.over:
            raise false_record_error(number, "a result of the match, and it is not over")
        self._kept.add(number, entry)
        entry = msgspec.structs.replace(entry, comment="")
        if found != entry:
            given = msgspec.json.encode(entry).decode()
            raise false_record_error(
                number,
                "the result is {given}; replay gives {found}",
                given=given,
                found=msgspec.json.encode(found).decode(),
            )
        self._ended = True

    @property
    def record(self) -> MatchRecord:
        """The match as far as it was read."""
        if self._open and self._deals[-1][-1].turn is None:
            self._finish(0)
        deals = zip(self._deals, self._keeping, strict=True)
        records = [Record(tuple(states), keeping.annotations) for states, keeping in deals]
        return MatchRecord(self._begun, self._match, tuple(records), self._kept.annotations)

    def _go_on(self, number: int) -> None:
        if self._ended:
            raise record_error(number, "a line after the result of the match")

    def _finish(self, number: int) -> None:
        """Add the deal that was read last to the match."""
        if not self._open:
            return
        try:
            self._match = self._match.finish(self._deals[-1][-1])
        except AcetenError as error:
            raise FalseRecordError(line=number, problem=str(error)) from error
        self._open = False


def _same_scores(start: State, scores: tuple[int, ...] | None) -> bool:
    """Whether a deal begins at these scores of the match, where they bear on it."""
    return scores is None or (isinstance(start, SuitState) and start.scores == scores)
