"""What a deal comes to, in sentences, whatever its tricks are like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten import MatchingState, SuitState
from aceten.seating import seats_of
from aceten_cli.accounts import Account
from aceten_cli.matching_results import matching_sentences
from aceten_cli.suit_results import suit_sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aceten import State
    from aceten_solver import Value


def meaning_of_value(state: State, value: Value, sides: Sequence[Sequence[int]]) -> str:
    """Return what a value means, in a sentence or two.

    :param sides: the seats of the two sides that the value is about (:attr:`aceten_solver.Solution.sides`).
    """
    winners = None if value.winner is None else () if value.winner == "nobody" else (value.winner,)
    account = Account(
        parties=tuple(map(tuple, sides)),
        points=value.points,
        winners=winners,
        game_points=value.game_points,
        margin=value.margin,
        last_trick=value.last_trick,
        award=value.award,
    )
    return _told(state, account)


def meaning_of_result(state: State) -> str:
    """Return what a deal that is over came to, in a few sentences; nothing when it goes on."""
    result = state.result
    if result is None:
        return ""
    game = state.game
    account = Account(
        parties=tuple(seats_of(game, (side,)) for side in range(game.side_count)),
        points=result.points,
        winners=result.winners,
        game_points=result.game_points,
        margin=None,
        last_trick=result.last_trick,
        award=result.award,
    )
    return _told(state, account)


def _told(state: State, account: Account) -> str:
    match state:
        case MatchingState():
            sentences = matching_sentences(state, account)
        case SuitState():
            sentences = suit_sentences(state, account)
        case _:
            raise TypeError(type(state).__name__)
    return " ".join(sentence for sentence in sentences if sentence)
