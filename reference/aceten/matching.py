"""Matching tricks, step by step: what matches, who is winning, whether the leader may continue.

Ranks and seats are plain ints here, and every decision is a comparison, so that these very functions can be run on symbolic
numbers (:mod:`aceten.proofs`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from aceten.actions import Seat, Side

Continuation: TypeAlias = Literal["never", "opponent_winning", "always"]
"""When the leader may continue a trick; see :attr:`aceten_spec.rulebook.Parameters.continuation`."""


def matches(rank: int, led: int, wild: tuple[int, ...]) -> bool:
    """Whether a card of this rank, whatever its suit, matches the led rank.

    Clauses: ZS-CARDS-2, ZS-PLAY-4, ZS-PLAY-5, ZS-PLAY-6.
    """
    if rank == led:
        return True
    for joker in wild:
        if rank == joker:
            return True
    return False


def winning_after(winning: Seat, seat: Seat, rank: int, led: int, wild: tuple[int, ...]) -> Seat:
    """Return the seat that is winning the trick after ``seat`` has played a card of this rank; ``winning`` was before.

    Clauses: ZS-PLAY-4, ZS-MULTI-7.
    """
    return seat if matches(rank, led, wild) else winning


def continuation_allowed(rule: Continuation, leading: Side, winning: Side) -> bool:
    """Whether a trick may be continued at the end of a round, led by side ``leading`` and being won by side ``winning``.

    Clauses: ZS-MULTI-1, ZS-MULTI-6.
    """
    if rule == "opponent_winning":
        return leading != winning
    return rule == "always"


def can_match(hand: tuple[int, ...], led: int, wild: tuple[int, ...]) -> bool:
    """Whether any of these ranks matches the led rank.

    Clauses: ZS-MULTI-2, ZS-MULTI-6.
    """
    for rank in hand:
        if matches(rank, led, wild):
            return True
    return False
