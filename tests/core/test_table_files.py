"""Files of tables: how they are built whatever ends it, that nothing damaged is ever used, and the command."""

import hashlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
import types
import warnings
import zlib
from pathlib import Path
from typing import Final

import msgspec
import pytest
from core.table_games import game_of, late
from support.processes.program_runs import Aceten
from support.slices import sliced

import aceten
import aceten_solver
from aceten import State
from aceten_solver import Solver
from aceten_solver.endgames import endgame_tables as tables
from aceten_solver.endgames.endgame_tables import TableError, TableWarning
from aceten_solver.native import encode_matching, known_tables, loaded_tables, table_entries, table_files
from aceten_solver.native.complete_tables import Tables
from aceten_solver.question.two_sides import two_sides

pytestmark = pytest.mark.skipif(aceten_solver.backend != "native", reason="the native core is not built")


# --- Files ------------------------------------------------------------------------------------------------------------

_BUILD: Final = """
import sys, aceten
from aceten_solver import tables
print("begun", flush=True)
tables.build(aceten.load("hola", players=4), cards=2, threads=2)
"""


@pytest.mark.turns(12)
def test_a_build_that_was_killed_goes_on_and_comes_to_the_same_file(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whenever it was killed, no table looks whole that is not, and in the end every byte is that of a build that nobody disturbed."""
    monkeypatch.setattr(table_files, "CHUNK", 1 << 10)
    chance = random.Random(int(os.environ["ACETEN_TURN"]))
    game = aceten.load("hola", players=4)
    whole = {table.path.name: table.path.read_bytes() for table in tables.build(game, cards=2)}
    program = "import aceten_solver.native.table_files as files; files.CHUNK = 1 << 10\n" + _BUILD
    for number in range(sliced(3, whole=100)):
        there = tmp_path / str(number)
        environment = {**os.environ, table_files.ENVIRONMENT: str(there)}
        for _ in range(2):
            command = [sys.executable, "-c", program]
            child = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE)  # noqa: S603 - our own
            assert child.stdout is not None
            assert child.stdout.readline() == b"begun\n"
            time.sleep(chance.uniform(0, 0.12))
            child.send_signal(signal.SIGKILL)
            child.wait()
            child.stdout.close()
        for path in there.glob("*.table"):
            assert path.read_bytes() == whole[path.name]
        monkeypatch.setenv(table_files.ENVIRONMENT, str(there))
        with warnings.catch_warnings():  # that a sample was looked at
            warnings.simplefilter("ignore", TableWarning)
            assert {table.path.name: table.path.read_bytes() for table in tables.build(game, cards=2)} == whole
        assert not list(there.glob("*.part"))
    assert folder.exists()


def test_stopping_keeps_what_is_done(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who stops it has the tables that are whole; the next call works out no chunk again."""
    monkeypatch.setattr(table_files, "CHUNK", 1 << 10)
    game = game_of("zsiros/4")
    told: list[tuple[int, int]] = []
    whole = tables.build(
        game, cards=2, threads=1, progress=lambda done, total: told.append((done, total)), stop=lambda: len(told) > 4
    )
    assert [table.header.cards for table in whole] == [1]
    assert told == sorted(told)
    journal = next(folder.glob("*.done")).stat().st_size
    assert journal
    again: list[tuple[int, int]] = []
    with pytest.warns(TableWarning, match="it is not known that this machine has built"):
        tables.build(game, cards=2, progress=lambda done, total: again.append((done, total)))
    assert again[0][0] > told[-1][0]
    assert again[-1][0] == again[-1][1] == 212 + 24470


def test_a_journal_that_tells_more_than_is_true_is_not_believed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A chunk that is not as the journal says, or half a record, as after a power cut: they are worked out again."""
    monkeypatch.setattr(table_files, "CHUNK", 1 << 10)
    game = game_of("zsiros/4")
    expected = tables.build(game, cards=2)[1].path
    entries = expected.read_bytes()
    tables.remove(tables.installed()[1])
    told: list[int] = []
    tables.build(game, cards=2, progress=lambda done, _: told.append(done), stop=lambda: len(told) > 6)
    part, journal = next(folder.glob("*.part")), next(folder.glob("*.done"))
    with part.open("r+b") as file:
        file.seek(table_files.START + 5)
        file.write(b"\xff")
    with journal.open("ab") as file:
        file.write(b"\x01\x02\x03")
    tables.build(game, cards=2)
    assert expected.read_bytes() == entries


@pytest.mark.usefixtures("folder")
def test_damage_anywhere_is_refused() -> None:
    """A bit that is another, a file that is cut, longer or of another version: nobody uses it, and the reason is told."""
    game = game_of("zsiros/4")
    path = tables.build(game, cards=2)[1].path
    rules = encode_matching.endgames_of(game, two_sides(game.deal(seed=0)))
    header, right = table_files.read_header(path), path.read_bytes()
    chance = random.Random(int(os.environ["ACETEN_TURN"]))
    flipped = [chance.randrange(8 * len(right)) for _ in range(sliced(20, whole=400))]
    flipped += [chance.randrange(8 * 200) for _ in range(20)]
    damaged = [right[: bit // 8] + bytes([right[bit // 8] ^ 1 << bit % 8]) + right[bit // 8 + 1 :] for bit in flipped]
    damaged += [right[: chance.randrange(len(right))] for _ in range(5)] + [
        right + b"\0",
        b"",
        right.replace(b"es 1\n", b"es 2\n", 1),
    ]
    for data in damaged:
        path.write_bytes(data)
        with pytest.raises(TableError):
            table_files.loaded(path, header)
        loaded_tables.forget()
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            room = loaded_tables.tables_of(rules, game, 2)
        assert room is not None  # that of one card a hand
        assert any("is not used" in str(warning.message) for warning in warned)
    path.write_bytes(right)
    assert table_files.loaded(path, header).entries == right[table_files.START :]
    path.write_bytes(right.replace(b"zsiros/4", b"zsiros/2", 1))
    with pytest.raises(TableError, match="altered"):
        table_files.loaded(path, table_files.read_header(path))
    loaded_tables.forget()


@pytest.mark.usefixtures("folder")
def test_two_at_once_do_not_disturb_each_other() -> None:
    """One builds, the other is told so; who uses a table never sees half of one."""
    game = game_of("zsiros/4")
    first = tables.build(game, cards=1)[0]
    header = table_files.Header(game="zsiros/4", rules=first.header.rules, cards=2, entries=24470)
    with table_files.Unfinished(header), pytest.raises(TableError, match="another process"):
        table_files.Unfinished(header)
    assert len(tables.build(game, cards=2)) == 2


def test_a_full_disk_is_told_and_nothing_is_lost(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was written stays; the next build goes on from there."""
    monkeypatch.setattr(table_files, "CHUNK", 1 << 10)
    game = game_of("zsiros/4")
    writes = 0
    write = table_files.Unfinished.write

    def full(self: table_files.Unfinished, chunk: int, entries: bytes | bytearray) -> None:
        nonlocal writes
        writes += 1
        if writes > 8:
            raise OSError(28, "No space left on device")
        write(self, chunk, entries)

    with monkeypatch.context() as now:
        now.setattr(table_files.Unfinished, "write", full)
        with pytest.raises(TableError, match="No space left on device; what is done is kept"):
            tables.build(game, cards=2)
    assert next(folder.glob("*.done")).stat().st_size == 8 * (8 - 1)
    with pytest.warns(TableWarning, match="it is not known that this machine has built"):
        assert len(tables.build(game, cards=2)) == 2


# --- Tables from elsewhere --------------------------------------------------------------------------------------------

ENDING: Final = "zsiros/4 hands=A7,98,KK,T7 lead=0"


def falsified(path: Path, *places: int) -> None:
    """Make some entries of a table others, and the checksum that of the file as it is then."""
    written = bytearray(path.read_bytes())
    for place in places:
        written[table_files.START + place] = (written[table_files.START + place] + 2) % 18
    written[32:64] = hashlib.blake2b(written[64:], digest_size=32).digest()
    path.write_bytes(written)
    loaded_tables.forget()


def strange(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Be another user, to whom tables come from elsewhere."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "another"))
    loaded_tables.forget()


@pytest.mark.parametrize("cards", [1, 2])
def test_false_entries_with_a_true_checksum_are_not_believed(folder: Path, cards: int) -> None:
    """One wrong entry in ten: the file is not used, the reason is told with the position, and every answer is right."""
    game = game_of("zsiros/4")
    path = tables.build(game, cards=2)[cards - 1].path
    falsified(path, *range(0, tables.sizes(game, cards)[cards], 10))
    states = tables.positions(game, 2, list(range(7, 24_470, 1000)))
    with Solver() as having, Solver(tables=False) as lacking:
        with pytest.warns(
            TableWarning, match=r"is not used: .*\.table: entry \d+ is \d+, and search says \d+: zsiros/4 "
        ):
            found = [having.solve(state) for state in states]
        assert [one.value for one in found] == [lacking.solve(state).value for state in states]
    assert any(one.tables for one in found) == (cards == 2)  # that of one card a hand is right then
    with pytest.raises(TableError, match="search says"):
        tables.build(game, cards=2)
    with pytest.raises(TableError, match="search says"):
        tables.stats(game, 2)
    assert folder in path.parents


@pytest.mark.usefixtures("folder")
def test_an_entry_that_only_search_finds_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that is wrong from beginning to end, and agrees with those of fewer cards: the search without tables contradicts it."""
    path = tables.build(game_of("zsiros/4"), cards=1)[0].path
    falsified(path, *range(212))
    entries = path.read_bytes()[table_files.START :]

    def agreeing(_room: Tables, _cards: int, place: int, size: int) -> bytes:
        return entries[place : place + size]

    monkeypatch.setattr(Tables, "fill", agreeing)
    with pytest.warns(TableWarning, match="search says"), Solver() as solver:
        assert not solver.solve(aceten.parse(ENDING)).tables


@pytest.mark.usefixtures("folder")
def test_a_table_from_elsewhere_is_looked_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of what this machine has built nothing is said; of the rest how many entries were worked out again, when it is first used."""
    state = aceten.parse(ENDING)
    tables.build(state.game, cards=2)
    assert aceten_solver.solve(state).tables
    strange(monkeypatch, tmp_path)
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        assert aceten_solver.solve(state).tables
    assert [re.findall("built this table.*", str(each.message)) for each in warned] == [
        [f"built this table of endgames; {number} of its entries were worked out again, and are right"]
        for number in ("212", "24,470")
    ]
    loaded_tables.forget()
    assert aceten_solver.solve(state).tables


@pytest.mark.usefixtures("folder")
def test_what_lies_beside_a_table_does_not_vouch_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does what is kept of other tables, or a word that is none of ours."""
    state = aceten.parse(ENDING)
    path = tables.build(state.game, cards=1)[0].path
    digest = table_files.loaded(path, table_files.read_header(path)).digest
    strange(monkeypatch, tmp_path)
    (path.parent / digest).write_text("built\n", encoding="ascii")
    path.with_suffix(".checked").write_text(
        "{0.st_size} {0.st_mtime_ns} {0.st_ctime_ns} {0.st_ino}\n".format(path.stat())
    )
    known_tables.remember("0" * 64, "built")
    known = known_tables.folder()
    assert known is not None
    (known / digest).write_text("bui", encoding="ascii")
    with pytest.warns(TableWarning, match="it is not known that this machine has built"):
        aceten_solver.solve(state)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("damage", ["cut", "overwritten"])
def test_what_becomes_of_a_file_in_use_makes_no_difference(damage: str) -> None:
    """It is cut to nothing, or written over, while a solver looks endgames up in it: answers stay what they were."""
    game = game_of("zsiros/4")
    path = tables.build(game, cards=2)[1].path
    states = tables.positions(game, 2, list(range(5, 24_470, 1500)))
    with Solver() as having, Solver(tables=False) as lacking:
        having.solve(states[0])
        with path.open("r+b") as file:
            file.truncate(0)
            file.write(b"\7" * 30_000 if damage == "overwritten" else b"")
        found = [having.solve(state) for state in states]
        assert all(one.tables for one in found)
        assert [one.value for one in found] == [lacking.solve(state).value for state in states]


def test_a_table_that_contradicts_itself_in_a_search_is_left(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """False entries that no sample has found make the core fail: the search goes on without the tables, and is right."""
    game = game_of("zsiros/4")
    path = tables.build(game, cards=2)[1].path
    falsified(path, *range(0, 24_470, 3))

    def unlucky(*_asked: object) -> int:
        return 1

    monkeypatch.setattr(loaded_tables, "check_sample", unlucky)
    with warnings.catch_warnings(record=True) as warned, Solver() as having, Solver(tables=False) as lacking:
        warnings.simplefilter("always")
        for seed in range(200):
            state = late(game, random.Random(seed), 3)
            found = having.solve(state)
            if any("contradicts itself" in str(each.message) for each in warned):
                assert (found.value, found.tables) == (lacking.solve(state).value, False)
                break
        assert "a table of endgames is not used: a fault of the native core" in str(warned[-1].message)
        assert not having.solve(aceten.parse(ENDING)).tables
    digest = table_files.loaded(path, table_files.read_header(path)).digest
    assert known_tables.how_known(digest) is None  # as one that was found to be right
    assert folder in path.parents


def test_the_program_says_what_it_makes_of_a_table_from_elsewhere(folder: Path, tmp_path: Path) -> None:
    """In a line on standard error, without a place in the program; the answer is the same."""
    tables.build(game_of("zsiros/4"), cards=1)
    command = [sys.executable, "-m", "aceten_cli.main", "solve", "zsiros/4 hands=A,8,K,T lead=0", "-l", "de"]
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "another")}
    first, second = (
        subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=True)  # noqa: S603 - our own
        for _ in range(2)
    )
    path = next(folder.glob("*.table"))
    assert first.stderr == (
        f"Warnung: {path}: es ist nicht bekannt, dass diese Maschine diese Tabelle von Endspielen gebaut hat;"
        " 212 ihrer Einträge wurden neu berechnet und stimmen\n"
    )
    assert second.stderr == ""
    assert "mit Tabellen" in first.stdout


def test_what_another_began_to_build_is_not_taken_for_own(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A journal and a part with false entries, which agree with each other: the whole table is looked at as one from elsewhere."""
    monkeypatch.setattr(table_files, "CHUNK", 1 << 10)
    game = game_of("zsiros/4")
    told: list[int] = []
    tables.build(game, cards=2, threads=1, progress=lambda done, _: told.append(done), stop=lambda: len(told) > 6)
    part, journal = next(folder.glob("*.part")), next(folder.glob("*.done"))
    chunk = int.from_bytes(journal.read_bytes()[:4], "little")
    with part.open("r+b") as file:
        file.seek(table_files.START + (chunk << 10))
        file.write(bytes(1 << 10))
    journal.write_bytes(chunk.to_bytes(4, "little") + zlib.crc32(bytes(1 << 10)).to_bytes(4, "little"))
    with pytest.raises(TableError, match="search says"):
        tables.build(game, cards=2)


@pytest.mark.usefixtures("folder")
def test_a_table_whose_header_promises_too_much_is_not_read() -> None:
    """A file with holes may be larger than any memory: how large a table is the rules say."""
    path = tables.build(game_of("zsiros/4"), cards=1)[0].path
    told = msgspec.structs.replace(table_files.read_header(path), entries=1 << 42)
    with path.open("r+b") as file:
        file.seek(64)
        file.write(msgspec.json.encode(told).ljust(4096 - 64))
        file.truncate(4096 + (1 << 42))
    loaded_tables.forget()
    with pytest.warns(TableWarning, match="it is not the table that its name says"):
        aceten_solver.solve(aceten.parse(ENDING))
    with pytest.raises(TableError, match="it is not the table that its name says"):
        tables.check(tables.TableFile(path=path, header=told))


def test_sampling_takes_all_of_few_and_chance_ones_of_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """How likely a false file passes follows from how many entries are looked at, and that nobody knows which."""
    seen: list[list[int]] = []

    def fill(_cards: int, place: int, size: int) -> bytes:
        seen[-1].append(place)
        return bytes(size)

    room = types.SimpleNamespace(fill=fill)

    def none(*_asked: object) -> list[State]:
        return []

    monkeypatch.setattr(table_entries, "positions", none)
    monkeypatch.setattr(table_entries, "SEARCHED", 0)
    for size in (1 << 16, 1 << 20, 1 << 20):
        seen.append([])
        assert table_entries.check_sample(Path(), bytes(size), room, game_of("zsiros/4"), 3) == 1 << 16  # type: ignore[arg-type]
    assert seen[0] == list(range(0, 1 << 16, 1 << 12))
    assert len(set(seen[1])) > 60_000
    assert seen[1] != seen[2]


# --- The command ------------------------------------------------------------------------------------------------------


@pytest.mark.turns(2)
def test_the_command_builds_lists_checks_and_removes(folder: Path, run: Aceten) -> None:
    """Each says what it did; a damaged file is told with the reason, and can be removed."""

    def tell(*arguments: str) -> tuple[int, str]:
        done = run("tables", *arguments)
        return done.status, done.words + done.err

    assert "no tables in" in tell("list")[1]
    status, out = tell("build", "zsiros/4", "--cards", "2")
    assert (status, "2 cards a hand: 24,470 positions" in out) == (0, True)
    assert tell("list")[1].count("zsiros/4") == 2
    assert tell("check", "--sample", "20")[0] == 0
    solved = run("solve", "zsiros/4 hands=A7,98,KK,T7 lead=0").words
    assert "(native, with tables)" in solved
    assert "In 17,865 the leader has several ranks" in tell("stats", "zsiros/4", "--cards", "2")[1]
    assert json.loads(run("tables", "stats", "zsiros/4", "--cards", "1", "--json").out) == {
        "game": "zsiros/4",
        "cards": 1,
        "positions": 212,
        "ahead": 82,
        "level": 52,
        "every": 103,
        "none": 109,
        "points": {"0": 130, "10": 31, "20": 31, "30": 17, "40": 3},
        "several": 0,
        "only_one": 0,
        "rounds": {"1": 212},
        "longest": "zsiros/4 hands=8,8,8,8 lead=0 tricks=0,0",
    }
    assert "build zsiros/4 --cards 3" in tell("stats", "zsiros/4", "--cards", "3")[1]
    damaged = min(folder.glob("*.table"))
    damaged.write_bytes(damaged.read_bytes()[:-1])
    status, out = tell("check")
    assert (status, "build it again" in out) == (1, True)
    assert tell("remove", "zsirs/4") == (
        2,
        "error: no table was built for 'zsirs/4'; 'aceten tables list' tells which there are\n",
    )
    assert "build it again" in tell("stats", "zsiros/4", "--cards", "2")[1]
    assert tell("remove")[1].count("removed") == 2
    assert not list(folder.glob("*.table"))


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ("schnapsen", "matching tricks only"),
        ("ristikontra/4", "how often a rank was led"),
        ("septica/3", "there are not two sides"),
        ("zsiros/9", "players"),
    ],
)
def test_what_has_no_tables_is_refused_with_the_reason(game: str, reason: str, run: Aceten) -> None:
    """Somebody who asks for them learns why there are none."""
    done = run("tables", "build", game)
    assert done.status == 2
    assert reason in done.err
