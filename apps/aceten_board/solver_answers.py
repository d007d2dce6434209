"""What the solver and the machine say about a table."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator
from typing import Final

import aceten_solver
from aceten import Seat, State, UsageError, View
from aceten.deals.shuffling import MAX_SEED
from aceten.vocabulary.naming import listed, seat_name
from aceten_board.bodies import ActionLabel, AskedDeal, AskedMachine, AskedValues, Dealt, Moved, Values
from aceten_board.kits import game_named
from aceten_board.shown_table import seen_of, view_to_act
from aceten_solver import Advice, Objective, Solution
from aceten_solver.answers.value_labels import caption, label, label_between, meaning_of_value, no_choice
from aceten_solver.hidden.machine_player import Machine
from aceten_solver.question.objectives import default_objective
from aceten_spec.speech import say

BUDGETS: Final = (0.4, 3.0)
"""After so many seconds it is told what is proved so far; the last answer comes when all is, or time is up."""
WORLDS: Final = (20, 200)
"""So many deals are solved for each answer where cards are hidden."""


def values(asked: AskedValues, stop: Callable[[], bool]) -> Iterator[Values]:
    """Yield what the actions are worth: at once what is known soon, and then better answers until all is settled or time is up.

    :param stop: is asked now and then whether nobody waits for it any more.
    :raises AcetenError: when there is nothing to answer.
    """
    seen = seen_of(asked)
    if seen.turn is None:
        raise UsageError(say("the deal is over"))
    if isinstance(seen, View):
        yield from _averages(seen, asked, stop)
        return
    for seconds in (*[budget for budget in BUDGETS if budget < asked.seconds], asked.seconds):
        solution = aceten_solver.solve(seen, asked.objective, seconds=seconds, stop=stop)
        settled = solution.exact or seconds == asked.seconds or stop()
        yield _of_solution(seen, solution, settled=settled)
        if settled:
            return


def _of_solution(state: State, solution: Solution, *, settled: bool) -> Values:
    own = 0 if state.turn in solution.sides[0] else 1
    told = [solution.value] if solution.value is not None else []
    return Values(
        caption=caption(solution.objective, solution.sides[own], solution.sides[1 - own]),
        worths=tuple(
            [
                ActionLabel(
                    str(entry.action),
                    label_between(entry.bounds, solution.objective, own),
                    best=entry.action in solution.best,
                )
                for entry in solution.actions
            ]
        ),
        told=tuple([meaning_of_value(state, value, solution.sides) for value in told]),
        line=tuple(map(str, solution.line)),
        settled=settled,
    )


def _averages(view: View, asked: AskedValues, stop: Callable[[], bool]) -> Iterator[Values]:
    objective = asked.objective or default_objective(view.game)
    for worlds in WORLDS:
        advice = aceten_solver.advise(
            view,
            samples=worlds,
            nodes=None,
            seconds=asked.seconds / len(WORLDS),
            objective=objective,
            threads=os.cpu_count() or 1,
            stop=stop,
        )
        settled = advice.exact or worlds == WORLDS[-1] or stop()
        yield _of_advice(view, advice, objective, settled=settled)
        if settled:
            return


def _of_advice(view: View, advice: Advice, objective: Objective, *, settled: bool) -> Values:
    seats = list(map(Seat, range(view.game.players)))
    own = [seat for seat in seats if view.game.sides[seat] == view.game.sides[view.seat]]
    others = [seat for seat in seats if seat not in own]
    means = {"points": "points", "game-points": "margin", "deal": "won"}[objective]
    worths: list[ActionLabel] = []
    for entry in advice.prospects:
        mean: float | None = getattr(entry, means)
        written = f"{mean:.0%}" if objective == "deal" and mean is not None else label(mean, objective)
        worths.append(ActionLabel(str(entry.action), written, best=entry.action == advice.chosen))
    who = listed(map(seat_name, own))
    said = say("how often {who} win", who=who) if objective == "deal" else caption(objective, own, others)
    return Values(
        caption=said, worths=tuple(worths), told=(*no_choice(view), _rests_on(advice)), line=(), settled=settled
    )


def _rests_on(advice: Advice) -> str:
    """Return what means are of, and where they come from."""
    if not advice.samples:
        return say("No deal was solved in the time that there was.")
    if advice.method == "played out":
        return say(
            "On average over {samples} deals that fit, played out mostly at random: a rough guess.",
            samples=advice.samples,
        )
    if advice.exact:
        return say("On average over all deals that fit, each solved with all cards known.")
    return say("On average over {samples} deals that fit, each solved with all cards known.", samples=advice.samples)


def machine(asked: AskedMachine) -> Moved:
    """Return what the machine does, which sees what the seat to act may see.

    :raises AcetenError: when there is nothing to do.
    """
    return Moved(str(Machine(seed=0, strength=asked.strength, seconds=5).choose(view_to_act(asked))))


def deal(asked: AskedDeal) -> Dealt:
    """Deal a game.

    :raises AcetenError: for a game that there is not, or a number that no deal has.
    """
    game = game_named(asked.game)
    if asked.number is not None:
        return Dealt(str(game.deal(number=int(asked.number))))
    seed = secrets.randbelow(MAX_SEED + 1) if asked.seed is None else asked.seed
    return Dealt(str(game.deal(seed=seed)))
