"""What typer finds wrong with the words of a command line, told as all else is: in the language in force, after ``error:``."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Final

from aceten_cli.frame.streams import discard, print_error
from aceten_spec.speech import say, to_say
from aceten_spec.texts.causes import recognising

if TYPE_CHECKING:
    from typer._click.core import Context
    from typer.exceptions import TyperException

OURS: Final = {
    "No such option: {option} (Possible options: {options})": to_say("no option {option} (did you mean {options}?)"),
    "No such option: {option}": to_say("no option {option}"),
    "No such command {command}. Did you mean {commands}?": to_say("no command {command} (did you mean {commands}?)"),
    "No such command {command}.": to_say("no command {command}"),
    "Missing command.": to_say("a command is missing"),
    "Missing argument '{argument}'.": to_say("{argument} is missing"),
    "Missing option '{argument}'.": to_say("{argument} is missing"),
    "Got unexpected extra argument(s) ({words})": to_say("more words than are taken: {words}"),
    "Option '{option}' does not take a value.": to_say("{option} takes no value"),
    "Option '{option}' requires an argument.": to_say("{option}: a value is missing"),
    "Option '{option}' requires {number} arguments.": to_say("{option}: {number} values are needed"),
    "Invalid value for {option}: {problem}": to_say("{option}: {problem}"),
    "{value} is not one of {values}.": to_say("{value} is none of {values}"),
    "{value} is not a valid integer.": to_say("expected a whole number"),
    "{value} is not a valid int range.": to_say("expected a whole number"),
    "{value} is not a valid float.": to_say("expected a number"),
    "{value} is not a valid float range.": to_say("expected a number"),
    "{value} is not in the range x>={least}.": to_say("expected {least} or more"),
    "{value} is not in the range {least}<=x<={most}.": to_say("expected {least} to {most}"),
}
"""How typer says of the words of our commands what is wrong, and how we do; a part may be such a message itself."""
_PLAYERS: Final = re.compile(r"Got unexpected extra argument\(s\) \((?P<words>[1-9])\)")
"""What typer says where a number of players stands apart from its game."""
_NAMES: Final = {"option", "argument"}
"""The parts in which typer puts each of several names between quotation marks."""


def refuse(error: TyperException) -> None:
    """Print on standard error how a command is used, and what is wrong; where that cannot be, the exit status says it alone."""
    context: Context | None = getattr(error, "ctx", None)  # what is wrong with the use of a command has one
    if context is not None:
        nothing_asked = error.message == context.get_help()
        hint = say("Try '{command}' for help.", command=f"{context.command_path} {context.help_option_names[0]}")
        try:
            sys.stderr.write(f"{error.message}\n" if nothing_asked else f"{context.get_usage()}\n{hint}\n\n")
        except OSError:
            discard(sys.stderr)
        if nothing_asked:
            return
    print_error(in_force(error.format_message()))


def in_force(message: str) -> str:
    """Return in our words what typer says, in the language in force; what it says of no command of ours stays as it is."""
    if found := _PLAYERS.fullmatch(message):
        return say(
            "more words than are taken: {words}; the number of players stands behind a slash, such as zsiros/4",
            words=found["words"],
        )
    for theirs, ours in OURS.items():
        if found := recognising(theirs).fullmatch(message):
            parts = {
                name: part.replace("'", "") if name in _NAMES else part for name, part in found.groupdict().items()
            }
            return say(ours, **{name: in_force(part) for name, part in parts.items()})
    return message
