"""Sphinx extension with the directive ``command-line``: every command of the program, read from the program itself.

It is written as reStructuredText for the directives ``program`` and ``option``, so that each command and each option is an anchor, stands
in the index, and can be referred to: ``:option:`aceten solve --nodes```.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, cast

import typer
from docutils import nodes
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective
from typer._types import TyperChoice
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from aceten_cli.frame import streams
from aceten_cli.main import program

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

NUMBERS: Final = {"int": "whole number", "int range": "whole number", "float": "number", "float range": "number"}
"""What is expected where a number is, by the name of its type."""

EXAMPLE: Final = "Example: "
"""What begins the paragraph of a help text that is a command."""


def commands() -> dict[str, TyperCommand]:
    """Return the commands of the program by name, in their order."""
    group = typer.main.get_command(program())
    if not isinstance(group, TyperGroup):
        raise TypeError(group)
    found: dict[str, TyperCommand] = {}
    for name in group.list_commands(typer.Context(group)):
        command = group.commands[name]
        if isinstance(command, TyperGroup):
            found |= {
                name if part == name else f"{name} {part}": each
                for part, each in command.commands.items()
                if isinstance(each, TyperCommand)
            }
        elif isinstance(command, TyperCommand):
            found[name] = command
    return found


SOUGHT: Final = {
    "aceten prove": ("parallel", "processes"),
}
"""Words that people look for, by the command that has what they mean and does not say them."""


class CommandLine(SphinxDirective):
    """The directive ``command-line``: a section for each command."""

    def run(self) -> list[nodes.Node]:
        """Return the sections."""
        return [self._section(name, command) for name, command in commands().items()]

    def _section(self, name: str, command: TyperCommand) -> nodes.section:
        title = f"aceten {name}"
        made = nodes.section("", nodes.title("", "", nodes.literal("", title)), ids=[nodes.make_id(title)])
        self.env.domains.standard_domain.note_hyperlink_target(made["ids"][0], self.env.docname, made["ids"][0], title)
        made += self.parse_text_to_nodes("\n".join(lines(title, command)))
        return made


def lines(title: str, command: TyperCommand) -> Iterator[str]:
    """Yield what is said of a command, as reStructuredText."""
    arguments = [each for each in command.params if isinstance(each, TyperArgument)]
    options = [each for each in command.params if isinstance(each, TyperOption)]
    usage = " ".join([title, *(["[OPTIONS]"] * bool(options)), *(str(each.metavar) for each in arguments)])
    yield from (f".. program:: {title}", "", ".. code-block:: text", "", f"   {usage}", "")
    # Each is a main entry, so that the search names the command before pages that only mention the word.
    if title in SOUGHT:
        sought = SOUGHT[title]
        yield from (f".. index:: {', '.join(f'! {word}' for word in sought)}", f"   :name: {sought[0]}", "")
    for said in (command.help or "").split("\n\n"):
        words = " ".join(said.split())
        if words.startswith(EXAMPLE):
            yield from ("Example:", "", ".. code-block:: text", "", f"   {words.removeprefix(EXAMPLE)}", "")
        else:
            yield from (_escaped(words), "")
    parameters: list[TyperArgument | TyperOption] = [*arguments, *options]
    for parameter in parameters:
        yield from (f".. option:: {signature(parameter)}", "", f"   {_escaped(parameter.help or '')}", "")
        if said := ". ".join(facts(parameter)):
            yield from ("   .. rst-class:: small", "", f"   {said}.", "")


def signature(parameter: TyperArgument | TyperOption) -> str:
    """Return how an argument or an option is written, with what stands behind it."""
    if isinstance(parameter, TyperArgument):
        return str(parameter.metavar)
    value = "" if parameter.is_flag else f" {parameter.metavar or _placeholder(parameter)}"
    return ", ".join(f"{name}{value}" for name in parameter.opts)


def facts(parameter: TyperArgument | TyperOption) -> Iterator[str]:
    """Yield what else the program knows of an argument or an option: its type, its range, its variable, its default."""
    kind = parameter.type
    if kind.name in NUMBERS:
        ends = (("from", getattr(kind, "min", None)), ("to", getattr(kind, "max", None)))
        yield " ".join(
            [NUMBERS[kind.name].capitalize(), *[f"{word} {_plain(end)}" for word, end in ends if end is not None]]
        )
    if isinstance(parameter, TyperOption) and parameter.required:
        yield "Required"
    if isinstance(parameter, TyperOption) and parameter.multiple and "repeated" not in str(parameter.help):
        yield "May be repeated"
    if isinstance(parameter.envvar, str):
        yield f"Or by the variable :envvar:`{parameter.envvar}`"
    if parameter.default is not None and parameter.default is not False:
        yield f"Default: ``{_plain(parameter.default)}``"


def _plain(value: object) -> object:
    """Return a value, a whole number without what stands behind its point."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _placeholder(parameter: TyperOption) -> str:
    """Return what stands for the value of an option: its choices, or a word."""
    kind = parameter.type
    if isinstance(kind, TyperChoice):
        return "|".join(cast("TyperChoice[str]", kind).choices)
    return "FILE" if kind.name == "path" else "NUMBER" if kind.name in NUMBERS else "TEXT"


def _escaped(words: str) -> str:
    """Return words as reStructuredText that says the same; code is what stands between backticks, and what begins with two hyphens."""
    parts = re.sub(r"(?<!\S)--[a-z-]*", r"`\g<0>`", words).split("`")
    plain = [re.sub(r"([\\*_|])", r"\\\1", part) for part in parts]
    return "".join(f"``{parts[at]}``" if at % 2 else part for at, part in enumerate(plain))


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


class ExitStatuses(SphinxDirective):
    """The directive ``exit-statuses``: what the numbers mean with which the program ends."""

    def run(self) -> list[nodes.Node]:
        """Return a definition list."""
        meant = ModuleAnalyzer.for_module(streams.__name__).find_attr_docs()
        prefix = "Exit status: "
        told = {
            vars(streams)[name]: _sentence(" ".join(said).removeprefix(prefix))
            for (_, name), said in meant.items()
            if said[0].startswith(prefix)
        }
        return self.parse_text_to_nodes("\n".join(f"``{status}``\n   {told[status]}\n" for status in sorted(told)))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directives."""
    app.add_directive("command-line", CommandLine)
    app.add_directive("exit-statuses", ExitStatuses)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
