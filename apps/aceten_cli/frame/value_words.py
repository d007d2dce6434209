"""What values mean, in few characters as tables have them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from aceten.engine.scoring import POINTS, SWEEP
from aceten.vocabulary.naming import seats_name
from aceten_spec.speech import say, say_counted

if TYPE_CHECKING:
    from aceten_solver import Objective, Value


def outcome_words(value: Value, objective: Objective, sides: Sequence[Sequence[int]]) -> str:
    """Return who wins the deal, and what it scores."""
    if value.award in (POINTS, SWEEP) and objective != "deal":
        return say("open") if value.game_points is None else say(" to ").join(map(str, value.game_points))
    if value.game_points is None and value.margin is not None and objective != "deal":
        return margin_words(value.margin[0], sides)
    if value.winner is None:
        return say("open")
    if value.winner == "nobody":
        return say("nobody")
    scored = "" if value.game_points is None or objective == "deal" else f" {max(value.game_points)}"
    return f"{say('both') if value.winner == 'both' else seats_name(sides[value.winner])}{scored}"


def margin_words(margin: int, sides: Sequence[Sequence[int]]) -> str:
    """Return who scores more than the other side, and how much more."""
    return f"{seats_name(sides[margin < 0])} +{abs(margin)}" if margin else say("equal")


_SECONDS: Final = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400, "year": 31_557_600}
_LONG: Final = 1000
"""More years are not told apart."""


def duration(seconds: float) -> str:
    """Return about how long something takes, in one unit."""
    unit = next((unit for unit, size in reversed(_SECONDS.items()) if seconds >= 2 * size), "second")
    number = min(seconds / _SECONDS[unit], _LONG)
    if unit == "year" and number == _LONG:
        return say("more than {time}", time=_time(_LONG, unit))
    return say("about {time}", time=_time(max(1, int(float(f"{number:.1g}"))), unit))


def _time(number: int, unit: str) -> str:
    """Return so many of a unit of time."""
    match unit:
        case "second":
            return say_counted("{number} second", "{number} seconds", number)
        case "minute":
            return say_counted("{number} minute", "{number} minutes", number)
        case "hour":
            return say_counted("{number} hour", "{number} hours", number)
        case "day":
            return say_counted("{number} day", "{number} days", number)
        case _:
            return say_counted("{number} year", "{number} years", number)
