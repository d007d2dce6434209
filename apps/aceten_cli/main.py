"""The program ``aceten``: a command is loaded when it is named."""

from __future__ import annotations

import functools
import importlib
import io
import sys
from typing import Annotated, Final, NamedTuple

import typer

from aceten_cli.streams import BAD_INPUT, DONE, NEGATIVE, discard, open_missing, print_error, print_line


class _Command(NamedTuple):
    """Where a command stands: the module below ``aceten_cli``, and the function or the group of commands in it."""

    module: str
    name: str
    short: str
    """What the list of commands says of it."""


COMMANDS: Final = {
    "solve": _Command("solving", "solve", "What a position is worth, and what to play."),
    "show": _Command("dealing", "show", "Draw a position as a table."),
    "deal": _Command("dealing", "deal", "Deal cards; print the position line."),
    "play": _Command("playing", "play", "Play a match against the machine."),
    "puzzle": _Command("puzzling", "puzzle", "Endings in which only one card wins."),
    "review": _Command("reviewing", "review", "What every action of a record cost."),
    "replay": _Command("records", "replay", "Check a record, and show it."),
    "rules": _Command("reading", "rules", "The exact rules of a game, or a clause."),
    "verify": _Command("verifying", "verify", "Test a program of yours."),
    "vectors": _Command("vectoring", "vectors", "Test vectors, as files."),
    "perft": _Command("dealing", "perft", "Count sequences of actions."),
    "protocol": _Command("explaining", "protocol", "What 'aceten verify' asks."),
    "tables": _Command("tables", "app", "Complete tables of endgames."),
    "prove": _Command("proving", "prove", "Prove what the rules guarantee."),
    "docs": _Command("explaining", "docs", "Open a page of the documentation."),
}
"""Every command by its name, in the order in which they are listed."""


def _print_version(asked: bool) -> None:
    if asked:
        from importlib import metadata

        print_line(f"aceten {metadata.version('aceten')}")
        raise typer.Exit(DONE)


def _options(
    version: Annotated[
        bool, typer.Option("--version", "-V", help="Print the version.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Take the options of the program as a whole."""


@functools.cache
def program(command: str | None = None) -> typer.Typer:
    """Return the program: with one command, which loads nothing but what that needs, or with all of them.

    :param command: its name in :data:`COMMANDS`.
    """
    app = typer.Typer(
        name="aceten",
        help="The reference for the ace-ten card games: exact rules, and what perfect play is worth.",
        epilog="'aceten help COMMAND' says what a command takes. Exit status: 0 done, 1 negative result, 2 wrong input.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,  # help as text: it is read aloud, piped and searched, and fits a narrow terminal
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_options)
    for name, (module, attribute, short) in COMMANDS.items():
        if command in {name, None}:
            found = vars(importlib.import_module(f"aceten_cli.{module}"))[attribute]
            if isinstance(found, typer.Typer):
                app.add_typer(found, name=name, short_help=short)
            else:
                app.command(name, short_help=short)(found)
    return app


_made: Final = functools.cache(typer.main.get_command)
"""Makes a program ready to run: once, although it may run many times in one process."""


def main() -> None:
    """Run the program and exit with its status; errors in the input end in a message, never in a traceback."""
    open_missing()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a character shows a question mark
    words = sys.argv[1:]
    if words[:1] == ["help"]:
        words = [*words[1:], "--help"]
    alone = words[0] if words and words[0] in {*COMMANDS, "--version", "-V"} else None
    try:
        try:
            _made(program(alone))(words, prog_name="aceten")
        finally:
            sys.stdout.flush()
    except OSError as error:
        discard(sys.stdout)
        if not isinstance(error, BrokenPipeError):  # a reader that has seen enough is no error to tell
            print_error(f"cannot write the output: {error.strerror or error}")
        sys.exit(NEGATIVE)
    except ValueError as error:
        from aceten import AcetenError, FalseRecordError

        if not isinstance(error, AcetenError):
            raise
        print_error(str(error))
        sys.exit(NEGATIVE if isinstance(error, FalseRecordError) else BAD_INPUT)


if __name__ == "__main__":
    main()
