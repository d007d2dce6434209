"""How long something takes, in few characters."""

from __future__ import annotations

from typing import Final

from aceten_spec.speech import say, say_counted

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
