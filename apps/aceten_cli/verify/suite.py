"""``aceten verify suite``: many programs at once, in one table of programs by games, and one of clauses that any of them breaks."""

from __future__ import annotations

import io
import tomllib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from aceten import AcetenError
from aceten.conformance import Verification
from aceten.conformance import verify as verify_program
from aceten.conformance.runs.runner import EXAMPLES, REPLY_SECONDS, SECONDS
from aceten_cli.frame.consoles import PlainConsole
from aceten_cli.frame.game_names import game_named
from aceten_cli.frame.help_texts import LanguageChoice
from aceten_cli.frame.inputs import JsonOutput, read_text
from aceten_cli.frame.output import console, print_json
from aceten_cli.frame.streams import BAD_INPUT, DONE, NEGATIVE
from aceten_cli.verify import program_runs as runs
from aceten_cli.verify.verify_report import STYLES, VERDICTS
from aceten_spec.errors import FileError, shown
from aceten_spec.protocol import Option
from aceten_spec.speech import read_out, say
from aceten_spec.texts.causes import why

_SUCH: Final = 'program = [{name = "mine", command = ["node", "adapter.mjs"], games = ["zsiros/4"]}]'


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A program of a suite."""

    name: str
    """How the tables call it."""
    command: tuple[str, ...]
    """The program and its arguments."""
    games: tuple[str, ...]
    """The games in which it is verified, such as ``zsiros`` or ``zsiros/4``."""
    options: dict[str, Option] = {}
    """The options that are agreed on."""
    known: tuple[str, ...] = ()
    """The keys of findings that are expected."""


class Suite(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The programs of a file."""

    program: tuple[Entry, ...]
    """The programs."""


class SuiteResult(msgspec.Struct, frozen=True):
    """What was found in one program in one game."""

    name: str
    """The program."""
    game: str
    """The game, as the suite names it."""
    report: Verification
    """The report."""


def suite(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The programs, as a file in TOML: the guide tells what it says.")
    ],
    page: Annotated[
        Path | None,
        typer.Option("--page", metavar="FILE", help="Also write the tables as a page of HTML."),
    ] = None,
    level: runs.LevelsAsked = None,
    examples: runs.QuestionsALevel = EXAMPLES,
    seconds: runs.SecondsToAsk = SECONDS,
    reply_seconds: runs.SecondsToReply = REPLY_SECONDS,
    seed: runs.SeedOfQuestions = 0,
    _language: LanguageChoice = "en",
    json: JsonOutput = False,
) -> None:
    """Verify many programs, and show them in one table.

    A second table has the clauses that any of them breaks.

    Exit status 1: one diverges; otherwise 2: one could not be tested; 0: all conform; 130: Ctrl-C.

    Example: aceten verify suite programs.toml --level trick --page index.html
    """
    levels = runs.levels_named(level)
    runs.check_written(page=page)
    programs = read_suite(file)
    ask = partial(
        verify_program, levels=levels, examples=examples, seconds=seconds, reply_seconds=reply_seconds, seed=seed
    )
    with runs.verifying() as progress:
        results = run_suite(programs, ask, progress)
    try:
        if json:
            print_json([msgspec.structs.replace(each, report=each.report.in_english()) for each in results])
        else:
            tell_suite(console(), results)
    finally:
        if page is not None:
            runs.write_beside(page, "--page", _page(results))
    raise typer.Exit(status_of(results))


def read_suite(path: Path) -> Suite:
    """Return the suite in a TOML file.

    :raises FileError: when it cannot be read, or is none.
    """
    try:
        suite = msgspec.convert(tomllib.loads(read_text(str(path))), Suite)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise FileError(
            file=str(path), problem=say("{error}; expected such as: {such}", error=why(error), such=_SUCH)
        ) from error
    for entry in suite.program:
        whose = say("program {program!r}", program=shown(entry.name, 40))
        if not (entry.command and entry.games):
            raise FileError(
                file=str(path),
                problem=say(
                    "{whose}: a command, and games, are needed; expected such as: {such}", whose=whose, such=_SUCH
                ),
            )
        for game in entry.games:
            try:
                game_named(game, [f"{name}={value}" for name, value in entry.options.items()], None)
            except AcetenError as error:
                raise FileError(file=str(path), problem=f"{whose}: {error}") from error
    return suite


def run_suite(suite: Suite, ask: Callable[..., Verification], progress: Callable[[str], None]) -> list[SuiteResult]:
    """Verify every program in every game that it names.

    :param ask: verifies a program in a game (:func:`aceten.conformance.verify`).
    """
    results: list[SuiteResult] = []
    for entry in suite.program:
        for name in entry.games:
            game, _, players = name.partition("/")
            report = ask(
                entry.command,
                game,
                players=int(players) if players else None,
                options=entry.options,
                known=entry.known,
                progress=partial(_tell, progress, f"{entry.name}, {name}"),
            )
            results.append(SuiteResult(entry.name, name, report))
    return results


def _tell(progress: Callable[[str], None], whose: str, what: str) -> None:
    progress(f"{whose}: {what}")


def status_of(results: Sequence[SuiteResult]) -> int:
    """Return the exit status: 1 where any diverges, else 2 where any could not be tested, else 0."""
    verdicts = {result.report.verdict for result in results}
    return NEGATIVE if "diverges" in verdicts else BAD_INPUT if "untested" in verdicts else DONE


def tell_suite(out: Console, results: Sequence[SuiteResult]) -> None:
    """Print the table of programs by games, and that of the clauses that any of them breaks."""
    table = Table(box=None, pad_edge=False)
    for title in (say("program"), say("game"), say("verdict"), say("clauses")):
        table.add_column(title, no_wrap=True)
    table.add_column(say("findings"), overflow="fold")
    for result in results:
        report = result.report
        options = "".join(f" {name}={value}" for name, value in report.options.items())
        found = ", ".join(finding.key for finding in report.findings if not finding.known) or read_out(report.reason)
        held = say("{number} of {all}", number=len(report.reached), all=len(report.clauses))
        verdict = Text(say(VERDICTS[report.verdict]), style=STYLES[report.verdict])
        table.add_row(
            Text(shown(result.name, 40)), Text(f"{result.game}{options}"), verdict, held, Text(shown(found, 2000))
        )
    out.print(table)
    broken = sorted({clause.id for result in results for clause in result.report.clauses if clause.failed})
    if not broken:
        return
    out.print()
    names = list(dict.fromkeys(result.name for result in results))
    matrix = Table(box=None, pad_edge=False)
    for title in (say("clause"), *(shown(name, 20) for name in names)):
        matrix.add_column(title, no_wrap=True)
    for clause in broken:
        matrix.add_row(Text(clause), *[_cell(clause, [one for one in results if one.name == name]) for name in names])
    out.print(matrix)


def _cell(clause: str, results: Sequence[SuiteResult]) -> Text:
    """Return what became of a clause in a program."""
    told = [one for result in results for one in result.report.clauses if one.id == clause]
    if any(one.failed for one in told):
        return Text(say("broken"), style="bold red")
    if any(one.held for one in told):
        return Text(say("held"), style="green")
    return Text(say("not asked") if told else "-")


def _page(results: Sequence[SuiteResult]) -> str:
    """Return the tables as a page of HTML."""
    recorder = PlainConsole(record=True, width=160, file=io.StringIO())
    tell_suite(recorder, results)
    return recorder.export_html(inline_styles=True)
