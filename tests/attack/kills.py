"""Kill what writes files, at random moments, and go on: ``python -m attack.kills [--share 0.01] [--seed 5] [KIND ...]``.

Each round has a folder of its own, in which one command is begun again and again, killed (SIGKILL) each time but the last, and at the end
left alone. A moment is one of the clock, or one before or after a file is opened, written, renamed or removed, which the clock seldom hits.
After every kill all that was reported has to be there, and nothing may look whole that is not; at the end all is as in a run that nobody
has killed.

Every run is a fork of a process that has loaded the program. ``.attack/kills.json`` says after each round how many there were, so the same
command goes on from there; the folder of a round that went wrong is left.
"""

import argparse
import io
import mmap
import os
import re
import shutil
import signal
import sys
import tempfile
import time
import traceback
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from random import Random
from typing import IO, Any, Final, NamedTuple, NoReturn, cast

import msgspec
from rich.console import Console
from rich.table import Table
from support.games.small_surveys import SMALL
from typing_extensions import override

import aceten
import aceten_cli.surveys.survey_tables  # noqa: F401 # pyright: ignore[reportUnusedImport] - what the program would load in every run
import aceten_surveys
from aceten_cli.main import main as run_program
from aceten_cli.main import program
from aceten_solver.native import table_files
from aceten_surveys import grading
from aceten_surveys.asking import ask

KILLS: Final = {"play": 250, "solve": 150, "tables": 200, "survey": 200, "grade": 200}
"""How often each command is killed."""
MOST: Final = 4
"""So often at most in one folder."""
SECONDS: Final = 1800.0
"""What takes longer hangs."""

_MEMORY: Final = "/dev/shm"  # noqa: S108 - in a folder of its own
"""Where files are written to, if it is there: whoever is killed leaves the same there as on a disk, for which all would wait."""
_CHANGES: Final = frozenset({"os.mkdir", "os.remove", "os.rename", "os.truncate"})
"""What a process is about to do with files, as Python tells its audit hooks, beside opening them."""
_WRITES: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT
"""How a file is opened that is written to."""


class Moment(NamedTuple):
    """When a run is killed."""

    seconds: float = SECONDS
    """So long after it began."""
    operations: int = 0
    """When it is about to do something to a file for this time; 0: whatever it does."""


class Ended(NamedTuple):
    """How a run has ended."""

    status: int
    """Its exit status; below zero: the signal that has ended it."""
    said: str
    """What it has printed."""
    seconds: float
    """How long it took."""
    operations: int
    """How often it was about to do something to a file."""


class Asked(NamedTuple):
    """What a run is to do."""

    arguments: list[str]
    """After the name of the program."""
    typed: str = ""
    """What standard input holds."""


NEVER: Final = Moment()
"""A run comes to its end."""


def run(folder: Path, asked: Asked, moment: Moment = NEVER) -> Ended:
    """Run the program in a folder, and kill it at a moment, before which it may end by itself."""
    (folder / "typed").write_text(asked.typed, encoding="utf-8")
    (folder / "said").write_text("", encoding="utf-8")
    with mmap.mmap(-1, 8) as counted:  # which parent and child see
        began = time.monotonic()
        child = os.fork()
        if not child:
            _be(folder, asked, moment, counted)
        while not (ended := os.waitpid(child, os.WNOHANG))[0]:
            if time.monotonic() > began + moment.seconds:
                os.kill(child, signal.SIGKILL)
            time.sleep(0.001)
        seconds, operations = time.monotonic() - began, int.from_bytes(counted[:])
    assert seconds < SECONDS, f"{asked.arguments} takes longer than {SECONDS} s"
    said = (folder / "said").read_text(encoding="utf-8")
    return Ended(os.waitstatus_to_exitcode(ended[1]), said, seconds, operations)


def _be(folder: Path, asked: Asked, moment: Moment, counted: mmap.mmap) -> NoReturn:
    """Be the program, started in a folder."""
    os.chdir(folder)
    os.dup2(os.open("typed", os.O_RDONLY), 0)
    os.dup2(os.open("said", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
    sys.stdin, sys.stdout = open(0, encoding="utf-8"), open(1, "w", encoding="utf-8")  # noqa: SIM115 - for as long as it runs
    sys.argv = ["aceten", *asked.arguments]
    os.environ[table_files.ENVIRONMENT] = "tables"
    write, opened = os.write, io.open

    def count() -> None:
        done = int.from_bytes(counted[:]) + 1
        counted[:] = done.to_bytes(8)
        if done == moment.operations:
            os.kill(os.getpid(), signal.SIGKILL)

    def hear(event: str, about: tuple[object, ...]) -> None:
        if event in _CHANGES or (event == "open" and cast("int", about[2]) & _WRITES):
            count()

    def writing(number: int, data: bytes) -> int:
        count()
        return write(number, data)

    def opening(*of: Any, **more: Any) -> IO[Any]:  # noqa: ANN401 - it takes what that takes
        file = cast("IO[Any]", opened(*of, **more))
        if file.writable():  # and nothing is written yet
            count()
        return file

    os.write, io.open = writing, opening  # type: ignore[assignment] # as they are called here
    sys.addaudithook(hear)
    status: object = 70
    try:
        run_program()
    except SystemExit as end:
        status = end.code
    finally:
        sys.stdout.flush()
        os._exit(status if isinstance(status, int) else 0)


# --- What is killed -------------------------------------------------------------------------------------------------------


class Work(ABC):
    """A command that writes files, and goes on where it was ended."""

    left: tuple[str, ...] = ()
    """What may lie there only as long as the work is not done."""

    def __init__(self, given: Path) -> None:
        """Write into a folder what the command is given, and let it do its work once, undisturbed."""
        self.given, folder = given, given / "whole"
        folder.mkdir(parents=True)
        self.prepare()
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

    def may_be(self, name: str, found: object) -> bool:
        """Whether something that looks whole belongs to the whole."""
        return found == self.expected.get(name)

    def check(self, folder: Path, asked: Asked, ended: Ended) -> None:
        """Look at a folder after a run has ended: what is there belongs to the whole, and what was reported is there."""
        there = self.there(folder)
        wrong = [name for name, found in there.items() if not self.may_be(name, found)]
        assert not wrong, wrong
        self.check_told(folder, asked, ended.said)
        if ended.status == 0:
            self.check_whole(folder, ended)

    def check_told(self, folder: Path, asked: Asked, said: str) -> None:  # noqa: B027
        """Look whether what was printed is there; most print nothing before all is done."""

    def check_whole(self, folder: Path, ended: Ended) -> None:
        """Look at a folder after a run that came to its end."""
        assert (self.there(folder), ended.said) == (self.expected, self.undisturbed.said)
        assert not [path for left in self.left for path in folder.glob(left)]


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

    left = ("tables/*.part", "tables/*.done")

    @override
    def prepare(self) -> None:
        table_files.CHUNK = 1 << 11  # type: ignore[misc] # files are written more often than otherwise: there are more moments

    @override
    def asked(self, folder: Path) -> Asked:
        return Asked(["tables", "build", "zsiros/4", "--cards", "2", "--threads", "2"])

    @override
    def there(self, folder: Path) -> Mapping[str, object]:
        return {path.name: path.read_bytes() for path in folder.glob("tables/*.table")}

    @override
    def check_told(self, folder: Path, asked: Asked, said: str) -> None:
        assert all((folder / name).exists() for name in re.findall(r"\S+\.table$", said, re.MULTILINE))


class Surveying(Work):
    """``survey run``: files of which every one is right that readers see, and certificates of some deals before their rows."""

    left = ("out/shards/_*", "out/certificates/_*")

    @override
    def prepare(self) -> None:
        asked = (
            'game = "small/2"\nrules = "small.toml"\nvalues = ["points"]\ncertify = 4\nshard = 2\n[deals]\ncount = 24\n'
        )
        (self.given / "asked.toml").write_text(asked, encoding="utf-8")
        (self.given / "small.toml").write_text(SMALL, encoding="utf-8")

    @override
    def asked(self, folder: Path) -> Asked:
        return Asked(["survey", "run", str(self.given / "asked.toml"), "--out", "out", "--workers", "2"])

    @override
    def there(self, folder: Path) -> Mapping[str, object]:
        found = [path for path in folder.glob("out/**/[!_]*") if path.is_file()]
        return {str(path.relative_to(folder)): path.read_bytes() for path in found}

    @override
    def check_told(self, folder: Path, asked: Asked, said: str) -> None:
        if (folder / "out" / "survey.json").exists():
            assert not aceten_surveys.status(folder / "out").damaged


class Grading(Work):
    """``grade``, of records some of which were others when they were graded before: every record's rows are those of old or of new."""

    left = ("out/shards/_*",)

    @override
    def prepare(self) -> None:
        chance, self.texts = Random(5), list[str]()
        """Of five records, and one more in whose place the first is put later."""
        for number in range(5):
            states: list[aceten.State] = [aceten.load("zsiros", players=2).deal(seed=number)]
            while states[-1].turn is not None:
                states.append(states[-1].play(chance.choice(states[-1].legal)))
            begun = next(state for state in states if sum(map(len, state.hands)) + len(state.talon) == 8)
            self.texts.append(aceten.record_of(begun, states[-1]))
        self.texts.append((files("aceten_spec") / "vectors" / "schnapsen.match.jsonl").read_text(encoding="utf-8"))
        self.before = self.given / "before"
        self._lay(self.before, [5, 0, 1])
        assert run(self.before, self.asked(self.before)).status == 0
        self.old = self.there(self.before)
        grading._EVERY = 0  # type: ignore[misc] # noqa: SLF001 - from now on a file for every record, instead of one every few seconds

    def _lay(self, folder: Path, chosen: Iterable[int]) -> None:
        (folder / "records").mkdir(parents=True, exist_ok=True)
        for name, number in enumerate(chosen):
            (folder / "records" / f"{name}.jsonl").write_text(self.texts[number], encoding="utf-8")

    @override
    def begin(self, folder: Path) -> None:
        shutil.copytree(self.before, folder, dirs_exist_ok=True)
        self._lay(folder, range(5))

    @override
    def asked(self, folder: Path) -> Asked:
        return Asked(["grade", "records", "--out", "out", "--nodes", "1000", "--threads", "2"])

    @override
    def there(self, folder: Path) -> Mapping[str, object]:
        if not [*folder.glob("out/shards/*.parquet")]:
            return {}
        rows = ask(folder / "out", "SELECT * FROM actions ORDER BY record, deal, number").rows
        return {str(record): [*of] for record, of in groupby(rows, key=lambda row: row[0])}

    @override
    def may_be(self, name: str, found: object) -> bool:
        return found in (self.expected[name], self.old.get(name))


class Playing(Work):
    """``play --record`` and ``save``: what was told of a deal is in its record, and from there the machine plays as it would have."""

    _PLAY: Final = ("play", "--seats", "none", "--seed", "1", "--strength", "greedy", "--plain", "--record")
    _DEALS: Final = ("record", "record-2", "record-3", "record-4")
    """The records of the deals; at the end of each but the last the match is saved, too."""

    @override
    def asked(self, folder: Path) -> Asked:
        if begun := self._begun(folder):
            number = len([*folder.iterdir()])  # a name that is free
            return Asked([*self._PLAY, f"on-{number}.jsonl", "--from", f"{begun[-1]}.jsonl"])
        (folder / "record.jsonl").unlink(missing_ok=True)  # an empty one, beside which the next would have a number
        typed = "".join(f"save saved-{number}.jsonl\n\n" for number in range(1, len(self._DEALS)))
        return Asked([*self._PLAY, "record.jsonl", "zsiros/4"], typed)

    @override
    def there(self, folder: Path) -> Mapping[str, object]:
        found = {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.jsonl")}
        return {name: text for name, text in found.items() if text}  # one of a deal that is not begun is empty

    def _begun(self, folder: Path) -> list[str]:
        """Return the names of records in the order in which they were made."""
        names = [name for name in self.there(folder) if not name.startswith("saved")]
        return sorted(names, key=lambda name: (name.startswith("on"), len(name), name))

    def _deal(self, folder: Path) -> str:
        """Return the name of the record of the deal that is played last, in a run that nobody kills."""
        return [name for name in self._begun(folder) if name in self._DEALS][-1]

    @override
    def check(self, folder: Path, asked: Asked, ended: Ended) -> None:
        self.folder = folder
        super().check(folder, asked, ended)

    @override
    def may_be(self, name: str, found: object) -> bool:
        whole = cast("str", self.expected[self._deal(self.folder) if name.startswith("on") else name])
        return found == whole or (not name.startswith("saved") and whole.startswith(cast("str", found)))

    @override
    def check_told(self, folder: Path, asked: Asked, said: str) -> None:
        there = cast("Mapping[str, str]", self.there(folder))
        before, names = 0, [*self._DEALS]
        if asked.arguments[-2] == "--from":
            before, names = _actions(there[asked.arguments[-1][:-6]]), [asked.arguments[-3][:-6]]
        for told, name in zip(said.split("\nDeal ")[1:], names, strict=False):
            assert before + len(re.findall(r"^[A-D]  ", told, re.MULTILINE)) <= _actions(there.get(name, "\n")), name
        assert {*re.findall(r"^saved: (.*).jsonl$", said, re.MULTILINE)} <= {*there}

    @override
    def check_whole(self, folder: Path, ended: Ended) -> None:
        """Look at the deal that came to its end, and let the match go on that was saved."""
        there = self.there(folder)
        assert there[self._begun(folder)[-1]] == self.expected[self._deal(folder)]
        saved = sum(name.startswith("saved") for name in there)
        if saved:
            more = folder / "more"
            more.mkdir(exist_ok=True)
            asked = Asked([*self._PLAY, "record.jsonl", "--from", f"../saved-{saved}.jsonl"], "\n" * (4 - saved))
            assert run(more, asked).status == 0
            for made, deal in zip(self._DEALS, self._DEALS[saved - 1 :], strict=False):
                assert self.there(more)[made] == self.expected[deal]


def _actions(text: str) -> int:
    """Return how many actions are in the record of a deal, whose first line is its beginning."""
    return text.count("\n") - 1


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
    kills, most = 0, work.undisturbed
    for _ in range(chance.randint(1, MOST)):
        moments = Moment(chance.uniform(0, most.seconds)), Moment(operations=chance.randint(1, most.operations))
        asked = work.asked(folder)
        ended = run(folder, asked, chance.choice(moments))
        assert ended.status in {0, -signal.SIGKILL}, ended
        work.check(folder, asked, ended)
        if ended.status == 0:  # before that moment
            break
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


def attack(kind: str, kills: int, seed: int, far: Progress, kept: Path) -> Iterator[None]:
    """Kill a command so often; yield after each round.

    :param far: is gone on from, and kept up to date.
    :param kept: where the folder of a round is left that went wrong.
    :raises AssertionError: when one does, saying which.
    """
    program()  # all commands are loaded now, and not by every run
    with tempfile.TemporaryDirectory(dir=_MEMORY if Path(_MEMORY).is_dir() else None) as name:
        work = WORKS[kind](Path(name) / "given")
        while far.kills < kills:
            far.rounds += 1
            folder = Path(name) / str(far.rounds)
            folder.mkdir()
            try:
                far.kills += attack_once(work, folder, Random(f"{seed} {kind} {far.rounds}"))
            except AssertionError as error:
                left = kept / f"{kind}-{seed}-{far.rounds}"
                shutil.copytree(folder, left, dirs_exist_ok=True)
                (left / "why").write_text(traceback.format_exc(), encoding="utf-8")
                raise AssertionError(f"seed {seed}, round {far.rounds}, left in {left}: {error}") from error
            shutil.rmtree(folder)
            yield


def main() -> None:
    """Kill every command, or some."""
    told = argparse.ArgumentParser(prog="attack.kills", description=__doc__)
    told.add_argument("kinds", nargs="*", choices=[[], *KILLS], metavar="KIND", help=", ".join(KILLS))
    told.add_argument("--share", type=float, default=1.0, help="of the kills")
    told.add_argument("--seed", type=int, default=1)
    told.add_argument("--folder", type=Path, default=Path(".attack"), help="for how far it is and what went wrong")
    asked = told.parse_args()
    folder = cast("Path", asked.folder).absolute()
    folder.mkdir(exist_ok=True)
    file, half = folder / "kills.json", folder / "_kills.json"
    progress = msgspec.json.decode(file.read_bytes(), type=dict[str, Progress]) if file.exists() else {}
    table, wrong = Table("killed", "times", "in folders", "wrong", title=f"seed {asked.seed}", box=None), False
    for kind in asked.kinds or KILLS:
        problem, far = "", progress.setdefault(kind, Progress())
        try:
            for _ in attack(kind, round(KILLS[kind] * asked.share), asked.seed, far, folder / "wrong"):
                half.write_bytes(msgspec.json.format(msgspec.json.encode(progress)))
                half.replace(file)
        except AssertionError as error:
            problem, wrong = str(error), True
        table.add_row(kind, f"{far.kills:,}", f"{far.rounds:,}", problem or "0")
    Console(highlight=False, markup=False).print(table)
    sys.exit(wrong)


if __name__ == "__main__":
    main()
