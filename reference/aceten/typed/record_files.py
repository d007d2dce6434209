"""Files of records: deals and matches one after the other, as JSON Lines or as people type them, each for itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

from aceten.notation.match_record import MatchRecord, read_match
from aceten.notation.record import Record, read_record
from aceten.notation.record_lines import MAX_RECORD
from aceten.notation.seen_record import SeenRecord, holds_seen, read_seen_record
from aceten.typed.text_lines import begins_match, ends_apart, ends_match, head_of, text_lines
from aceten.typed.text_matches import read_text_match
from aceten.typed.text_records import read_text_deal
from aceten.vocabulary.errors import RecordError, check_kind, record_error
from aceten_spec.errors import shown
from aceten_spec.rulebook import Rulebook
from aceten_spec.speech import say
from aceten_spec.texts.foreign_formats import foreign_format

AnyRecord: TypeAlias = Record | SeenRecord | MatchRecord
"""What a record can be of: a deal in which every card is known, what one seat saw of one, or a match."""

_Kind: TypeAlias = Literal["JSON deal", "JSON match", "deal", "match", "none"]
_JSON_BEGINS: Final = re.compile(r'\s*\{.*"type"\s*:\s*"(header|match|match_result)"')
_MOST_SHOWN: Final = 40


class _Part(NamedTuple):
    """The lines of one record."""

    first: int
    """The number of the first of them."""
    kind: _Kind
    lines: list[str]


def read_records(text: str, *, rules: Rulebook | None = None) -> Iterator[AnyRecord | RecordError]:
    r"""Yield every record in a text, or what is wrong with it; the others are read all the same.

    Each deal or match is JSON Lines, or text as people type it; they stand one after the other. Of a match in which something is wrong,
    the other deals come each for itself.

    >>> import aceten
    >>> [record] = aceten.read_records("zsiros/2 points=40,20\nA: A K\nB: T 7\n1. A T\n2. K 7\n")
    >>> record.state.result.points
    (60, 20)

    :param rules: the rulebook to play by; without it the shipped rulebook that a record names.
    """
    for part in _parts(text):
        try:
            yield _read(part, rules)
        except RecordError as error:
            yield error
            yield from _other_deals(part, rules, error.line)


def is_text_record(text: str) -> bool:
    """Whether a text begins as people type a record: with a match, or a game whose hands do not stand in the same line."""
    first = next((line for line in text_lines_or_none(text) if line.strip()), "")
    head = head_of(first)
    return begins_match(first) or (head is not None and "hands=" not in head.rest.casefold())


def text_lines_or_none(text: str) -> Iterator[str]:
    """Yield the lines of a text without notes, up to one that cannot be read."""
    try:
        for line in text_lines(ends_apart(text), 1):
            yield line.text
    except RecordError:
        return


def _parts(text: str) -> Iterator[_Part]:
    """Yield the lines of each record; what stands before the first belongs to it."""
    check_kind(text, str, say("the text of a record"))
    part = _Part(1, "none", [])
    ended = False
    for number, line in enumerate(ends_apart(text), start=1):
        begins = _begins(line, part.kind, ended=ended)
        if begins is not None:
            if part.kind != "none" or _says_something(part):
                yield part
                part = _Part(number, begins, [])
            part = part._replace(kind=begins)
            ended = False
        part.lines.append(line)
        ended = ended or _ends_match(line, part.kind)
    if part.kind != "none" or _says_something(part) or not text.strip():
        yield part


def _begins(line: str, kind: _Kind, *, ended: bool) -> _Kind | None:
    """Return what begins with a line, after what is read; ``None``: nothing does.

    :param ended: whether that is a match of which it was said what it came to.
    """
    found = _JSON_BEGINS.match(line)
    if found is not None:
        if found[1] == "match":
            return "JSON match"
        return "JSON deal" if found[1] == "header" and (kind != "JSON match" or ended) else None
    if begins_match(line):
        return "match"
    return "deal" if head_of(line) is not None and (kind != "match" or ended) else None


def _ends_match(line: str, kind: _Kind) -> bool:
    if kind == "JSON match":
        found = _JSON_BEGINS.match(line)
        return found is not None and found[1] == "match_result"
    return kind == "match" and ends_match(line)


def _says_something(part: _Part) -> bool:
    """Whether there is more than notes in lines with which no record begins."""
    try:
        return any(line.text.strip() for line in text_lines(part.lines, part.first))
    except RecordError:
        return True


def _read(part: _Part, rules: Rulebook | None) -> AnyRecord:
    size = sum(map(len, part.lines)) + len(part.lines) - 1
    if size > MAX_RECORD:
        raise record_error(part.first, "{number} characters; a record has at most {most}", number=size, most=MAX_RECORD)
    match part.kind:
        case "JSON deal" | "JSON match":
            return _read_json(part, rules)
        case "deal":
            return read_text_deal(list(text_lines(part.lines, part.first)), rules)
        case "match":
            lines = list(text_lines(part.lines, part.first))
            begun = next(place for place, line in enumerate(lines) if line.text.strip())
            notes = [line._replace(number=lines[begun].number) for line in lines[:begun]]
            return read_text_match([lines[begun], *notes, *lines[begun + 1 :]], rules)
        case "none":
            raise _nothing(part)


def _read_json(part: _Part, rules: Rulebook | None) -> AnyRecord:
    place = next(place for place, line in enumerate(part.lines) if _JSON_BEGINS.match(line))
    text = "\n".join(part.lines[place:])
    try:
        if part.kind == "JSON match":
            return read_match(text, rules=rules)
        return read_seen_record(text, rules=rules) if holds_seen(text) else read_record(text, rules=rules)
    except RecordError as error:
        raise type(error)(line=error.line + part.first - 1 + place, problem=error.problem) from error


def _nothing(part: _Part) -> RecordError:
    """Return why lines are no record."""
    text = "\n".join(part.lines)
    if not text.strip():
        return record_error(1, "nothing there; expected a record")
    if sentence := foreign_format(text):
        return RecordError(line=part.first, problem=sentence)
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        try:
            read_record(text)
        except RecordError as error:
            return RecordError(line=error.line + part.first - 1, problem=error.problem)
    number, line, _ = next(line for line in text_lines(part.lines, part.first) if line.text.strip())
    return record_error(
        number,
        "{text!r} begins no record, which is JSON Lines, or text that begins with the game and its number of players: zsiros/4",
        text=shown(line.strip(), _MOST_SHOWN),
    )


def _other_deals(part: _Part, rules: Rulebook | None, wrong: int) -> Iterator[AnyRecord | RecordError]:
    """Yield the deals of a match that could not be read, each for itself, and what is wrong with others than the one that was told of.

    :param wrong: the line that was told of.
    """
    if not part.kind.endswith("match"):
        return
    deals: list[_Part] = []
    for number, line in enumerate(part.lines, start=part.first):
        begins = _begins(line, "none", ended=False)
        if begins in {"JSON deal", "deal"}:
            deals.append(_Part(number, begins, []))
        if deals and not _ends_match(line, part.kind):
            deals[-1].lines.append(line)
    for deal in deals:
        try:
            yield _read(deal, rules)
        except RecordError as error:
            if error.line != wrong:
                yield error
