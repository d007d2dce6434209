"""``aceten vectors``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from aceten import UsageError
from aceten.conformance.vectors import write_vectors
from aceten_cli.frame.game_names import agreed_options, rulebook_named
from aceten_cli.frame.help_texts import LanguageChoice
from aceten_cli.frame.inputs import JsonOutput, RulesFile
from aceten_cli.frame.output import print_json, progress
from aceten_cli.frame.streams import print_line
from aceten_spec import load_shipped, shipped
from aceten_spec.formats import schemas
from aceten_spec.speech import say
from aceten_spec.texts.user_files import shown_name, write_text

_ALL: Final = "all"


def vectors(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game, or 'all'.")],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder to write to; created if missing.")],
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            metavar="NAME=VALUE",
            help="What all cases are played by; may be repeated. Without it most are played by the rulebook's own, and some by others.",
        ),
    ] = None,
    rules: RulesFile = None,
    json: JsonOutput = False,
    _language: LanguageChoice = "en",
) -> None:
    """Write test vectors of a game, for programs that 'aceten verify' cannot run.

    They are JSON: an index, the schemas, and for each game a file of cases, each with the clauses that it puts to the test, and the record
    of a match. The same version writes the same bytes. With --option a folder holds one variant of a game.

    Example: aceten vectors zsiros --option tie=draw --out vectors/tie
    """
    whole = game == _ALL and rules is None
    if whole and option:
        raise UsageError(say("--option: name the game that it is an option of, in place of 'all'"))
    rulebooks = [load_shipped(name) for name in shipped()] if whole else [rulebook_named(game, rules)]
    with progress(say("writing")):
        index = write_vectors(rulebooks, out, agreed_options(rulebooks[0], option) if option else None)
    for name, schema in schemas().items():
        write_text(out / f"{name}.schema.json", schema)
    if json:
        print_json(index)
        return
    for entry in index.files:
        told = (
            say("{cases} cases, {clauses} clauses", cases=entry.cases, clauses=len(entry.clauses))
            if entry.cases
            else say("a match")
        )
        print_line(f"{shown_name(out / entry.file)}: {told}")
