"""Actions that do the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten import Action, Play

if TYPE_CHECKING:
    from aceten import Facts


def canonical_action(game: Facts, action: Action) -> Action:
    """Return one action for all that do the same.

    With matching tricks that is so of all cards of a rank but the lone card (T-SUITS). With suit tricks every card stands for itself.
    """
    return Play(game.canonical_card(action.card)) if isinstance(action, Play) else action
