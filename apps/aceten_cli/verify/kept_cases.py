"""Cases that are kept from run to run: a file with one request of the protocol a line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from aceten_cli.frame.inputs import read_text
from aceten_cli.verify.program_runs import write_beside
from aceten_spec.errors import FileError
from aceten_spec.protocol import Question
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aceten.conformance.verification import Verification


_HEAD: Final = (
    "# Requests of the protocol that a program answered otherwise than the reference. --replay asks them first."
)


def save_cases(path: Path, report: Verification, kept: Sequence[Question]) -> None:
    """Write the questions of the findings, after those that were kept before: each once.

    :raises FileError: when the file cannot be written.
    """
    lines = dict.fromkeys(map(_line, (*kept, *[finding.question for finding in report.findings])))
    write_beside(path, "--save", "".join([f"{line}\n" for line in (_HEAD, *lines)]))


def read_cases(path: Path) -> tuple[Question, ...]:
    """Return the questions of a file; blank lines, and those that begin with #, are left out.

    :raises FileError: when it cannot be read, or a line is no request about a game.
    """
    questions: list[Question] = []
    for number, line in enumerate(read_text(str(path)).splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            said: dict[str, object] = msgspec.json.decode(line, type=dict[str, object])
            questions.append(msgspec.convert({"id": 0, **said}, Question))
        except msgspec.MsgspecError as error:
            problem = say("line {number}: {error}; expected a request of the protocol", number=number, error=error)
            raise FileError(file=f"--replay {path}", problem=problem) from error
    return tuple(questions)


def _line(question: Question) -> str:
    """Return a question as a line, without what only one conversation has."""
    said: dict[str, object] = msgspec.to_builtins(question)
    del said["id"]
    return msgspec.json.encode(said).decode()
