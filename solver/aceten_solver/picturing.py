"""Solutions as pictures: the position, the best cards marked, and what it is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten import AcetenError, parse, parse_action
from aceten.naming import listed, seat_name
from aceten.pictures import picture_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten_solver.solution import Solution


def picture_of_solution(solution: Solution) -> str | None:
    """Return a solution as SVG; ``None`` where its position cannot be read without the rulebook of one's own that it was solved by."""
    try:
        state = parse(solution.position)
    except AcetenError:
        return None
    return picture_of(state, marked=tuple(map(parse_action, solution.best)), told=tuple(_told(solution)))


def _told(solution: Solution) -> Iterator[str]:
    """Yield what is best and what it comes to, in sentences."""
    if solution.best:
        yield f"Best: {', '.join(solution.best)}"
    value = solution.value
    if value is None:
        yield "The value is not settled"
        return
    for kind, numbers in (("points", value.points), ("game points", value.game_points)):
        if numbers is not None:
            shared = (f"{_side(solution, side)} {number}" for side, number in enumerate(numbers))
            yield f"With perfect play, {kind}: {', '.join(shared)}"
    if value.winner is not None:
        yield "Nobody wins the deal" if value.winner == "nobody" else _wins(solution, value.winner)


def _wins(solution: Solution, side: int) -> str:
    verb = "wins" if len(solution.sides[side]) == 1 else "win"
    return f"{_side(solution, side)} {verb} the deal"


def _side(solution: Solution, side: int) -> str:
    return listed(map(seat_name, solution.sides[side]))
