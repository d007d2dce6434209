"""Every place at which a command reads or writes a file: what can be read or written is, and of everything else it is said why not."""

import contextlib
import os
import re
import socket
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Final, TypeAlias

import pytest
import typer
from support.checkout import RECORD
from support.processes.program_runs import Aceten, Done
from typer.core import TyperGroup

import aceten_solver
from aceten_cli import main
from aceten_spec.texts import user_files as files
from aceten_surveys import Deals, Specification, in_threads, survey_of
from aceten_surveys import run as run_survey

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")

ENDGAME: Final = "zsiros/2 hands=AT97,KQ7 talon=KJ8A lead=1 trick=A points=20,20 tricks=2,1"
HIDDEN: Final = "zsiros/2 hands=7A,?? lead=0 seat=0 points=40,20"
RULES: Final = 'format = 1\nextends = "zsiros"\nid = "home"\nprefix = "HOME"\n'
TRICK: Final = '{"command":"trick","game":"zsiros","players":4,"leader":0,"cards":["9h","9s","Kc","Ad"]}'
READERS: Final = {
    ("solve", "position"): ["solve", "{}"],
    ("certify", "position"): ["certify", "{}"],
    ("advise", "position"): ["advise", "{}"],
    ("show", "position"): ["show", "{}"],
    ("solve", "rules"): ["solve", ENDGAME, "--rules", "{}"],
    ("certify", "rules"): ["certify", ENDGAME, "--rules", "{}"],
    ("check", "rules"): ["check", "certificate", "--rules", "{}"],
    ("advise", "rules"): ["advise", ENDGAME, "--rules", "{}"],
    ("show", "rules"): ["show", ENDGAME, "--rules", "{}"],
    ("deal", "rules"): ["deal", "home/2", "--rules", "{}"],
    ("play", "rules"): ["play", "home/2", "--rules", "{}"],
    ("play", "start"): ["play", "--from", "{}"],
    ("puzzle", "rules"): ["puzzle", "home/4", "--rules", "{}"],
    ("perft", "rules"): ["perft", ENDGAME, "1", "--rules", "{}"],
    ("replay", "record"): ["replay", "{}"],
    ("replay", "rules"): ["replay", str(RECORD), "--rules", "{}"],
    ("review", "record"): ["review", "{}"],
    ("review", "rules"): ["review", str(RECORD), "--rules", "{}"],
    ("grade", "record"): ["grade", "{}", "--out", "graded"],
    ("grade", "rules"): ["grade", str(RECORD), "--out", "graded", "--rules", "{}"],
    ("rules", "rules_file"): ["rules", "--rules", "{}"],
    ("prove", "game"): ["prove", "{}"],
    ("prove", "rules"): ["prove", "--rules", "{}"],
    ("verify case", "request"): ["verify", "case", "@{}", "--", "true"],
    ("verify case", "rules"): ["verify", "case", TRICK, "--rules", "{}", "--", "true"],
    ("verify", "rules"): ["verify", "home", "--rules", "{}", "--", "true"],
    ("verify suite", "file"): ["verify", "suite", "{}"],
    ("verify", "known"): ["verify", "zsiros/4", "--known", "{}", "--", "true"],
    ("verify", "replay"): ["verify", "zsiros/4", "--replay", "{}", "--", "true"],
    ("vectors", "rules"): ["vectors", "home", "--out", ".", "--rules", "{}"],
    ("tables build", "rules"): ["tables", "build", "home/2", "--rules", "{}"],
    ("tables check", "rules"): ["tables", "check", "--rules", "{}"],
    ("tables stats", "rules"): ["tables", "stats", "home/2", "--cards", "1", "--rules", "{}"],
    ("arena", "rules"): ["arena", "home/2", "greedy", "random", "--deals", "1", "--rules", "{}"],
    ("survey run", "specification"): ["survey", "run", "{}", "--out", "out"],
}
"""How each parameter that names a file to be read is given."""
CASE: Final = ["verify", "case", TRICK]
VERIFY: Final = ["verify", "zsiros/4", "--examples", "1", "--level", "trick"]
WRITERS: Final = {
    ("advise", "svg"): ["advise", ENDGAME, "--svg", "{}"],
    ("show", "svg"): ["show", ENDGAME, "--svg", "{}"],
    ("solve", "svg"): ["solve", ENDGAME, "--svg", "{}"],
    ("review", "svg"): ["review", str(RECORD), "--svg", "{}"],
    ("verify case", "junit"): [*CASE, "--junit", "{}", "--", "true"],
    ("verify", "junit"): [*VERIFY, "--junit", "{}", "--", "true"],
    ("verify case", "badge"): [*CASE, "--badge", "{}", "--", "true"],
    ("verify", "save"): [*VERIFY, "--save", "{}", "--", "true"],
    ("verify", "badge"): [*VERIFY, "--badge", "{}", "--", "true"],
    ("verify suite", "page"): ["verify", "suite", "suite.toml", "--page", "{}"],
    ("verify case", "transcript"): [*CASE, "--transcript", "{}", "--", "true"],
    ("verify", "transcript"): [*VERIFY, "--transcript", "{}", "--", "true"],
    ("solve", "resume"): ["solve", ENDGAME, "--csv", "--resume", "{}"],
    ("play", "record"): [
        "play",
        "zsiros/2",
        "--seed",
        "1",
        "--seats",
        "none",
        "--strength",
        "greedy",
        "--record",
        "{}",
    ],
}
"""How each parameter that names a file to be written is given."""
GROWING: Final = {
    ("verify case", "transcript"),
    ("verify", "transcript"),
    ("solve", "resume"),
    ("play", "record"),
}
"""What is not written anew as a whole."""
FOLDERS: Final = {
    ("certify", "out"): ["certify", ENDGAME, f"{ENDGAME} dealer=0", "--out", "{}"],
    ("solve", "certify"): ["solve", ENDGAME, "--certify", "{}"],
    ("grade", "out"): ["grade", str(RECORD), "--out", "{}"],
    ("survey run", "out"): ["survey", "run", "survey.toml", "--out", "{}"],
    ("survey report", "plots"): ["survey", "report", "surveyed", "--plots", "{}"],
    ("vectors", "out"): ["vectors", "einwerfen", "--out", "{}"],
    ("prove", "export"): [
        "prove",
        "zsiros",
        "--players",
        "2",
        "--theorem",
        "T-MATCH",
        "--jobs",
        "1",
        "--export",
        "{}",
    ],
    ("verify new", "folder"): ["verify", "new", "python", "{}", "zsiros"],
    ("tables build", ""): ["tables", "build", "ristiklappi/4", "--cards", "1"],
}
"""How each folder that is written to is given; that of tables by a variable."""
MADE: Final = [each for each in FOLDERS if aceten_solver.backend == "native" or each != ("tables build", "")]
"""Those that can be made here: tables take the native core."""
NEW: Final = {("advise", "certify"): ["advise", HIDDEN, "--method", "exact", "--certify", "{}"]}
"""How each file is given that is only written where there is none yet."""
READ: Final = {
    ("survey status", "folder"),
    ("survey report", "folder"),
    ("survey compare", "one"),
    ("survey sql", "folder"),
}
"""Folders that are only read."""
MADE_BEFORE: Final = {("board", "static")}
"""What is only copied, where it was made before (``test_static_board.py``)."""
GONE_ON: Final = {("arena", "out")}
"""What is read first, and then goes on where it was (``test_a_contest_is_kept_in_a_file_of_its_own``)."""
HELD: Final = {("check", "files")}
"""What is held against the rules, so that whatever is no certificate proves nothing (``test_check_command.py``)."""


Program: TypeAlias = "Callable[[list[str], str], Done]"


@pytest.fixture
def program(run: Aceten, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Program:
    """Return what says what the program says when it is to read or to write a file, in a folder where it may leave what it makes."""
    monkeypatch.chdir(tmp_path)

    def told(arguments: list[str], file: str) -> Done:
        monkeypatch.setenv("ACETEN_TABLES", file.replace("\0", ""))
        return run(*[argument.replace("{}", file) for argument in arguments])

    return told


@pytest.fixture
def unreadable(tmp_path: Path) -> Iterator[dict[Path, str]]:
    """Yield files that cannot be read, each with what is said of it."""
    folder, pipe, loop, talk, locked = (tmp_path / name for name in ("folder", "pipe", "loop", "talk", "locked"))
    folder.mkdir()
    os.mkfifo(pipe)
    loop.symlink_to(loop)
    locked.touch(mode=0o200)
    said = {
        folder: "Is a directory",
        pipe: "a named pipe",
        loop: "symbolic links",
        talk: "a socket",
        Path("/dev/zero"): "larger than",
    }
    if os.geteuid():
        said[locked] = "Permission denied"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(talk))
        yield said


@pytest.fixture
def pipe() -> Iterator[tuple[int, str]]:
    """Yield a pipe that somebody holds open, as a shell gives it for ``<(...)``: where to write, and its name."""
    reading, writing = os.pipe()
    yield writing, f"/dev/fd/{reading}"
    os.close(reading)


def test_every_parameter_that_names_a_file_is_looked_at() -> None:
    """A new command, or a new option, that reads or writes a file or a folder is covered too."""
    group = typer.main.get_group(main.program())
    commands = {**group.commands}
    for name, command in group.commands.items():
        if isinstance(command, TyperGroup):
            commands |= {name if each == name else f"{name} {each}": its for each, its in command.commands.items()}
    named = {
        (name, parameter.name)
        for name, command in commands.items()
        for parameter in command.params
        if any(word in (parameter.metavar or "") for word in ("FILE", "RECORD", "SPEC", "DIR"))
    }
    assert named == ({*READERS} | {*WRITERS} | {*FOLDERS} | {*NEW} | READ | HELD | GONE_ON | MADE_BEFORE) - {
        ("tables build", "")
    }


@pytest.mark.turns(2)
@pytest.mark.parametrize("reader", READERS, ids=" ".join)
def test_what_cannot_be_read_is_refused_with_the_reason(
    program: Program, unreadable: dict[Path, str], reader: tuple[str, str]
) -> None:
    """Exit status 2, at once, with the name of the file and what is wrong with it."""
    for file, reason in unreadable.items():
        done = program(READERS[reader], str(file))
        assert (done.status, done.out) == (2, ""), file
        assert done.err.startswith(f"error: {file}: "), file
        may_be_folder = reader in {("review", "record"), ("grade", "record")} and file.is_dir()
        assert ("no record in it" if may_be_folder else reason) in done.err


@pytest.mark.parametrize("reader", READERS, ids=" ".join)
def test_a_device_without_anything_in_it_is_empty(program: Program, reader: tuple[str, str]) -> None:
    """Nothing is read from it, and that is what is refused."""
    done = program(READERS[reader], os.devnull)
    assert (done.status, done.out) == (2, "")


@pytest.mark.parametrize(
    ("reader", "text"),
    [
        (("solve", "position"), ENDGAME),
        (("replay", "record"), RECORD.read_text(encoding="utf-8")),
        (("deal", "rules"), RULES),
    ],
)
def test_a_pipe_that_a_shell_gives_is_read(
    program: Program, pipe: tuple[int, str], reader: tuple[str, str], text: str
) -> None:
    """``aceten solve <(generate)`` solves what is generated: the pipe has a writer, who comes to an end."""
    writing, name = pipe
    os.write(writing, text.encode())
    os.close(writing)
    done = program(READERS[reader], name)
    assert (done.status, done.err) == (0, "") or "seed" in done.err
    assert "zsiros/2" in done.out or "home/2" in done.out


def test_positions_are_told_from_what_is_wrong_with_a_file(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A position may be called as a folder is; what is neither is said to be neither; an empty file is not one of comments alone."""
    monkeypatch.chdir(tmp_path)
    Path("zsiros/2").mkdir(parents=True)
    Path("comments").write_text("# none\n", encoding="utf-8")
    Path("empty").touch()
    Path("dangling").symlink_to("nothing")
    assert program(["solve", *ENDGAME.split()], "").status == 0
    for word, said in {
        "zsiros/2": "zsiros/2: Is a directory",
        "comments": "comments: no position in it",
        "empty": "empty: empty",
        os.devnull: f"{os.devnull}: empty",
        "dangling": "dangling: No such file or directory",
        "nothing": "'nothing' is neither a file nor a position line",
        "x" * 300: "is neither a file nor a position line",
        "": "'' is neither a file nor a position line",
    }.items():
        done = program(["solve", "{}"], word)
        assert (done.status, done.out) == (2, "")
        assert said in done.err


# --- What is written ---


@pytest.fixture
def asked(program: Program, surveyed: Path, tmp_path: Path) -> Program:
    """Return the program, in a folder with what those are asked about who write."""
    (tmp_path / "surveyed").symlink_to(surveyed)
    (tmp_path / "suite.toml").write_text('[[program]]\nname = "none"\ncommand = ["true"]\ngames = ["zsiros/4"]\n')
    (tmp_path / "survey.toml").write_text('game = "zsiros/2"\nlimit = 100\n[deals]\ncount = 2\n')
    return program


@pytest.fixture(scope="module")
def surveyed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a survey."""
    folder = tmp_path_factory.mktemp("survey")
    survey = survey_of(Specification(game="zsiros/2", limit=100, deals=Deals(count=2)))
    assert run_survey(survey, folder, in_threads(1)).whole
    return folder


@pytest.fixture
def unwritable(tmp_path: Path) -> Iterator[dict[str, str]]:
    """Yield names under which nothing can be written, each with a part of what is said of it."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("own", encoding="utf-8")
    os.mkfifo(tmp_path / "pipe")
    full = os.open("/dev/full", os.O_WRONLY) if os.path.exists("/dev/full") else None  # noqa: PTH110
    said = {
        "folder": "directory",
        "none/file": "directory",
        "file/file": "directory",
        "x" * 300: "File name too long",
        "nul\0": "",
        "pipe": "nobody reads",
        "talk": "nobody reads",
    }
    if full is not None:
        said[f"/dev/fd/{full}"] = "No space left on device"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "talk"))
        yield said
    if full is not None:
        os.close(full)


def left_in(folder: Path) -> dict[str, str | None]:
    """Return what is in a folder: the text of each file."""
    return {
        str(path.relative_to(folder)): path.read_text(encoding="utf-8") if path.is_file() else None
        for path in folder.rglob("*")
    }


@pytest.mark.turns(5)
@pytest.mark.parametrize("writer", WRITERS, ids=" ".join)
def test_what_cannot_be_written_is_said_with_the_reason(
    asked: Program, unwritable: dict[str, str], tmp_path: Path, writer: tuple[str, str]
) -> None:
    """At once, in one line with the name; nothing is made, and what is there stays as it is: a pipe a pipe, a device a device."""
    before = left_in(tmp_path)
    for name, reason in unwritable.items():
        if writer == ("play", "record") and (name in {"pipe", "talk"} or name.startswith("/dev")):
            continue  # of these it takes the next name
        done = asked(WRITERS[writer], name)
        assert done.status == 2, name
        said = done.err.splitlines()[-1]
        assert said.startswith("error: "), name
        assert name.replace("\0", "") in said.replace("\\x00", ""), name
        assert reason in said or "no file to which rows could be added" in said, name
        assert left_in(tmp_path) == before, name
        assert [(tmp_path / each).is_fifo() for each in ("pipe", "file")] == [True, False]
        assert (tmp_path / "talk").is_socket()


@pytest.mark.turns(8)
@pytest.mark.parametrize("writer", [*MADE], ids=" ".join)
def test_what_is_no_folder_is_said(
    asked: Program, unwritable: dict[str, str], tmp_path: Path, writer: tuple[str, str]
) -> None:
    """Something else than a folder is not made one, and a folder is not made where there can be none."""
    before = left_in(tmp_path)
    for name in [each for each in unwritable if each not in {"folder", "none/file", "nul\0"}]:
        done = asked(FOLDERS[writer], name)
        assert done.status == 2, name
        assert done.err.splitlines()[-1].startswith(f"error: {name}"), name
        assert left_in(tmp_path) == before, name


@pytest.mark.parametrize("writer", NEW, ids=" ".join)
def test_nothing_is_written_over_what_is_there(
    asked: Program, unwritable: dict[str, str], tmp_path: Path, writer: tuple[str, str]
) -> None:
    """Whatever has the name already, and where there can be no file, that is said with the name; all stays as it is."""
    before = left_in(tmp_path)
    for name in ("file", *unwritable):
        done = asked(NEW[writer], name)
        assert done.status == 2, name
        assert name.replace("\0", "") in done.err.splitlines()[-1].replace("\\x00", ""), name
        assert left_in(tmp_path) == before, name


LIMIT: Final = 20
"""So many bytes a file may have on a disk that is full."""


@contextlib.contextmanager
def on_a_full_disk() -> Generator[None]:
    """Let no file grow beyond some bytes."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with pytest.MonkeyPatch.context() as patch:
        # Modules that are loaded meanwhile would be cut off in the cache of compiled ones, for all who come later.
        patch.setattr(sys, "dont_write_bytecode", True)
        patch.setenv("PYTHONDONTWRITEBYTECODE", "1")
        resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT, before[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.turns(12)
@pytest.mark.parametrize("writer", [*WRITERS, *MADE], ids=" ".join)
def test_a_full_disk_leaves_nothing_by_half(asked: Program, tmp_path: Path, writer: tuple[str, str]) -> None:
    """It is said in a line; what was there before is there, and no file was cut, but those that are gone on with from where they end."""
    whole = writer in WRITERS and writer not in GROWING
    if whole:
        (tmp_path / "out").write_text("before", encoding="utf-8")
    with on_a_full_disk():
        done = asked((WRITERS | FOLDERS)[writer], "out")
    assert done.status in {1, 2}
    assert re.fullmatch(r"error: (--\w+ )?out.*: File too large.*", done.err.splitlines()[-1])
    if whole:
        assert (tmp_path / "out").read_text(encoding="utf-8") == "before"
        assert not [*tmp_path.rglob("*.part")]
    cut = [path for path in tmp_path.rglob("*") if path.is_file() and path.stat().st_size == LIMIT]
    assert not [path for path in cut if path.name != "out" and path.suffix != ".part"]
    assert writer in GROWING or tmp_path / "out" not in cut


def test_a_link_is_followed_and_a_pipe_is_written_to(tmp_path: Path) -> None:
    """What a symbolic link leads to is written, whether it is there or not; whoever reads a pipe has the text. Both stay what they are."""
    link, file, pipe = (tmp_path / name for name in ("link", "file", "pipe"))
    link.symlink_to("file")
    for text in ("one\n", "two\n"):
        files.write_text(link, text)
        assert (file.read_bytes(), link.is_symlink()) == (text.encode(), True)
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    files.write_text(pipe, "three\n")
    assert (os.read(reading, 100), pipe.is_fifo()) == (b"three\n", True)
    os.close(reading)
    read, written = os.pipe()
    files.write_text(f"/dev/fd/{written}", "four\n")
    os.write(written, b"five\n")  # it is still open
    assert os.read(read, 100) == b"four\nfive\n"
    os.close(read)
    os.close(written)
    assert {*left_in(tmp_path)} == {"link", "file", "pipe"}


def test_a_contest_is_kept_in_a_file_of_its_own(program: Program, unwritable: dict[str, str], tmp_path: Path) -> None:
    """What can neither be read nor be written, and what is none of a contest, is refused at once, and left as it is."""
    before = left_in(tmp_path)
    for name in unwritable:
        done = program(["arena", "zsiros/2", "greedy", "random", "--deals", "1", "--seed", "1", "--out", "{}"], name)
        assert (done.status, done.out) == (2, ""), name
        assert "error: " in done.err, name
    assert left_in(tmp_path) == before
