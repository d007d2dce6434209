"""``aceten prove``."""

from __future__ import annotations

import concurrent.futures
import contextlib
import functools
import gc
import importlib
import itertools
import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal, cast

import msgspec
import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from aceten import AcetenError, UsageError
from aceten.vocabulary.naming import listed
from aceten_cli.frame.game_names import options_named, same_game
from aceten_cli.frame.help_texts import LanguageChoice
from aceten_cli.frame.inputs import JsonOutput, OptionsChosen, RulesFile
from aceten_cli.frame.output import console, print_json, progress
from aceten_cli.frame.streams import DONE, NEGATIVE
from aceten_cli.rules import earlier_proofs
from aceten_spec import Rulebook, load_file, load_shipped, shipped
from aceten_spec.errors import shown
from aceten_spec.speech import decimal, say, say_counted, speaking, to_say
from aceten_spec.texts.causes import why
from aceten_spec.texts.extras import installing
from aceten_spec.texts.user_files import unusable
from aceten_spec.texts.worker_processes import end_with_parent

if TYPE_CHECKING:
    from aceten.proofs import Obligation, Provers, Report, Theorem

_VERDICTS: Final = {
    "proved": to_say("proved"),
    "refuted": to_say("refuted"),
    "unknown": to_say("unknown"),
}
"""What is said of an obligation, or of a theorem."""
_STYLES: Final = {"proved": "green", "refuted": "bold red", "unknown": "bold yellow"}
_CHECKOUT: Final = Path(__file__).parents[3]
"""The root of the checkout, where this is one."""


class MissingPackageError(AcetenError):
    """A package that a command needs is not installed."""


class _Task(msgspec.Struct, frozen=True, kw_only=True):
    """What one process proves at a time: one theorem about one game."""

    rulebook: Rulebook
    players: int
    options: dict[str, str]
    theorem: str
    chosen: tuple[str, ...]
    clause: str | None
    solvers: tuple[Literal["z3", "cvc5"], ...]
    export: Path | None


def prove(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME[/PLAYERS]|FILE.toml", help="A game, or a rulebook of your own; without it every shipped game."
        ),
    ] = None,
    players: Annotated[
        int | None, typer.Option("--players", metavar="N", help="Only with this number of players.")
    ] = None,
    rules: RulesFile = None,
    option: OptionsChosen = None,
    theorem: Annotated[
        list[str] | None, typer.Option("--theorem", metavar="ID", help="Only this theorem, or this obligation of one.")
    ] = None,
    clause: Annotated[
        str | None, typer.Option("--clause", metavar="ID", help="Only what this clause requires.")
    ] = None,
    solver: Annotated[
        Literal["z3", "cvc5", "both"],
        typer.Option("--solver", help="Which solvers must agree that there is no counterexample."),
    ] = "both",
    export: Annotated[
        Path | None, typer.Option("--export", metavar="DIR", help="Write the SMT-LIB script of each obligation here.")
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", metavar="N", min=1, help="How many processes; by default one for each core."),
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help="Prove anew what the same code, rules and solvers have proved before.")
    ] = False,
    mutants: Annotated[
        bool,
        typer.Option(
            "--mutants",
            help="Make proved functions and formulas wrong instead, and check that their proofs fail.",
        ),
    ] = False,
    json: JsonOutput = False,
    _language: LanguageChoice = "en",
) -> None:
    """Prove what the rules guarantee, about the engine's own code and for plays of any length.

    For a rulebook of your own it finds what is wrong with the rules, with a position that shows it.

    Exit status 1: something is not proved, or a mutant survives.
    """
    _check_installed()
    game, players = _counted(game, players)
    whole = game is None and rules is None
    options = options_named(option or ())
    if options and (whole or mutants):
        raise UsageError(say("--option is for proofs of one game"))
    rulebooks = [load_shipped(name) for name in shipped()] if whole else [_rulebook(game, rules)]
    with at_work(min(jobs or os.cpu_count() or 1, 64)) as work:
        if mutants:
            held = _hunt(list(_games(rulebooks, players)), tuple(theorem or ()), work, json=json)
        else:
            solvers: tuple[Literal["z3", "cvc5"], ...] = ("z3", "cvc5") if solver == "both" else (solver,)
            tasks = _tasks(rulebooks, players, options, tuple(theorem or ()), clause, solvers, export)
            held = _prove(tasks, work, again=again or export is not None, json=json)
    raise typer.Exit(DONE if held else NEGATIVE)


def _check_installed() -> None:
    for module, package in (("z3", "z3-solver"), ("cvc5", "cvc5")):
        try:
            with progress(say("loading")):
                importlib.import_module(module)
        except ImportError as error:
            message = say(
                "proofs need the package {package} ({error}); install it with: {command}",
                package=package,
                error=why(error),
                command=installing("proofs"),
            )
            raise MissingPackageError(message) from error


def _counted(game: str | None, players: int | None) -> tuple[str | None, int | None]:
    """Return a game and its number of players, which may stand behind its name as in other commands.

    :raises UsageError: when another number is asked for beside it.
    """
    name, _, behind = (game or "").partition("/")
    if behind not in tuple("123456789"):
        return game, players  # what else has a slash is a file
    if players is not None and players != int(behind):
        raise _not_for(players, f"{name}/{behind}", behind)
    return name, int(behind)


def _not_for(players: int, game: str, known: str) -> UsageError:
    return UsageError(say("--players {players}: {game} is for {known}", players=players, game=game, known=known))


def _rulebook(game: str | None, rules: Path | None) -> Rulebook:
    """Return the shipped rulebook of a game, or the one in a file, which need not be sound: that is what a proof is about."""
    if rules is None and game is not None and not (game.endswith(".toml") or os.sep in game):
        return load_shipped(game)
    if rules is None or game is None:
        return load_file(rules or Path(game or ""), sound=False)
    return same_game(load_file(rules, sound=False), game, rules)


@contextlib.contextmanager
def at_work(jobs: int) -> Generator[Callable[..., Iterator[object]]]:
    """Yield what maps a function over tasks, in their order: in so many processes, or in this one where one is enough."""
    if jobs == 1:
        yield map
        return
    # z3 keeps a state of its own that a fork would share, so every process begins afresh.
    context = multiprocessing.get_context("spawn")
    pool = concurrent.futures.ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin)
    try:
        yield pool.map
    except BaseException:
        for child in multiprocessing.active_children():  # a solver hears of nothing until it is done
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    end_with_parent()
    # A proof makes many small objects and few circles: looking for these as often as usual takes a tenth of the time.
    gc.set_threshold(100_000)


# --- Theorems ---------------------------------------------------------------------------------------------------------


def _tasks(
    rulebooks: Sequence[Rulebook],
    players: int | None,
    options: dict[str, str],
    chosen: tuple[str, ...],
    clause: str | None,
    solvers: tuple[Literal["z3", "cvc5"], ...],
    export: Path | None,
) -> list[_Task]:
    """Return what there is to prove, game by game."""
    with progress(say("loading")):
        from aceten.proofs import chosen_theorems

    if export is not None:
        try:
            export.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise unusable(export, error) from error
    tasks: list[_Task] = []
    for rulebook, count in _games(rulebooks, players):
        directory = None if export is None else export / f"{rulebook.id}-{count}"
        tasks += [
            _Task(
                rulebook=rulebook,
                players=count,
                options=options,
                theorem=theorem,
                chosen=chosen,
                clause=clause,
                solvers=solvers,
                export=directory,
            )
            for theorem in chosen_theorems(rulebook, count, options=options, only=chosen or None, clause=clause)
        ]
    if not tasks:
        what = say("clause {clause}", clause=shown(clause, 40)) if clause is not None else ", ".join(chosen)
        message = say(
            "no theorem speaks about {what} in {games}",
            what=what,
            games=", ".join(rulebook.id for rulebook in rulebooks),
        )
        raise UsageError(message)
    return tasks


def _games(rulebooks: Iterable[Rulebook], players: int | None) -> Iterator[tuple[Rulebook, int]]:
    for rulebook in rulebooks:
        known = rulebook.parameters.players
        if players is not None and players not in known:
            raise _not_for(players, rulebook.id, ", ".join(map(str, known)))
        for count in known if players is None else (players,):
            yield rulebook, count


def _proved(task: _Task) -> Report:
    """Prove one theorem about one game."""
    from aceten.proofs import obligations_of, prove

    only = [name for name in obligations_of(task.theorem) if not task.chosen or _is_among(name, task.chosen)]
    if task.export is not None:
        task.export.mkdir(exist_ok=True)
    provers = _provers(task.solvers, task.export)
    with speaking("en"):  # programs read reports, and processes speak nothing else
        return prove(task.rulebook, task.players, options=task.options, only=only, clause=task.clause, provers=provers)


@functools.cache
def _provers(solvers: tuple[Literal["z3", "cvc5"], ...], export: Path | None) -> Provers:
    """Return who is asked, and keeps for all theorems of a process what was answered."""
    from aceten.proofs import Provers

    return Provers(solvers=solvers, export=export)


def _is_among(obligation: str, chosen: tuple[str, ...]) -> bool:
    return obligation in chosen or obligation.partition(".")[0] in chosen


def _reports(tasks: list[_Task], work: Callable[..., Iterator[object]], *, again: bool) -> Iterator[Report]:
    """Yield the report of each task, which is proved now or was before."""
    asked = [msgspec.structs.replace(task, export=None) for task in tasks]
    keys = [earlier_proofs.key_of(msgspec.structs.astuple(task)) for task in asked]
    found = [None if again else earlier_proofs.known(key) for key in keys]
    proved = work(_proved, [task for task, report in zip(tasks, found, strict=True) if report is None])
    for key, report in zip(keys, found, strict=True):
        if report is None:
            made = cast("Report", next(proved))
            earlier_proofs.keep(key, made)
            yield made
        else:
            yield earlier_proofs.marked(report)


def _prove(tasks: list[_Task], work: Callable[..., Iterator[object]], *, again: bool, json: bool) -> bool:
    from aceten.proofs import merged

    started = time.perf_counter()
    held, theorems, obligations = True, 0, 0
    bounded, earlier = dict[str, None](), 0
    found = _reports(tasks, work, again=again)
    for _, group in itertools.groupby(tasks, key=lambda task: (task.rulebook.id, task.players)):
        with progress(say("proving")):
            report = merged([next(found) for _ in group])
        held = held and report.verdict == "proved"
        theorems += len(report.theorems)
        asked = [obligation for theorem in report.theorems for obligation in theorem.obligations]
        obligations, earlier = obligations + len(asked), earlier + len(report.earlier)
        bounded |= dict.fromkeys(obligation.id for obligation in asked if obligation.bounded)
        if json:
            print_json(report)
        else:
            _print_report(console(), report)
    if not json:
        seconds = time.perf_counter() - started
        verdict = Text(say("all proved") if held else say("NOT ALL PROVED"), style="green" if held else "bold red")
        told = say(
            ": {theorems}, {obligations}, by {solvers}, in {seconds} s",
            theorems=say_counted("{number} theorem", "{number} theorems", theorems),
            obligations=say_counted("{number} obligation", "{number} obligations", obligations),
            solvers=listed(tasks[0].solvers),
            seconds=decimal(seconds, 0),
        )
        console().print(Text.assemble(verdict, told))
        if earlier:
            told = say(
                "{theorems} of these by an earlier run with the same code, rules and solvers; --again proves them anew.",
                theorems=say_counted("{number} theorem", "{number} theorems", earlier),
            )
            console().print(told)
        if bounded:
            console().print(say("Up to the bounds that stand above: {names}.", names=listed([*bounded])))
    return held


def _print_report(out: Console, report: Report) -> None:
    out.print(Text(report.game, style="bold underline"))
    for theorem in report.theorems:
        partly = not theorem.complete and all(each.verdict == "proved" for each in theorem.obligations)
        verdict = (
            Text(say("in part"), style="green")
            if partly
            else Text(say(_VERDICTS[theorem.verdict]), style=_STYLES[theorem.verdict])
        )
        out.print(Text.assemble(verdict, "  ", (theorem.id, "bold"), f"  {theorem.statement}"))
        out.print(_table(theorem))
        for obligation in theorem.obligations:
            _print_failure(out, obligation)
        for witness in theorem.witnesses:
            text = (
                say("seen: {what}", what=witness.shows)
                if witness.holds
                else say(
                    "NOT SEEN: {what} ({problem})", what=witness.shows, problem=witness.problem or say("it is not so")
                )
            )
            played = (
                say_counted(", {number} action", ", {number} actions", len(witness.actions)) if witness.actions else ""
            )
            out.print(
                Padding(
                    Text(f"{text}: {witness.position}{played}", style="dim" if witness.holds else "red"), (0, 0, 0, 8)
                )
            )
    out.print()


def _table(theorem: Theorem) -> Table:
    """Return a line for each obligation: verdict, name, for what it is proved, paths and time."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for justify in ("left", "left", "left", "right", "right"):
        table.add_column(justify="right" if justify == "right" else "left")
    for obligation in theorem.obligations:
        name = obligation.id.removeprefix(theorem.id + ".")
        domain = say("up to a bound: {domain}", domain=obligation.domain) if obligation.bounded else obligation.domain
        table.add_row(
            Text("  " + say(_VERDICTS[obligation.verdict]), style=_STYLES[obligation.verdict]),
            Text(name, style="bold"),
            Text(say("{statement}; for {domain}", statement=obligation.statement, domain=domain)),
            say_counted("{number} path", "{number} paths", obligation.paths),
            f"{decimal(obligation.seconds, 2)} s",
        )
    return table


def _print_failure(out: Console, obligation: Obligation) -> None:
    """Print what is wrong, where it shows, and the numbers."""
    found = obligation.counterexample
    if found is None:
        if obligation.verdict != "proved":
            out.print(Text(f"{obligation.id}: {obligation.reason}", style=_STYLES[obligation.verdict]))
        return
    case = f" ({found.case})" if found.case else ""
    out.print(Text.assemble((f"{obligation.id}{case}: {found.problem}", "bold red")))
    if found.position:
        out.print(Padding(Text(found.position), (0, 0, 0, 8)))
    given = ", ".join(f"{name} = {value}" for name, value in found.inputs.items())
    came = ", ".join(f"{name} = {value}" for name, value in found.outcome.items())
    numbers = say("{given}; then {came}", given=given, came=came) if given and came else given or came
    if numbers:
        out.print(Padding(Text(say("where {numbers}", numbers=numbers)), (0, 0, 0, 8)))


# --- Mutants ----------------------------------------------------------------------------------------------------------


def _hunt(
    games: Sequence[tuple[Rulebook, int]],
    chosen: tuple[str, ...],
    work: Callable[..., Iterator[object]],
    *,
    json: bool,
) -> bool:
    """Hunt mutants; return whether none survives.

    :raises UsageError: where this is no checkout, which alone has what hunts them.
    """
    if not (_CHECKOUT / "tools" / "mutants").is_dir():
        raise UsageError(
            say(
                "mutants are hunted in a checkout of aceten alone: its folder {folder} is not here",
                folder="tools/mutants",
            )
        )
    sys.path.append(str(_CHECKOUT))
    from tools.mutants.fates import hunted, print_fates

    fates = hunted(games, chosen, work, print_json if json else lambda _: None)
    if not json:
        print_fates(console(), fates)
    return bool(fates) and all(fate.verdict != "survived" for fate in fates)
