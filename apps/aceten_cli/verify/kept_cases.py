"""Cases that are kept from run to run: a file with one request of the protocol a line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from aceten_cli.frame.inputs import read_text
from aceten_cli.verify.program_runs import write_beside
from aceten_spec.errors import FileError
from aceten_spec.protocol import Question
from aceten_spec.speech import say

if TYPE_CHECKING:
    from aceten.conformance.verification import Verification


class KeptCases(NamedTuple):
    """What a file of cases has."""

    text: str = (
        "# Requests of the protocol that a program answered otherwise than the reference. --replay asks them first.\n"
    )
    """All of it, with what people have written beside the requests."""
    questions: tuple[Question, ...] = ()
    """The requests."""


def save_cases(path: Path, report: Verification, kept: KeptCases) -> None:
    """Write the questions of the findings, each once, behind what was kept before, which stays as it was written.

    :raises FileError: when the file cannot be written.
    """
    before = set(map(_line, kept.questions))
    found = dict.fromkeys(_line(finding.question) for finding in report.findings)
    new = "".join([f"{line}\n" for line in found if line not in before])
    write_beside(path, "--save", kept.text + "\n" * (not kept.text.endswith("\n")) + new)


def read_cases(path: Path) -> KeptCases:
    """Return what a file has; blank lines, and those that begin with #, are no requests.

    :raises FileError: when it cannot be read, or a line is no request about a game.
    """
    questions: list[Question] = []
    text = read_text(str(path))
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            said: dict[str, object] = msgspec.json.decode(line, type=dict[str, object])
            questions.append(msgspec.convert({"id": 0, **said}, Question))
        except msgspec.MsgspecError as error:
            problem = say("line {number}: {error}; expected a request of the protocol", number=number, error=error)
            raise FileError(file=f"--replay {path}", problem=problem) from error
    return KeptCases(text, tuple(questions))


def _line(question: Question) -> str:
    """Return a question as a line, without what only one conversation has."""
    said: dict[str, object] = msgspec.to_builtins(question)
    del said["id"]
    return msgspec.json.encode(said).decode()
