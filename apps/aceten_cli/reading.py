"""``aceten rules``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, cast

import msgspec
import typer
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from aceten import UsageError
from aceten_cli.inputs import JsonOutput, RulesFile, rulebook_named, rulebook_of
from aceten_cli.output import console, print_json
from aceten_spec import Clause, Decision, Rulebook, load_shipped, shipped
from aceten_spec.options import own_value, parameters_for
from aceten_spec.rulebook import digest
from aceten_spec.sources import citations
from aceten_spec.stating import doubtful

if TYPE_CHECKING:
    from rich.console import Console

    from aceten_spec import Example, Parameters
    from aceten_spec.rulebook import ExpectedResult, MatchCourse, Option, Source


class _Listed(msgspec.Struct):
    id: str
    title: str
    players: tuple[int, ...]
    clauses: int
    options: tuple[str, ...]
    extends: str | None
    summary: str


class _ShownClause(msgspec.Struct):
    clause: Clause
    decision: Decision | None
    examples: tuple[str, ...]
    doubtful: tuple[str, ...]
    """The parameters that may make it false, where it is the parent's word for word."""


def rules(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A game; without it all games are listed.")
    ] = None,
    clause: Annotated[
        str | None, typer.Argument(metavar="[CLAUSE]", help="A clause or an example, such as ZS-PLAY-4 or ZS-EX-4.")
    ] = None,
    listing: Annotated[bool, typer.Option("--list", help="List the games.")] = False,
    rules_file: RulesFile = None,
    json: JsonOutput = False,
) -> None:
    """Print the exact rules of a game, one clause with its sources, decision and examples, or one example."""
    own = rulebook_of(rules_file)
    if listing or (game is None and own is None):
        _list(json=json)
        return
    rulebook = own if game is None and own is not None else rulebook_named(game or "", rules_file)
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
    for name in ("game", "players", "clauses", "extends", "options"):
        table.add_column(name, no_wrap=name == "game")
    for entry in entries:
        players = ", ".join(map(str, entry.players))
        table.add_row(entry.id, players, str(entry.clauses), entry.extends or "", ", ".join(entry.options))
    console().print(table)


def _listed(rulebook: Rulebook) -> _Listed:
    return _Listed(
        rulebook.id,
        rulebook.title,
        rulebook.parameters.players,
        len(rulebook.clauses),
        tuple(rulebook.options),
        rulebook.extends,
        rulebook.summary,
    )


def _print_rules(rulebook: Rulebook, *, json: bool) -> None:
    if json:
        print_json(rulebook)
        return
    out = console()
    out.print(Text(rulebook.title, style="bold"))
    out.print(rulebook.summary)
    if rulebook.extends is not None:
        changed = _changes(_differences(rulebook))
        out.print(Text(f"extends {rulebook.extends}" + (f", with {changed}" if changed else ""), style="dim"))
        if rulebook.id not in shipped():
            out.print(Text(_INHERITED, style="dim"))
    out.print()
    out.print(_clauses(rulebook))
    if rulebook.by_players:
        out.print()
    for players, changes in sorted(rulebook.by_players.items()):
        out.print(Text(f"with {players} players: {_changes(changes)}"))
    if rulebook.options:
        out.print()
    for name, option in rulebook.options.items():
        _print_option(out, rulebook, name, option)
    out.print()
    digests = _digests(rulebook)
    for hashed, numbers in digests.items():
        with_players = f" with {' or '.join(map(str, numbers))} players" if len(digests) > 1 else ""
        out.print(f"hash of these rules without options{with_players}: {hashed}", soft_wrap=True)


def _clauses(rulebook: Rulebook) -> Table:
    """Return the clauses, those marked that the parameters may make false."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True, style="dim")
    table.add_column()
    marked = doubtful(rulebook)
    for clause in rulebook.clauses:
        table.add_row(clause.id, clause.text)
        if clause.id in marked:
            table.add_row("", Text(_mark(rulebook, marked[clause.id]), style="yellow"))
    return table


_INHERITED = "Clauses that it does not give itself are its parent's. Where one says something else, the parameters named here hold."


def _mark(rulebook: Rulebook, parameters: tuple[str, ...]) -> str:
    """Return what is said of a clause of the parent that these parameters may make false."""
    values = _builtins(rulebook.parameters)
    here = _changes({name: values[name] for name in parameters})
    return f"(as in {rulebook.extends}, while here {here}: give it anew if it does not hold)"


def _differences(rulebook: Rulebook) -> dict[str, object]:
    """Return the parameters of a rulebook that are not those of the one that it extends."""
    parent = load_shipped(rulebook.extends or rulebook.id)
    own, others = (_builtins(book.parameters) for book in (rulebook, parent))
    return {name: value for name, value in own.items() if value != others[name]}


def _builtins(parameters: Parameters) -> dict[str, object]:
    return cast("dict[str, object]", msgspec.to_builtins(parameters))


def _print_option(out: Console, rulebook: Rulebook, name: str, option: Option) -> None:
    """Print an option with its values; where a value sets several parameters, each on a line of its own with what it sets."""
    counts = option.players or rulebook.parameters.players
    own = {own_value(rulebook, name, players) for players in counts}
    only = f", with {' or '.join(map(str, counts))} players only" if option.players else ""
    head = f"option {name}{only}"
    if isinstance(option.values, dict):
        out.print(Text(f"{head} ({option.clause})"))
        for value, changes in option.values.items():
            sets = f": {_changes(changes)}" if changes else ""
            default = " (default)" if value in own else ""
            out.print(Padding(Text(f"{value}{default}{sets}"), (0, 0, 0, 4)))
        return
    default = _default(rulebook, name, option)
    if option.values == "positive":
        values = f"any whole number from 1 ({default})"
    elif len(own) > 1:
        values = " | ".join(map(str, option.values)) + f" ({default})"
    else:
        values = " | ".join(f"{value} ({default})" if value in own else str(value) for value in option.values)
    out.print(Text(f"{head}: {values} ({option.clause})"))


def _default(rulebook: Rulebook, name: str, option: Option) -> str:
    """Return which value an option has when it is not agreed on, as far as the value itself does not stand beside it."""
    counts = option.players or rulebook.parameters.players
    own = {players: own_value(rulebook, name, players) for players in counts}
    if len(set(own.values())) > 1:
        return "default " + ", ".join(f"{value} with {players} players" for players, value in own.items())
    return f"default {own[counts[0]]}" if option.values == "positive" else "default"


def _changes(changes: dict[str, object]) -> str:
    """Return which parameters are changed, and to what."""
    return ", ".join(f"{name} = {_plain(value)}" for name, value in changes.items())


def _plain(value: object) -> str:
    """Return the value of a parameter, of a table of scoring rows only their names and game points."""
    if isinstance(value, list | tuple):
        items = cast("list[object]", value)
        return "[" + ", ".join(map(_plain, items)) + "]"
    if isinstance(value, dict):
        table = cast("dict[str, object]", value)
        if "game_points" in table:
            return f"{table.get('name')} {table['game_points']}"
        return ", ".join(f"{key} {each}" for key, each in table.items())
    return str(value)


def _digests(rulebook: Rulebook) -> dict[str, list[int]]:
    """Return the hash of the parameters for every number of players, with the numbers that it is for."""
    digests: dict[str, list[int]] = {}
    for players in rulebook.parameters.players:
        digests.setdefault(digest(parameters_for(rulebook, players)), []).append(players)
    return digests


def _print_clause(rulebook: Rulebook, clause_id: str, *, json: bool) -> None:
    example = next((example for example in rulebook.examples if example.id == clause_id.upper()), None)
    if example is not None:
        if json:
            print_json(example)
        else:
            _print_example(console(), example)
        return
    try:
        clause = rulebook.clause(clause_id.upper())
    except KeyError as error:
        message = f"{rulebook.id} has no clause {clause_id[:40]!r}; `aceten rules {rulebook.id}` lists them"
        raise UsageError(message) from error
    decision = next((decision for decision in rulebook.decisions if decision.clause == clause.id), None)
    examples = tuple(example for example in rulebook.examples if clause.id in example.clauses)
    if json:
        names = tuple(example.id for example in examples)
        print_json(_ShownClause(clause, decision, names, doubtful(rulebook).get(clause.id, ())))
        return
    out = console()
    out.print(Text(clause.id, style="bold"))
    out.print(clause.text)
    if clause.id in doubtful(rulebook):
        out.print(Text(_mark(rulebook, doubtful(rulebook)[clause.id]), style="yellow"))
    _print_sources(out, rulebook, clause.sources, "source")
    if decision is not None:
        _print_decision(out, rulebook, decision)
    for example in examples:
        out.print()
        _print_example(out, example)


def _print_example(out: Console, example: Example) -> None:
    """Print an example: the position as it can be copied, what is done, and what it comes to."""
    out.print(f"{example.id}: {example.title}")
    lines: list[str] = []
    if example.position is not None:
        lines.append(example.position)
    if example.steps:
        lines.append(" ".join(f"[{step.action} is refused]" if step.refused else step.action for step in example.steps))
    if example.result is not None:
        lines.append(f"comes to {_changes(_said(example.result))}")
    if example.match is not None:
        lines.append(_changes(_said(example.match)))
    for line in lines:
        out.print(Text(f"  {line}"), soft_wrap=True)


def _said(value: ExpectedResult | MatchCourse) -> dict[str, object]:
    """Return what an example says about an end, or a match, and nothing that it leaves out."""
    plain = cast("dict[str, object]", msgspec.to_builtins(value))
    return {name.replace("_", " "): each for name, each in plain.items() if each not in (None, (), {})}


def _print_sources(out: Console, rulebook: Rulebook, sources: tuple[Source, ...], label: str) -> None:
    for cited in citations(rulebook, sources):
        out.print(Text(f"{label}: {cited}", style="dim"))


def _print_decision(out: Console, rulebook: Rulebook, decision: Decision) -> None:
    out.print(f"\n{decision.question}\n{decision.reason}")
    for alternative in decision.alternatives:
        selects = f" [{decision.parameter}={alternative.value}]" if alternative.value is not None else ""
        out.print(Text(f"- {alternative.text}{selects}"))
        _print_sources(out, rulebook, alternative.sources, "  as")
