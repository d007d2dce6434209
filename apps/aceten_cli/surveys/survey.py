"""``aceten survey``."""

from __future__ import annotations

import contextlib
import csv
import logging
import os
import sys
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import typer

from aceten import UsageError
from aceten_cli.frame.help_texts import Command, Group, LanguageChoice
from aceten_cli.frame.inputs import JsonOutput, read_text
from aceten_cli.frame.output import console, print_json, progress
from aceten_cli.frame.progress_bars import bar
from aceten_cli.frame.streams import DONE, INTERRUPTED, NEGATIVE, interruptible, print_error, print_line
from aceten_spec.errors import shown as shown_text
from aceten_spec.speech import grouped, say, say_counted
from aceten_spec.texts.causes import why
from aceten_spec.texts.extras import lacking
from aceten_spec.texts.user_files import shown_name

if TYPE_CHECKING:
    from aceten_surveys import Status
    from aceten_surveys.drivers import Driver

app = typer.Typer(
    cls=Group,
    help="What thousands of deals come to: computed by one machine or many, kept in files, and told.",
    epilog="It needs packages that come with the extra 'data'; in the folder of a checkout: pip install '.[data]'",
    no_args_is_help=True,
)

_Folder: TypeAlias = Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a survey.")]
_By: TypeAlias = Literal["threads", "processes", "dask"]


@contextlib.contextmanager
def packages() -> Generator[None]:
    """Load what takes long to load, and say which package is missing, where one is."""
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # which tells of homes that it cannot write to
    try:
        with progress(say("loading")):
            yield
    except ModuleNotFoundError as error:
        raise UsageError(lacking(error, "data")) from error


@contextlib.contextmanager
def keeping(out: Path, *ends: type[Exception]) -> Generator[None]:
    """Say what has ended a computation of which all that is done is kept in a folder, and end the program.

    :param ends: what can end it so.
    """
    try:
        yield
    except ends as error:
        problem = say(
            "{where}: {problem}; what is done is kept, and the same command goes on from there",
            where=shown_name(out),
            problem=why(error),
        )
        print_error(problem)
        raise typer.Exit(NEGATIVE) from error


@app.command("run", cls=Command)
def run(
    specification: Annotated[
        Path,
        typer.Argument(
            metavar="SPEC", help="What is asked, as a file in TOML: the page on surveys tells what it says."
        ),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="The folder for what is found.")],
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers", metavar="N", min=1, max=256, help="How many work at a time; by default one a processor."
        ),
    ] = None,
    by: Annotated[
        _By | None,
        typer.Option(
            "--by",
            help="Who works: threads or processes of this machine, or workers that Dask starts on it; by default threads, but processes "
            "where policies play or the native core is not there.",
        ),
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option("--scheduler", metavar="ADDRESS", help="Let the workers of a Dask scheduler do it.")
    ] = None,
    _language: LanguageChoice = "en",
    json: JsonOutput = False,
) -> None:
    """Compute a survey, or what is missing of it.

    Whatever ends it, what is done is kept, and the same command goes on from there. A folder with another survey is refused.
    """
    with packages():
        from aceten_solver import backend
        from aceten_surveys import read_specification
        from aceten_surveys import run as run_survey
    asked = read_specification(specification)
    in_python = asked.play is not None or backend == "python"
    driver = _driver(by or ("processes" if in_python else "threads"), workers or os.cpu_count() or 1, scheduler)
    with (
        keeping(out, OSError, RuntimeError),  # the disk is full, or those who work die again and again
        interruptible() as interrupted,
        bar(say("deals"), lambda: asked.deals.count, shown=True) as step,
    ):
        found = run_survey(asked, out, driver, tell=step, stop=interrupted)
        ended = interrupted()
    if not found.whole and ended:
        kept = say(
            "{done} of {all} deals are done and kept; the same command goes on from there",
            done=grouped(found.found.deals),
            all=grouped(asked.deals.count),
        )
        print_error(kept)
        raise typer.Exit(INTERRUPTED)
    _tell(found, json=json)


@app.command("status", cls=Command)
def status(folder: _Folder, _language: LanguageChoice = "en", json: JsonOutput = False) -> None:
    """Tell how far a survey is, by nothing but its folder: every file in it is looked at.

    Exit status 1: something is missing or damaged.
    """
    with packages():
        from aceten_surveys import status as status_of
    found = status_of(folder)
    _tell(found, json=json)
    raise typer.Exit(DONE if found.whole else NEGATIVE)


def _tell(found: Status, *, json: bool) -> None:
    if json:
        print_json(
            {
                "whole": found.whole,
                "missing": found.missing,
                "damaged": {str(shard): problem for shard, problem in found.damaged.items()},
                "found": found.found,
            }
        )
        return
    survey, what = found.survey, found.found
    options = "".join(f" {name}={value}" for name, value in survey.options.items())
    print_line(
        say(
            "{game}: {done} of {all} deals",
            game=shown_text(survey.game + options),
            done=grouped(what.deals),
            all=grouped(survey.deals.count),
        )
    )
    if what.failed:
        print_line(
            say_counted(
                "{number} deal could not be asked about: the column error says why",
                "{number} deals could not be asked about: the column error says why",
                what.failed,
            )
        )
    if what.open:
        print_line(
            say_counted(
                "{number} deal is not settled within the limit",
                "{number} deals are not settled within the limit",
                what.open,
            )
        )
    if what.certificates:
        print_line(
            say_counted(
                "{number} certificate proves what a deal is worth",
                "{number} certificates prove what deals are worth",
                what.certificates,
            )
        )
    if found.missing:
        print_line(
            say_counted(
                "{number} file is still to be computed", "{number} files are still to be computed", len(found.missing)
            )
        )
    for shard, problem in found.damaged.items():
        print_line(
            say(
                "file {shard} cannot be used, and is to be computed anew: {problem}",
                shard=shard,
                problem=shown_text(problem),
            )
        )
    print_line(say("checksum of the rows: {checksum}", checksum=what.checksum))


def _driver(by: _By, workers: int, scheduler: str | None) -> Driver:
    with packages():
        from aceten_surveys.drivers import in_processes, in_threads

        if scheduler is None and by != "dask":
            return in_threads(workers) if by == "threads" else in_processes(workers)
        from aceten_surveys.cluster import on_cluster, on_local_cluster
    return on_local_cluster(workers) if scheduler is None else on_cluster(scheduler)


@app.command("report", cls=Command)
def report(
    folder: _Folder,
    plots: Annotated[
        Path | None, typer.Option("--plots", metavar="DIR", help="Where pictures go; by default report in the folder.")
    ] = None,
    _language: LanguageChoice = "en",
    json: JsonOutput = False,
) -> None:
    """Tell what a survey shows, in tables, and draw it as SVG.

    How values are distributed, what it is worth to act first, how often a row of the scoring table decides, and what cards are worth
    that the side was dealt which acts first: all with perfect play.
    """
    with packages():
        from aceten_cli.surveys.survey_tables import tell_report
        from aceten_surveys.plots import write_plots
        from aceten_surveys.report import report as report_of
    shown = report_of(folder)
    if json:
        print_json(shown)
        return
    out = console()
    tell_report(out, shown)
    out.print()
    for picture in write_plots(shown, plots or folder / "report"):
        print_line(say("drawn: {file}", file=shown_name(picture)))


@app.command("compare", cls=Command)
def compare(
    one: _Folder,
    other: Annotated[
        Path, typer.Argument(metavar="OTHER", help="The folder of one by other rules, of the same deals.")
    ],
    _language: LanguageChoice = "en",
    json: JsonOutput = False,
) -> None:
    """Tell what other rules change: two surveys of the same deals, deal by deal."""
    with packages():
        from aceten_cli.surveys.survey_tables import tell_comparison
        from aceten_surveys.compare import compare as compare_two
    found = compare_two(one, other)
    if json:
        print_json(found)
        return
    tell_comparison(console(), found)


@app.command("sql", cls=Command)
def sql(
    folder: _Folder,
    question: Annotated[
        str,
        typer.Argument(
            metavar="SELECT",
            help="The question; the table is called deals, or actions where records were graded. - is standard input.",
        ),
    ],
    as_csv: Annotated[bool, typer.Option("--csv", help="Print lines of values with commas between them.")] = False,
    _language: LanguageChoice = "en",
    json: JsonOutput = False,
) -> None:
    """Answer a question in SQL, as DuckDB has it. Nothing but the survey can be read, and nothing written."""
    with packages():
        from aceten_cli.surveys.survey_tables import tell_answer
        from aceten_surveys.asking import ask
    answer = ask(folder, read_text("-") if question == "-" else question)
    if json:
        for row in answer.rows:
            print_json(dict(zip(answer.columns, row, strict=True)))
    elif as_csv:
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerows([answer.columns, *answer.rows])
    else:
        tell_answer(console(), answer)
