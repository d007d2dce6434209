"""Complete tables of endgames: what every position without a talon comes to, solved once and kept in files.

A table belongs to all games whose endgames are the same, and holds every position in which a player is to lead and everybody has so many
cards. Solvers look them up wherever they are (:func:`aceten_solver.endgames.endgame_tables.folder`); without them they answer the
same, only later. A process looks for the files of a game once, and again after it has built or removed some.
"""

from __future__ import annotations

import contextlib
import os
import random
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from aceten import AcetenError, Game, Side, State, load
from aceten_solver.answers.solver import solve
from aceten_solver.native import encode_matching, known_tables, loaded_tables, table_entries, table_files
from aceten_solver.native.complete_tables import Counts, Tables
from aceten_solver.native.door import RefusedError
from aceten_solver.native.library import native_library
from aceten_solver.native.loaded_tables import MOST_CARDS, TableWarning, digest_of
from aceten_solver.native.table_entries import entry_by_search, matching, spare
from aceten_solver.native.table_entries import unit as unit_of
from aceten_solver.native.table_files import Header, TableError, TableFile, folder
from aceten_solver.question.two_sides import TwoSides
from aceten_spec.speech import say, to_say
from aceten_spec.texts.causes import why

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

    from aceten_solver.answers.solution import Solution
    from aceten_solver.question.objectives import Objective
    from aceten_spec import Rulebook

__all__ = [
    "Header",
    "Stats",
    "TableError",
    "TableFile",
    "TableWarning",
    "build",
    "check",
    "entry_by_search",
    "folder",
    "game_of",
    "installed",
    "positions",
    "probe",
    "remove",
    "sizes",
    "stats",
]

SIZE: Final = 256
"""How many megabytes tables may take where nothing else is said."""

_BY_ENGINE: Final = 20
"""One of so many entries that are checked is worked out by the search in Python as well."""
_FEW: Final = 4
"""Up to so many cards a hand that takes no longer than a moment."""
_MEGABYTE: Final = 2**20
_TWO: Final = 2

_T = TypeVar("_T")
_R = TypeVar("_R")


def _rules_of(game: Game) -> tuple[int, ...]:
    """Return the rules of a game as far as they bear on endgames.

    :raises TableError: when there are no tables for it.
    """
    rules, why = None, to_say("there are no tables for it: there are not two sides")
    if game.side_count == _TWO:
        rules = encode_matching.endgames_of(matching(game), TwoSides((Side(0),), (Side(1),)))
        why = to_say("there are no tables for it: the native core does not know its rules")
        if rules is not None and matching(game).rules.leftover == "last_trick" and spare(game):
            rules = None
            why = to_say(
                "there are no tables for it: the cards that are left over, which are others in every deal, go to the last trick"
            )
    if rules is None:
        raise TableError(table=str(game), problem=say(why))
    return rules


def _room(game: Game, rules: tuple[int, ...], cards: int) -> Tables:
    library = native_library()
    if library is None:
        raise TableError(table=str(game), problem=say("tables need the native core, which is not there"))
    try:
        return Tables(library, rules, cards)
    except RefusedError as error:
        raise TableError(table=str(game), problem=say("there are no tables for it: {error}", error=error)) from error


def sizes(game: Game, cards: int | None = None, *, size: int = SIZE) -> dict[int, int]:
    """Return how many bytes the tables of a game take, by cards a hand, up to a full hand at most.

    :param cards: up to so many; ``None``: as many as fit.
    :param size: into so many megabytes.
    :raises TableError: when no endgame of the game can be looked up by its hands alone, or the tables are too large, with the reason.
    """
    rules = _rules_of(game)
    if cards is not None:
        room = _room(game, rules, min(cards, game.rules.hand))
        return {each: room.size(each) for each in range(1, min(cards, game.rules.hand) + 1)}
    fitting: dict[int, int] = {}
    for each in range(1, min(game.rules.hand, MOST_CARDS) + 1):
        try:
            entries = _room(game, rules, each).size(each)
        except TableError:
            if not fitting:
                raise
            break
        if sum(fitting.values()) + entries > size * _MEGABYTE:
            break
        fitting[each] = entries
    return fitting


def build(
    game: Game,
    *,
    cards: int | None = None,
    size: int = SIZE,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> list[TableFile]:
    """Build the tables of a game that are not there yet, and return all of them.

    What is done is kept whatever ends it, and the next time goes on from there.

    :param cards: up to so many cards a hand, or a full hand where that is less; ``None``: as many as fit.
    :param size: how many megabytes they may take together, where ``cards`` does not say it.
    :param threads: how many work at a time; ``None``: as many as there are processors.
    :param progress: is called now and then with the number of entries that are done and of all.
    :param stop: is asked now and then whether to end; the tables that are whole by then are returned.
    :raises TableError: when there are none for the game, a file cannot be written, or another process is building them.
    """
    most = sizes(game, cards, size=size)
    if not most:
        raise TableError(table=str(game), problem=say("not even the smallest table fits into {size} MB", size=size))
    rules = _rules_of(game)
    digest = digest_of(rules)
    room = _room(game, rules, max(most))
    whole: list[TableFile] = []
    done, total = 0, sum(most.values())
    own = True
    try:
        for each, entries in most.items():
            path = table_files.path_of(digest, each)
            if table_files.is_there(path):
                table_files.tidy(path)
            else:
                header = Header(game=str(game), rules=digest, cards=each, entries=entries)
                if not _build_one(room, header, threads, _from(progress, done, total), stop, own=own):
                    break
            table = loaded_tables.attach(room, path, game, each)
            own = own and table.how == "built"
            whole.append(TableFile(path=path, header=table.header))
            done += entries
    finally:
        loaded_tables.forget()
    return whole


def _from(progress: Callable[[int, int], None] | None, before: int, total: int) -> Callable[[int], None]:
    if progress is None:
        return lambda _: None
    return lambda done: progress(before + done, total)


def _build_one(
    room: Tables,
    header: Header,
    threads: int | None,
    progress: Callable[[int], None],
    stop: Callable[[], bool] | None,
    *,
    own: bool,
) -> bool:
    """Build a table by those of fewer cards; return whether it is whole.

    :param own: whether this machine has built all of those.
    """
    try:
        with table_files.Unfinished(header) as unfinished:

            def work(chunk: int) -> tuple[int, bytearray]:
                return chunk, room.fill(header.cards, *unfinished.span(chunk))

            with contextlib.closing(_beside(work, unfinished.chunks(), threads)) as worked_out:
                for chunk, entries in worked_out:
                    unfinished.write(chunk, entries)
                    progress(min(len(unfinished.done) * table_files.CHUNK, header.entries))
                    if stop is not None and stop():
                        return False
            written = unfinished.finish()
            if own and written is not None:
                known_tables.remember(written, "built")
    except OSError as error:
        problem = say("{problem}; what is done is kept, and building goes on from there", problem=why(error))
        raise TableError(table=str(table_files.path_of(header.rules, header.cards)), problem=problem) from error
    return True


def _beside(work: Callable[[_T], _R], items: Iterable[_T], threads: int | None) -> Generator[_R]:
    """Yield what comes of each item as soon as it is there, so many at a time. Who ends it early waits for those that are begun."""
    threads = threads or os.cpu_count() or 1
    waiting = iter(items)
    with ThreadPoolExecutor(threads) as pool:
        working = {pool.submit(work, item) for item in islice(waiting, 2 * threads)}
        while working:
            finished, working = wait(working, return_when=FIRST_COMPLETED)
            for future in finished:
                yield future.result()
            working |= {pool.submit(work, item) for item in islice(waiting, len(finished))}


def installed() -> list[TableFile | TableError]:
    """Return every table that there is, or what is wrong with its file.

    :raises TableError: when the folder cannot be looked into, or there is none.
    """
    return list(table_files.files())


def probe(state: State, objective: Objective | str | None = None) -> Solution:
    """Return what a position is worth by the tables: its value, that of every action, and best play, as :func:`aceten_solver.solve` does.

    :raises TableError: when no table tells it, with the reason.
    :raises ObjectiveError: when the position does not say enough for the objective.
    """
    rules = _rules_of(state.game)
    if state.turn is None or state.talon or state.trick:
        raise TableError(
            table=str(state), problem=say("tables hold positions without a talon, in which a player is to lead")
        )
    _check_there(state.game, rules, len(state.hands[0]))
    return solve(state, objective)


def _check_there(game: Game, rules: tuple[int, ...], cards: int) -> Path:
    """Return where a table is.

    :raises TableError: when it is not there, with what builds it.
    """
    path = table_files.path_of(digest_of(rules), cards)
    if not table_files.is_there(path):
        command = f"aceten tables build {game} --cards {cards}"
        problem = say(
            "there is no table with {cards} cards a hand; build it with: {command}", cards=cards, command=command
        )
        raise TableError(table=str(game), problem=problem)
    return path


def positions(game: Game, cards: int, places: list[int]) -> list[State]:
    """Return the positions at some places of a table, seat 0 to lead.

    :raises TableError: when there are no tables for the game, or no such places.
    """
    try:
        return table_entries.positions(_room(game, _rules_of(game), cards), game, cards, places)
    except RefusedError as error:
        raise TableError(table=str(game), problem=str(error)) from error


def check(table: TableFile, *, sample: int = 0, seed: int = 0, rules: Rulebook | None = None) -> None:
    """Look at every byte of a table, and work some of its entries out again: by search without tables.

    Every twentieth of these is worked out by the search in Python too, over the states of the engine; in tables of up to four cards a hand,
    as it would take too long with more.

    :param sample: how many entries are worked out again.
    :param seed: which.
    :param rules: a rulebook of one's own by which it may have been built.
    :raises TableError: when the file was altered, an entry is wrong, or the game is not known.
    """
    header = table_files.read_header(table.path)
    game = game_of(header, rules)
    room = _room(game, _rules_of(game), header.cards)
    loaded_tables.check_header(table.path, header, room, header.cards)
    entries = table_files.loaded(table.path, header).entries
    chance = random.Random(seed)  # noqa: S311 - no secret
    places = [chance.randrange(header.entries) for _ in range(sample)]
    states = table_entries.positions(room, game, header.cards, places)
    for number, (place, state) in enumerate(zip(places, states, strict=True)):
        in_python = number % _BY_ENGINE == 0 and header.cards <= _FEW
        for backend in (None, "python") if in_python else (None,):
            table_entries.check_entry(table.path, place, entries[place], entry_by_search(state, backend), state)


def game_of(header: Header, rules: Rulebook | None = None) -> Game:
    """Return the game for which a table was built.

    :param rules: a rulebook of one's own, which is meant where it has the name of the game.
    :raises TableError: when there is no such game, or its rules are others now.
    """
    name, _, told = header.game.partition("/")
    players, *options = told.split(" ")
    try:
        game = load(
            rules if rules is not None and rules.id == name else name,
            players=int(players),
            **dict(option.split("=", 1) for option in options),
        )
    except (AcetenError, ValueError) as error:
        raise TableError(table=header.game, problem=say("there is no such game here: {error}", error=error)) from error
    if digest_of(_rules_of(game)) != header.rules:
        raise TableError(table=header.game, problem=say("the rules of its endgames are others now; build it again"))
    return game


def remove(table: TableFile | TableError) -> None:
    """Remove a table."""
    table_files.remove(table.path if isinstance(table, TableFile) else Path(table.table))
    loaded_tables.forget()


class Stats(msgspec.Struct, frozen=True, kw_only=True):
    """What a table shows: exact counts over all of its positions. Those that differ count once each, however many deals lead to them.

    Points are those of the cards in play and of the last trick, as they come to be with perfect play.
    """

    game: str
    """The game, as a position line begins."""
    cards: int
    """Cards a hand."""
    positions: int
    """How many there are."""
    ahead: int
    """In how many the side of the leader takes more points than the other side."""
    level: int
    """In how many as many."""
    every: int
    """In how many it takes every trick."""
    none: int
    """In how many it does not get a trick."""
    points: dict[int, int]
    """In how many it takes so many points, from the fewest to the most that there are."""
    several: int
    """In how many the leader holds cards of several ranks."""
    only_one: int
    """In how many of these only one of the ranks that can be led keeps the points of his side."""
    rounds: dict[int, int]
    """In how many the leader needs so many rounds of the first trick, that his side keeps its points: the fewest after which he may be made
    to stop, with nothing lost whatever the others do. What comes after that trick has no such limit."""
    longest: str
    """A position in which he needs the most, of all that there are."""


def stats(
    game: Game,
    cards: int,
    *,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Stats:
    """Return what the table of a game with so many cards a hand shows.

    :param threads: how many work at a time; ``None``: as many as there are processors.
    :param progress: is called now and then with the number of positions that are counted and of all.
    :raises TableError: when the table is not there, or one of those of fewer cards a hand, which are needed, too.
    """
    rules = _rules_of(game)
    room = _room(game, rules, cards)
    for each in range(1, cards + 1):
        loaded_tables.attach(room, _check_there(game, rules, each), game, each)
    size, counted = room.size(cards), 0

    def work(place: int) -> tuple[int, Counts]:
        count = min(table_files.CHUNK, size - place)
        return count, room.count(cards, place, count)

    parts: list[Counts] = []
    with contextlib.closing(_beside(work, range(0, size, table_files.CHUNK), threads)) as done:
        for count, part in done:
            parts.append(part)
            counted += count
            if progress is not None:
                progress(counted, size)
    unit = unit_of(game)
    units = [sum(column) for column in zip(*[part.units for part in parts], strict=True)]
    rounds = [sum(column) for column in zip(*[part.rounds for part in parts], strict=True)]
    return Stats(
        game=str(game),
        cards=cards,
        positions=size,
        ahead=sum([part.ahead for part in parts]),
        level=sum([part.level for part in parts]),
        every=sum([part.every for part in parts]),
        none=sum([part.none for part in parts]),
        points={unit * number: count for number, count in enumerate(units) if any(units[number:])},
        several=sum([part.several for part in parts]),
        only_one=sum([part.only_one for part in parts]),
        rounds=dict(enumerate(rounds[1 : cards + 1], start=1)),
        longest=str(*positions(game, cards, [max(parts, key=Counts.order).longest])),
    )
