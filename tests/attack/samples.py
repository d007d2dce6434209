"""What readers read rightly, to begin with: damage is done to this."""

import os
import tempfile
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec
from support.texts.people_write import people_write

import aceten
from aceten import Annotations, Note, State, View
from aceten.conformance.oracle import answers as answering
from aceten_board import bodies
from aceten_solver import match
from aceten_solver.endgames import endgame_tables as tables
from aceten_solver.native.table_files import ENVIRONMENT
from aceten_spec import load_shipped, protocol, shipped


@cache
def courses() -> tuple[tuple[State, ...], ...]:
    """Return a deal of every game and number of players, from its beginning to its end."""
    courses: list[tuple[State, ...]] = []
    for name in shipped():
        for players in load_shipped(name).parameters.players:
            course = [aceten.load(name, players=players).deal(seed=players)]
            while course[-1].turn is not None:
                legal = course[-1].legal
                course.append(course[-1].play(legal[len(course) % len(legal)]))
            courses.append(tuple(course))
    return tuple(courses)


def position_lines() -> Iterator[str]:
    """Yield positions of every game."""
    for course in courses():
        for state in course[:: max(1, len(course) // 8)]:
            yield str(state)


def view_lines() -> Iterator[str]:
    """Yield what the last seat sees there."""
    for course in courses():
        for state in course[:: max(1, len(course) // 8)]:
            yield str(state.view(aceten.Seat(state.game.players - 1)))


def rulebooks() -> Iterator[str]:
    """Yield rulebooks that extend the shipped ones, and these."""
    for name in shipped():
        yield f'extends = "{name}"\nid = "own"\nprefix = "OWN"\ntitle = "Own"\n[parameters]\n'
        yield files("aceten_spec").joinpath("rulebooks", f"{name}.toml").read_text(encoding="utf-8")


def records() -> Iterator[str]:
    """Yield records of deals, whole and begun, with all that is kept beside them."""
    for course in courses():
        yield aceten.record_of(course[0], course[-1])
        yield str(aceten.Record(course[: max(3, len(course) // 3)], _kept(course[0])))


def _kept(start: State) -> Annotations:
    """Return what people may keep beside a deal."""
    names = tuple([f"Player {seat}" for seat in range(start.game.players)])
    notes = (Note(1, "a note; another", "0:10"), Note(2, clock="1:00:00"))
    return Annotations(comment="so; so", players=names, date="1999", place="here", notes=notes)


def seen_records() -> Iterator[str]:
    """Yield what one seat saw of them."""
    for record in records():
        yield str(aceten.read_record(record).seen_by(aceten.Seat(1)))


def texts_of_records() -> Iterator[str]:
    """Yield records as people type them."""
    for number, course in enumerate(courses()):
        record = aceten.Record(course if number % 3 else course[: len(course) // 2], _kept(course[0]))
        yield aceten.record_as_text(record)
        yield aceten.record_as_text(record.seen_by(0))
    match = aceten.read_match(next(iter(match_records())))
    yield aceten.record_as_text(aceten.MatchRecord(match.begun, match.begun, match.deals[:2]))
    yield "zsiros/2 points=40,20\nAnna: A K\nB: [T 7]\nPlace: here\n1) A-T @0:10 // so\n2: Anna: K 7\nResult: 60-20\n; end\n"
    yield "sixty-six/2 talon=AcJc9s9h points=21,27 tricks=2,2\nA: AsKhKdQhJs9c\nB: QsJdTcThTd9d\n1. meld Kh; 10c\n"


def match_records() -> Iterator[str]:
    """Yield records of matches."""
    folder = files("aceten_spec") / "vectors"
    text = (folder / "schnapsen.match.jsonl").read_text(encoding="utf-8")
    yield text
    match = aceten.read_match(text)
    kept = Annotations(comment="so; so", players=("Anna", "Bea"), date="1999", place="here", ending="done")
    yield str(aceten.MatchRecord(match.begun, match.begun, match.deals[:1], kept))


@cache
def questions() -> tuple[protocol.Question, ...]:
    """Return questions of every game and level."""
    questions: list[protocol.Question] = []
    for course in courses():
        game, state = course[0].game, course[len(course) // 2]
        name, players, act = game.rulebook.id, game.players, str(state.legal[0])
        shuffle = protocol.ShuffleRequest(id=1, game=name, players=players, seed=5)
        shuffled = answering.answer(shuffle)
        assert isinstance(shuffled, protocol.ShuffleReply)
        deck, cut = shuffled.deck, shuffled.cut
        questions += (
            shuffle,
            protocol.PerftRequest(id=2, game=name, players=players, deck=deck, dealer=0, cut=cut, depth=2),
            protocol.ViewRequest(id=3, game=name, players=players, deck=deck, dealer=0, cut=cut, seat=0),
            protocol.PositionRequest(id=4, game=name, players=players, position=str(state), actions=(act, act, "stop")),
        )
    return tuple(questions)


def requests() -> Iterator[str]:
    """Yield questions of the protocol."""
    for question in questions():
        yield msgspec.json.encode(question).decode()


def replies() -> Iterator[str]:
    """Yield answers to them, each behind the number of its question."""
    for number, question in enumerate(questions()):
        yield f"{number} {msgspec.json.encode(answering.answer(question)).decode()}"
        yield f'{number} {{"id":{question.id},"error":"no"}}'


def policy_replies() -> Iterator[str]:
    """Yield what programs in the arena say, each behind the number of what they are asked."""
    yield '0 {"id":1,"protocol":1,"program":"mine"}'
    yield '1 {"id":1.0}'
    yield from [f'2 {{"id":1,"action":"{action}"}}' for action in courses()[0][0].legal]
    yield '2 {"id":1,"error":"I cannot"}'
    yield '2 {"id":1,"skip":"no"}'


def games() -> Iterator[str]:
    """Yield games with their options."""
    for name in shipped():
        yield name
        for option, of in load_shipped(name).options.items():
            values = ("2",) if of.values == "positive" else tuple(of.values)
            yield from [f"{name} {option}={value}" for value in values if not of.players]


def people(place: str) -> Iterator[str]:
    """Yield what people write there that is read, in the words of English."""
    for written in people_write():
        if (
            written.place == place
            and written.reads is not None
            and written.language == "en"
            and written.encoding == "utf-8"
        ):
            yield written.text


def people_typed() -> Iterator[str]:
    """Yield what people type at the table, each behind the number of the table."""
    at = [written for written in people_write() if written.at]
    for number, written in enumerate(at):
        if written.reads is not None and written.language == "en":
            yield f"{number} {written.text}"


def surveys() -> Iterator[str]:
    """Yield specifications of surveys."""
    deals = '[deals]\ncount = 10\nfirst = 7\nholds = { A = "77" }\n'
    yield f'game = "zsiros/2"\nvalues = ["points", "game-points"]\nleads = "points"\ncertify = 3\nshard = 50\n{deals}'
    yield f'game = "sedma/4"\nshard = 5\n[play]\npolicies = ["average", "greedy"]\nsamples = [1, 2]\n{deals}'


def contests() -> Iterator[str]:
    """Yield journals of contests."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "played.jsonl"
        match("greedy", _nothing, "zsiros/2", deals=2, file=file)
        yield file.read_text(encoding="utf-8")


def _nothing(_view: View) -> str:
    return "nothing"


def table_files() -> Iterator[str]:
    """Yield files of complete tables."""
    game = next(game for game in map(aceten.load, shipped()) if tables.sizes(game))
    with tempfile.TemporaryDirectory() as folder:
        before, os.environ[ENVIRONMENT] = os.environ.get(ENVIRONMENT), folder
        try:
            tables.build(game, cards=1)
            for path in Path(folder).glob("*.table"):
                yield path.read_bytes().decode("utf-8", "surrogateescape")
        finally:
            if before is None:
                del os.environ[ENVIRONMENT]
            else:
                os.environ[ENVIRONMENT] = before


def board_bodies() -> Iterator[str]:
    """Yield what the board's page asks."""
    for course in courses():
        state = course[len(course) // 2]
        asked = bodies.AskedLook(str(state), (str(state.legal[0]),), seat=0, language="hu")
        yield msgspec.json.encode(asked).decode()
