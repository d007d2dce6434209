"""Facts of points: at which limits, or just beside which, the sides end a deal, and whether marriages decide there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aceten.actions import Side
from aceten.suits.state import SuitState

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten.conformance.coverage.table import Facts
    from aceten.state import State

LIMIT: Final = "limit:"
"""The facts of points near a limit begin with it. No clause is about them: they say which questions are worth asking."""


def facts_of_limits(state: State) -> Facts:
    """Return which limits the points of a deal that is over lie at or just beside; nothing while it goes on."""
    if state.turn is not None or state.result is None:
        return frozenset()
    return frozenset(LIMIT + fact for side in map(Side, range(state.game.side_count)) for fact in _of_side(state, side))


def _of_side(state: State, side: Side) -> Iterator[str]:
    role = _role(state, side)
    counted = state.counted(side) if isinstance(state, SuitState) else state.points[side]
    for name, limit in _limits(state, side):
        if counted in (limit, limit - 1):
            yield f"{name}{counted - limit:+d}:{role}"
        if isinstance(state, SuitState) and counted - state.melds[side] < limit <= counted:
            yield f"{name}_by_marriages:{role}"


def _role(state: State, side: Side) -> str:
    """Return what a side has to do with the end of a deal."""
    if not isinstance(state, SuitState):
        return "last" if state.game.sides[state.leader] == side else "other"
    sides, words = state.game.sides, list[str]()
    if state.closed is not None and sides[state.closed.seat] == side:
        words.append("closer")
    if state.claimant is not None and sides[state.claimant] == side:
        words.append("claimant_answering" if state.trick else "claimant")
    if state.contract is not None and sides[state.contract[0]] == side:
        words.append("bidder")
    return "_".join(words) or "other"


def _limits(state: State, side: Side) -> Iterator[tuple[str, int]]:
    """Yield the points at which something else begins to count for a side."""
    rules = state.game.rules
    for bound in sorted({bound for row in rules.scoring for bound in row.points}):
        yield f"row_{bound}", bound
    if not isinstance(state, SuitState):
        return
    if state.contract is not None and state.game.sides[state.contract[0]] == side:
        yield "bid", state.contract[1]
    if state.game.scores_matter:
        yield "target", state.game.rules.target - state.scores[side]
    if state.game.rules.score == "race":
        yield "enough", state.game.rules.claim_points
        yield "schneider", state.game.rules.schneider
