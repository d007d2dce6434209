"""What the seat to act may do beside playing a card: show a marriage, exchange a card for the turn-up, close the talon.

Each right has a function that returns the code of the first condition that is broken (:data:`aceten_spec.refusals.REFUSALS`), and an empty
text when none is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aceten_spec.cards import Card, Rank, Suit, card_of

if TYPE_CHECKING:
    from aceten.engine.suits.state import SuitState
    from aceten.vocabulary.actions import Seat
    from aceten_spec.rulebook import SuitParameters

_PAIRS: Final = tuple((suit, card_of(Rank.KING, suit), card_of(Rank.QUEEN, suit)) for suit in Suit)

MARRIED: Final = (Rank.KING, Rank.QUEEN)
"""The ranks of a marriage."""
_KING: Final = (Rank.KING,)


def leading_ranks(rules: SuitParameters) -> tuple[Rank, ...]:
    """Return the ranks with which a marriage can be led.

    Clauses: SX-MELD-1.
    """
    return _KING if rules.meld_lead == "king" else MARRIED


def show_refusal(state: SuitState) -> str:
    """Return why the seat to act may not show any marriage now, whatever it holds.

    Clauses: SX-MELD-1, SX-MELD-4, SX-MELD-5, SX-MELD-6, SX-MELD-7, AS-BID-8, SX-CLOSE-2.
    """
    rules = state.game.rules
    if rules.marriages == "none":
        return "meld_off"
    if state.trick:
        return "meld_not_leading"
    due = state.due
    if due:
        return due
    if state.closed is not None:
        if not rules.meld_after_closing:
            return "meld_closed"
    elif not state.talon and not rules.meld_after_stock:
        return "meld_exhausted"
    return "meld_first_lead" if not rules.meld_first and not tricks_taken(state) else ""


def marriages(state: SuitState) -> tuple[Suit, ...]:
    """Return the suits of which the seat to act may show a marriage now.

    Clauses: SX-MELD-1, SX-MELD-4, SX-MELD-5, SX-MELD-6, SX-MELD-7, SX-MELD-9.
    """
    if state.turn is None:
        return ()
    hand = state.hands[state.turn]
    suits: tuple[Suit, ...] = ()
    for suit, king, queen in _PAIRS:
        if king in hand and queen in hand:
            suits = (*suits, suit)
    return suits if suits and not show_refusal(state) else ()


def has_to_show(state: SuitState, card: Card) -> bool:
    """Whether the seat to act has to show a marriage when it leads this card of its hand.

    Clauses: SX-MELD-9.
    """
    if not state.game.rules.meld_forced:
        return False
    return card.rank in leading_ranks(state.game.rules) and card.suit in marriages(state)


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


def exchange_refusal(state: SuitState, turn: Seat) -> str:  # noqa: C901, PLR0911 - one for each condition
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
        return "exchange_late" if sum(tricks) != sum(state.closed.tricks) else ""
    if rules.exchange_by == "leader" and state.trick:
        return "exchange_not_leading"
    if rules.exchange_needs_trick and not tricks[state.game.sides[turn]]:
        return "exchange_no_trick"
    return "exchange_stock" if len(state.talon) < rules.exchange_min_stock else ""


def may_exchange(state: SuitState, turn: Seat) -> bool:
    """Whether the seat at its turn may exchange its card for the turn-up.

    Clauses: SX-EXCH-2, SX-EXCH-3, SX-EXCH-4, SX-EXCH-5.
    """
    return not exchange_refusal(state, turn)


def close_refusal(state: SuitState) -> str:
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
    return "close_first_lead" if not rules.close_first and not tricks_taken(state) else ""


def may_close(state: SuitState) -> bool:
    """Whether the seat to act may close the talon.

    Clauses: SX-CLOSE-1, SX-CLOSE-2, SX-CLOSE-4.
    """
    return not close_refusal(state)


def draw_refusal(state: SuitState) -> str:
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


def tricks_taken(state: SuitState) -> int:
    """Return how many tricks were taken, by both sides.

    Clauses: SX-PLAY-7.
    """
    in_play = sum(map(len, state.hands)) + len(state.talon) + len(state.trick)
    return (len(state.game.pack.cards) - in_play) // state.game.players
