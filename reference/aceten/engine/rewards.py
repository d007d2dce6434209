"""What a deal is worth to each seat as one number, for programs that learn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

from aceten.engine.state import State
from aceten.vocabulary.errors import check_among, check_kind, state_expected, usage_error

if TYPE_CHECKING:
    from aceten.engine.game import Game

Measure: TypeAlias = Literal["game_points", "card_points"]
"""What is counted: game points, which deals of a match add up, or the points of the deal, those for the last trick among them."""

_TWO: Final = 2


def rewards(state: State, measure: Measure = "game_points") -> tuple[int, ...]:
    """Return what a deal has come to for each seat: what its side has; 0 each until it is over.

    Between two sides game points are those of the own side less those of the other, so that both add up to 0.

    >>> import aceten
    >>> state = aceten.parse("zsiros/2 hands=A,K points=30,40").play("A").play("K")
    >>> aceten.rewards(state), aceten.rewards(state, "card_points")
    ((1, -1), (40, 40))

    :raises UsageError: when the position that play began with leaves the result open, and for what is no state or no measure.
    """
    check_kind(state, State, state_expected())
    check_measure(measure)
    game, result = state.game, state.result
    if result is None:
        return (0,) * game.players
    by_side = result.points if measure == "card_points" else result.game_points
    if by_side is None:
        raise usage_error("{state}: what the deal comes to is open, as the position does not say enough", state=state)
    if measure == "game_points" and game.side_count == _TWO:
        ahead = by_side[0] - by_side[1]
        by_side = (ahead, -ahead)
    return tuple([by_side[side] for side in game.sides])


def check_measure(measure: object) -> None:
    """Refuse what cannot be counted.

    :raises UsageError: when it is no measure.
    """
    check_among("measure", measure, get_args(Measure))


def reward_bounds(game: Game, measure: Measure = "game_points") -> tuple[int, int]:
    """Return the least and the most that :func:`rewards` can be in a deal of a game.

    :raises UsageError: for what is no measure.
    """
    check_measure(measure)
    if measure == "card_points":
        return 0, game.most_points
    most = game.most_game_points
    return (-most if game.side_count == _TWO else 0), most
