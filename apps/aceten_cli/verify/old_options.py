"""How ``aceten verify case``, ``suite`` and ``new`` were spelled once: as options, which are refused with the words to type now."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Final, cast

import typer
from typer.core import TyperOption

from aceten import UsageError
from aceten_cli.frame.help_texts import Command, Group
from aceten_spec.speech import say

if TYPE_CHECKING:
    from typer._click.core import Context


VALUES: Final = {"case": 1, "suite": 1, "new": 2}
"""The commands that were options, with how many values each had."""


def refuse_old_options(verify: Group, words: list[str], parent: Context | None) -> None:
    """Refuse an option that is a command now.

    :param words: what stands behind ``aceten verify``.
    :raises UsageError: with what is to be typed, all that the new command takes of it.
    """
    end = words.index("--") if "--" in words else len(words)
    for place, word in enumerate(words[:end]):
        option, *values = word.split("=", 1)
        name = option.removeprefix("--")
        if option != name and name in VALUES:
            until = min(place + 1 + (0 if values else VALUES[name]), end)
            anew = ["aceten", "verify", name, *(values or words[place + 1 : until])]
            anew += _others(verify, name, words[:place] + words[until:end], parent)
            anew += words[end:] if name == "case" else []
            raise UsageError(say("{option} is a command now: {command}", option=option, command=shlex.join(anew)))


def _others(verify: Group, name: str, words: list[str], parent: Context | None) -> list[str]:
    """Return those of the words beside an old option that the new command takes."""
    commands = verify.commands[verify.name or ""], verify.commands[name]
    known = {each.name: each for command in commands for each in command.params if isinstance(each, TyperOption)}
    both = Command(verify.name, params=list(known.values()), rich_markup_mode=None)
    given, game, _ = both.make_parser(typer.Context(both, parent, verify.name)).parse_args(words)
    taken = game if name == "new" else []
    for option in commands[1].params:
        value: object = given.get(option.name or "")
        for each in cast("list[object]", value) if isinstance(value, list) else [value]:
            taken += [] if each is None else [option.opts[0]] if each is True else [option.opts[0], str(each)]
    return taken
