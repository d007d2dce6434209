"""Facts of points: at which limits, or just beside which, the sides end a deal, and whether marriages decide there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from aceten.conformance.coverage.clause_table import Facts
from aceten.conformance.coverage.deal_facts import facts_of
from aceten.engine.state import State
from aceten.engine.suits.state import SuitState
from aceten.vocabulary.actions import Side

if TYPE_CHECKING:
    from aceten.notation.examples import Moment

LAST: Final = "last:"
"""The facts of the action that ended a deal begin with it."""
LIMIT: Final = "limit:"
"""The facts of points near a limit begin with it. No clause is about them: they say which questions are worth asking."""


def facts_of_limits(state: State) -> Facts:
    """Return which limits the points of a deal that is over lie at or just beside; nothing while it goes on."""
    if state.turn is not None or state.result is None:
        return frozenset()
    return frozenset(LIMIT + fact for side in map(Side, range(state.game.side_count)) for fact in _of_side(state, side))


def facts_of_ending(moment: Moment) -> Facts:
    """Return the same of the last that happened in a deal, with what else held there: what held before need not have held at the end."""
    end = moment.before if moment.after is None else moment.after
    return facts_of_limits(end) | {LAST + fact for fact in facts_of(moment)}


def _of_side(state: State, side: Side) -> Iterator[str]:
    role = _role(state, side)
    counted = _counted(state, side)
    if any(counted == _counted(state, Side(other)) for other in range(state.game.side_count) if other != side):
        yield f"even:{role}"
    for name, limit in _limits(state, side):
        if counted in (limit, limit - 1):
            yield f"{name}{counted - limit:+d}:{role}"
        if isinstance(state, SuitState) and counted - state.melds[side] + state.waiting[side] < limit <= counted:
            yield f"{name}_by_marriages:{role}"


def _counted(state: State, side: Side) -> int:
    """Return the points that count for a side."""
    return state.counted(side) if isinstance(state, SuitState) else state.points[side]


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


_LIMITS: Final = {
    "enough": "the points for a claim",
    "schneider": "the points that save from schneider",
    "bid": "the bid",
    "target": "the target of the match",
}
_ROLES: Final = {"last": "who took the last trick", "other": "a side"}


def in_words(fact: str) -> str:
    """Return a fact in words, such as ``showed a marriage``, or ``a side ended with exactly 33 points``."""
    kind, _, rest = fact.partition(":")
    if f"{kind}:" != LIMIT:
        return f"an action refused by {rest}" if kind == "refused" else fact.replace("_", " ").replace(":", " ")
    name, _, role = rest.partition(":")
    who = _ROLES.get(role, f"the {role.replace('_', ' ')}")
    if name == "even":
        return f"{who} ended with as many points as another side"
    how = (
        "just by marriages" if name.endswith("_by_marriages") else "one short of" if name.endswith("-1") else "exactly"
    )
    limit = name.removesuffix("_by_marriages").removesuffix("+0").removesuffix("-1")
    points = _LIMITS.get(limit, f"{limit.removeprefix('row_')} points")
    return f"{who} ended with {points} {how}" if how.startswith("just") else f"{who} ended with {how} {points}"
