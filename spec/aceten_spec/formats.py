"""The JSON formats: records of play, and test vectors. Their schemas are generated from these types."""

from __future__ import annotations

import json
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from aceten_spec import protocol
from aceten_spec.protocol import Option, Position, Question

Digest: TypeAlias = Annotated[str, msgspec.Meta(pattern="^sha256:[0-9a-f]{64}$")]
"""The hash of the parameters that are played by, as :func:`aceten_spec.parameters.digest` gives it."""
_Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
_Digits: TypeAlias = Annotated[str, msgspec.Meta(pattern="^(0|[1-9][0-9]*)$")]


MOST_COMMENT: Final = 10_000
"""So many characters a comment has at most."""
MOST_NAME: Final = 200
"""So many the name of a player, a date or a place."""
_Comment: TypeAlias = Annotated[str, msgspec.Meta(max_length=MOST_COMMENT)]
_Said: TypeAlias = Annotated[str, msgspec.Meta(max_length=MOST_NAME)]
_Clock: TypeAlias = Annotated[str, msgspec.Meta(pattern="^([0-9]{1,3}:[0-5][0-9](:[0-5][0-9])?)?$")]
_Letter: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[A-Ha-h]$")]


class _Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of everything in these formats."""


class RecordHeader(_Line, frozen=True, kw_only=True, tag_field="type", tag="header"):
    """First line of a record: the rules, and the position that play begins with."""

    format: Literal[1, 2, 3, 4]
    """1: the record of a deal in which every card is known. 2: what one seat saw of it. 3 and 4: the same with something that people keep
    beside the play; lines of the older formats are lines of these."""
    position: str
    """Position line; it names the game, the number of players and the options. In format 2 it has ``seat=``, and ``?`` for hidden cards."""
    rules: Digest | None = None
    """Hash of the parameters that are played by (:func:`aceten_spec.parameters.digest`); left out, it is not checked."""
    comment: _Comment = ""
    """What is to be said of the deal."""
    players: tuple[_Said, ...] = ()
    """The names of the players, seat 0 first: one for each, or none. There is no comma in them."""
    date: _Said = ""
    """When it was played."""
    place: _Said = ""
    """Where it was played."""


class RecordAction(_Line, frozen=True, kw_only=True, tag_field="type", tag="action"):
    """A further line of a record: one action."""

    seat: _Count | _Letter
    """Who acts: a number from 0 on, or a letter from A on."""
    action: str
    """The action in its notation."""
    comment: _Comment = ""
    """What is to be said of the action."""
    clock: _Clock = ""
    """What the clock showed when it was done: minutes and seconds, or hours, minutes and seconds, such as ``0:45``."""
    sees: str = ""
    """In format 2 the cards that the seat saw by this action for the first time, beside those that the action names: what was turned up
    or put into the trick, what was left of the talon in the end, then what the seat itself drew, then the hand of its partner where it
    may look at it."""
    taken: bool = False
    """In format 2, where a round has ended: the trick was over with it, and its leader was not asked whether he goes on. Needed only
    where neither ``sees`` nor the next line shows it."""


class RecordResult(_Line, frozen=True, kw_only=True, tag_field="type", tag="result"):
    """Last line of the record of a finished deal; a check for readers, it can be left out."""

    points: tuple[int, ...]
    """Card points by side."""
    tricks: tuple[int, ...] | None
    """Tricks by side; ``null`` when the position leaves it open."""
    winners: tuple[int, ...] | None
    """The sides that win the deal, none when nobody does; ``null`` when the position leaves it open."""
    game_points: tuple[int, ...] | None
    """Game points by side; ``null`` when the position leaves it open."""
    resets: tuple[int, ...] = ()
    """The sides whose score in the match falls to 0."""
    comment: _Comment = ""
    """What is to be said of the end."""


class RecordMatch(_Line, frozen=True, kw_only=True, tag_field="type", tag="match"):
    """First line of the record of a match. The records of its deals follow, each with its header."""

    format: Literal[1, 3]
    """3: with something that people keep beside the play."""
    game: str
    """The game, its number of players and its options, as a position line begins and ends: ``sixty-six/2 target=11``."""
    dealer: _Count | _Letter
    """Who deals first: a number from 0 on, or a letter from A on."""
    rules: Digest | None = None
    """Hash of the parameters that are played by; left out, it is not checked."""
    comment: _Comment = ""
    """What is to be said of the match."""
    players: tuple[_Said, ...] = ()
    """The names of the players, seat 0 first: one for each, or none. There is no comma in them."""
    date: _Said = ""
    """When it was played."""
    place: _Said = ""
    """Where it was played."""


class RecordMatchResult(_Line, frozen=True, kw_only=True, tag_field="type", tag="match_result"):
    """Last line of the record of a match that is over; a check for readers, it can be left out."""

    scores: tuple[int, ...]
    """Game points by side; by player where partners change."""
    winner: int | None
    """The side (the player) that wins the match; ``null`` when nobody does."""
    comment: _Comment = ""
    """What is to be said of the end."""


RecordLine: TypeAlias = RecordMatch | RecordHeader | RecordAction | RecordResult | RecordMatchResult
"""A line of a record, a JSON object of one of these types. The record of one deal has no lines of a match."""


class Vector(_Line, frozen=True, kw_only=True):
    """One case: a position, an action, and what the action leads to or why it is refused."""

    id: str
    """Permanent."""
    clauses: tuple[str, ...]
    """The clauses that the case shows at work."""
    flags: tuple[Literal["valid", "invalid", "seed"], ...]
    """``valid``: the action is legal; ``invalid``: it is refused; ``seed``: a source document states the outcome."""
    options: dict[str, Option] = {}
    """The options that are played by, as in a request of the protocol."""
    position: str
    """Position line before the action."""
    parts: Position
    """The same part by part, with whose turn it is."""
    legal: tuple[str, ...]
    """Every legal action then, in any order, calls left out."""
    action: str
    """The action in its notation."""
    after: str | None = None
    """Position line after the action; left out when it is refused."""
    after_parts: Position | None = None
    """The same part by part."""
    refused: str | None = None
    """The clause that the action breaks, of several the first; left out when it is legal."""


class AnswerVector(_Line, frozen=True, kw_only=True):
    """One case at another level: a request of the protocol (:mod:`aceten_spec.protocol`), and what the reference answers."""

    id: str
    """Permanent: it is made from the request."""
    clauses: tuple[str, ...]
    """The clauses that the case puts to the test."""
    request: Question
    """The request; its ``id`` means nothing here."""
    reply: msgspec.Raw
    """The answer; parts that a program may leave out are mostly not there."""


class PerftVector(_Line, frozen=True, kw_only=True):
    """The numbers of action sequences from a position."""

    id: str
    """Permanent."""
    position: str
    """Position line."""
    parts: Position
    """The same part by part."""
    counts: tuple[_Count, ...]
    """The number of sequences of 1, 2, 3, ... actions."""


class NumberVector(_Line, frozen=True, kw_only=True):
    """A number and the deal that it stands for (:mod:`aceten.deals.numbered_deals`). Numbers are text, as they are large."""

    id: str
    """Permanent."""
    players: int
    """The number of players."""
    dealer: _Count
    """Who deals."""
    number: _Digits
    """The number of the deal."""
    deals: _Digits
    """How many deals there are."""
    position: str
    """Position line of the deal."""
    parts: Position
    """The same part by part."""
    alike: tuple[_Digits, _Digits]
    """The first and the last number of the deals that play like this one."""


class DrawVector(_Line, frozen=True, kw_only=True):
    """A deal that a seed draws among those in which some hands hold cards, or lack them."""

    id: str
    """Permanent."""
    players: int
    """The number of players."""
    dealer: _Count
    """Who deals."""
    seed: _Count
    """The seed."""
    holds: dict[str, str]
    """By seat, the cards that it holds at least."""
    lacks: dict[str, str]
    """By seat, the cards of which it has none."""
    deals: _Digits
    """How many such deals there are."""
    position: str
    """Position line of the deal."""
    parts: Position
    """The same part by part."""


class IndexEntry(_Line, frozen=True, kw_only=True):
    """One file of a set of vectors."""

    file: str
    """Its name."""
    game: str
    """Id of the rulebook."""
    sha256: str
    """Hash of its content, in hexadecimal digits."""
    cases: _Count
    """How many cases it has; 0 for the record of a match."""
    clauses: tuple[str, ...]
    """The clauses that its cases put to the test; none for the record of a match."""


class VectorIndex(_Line, frozen=True, kw_only=True):
    """What a set of vectors consists of."""

    format: Literal[3]
    """Version of the vector format."""
    aceten: str
    """Version of the program that wrote it."""
    options: dict[str, Option] = {}
    """The options that all cases are played by; left out where each says its own."""
    files: tuple[IndexEntry, ...]
    """Its files."""


class VectorFile(_Line, frozen=True, kw_only=True):
    """The vectors of one rulebook."""

    format: Literal[3]
    """Version of the vector format."""
    game: str
    """Id of the rulebook."""
    options: dict[str, Option] = {}
    """The options that all cases are played by; left out where each says its own."""
    rules: dict[str, Digest]
    """Hash of its parameters by these options, by number of players."""
    count: _Count
    """How many vectors there are, so that a cut file is noticed."""
    vectors: tuple[Vector, ...]
    """The cases of one action each."""
    answers: tuple[AnswerVector, ...]
    """Cases at other levels: whole deals, tricks, results, matches, views, shuffles."""
    perft: tuple[PerftVector, ...]
    """Counts of action sequences."""
    numbers: tuple[NumberVector, ...] = ()
    """Numbered deals."""
    draws: tuple[DrawVector, ...] = ()
    """Deals under conditions."""


_FORMATS: Final[dict[str, object]] = {"record": RecordLine, "vector": VectorFile, "index": VectorIndex}


def schemas() -> dict[str, str]:
    """Return the JSON Schema of each format as text, by the name of the format."""
    texts: dict[str, str] = {}
    for name, kind in _FORMATS.items():
        schema = {"$schema": "https://json-schema.org/draft/2020-12/schema"} | msgspec.json.schema(kind)
        texts[name] = json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
    return texts | {f"protocol-{name}": text for name, text in protocol.schemas().items()}
