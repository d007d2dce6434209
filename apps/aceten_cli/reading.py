"""``aceten rules``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from aceten import UsageError
from aceten_cli.inputs import JsonOutput, RulesFile, rulebook_named
from aceten_cli.output import console, print_json
from aceten_spec import Clause, Decision, Rulebook, load_shipped, shipped
from aceten_spec.rulebook import digest

if TYPE_CHECKING:
    from rich.console import Console

    from aceten_spec.rulebook import Source


class _Listed(msgspec.Struct):
    id: str
    title: str
    players: tuple[int, ...]
    clauses: int
    options: tuple[str, ...]
    summary: str


class _ShownClause(msgspec.Struct):
    clause: Clause
    decision: Decision | None
    examples: tuple[str, ...]


def rules(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A game; without it all games are listed.")
    ] = None,
    clause: Annotated[str | None, typer.Argument(metavar="[CLAUSE]", help="A clause such as ZS-PLAY-4.")] = None,
    listing: Annotated[bool, typer.Option("--list", help="List the games.")] = False,
    rules_file: RulesFile = None,
    json: JsonOutput = False,
) -> None:
    """Print the exact rules of a game, or one clause with its sources, decision and examples."""
    if game is None or listing:
        _list(json=json)
        return
    rulebook = rulebook_named(game, rules_file)
    if clause is None:
        _print_rules(rulebook, json=json)
    else:
        _print_clause(rulebook, clause, json=json)


def _list(*, json: bool) -> None:
    entries = [_listed(load_shipped(game)) for game in shipped()]
    if json:
        for entry in entries:
            print_json(entry)
        return
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("game", "players", "clauses", "options"):
        table.add_column(name)
    for entry in entries:
        players = ", ".join(map(str, entry.players))
        table.add_row(entry.id, players, str(entry.clauses), ", ".join(entry.options))
    console().print(table)


def _listed(rulebook: Rulebook) -> _Listed:
    parameters = rulebook.parameters
    return _Listed(
        rulebook.id,
        rulebook.title,
        parameters.players,
        len(rulebook.clauses),
        tuple(rulebook.options),
        rulebook.summary,
    )


def _print_rules(rulebook: Rulebook, *, json: bool) -> None:
    if json:
        print_json(rulebook)
        return
    out = console()
    out.print(Text(rulebook.title, style="bold"))
    out.print(rulebook.summary)
    out.print()
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True, style="dim")
    table.add_column()
    for clause in rulebook.clauses:
        table.add_row(clause.id, clause.text)
    out.print(table)
    out.print()
    for name, option in rulebook.options.items():
        values = "any whole number from 1" if option.values == "positive" else " | ".join(map(str, option.values))
        out.print(f"option {name}: {values} (now {getattr(rulebook.parameters, name)}; {option.clause})")
    out.print(f"\nhash of these rules without options: {digest(rulebook.parameters)}")


def _print_clause(rulebook: Rulebook, clause_id: str, *, json: bool) -> None:
    try:
        clause = rulebook.clause(clause_id.upper())
    except KeyError as error:
        message = f"{rulebook.id} has no clause {clause_id[:40]!r}; `aceten rules {rulebook.id}` lists them"
        raise UsageError(message) from error
    decision = next((decision for decision in rulebook.decisions if decision.clause == clause.id), None)
    examples = tuple(example for example in rulebook.examples if clause.id in example.clauses)
    if json:
        print_json(_ShownClause(clause, decision, tuple(example.id for example in examples)))
        return
    out = console()
    out.print(Text(clause.id, style="bold"))
    out.print(clause.text)
    _print_sources(out, rulebook, clause.sources, "source")
    if decision is not None:
        _print_decision(out, rulebook, decision)
    for example in examples:
        out.print(f"\n{example.id}: {example.title}")
        if example.position is not None:
            out.print(Padding(example.position, (0, 0, 0, 2)), soft_wrap=True)
        if example.steps:
            steps = " ".join(f"[{step.action} is refused]" if step.refused else step.action for step in example.steps)
            out.print(Padding(steps, (0, 0, 0, 2)))


def _print_sources(out: Console, rulebook: Rulebook, sources: tuple[Source, ...], label: str) -> None:
    for source in sources:
        section = f", section {source.section}" if source.section else ""
        out.print(Text(f"{label}: {rulebook.documents[source.document]}{section}", style="dim"))


def _print_decision(out: Console, rulebook: Rulebook, decision: Decision) -> None:
    out.print(f"\n{decision.question}\n{decision.reason}")
    for alternative in decision.alternatives:
        selects = f" [{decision.parameter}={alternative.value}]" if alternative.value is not None else ""
        out.print(Text(f"- {alternative.text}{selects}"))
        _print_sources(out, rulebook, alternative.sources, "  as")
