"""What the commands share that start programs: options, files that are written beside what is printed, and what is told meanwhile."""

from __future__ import annotations

import contextlib
import json as plain_json
import os
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import Annotated, Final, NamedTuple, TypeAlias

import typer
from rich.text import Text

from aceten import UsageError
from aceten.conformance.runs.runner import REPLY_SECONDS
from aceten.conformance.verification import Verification
from aceten.deals.shuffling import MAX_SEED
from aceten_cli.frame.consoles import PlainConsole
from aceten_cli.frame.output import console, print_json
from aceten_cli.frame.streams import BAD_INPUT, DONE, INTERRUPTED, NEGATIVE, print_error
from aceten_cli.verify.finding_texts import junit_of
from aceten_cli.verify.verify_report import ReportTelling
from aceten_spec.errors import FileError, meant, shown
from aceten_spec.protocol import LEVELS, Level
from aceten_spec.speech import say
from aceten_spec.texts.user_files import opened_to_write, unusable, write_text
from aceten_spec.texts.visible_text import visible_json

Program: TypeAlias = Annotated[
    list[str] | None,
    typer.Argument(metavar="-- PROGRAM [ARG]...", help="The command that starts your program: all that follows --."),
]
LevelsAsked: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--level",
        metavar="LEVEL",
        help=f"Only this level: {', '.join(LEVELS)}; may be repeated. Without it all that the program can do.",
    ),
]
QuestionsALevel: TypeAlias = Annotated[
    int,
    typer.Option(
        "--examples", metavar="N", min=0, help="How many questions a level has, beside the rulebook's examples."
    ),
]
SecondsToAsk: TypeAlias = Annotated[
    float, typer.Option("--seconds", metavar="SECONDS", min=0.001, help="Ask for at most this many seconds.")
]
SecondsToReply: TypeAlias = Annotated[
    float,
    typer.Option("--reply-time", metavar="SECONDS", min=0.001, help="Wait at most this many seconds for a reply."),
]
SeedOfQuestions: TypeAlias = Annotated[
    int, typer.Option("--seed", metavar="N", min=0, max=MAX_SEED, help="What the questions depend on.")
]
JunitFile: TypeAlias = Annotated[
    Path | None,
    typer.Option("--junit", metavar="FILE", help="Also write the result as JUnit XML."),
]
BadgeFile: TypeAlias = Annotated[
    Path | None,
    typer.Option("--badge", metavar="FILE", help="Also write a badge, as JSON for shields.io."),
]
TranscriptFile: TypeAlias = Annotated[
    Path | None,
    typer.Option("--transcript", metavar="FILE", help="Also write every request and reply, as they are."),
]

SavedCases: TypeAlias = Annotated[
    Path | None,
    typer.Option("--save", metavar="FILE", help="Write the smallest cases that were found, and those of --replay."),
]
ReplayedCases: TypeAlias = Annotated[
    Path | None,
    typer.Option("--replay", metavar="FILE", help="Ask the cases of a file first that --save has written."),
]

_STATUS: Final = {"conforms": DONE, "diverges": NEGATIVE, "untested": BAD_INPUT}
_EXAMPLE: Final = "aceten verify zsiros/4 -- node adapter.mjs"


def no_program() -> UsageError:
    """Return what is said where none is named."""
    return UsageError(say("no program to verify: expected -- and what starts it, such as: {example}", example=_EXAMPLE))


def levels_named(names: Sequence[str] | None) -> list[Level]:
    """Return the levels that are named, in their order; all of them where none is.

    :raises UsageError: for one that there is not.
    """
    for name in names or ():
        if name not in LEVELS:
            message = say(
                "--level {name!r}{meant}: expected {known}",
                name=shown(name, 40),
                meant=meant(name, LEVELS),
                known=", ".join(LEVELS),
            )
            raise UsageError(message)
    return [level for level in LEVELS if not names or level in names]


class ProgramTold(NamedTuple):
    """How it is told what a program does, and what is written of it beside."""

    junit: Path | None
    badge: Path | None
    json: bool
    rules: Path | None
    reply_seconds: float

    def check(self) -> None:
        """Say before a verification when a file cannot be written where it is wanted.

        :raises FileError: when one cannot.
        """
        check_written(junit=self.junit, badge=self.badge)

    def tell(
        self, report: Verification, levels: Sequence[Level], *, single: bool = False, clauses: bool = False
    ) -> int:
        """Print and write it, and return the exit status.

        :param levels: what was to be tested.
        :param single: whether one request alone was asked.
        :raises FileError: when a file cannot be written.
        """
        further = [] if self.rules is None else ["--rules", str(self.rules)]
        further += [] if self.reply_seconds == REPLY_SECONDS else ["--reply-time", f"{self.reply_seconds:g}"]
        try:
            if self.json:
                print_json(report.in_english())
            else:
                ReportTelling(console(), report, further, single=single, clauses=clauses).tell()
        finally:  # what cannot be printed can be written, and the other way round
            if self.junit is not None:
                write_beside(self.junit, "--junit", junit_of(report, levels, further))
            if self.badge is not None:
                write_beside(self.badge, "--badge", plain_json.dumps(_badge(report)) + "\n")
        return _STATUS[report.verdict]


def _badge(report: Verification) -> dict[str, object]:
    """Return what a badge shows, in the form that shields.io reads as an endpoint."""
    held = f"{len(report.reached)} of {len(report.clauses)} clauses"
    colors = {"conforms": "brightgreen", "diverges": "red", "untested": "lightgrey"}
    message = report.verdict if report.verdict == "untested" else f"{report.verdict}, {held}"
    return {
        "schemaVersion": 1,
        "label": f"aceten {report.game}",
        "message": message,
        "color": colors[report.verdict],
    }


def check_written(**files: Path | None) -> None:
    """Say before a verification when a file cannot be written where it is wanted.

    :param files: for each option the file that it names.
    :raises FileError: when one cannot.
    """
    for option, path in files.items():
        if path is not None and (os.path.isdir(path) or not os.path.isdir(path.parent)):  # noqa: PTH112 - names that are too long too
            problem = say("a directory") if path.is_dir() else say("there is no directory {folder}", folder=path.parent)
            raise FileError(
                file=f"--{option} {path}",
                problem=say("{problem}; expected the name of a file to be written", problem=problem),
            )


def write_beside(path: Path, option: str, text: str) -> None:
    """Write a file.

    :raises FileError: when it cannot be written.
    """
    try:
        write_text(path, text)
    except FileError as error:
        raise FileError(file=f"{option} {path}", problem=error.problem) from error


@contextlib.contextmanager
def verifying() -> Generator[Callable[[str], None]]:
    """Show what is going on, on a terminal only, and at Ctrl-C say how far it was; yields what is to be told."""
    told = dict[str, str]()
    try:
        with PlainConsole(stderr=True).status(say("starting the program ...")) as status:

            def tell(what: str) -> None:
                told[what.partition(":")[0]] = what
                status.update(Text(f"{what} ..."))

            yield tell
    except KeyboardInterrupt:
        print_error(say("interrupted; until then: {told}", told="; ".join(told.values()) or say("nothing was asked")))
        raise typer.Exit(INTERRUPTED) from None


@contextlib.contextmanager
def transcribed(path: Path | None) -> Generator[Callable[[str], None] | None]:
    """Yield what writes lines to a file, each at once; ``None`` without a file.

    :raises FileError: when it cannot be written.
    """
    if path is None:
        yield None
        return
    try:
        file = opened_to_write(path)
    except FileError as error:
        raise FileError(file=f"--transcript {path}", problem=error.problem) from error

    def note(line: str) -> None:
        try:
            file.write(f"{visible_json(line)}\n")
        except OSError as error:
            raise unusable(f"--transcript {path}", error) from error

    try:
        yield note
    finally:
        with contextlib.suppress(OSError):  # what could not be written was said
            file.close()
