"""``aceten solve``."""

from __future__ import annotations

import contextlib
import functools
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer
from rich.console import Console
from rich.text import Text
from typing_extensions import override

import aceten_solver
from aceten import AcetenError, State, UsageError
from aceten_cli.analysis.certificate_files import Certifier, Kept
from aceten_cli.analysis.solution_files import Form, Output, Printed, Resumed, RowForm, RowsError, open_rows
from aceten_cli.analysis.solve_batches import Asking, BatchTally, solve_batch
from aceten_cli.analysis.told_answers import guess_words, print_told
from aceten_cli.frame.durations import duration
from aceten_cli.frame.game_names import rulebook_of
from aceten_cli.frame.help_texts import LanguageChoice
from aceten_cli.frame.inputs import GivenPosition, JsonOutput, Moves, Positions, RulesFile, is_named
from aceten_cli.frame.output import console, print_sentence, progress
from aceten_cli.frame.picture_files import SvgFile, check_drawing, write_picture
from aceten_cli.frame.search_options import NodesAllowed, ObjectiveAsked
from aceten_cli.frame.streams import BAD_INPUT, interruptible, print_error, print_line
from aceten_solver import Estimate, Objective, Solution
from aceten_solver.answers.batches import MOST_THREADS
from aceten_solver.answers.told_solutions import proved_words, told_solution
from aceten_solver.question.objectives import default_objective
from aceten_spec.speech import say
from aceten_spec.texts.user_files import shown_name

_FIRST: Final = 3.0
"""After so many seconds it is told what is proved so far."""


def solve(
    position: Positions,
    moves: Moves = None,
    objective: ObjectiveAsked = None,
    nodes: NodesAllowed = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", metavar="SECONDS", min=0.0, help="Search at most this many seconds.")
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(
            "--threads",
            metavar="N",
            min=0,
            max=MOST_THREADS,
            help="Solve so many positions at a time; 0: as many as there are processors. Default: 1.",
        ),
    ] = None,
    rules: RulesFile = None,
    _language: LanguageChoice = "en",
    svg: SvgFile = None,
    json: JsonOutput = False,
    compact: Annotated[bool, typer.Option("--compact", help="Print short JSON: a flat object a line.")] = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print the same as a table of comma-separated values.")] = False,
    resume: Annotated[
        Path | None,
        typer.Option(
            "--resume",
            metavar="FILE",
            help="With --csv or --compact: write to this file, and go on where an interrupted run has ended.",
        ),
    ] = None,
    certify: Annotated[
        Path | None,
        typer.Option(
            "--certify",
            metavar="DIR",
            help="Write a certificate of what each position is worth into this folder, and tell its digest.",
        ),
    ] = None,
) -> None:
    """Solve a position: what it is worth with perfect play when every card is known.

    Prints the value of every legal action and the best line.

    A star marks the best actions. Ties in what counts first are broken by the deal, then game points, then points.

    What is not settled within --nodes or --seconds, or at Ctrl-C, is told in proven bounds; the exit status is 1 (130 at Ctrl-C).

    Of many positions each is answered in its turn, while the next ones are read and worked on. What is wrong with one is said with its
    line, and the others are solved; the exit status is 1 then. With --csv, --compact or --threads, and with --json of a file, Ctrl-C leaves
    out what is not finished.

    'aceten check' checks what --certify has written, by the rules alone.

    Example: aceten solve "zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0 points=10,20 tricks=2,2"
    """
    form: Form | None = "csv" if csv else "compact" if compact else None
    _check_output({"--csv": csv, "--compact": compact, "--json": json, "--svg": svg is not None})
    if resume is not None and (form is None or moves is not None):
        raise UsageError(say("--resume: expected with --csv or --compact, and without --moves"))
    asking = Asking(position, rulebook_of(rules), moves, objective, nodes, seconds)
    in_turn = form is None and threads is None and not (json and any(map(is_named, position)))
    certifier = None if certify is None else Certifier(certify, asking.rulebook, shown=in_turn)
    tally, stopped = BatchTally(), False
    with interruptible() as interrupted, contextlib.ExitStack() as opened:
        try:
            if in_turn:
                told = _Told(certifier, svg=svg, json=json, stopped=interrupted)
                _solve_in_turn(asking, told, tally, interrupted)
            else:
                if form is None:
                    output: Output = _Told(certifier, svg=svg, json=json)
                elif resume is None:
                    output = Printed(RowForm(form, certifier))
                else:
                    file = opened.enter_context(open_rows(resume))
                    output = Resumed(resume, file, RowForm(form, certifier), objective, same=seconds is None)
                solve_batch(asking, 1 if threads is None else threads, output, tally, interrupted)
        except RowsError as error:
            print_error(str(error))
            raise typer.Exit(BAD_INPUT) from error
        except KeyboardInterrupt:  # while input was waited for, or a second time
            stopped = True
        stopped = stopped or interrupted()
    raise typer.Exit(tally.end(stopped=stopped, goes_on=resume is not None))


def _check_output(asked: dict[str, bool]) -> None:
    """Refuse two kinds of output at a time.

    :raises UsageError: naming two that are asked for.
    """
    one, *others = [name for name, is_asked in asked.items() if is_asked] or [""]
    if others:
        raise UsageError(say("{one} and {other}: expected one of them", one=one, other=others[0]))


def _solve_in_turn(asking: Asking, output: Output, tally: BatchTally, interrupted: Callable[[], bool]) -> None:
    """Write what each position comes to, one after the other; what is not finished at Ctrl-C, as far as it is proved."""
    for given in asking.positions():
        if isinstance(given, AcetenError):
            tally.wrong(given)
            continue
        try:
            solution = _solution(given.seen, asking, interrupted)
        except AcetenError as error:
            tally.wrong(given.error(error))
            continue
        output.write(given, solution)
        tally.count(exact=solution.exact)
        if interrupted():
            return


def _solution(state: State, asking: Asking, interrupted: Callable[[], bool]) -> Solution:
    """Solve a position. Where a terminal shows how far it is, it is told what is likely best, and after some seconds what is proved."""
    search = functools.partial(aceten_solver.solve, state, asking.objective, stop=interrupted)
    first: Solution | None = None
    with progress(say("solving"), lambda: _known(state, asking.objective, first)) as report:
        if report is None or asking.nodes is not None or asking.seconds is not None:
            return search(nodes=asking.nodes, seconds=asking.seconds, progress=report)
        first = search(seconds=_FIRST, progress=report)
        if first.exact or interrupted():
            return first
        before = first.nodes  # what was learned by then serves the rest
        whole = search(progress=lambda count: report(before + count))
    return msgspec.structs.replace(whole, nodes=before + whole.nodes, seconds=first.seconds + whole.seconds)


def _known(state: State, objective: Objective | None, first: Solution | None) -> str:
    """Return what is known of a position that is searched: what is likely best, or proved by now, and how long it is likely to take."""
    known = [] if first is None else [proved_words(first)]
    if first is None or not first.promising:
        known.append(guess_words(state))
    cost = _estimate(state, objective or default_objective(state.game))
    if cost is None:
        known.append(say("Ctrl-C shows what is proved so far"))
    else:
        known.append(say("all of it likely to take {time}, very roughly", time=duration(cost.seconds)))
    return "; ".join(known)


class _Told(Output):
    """Solutions in full: as JSON, as a picture, or as tables and sentences."""

    def __init__(
        self, certifier: Certifier | None, *, svg: str | None, json: bool, stopped: Callable[[], bool] = lambda: False
    ) -> None:
        """Print them.

        :param certifier: makes a certificate for each.
        :param stopped: says whether Ctrl-C has ended the search.
        """
        self._certifier = certifier
        self._svg = svg
        self._json = json
        self._stopped = stopped
        self._count = 0

    @override
    def write(self, given: GivenPosition[State], solution: Solution) -> None:
        check_drawing(self._svg, json=self._json, several=self._count > 0)
        self._count += 1
        kept = None if self._certifier is None else self._certifier.kept(solution)
        if self._svg is not None:
            write_picture(self._svg, solution.picture())
        elif self._json:
            self._print_json(solution, kept)
        else:
            if self._count > 1:
                console().print()
            _print(console(), given, solution, stopped=self._stopped())
            if kept is not None:
                file = shown_name(kept.path)
                certified = say("certificate: {file}, sha256 {digest}", file=file, digest=kept.checked.digest)
                print_sentence(console(), certified)
        sys.stdout.flush()

    def _print_json(self, solution: Solution, kept: Kept | None) -> None:
        told = aceten_solver.to_json(solution)
        if self._certifier is not None:
            whole: dict[str, object] = msgspec.json.decode(told)
            told = msgspec.json.encode(whole | {"certificate": None if kept is None else kept.checked.digest}).decode()
        print_line(told)


@functools.lru_cache(maxsize=1)
def _estimate(state: State, objective: Objective) -> Estimate | None:
    """Return what it is likely to cost; no other is told at the end than meanwhile."""
    return aceten_solver.estimate(state, objective)


def _print(out: Console, given: GivenPosition[State], solution: Solution, *, stopped: bool) -> None:
    state, likely = given.seen, ""
    if solution.value is None:
        cost = _estimate(state, solution.objective)
        if cost is not None and cost.seconds > 2 * solution.seconds:
            likely = say(
                "All of it is likely to take {time} on this machine, very roughly.", time=duration(cost.seconds)
            )
    out.print(Text(given.line, style="bold"), soft_wrap=True)
    print_told(out, told_solution(solution, stopped=stopped, likely=likely))
