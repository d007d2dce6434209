"""What the seat to act may do beside playing a card: show a marriage, exchange a card for the turn-up, close the talon, claim.

Each right has a function that returns the code of the first condition that is broken (:data:`aceten_spec.clauses.refusals.REFUSALS`), and
``None`` when none is. When a marriage may be shown, and when it has to be, :mod:`aceten.engine.suits.duties` says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten.engine.suits.duties import married, show_refusal, tricks_taken
from aceten_spec.cards import Card, Suit, card_of

if TYPE_CHECKING:
    from aceten.engine.suits.state import SuitState
    from aceten.vocabulary.actions import Seat
    from aceten_spec.clauses.refusals import RefusalCode


def marriages(state: SuitState) -> tuple[Suit, ...]:
    """Return the suits of which the seat to act may show a marriage now.

    Clauses: SX-MELD-1, SX-MELD-4, SX-MELD-5, SX-MELD-6, SX-MELD-7, SX-MELD-9.
    """
    if state.turn is None:
        return ()
    suits = married(state.hands[state.turn])
    return suits if suits and show_refusal(state) is None else ()


def marriage_points(state: SuitState, suit: Suit) -> int:
    """Return the points of the marriage of a suit that is shown now.

    Clauses: SX-MELD-2, TT-MELD-2.
    """
    rules = state.game.rules
    points = rules.marriage_points
    if rules.marriages == "trump":
        return points[suit == state.trump]
    if rules.marriages == "suit":
        return points[suit - 1]
    before, shown = sum(state.melds), 0
    while before > 0:
        before -= points[shown]
        shown += 1
    return points[shown]


def exchangeable(state: SuitState) -> Card | None:
    """Return the card that can be exchanged for the turn-up; ``None`` where there is none.

    Clauses: SX-EXCH-1.
    """
    if not state.game.exchange or not state.talon or state.trump is None:
        return None
    return card_of(state.game.exchange, state.trump)


def exchange_refusal(state: SuitState, turn: Seat) -> RefusalCode | None:  # noqa: C901, PLR0911 - one for each condition
    """Return why the seat at its turn may not exchange its card for the turn-up.

    Clauses: SX-EXCH-1, SX-EXCH-2, SX-EXCH-3, SX-EXCH-4, SX-EXCH-5.
    """
    rules = state.game.rules
    if rules.exchange == "none":
        return "exchange_off"
    card, tricks = exchangeable(state), state.tricks
    if card is None:
        return "exchange_exhausted"
    if card not in state.hands[turn]:
        return "exchange_no_card"
    if state.drawing:
        return "exchange_before_drawing"
    if tricks is None:
        return "exchange_no_trick"
    if state.closed is not None:
        if not rules.exchange_after_closing:
            return "exchange_closed"
        if turn == state.closed.seat:
            return "exchange_closer"
        return "exchange_late" if sum(tricks) != sum(state.closed.tricks) else None
    if rules.exchange_by == "leader" and state.trick:
        return "exchange_not_leading"
    if rules.exchange_needs_trick and not tricks[state.game.sides[turn]]:
        return "exchange_no_trick"
    return "exchange_stock" if len(state.talon) < rules.exchange_min_stock else None


def may_exchange(state: SuitState, turn: Seat) -> bool:
    """Whether the seat at its turn may exchange its card for the turn-up.

    Clauses: SX-EXCH-2, SX-EXCH-3, SX-EXCH-4, SX-EXCH-5.
    """
    return exchange_refusal(state, turn) is None


def close_refusal(state: SuitState) -> RefusalCode | None:
    """Return why the seat to act may not close the talon.

    Clauses: SX-CLOSE-1, SX-CLOSE-3, SX-CLOSE-4.
    """
    rules = state.game.rules
    if rules.close == "never":
        return "close_off"
    if state.trick:
        return "close_not_leading"
    if state.closed is not None:
        return "close_again"
    if len(state.talon) < rules.close_min_stock:
        return "close_stock"
    return "close_first_lead" if not rules.close_first and not tricks_taken(state) else None


def may_close(state: SuitState) -> bool:
    """Whether the seat to act may close the talon.

    Clauses: SX-CLOSE-1, SX-CLOSE-2, SX-CLOSE-4.
    """
    return close_refusal(state) is None


def claim_refusal(state: SuitState, suit: Suit | None) -> RefusalCode | None:
    """Return why now is not the moment for a claim of the seat to act, with the marriage of a suit if one is given.

    Clauses: SX-CLAIM-1, SX-CLAIM-3.
    """
    when = state.game.rules.claim_when
    if when == "turn":
        return None
    if state.trick:
        return "claim_not_leading"
    if when == "leading":
        return None
    if not tricks_taken(state):
        return "claim_first_lead"
    return None if suit is None else "claim_with_marriage"


def draw_refusal(state: SuitState) -> RefusalCode:
    """Return why the seat to act may not draw, where it has not to draw or to close the talon.

    Clauses: SX-CLOSE-2, SX-CLOSE-3, SX-DRAW-1, SX-DRAW-5.
    """
    rules = state.game.rules
    if rules.close == "never":
        return "unknown_action"
    if rules.close == "after_drawing":
        return "draw_off"
    if state.closed is not None:
        return "draw_closed"
    return "draw_full_hand" if state.talon else "draw_exhausted"
