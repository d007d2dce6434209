"""Every command with standard streams that are closed, full, or read by nobody: no traceback, and a fitting exit status."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Final, TypeAlias

import msgspec
import pytest
import streams
from slices import in_turn

from aceten_cli.main import program

pytestmark = [
    pytest.mark.xdist_group("streams"),
    pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full"),  # noqa: PTH110
]

Runs: TypeAlias = dict[str, dict[str, tuple[int, str]]]
RECORD: Final = str(Path(__file__).parents[1] / "golden" / "endgame.jsonl")
ENDGAME: Final = "zsiros/2 hands=AT97,KQ7 talon=KJ8A lead=1 trick=A points=20,20 tricks=2,1"
TRICK: Final = '{"command":"trick","game":"zsiros","players":4,"leader":0,"cards":["9h","9s","Kc","Ad"]}'
REFEREE: Final = """
read -r asked; echo '{"id":0,"protocol":1,"program":"sh","games":[{"game":"zsiros","players":[4],"levels":["trick"]}]}'
read -r asked; echo '{"id":1,"winner":1}'
"""
COMMANDS: Final = {
    "solve": ["solve", ENDGAME],
    "advise": ["advise", ENDGAME],
    "show": ["show", ENDGAME],
    "deal": ["deal", "zsiros/4", "--seed", "7"],
    "play": ["play", "zsiros/2", "--seed", "1", "--samples", "1"],
    "puzzle": ["puzzle", "zsiros/4", "--seed", "1", "--cards", "2"],
    "perft": ["perft", ENDGAME, "2"],
    "replay": ["replay", RECORD],
    "review": ["review", RECORD],
    "grade": ["grade", RECORD, "--out", "graded"],
    "rules": ["rules", "zsiros"],
    "prove": ["prove", "zsiros", "--players", "2", "--theorem", "T-ORDER", "--jobs", "1"],
    "protocol": ["protocol"],
    "docs": ["docs", "--help"],
    "vectors": ["vectors", "einwerfen", "--out", "."],
    "verify": ["verify", "zsiros/4", "--case", TRICK, "--", "sh", "-c", REFEREE],
}
"""What each command is asked; all can be answered."""
FURTHER: Final = [["solve", ENDGAME, "--json"], ["--version"], ["--help"]]
"""Questions whose answers are printed in another way."""
WRONG: Final = [["solve", "-"], ["replay", "-"], ["deal", "--nonsense"]]
"""What is asked for with the wrong input: standard input holds nothing."""
ANSWERED: Final = in_turn([*COMMANDS.values(), *FURTHER], 10)
ASKED: Final = [*ANSWERED, *WRONG]
STREAMS: Final = {
    "sound": ["null", "null", "kept"],
    "no input": ["closed", "null", "kept"],
    "no output": ["null", "closed", "kept"],
    "no errors": ["null", "null", "closed"],
    "full": ["null", "full", "kept"],
    "unread": ["null", "unread", "kept"],
}
UNWRITABLE: Final = {
    "no output": "error: cannot write the output: standard output is closed\n",
    "full": "error: cannot write the output: No space left on device\n",
    "unread": "",
}
"""What is said where output cannot be written; where a reader has gone away, nothing."""


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Runs:
    """Return for each question, and each kind of streams, the exit status and what was said on standard error."""
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, streams.__file__],
        input=json.dumps([ASKED, list(STREAMS.values())]),
        stdout=subprocess.PIPE,
        cwd=tmp_path_factory.mktemp("streams"),
        encoding="utf-8",
        check=True,
    )
    found = msgspec.json.decode(done.stdout, type=list[list[tuple[int, str]]])
    return {
        " ".join(arguments): dict(zip(STREAMS, ends, strict=True)) for arguments, ends in zip(ASKED, found, strict=True)
    }


def test_every_command_is_asked_something() -> None:
    """A new command is looked at too."""
    serving = {"board"}  # until Ctrl-C: tests/board
    assert {*COMMANDS} | serving == {command.name for command in program().registered_commands}


@pytest.mark.parametrize("arguments", ANSWERED, ids=" ".join)
def test_an_answer_meets_bad_streams(runs: Runs, arguments: list[str]) -> None:
    """No input is an empty one, no errors change nothing; output that cannot be written is said in a sentence, with exit status 1."""
    found = runs[" ".join(arguments)]
    assert {name: found[name] for name in UNWRITABLE} == {name: (1, said) for name, said in UNWRITABLE.items()}
    assert {name: end for name, end in found.items() if name not in UNWRITABLE} == {
        "sound": (0, ""),
        "no input": (0, ""),
        "no errors": (0, ""),
    }


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_a_refusal_meets_bad_streams(runs: Runs, arguments: list[str]) -> None:
    """What is wrong with the input is said where it can be, with exit status 2, whatever the other streams are."""
    found = runs[" ".join(arguments)]
    said = found["sound"][1]
    assert "error: " in said
    assert found == {name: (2, "" if name == "no errors" else said) for name in STREAMS}


def test_a_program_that_is_started_with_output_closed() -> None:
    """A new process meets it as the others do."""
    command = f"exec {shlex.join([sys.executable, '-m', 'aceten_cli.main', *COMMANDS['deal']])} >&-"
    done = subprocess.run(["/bin/sh", "-c", command], stderr=subprocess.PIPE, encoding="utf-8", check=False)  # noqa: S603 - our own program
    assert (done.returncode, done.stderr) == (1, UNWRITABLE["no output"])
