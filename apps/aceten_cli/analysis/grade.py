"""``aceten grade``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from aceten import FalseRecordError
from aceten_cli.frame.game_names import rulebook_of
from aceten_cli.frame.help_texts import LanguageChoice
from aceten_cli.frame.inputs import JsonOutput, RulesFile, read_text, record_names
from aceten_cli.frame.output import console, print_json
from aceten_cli.frame.progress_bars import bar
from aceten_cli.frame.search_options import ObjectiveAsked
from aceten_cli.frame.streams import BAD_INPUT, DONE, INTERRUPTED, NEGATIVE, interruptible, print_error, print_note
from aceten_cli.surveys.survey import keeping, packages
from aceten_solver.answers.batches import MOST_THREADS
from aceten_spec.errors import FileError
from aceten_spec.speech import say, say_counted
from aceten_spec.texts.user_files import shown_name

SECONDS = 60.0
"""How long a record may take where nothing else is said."""


def grade(
    record: Annotated[
        list[str],
        typer.Argument(metavar="RECORD...", help="Record files, and folders of them; - for standard input."),
    ],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder for what is found.")],
    objective: ObjectiveAsked = None,
    nodes: Annotated[
        int | None,
        typer.Option("--nodes", metavar="N", min=0, help="Search at most this many positions for each record."),
    ] = None,
    seconds: Annotated[
        float,
        typer.Option("--seconds", metavar="SECONDS", min=0.0, help="Search at most this many seconds for each record."),
    ] = SECONDS,
    threads: Annotated[
        int,
        typer.Option(
            "--threads",
            metavar="N",
            min=0,
            max=MOST_THREADS,
            help="Review so many records at a time; 0: as many as there are processors.",
        ),
    ] = 1,
    rules: RulesFile = None,
    _language: LanguageChoice = "en",
    json: JsonOutput = False,
) -> None:
    """Find out what every action of many records cost, and sum it up for each seat.

    Every action is a row in a table of the folder, in Parquet, with what 'aceten review' says of it; 'aceten survey sql' asks about them.
    What is printed sums up all that is in the folder.

    Whatever ends it, what is done is kept, and the same command goes on from there. A record that is there and has not changed is not
    reviewed again. A folder of other questions is refused.

    A record is JSON Lines, or text as people type it; in a file there may be several. What is wrong with one is said each time.

    What is not settled within --nodes or --seconds are the first actions of a deal; they are rows that say so. What is wrong with a record
    is said, and the others are graded.
    """
    with packages():
        from aceten_cli.surveys.survey_tables import tell_grading
        from aceten_surveys import grading
    rulebook, names = rulebook_of(rules), list(record_names(record))
    status, done, wrong = DONE, 0, 0
    with (
        keeping(out, OSError),  # the disk is full
        interruptible() as interrupted,
        bar(say("grading"), lambda: len(names), shown=True) as step,
    ):
        graded = grading.grade(
            names,
            out,
            objective=objective,
            nodes=nodes,
            seconds=seconds,
            rules=rulebook,
            threads=threads or os.cpu_count() or 1,
            read=read_text,
            stop=interrupted,
        )
        for name, error in graded:
            if error is None:
                done += 1
            else:
                named = isinstance(error, FileError) and error.file == name
                print_error(str(error) if named else f"{shown_name(name)}: {error}")
                status = max(status, NEGATIVE if isinstance(error, FalseRecordError) else BAD_INPUT)
                wrong += 1
            step(1)
        ended = interrupted()
    if wrong:
        print_note(say("Wrong records: {wrong} of {total}.", wrong=wrong, total=done + wrong))
    if ended:
        told = say_counted("Stopped after {number} record.", "Stopped after {number} records.", done)
        print_note(f"{told} {say('The same command goes on from there.')}")
        raise typer.Exit(INTERRUPTED)
    if done:
        found = grading.summary(out)
        if json:
            print_json(found)
        else:
            tell_grading(console(), found)
    raise typer.Exit(NEGATIVE if status == BAD_INPUT and done + wrong > 1 else status)
