"""Every command with standard streams that are closed, full, or read by nobody, and in odd environments: no traceback, a fitting status."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Final, TypeAlias

import msgspec
import pytest
from support.checkout import DOCS, RECORD, TESTS
from support.processes import odd_streams
from support.slices import in_turn

import aceten
import aceten_solver
from aceten_cli.main import program
from aceten_solver.endgames.endgame_tables import build
from aceten_surveys import in_threads, read_specification
from aceten_surveys import run as run_survey

pytestmark = [
    pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full"),  # noqa: PTH110
]

Runs: TypeAlias = dict[str, dict[str, tuple[int, str]]]
ENDGAME: Final = "zsiros/2 hands=AT97,KQ7 talon=KJ8A lead=1 trick=A points=20,20 tricks=2,1"
TRICK: Final = '{"command":"trick","game":"zsiros","players":4,"leader":0,"cards":["9h","9s","Kc","Ad"]}'
ADAPTER: Final = str(TESTS / "conformance" / "programs" / "python" / "adapter.py")
REFEREE: Final = """
read -r asked; echo '{"id":0,"protocol":1,"program":"sh","games":[{"game":"zsiros","players":[4],"levels":["trick"]}]}'
read -r asked; echo '{"id":1,"winner":1}'
"""
SURVEY: Final = 'game = "zsiros/2"\nlimit = 100\n[deals]\ncount = 2\n'
COMMANDS: Final = {
    "solve": ["solve", ENDGAME],
    "certify": ["certify", ENDGAME, "--out", "certificate"],
    "check": ["check", str(min((DOCS / "certificates" / "positions").iterdir()))],
    "advise": ["advise", ENDGAME],
    "show": ["show", ENDGAME],
    "deal": ["deal", "zsiros/4", "--seed", "7"],
    "play": ["play", "zsiros/2", "--seed", "1", "--samples", "1"],
    "puzzle": ["puzzle", "zsiros/4", "--seed", "1", "--cards", "2"],
    "perft": ["perft", ENDGAME, "2"],
    "replay": ["replay", str(RECORD)],
    "review": ["review", str(RECORD)],
    "grade": ["grade", str(RECORD), "--out", "graded"],
    "arena": ["arena", "zsiros/2", "greedy", "random", "--deals", "1", "--seed", "7", "--workers", "1"],
    "rules": ["rules", "zsiros"],
    "prove": ["prove", "zsiros", "--players", "2", "--theorem", "T-ORDER", "--jobs", "1"],
    "protocol": ["protocol"],
    "docs": ["docs", "--help"],
    "vectors": ["vectors", "einwerfen", "--out", "."],
    "verify": ["verify", "zsiros/4", "--level", "trick", "--examples", "1", "--", sys.executable, ADAPTER],
    "verify case": ["verify", "case", TRICK, "--", "sh", "-c", REFEREE],
    "verify suite": ["verify", "suite", "suite.toml", "--level", "trick", "--examples", "1"],
    "tables build": ["tables", "build", "ristiklappi/4", "--cards", "1"],
    "tables list": ["tables", "list"],
    "tables check": ["tables", "check", "--sample", "1"],
    "tables stats": ["tables", "stats", "ristiklappi/4", "--cards", "1"],
    "survey run": ["survey", "run", "survey.toml", "--out", "survey"],
    "survey status": ["survey", "status", "survey"],
    "survey report": ["survey", "report", "survey"],
    "survey compare": ["survey", "compare", "survey", "survey"],
    "survey sql": ["survey", "sql", "survey", "SELECT count(*) FROM deals"],
}
"""What each command is asked; all can be answered."""
FURTHER: Final = [["solve", ENDGAME, "--json"], ["--version"], ["--help"]]
"""Questions whose answers are printed in another way."""
WRONG: Final = [["solve", "-"], ["replay", "-"], ["deal", "--nonsense"]]
"""What is asked for with the wrong input: standard input holds nothing."""
NATIVE: Final = aceten_solver.backend == "native"
"""Whether the native core is built, which tables need."""
ANSWERED: Final = in_turn([*(asked for asked in COMMANDS.values() if NATIVE or asked[0] != "tables"), *FURTHER], 20)
ASKED: Final = [*ANSWERED, *WRONG]
STREAMS: Final = {
    "sound": ["null", "null", "kept"],
    "no input": ["closed", "null", "kept"],
    "no output": ["null", "closed", "kept"],
    "no errors": ["null", "null", "closed"],
    "full": ["null", "full", "kept"],
    "unread": ["null", "unread", "kept"],
}
NO_HOME: Final[dict[str, str | None]] = {"XDG_CACHE_HOME": None, "XDG_STATE_HOME": None, "ACETEN_TABLES": None}
ENVIRONMENTS: Final[dict[str, dict[str, str | None]]] = {
    "no home, no terminal": {"HOME": None, **NO_HOME, "TERM": None, "COLUMNS": "0"},
    "a file as home, a dumb terminal": {"HOME": os.devnull, **NO_HOME, "TERM": "dumb", "COLUMNS": "1", "LINES": "0"},
    "a read-only home, an odd terminal": {"HOME": "/proc/self", **NO_HOME, "TERM": "\1", "COLUMNS": "x", "LINES": "-1"},
    "nowhere to write": {"ACETEN_TABLES": "x" * 300, "TMPDIR": "/nowhere"},
}
AROUND: Final = {
    **{name: (streams, dict[str, str | None]()) for name, streams in STREAMS.items()},
    **{name: (STREAMS["sound"], variables) for name, variables in ENVIRONMENTS.items()},
}
UNWRITABLE: Final = {
    "no output": "error: cannot write the output: standard output is closed\n",
    "full": "error: cannot write the output: No space left on device\n",
    "unread": "",
}
"""What is said where output cannot be written; where a reader has gone away, nothing."""


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Runs:
    """Return for each question, streams and environments, the exit status and what was said on standard error."""
    folder = tmp_path_factory.mktemp("streams")
    (folder / "survey.toml").write_text(SURVEY, encoding="utf-8")
    program = f"command = {json.dumps([sys.executable, ADAPTER])}\ngames = ['zsiros/4']"
    (folder / "suite.toml").write_text(f"[[program]]\nname = 'sample'\n{program}", encoding="utf-8")
    run_survey(read_specification(folder / "survey.toml"), folder / "survey", in_threads(1))
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("ACETEN_TABLES", str(folder / "tables"))
        if NATIVE:
            build(aceten.load("ristiklappi", players=4), cards=1)
        done = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, odd_streams.__file__],
            input=json.dumps([ASKED, list(AROUND.values())]),
            stdout=subprocess.PIPE,
            cwd=folder,
            encoding="utf-8",
            check=True,
        )
    found = msgspec.json.decode(done.stdout, type=list[list[tuple[int, str]]])
    return {
        " ".join(arguments): dict(zip(AROUND, ends, strict=True)) for arguments, ends in zip(ASKED, found, strict=True)
    }


def test_every_command_is_asked_something() -> None:
    """A new command is looked at too."""
    others = {
        "board",
        "tables remove",
        "verify new",
    }  # which is served until Ctrl-C, see tests/board, and which can be done once
    groups = [(group.name, group.typer_instance) for group in program().registered_groups]
    named = {
        str(name) if name == each.name else f"{name} {each.name}"
        for name, group in groups
        if group
        for each in group.registered_commands
    }
    assert {*COMMANDS} | others == named | {command.name for command in program().registered_commands}


@pytest.mark.parametrize("arguments", ANSWERED, ids=" ".join)
def test_an_answer_meets_bad_streams(runs: Runs, arguments: list[str]) -> None:
    """No input is an empty one, no errors change nothing; output that cannot be written is said in a sentence, with exit status 1."""
    found = {name: runs[" ".join(arguments)][name] for name in STREAMS}
    assert {name: found[name] for name in UNWRITABLE} == {name: (1, said) for name, said in UNWRITABLE.items()}
    assert {name: end for name, end in found.items() if name not in UNWRITABLE} == {
        "sound": (0, ""),
        "no input": (0, ""),
        "no errors": (0, ""),
    }


@pytest.mark.parametrize("arguments", ANSWERED, ids=" ".join)
def test_an_answer_meets_odd_environments(runs: Runs, arguments: list[str]) -> None:
    """Terminals and homes that are not there change nothing; of tables that would lie there it is said in a line why they do not."""
    found = {name: runs[" ".join(arguments)][name] for name in ENVIRONMENTS}
    if arguments[0] == "tables":
        missing = [said for status, said in found.values() if status == 2]
        assert all(re.fullmatch("error: .+\n", said) for said in missing)
        assert len(missing) == (4 if arguments[1] in {"build", "stats"} else 2)
        found = {name: end for name, end in found.items() if end[0] != 2}
    assert found == dict.fromkeys(found, (0, ""))


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_a_refusal_meets_bad_streams(runs: Runs, arguments: list[str]) -> None:
    """What is wrong with the input is said where it can be, with exit status 2, whatever the other streams are."""
    found = runs[" ".join(arguments)]
    said = found["sound"][1]
    assert "error: " in said
    assert found == {name: (2, "" if name == "no errors" else said) for name in AROUND}


def test_a_program_that_is_started_with_output_closed() -> None:
    """A new process meets it as the others do."""
    command = f"exec {shlex.join([sys.executable, '-m', 'aceten_cli.main', *COMMANDS['deal']])} >&-"
    done = subprocess.run(["/bin/sh", "-c", command], stderr=subprocess.PIPE, encoding="utf-8", check=False)  # noqa: S603 - our own program
    assert (done.returncode, done.stderr) == (1, UNWRITABLE["no output"])


@pytest.mark.turns(10)
@pytest.mark.parametrize("command", ["solve", "play", "verify", "prove", "tables list"])
def test_a_program_that_is_started_in_a_folder_that_is_gone(tmp_path: Path, command: str) -> None:
    """What asks for no file there goes as anywhere."""
    told = shlex.join([sys.executable, "-m", "aceten_cli.main", *COMMANDS[command]])
    done = subprocess.run(  # noqa: S603 - our own program
        ["/bin/sh", "-c", f"mkdir gone && cd gone && rmdir ../gone && exec {told}"],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stderr, bool(done.stdout)) == (0, "", True)


LOCALES: Final[dict[str, dict[str, str]]] = {
    "C": {"LC_ALL": "C", "HOME": "/proc/self"},
    "POSIX, and nothing that helps": {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "unknown": {"LC_ALL": "xx_XX.KOI8-R"},
    "Turkish": {"LC_ALL": "tr_TR.UTF-8", "ACETEN_LANGUAGE": "hu"},
    "ASCII": {"PYTHONIOENCODING": "ascii", "ACETEN_LANGUAGE": "hu"},
    "UTF-16": {"PYTHONIOENCODING": "utf-16-le", "ACETEN_LANGUAGE": "de"},
}
"""Environments by what is odd about their languages, or about how text is written in them."""


@pytest.mark.turns(45)
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    "arguments",
    [
        ["rules", "zsiros"],
        COMMANDS["verify case"],
        ["solve", "Zsírozás/2 hands=Á,K lead=0"],
        ["replay", "Zsír.jsonl"],
        COMMANDS["survey run"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_program_that_is_started_in_an_odd_locale(tmp_path: Path, arguments: list[str], locale: str) -> None:
    """It reads words, files and answers as anywhere, and says the same; a character that cannot be written is a question mark."""
    (tmp_path / "Zsír.jsonl").write_bytes(RECORD.read_bytes())
    (tmp_path / "survey.toml").write_text(SURVEY, encoding="utf-8")
    variables = LOCALES[locale]
    usual = {"LC_ALL": "C.UTF-8", "ACETEN_LANGUAGE": variables.get("ACETEN_LANGUAGE", "en")}
    expected, done = [
        subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-m", "aceten_cli.main", *arguments],
            env={"PATH": os.environ["PATH"], **environment},
            cwd=tmp_path,
            capture_output=True,
            check=False,
        )
        for environment in (usual, variables)
    ]
    assert (done.returncode, done.stderr) == (0, b"")
    encoding = "ascii" if "PYTHONUTF8" in variables else variables.get("PYTHONIOENCODING", "utf-8")
    told = re.sub(r"\d+[.,]\d\d s", "", expected.stdout.decode())
    assert re.sub(r"\d+[.,]\d\d s", "", done.stdout.decode(encoding)) == told.encode(encoding, "replace").decode(
        encoding
    )
