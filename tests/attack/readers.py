"""Everything that reads what others have written, each with what must be true of whatever it is given.

A reader accepts or refuses, with an error of the project's own that helps (:func:`fuzzing.check_message`); what it accepts it also
writes, and reads again as the same. The inputs that something once went wrong with lie in ``found``, and every run of the tests reads
them.
"""

import itertools
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from attack import samples
from support.games.game_strategies import read
from support.texts.damaged_texts import check_message
from support.texts.people_write import people_write

import aceten
import aceten_surveys
from aceten import AcetenError, Card, RecordError, State, UsageError, View
from aceten.conformance.oracle import answers as answering
from aceten.conformance.oracle.discrepancies import discrepancies
from aceten.conformance.programs.conversation import read_as
from aceten.conformance.programs.program import read_reply
from aceten.engine.loading import load_with
from aceten.knowledge.deductions import standing_for
from aceten.typed.typed_actions import action_typed
from aceten_board import bodies
from aceten_board import shown_table as looking
from aceten_cli.frame.inputs import positions_or_views
from aceten_solver.contests.journal import Journal, terms_in
from aceten_solver.contests.policy_messages import (
    BeginReply,
    BeginRequest,
    ChooseReply,
    PolicyHello,
    PolicyHelloReply,
)
from aceten_solver.native import table_files
from aceten_spec import format_cards, parse_cards, parse_rulebook, protocol
from aceten_spec.errors import TwoReadingsError
from aceten_spec.speech import LANGUAGES, Language, speaking
from aceten_spec.texts.causes import why

FOUND: Final = Path(__file__).with_name("found")
"""A folder for each reader, with inputs that something was once wrong with."""
LIMIT: Final = 1.0
"""So many seconds of the processor an input may take."""
MOST_DEPTH: Final = 2
"""So many actions perft counts to."""
MOST_DIGITS: Final = 9
"""So many has the number of a question at most."""
FEW_WORLDS: Final = 2000
"""So many deals that fit are counted one by one."""


class SlowError(AssertionError):
    """An input takes too long."""


class Reader(NamedTuple):
    """Something that reads."""

    accepts: Callable[[str], None]
    """Reads a text; raises an :class:`AcetenError` where it refuses it, and any other error where something is wrong."""
    samples: Callable[[], Iterable[str]]
    """What is right, to begin with."""


def attack(reader: Reader, data: bytes, limit: float = LIMIT) -> bool:
    """Let it read, and return whether it accepts.

    :param limit: so many seconds of the processor it may take.
    :raises Exception: for whatever must not be.
    """
    text = data.decode("utf-8", "surrogateescape")
    began = time.process_time()
    try:
        reader.accepts(text)
    except AcetenError as error:
        check_message(error)
        accepted = False
    else:
        accepted = True
    took = time.process_time() - began
    if took > limit:
        raise SlowError(took)
    return accepted


def _position(text: str) -> None:
    found = aceten.parse(text)
    assert read(str(found), found.game) == found
    if isinstance(found, State):
        _plays_on(found)
        for seat in range(found.game.players):
            seen = found.view(aceten.Seat(seat))
            assert read(str(seen), found.game) == seen


def _elsewhere(text: str) -> None:
    """A line as people write it: what is made of it in a language is written in the one form, and read as the same."""

    def reads() -> None:
        found = aceten.parse(text)
        assert read(str(found), found.game) == found

    _in_every_language(reads)


def _in_every_language(reads: Callable[[], None]) -> None:
    """Read in every language, and in English at last, whose refusals are looked at."""
    for language in sorted(LANGUAGES, key="en".__eq__):
        with speaking(language):
            try:
                reads()
            except AcetenError:
                if language == "en":
                    raise


def _plays_on(state: State) -> None:
    """A position that is accepted can be played to its end: there is always something to do, and what it comes to is accepted too."""
    for number in itertools.count():
        if state.turn is None:
            assert state.result is not None
            return
        assert state.legal
        state = state.play(state.legal[number % len(state.legal)])
        if number % 7 == 0:
            assert read(str(state), state.game) == state


def _hidden(text: str) -> None:
    found = aceten.parse(text)
    assert read(str(found), found.game) == found
    if isinstance(found, View):
        fitting = aceten.worlds(found)
        count = fitting.count
        if count is not None and count <= FEW_WORLDS:
            listed = fitting.listed(FEW_WORLDS)
            assert listed is not None
            assert sum(weight for _, weight in listed) == count
            for world, _ in listed[:3]:
                _fits(found, world)


def _fits(told: View, world: State) -> None:
    """Of a world the seat sees what it has seen, and what it was told of hidden cards besides holds there."""
    seen = world.view(told.seat)
    for seat, hand in enumerate(world.hands):
        known = Counter(told.known[seat])
        assert Counter(seen.known[seat]) <= known <= Counter(hand)
        assert not told.lacking or standing_for(told.game.pack, told.lacking[seat]).isdisjoint(hand)
    assert world.talon[len(world.talon) - len(told.known_talon) :] == told.known_talon
    said = ("known", "known_talon", "lacking", "past", "partial")
    assert msgspec.structs.replace(seen, **{name: getattr(told, name) for name in said}) == told


def _rulebook(text: str) -> None:
    book = parse_rulebook(text)
    for players in book.parameters.players[:2]:
        with suppress(AcetenError):
            _plays_on(aceten.load(book, players=players).deal(seed=len(text)))


def _record(text: str) -> None:
    record = aceten.read_record(text)
    assert aceten.read_record(aceten.record_of(record.states[0], record.state)).states == record.states
    assert aceten.read_record(str(record)) == record
    seen = record.seen_by(aceten.Seat(0))
    assert aceten.read_seen_record(str(seen)) == seen


def _seen_record(text: str) -> None:
    record = aceten.read_seen_record(text)
    assert aceten.read_seen_record(str(record)) == record


def _match_record(text: str) -> None:
    assert aceten.read_match(text).deals is not None


def _records_of_people(text: str) -> None:
    """A file of records in either form: each is written in both, and read as the same; what is wrong with others is told with its line."""
    lines = text.count("\n") + text.count("\r") + 1
    wrong: AcetenError | None = None
    for found in aceten.read_records(text):
        if isinstance(found, RecordError):
            check_message(found)
            assert 1 <= found.line <= lines, found
            wrong = found
            continue
        for written in (str(found), aceten.record_as_text(found)):
            assert [*map(str, aceten.read_records(written))] == [str(found)], written
    if wrong is not None:
        raise wrong


def _request(text: str) -> None:
    try:
        question = msgspec.json.decode(text.encode("utf-8", "surrogateescape"), type=protocol.Request)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise UsageError(why(error)) from error
    deep = isinstance(question, protocol.PerftRequest) and question.depth > MOST_DEPTH  # who asks may wait
    if not (deep or isinstance(question, protocol.Hello)):
        msgspec.json.encode(answering.answer(question))


def _reply(text: str) -> None:
    """A program's answer to one of the questions, whose number stands before it."""
    number, _, line = text.partition(" ")
    questions = samples.questions()
    question = questions[int(number) % len(questions) if number.isdecimal() and len(number) < MOST_DIGITS else 0]
    reply = read_reply(question, line.encode("utf-8", "surrogateescape"))
    if not isinstance(reply, protocol.Failed | protocol.Skipped):
        for discrepancy in discrepancies(answering.answer(question), reply):
            assert discrepancy.given != discrepancy.expected


def _policy(text: str) -> None:
    """What a program that plays says to one of the requests, whose number stands before it; its action is done, or refused."""
    number, _, line = text.partition(" ")
    request, replies = _POLICY_REQUESTS[int(number) % len(_POLICY_REQUESTS) if number in {"1", "2"} else 0]
    reply = read_as(request, line.encode("utf-8", "surrogateescape"), replies)
    if isinstance(reply, ChooseReply):
        state = samples.courses()[0][0]
        assert state.play(aceten.parse_action(reply.action)) != state


_POLICY_REQUESTS: Final[tuple[tuple[protocol.Numbered, msgspec.json.Decoder[protocol.Numbered]], ...]] = (
    (PolicyHello(id=1, protocol=1, role="policy"), msgspec.json.Decoder(PolicyHelloReply)),
    (BeginRequest(id=1, game="zsiros", players=2, options={}, seat=0, seed=1), msgspec.json.Decoder(BeginReply)),
    (protocol.ShuffleRequest(id=1, game="zsiros", players=2, seed=1), msgspec.json.Decoder(ChooseReply)),
)
"""Requests, the last in place of what to do, as replies see but its number; and what reads the replies."""


def _options(text: str) -> None:
    name, _, rest = text.partition(" ")
    game = load_with(name, None, {option: value for option, _, value in (word.partition("=") for word in rest.split())})
    _plays_on(game.deal(seed=len(text)))


def _cards(text: str) -> None:
    """Cards that are accepted in a language are written in one form, which every language reads as the same."""
    found = {language: _cards_in(language, text) for language in LANGUAGES}
    for cards in filter(None, found.values()):
        for language in LANGUAGES:
            assert _cards_in(language, format_cards(cards)) == cards
    parse_cards(text)  # what English makes of it, refused in words that are looked at


def _cards_in(language: Language, text: str) -> tuple[Card, ...] | None:
    """Return the cards of a text in a language; ``None`` where it refuses them."""
    with speaking(language):
        try:
            return parse_cards(text)
        except TwoReadingsError as error:
            if len({parse_cards(each) for each in error.readings}) == 1:
                raise AssertionError(error.readings) from error
            return None
        except AcetenError:
            return None


def _typed(text: str) -> None:
    """What is typed at the table: the place among the positions, then the words."""
    number, _, said = text.partition(" ")
    if not number.isdecimal() or len(number) > MOST_DIGITS:
        raise UsageError("no place")
    states = _tables_at()
    state = states[int(number) % len(states)]
    assert state.turn is not None
    view = state.view(state.turn)

    def reads() -> None:
        action = action_typed(said, view)
        assert aceten.parse_action(str(action)) == action

    _in_every_language(reads)


@cache
def _tables_at() -> tuple[State, ...]:
    return tuple(aceten.parse_state(written.at) for written in people_write() if written.at)


def _file(text: str) -> None:
    """A file of positions: what is accepted is written, and is read as the same from a file of what was written."""
    found = _positions_in(text)
    assert list(map(str, _positions_in("\n".join(map(str, found))))) == list(map(str, found))


def _positions_in(text: str) -> list[State | View]:
    with tempfile.NamedTemporaryFile("wb", suffix=".txt") as file:
        file.write(text.encode("utf-8", "surrogateescape"))
        file.flush()
        given = list(positions_or_views([file.name], None, None))
    for position in given:
        if isinstance(position, AcetenError):
            raise position
    return [position.seen for position in given if not isinstance(position, AcetenError)]


def _survey(text: str) -> None:
    with tempfile.NamedTemporaryFile("w", suffix=".toml", encoding="utf-8", errors="surrogateescape") as file:
        file.write(text)
        file.flush()
        aceten_surveys.read_specification(Path(file.name))


def _contest(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "played.jsonl"
        file.write_bytes(text.encode("utf-8", "surrogateescape"))
        terms = terms_in(file)
        if terms is not None:
            Journal(file, terms)


def _table(text: str) -> None:
    with tempfile.NamedTemporaryFile(suffix=".table") as file:
        file.write(text.encode("utf-8", "surrogateescape"))
        file.flush()
        table_files.loaded(Path(file.name), table_files.read_header(Path(file.name)))


def _board(text: str) -> None:
    try:
        asked = msgspec.json.decode(text.encode("utf-8", "surrogateescape"), type=bodies.AskedLook)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise UsageError(why(error)) from error
    with suppress(looking.BrokenRuleError):
        msgspec.json.encode(looking.look(asked))


READERS: Final[dict[str, Reader]] = {
    "elsewhere": Reader(_elsewhere, lambda: samples.people("position")),
    "cards": Reader(_cards, lambda: samples.people("cards")),
    "typed": Reader(_typed, samples.people_typed),
    "file": Reader(_file, lambda: samples.people("file")),
    "position": Reader(_position, samples.position_lines),
    "hidden": Reader(_hidden, samples.view_lines),
    "rulebook": Reader(_rulebook, samples.rulebooks),
    "record": Reader(_record, samples.records),
    "seen-record": Reader(_seen_record, samples.seen_records),
    "match-record": Reader(_match_record, samples.match_records),
    "records": Reader(_records_of_people, samples.texts_of_records),
    "request": Reader(_request, samples.requests),
    "reply": Reader(_reply, samples.replies),
    "policy": Reader(_policy, samples.policy_replies),
    "options": Reader(_options, samples.games),
    "survey": Reader(_survey, samples.surveys),
    "contest": Reader(_contest, samples.contests),
    "table": Reader(_table, samples.table_files),
    "board": Reader(_board, samples.board_bodies),
}
"""By name."""
