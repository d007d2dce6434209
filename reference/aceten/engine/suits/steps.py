"""Suit tricks, step by step: which card wins, what may be played to a lead, who may bid.

Suits, strengths and seats are plain ints here, and every decision is a comparison, so that these very functions can be run on symbolic
numbers (:mod:`aceten.proofs`). A strength is the place of a rank in the game's order, the lowest 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

Obligation: TypeAlias = Literal["none", "follow", "follow_beat_trump"]
"""What a player owes to a lead; see :attr:`aceten_spec.parameters.SuitParameters.obligation`."""

Strong: TypeAlias = tuple[int, int]
"""A card as a trick sees it: its suit and its strength."""

Problem: TypeAlias = Literal["suit_not_followed", "not_beaten", "not_trumped"]
"""Why a card may not be played to a lead: the code of the refusal."""


def beats(card: Strong, best: Strong, trump: int) -> bool:
    """Whether a card takes the trick from the one that is winning it. ``trump`` is a suit, or 0 where there is none.

    Clauses: EW-SUIT-1, EW-CARDS-6, TT-SUIT-1.
    """
    if card[0] == best[0]:
        return card[1] > best[1]
    return card[0] == trump


def owed(
    hand: Sequence[int], led: int, strong: Sequence[Strong], trump: int, obligation: Obligation
) -> tuple[int, int]:
    """Return what a player owes to a lead: a suit, or 0 for none, and a strength that is to be exceeded, or -1 for none.

    :param strong: suit and strength of each card.

    Clauses: SX-SUIT-3, EW-SUIT-4, SX-SUIT-5, SX-SUIT-6, SX-SUIT-7.
    """
    if obligation == "none":
        return 0, -1
    follows, (lead, height) = False, strong[led]
    for card in hand:
        suit, strength = strong[card]
        if suit == lead:
            follows = True
            if obligation == "follow_beat_trump" and strength > height:
                return lead, height
    if follows:
        return lead, -1
    if obligation == "follow_beat_trump":
        for card in hand:
            if strong[card][0] == trump:
                return trump, -1
    return 0, -1


def pays(card: Strong, debt: tuple[int, int]) -> bool:
    """Whether a card gives what is owed (:func:`owed`).

    Clauses: SX-SUIT-3, EW-SUIT-4, SX-SUIT-5, SX-SUIT-6, SX-SUIT-7.
    """
    return debt[0] == 0 or (card[0] == debt[0] and card[1] > debt[1])


def unpaid(card: Strong, debt: tuple[int, int], led: int) -> Problem:
    """Return why a card does not give what is owed to the lead of a suit.

    Clauses: EW-SUIT-4, SX-SUIT-5, SX-SUIT-6.
    """
    if debt[0] != led:
        return "not_trumped"
    return "not_beaten" if card[0] == led else "suit_not_followed"


def may_bid(bids: tuple[int, ...], players: int, again: Literal["partner", "always", "never"]) -> bool:
    """Whether the player whose turn it is may bid, after these bids from eldest hand on; 0 is a pass.

    Clauses: AS-BID-4.
    """
    if again == "always":
        return True
    turn = len(bids)
    passed = next((place for place in range(turn - players, -1, -players) if bids[place] == 0), None)
    if passed is None:
        return True
    return again == "partner" and any(bids[place] > 0 for place in range(passed + players // 2, turn, players))


def auction_over(bids: tuple[int, ...], players: int, highest: int) -> bool:
    """Whether nobody bids any more after these bids: all have passed, all others have, or the highest bid was made.

    Clauses: AS-BID-5, AS-BID-6, AS-BID-7.
    """
    if not any(bids):
        return len(bids) == players
    return bids[-1] == highest or not any(bids[1 - players :])
