"""Kill what writes files, at random moments, and go on: ``python -m attack.kills [--share 0.01] [--seed 5] [KIND ...]``.

Each round has a folder of its own, in which one command is begun again and again, killed (SIGKILL) each time but the last, and at the end
left alone. A moment is one of the clock, or the one before a file is opened, renamed or removed, which the clock seldom hits. After every
kill all that was reported has to be there, and nothing may look whole that is not; at the end all is as in a run that nobody has killed.

Every run is a fork of a process that has loaded the program. ``.attack/kills.json`` says after each round how many there were, so the same
command goes on from there; the folder of a round that went wrong is left.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple, NoReturn, cast

import duckdb as duckdb  # noqa: PLC0414 - what the program would load in every run
import msgspec
from pyarrow import parquet
from rich.console import Console
from rich.table import Table
from typing_extensions import override

import aceten
from aceten_cli.main import main as run_program
from aceten_cli.main import program
from aceten_solver import table_files
from aceten_surveys import grading

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

KILLS: Final = {"play": 250, "solve": 200, "tables": 200, "survey": 150, "grade": 200}
"""How often each command is killed."""
MOST: Final = 4
"""So often at most in one folder."""
SECONDS: Final = 120
"""What takes longer hangs."""

_CHANGES: Final = frozenset({"os.mkdir", "os.remove", "os.rename", "os.truncate"})
"""What a process is about to do with files, as Python tells its audit hooks, beside opening them."""
_WRITES: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT
"""How a file is opened that is written to."""
_SAID: Final = "said"
"""The file with what a run has printed."""


class Moment(NamedTuple):
    """When a run is killed."""

    seconds: float | None = None
    """So long after it began."""
    operations: int | None = None
    """When it is about to write to a file, or to change its name, for this time."""


class Ended(NamedTuple):
    """How a run has ended."""

    status: int
    """Its exit status; below zero: the signal that has ended it."""
    said: str
    """What it has printed."""
    seconds: float
    """How long it took."""
    operations: int
    """How often it was about to do that, where it was not killed."""


class Asked(NamedTuple):
    """What a run is to do."""

    arguments: Sequence[str]
    """After the name of the program."""
    typed: str = ""
    """What standard input holds."""


NEVER: Final = Moment()


def run(folder: Path, asked: Asked, moment: Moment = NEVER) -> Ended:
    """Run the program in a folder, and kill it; it may end before that."""
    said, typed = folder / _SAID, folder / "typed"
    typed.write_text(asked.typed, encoding="utf-8")
    telling, told = os.pipe()
    began = time.monotonic()
    child = os.fork()
    if not child:
        _be(folder, asked, moment, told)
    os.close(told)
    until = began + (SECONDS if moment.seconds is None else moment.seconds)
    while not (ended := os.waitpid(child, os.WNOHANG))[0] and time.monotonic() < until:
        time.sleep(0.001)
    if not ended[0]:
        os.kill(child, signal.SIGKILL)
        ended = os.waitpid(child, 0)
        assert moment.seconds is not None, f"{asked.arguments} takes longer than {SECONDS} s"
    operations = int(os.read(telling, 20) or 0)
    os.close(telling)
    status = os.waitstatus_to_exitcode(ended[1])
    return Ended(status, said.read_text(encoding="utf-8"), time.monotonic() - began, operations)


def _be(folder: Path, asked: Asked, moment: Moment, told: int) -> NoReturn:
    """Be the program, started in a folder."""
    os.chdir(folder)
    for number, (name, flags) in enumerate((("typed", os.O_RDONLY), (_SAID, os.O_WRONLY | os.O_CREAT | os.O_TRUNC))):
        opened = os.open(name, flags, 0o644)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - it is for as long as the program runs
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - likewise
    sys.argv = ["aceten", *asked.arguments]
    os.environ[table_files.ENVIRONMENT] = "tables"
    table_files.CHUNK = 1 << 14  # type: ignore[misc] # files are written more often than otherwise: there are more moments
    done, write = 0, os.write

    def count() -> None:
        nonlocal done
        done += 1
        if done == moment.operations:
            os.kill(os.getpid(), signal.SIGKILL)

    def hear(event: str, about: tuple[object, ...]) -> None:
        if event in _CHANGES or (event == "open" and cast("int", about[2]) & _WRITES):
            count()

    def counted(number: int, data: bytes) -> int:
        count()
        return write(number, data)

    os.write = counted  # type: ignore[assignment] # as it is called here
    sys.addaudithook(hear)
    status: object = 70
    try:
        run_program()
    except SystemExit as end:
        status = end.code
    finally:
        sys.stdout.flush()
        write(told, str(done).encode())
        os._exit(status if isinstance(status, int) else 0)


# --- What is killed -------------------------------------------------------------------------------------------------------


class Work(ABC):
    """A command that writes files, and goes on where it was ended."""

    def __init__(self, given: Path) -> None:
        """Write into a folder what the command is given, and let it do its work once, undisturbed."""
        given.mkdir()
        self.given = given
        self.prepare()
        folder = given.with_name(f"{given.name}-whole")
        folder.mkdir()
        self.begin(folder)
        self.undisturbed = run(folder, self.asked(folder))
        assert self.undisturbed.status == 0, self.undisturbed
        self.expected = self.there(folder)
        assert self.expected

    def prepare(self) -> None:  # noqa: B027 - some are given nothing
        """Write what the command is given."""

    def begin(self, folder: Path) -> None:  # noqa: B027 - in most nothing is
        """Put into the folder of a round what is there before the first run."""

    @abstractmethod
    def asked(self, folder: Path) -> Asked:
        """Return what begins the work in a folder, or goes on with it."""

    @abstractmethod
    def there(self, folder: Path) -> Mapping[str, object]:
        """Return all that is there and looks whole."""

    def check(self, folder: Path, asked: Asked, ended: Ended) -> None:  # noqa: ARG002 - some look at what was asked
        """Look at a folder after a run was ended: what is there belongs to the whole, and what was printed is there."""
        wrong = {name for name, found in self.there(folder).items() if found != self.expected.get(name)}
        assert not wrong, wrong
        if ended.status == 0:
            self.check_whole(folder, ended)

    def check_whole(self, folder: Path, ended: Ended) -> None:
        """Look at a folder after a run that came to its end."""
        assert self.there(folder) == self.expected
        assert ended.said == self.undisturbed.said


class Solving(Work):
    """``solve --resume``: rows of which every whole line is right."""

    @override
    def prepare(self) -> None:
        game = aceten.load("zsiros", players=2)
        lines: list[str] = []
        for seed in range(40):
            state: aceten.State = game.deal(seed=seed)
            while sum(map(len, state.hands)) + len(state.talon) > 18:
                state = state.play(state.legal[0])
            lines.append(f"{state}\n")
        (self.given / "positions.txt").write_text("".join(lines), encoding="utf-8")

    @override
    def asked(self, folder: Path) -> Asked:
        return Asked(["solve", str(self.given / "positions.txt"), "--csv", "--threads", "2", "--resume", "rows.csv"])

    @override
    def there(self, folder: Path) -> Mapping[str, object]:
        rows = folder / "rows.csv"
        lines = rows.read_text(encoding="utf-8").splitlines(keepends=True) if rows.exists() else []
        return {str(number): line for number, line in enumerate(lines) if line.endswith("\n")}


class Building(Work):
    """``tables build``: files of which every one is right that has the name of a table."""

    @override
    def asked(self, folder: Path) -> Asked:
        return Asked(["tables", "build", "ristiklappi/4", "--cards", "2", "--threads", "2"])

    @override
    def there(self, folder: Path) -> Mapping[str, object]:
        return {path.name: path.read_bytes() for path in folder.glob("tables/*.table")}

    @override
    def check(self, folder: Path, asked: Asked, ended: Ended) -> None:
        super().check(folder, asked, ended)
        for line in ended.said.splitlines(keepends=True):
            assert not line.endswith(".table\n") or (folder / line.split()[-1]).exists(), line

    @override
    def check_whole(self, folder: Path, ended: Ended) -> None:
        super().check_whole(folder, ended)
        assert not [*folder.glob("tables/*.part"), *folder.glob("tables/*.done")]


class Surveying(Work):
    """``survey run``: files of which every one is right that readers see."""

    @override
    def prepare(self) -> None:
        asked = 'game = "zsiros/2"\nvalues = ["game-points"]\nshard = 4\nlimit = 400\n[deals]\ncount = 60\n'
        (self.given / "asked.toml").write_text(asked, encoding="utf-8")

    @override
    def asked(self, folder: Path) -> Asked:
        return Asked(["survey", "run", str(self.given / "asked.toml"), "--out", "out", "--workers", "2"])

    @override
    def there(self, folder: Path) -> Mapping[str, object]:
        found = [path for path in folder.glob("out/**/[!_]*") if path.is_file()]
        return {str(path.relative_to(folder)): path.read_bytes() for path in found}

    @override
    def check_whole(self, folder: Path, ended: Ended) -> None:
        super().check_whole(folder, ended)
        assert not [*folder.glob("out/shards/_*")]


class Grading(Work):
    """``grade``, of records some of which were others when they were graded before: every record's rows are those of old or of new."""

    @override
    def prepare(self) -> None:
        (self.given / "records").mkdir()
        chance = Random(5)
        texts: list[str] = []
        for number in range(9):
            states: list[aceten.State] = [aceten.load("zsiros", players=2).deal(seed=number)]
            while states[-1].turn is not None:
                states.append(states[-1].play(chance.choice(states[-1].legal)))
            begun = next(state for state in states if sum(map(len, state.hands)) + len(state.talon) == 10)
            texts.append(aceten.record_of(begun, states[-1]))
        texts[8] = (files("aceten_spec") / "vectors" / "schnapsen.match.jsonl").read_text(encoding="utf-8")
        self.texts = texts
        """Of eight records, and one more that takes the place of the first."""
        self.before = self.given.with_name(f"{self.given.name}-before")
        self.before.mkdir()
        self._lay(self.before, [8, 0, 1, 2])
        ended = run(self.before, self.asked(self.before))
        assert ended.status == 0, ended
        self.old = self.there(self.before)
        assert len([*self.before.glob("out/shards/*")]) == 1
        grading._EVERY = 0  # type: ignore[misc] # noqa: SLF001 - from now on, a file for every record instead of one every few seconds

    def _lay(self, folder: Path, chosen: Sequence[int]) -> None:
        (folder / "records").mkdir(exist_ok=True)
        for name, number in enumerate(chosen):
            (folder / "records" / f"{name}.jsonl").write_text(self.texts[number], encoding="utf-8")

    @override
    def begin(self, folder: Path) -> None:
        shutil.copytree(self.before, folder, dirs_exist_ok=True)
        self._lay(folder, range(8))

    @override
    def asked(self, folder: Path) -> Asked:
        return Asked(["grade", "records", "--out", "out", "--nodes", "3000", "--threads", "2"])

    @override
    def there(self, folder: Path) -> Mapping[str, object]:
        rows: dict[str, list[object]] = {}
        for path in sorted(folder.glob("out/shards/[!_]*")):
            for row in parquet.read_table(path).to_pylist():  # pyright: ignore[reportUnknownMemberType] - the stubs leave a list open
                rows.setdefault(f"{row['record']} {path.stem}", []).append(row)
        return rows

    @override
    def check(self, folder: Path, asked: Asked, ended: Ended) -> None:
        whole = [self._by_record(rows) for rows in (self.old, self.expected)]
        for name, rows in self.there(folder).items():
            assert rows in [each.get(name.split()[0]) for each in whole], name
        if ended.status == 0:
            self.check_whole(folder, ended)

    @override
    def check_whole(self, folder: Path, ended: Ended) -> None:
        assert self._by_record(self.there(folder)) == self._by_record(self.expected)
        assert len(self.there(folder)) == len(self._by_record(self.expected))
        assert ended.said == self.undisturbed.said
        assert not [*folder.glob("out/shards/_*")]

    @staticmethod
    def _by_record(rows: Mapping[str, object]) -> dict[str, object]:
        return {name.split()[0]: found for name, found in rows.items()}


class Playing(Work):
    """``play --record`` and ``save``: what was told of a deal is in its record, and from there the machine plays as it would have."""

    _PLAY: Final = ("play", "--seats", "none", "--seed", "1", "--strength", "greedy", "--plain", "--record")
    _DEALS: Final = 3
    _DEAL: Final = re.compile(r"^Deal ", re.MULTILINE)
    """How the line begins that a deal begins with."""
    _TELLS: Final = re.compile(r"^[A-D]  ", re.MULTILINE)
    """How a line begins that tells what somebody did."""

    @override
    def asked(self, folder: Path) -> Asked:
        records = self._records(folder)
        if records:
            gone_on = sum(name.startswith("on") for name in records)
            return Asked([*self._PLAY, f"on-{gone_on + 1}.jsonl", "--from", records[-1]])
        typed = "".join(f"save saved-{number}.jsonl\n\n" for number in range(1, self._DEALS + 1))
        return Asked([*self._PLAY, "record.jsonl", "zsiros/4"], typed)

    @override
    def there(self, folder: Path) -> Mapping[str, object]:
        return {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.jsonl")}

    def _records(self, folder: Path) -> list[str]:
        """Return the names of the records of deals, in the order in which they were made, but the one that is empty: it was not begun."""
        names = [name for name, text in self.there(folder).items() if text and not name.startswith("saved")]
        return sorted(names, key=lambda name: (name.startswith("on"), len(name), name))

    @override
    def check(self, folder: Path, asked: Asked, ended: Ended) -> None:
        there, expected = self.there(folder), cast("Mapping[str, str]", self.expected)
        deals = [name for name in self._records(folder) if name.startswith("record")]
        begun, written = (0, deals)
        if asked.arguments[-2] == "--from":
            source = cast("str", there[asked.arguments[-1]])
            begun, written = source.count("\n") - 1, [asked.arguments[-3]]
        told = [len(self._TELLS.findall(text)) for text in self._DEAL.split(ended.said)[1:]]
        assert len(told) <= len(written)
        for number, name in enumerate(written):
            text = cast("str", there.get(name, ""))
            assert expected[deals[number if written is deals else -1]].startswith(text), name
            if number < len(told):
                assert begun + told[number] <= text.count("\n") - 1, name
        for saved in re.findall(r"^saved: (.*)$", ended.said, re.MULTILINE):
            assert there[saved] == expected[saved]
        if ended.status == 0:
            self.check_whole(folder, ended)

    @override
    def check_whole(self, folder: Path, ended: Ended) -> None:
        """Look at the deal that came to its end, and let the match go on that was saved."""
        there, records = self.there(folder), self._records(folder)
        deals = [name for name in records if name.startswith("record")]
        assert there[records[-1]] == self.expected[deals[-1]]
        saved = sorted(name for name in there if name.startswith("saved"))
        if saved and len(saved) < self._DEALS:
            more = folder / "more"
            shutil.rmtree(more, ignore_errors=True)
            more.mkdir()
            done = run(more, Asked([*self._PLAY, "more.jsonl", "--from", f"../{saved[-1]}"], "\n\n\n"))
            assert done.status == 0
            for number in range(len(saved), self._DEALS + 1):
                name = f"more-{number - len(saved) + 1}.jsonl".replace("-1", "")
                assert self.there(more)[name] == self.expected[f"record-{number}.jsonl".replace("-1", "")]


WORKS: Final[dict[str, type[Work]]] = {
    "play": Playing,
    "solve": Solving,
    "tables": Building,
    "survey": Surveying,
    "grade": Grading,
}


def attack_once(work: Work, folder: Path, chance: Random) -> int:
    """Kill a command some times in a folder, and then let it come to its end; return how often it was killed.

    :raises AssertionError: when something that was reported is not there, or comes to something else than without being killed.
    """
    work.begin(folder)
    kills = 0
    for _ in range(chance.randint(1, MOST)):
        asked, most = work.asked(folder), work.undisturbed
        by_clock, by_files = (
            Moment(chance.uniform(0, most.seconds)),
            Moment(operations=chance.randint(1, most.operations)),
        )
        moment = chance.choice([by_clock, by_files])
        ended = run(folder, asked, moment)
        work.check(folder, asked, ended)
        if ended.status == 0:  # before that moment
            break
        assert ended.status == -signal.SIGKILL, ended
        kills += 1
    asked = work.asked(folder)
    ended = run(folder, asked)
    assert ended.status == 0, ended
    work.check(folder, asked, ended)
    return kills


class Progress(msgspec.Struct):
    """How far the attack on a command is."""

    kills: int = 0
    """So often it was killed."""
    rounds: int = 0
    """In so many folders; the chance of each is drawn from the first seed and its number."""


def attack(kind: str, kills: int, seed: int, so_far: Progress, kept: Path) -> Iterator[Progress]:
    """Kill a command so often; yield after each round how far it is.

    :param so_far: what is gone on from.
    :param kept: where the folder of a round is left that went wrong.
    :raises AssertionError: when one does, saying which.
    """
    program()  # all commands are loaded now, and not by every run
    with tempfile.TemporaryDirectory() as name:
        work = WORKS[kind](Path(name) / "given")
        while so_far.kills < kills:
            so_far.rounds += 1
            folder = Path(name) / str(so_far.rounds)
            folder.mkdir()
            try:
                so_far.kills += attack_once(work, folder, Random(f"{seed} {kind} {so_far.rounds}"))
            except AssertionError as error:
                left = kept / f"{kind}-{seed}-{so_far.rounds}"
                shutil.copytree(folder, left, dirs_exist_ok=True)
                raise AssertionError(f"seed {seed}, round {so_far.rounds}, left in {left}: {error}") from error
            shutil.rmtree(folder)
            yield so_far


def main() -> None:
    """Kill every command, or some."""
    told = argparse.ArgumentParser(prog="attack.kills", description=__doc__)
    told.add_argument("kinds", nargs="*", choices=[[], *KILLS], metavar="KIND", help=", ".join(KILLS))
    told.add_argument("--share", type=float, default=1.0, help="of the kills")
    told.add_argument("--seed", type=int, default=1)
    told.add_argument("--folder", type=Path, default=Path(".attack"), help="for how far it is and what went wrong")
    asked = told.parse_args()
    folder, seed = cast("Path", asked.folder).absolute(), cast("int", asked.seed)
    folder.mkdir(exist_ok=True)
    file = folder / "kills.json"
    progress = msgspec.json.decode(file.read_bytes(), type=dict[str, Progress]) if file.exists() else {}
    table, wrong = Table("killed", "times", "in folders", "wrong", box=None), False
    for kind in asked.kinds or KILLS:
        problem = ""
        try:
            for far in attack(
                kind, round(KILLS[kind] * asked.share), seed, progress.get(kind, Progress()), folder / "wrong"
            ):
                progress[kind] = far
                file.write_bytes(msgspec.json.format(msgspec.json.encode(progress)))
        except AssertionError as error:
            problem = str(error)
        far = progress.get(kind, Progress())
        table.add_row(kind, f"{far.kills:,}", f"{far.rounds:,}", problem or "0")
        wrong |= bool(problem)
    Console(highlight=False, markup=False).print(table)
    sys.exit(wrong)


if __name__ == "__main__":
    main()
