"""The program ``aceten``."""

from __future__ import annotations

import os
import sys

import typer

from aceten import AcetenError, FalseRecordError
from aceten_cli import dealing, proving, reading, records, solving
from aceten_cli.output import BAD_INPUT, NEGATIVE, print_error

app = typer.Typer(
    name="aceten",
    help="The reference for the ace-ten card games: exact rules, and what perfect play is worth.",
    epilog="Exit status: 0 done, 1 negative result, 2 wrong input.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("solve")(solving.solve)
app.command("show")(dealing.show)
app.command("deal")(dealing.deal)
app.command("perft")(dealing.perft)
app.command("replay")(records.replay)
app.command("rules")(reading.rules)
app.command("prove")(proving.prove)


def main() -> None:
    """Run the program and exit with its status; errors in the input end in a message, never in a traceback."""
    try:
        app(prog_name="aceten")
    except FalseRecordError as error:
        print_error(str(error))
        sys.exit(NEGATIVE)
    except AcetenError as error:
        print_error(str(error))
        sys.exit(BAD_INPUT)
    except BrokenPipeError:
        # The reader went away, such as `| head`: nothing more to say, and nothing left to flush.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(NEGATIVE)


if __name__ == "__main__":
    main()
