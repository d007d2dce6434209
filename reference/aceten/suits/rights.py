"""What the seat to act may do beside playing a card: show a marriage, exchange a card for the turn-up, close the talon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten_spec.cards import Card, Rank, Suit, card_of

if TYPE_CHECKING:
    from aceten.suits.state import SuitState


def marriages(state: SuitState) -> tuple[Suit, ...]:
    """Return the suits of which the seat to act may show a marriage now.

    Clauses: SX-MELD-1, SX-MELD-4, SX-MELD-5, SX-MELD-6, SX-MELD-7, SX-MELD-9.
    """
    rules, turn = state.game.rules, state.turn
    if rules.marriages == "none" or state.trick or turn is None or state.bidding or state.naming or state.drawing:
        return ()
    if state.closed is not None:
        if rules.meld_after_closing == "off":
            return ()
    elif not state.talon and rules.meld_after_stock == "off":
        return ()
    if rules.meld_first == "off" and not _tricks_taken(state):
        return ()
    hand = state.hands[turn]
    kings = [card for card in hand if card.rank == Rank.KING]
    return tuple([king.suit for king in kings if king.suit and card_of(Rank.QUEEN, king.suit) in hand])


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
    return card_of(Rank(state.game.exchange), state.trump)


def may_exchange(state: SuitState) -> bool:
    """Whether the seat to act may exchange its card for the turn-up.

    Clauses: SX-EXCH-2, SX-EXCH-3, SX-EXCH-4, SX-EXCH-5.
    """
    card, turn, rules, tricks = exchangeable(state), state.turn, state.game.rules, state.tricks
    if card is None or turn is None or tricks is None or card not in state.hands[turn] or state.drawing:
        return False
    if state.closed is not None:
        fresh = sum(tricks) == sum(state.closed.tricks) and turn != state.closed.seat
        return fresh and rules.exchange_after_closing == "on"
    if rules.exchange_by == "leader" and state.trick:
        return False
    if rules.exchange_needs_trick == "on" and not tricks[state.game.sides[turn]]:
        return False
    return len(state.talon) >= rules.exchange_min_stock


def may_close(state: SuitState) -> bool:
    """Whether the seat to act may close the talon.

    Clauses: SX-CLOSE-1, SX-CLOSE-2, SX-CLOSE-4.
    """
    rules = state.game.rules
    if rules.close == "never" or state.trick or not state.open_talon or state.turn is None:
        return False
    return len(state.talon) >= rules.close_min_stock


def _tricks_taken(state: SuitState) -> int:
    in_play = sum(map(len, state.hands)) + len(state.talon) + len(state.trick)
    return (len(state.game.pack.cards) - in_play) // state.game.players
