"""What plays alike: suits make no difference (ZS-CARDS-2), but for that of a lone card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten import Action, Play
from aceten_spec.cards import without_suit

if TYPE_CHECKING:
    from aceten import Card, Game


def plain_card(game: Game, card: Card) -> Card:
    """Return one card for all of its rank that play alike.

    Clauses: ZS-CARDS-2, SL-LONE-1.
    """
    return card if card == game.lone_card else without_suit(card)


def plain_action(game: Game, action: Action) -> Action:
    """Return one action for all that do the same."""
    return Play(plain_card(game, action.card)) if isinstance(action, Play) else action
