"""What values mean, in few characters as tables have them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aceten.naming import counted, seats_name
from aceten.scoring import POINTS, SWEEP

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aceten_solver import Objective, Value


def outcome_words(value: Value, objective: Objective, sides: Sequence[Sequence[int]]) -> str:
    """Return who wins the deal, and what it scores."""
    if value.award in (POINTS, SWEEP) and objective != "deal":
        return "open" if value.game_points is None else " to ".join(map(str, value.game_points))
    if value.game_points is None and value.margin is not None and objective != "deal":
        return margin_words(value.margin[0], sides)
    if value.winner is None:
        return "open"
    if value.winner == "nobody":
        return "nobody"
    scored = "" if value.game_points is None or objective == "deal" else f" {max(value.game_points)}"
    return f"{'both' if value.winner == 'both' else seats_name(sides[value.winner])}{scored}"


def margin_words(margin: int, sides: Sequence[Sequence[int]]) -> str:
    """Return who scores more than the other side, and how much more."""
    return f"{seats_name(sides[margin < 0])} +{abs(margin)}" if margin else "equal"


def cost_words(cost: int, cost_in: Objective) -> str:
    """Return what an action costs."""
    return "the deal" if cost_in == "deal" else counted(cost, cost_in.replace("-", " ").removesuffix("s"))


_SECONDS: Final = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400, "year": 31_557_600}
_LONG: Final = 1000
"""More years are not told apart."""


def duration(seconds: float) -> str:
    """Return about how long something takes, in one unit."""
    unit = next((unit for unit, size in reversed(_SECONDS.items()) if seconds >= 2 * size), "second")
    number = min(seconds / _SECONDS[unit], _LONG)
    about = counted(max(1, int(float(f"{number:.1g}"))), unit)
    return f"more than {counted(_LONG, 'year')}" if unit == "year" and number == _LONG else f"about {about}"
