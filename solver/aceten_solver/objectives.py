"""What a solution is asked for, and what an outcome is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import msgspec

from aceten import AcetenError, Side
from aceten.scoring import DRAW, settle

if TYPE_CHECKING:
    from aceten import Result, State
    from aceten_spec.outcomes import Outcome

Objective: TypeAlias = Literal["points", "deal", "game-points"]
"""``points``: card points; ``deal``: who wins the deal; ``game-points``: what the winner scores."""

Winner: TypeAlias = int | Literal["nobody"]
"""The side that wins a deal, or ``"nobody"``."""

OBJECTIVES: Final[tuple[Objective, ...]] = ("points", "deal", "game-points")
"""Every objective, the default first."""


_BY_NAME: Final[dict[str, Objective]] = {name: name for name in OBJECTIVES}


class ObjectiveError(AcetenError):
    """A position does not say enough for what is asked."""

    def __init__(self, *, objective: str, problem: str) -> None:
        """Say what is asked and what is missing."""
        self.objective = objective
        """What was asked for."""
        self.problem = problem
        """What is missing, in words."""
        super().__init__(f"objective {objective}: {problem}")


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """What a deal comes to. A field is ``None`` where the position or the objective leaves it open."""

    points: tuple[int, int] | None
    """Card points by side: those in play and those that the position gave."""
    game_points: tuple[int, ...] | None
    """Game points by side."""
    winner: Winner | None
    """The side that wins the deal, or ``"nobody"``."""
    last_trick: int | None
    """The side that takes the last trick."""
    award: str | None
    """Name of the scoring row, or ``draw``."""


def check_objective(state: State, objective: str) -> Objective:
    """Return the objective, or refuse one for which the position does not say enough.

    :raises ObjectiveError: naming what is missing.
    """
    known = _BY_NAME.get(objective)
    if known is None:
        raise ObjectiveError(objective=objective[:40], problem="unknown; expected one of: " + ", ".join(OBJECTIVES))
    if known == "points":
        return known
    if not state.points_known:
        missing = state.game.total - sum(state.points) - state.points_in_play
        raise ObjectiveError(
            objective=known,
            problem=f"{missing} of the {state.game.total} card points are neither in play nor captured;"
            " say where they are, with points= or taken= of both sides or talon=",
        )
    if known == "game-points" and not tricks_known(state):
        raise ObjectiveError(
            objective=known,
            problem="the position does not say whether each side has taken a trick;"
            " say it with tricks= or taken= of both sides",
        )
    return known


def tricks_known(state: State) -> bool:
    """Whether the position says of both sides whether they have taken a trick."""
    return None not in (state.took_a_trick(Side(0)), state.took_a_trick(Side(1)))


def value_of_outcome(state: State, outcome: Outcome) -> Value:
    """Return what an outcome of the deal that goes on in ``state`` is worth."""
    others: tuple[bool | None, ...]
    if outcome.every_trick is not None:
        others = (outcome.every_trick == 0, outcome.every_trick == 1)
    elif tricks_known(state):
        others = (True, True)
    else:
        others = tuple(points > 0 or None for points in outcome.points)
    result = settle(
        state.game.rules,
        points=outcome.points,
        points_known=state.points_known,
        tricks=None,
        took_a_trick=others,
        last_trick=Side(outcome.last_trick),
        forfeit=None,
    )
    return value_of_result(result)


def value_of_result(result: Result) -> Value:
    """Return the value of a finished deal."""
    return Value(
        points=(result.points[0], result.points[1]),
        game_points=result.game_points,
        winner="nobody" if result.award == DRAW else result.winner,
        last_trick=result.last_trick,
        award=result.award,
    )


def worth(value: Value, objective: Objective) -> int:
    """Return what a value is worth to side 0 under an objective; more is better.

    ``points``: card points of side 0. ``deal``: 1 won, 0 nobody's, -1 lost. ``game-points``: own minus the other side's.
    """
    match objective:
        case "points":
            return 0 if value.points is None else value.points[0]
        case "deal":
            return {0: 1, 1: -1}.get(value.winner if isinstance(value.winner, int) else -1, 0)
        case "game-points":
            return 0 if value.game_points is None else value.game_points[0] - value.game_points[1]
