"""The moment between showing a marriage and leading from it, which the rules make one action, and many programs two."""

from __future__ import annotations

from aceten.engine.state import State
from aceten.engine.suits.state import SuitState
from aceten.vocabulary.actions import Action, Claim, Meld
from aceten_spec.cards import Suit
from aceten_spec.protocol import PositionRequest, Question


def showable(state: State) -> tuple[Suit, ...]:
    """Return the suits of which the seat to act may show a marriage and then leads from it, as the deal goes on.

    Clauses: SX-MELD-1, SX-CLAIM-1.
    """
    if not isinstance(state, SuitState):
        return ()
    melds = [action for action in state.legal if isinstance(action, Meld)]
    return tuple(sorted({meld.card.suit for meld in melds if meld.card.suit and state.play(meld).claimant is None}))


def open_after_showing(state: SuitState, suit: Suit) -> tuple[str, ...]:
    """Return what may be done by one who has shown a marriage: a card of it is led, or it is claimed with it. Nothing is shown again.

    Clauses: SX-MELD-1, SX-CLAIM-3.
    """

    def written(action: Action) -> str:
        if isinstance(action, Meld) and action.card.suit == suit:
            return str(action.card)
        return str(Claim()) if isinstance(action, Claim) and action.suit == suit else ""

    return tuple(filter(None, map(written, state.legal)))


def is_showing(question: Question) -> bool:
    """Whether a question is about such a moment."""
    return isinstance(question, PositionRequest) and question.showing is not None
