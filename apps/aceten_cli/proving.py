"""``aceten prove``."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.padding import Padding
from rich.text import Text

from aceten import AcetenError, UsageError
from aceten_cli.inputs import JsonOutput, RulesFile, rulebook_named
from aceten_cli.output import DONE, NEGATIVE, console, print_error, print_json, progress
from aceten_spec import Rulebook

if TYPE_CHECKING:
    from rich.console import Console

    from aceten.proofs import Mutant, Obligation, Report, Theorem

_STYLES = {"proved": "green", "refuted": "bold red", "unknown": "bold yellow"}


class MissingPackageError(AcetenError):
    """A package that a command needs is not installed."""


class _Killed(msgspec.Struct):
    mutant: str
    description: str
    refutes: str
    refuted: tuple[str, ...]
    counterexample: str


def prove(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game such as zsiros.")],
    players: Annotated[
        int | None, typer.Option("--players", help="Only for this number of players; without it for every number.")
    ] = None,
    rules: RulesFile = None,
    mutants: Annotated[
        bool, typer.Option("--mutants", help="Show instead that wrong code is found out: each mutant must be refuted.")
    ] = False,
    json: JsonOutput = False,
) -> None:
    """Prove what the rules guarantee, about the engine's own code and for plays of any length.

    Exit status 1: something is not proved or has no theorem yet, or a mutant is not refuted.
    """
    rulebook = rulebook_named(game, rules)
    counts = rulebook.parameters.players if players is None else (players,)
    if not set(counts) <= set(rulebook.parameters.players):
        known = ", ".join(map(str, rulebook.parameters.players))
        message = f"--players {players}: {game} is for {known}"
        raise UsageError(message)
    try:
        importlib.import_module("z3")
    except ImportError as error:
        message = f"proofs need the package z3-solver ({error}); install it with: pip install 'aceten[proofs]'"
        raise MissingPackageError(message) from error
    held = _run_mutants(rulebook, counts, json=json) if mutants else _run(rulebook, counts, json=json)
    raise typer.Exit(DONE if held else NEGATIVE)


def _run(rulebook: Rulebook, counts: tuple[int, ...], *, json: bool) -> bool:
    from aceten.proofs import prove as prove_game

    held = True
    for players in counts:
        try:
            with progress(f"proving {rulebook.id}/{players}"):
                report = prove_game(rulebook, players)
        except UsageError as error:
            print_error(str(error))
            held = False
            continue
        held = held and report.verdict == "proved"
        if json:
            print_json(report)
        else:
            _print_report(report)
    return held


def _print_report(report: Report) -> None:
    out = console()
    for theorem in report.theorems:
        out.print(Text(f"{theorem.id}  {theorem.statement}", style="bold"))
        for obligation in theorem.obligations:
            _print_obligation(out, theorem, obligation)
            _print_failure(out, obligation)
        shown = "holds at every step" if theorem.witness.holds else "DOES NOT HOLD"
        actions = len(theorem.witness.actions)
        out.print(f"witness: a deal of {actions} actions, replayed in the engine: the statement {shown}")
        out.print(Text(f"{theorem.verdict}, in {report.seconds:.1f} s\n", style=_STYLES[theorem.verdict]))


def _print_obligation(out: Console, theorem: Theorem, obligation: Obligation) -> None:
    """Print the verdict with what is stated; below, for what it is stated and what that took."""
    name = obligation.id.removeprefix(theorem.id + ".")
    verdict = Text(obligation.verdict, style=_STYLES[obligation.verdict])
    out.print(Text.assemble(verdict, "  ", (name, "bold"), f": {obligation.statement}"))
    paths = f"{obligation.paths} path{'s' if obligation.paths > 1 else ''}, {obligation.seconds:.2f} s"
    out.print(Padding(Text(f"for {obligation.domain} ({paths})", style="dim"), (0, 0, 0, 8)))


def _print_failure(out: Console, obligation: Obligation) -> None:
    if obligation.verdict == "unknown":
        out.print(f"{obligation.id}: {obligation.reason}")
    if obligation.counterexample is not None:
        out.print(f"{obligation.id}: {_counterexample(obligation)}")


def _counterexample(obligation: Obligation) -> str:
    found = obligation.counterexample
    if found is None:
        return ""
    inputs = ", ".join(f"{name} = {value}" for name, value in found.inputs.items())
    outcome = ", ".join(f"{name} = {value}" for name, value in found.outcome.items())
    case = f"{found.case}: " if found.case else ""
    return f"{case}{found.problem}: for {inputs}" + (f" it gives {outcome}" if outcome else "")


def _run_mutants(rulebook: Rulebook, counts: tuple[int, ...], *, json: bool) -> bool:
    from aceten.proofs import MUTANTS

    held = True
    for players in counts:
        for mutant in MUTANTS:
            with progress(f"proving {rulebook.id}/{players} with {mutant.name}"):
                killed = _kill(rulebook, players, mutant)
            held = held and mutant.refutes in killed.refuted
            if json:
                print_json(killed)
            else:
                _print_mutant(f"{rulebook.id}/{players}", killed)
    return held


def _kill(rulebook: Rulebook, players: int, mutant: Mutant) -> _Killed:
    from aceten.proofs import prove as prove_game

    report = prove_game(rulebook, players, functions=mutant.functions, only=(mutant.refutes,))
    refuted = [o for theorem in report.theorems for o in theorem.obligations if o.verdict == "refuted"]
    example = next((_counterexample(o) for o in refuted if o.id == mutant.refutes), "")
    return _Killed(mutant.name, mutant.description, mutant.refutes, tuple(o.id for o in refuted), example)


def _print_mutant(game: str, killed: _Killed) -> None:
    out = console()
    verdict = "refuted" if killed.refutes in killed.refuted else "NOT REFUTED"
    out.print(
        Text(f"{game}  mutant {killed.mutant}: {killed.description}: {verdict} by {killed.refutes}", style="bold")
    )
    if killed.counterexample:
        out.print(killed.counterexample)
