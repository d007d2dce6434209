"""The program ``aceten``."""

from __future__ import annotations

import functools
import io
import sys
from importlib import metadata
from typing import Annotated, Final

import typer

from aceten import AcetenError, FalseRecordError
from aceten_cli import (
    dealing,
    explaining,
    playing,
    proving,
    puzzling,
    reading,
    records,
    reviewing,
    solving,
    tables,
    vectoring,
    verifying,
)
from aceten_cli.output import BAD_INPUT, DONE, NEGATIVE, discard, open_missing, print_error, print_line


def _print_version(asked: bool) -> None:
    if asked:
        print_line(f"aceten {metadata.version('aceten')}")
        raise typer.Exit(DONE)


app = typer.Typer(
    name="aceten",
    help="The reference for the ace-ten card games: exact rules, and what perfect play is worth.",
    epilog="Exit status: 0 done, 1 negative result, 2 wrong input.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Take the options of the program as a whole."""


app.command("solve")(solving.solve)
app.command("show")(dealing.show)
app.command("deal")(dealing.deal)
app.command("play")(playing.play)
app.command("puzzle")(puzzling.puzzle)
app.command("perft")(dealing.perft)
app.command("replay")(records.replay)
app.command("review")(reviewing.review)
app.command("rules")(reading.rules)
app.add_typer(tables.app, name="tables")
app.command("prove")(proving.prove)
app.command("protocol")(explaining.protocol)
app.command("docs")(explaining.docs)
app.command("vectors")(vectoring.vectors)
app.command("verify")(verifying.verify)


_command: Final = functools.cache(typer.main.get_command)
"""Makes the program of the functions above: once, although it may run many times in one process."""


def main() -> None:
    """Run the program and exit with its status; errors in the input end in a message, never in a traceback."""
    open_missing()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a character shows a question mark
    try:
        try:
            _command(app)(prog_name="aceten")
        finally:
            sys.stdout.flush()
    except FalseRecordError as error:
        print_error(str(error))
        sys.exit(NEGATIVE)
    except AcetenError as error:
        print_error(str(error))
        sys.exit(BAD_INPUT)
    except OSError as error:
        discard(sys.stdout)
        if not isinstance(error, BrokenPipeError):  # a reader that has seen enough is no error to tell
            print_error(f"cannot write the output: {error.strerror or error}")
        sys.exit(NEGATIVE)


if __name__ == "__main__":
    main()
