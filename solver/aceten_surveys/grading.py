"""What every action of many records cost: reviewed once, kept in files, and summed up for each seat.

The folder of a grading is built as that of a survey is. A record is known by its name and its text: one that is there is not reviewed
again, and one that has changed since takes the place of what was there.
"""

from __future__ import annotations

import contextvars
import hashlib
import threading
import time
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple, TypeAlias, cast

import msgspec
import pyarrow as pa
from pyarrow import parquet

import aceten_solver
from aceten import AcetenError
from aceten.notation.record_lines import MAX_RECORD
from aceten.vocabulary import naming
from aceten_solver import BackendError, CoreError, Objective, Review
from aceten_solver.contests.means import Mean, mean_of
from aceten_solver.question.question import limits_of
from aceten_spec.speech import say
from aceten_spec.texts import user_files as files
from aceten_spec.texts.user_files import unusable
from aceten_surveys.asking import answered, asking
from aceten_surveys.errors import SurveyError, differing
from aceten_surveys.folder import GRADING, SURVEY, check_name, read_asked
from aceten_surveys.graded_records import deals_in
from aceten_surveys.shards import to_parquet
from aceten_surveys.specification import version
from aceten_surveys.whole_files import remove_temporary, write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Generator, Iterable, Iterator
    from pathlib import Path

    from aceten import Annotations
    from aceten_spec import Rulebook

FORMAT: Final = 2
"""The version of what stands in the files of a folder."""

_RECORD_BYTES: Final = 4 * MAX_RECORD
_EVERY: Final = 10.0
"""A file is written when so many seconds went by since the last one: no more is lost when something ends it."""
_MOST_ROWS: Final = 50_000
"""Nor does a file hold many more rows."""
_RECORDS: Final = b"aceten.records"
_NAMED: Final = 16
"""So many letters of the SHA-256 of its bytes are the name of a file."""
_AHEAD: Final = 2
"""So many records a thread are taken ahead of the first that is not reviewed."""

_Row: TypeAlias = "dict[str, object]"
_Limit: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]

_COLUMNS: Final[tuple[tuple[str, pa.DataType, str], ...]] = (
    ("record", pa.string(), "the name of the record"),
    ("deal", pa.uint32(), "which deal of the record it is, from 1 on"),
    ("game", pa.string(), "the game, with its number of players and its options"),
    ("objective", pa.string(), "what counts first"),
    ("number", pa.uint32(), "which action of the deal it is, from 1 on, calls included"),
    ("seat", pa.string(), "who acted"),
    ("player", pa.string(), "the player's name, where the record has it"),
    ("action", pa.string(), "the action"),
    ("cost", pa.int32(), "how much less the deal came to for the side that acted; empty when not settled"),
    ("cost_in", pa.string(), "in what: the first of all that counts in which it cost anything; empty when in nothing"),
    ("mistake", pa.bool_(), "whether another action came to more; empty when not settled"),
    ("best", pa.list_(pa.string()), "the best actions, as far as they are settled"),
    ("settled", pa.bool_(), "whether it is settled what the action cost"),
    ("position", pa.string(), "the position before it"),
    ("note", pa.string(), "what the record says of the action"),
)
_SCHEMA: Final = pa.schema([pa.field(name, kind, metadata={"meaning": meaning}) for name, kind, meaning in _COLUMNS])


class Grading(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is asked of every record, as it stands in the folder."""

    format: int
    """:data:`FORMAT`."""
    version: str
    """The version of aceten that computes it."""
    objective: Objective | None
    """What counts first; ``None``: in each game what the solver asks for by itself."""
    nodes: _Limit | None
    """How many states are searched for each record at most."""
    seconds: float | None
    """How long is searched for each record at most."""
    rules: str | None
    """The SHA-256 of the rulebook that is played by, where it is not one that is shipped."""


class Graded(NamedTuple):
    """A record that was looked at."""

    name: str
    """Its name."""
    problem: AcetenError | None
    """What is wrong with it; ``None``: nothing, and it is graded."""


class Costliest(msgspec.Struct, frozen=True, kw_only=True):
    """The action that cost most in what counts first."""

    record: str
    """The record."""
    deal: int
    """Which deal of it."""
    number: int
    """Which action of that."""
    action: str
    """The action."""
    cost: int
    """What it cost."""
    best: tuple[str, ...]
    """The best actions there."""
    position: str
    """The position before it."""


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat has lost by its mistakes."""

    seat: str
    """The seat."""
    actions: int
    """How many actions are settled."""
    mistakes: int
    """How many of them are mistakes."""
    open: int
    """How many further actions are not settled within the limits."""
    lost: Mean
    """What its mistakes cost in a deal, in what counts first: over the deals in which all its actions are settled."""
    costliest: Costliest | None
    """The action that cost most; ``None`` where none cost anything in what counts first."""


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """What the seats have lost in one game."""

    game: str
    """The game, with its number of players and its options."""
    objective: Objective
    """What counts first."""
    deals: int
    """How many deals."""
    seats: tuple[Player, ...]
    """The seats."""


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What is in the folder of a grading."""

    records: int
    """How many records."""
    games: tuple[Table, ...]
    """The games in them."""


def grade(
    names: Iterable[str],
    folder: Path,
    *,
    objective: Objective | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    rules: Rulebook | None = None,
    threads: int = 1,
    read: Callable[[str], str] = lambda name: files.read_text(name, _RECORD_BYTES),
    stop: Callable[[], bool] = lambda: False,
) -> Generator[Graded]:
    """Review records and keep in a folder what every action cost; yields each record in its order when it is done.

    What is done is written every few seconds and at the end. Who takes no more loses what was not written.

    :param names: the files of records of deals and of matches; what is yielded and kept has their names as text.
    :param folder: of this grading, or of none.
    :param objective: what to ask for; without it what :func:`aceten_solver.review` asks for.
    :param nodes: search at most this many states for each record; ``None``: no limit.
    :param seconds: search at most about this long for each record; ``None``: no limit.
    :param rules: the rulebook to play by; without it the shipped rulebook that a record names.
    :param threads: how many records are reviewed at a time.
    :param read: returns the text of a record by its name.
    :param stop: is asked now and then whether to end; what is done by then is kept.
    :raises SurveyError: when something else is in the folder, or a file in it is damaged.
    :raises FileError: when there can be no such folder.
    :raises OSError: when a file cannot be written.
    """
    book = None if rules is None else hashlib.sha256(msgspec.json.encode(rules)).hexdigest()
    nodes, seconds = limits_of(nodes, seconds)[:2]
    asked = Grading(format=FORMAT, version=version(), objective=objective, nodes=nodes, seconds=seconds, rules=book)
    kept, ended = _Kept(folder, asked), threading.Event()

    def reviewed(name: str, text: str) -> _Found:
        deals, problems = deals_in(text, rules)
        reviews = aceten_solver.review_all(
            deals, objective, nodes=nodes, seconds=seconds, stop=lambda: ended.is_set() or stop()
        )
        told = enumerate(zip(deals, reviews, strict=False), start=1)
        return [
            row for number, (deal, review) in told for row in _rows(name, number, review, deal.annotations)
        ], problems

    def begun(file: str) -> _Work:
        name = files.name_as_text(file)
        try:
            text = read(file)
        except AcetenError as error:
            return _Work(name, "", _broken(error))
        digest = hashlib.sha256(text.encode()).hexdigest()
        if kept.has(name, digest):
            return _Work(name, digest, None)
        return _Work(name, digest, pool.submit(contextvars.copy_context().run, reviewed, name, text))

    with ThreadPoolExecutor(threads, thread_name_prefix="grading") as pool:
        working: deque[_Work] = deque()
        try:
            for name in names:
                if stop():
                    break
                working.append(begun(name))
                while working and (working[0].done or len(working) > _AHEAD * threads):
                    yield from _taken(working.popleft(), kept, stop)
            while working:
                yield from _taken(working.popleft(), kept, stop)
            kept.write()
        finally:
            ended.set()
            for work in working:
                work.cancel()


_Found: TypeAlias = "tuple[list[_Row], tuple[AcetenError, ...]]"
"""The rows of the deals in a file, and what is wrong with other records in it."""


class _Work(NamedTuple):
    """A record that is being reviewed."""

    name: str
    digest: str
    rows: Future[_Found] | None
    """What it comes to; ``None``: what is there already."""

    @property
    def done(self) -> bool:
        return self.rows is None or self.rows.done()

    def cancel(self) -> None:
        if self.rows is not None:
            self.rows.cancel()


def _broken(error: AcetenError) -> Future[_Found]:
    """Return a review that has failed before it began."""
    failed: Future[_Found] = Future()
    failed.set_exception(error)
    return failed


def _taken(work: _Work, kept: _Kept, stop: Callable[[], bool]) -> Generator[Graded]:
    """Keep what a record came to, unless it was time to end before that was known."""
    try:
        found = None if work.rows is None else work.rows.result()
    except (BackendError, CoreError):  # what is wrong with this machine says nothing about the record
        raise
    except AcetenError as error:
        yield Graded(work.name, error)
        return
    if found is not None:
        if stop():
            return
        rows, problems = found
        # One in which something is wrong is looked at again the next time, and what is wrong with it is said again.
        if rows or not problems:
            kept.add(work.name, "" if problems else work.digest, rows)
        yield from [Graded(work.name, problem) for problem in problems]
        if problems and not rows:
            return
    yield Graded(work.name, None)


def _rows(name: str, deal: int, review: Review, kept: Annotations) -> Iterator[_Row]:
    """Yield what is said of each action of a deal."""
    game = review.position.game
    notes = {note.number: note.comment for note in kept.notes if note.comment}
    for entry in review.actions:
        yield {
            "record": name,
            "deal": deal,
            "game": f"{game}{''.join(f' {option}={value}' for option, value in game.options)}",
            "objective": review.objective,
            "number": entry.number,
            "seat": naming.SEATS[entry.seat],
            "player": kept.player(entry.seat) or None,
            "action": str(entry.action),
            "cost": entry.cost,
            "cost_in": entry.cost_in,
            "mistake": entry.mistake,
            "best": [str(action) for action in entry.best],
            "settled": entry.cost is not None,
            "position": str(entry.position),
            "note": notes.get(entry.number),
        }


class _Kept:
    """The files of a grading, and which records are in which."""

    def __init__(self, folder: Path, asked: Grading) -> None:
        """Make the folder, or look at what is in it.

        :raises SurveyError: when something else is in it, or a file in it is damaged.
        :raises FileError: when there can be no such folder.
        """
        self._folder = folder / "shards"
        self._found: dict[str, tuple[str, Path | None]] = {}
        """For each record that is there: the digest of its text, and the file that it is in; ``None``: not written yet."""
        self._rows: list[_Row] = []
        self._since = time.monotonic()
        _open(folder, asked)
        remove_temporary(folder / "shards")
        for path in sorted(self._folder.glob("*.parquet")):
            records = _records(_read(path))
            twice = (
                records.keys() & self._found.keys()
            )  # something ended it when a file was to take the place of another
            self._found |= {name: (digest, path) for name, digest in records.items() if name not in twice}
            if twice:
                self._drop(path, twice)

    def has(self, name: str, digest: str) -> bool:
        """Whether a record is there as it is now."""
        return self._found.get(name, ("", None))[0] == digest

    def add(self, name: str, digest: str, rows: list[_Row]) -> None:
        """Take the rows of a record, in the place of what is there of it, and write a file when it is time to."""
        _, path = self._found.get(name, ("", None))
        if path is not None:
            self._drop(path, {name})
        self._found[name] = digest, None
        self._rows += rows
        if len(self._rows) > _MOST_ROWS or time.monotonic() > self._since + _EVERY:
            self.write()

    def write(self) -> None:
        """Write a file of what is not written yet."""
        names = {name: digest for name, (digest, path) in self._found.items() if path is None}
        if names:
            self._write(pa.Table.from_pylist(self._rows, schema=_SCHEMA), names)
        self._rows.clear()
        self._since = time.monotonic()

    def _drop(self, path: Path, names: Collection[str]) -> None:
        """Let a file without some of its records take the place of one with them."""
        table = _read(path)
        left = {name: digest for name, digest in _records(table).items() if name not in names}
        if left:
            kept = [name in left for name in table.column("record").to_pylist()]
            self._write(table.filter(pa.array(kept, pa.bool_())), left)
        path.unlink()

    def _write(self, table: pa.Table, records: dict[str, str]) -> None:
        data = to_parquet(table.replace_schema_metadata({_RECORDS: msgspec.json.encode(records)}))
        path = self._folder / f"{_name_of(data)}.parquet"
        write_whole(path, data)
        self._found |= {name: (digest, path) for name, digest in records.items()}


def _open(folder: Path, asked: Grading) -> None:
    """Make the folder of a grading, or go on with one.

    :raises SurveyError: when something else is in it.
    :raises FileError: when there can be no such folder.
    """
    check_name(folder)
    try:
        (folder / "shards").mkdir(parents=True, exist_ok=True)
        if not (folder / GRADING).exists():
            if (folder / SURVEY).exists() or any((folder / "shards").glob("*.parquet")):
                raise SurveyError(where=str(folder), problem=say("it holds something else; name another folder"))
            write_whole(folder / GRADING, msgspec.json.format(msgspec.json.encode(asked)))
            return
    except OSError as error:
        raise unusable(folder, error) from error
    there = read_asked(folder / GRADING, _GRADING)
    if there != asked:
        problem = say("it holds another grading ({differ}); name another folder", differ=differing(there, asked))
        raise SurveyError(where=str(folder), problem=problem)


_GRADING: Final = msgspec.json.Decoder(Grading)
"""Made once, before there are threads: several that make one at once would end the program."""


def _name_of(data: bytes) -> str:
    """Return the name of a file by what is in it, so that every byte of it is known to be right."""
    return hashlib.sha256(data).hexdigest()[:_NAMED]


def _read(path: Path) -> pa.Table:
    """Return what is in a file.

    :raises SurveyError: when it is damaged.
    :raises FileError: when it cannot be read.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise unusable(path, error) from error
    if _name_of(data) != path.stem:
        problem = say("it is damaged; remove it, and its records are graded again")
        raise SurveyError(where=str(path), problem=problem)
    return parquet.read_table(pa.BufferReader(data))  # pyright: ignore[reportUnknownMemberType] - the stubs leave a list open


def _records(table: pa.Table) -> dict[str, str]:
    """Return the names of the records in a file, with the digests of their texts."""
    return msgspec.json.decode((table.schema.metadata or {})[_RECORDS], type=dict[str, str])


def summary(folder: Path) -> Summary:
    """Return what the actions in the folder of a grading have cost, seat by seat.

    :raises FileError: when there is no such folder.
    :raises SurveyError: when it is none of a grading, or nothing is in it yet.
    """
    with asking(actions=folder) as connection:
        records = cast("int", answered(connection, "SELECT count(DISTINCT record) FROM actions").rows[0][0])
        costliest = {
            tuple(row[:3]): msgspec.convert(dict(zip(Costliest.__struct_fields__, row[3:], strict=True)), Costliest)
            for row in answered(connection, _COSTLIEST).rows
        }
        games: dict[tuple[str, Objective], list[Player]] = {}
        for game, objective, seat, actions, mistakes, unsettled, *lost in cast(
            "tuple[tuple[str, Objective, str, int, int, int, int, int, int], ...]", answered(connection, _SEATS).rows
        ):
            player = Player(
                seat=seat,
                actions=actions,
                mistakes=mistakes,
                open=unsettled,
                lost=mean_of(*lost),
                costliest=costliest.get((game, objective, seat)),
            )
            games.setdefault((game, objective), []).append(player)
        deals = {tuple(row[:2]): cast("int", row[2]) for row in answered(connection, _DEALS).rows}
    tables = [
        Table(game=game, objective=objective, deals=deals[game, objective], seats=tuple(seats))
        for (game, objective), seats in games.items()
    ]
    return Summary(records=records, games=tuple(tables))


_SEATS: Final = """
    WITH dealt AS (
        SELECT
            game, objective, seat,
            count(*) FILTER (settled) AS actions,
            count(*) FILTER (mistake) AS mistakes,
            count(*) FILTER (NOT settled) AS unsettled,
            sum(cost) FILTER (cost_in = objective) AS lost
        FROM actions GROUP BY game, objective, seat, record, deal
    )
    SELECT
        game, objective, seat, sum(actions), sum(mistakes), sum(unsettled),
        count(*) FILTER (unsettled = 0),
        sum(lost) FILTER (unsettled = 0),
        sum(lost * lost) FILTER (unsettled = 0)
    FROM dealt GROUP BY ALL ORDER BY game, objective, seat
"""
_DEALS: Final = "SELECT game, objective, count(DISTINCT (record, deal)) FROM actions GROUP BY ALL"
_COSTLIEST: Final = """
    SELECT DISTINCT ON (game, objective, seat)
        game, objective, seat, record, deal, number, action, cost, best, position
    FROM actions WHERE cost_in = objective AND cost > 0
    ORDER BY game, objective, seat, cost DESC, record, deal, number
"""
