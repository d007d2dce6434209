"""Game that all games have in common: what is dealt from, whose turn it is next, who takes a trick, and how players draw after it."""

from __future__ import annotations

from typing import Final

from aceten.engine.game import Game
from aceten.engine.matching.game import MatchingGame
from aceten.engine.state import State

TWO_SIDES: Final = 2
"""With more sides than these everyone plays for himself."""


def another_pack(game: Game) -> bool:
    """Whether the pack is not just one whole pack that everybody gets the same number of cards of."""
    return bool(game.pack.removed) or game.pack.copies > 1 or (isinstance(game, MatchingGame) and game.leftover > 0)


def played_last(state: State) -> int:
    """Return the seat that played the last card of the trick that lies."""
    return (state.leader + len(state.trick) - 1) % state.game.players


def passed_on(before: State, after: State, found: set[str]) -> None:
    """Add whether the next player is to act."""
    if after.turn is not None and before.turn is not None and after.turn == before.game.after[before.turn]:
        found.add("turn_passed")


def taken(before: State, after: State, found: set[str]) -> None:
    """Add what it means that a trick was taken: who has it, what it counts."""
    game, winner = before.game, after.leader
    found.add("trick_taken")
    if winner != before.leader and game.sides[winner] == game.sides[before.leader]:
        found.add("taken_by_partner")
    if game.side_count > TWO_SIDES:
        found.add("taken_for_oneself")
    if after.points != before.points:
        found.add("points_taken")


def drawn(held: list[int], talon: int, after: State, found: set[str]) -> None:
    """Add how the players drew after a trick.

    :param held: how many cards each held before.
    :param talon: how many cards lay there.
    """
    players, due, now = after.game.players, after.game.rules.hand, list(map(len, after.hands))
    if not talon:
        found.add("played_on_without_talon")
        return
    if now == held:
        if max(held) < due:
            found.add("too_few_to_draw")
    else:
        found.add("drew")
        if sum(now) - sum(held) > players:
            found.add("drew_several")
        if max(now) < due:
            found.add("drew_short")
        if not after.talon:
            found.add("drew_the_last")
    if 0 < len(after.talon) < players or (after.turn is None and talon < players):
        found.add("left_over")
