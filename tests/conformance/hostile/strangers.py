"""Starting programs that misbehave, and seeing what is left of them."""

import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest

from aceten.conformance.programs.conversation import ProgramError
from aceten.conformance.programs.program import Program
from aceten_spec.protocol import PerftRequest, TrickRequest

STRANGER: Final = str(Path(__file__).with_name("stranger.py"))
QUESTION: Final = TrickRequest(id=0, game="zsiros", players=4, leader=0, cards=("9h", "9s", "Kc", "Ad"))
TEXT: Final = '{"command":"trick","id":1,"game":"zsiros","players":4,"leader":0,"cards":["9h","9s","Kc","Ad"]}'
"""The question as it is sent first."""
LONG: Final = PerftRequest(id=0, game="zsiros", players=2, deck=("Ah",) * 200_000, dealer=0, depth=1)
"""A question that is longer than any pipe holds."""
linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives a process the orphans below it")

IN_TIME: Final = 2.5
"""How many seconds it takes at most until a program is ended, however it resists."""


def python(*arguments: str, seconds: float = 5.0, start_seconds: float = 5.0) -> Program:
    """Return a program in Python, which starts as quickly as it can."""
    return Program((sys.executable, "-S", "-E", *arguments), seconds=seconds, start_seconds=start_seconds)


def started(behaviour: str, *arguments: str, seconds: float = 5.0) -> Program:
    """Return the stranger that behaves so, having said hello."""
    program = python(STRANGER, behaviour, *arguments, seconds=seconds)
    assert program.hello().program == "stranger"
    return program


def replying(line: bytes) -> Program:
    """Return a stranger that answers the first question with these bytes."""
    return started("says", line.hex())


def failure(program: Program, question: TrickRequest | PerftRequest = QUESTION) -> ProgramError:
    """Return how asking a program fails."""
    with program, pytest.raises(ProgramError) as caught:
        program.ask(question)
    return caught.value


def failure_of_hello(program: Program) -> ProgramError:
    """Return how starting a program fails."""
    with program, pytest.raises(ProgramError) as caught:
        program.hello()
    return caught.value


def strays(mark: str) -> list[int]:
    """Return the running processes in whose environment there is a mark."""
    found: list[int] = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if int(entry.name) != os.getpid() and mark.encode() in (entry / "environ").read_bytes():
                found.append(int(entry.name))
    return found


def named(word: str) -> list[str]:
    """Return the commands of the running processes that have a word among their arguments."""
    found: list[str] = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            arguments = (entry / "cmdline").read_bytes().decode(errors="replace").split("\0")
            if int(entry.name) != os.getpid() and word in arguments:
                found.append(" ".join(arguments))
    return found


def appears(word: str) -> bool:
    """Wait until there is such a process, or for five seconds; say whether there is."""
    deadline = time.monotonic() + 5
    while not named(word) and time.monotonic() < deadline:
        time.sleep(0.01)
    return bool(named(word))


def children() -> list[int]:
    """Return the children of this process, zombies included."""
    found: list[int] = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = (entry / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[1]
            if int(parent) == os.getpid():
                found.append(int(entry.name))
    return sorted(found)


def open_files() -> list[str]:
    """Return the numbers of the open files."""
    return sorted(file.name for file in Path("/dev/fd").iterdir())
