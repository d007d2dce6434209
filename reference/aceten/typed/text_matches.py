"""Reading a match that a person has typed: its game, then its deals one after the other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from aceten.notation.annotations import names_in, on_one_line
from aceten.notation.match_record import MatchReader, MatchRecord
from aceten.notation.record import Record
from aceten.typed.text_lines import TextLine, ends_match, head_of
from aceten.typed.text_records import read_text_deal
from aceten.vocabulary.errors import false_record_error, record_error
from aceten.vocabulary.naming import seat_named
from aceten_spec.errors import shown
from aceten_spec.formats import MOST_NAME, RecordMatch, RecordMatchResult
from aceten_spec.rulebook import Rulebook

_PLAYERS: Final = re.compile(r"\S+/([1-9])(?!\S)")
_SCORES: Final = re.compile(r"-?[0-9]{1,4}(?:\s*[,:/]\s*-?[0-9]{1,4})*\.?")
_MOST_SHOWN: Final = 40


def read_text_match(lines: Sequence[TextLine], rules: Rulebook | None) -> MatchRecord:
    """Read a match.

    :raises RecordError: when it cannot be read; it names the line.
    :raises FalseRecordError: when something in it does not agree with the rules; it names the line.
    """
    begins = [place for place, line in enumerate(lines) if head_of(line.text)]
    ends = next((place for place, line in enumerate(lines) if ends_match(line.text)), len(lines))
    begun = lines[: min([*begins, ends])]
    reader = MatchReader(begun[0].number, _first(begun), rules)
    for place, after in zip(begins, [*begins, ends][1:], strict=True):
        deal = read_text_deal(lines[place:after], rules)
        if not isinstance(deal, Record):
            raise record_error(
                lines[place].number, "what one seat saw of a deal, in a match: every card has to be known"
            )
        reader.whole_deal(lines[place].number, deal)
    if ends < len(lines):
        _end(reader, lines[ends:])
    return reader.record


def _first(lines: Sequence[TextLine]) -> RecordMatch:
    """Return what stands before the first deal."""
    number, told, notes = lines[0].number, dict[str, str](), list[str]()
    names: tuple[str, ...] = ()
    for line in lines:
        notes.append(line.note)
        if line.text.strip() and line.key not in {"match", "players", "date", "place", "dealer"}:
            raise record_error(
                line.number,
                "{text!r}: expected what a match begins with, or a deal, which begins with the game and its number of players",
                text=shown(line.text.strip(), _MOST_SHOWN),
            )
        if line.key in told:
            raise record_error(line.number, "a second {key}", key=line.key)
        if line.key:
            told[line.key] = line.value
    game = " ".join(told["match"].split())
    found = _PLAYERS.match(game)
    players = int(found[1]) if found else 0
    if "players" in told:
        names = names_in(number, told["players"].split(","), players)
    dealer = told.get("dealer", "A")
    seat = next((place for place, name in enumerate(names) if name.casefold() == dealer.casefold()), None)
    seat = seat_named(dealer, players) if seat is None else seat
    if seat is None and found:
        raise record_error(number, "dealer: {text!r} is no player", text=shown(dealer, _MOST_SHOWN))
    return RecordMatch(
        format=3,
        game=game,
        dealer=seat or 0,
        comment=" ".join(filter(None, [on_one_line(number, note) for note in notes])),
        players=names,
        date=on_one_line(number, told.get("date", ""), MOST_NAME),
        place=on_one_line(number, told.get("place", ""), MOST_NAME),
    )


def _end(reader: MatchReader, lines: Sequence[TextLine]) -> None:
    """Compare what a match came to, behind which there are only notes."""
    last, *others = lines
    match = reader.record.match
    if not _SCORES.fullmatch(last.value):
        raise record_error(
            last.number, "{text!r}: expected the score of the match, such as 7, 3", text=shown(last.value, _MOST_SHOWN)
        )
    scores = tuple(map(int, re.findall("-?[0-9]+", last.value)))
    wrong = next((line for line in others if line.text.strip()), None)
    if wrong is not None:
        raise record_error(wrong.number, "a line after the result of the match")
    if not match.over:
        raise false_record_error(last.number, "a result of the match, and it is not over")
    if scores != match.scores:
        raise false_record_error(
            last.number,
            "the result is {given}; replay gives {found}",
            given=shown(last.value, _MOST_SHOWN),
            found=", ".join(map(str, match.scores)),
        )
    comment = " ".join(filter(None, [on_one_line(line.number, line.note) for line in lines]))
    reader.end(last.number, RecordMatchResult(scores=scores, winner=match.winner, comment=comment))
