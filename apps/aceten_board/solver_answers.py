"""What the solver and the machine say about a table."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator, Mapping
from typing import Final, get_args

import aceten_solver
from aceten import Action, Seat, State, UsageError, View
from aceten.deals.shuffling import MAX_SEED
from aceten.vocabulary.naming import listed, seat_name
from aceten.words import telling
from aceten_board.bodies import ActionLabel, AskedDeal, AskedMachine, AskedValues, Dealt, Moved, Values
from aceten_board.kits import game_named
from aceten_board.opponents import chosen_by
from aceten_board.shown_table import seen_of, state_of, view_to_act
from aceten_solver import Advice, Objective, Solution
from aceten_solver.answers.value_labels import (
    caption,
    decided_by_last_trick,
    label,
    label_between,
    meaning_of_value,
    measured,
    no_choice,
    verdict,
)
from aceten_solver.hidden.machine_player import Machine, Strength
from aceten_solver.hidden.rule_of_thumb import by_thumb
from aceten_solver.question.objectives import Value, default_objective
from aceten_spec.speech import decimal, say

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
    guesses: dict[Action, str] = {}
    for seconds in (*[budget for budget in BUDGETS if budget < asked.seconds], asked.seconds):
        solution = aceten_solver.solve(seen, asked.objective, seconds=seconds, stop=stop)
        settled = solution.exact or seconds == asked.seconds or stop()
        guesses = {} if solution.exact else guesses or _guesses(seen, solution)
        yield _of_solution(seen, solution, guesses, settled=settled)
        if settled:
            return


def _guesses(state: State, solution: Solution) -> dict[Action, str]:
    """Return what each action comes to that is not settled, when everybody goes on by the rule of thumb."""
    found: dict[Action, str] = {}
    own = solution.sides[0] if state.turn in solution.sides[0] else solution.sides[1]
    for entry in solution.actions:
        if entry.bounds[0] == entry.bounds[1] or solution.objective != "points":
            continue
        after = state.play(entry.action)
        while after.turn is not None:
            after = after.play(by_thumb(after))
        if after.result is not None:
            sides = {after.game.sides[seat] for seat in own}
            guess = sum(after.result.points[side] for side in sides)
            side = 0 if own == solution.sides[0] else 1
            low, high = sorted([measured(bound, "points", side) or 0 for bound in entry.bounds])
            found[entry.action] = f"\N{ALMOST EQUAL TO} {max(low, min(high, guess))}"
    return found


def _of_solution(state: State, solution: Solution, guesses: Mapping[Action, str], *, settled: bool) -> Values:
    own = 0 if state.turn in solution.sides[0] else 1
    told = [solution.value] if solution.value is not None else []
    said = [verdict(state, value, solution.sides, own) for value in told]
    close = any(decided_by_last_trick(entry.bounds[0]) for entry in solution.actions) and solution.objective == "points"
    notes = [say("Where both have as many points, + has the last trick, which decides.")] if close else []
    if guesses:
        notes.append(say("A guess, by the rule of thumb, as long as it is searched."))
    return Values(
        caption=caption(solution.objective, solution.sides[own], solution.sides[1 - own]),
        worths=tuple(
            [
                ActionLabel(
                    str(entry.action),
                    label_between(entry.bounds, solution.objective, own),
                    best=entry.action in solution.best,
                    shown=_shown(entry.bounds, guesses.get(entry.action, ""), own, close=close),
                    words=""
                    if entry.bounds[0] != entry.bounds[1]
                    else verdict(state, entry.bounds[0], solution.sides, own),
                )
                for entry in solution.actions
            ]
        ),
        told=(*filter(None, said), *[meaning_of_value(state, value, solution.sides) for value in told], *notes),
        line=tuple(map(str, solution.line)),
        settled=settled,
    )


def _shown(bounds: tuple[Value, Value], guess: str, own: int, *, close: bool) -> str:
    """Return what stands under a card in place of its label; nothing where that does."""
    value = bounds[0]
    if value != bounds[1]:
        return guess
    if not close or not decided_by_last_trick(value) or value.points is None:
        return ""
    sign = "+" if value.winner == own else "\N{MINUS SIGN}"
    return f"{value.points[own]} {sign}"


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
        off = "" if not entry.error else f" ± {_error(entry.error, objective)}"
        worths.append(
            ActionLabel(str(entry.action), written, best=entry.action == advice.chosen, shown=f"{written}{off}")
        )
    who = listed(map(seat_name, own))
    said = say("how often {who} win", who=who) if objective == "deal" else caption(objective, own, others)
    return Values(
        caption=said,
        worths=tuple(worths),
        told=(*no_choice(view), *_equal(advice), _rests_on(advice)),
        line=(),
        settled=settled,
    )


def _error(error: float, objective: Objective) -> str:
    """Return by how much a mean may be off, in what it is a mean of."""
    # What counts is 1 for a deal that is won and -1 for one that is lost: of shares that is the half.
    return {"points": decimal(error, 1), "game-points": decimal(error, 2), "deal": f"{error / 2:.0%}"}[objective]


def _equal(advice: Advice) -> Iterator[str]:
    """Yield what is behind the best by no more than chance may make of it."""
    equal = [
        telling(advice.view).choice(entry.action)
        for entry in advice.prospects[1:]
        if entry.behind is not None and entry.behind_error and abs(entry.behind) <= entry.behind_error
    ]
    if equal:
        yield say("About equal to the best, as far as these deals tell: {actions}.", actions=listed(equal))


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
    view = view_to_act(asked)
    for strength in get_args(Strength):
        if strength == asked.strength:
            return Moved(str(Machine(seed=0, strength=strength, seconds=5).choose(view)))
    return Moved(str(chosen_by(asked.strength, state_of(asked))))


def deal(asked: AskedDeal) -> Dealt:
    """Deal a game.

    :raises AcetenError: for a game that there is not, or a number that no deal has.
    """
    game = game_named(asked.game)
    if asked.number is not None:
        return Dealt(str(game.deal(number=int(asked.number))))
    seed = secrets.randbelow(MAX_SEED + 1) if asked.seed is None else asked.seed
    return Dealt(str(game.deal(seed=seed)))
