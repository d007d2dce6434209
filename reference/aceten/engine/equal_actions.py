"""Actions and states that do the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from aceten.engine.matching.state import MatchingState
from aceten.vocabulary.actions import Action, Play
from aceten_spec.cards import Card, sort_cards

if TYPE_CHECKING:
    from aceten.engine.game import Game
    from aceten.engine.state import State
    from aceten.engine.view import View


def canonical_action(game: Game, action: Action) -> Action:
    """Return one action for all that do the same.

    With matching tricks that is so of all cards of a rank but the lone card (T-SUITS). With suit tricks every card stands for itself.
    """
    return Play(game.canonical_card(action.card)) if isinstance(action, Play) else action


def is_choice(seen: State | View) -> bool:
    """Whether what may be done differs: neither is it one thing alone, nor does all of it come to the same."""
    return len({canonical_action(seen.game, action) for action in seen.legal}) > 1


def canonical_state(state: State) -> State:
    """Return the state with cards for all that play alike (ZS-CARDS-2, T-SUITS), and without its log."""
    game = state.game

    def plain(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple([game.canonical_card(card) for card in cards])

    changed = msgspec.structs.replace(
        state,
        hands=tuple(sort_cards(plain(hand)) for hand in state.hands),
        talon=plain(state.talon),
        trick=plain(state.trick),
        taken=tuple(sort_cards(plain(pile)) for pile in state.taken),
        log=(),
    )
    if isinstance(changed, MatchingState) and changed.drawn is not None:
        return msgspec.structs.replace(changed, drawn=game.canonical_card(changed.drawn))
    return changed
