"""``aceten replay``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.table import Table
from rich.text import Text

import aceten
from aceten_cli.inputs import JsonOutput, LanguageChoice, RulesFile, read_text, rulebook_of
from aceten_cli.output import console, print_json, result_json
from aceten_cli.results import meaning_of_result
from aceten_cli.stories import tricks_of
from aceten_cli.words import seat_name

if TYPE_CHECKING:
    from aceten_spec.names import Language


class _Replayed(msgspec.Struct):
    start: str
    position: str
    actions: int
    result: dict[str, object] | None


def replay(
    record: Annotated[str, typer.Argument(metavar="RECORD", help="A record file; - reads standard input.")],
    rules: RulesFile = None,
    language: LanguageChoice = "en",
    json: JsonOutput = False,
) -> None:
    """Check a record against the rules and show it.

    Exit status 1: something in it is against the rules; 2: it cannot be read.
    """
    replayed = aceten.read_record(read_text(record), rules=rulebook_of(rules))
    state = replayed.state
    if json:
        print_json(_Replayed(str(replayed.states[0]), str(state), len(replayed.events), result_json(state.result)))
        return
    out = console()
    out.print(Text(str(replayed.states[0]), style="bold"), soft_wrap=True)
    out.print(_story(replayed, language))
    if state.result is not None:
        out.print(meaning_of_result(state), soft_wrap=True)
    elif state.turn is not None:
        out.print(f"The deal goes on; {seat_name(state.turn)} is to act: {state}", soft_wrap=True)


def _story(record: aceten.Record, language: Language) -> Table:
    table = Table.grid(padding=(0, 2))
    actions = [action for _, action in record.events]
    for number, story in enumerate(tricks_of(record.states[0], actions, language), start=1):
        table.add_row(f"{number}.", story.moves, Text(story.outcome, style="dim"))
    return table
