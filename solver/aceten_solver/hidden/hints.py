"""What the machine would do in a person's place, and why, in a sentence."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

from aceten import Action, Play, View
from aceten.engine.equal_actions import canonical_action
from aceten.words import telling
from aceten_solver.answers.value_labels import no_choice
from aceten_spec.speech import capital, decimal, say, say_counted, to_say

if TYPE_CHECKING:
    from aceten_solver.hidden.sampling import Advice, Prospect

_SAME_POINTS: Final = 0.5
"""Means that differ by less are told as equal, in points."""
_SAME_GAME_POINTS: Final = 0.005
"""Likewise in game points."""


class _Said(NamedTuple):
    """How it is said what an action brought."""

    alone: str
    """Where there is nothing to compare it with, or the next best brought more after all."""
    equal: str
    """Where the next best brought as much."""
    better: str
    """Where it brought more."""


_POINTS: Final = _Said(
    to_say("of {deals}, it brought {brought} points on average."),
    to_say("of {deals}, it brought {brought} points on average, about as much as {other}."),
    to_say("of {deals}, it brought {brought} points on average, {more} more than {other}."),
)
_AHEAD: Final = _Said(
    to_say("of {deals}, it came out {brought} game points ahead on average."),
    to_say("of {deals}, it came out {brought} game points ahead on average, about as {other} did."),
    to_say("of {deals}, it came out {brought} game points ahead on average, {more} more than {other}."),
)
_BEHIND: Final = _Said(
    to_say("of {deals}, it came out {brought} game points behind on average."),
    to_say("of {deals}, it came out {brought} game points behind on average, about as {other} did."),
    to_say("of {deals}, it came out {brought} game points behind on average; {other} lost {more} more."),
)


def hint(advice: Advice, view: View) -> str:
    """Return what to do, what that brought in the samples, and how much more that is than the next best, or that there is no choice."""
    best = advice.prospects[0]
    do = capital(telling(view).tries(best.action))
    told = bool(best.samples) and not (best.points is None and best.margin is None)
    said = f"{do}: {_reason(best, _next_best(advice, view), view)}" if told else f"{do}."
    return " ".join([said, *no_choice(view)])


def _next_best(advice: Advice, view: View) -> Prospect | None:
    """Return the best of what differs from the best; ``None`` where nothing was tried."""
    first = canonical_action(view.game, advice.chosen)
    others = (each for each in advice.prospects if canonical_action(view.game, each.action) != first and each.samples)
    return next(others, None)


def _reason(best: Prospect, other: Prospect | None, view: View) -> str:
    """Return what an action brought, in points where they speak for it, else in game points."""
    points, margin = best.points, best.margin or 0
    if points is not None and (best.margin is None or other is None or points >= (other.points or 0)):
        said, brought, same, digits = _POINTS, points, _SAME_POINTS, 0
        less = None if other is None else other.points
        noise = _noise(best.points_error, None if other is None else other.points_error)
    else:
        said, brought, same, digits = _AHEAD if margin >= 0 else _BEHIND, abs(margin), _SAME_GAME_POINTS, 2
        points, less = margin, None if other is None else other.margin
        noise = _noise(best.margin_error, None if other is None else other.margin_error)
    more = -same if less is None else points - less
    template = said.alone if more <= -same else said.equal if more < max(same, noise) else said.better
    return say(
        template,
        deals=say_counted("{number} deal that fits", "{number} deals that fit", best.samples),
        brought=decimal(brought, digits),
        more=decimal(more, digits),
        other="" if other is None else _named(other.action, view),
    )


def _noise(one: float | None, other: float | None) -> float:
    """Return by how much the difference of two means may be nothing but chance: that is not called a difference."""
    return math.hypot(one or 0, other or 0)


def _named(action: Action, view: View) -> str:
    """Return an action as something that another is compared with: ``the ace of hearts``, ``to close the talon``."""
    words = telling(view)
    if isinstance(action, Play):
        return say("the {card}", card=words.choice(action))
    return say("to {do}", do=words.tries(action))
