"""The program ``aceten``: a command is loaded when it is named."""

from __future__ import annotations

import contextlib
import functools
import importlib
import io
import os
import re
import sys
from itertools import dropwhile, zip_longest
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple, cast, get_args

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException
from typer.models import TyperPath
from typing_extensions import override

from aceten_cli.frame.help_texts import NAMES, Command, Group, Language, LanguageChoice, spoken, translate
from aceten_cli.frame.streams import (
    BAD_INPUT,
    DONE,
    NEGATIVE,
    discard,
    open_missing,
    print_error,
    print_line,
    tell_warnings,
)
from aceten_cli.version import VERSION

if TYPE_CHECKING:
    from typer._click.core import Command as AnyCommand
    from typer._click.core import Context, Parameter


class _Command(NamedTuple):
    """Where a command stands: the module below ``aceten_cli``, and the function or the group of commands in it."""

    module: str
    name: str
    short: str
    """What the list of commands says of it."""


COMMANDS: Final = {
    "solve": _Command("analysis.solve", "solve", "What a position is worth, and what to play."),
    "certify": _Command("analysis.certify", "certify", "Prove what a position is worth, in a file."),
    "check": _Command("rules.check", "check", "Check such a proof by the rules alone."),
    "advise": _Command("analysis.advise", "advise", "What to play when cards are hidden."),
    "show": _Command("analysis.deal", "show", "Draw a position as a table."),
    "deal": _Command("analysis.deal", "deal", "Deal cards; print the position line."),
    "play": _Command("play.play", "play", "Play a match against the machine."),
    "board": _Command("play.board", "board", "A board in the browser."),
    "puzzle": _Command("analysis.puzzle", "puzzle", "Endings in which only one action wins."),
    "review": _Command("analysis.review", "review", "What every action of a record cost."),
    "replay": _Command("play.replay", "replay", "Check a record, and show it."),
    "rules": _Command("rules.rules", "rules", "The exact rules of a game, or a clause."),
    "verify": _Command("verify.verify", "app", "Test a program of yours."),
    "vectors": _Command("verify.vectors", "vectors", "Test vectors, as files."),
    "perft": _Command("analysis.deal", "perft", "Count sequences of actions."),
    "protocol": _Command("rules.protocol_pages", "protocol", "What 'aceten verify' asks."),
    "tables": _Command("analysis.tables", "app", "Complete tables of endgames."),
    "survey": _Command("surveys.survey", "app", "What thousands of deals come to."),
    "arena": _Command("analysis.arena", "arena", "Let policies play against each other."),
    "grade": _Command("analysis.grade", "grade", "What the actions of many records cost."),
    "prove": _Command("rules.prove", "prove", "Prove what the rules guarantee."),
    "docs": _Command("rules.protocol_pages", "docs", "Open a page of the documentation."),
}
"""Every command by its name, in the order in which they are listed."""


class _Program(Group):
    """The commands, groups of them in their places among the others."""

    @override
    def list_commands(self, ctx: Context) -> list[str]:
        return [name for name in COMMANDS if name in self.commands]


def _print_version(asked: bool) -> None:
    if asked:
        print_line(f"aceten {VERSION}")
        raise typer.Exit(DONE)


def _options(
    version: Annotated[
        bool, typer.Option("--version", "-V", help="Print the version.", callback=_print_version, is_eager=True)
    ] = False,
    _language: LanguageChoice = "en",
) -> None:
    """Take the options of the program as a whole."""


@functools.cache
def program(command: str | None = None) -> typer.Typer:
    """Return the program: with one command, which loads nothing but what that needs, or with all of them.

    :param command: its name in :data:`COMMANDS`.
    """
    app = typer.Typer(
        name="aceten",
        cls=_Program,
        help="The reference for the ace-ten card games: exact rules, and what perfect play is worth.",
        epilog="'aceten help COMMAND' says what a command takes. Exit status: 0 done, 1 negative result, 2 wrong input, 130 Ctrl-C.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,  # help as text: it is read aloud, piped and searched, and fits a narrow terminal
        context_settings={"help_option_names": list(NAMES)},
    )
    app.callback()(_options)
    for name, its in COMMANDS.items():
        if command in {name, None}:
            found = vars(importlib.import_module(f"aceten_cli.{its.module}"))[its.name]
            if isinstance(found, typer.Typer):
                app.add_typer(found, name=name, short_help=its.short)
            else:
                app.command(name, cls=Command, short_help=its.short)(found)
    return app


class _GivenPath(TyperPath):
    """A path as it was given: what is wrong with a file is told in our words, where it is opened."""

    @override
    def convert(
        self, value: str | os.PathLike[str], param: Parameter | None, ctx: Context | None
    ) -> str | bytes | os.PathLike[str]:
        return self.coerce_path_result(value)


def _take_paths(command: AnyCommand) -> None:
    """Let typer look at none of the files that a command and those in it are given."""
    for each in command.params:
        if isinstance(each.type, TyperPath):
            each.type = _GivenPath(path_type=each.type.type)
    if isinstance(command, TyperGroup):
        for part in command.commands.values():
            _take_paths(part)


@functools.cache
def _made(command: str | None, language: Language) -> TyperGroup:
    """Return the program ready to run, with help in the language in force: made once, although it may run many times in one process."""
    made = typer.main.get_command(program(command))
    if not isinstance(made, TyperGroup):
        raise TypeError(made)
    _take_paths(made)
    if language != "en":
        translate(made)
    return made


def _asked(words: list[str]) -> Language:
    """Return the language that the words of the command line ask for, the last time that they do, or else the environment.

    Where that is none of ours it is English, in which typer tells what is wrong.
    """
    asked = os.environ.get("ACETEN_LANGUAGE", "")
    before = words[: words.index("--")] if "--" in words else words
    for word, following in zip_longest(before, before[1:], fillvalue=""):
        if option := re.fullmatch(r"-l(.*)|--language(?:=(.*))?", word):
            asked = option[1] or option[2] or following
    return cast("Language", asked) if asked in get_args(Language) else "en"


def main() -> None:
    """Run the program and exit with its status; errors in the input end in a message, never in a traceback."""
    open_missing()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a character shows a question mark
    tell_warnings()
    words, first = sys.argv[1:], 0
    while first < len(words) and re.match("-l|--language", words[first]):
        first += 2 if words[first] in {"-l", "--language"} else 1
    before, words = words[:first], words[first:]
    if words[:1] == ["help"]:
        words = [*dropwhile("help".__eq__, words), "--help"]
    alone = words[0] if words and words[0] in {*COMMANDS, "--version", "-V"} else None
    language = _asked([*before, *words])
    with contextlib.nullcontext() if language == "en" else spoken(language):  # English is spoken anyway
        _run(alone, language, [*before, *words] if words else [])


def _run(alone: str | None, language: Language, words: list[str]) -> None:
    """Run the program with these words and exit with its status."""
    try:
        try:
            status = _made(alone, language)(words, prog_name="aceten", standalone_mode=False)
        finally:
            sys.stdout.flush()
    except TyperException as error:
        from aceten_cli.frame.usage_errors import refuse

        refuse(error)
        sys.exit(BAD_INPUT)
    except OSError as error:
        discard(sys.stdout)
        if not isinstance(error, BrokenPipeError):  # a reader that has seen enough is no error to tell
            from aceten_spec.speech import say
            from aceten_spec.texts.causes import why

            print_error(say("cannot write the output: {problem}", problem=why(error)))
        sys.exit(NEGATIVE)
    except ValueError as error:
        from aceten import AcetenError, FalseRecordError

        if not isinstance(error, AcetenError):
            raise
        print_error(str(error))
        sys.exit(NEGATIVE if isinstance(error, FalseRecordError) else BAD_INPUT)
    sys.exit(status)


if __name__ == "__main__":
    main()
