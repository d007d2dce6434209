"""Advice in sentences and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aceten import UsageError, worlds
from aceten.engine.equal_actions import canonical_action
from aceten.vocabulary.naming import deals_counted, seats_name
from aceten.words import telling
from aceten_solver.answers.told_tables import Heading, Told, ToldRow, ToldTable, choices_headings
from aceten_solver.answers.value_labels import no_choice
from aceten_solver.question.objectives import default_objective
from aceten_solver.question.two_sides import two_sides
from aceten_spec.outcomes import scored_by_one
from aceten_spec.speech import capital, decimal, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten import View
    from aceten_solver.hidden.sampling import Advice, Prospect
    from aceten_solver.question.objectives import Objective

_TRIED: Final = 20
"""In so many of the deals that fit is looked for two sides."""
_HUGE: Final = 10**9
"""A larger number of deals is told by its size alone."""


def told_advice(advice: Advice) -> Iterator[Told]:
    """Yield what each action comes to on average, what to play, and what that rests on."""
    if advice.method == "solved":
        yield _table(advice, advice.objective or default_objective(advice.view.game))
    yield from _sentences(advice)


def _table(advice: Advice, objective: Objective) -> ToldTable:
    view, words = advice.view, telling(advice.view)
    who = seats_name([seat for seat in range(view.game.players) if view.game.sides[seat] == view.game.sides[view.seat]])
    by_points = objective == "points"
    scored = by_points and not scored_by_one(view.game.rules)
    headings = (
        *choices_headings(view.seat),
        Heading(say("points {who}", who=who) if by_points else say("game points"), right=True),
        *[Heading(name, right=True) for name in (say("wins"), say("best in"))],
        *([Heading(say("game points"), right=True)] if scored else []),
    )
    rows = [
        ToldRow(
            (
                "*" if entry.action == advice.chosen else "",
                words.choice(entry.action),
                _mean(entry, objective),
                _share(entry.won),
                _share(entry.best),
                *([_signed(entry.margin)] if scored else []),
            ),
            strong=entry.action == advice.chosen,
        )
        for entry in _once(advice)
    ]
    return ToldTable(headings, tuple(rows))


def _once(advice: Advice) -> Iterator[Prospect]:
    """Yield what was found of every action, but of those that do the same only the first."""
    seen: set[object] = set()
    for entry in advice.prospects:
        action = canonical_action(advice.view.game, entry.action)
        if action not in seen:
            seen.add(action)
            yield entry


def _mean(entry: Prospect, objective: Objective) -> str:
    mean = {"points": entry.points, "game-points": entry.margin, "deal": entry.won}[objective]
    if mean is None:
        return "-"
    digits = 1 if objective == "points" else 2
    told = decimal(mean, digits) if objective == "points" else _signed(mean)
    return told if not entry.error else say("{number} ± {error}", number=told, error=decimal(entry.error, digits))


def _signed(number: float | None) -> str:
    return "-" if number is None else decimal(number, 2, signed=True)


def _share(share: float | None) -> str:
    return "-" if share is None else say("{number}%", number=decimal(100 * share, 0))


def _sentences(advice: Advice) -> Iterator[str]:
    """Yield what to play, and what that rests on."""
    reason = _why_not(advice.view) if advice.method == "played out" else ""
    forced = no_choice(advice.view)
    if advice.samples or forced:
        yield " ".join([say("To play: {action}.", action=telling(advice.view).choice(advice.chosen)), *forced])
    if not advice.samples:
        yield reason or say("No deal was solved in the time that there was: allow more with --seconds.")
        return
    fit = deals_fitting(advice.worlds)
    if advice.method == "played out":
        yield reason or say("No deal was solved in the time that there was.")
        yield say(
            "So deals were played out, mostly at random: {deals}. That is a rough guess.",
            deals=deals_counted(advice.samples),
        )
        return
    if advice.exact:
        yield say("All deals that fit were solved with all cards known: {deals}.", deals=fit)
    else:
        yield say(
            "{fit} fit; {deals}, drawn at random, were solved with all cards known. ± is what 95 of 100 samples stay within.",
            fit=capital(fit),
            deals=deals_counted(advice.samples),
        )
    yield say("This is an average over open cards, which nobody sees: a good guess, and no proof.")


def _why_not(view: View) -> str:
    """Return why deals that fit are not solved, whatever time there is; nothing where they are."""
    for state in worlds(view).drawn(_TRIED):
        try:
            two_sides(state)
        except UsageError as error:
            return say("No deal was solved: {problem}.", problem=error)
    return ""


def deals_fitting(count: int | None) -> str:
    """Return how many deals fit, by its size alone where that is huge."""
    if count is None:
        return say("an unknown number of deals")
    if count < _HUGE:
        return deals_counted(count)
    size = len(str(count)) - 1
    return say("about {number}e{size} deals", number=decimal(count / 10**size, 1), size=size)
