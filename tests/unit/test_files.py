"""Every place at which a command reads a file: what can be read is, and of everything else it is said what is wrong with it."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
import typer
from commands import Done, run

from aceten_cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")

ENDGAME: Final = "zsiros/2 hands=AT97,KQ7 talon=KJ8A lead=1 trick=A points=20,20 tricks=2,1"
RECORD: Final = Path(__file__).parents[1] / "golden" / "endgame.jsonl"
RULES: Final = 'format = 1\nextends = "zsiros"\nid = "home"\nprefix = "HOME"\n'
READERS: Final = {
    ("solve", "position"): ["solve", "{}"],
    ("advise", "position"): ["advise", "{}"],
    ("show", "position"): ["show", "{}"],
    ("solve", "rules"): ["solve", ENDGAME, "--rules", "{}"],
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
    ("verify", "case"): ["verify", "zsiros/4", "--case", "@{}", "--", "true"],
    ("verify", "rules"): ["verify", "home", "--rules", "{}", "--", "true"],
    ("verify", "suite"): ["verify", "--suite", "{}"],
    ("verify", "known"): ["verify", "zsiros/4", "--known", "{}", "--", "true"],
    ("vectors", "rules"): ["vectors", "home", "--out", ".", "--rules", "{}"],
}
"""How each parameter that names a file to be read is given."""
WRITERS: Final = {
    ("advise", "svg"),
    ("show", "svg"),
    ("solve", "svg"),
    ("review", "svg"),
    ("play", "record"),
    ("solve", "resume"),
} | {("verify", name) for name in ("junit", "badge", "page", "transcript")}


class Program:
    """The program in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        """Look over its shoulder."""
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def __call__(self, arguments: list[str], file: str) -> Done:
        """Return what it says when it is to read a file."""
        return run(self._capsys, self._monkeypatch, *[argument.replace("{}", file) for argument in arguments])


@pytest.fixture
def program(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Program:
    """Return the program, in a folder where it may leave what it makes."""
    monkeypatch.chdir(tmp_path)
    return Program(capsys, monkeypatch)


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
    """A new command, or a new option, that reads a file is covered too."""
    group = typer.main.get_group(main.program())
    named = {
        (name, parameter.name)
        for name, command in group.commands.items()
        for parameter in command.params
        if any(word in (parameter.metavar or "") for word in ("FILE", "RECORD"))
    }
    assert named == {*READERS} | WRITERS


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
    }.items():
        done = program(["solve", "{}"], word)
        assert (done.status, done.out) == (2, "")
        assert said in done.err
