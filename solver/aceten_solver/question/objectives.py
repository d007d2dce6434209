"""What a solution is asked for, and what an outcome is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import msgspec

from aceten import AcetenError
from aceten_spec.errors import shown
from aceten_spec.outcomes import ordered_by_outcome
from aceten_spec.speech import say

if TYPE_CHECKING:
    from aceten import Game, Result, State
    from aceten_solver.question.two_sides import TwoSides
    from aceten_spec.outcomes import Outcome

Objective: TypeAlias = Literal["points", "deal", "game-points"]
"""``points``: card points; ``deal``: who wins the deal; ``game-points``: what the winner scores.

It counts first. Among actions that are equal by it those are best that are better for the deal, then for game points, then for points,
as far as the position tells them.
"""

Winner: TypeAlias = int | Literal["nobody", "both"]
"""The side that wins a deal, or ``"nobody"``, or ``"both"`` where a win is shared; these two are worth the same, between won and lost."""

Aims: TypeAlias = tuple[Objective, ...]
"""What counts: of two values that are equal under the first, the next decides, and so on."""

OBJECTIVES: Final[tuple[Objective, ...]] = ("points", "deal", "game-points")
"""Every objective, the default first."""

_IN_TURN: Final[Aims] = ("deal", "game-points", "points")
"""What counts after what was asked for."""

_BY_NAME: Final[dict[str, Objective]] = {name: name for name in OBJECTIVES}


class ObjectiveError(AcetenError):
    """A position does not say enough for what is asked."""

    def __init__(self, *, objective: str, problem: str) -> None:
        """Say what is asked and what is missing."""
        self.objective = objective
        """What was asked for."""
        self.problem = problem
        """What is missing, in words."""
        super().__init__(say("objective {objective}: {problem}", objective=objective, problem=problem))


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """What a deal comes to, by the two sides of the search. A field is ``None`` where the position or the objective leaves it open."""

    points: tuple[int, int] | None
    """Points by side: of the cards in play, those that the position gave, and those for the last trick."""
    game_points: tuple[int, int] | None
    """Game points by side; of partners each."""
    margin: tuple[int, int] | None
    """Game points by side that it scores more than the other: one number, and the same below zero."""
    winner: Winner | None
    """The side that wins the deal, or ``"nobody"``, or ``"both"``."""
    last_trick: int | None
    """The side that takes the last trick."""
    award: str | None
    """What the result's award is (:attr:`aceten.Result.award`)."""


def default_objective(game: Game) -> Objective:
    """Return what is asked for where nothing else is said: points, where nothing else decides a deal, and otherwise game points."""
    return "points" if ordered_by_outcome(game.rules) else "game-points"


def check_objective(state: State, objective: str, sides: TwoSides) -> Objective:
    """Return the objective, or refuse one for which the position does not say enough.

    :raises ObjectiveError: naming what is missing.
    """
    known = _BY_NAME.get(objective) if isinstance(objective, str) else None  # pyright: ignore[reportUnnecessaryIsInstance] - not every caller is type-checked
    if known is None:
        raise ObjectiveError(
            objective=shown(objective, 40),
            problem=say("unknown; expected one of: {known}", known=", ".join(OBJECTIVES)),
        )
    problem = _problem(state, known, sides)
    if problem:
        raise ObjectiveError(objective=known, problem=problem)
    return known


def aims_of(state: State, objective: Objective, sides: TwoSides) -> Aims:
    """Return what counts in turn: what is asked for, then the deal, game points and points, as far as the position tells them."""
    return (objective, *[aim for aim in in_turn(objective)[1:] if not _problem(state, aim, sides)])


def in_turn(objective: Objective) -> Aims:
    """Return what counts in turn where everything is known: what is asked for, then the deal, game points and points."""
    return (objective, *[aim for aim in _IN_TURN if aim != objective])


def _problem(state: State, objective: Objective, sides: TwoSides) -> str:
    """Return why an objective cannot be asked for here; nothing where it can."""
    if objective == "points":
        if ordered_by_outcome(state.game.rules):
            return ""
        return say("a deal of {game} is not decided by card points alone; ask for deal or game-points", game=state.game)
    if not state.points_known:
        missing = state.game.total - sum(state.points) - state.points_in_play
        return say(
            "{missing} of the {total} card points are neither in play nor captured;"
            " say where they are, with points= or taken= of both sides or talon=",
            missing=missing,
            total=state.game.total,
        )
    if objective == "game-points" and None in sides.took_a_trick(state):
        return say(
            "the position does not say whether each side has taken a trick; say it with tricks= or taken= of both sides"
        )
    return ""


def value_of_outcome(state: State, outcome: Outcome, sides: TwoSides) -> Value:
    """Return what an outcome of the deal that goes on in ``state`` is worth."""
    others: tuple[bool | None, bool | None]
    if outcome.every_trick is not None:
        others = (outcome.every_trick == 0, outcome.every_trick == 1)
    elif None not in sides.took_a_trick(state):
        others = (True, True)
    else:
        others = (outcome.points[0] > 0 or None, outcome.points[1] > 0 or None)
    # Of a side in the search that is several in the game, one stands for all.
    pair = (sides.first[0], sides.second[0])
    points = [0] * state.game.side_count
    took: list[bool | None] = [False] * state.game.side_count
    for side, has, any_trick in zip(pair, outcome.points, others, strict=True):
        points[side], took[side] = has, any_trick
    result = state.result_with(tuple(points), tuple(took), pair[outcome.last_trick], (sides.first, sides.second))
    return value_of_result(result, sides)


def value_of_result(result: Result, sides: TwoSides) -> Value:
    """Return the value of a finished deal."""
    scored = None
    if result.game_points is not None:
        scored = (result.game_points[sides.first[0]], result.game_points[sides.second[0]])
    winner: Winner | None = None
    if result.winners is not None:
        match sorted({sides.of(side) for side in result.winners}):
            case []:
                winner = "nobody"
            case [side]:
                winner = side
            case _:
                winner = "both"
    return Value(
        points=sides.both(result.points),
        game_points=scored,
        margin=None if scored is None else (scored[0] - scored[1], scored[1] - scored[0]),
        winner=winner,
        last_trick=None if result.last_trick is None else sides.of(result.last_trick),
        award=result.award,
    )


def merit_by(value: Value, objective: Objective) -> int:
    """Return what a value is worth to side 0 under an objective; more is better.

    ``points``: card points of side 0. ``deal``: 1 won, 0 nobody's or both's, -1 lost. ``game-points``: own minus the other side's.

    :raises ValueError: when the value leaves points or game points open, which is not the same as worth nothing.
    """
    match objective:
        case "points":
            return _told(value.points, value, objective)
        case "deal":
            return {0: 1, 1: -1}.get(value.winner if isinstance(value.winner, int) else -1, 0)
        case "game-points":
            return _told(value.margin, value, objective)


def _told(numbers: tuple[int, int] | None, value: Value, objective: Objective) -> int:
    if numbers is None:
        message = f"{objective} are left open by {value}"
        raise ValueError(message)
    return numbers[0]


def merit(value: Value, aims: Aims) -> tuple[int, ...]:
    """Return what a value is worth to side 0 by all that counts, in turn; more is better."""
    return tuple([merit_by(value, aim) for aim in aims])


def lost(one: Value, other: Value, aims: Aims) -> tuple[int, Objective | None]:
    """Return how much more one value is worth to side 0 than the other, and in what: the first that counts in which they differ."""
    for aim, first, second in zip(aims, merit(one, aims), merit(other, aims), strict=True):
        if first != second:
            return first - second, aim
    return 0, None
