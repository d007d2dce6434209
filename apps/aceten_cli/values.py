"""Values in few characters, as tables have them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten.scoring import POINTS, SWEEP
from aceten_cli.words import seats_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aceten_solver import Objective, Value


def outcome_words(value: Value, objective: Objective, sides: Sequence[Sequence[int]]) -> str:
    """Return who wins the deal, and what it scores."""
    if value.award in (POINTS, SWEEP) and objective != "deal":
        return "open" if value.game_points is None else " to ".join(map(str, value.game_points))
    if value.game_points is None and value.margin is not None and objective != "deal":
        return margin_words(value.margin, sides)
    if value.winner is None:
        return "open"
    if value.winner == "nobody":
        return "nobody"
    scored = "" if value.game_points is None or objective == "deal" else f" {max(value.game_points)}"
    return f"{seats_name(sides[value.winner])}{scored}"


def margin_words(margin: int, sides: Sequence[Sequence[int]]) -> str:
    """Return who scores more than the other side, and how much more."""
    return f"{seats_name(sides[margin < 0])} +{abs(margin)}" if margin else "equal"
