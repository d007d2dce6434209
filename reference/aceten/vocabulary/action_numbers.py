"""The numbers of actions in a game: the place of each among all that a deal can bring."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from aceten.vocabulary.actions import Action, Play
from aceten_spec.cards import EVERY_CARD, Card, sort_cards

if TYPE_CHECKING:
    from aceten.engine.game import Game


class ActionNumbers(msgspec.Struct, frozen=True):
    """The numbers of actions of a game."""

    kinds: tuple[Card, ...]
    """The cards of the pack in their written order, one for all that play alike."""
    place_of: Mapping[Card, int]
    """For each card the place among ``kinds`` of the card that plays like it."""
    actions: tuple[Action, ...]
    """Every action, each at the place that is its number."""
    number_of: Mapping[Action, int]
    """The number of each action, of every card under which one is known."""


@lru_cache(maxsize=256)
def action_numbers(game: Game) -> ActionNumbers:
    """Return the numbers of a game: playing a card first, and then what else its rules know."""
    kinds = sort_cards(tuple({game.canonical_card(card) for card in game.pack.cards}))
    place_of = {card: kinds.index(kind) for card in EVERY_CARD if (kind := game.canonical_card(card)) in kinds}
    actions = (*map(Play, kinds), *game.further_actions())
    number_of = {action: number for number, action in enumerate(actions)}
    number_of |= {Play(card): place for card, place in place_of.items()}
    return ActionNumbers(kinds, place_of, actions, number_of)
