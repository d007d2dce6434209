"""Actions that do the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten import Action, Play

if TYPE_CHECKING:
    from aceten import Game


def plain_action(game: Game, action: Action) -> Action:
    """Return one action for all that do the same."""
    return Play(game.plain_card(action.card)) if isinstance(action, Play) else action
