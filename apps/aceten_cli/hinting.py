"""What the machine would do in a person's place, and why: in a sentence, and with all its figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aceten import Play
from aceten.naming import counted
from aceten.telling import telling
from aceten_solver.alike import canonical_action

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten import Action, View
    from aceten_solver.sampling import Advice, Prospect
    from aceten_spec.names import Language

_FEWEST_POINTS: Final = 0.5
"""Means that differ by less are told as equal, in points."""
_FEWEST_GAME_POINTS: Final = 0.005
"""Likewise in game points."""


def hint(advice: Advice, view: View, language: Language) -> str:
    """Return what to do, what that brought in the samples, and how much more that is than the next best."""
    words, best = telling(view, language), advice.prospects[0]
    do = words.tries(best.action)
    do = do[:1].upper() + do[1:]
    if advice.method == "forced":
        return f"{do}: nothing else differs from it."
    if not best.samples:
        return f"{do}."
    deals = f"{counted(best.samples, 'deal')} that {'fits' if best.samples == 1 else 'fit'}"
    other = _next_best(advice, view)
    than = "" if other is None else _named(other.action, view, language)
    return f"{do}: of {deals}, {_brought(best, other, than)}."


def _next_best(advice: Advice, view: View) -> Prospect | None:
    """Return the best of what differs from the best; ``None`` where nothing was tried."""
    first = canonical_action(view.game, advice.chosen)
    others = (each for each in advice.prospects if canonical_action(view.game, each.action) != first and each.samples)
    return next(others, None)


def _named(action: Action, view: View, language: Language) -> str:
    """Return an action as something that another is compared with: ``the ace of hearts``, ``to close the talon``."""
    words = telling(view, language)
    return f"the {words.choice(action)}" if isinstance(action, Play) else f"to {words.tries(action)}"


def _brought(best: Prospect, other: Prospect | None, than: str) -> str:
    """Return what an action brought, in points where they speak for it, else in game points."""
    points, margin = best.points, best.margin
    if points is not None and (margin is None or other is None or points >= (other.points or 0)):
        more = None if other is None or other.points is None else points - other.points
        return _compared(f"it brought {points:.0f} points on average", more, _FEWEST_POINTS, ".0f", than)
    if margin is None:
        return "it came out best"
    more = None if other is None or other.margin is None else margin - other.margin
    way = f"{margin:.2f} game points ahead" if margin >= 0 else f"{-margin:.2f} game points behind"
    return _compared(f"it came out {way} on average", more, _FEWEST_GAME_POINTS, ".2f", than)


def _compared(said: str, more: float | None, fewest: float, digits: str, than: str) -> str:
    """Return what was said of an action, and how much more that is than another brought."""
    if more is None:
        return said
    if more >= fewest:
        return f"{said}, {more:{digits}} more than {than}"
    return f"{said}, as much as {than}" if more > -fewest else said


def advice_lines(advice: Advice, view: View, language: Language) -> Iterator[str]:
    """Yield what the machine would do, and what it rests on."""
    chosen, words = advice.chosen, telling(view, language).choice(advice.chosen)
    said = f"hint: the machine would {f'play {chosen} ({words})' if isinstance(chosen, Play) else words}"
    if advice.method == "forced":
        yield f"{said}; nothing else differs from it"
        return
    how = "solved with all cards known" if advice.method == "solved" else "played out mostly at random"
    yield f"{said}. It sees what you see; {counted(advice.samples, 'deal')} that fit, {how}, gave on average:"
    width = max(5, *(len(str(prospect.action)) for prospect in advice.prospects))
    for prospect in advice.prospects:
        told = [] if prospect.points is None else [f"{prospect.points:.1f} points"]
        told += [] if prospect.margin is None else [f"game points {prospect.margin:+.2f}"]
        yield f"  {prospect.action!s:<{width}} {', '.join(told) if prospect.samples else 'not tried'}"
