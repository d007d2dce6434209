"""The option that asks for a language, and help in it: what commands say of themselves, and what typer says of any command."""

from __future__ import annotations

import contextlib
import gettext
import inspect
import os
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption
from typing_extensions import override

if TYPE_CHECKING:
    from typer._click.core import Command as AnyCommand
    from typer._click.core import Context
    from typer._click.formatting import HelpFormatter

Language: TypeAlias = Literal["en", "hu", "de"]
"""As :data:`aceten_spec.speech.Language`, whose package takes longer to load than ``--version`` may."""

LanguageChoice: TypeAlias = Annotated[
    Language,
    typer.Option(
        "--language", "-l", envvar="ACETEN_LANGUAGE", help="The language that is spoken: English, Hungarian or German."
    ),
]
"""The option of the program and of its commands: here it is told of and checked; :mod:`aceten_cli.main` has found it by then."""

NAMES: Final = ("-h", "--help")
"""What asks for help."""
EXAMPLE: Final = "Example: "
"""What begins the paragraph of a help text that is a command, and stays as it is."""
TYPERS: Final = ("Arguments", "Options", "Commands", "required", "default: {default}", "env var: {var}")
"""What typer itself says by gettext, and is translated; where its other words stand, English is spoken."""


class Command(TyperCommand):
    """A command whose usage is told in the language in force."""

    @override
    def format_usage(self, ctx: Context, formatter: HelpFormatter) -> None:
        _write_usage(self, ctx, formatter)


class Group(TyperGroup):
    """A group of commands, likewise."""

    @override
    def format_usage(self, ctx: Context, formatter: HelpFormatter) -> None:
        _write_usage(self, ctx, formatter)


class Leader(Command):
    """A command that leads a group of its own name; its help lists the others."""

    others: Group | None = None

    @override
    def format_options(self, ctx: Context, formatter: HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        if self.others is not None:
            self.others.format_commands(ctx, formatter)


class LedGroup(Group):
    """A group of commands with one of its own name, which is meant where no other one is named first; it is hidden in the list."""

    @override
    def make_context(
        self, info_name: str | None, args: list[str], parent: Context | None = None, **extra: object
    ) -> Context:
        others = self.commands.keys() - {self.name}
        if others.intersection(args[:1]):
            return super().make_context(info_name, args, parent, **extra)
        leader = self.commands[self.name or ""]
        if isinstance(leader, Leader):
            leader.others = self
        return leader.make_context(info_name, args, parent, **extra)


def _write_usage(command: AnyCommand, ctx: Context, formatter: HelpFormatter) -> None:
    from aceten_spec.speech import say  # here, as what takes no help does without it

    formatter.write_usage(ctx.command_path, " ".join(command.collect_usage_pieces(ctx)), prefix=say("Usage: "))


@contextlib.contextmanager
def spoken(language: Language) -> Generator[None]:
    """Speak a language as long as this lasts. The words that typer has for every command, it takes from the same catalog, by gettext."""
    from aceten_spec.speech import CATALOGS, DOMAIN, speaking

    domain, environment = gettext.textdomain(), dict(os.environ)
    gettext.bindtextdomain(DOMAIN, str(CATALOGS))
    gettext.textdomain(DOMAIN)
    os.environ["LANGUAGE"] = language
    try:
        with speaking(language):
            yield
    finally:
        gettext.textdomain(domain)
        os.environ.pop("LANGUAGE")
        os.environ.update(environment)


def translate(command: AnyCommand) -> None:
    """Say in the language in force all that a command and those in it say of themselves."""
    for holder, name in texts(command):
        setattr(holder, name, said(getattr(holder, name)))


def texts(command: AnyCommand) -> Iterator[tuple[object, str]]:
    """Yield where the texts are that a command and those in it say of themselves: what holds each, and its attribute there."""
    helping = command.get_help_option(typer.Context(command, help_option_names=list(NAMES)))
    for each in (*command.params, helping):
        if isinstance(each, TyperArgument | TyperOption) and each.help:
            yield each, "help"
    for name in ("help", "short_help", "epilog"):
        if getattr(command, name):
            yield command, name
    if isinstance(command, TyperGroup):
        for part in command.commands.values():
            yield from texts(part)


def paragraphs(text: str) -> Iterator[str]:
    """Yield the paragraphs of a help text, each in one line."""
    for paragraph in inspect.cleandoc(text).split("\n\n"):
        yield " ".join(paragraph.split())


def said(text: str) -> str:
    """Return a help text in the language in force."""
    from aceten_spec.speech import say

    return "\n\n".join(
        say("Example: {command}", command=each.removeprefix(EXAMPLE)) if each.startswith(EXAMPLE) else say(each)
        for each in paragraphs(text)
    )
