"""``aceten advise``."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

import typer
from rich.text import Text

import aceten_solver
from aceten import AcetenError, State, UsageError, View, parse
from aceten.vocabulary import naming
from aceten.vocabulary.naming import seat_name
from aceten_cli.analysis.advise_methods import (
    Exact,
    find_alpha_mu,
    find_exact,
    tell_alpha_mu,
    tell_exact,
)
from aceten_cli.analysis.solve_batches import BatchTally
from aceten_cli.analysis.strategy_files import Certified, StrategyFile, certified, check_certifying
from aceten_cli.analysis.told_answers import guess_words, print_told
from aceten_cli.frame.game_names import rulebook_of
from aceten_cli.frame.help_texts import LanguageChoice
from aceten_cli.frame.inputs import GivenPosition, JsonOutput, Moves, Positions, RulesFile, positions_or_views
from aceten_cli.frame.output import console, progress
from aceten_cli.frame.picture_files import SvgFile, check_drawing, write_picture
from aceten_cli.frame.search_options import ObjectiveAsked, seat_asked
from aceten_cli.frame.streams import interruptible, print_line
from aceten_solver.hidden.sampling import Advice, check_to_act
from aceten_solver.hidden.told_advice import told_advice
from aceten_solver.question.objectives import Objective, default_objective
from aceten_spec.speech import say

WORLDS: Final = 200
"""How many deals are looked at where nothing else is said."""
WorldsAsked: TypeAlias = Annotated[
    int, typer.Option("--worlds", "-n", metavar="N", min=1, help="Look at this many of the deals that fit, at most.")
]
SECONDS: Final = 60.0
"""How long that may take."""


def advise(
    position: Positions,
    moves: Moves = None,
    seat: Annotated[
        str | None,
        typer.Option(
            "--seat",
            metavar="SEAT",
            help="Whose eyes, where all cards lie open: A, B and so on. Default: whoever is to act.",
        ),
    ] = None,
    worlds: WorldsAsked = WORLDS,
    objective: ObjectiveAsked = None,
    method: Annotated[
        Literal["average", "alpha-mu", "exact"],
        typer.Option("--method", help="How to judge: see above."),
    ] = "average",
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="SECONDS", min=0.0, help="Take at most about this long.")
    ] = SECONDS,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", min=0, help="What the deals that are drawn depend on.")
    ] = 0,
    rules: RulesFile = None,
    _language: LanguageChoice = "en",
    svg: SvgFile = None,
    certify: StrategyFile = None,
    json: JsonOutput = False,
) -> None:
    """Say what to play when not all cards are known, from what one player sees.

    In the line stands ? for each card that he does not see; seat= says who he is. Of a line with all cards, or of a record, what the player
    to act sees is taken. What is known of hidden cards beside that can be said: has=B:7 and not=C:AK.

    All deals that fit are looked at where they are few, else some of them, drawn at random, each as likely as any other. Each is solved
    with all cards known, and every action gets the mean: of its points or game points, of deals won, and of deals in which it is the best.

    That is an average over open cards: in every deal it lets everybody go on as if he knew the cards. It promises too much to actions after
    which the player has to guess, and the others guess too. Nor does it ask whether they would have played so far as they did.

    Better methods take longer, and are for endings. With --method alpha-mu the side to act goes on in the same way in deals that it cannot
    tell apart, against others who see all cards. With --method exact, for two players with a few hidden cards, both mix their actions as
    well as can be, and nothing beats them: each knows his own cards alone, or, where that is too large, the other knows them, too. That is
    proved, where --certify names a file.

    Example: aceten advise "zsiros/2 hands=AK97,???? talon=???? lead=0 points=30,20 tricks=5,5"
    """
    asking = _Asking(method, objective, worlds, seed, seconds, svg=svg, certify=certify, json=json)
    tally, book = BatchTally(), rulebook_of(rules)
    with interruptible() as interrupted:
        for given in positions_or_views(position, book, moves):
            if isinstance(given, AcetenError):
                tally.wrong(given)
                continue
            check_drawing(svg, json=json, several=tally.done > 0)
            check_certifying(certify, exact=method == "exact", several=tally.done > 0)
            if tally.done and not json:
                console().print()
            try:
                tally.count(exact=asking.answer(given, seat, interrupted))
            except AcetenError as error:
                tally.wrong(given.error(error))
            if interrupted():
                break
        stopped = interrupted()
    raise typer.Exit(tally.end(stopped=stopped))


class _Asking(NamedTuple):
    """What is asked of every position."""

    method: Literal["average", "alpha-mu", "exact"]
    objective: Objective | None
    worlds: int
    seed: int
    seconds: float
    svg: str | None
    certify: Path | None
    json: bool

    def answer(self, given: GivenPosition[State | View], seat: str | None, stop: Callable[[], bool]) -> bool:
        """Print what to play, and return whether all that was asked for was done in time."""
        view = _view_of(given.seen, seat)
        line = given.line if isinstance(given.seen, View) else _with_view(given.line, view)
        if view.forgets:
            told = say("{who} knows more of hidden cards than this: fewer deals may fit.", who=seat_name(view.seat))
            line = f"{line}\n{told}"
        objective = default_objective(view.game) if self.objective is None else self.objective
        if self.method == "average":
            return self._average(line, view, objective, stop)
        if self.svg is not None:
            raise UsageError(
                say("{one} and {other}: expected one of them", one="--svg", other=f"--method {self.method}")
            )
        check_to_act(view)
        with progress(say("solving"), lambda: guess_words(view)):
            if self.method == "exact":
                tell = partial(tell_exact, found := find_exact(view, objective), self._certified(view, found))
            else:
                tell = partial(
                    tell_alpha_mu,
                    find_alpha_mu(view, objective, worlds=self.worlds, seed=self.seed, seconds=self.seconds, stop=stop),
                )
        tell(console(), line, view, json=self.json)
        return True

    def _certified(self, view: View, exact: Exact) -> Certified | None:
        """Write the certificate that is asked for, and return it."""
        return None if self.certify is None else certified(self.certify, view, exact.found, private=exact.private)

    def _average(self, line: str, view: View, objective: Objective, stop: Callable[[], bool]) -> bool:
        """Print the means over deals, and return whether as many were solved as were asked for, or all that there are."""
        with progress(say("solving"), lambda: guess_words(view)) as report:
            advice = aceten_solver.advise(
                view,
                samples=self.worlds,
                nodes=None,
                seconds=self.seconds,
                seed=self.seed,
                objective=objective,
                threads=os.cpu_count() or 1,
                progress=report,
                stop=stop,
            )
        if self.svg is not None:
            write_picture(self.svg, advice.picture())
        elif self.json:
            print_line(aceten_solver.to_json(advice))
        else:
            _print(line, advice)
        return advice.samples >= self.worlds or advice.exact


def _with_view(line: str, view: View) -> str:
    """Return a line in which all cards lie open, and below it what is seen of them."""
    return f"{line}\n{say('As {who} sees it: {line}', who=seat_name(view.seat), line=view)}"


def _view_of(seen: State | View, seat: str | None) -> View:
    """Return what is seen by who is asked for, or else by whoever is to act.

    :raises UsageError: where that is nobody, or another than the line says.
    """
    if isinstance(seen, View):
        if seat is not None and naming.seat_named(seat, seen.game.players) != seen.seat:
            raise UsageError(
                say("--seat {seat}: the line says what {who} sees", seat=seat[:40], who=seat_name(seen.seat))
            )
        return seen
    if seen.turn is None:
        raise UsageError(say("the deal is over"))
    view = seen.view(seen.turn if seat is None else seat_asked(seen.game, seat))
    return view if view.points_known or view.log else _as_written(view)


def _as_written(view: View) -> View:
    """Return what the line of a view says: whether points add up by cards that nobody names, it does not know."""
    try:
        written = parse(str(view), rules=view.game.rulebook)
    except AcetenError:
        return view
    return written if isinstance(written, View) else view


def _print(line: str, advice: Advice) -> None:
    out = console()
    out.print(Text(line, style="bold"), soft_wrap=True)
    print_told(out, told_advice(advice))
