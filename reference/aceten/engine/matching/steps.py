"""Matching tricks, step by step: what matches, who is winning, whether the leader may continue.

Ranks and seats are plain ints here, and every decision is a comparison, so that these very functions can be run on symbolic
numbers (:mod:`aceten.proofs`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

if TYPE_CHECKING:
    from aceten.vocabulary.actions import Seat, Side

Continuation: TypeAlias = Literal["never", "opponent_winning", "not_partner_winning", "always"]
"""When the leader may continue a trick; see :attr:`aceten_spec.parameters.MatchingParameters.continuation`."""


class Matching(msgspec.Struct, frozen=True, kw_only=True):
    """What decides about tricks, from the parameters of the same names (:class:`aceten_spec.parameters.MatchingParameters`)."""

    wild: tuple[int, ...]
    """Ranks that match any lead."""
    trumps: bool = False
    """Whether ``wild_role`` is ``trump``."""
    own_rank: bool = False
    """Whether ``wild_led`` is ``own_rank``."""
    first: bool = False
    """Whether ``taken_by`` is ``first_match``."""
    any_card: bool = False
    """Whether ``continue_with`` is ``any``."""
    newest: bool = False
    """Whether ``to_match`` is ``newest_lead``."""


def is_wild(rank: int, wild: tuple[int, ...]) -> bool:
    """Whether a rank is among the wild ones.

    Clauses: ZS-PLAY-5.
    """
    return rank in wild


def matches(rank: int, led: int, rules: Matching, *, trumped: bool = False) -> bool:
    """Whether a card of this rank, whatever its suit, matches the led rank.

    :param trumped: whether a wild card was played to the lead of another rank before, where wild cards are trumps.

    Clauses: ZS-CARDS-2, ZS-PLAY-4, ZS-PLAY-5, ZS-PLAY-6, ST-PLAY-9, HO-PLAY-10.
    """
    if rank == led:
        return not trumped or rank in rules.wild
    if rules.own_rank and led in rules.wild:
        return False
    return rank in rules.wild


def is_trumped(ranks: tuple[int, ...], rules: Matching) -> bool:
    """Whether cards of these ranks, the led one first, hold a trump, where wild cards are trumps.

    Clauses: ST-PLAY-9, ST-MULTI-9.
    """
    if not rules.trumps:
        return False
    for rank in ranks:
        if is_wild(rank, rules.wild):
            return True
    return False


def deciding(cards: int, players: int, rules: Matching) -> int:
    """Return the place in the trick of the card that has to be matched, when ``cards`` were played to it already.

    Clauses: ZS-MULTI-3, ZS-MULTI-7, HO-MULTI-10.
    """
    return (cards - 1) // players * players if rules.newest and cards else 0


def winning_after(winning: Seat, seat: Seat, leader: Seat, *, matched: bool, rules: Matching) -> Seat:
    """Return the seat that is winning the trick after ``seat`` has played to its lead; ``winning`` was before.

    Clauses: ZS-PLAY-4, ZS-MULTI-7.
    """
    if not matched:
        return winning
    if rules.first and winning != leader:
        return winning
    return seat


def continuation_allowed(rule: Continuation, leading: Side, winning: Side, *, own: bool) -> bool:
    """Whether a trick may be continued at the end of a round, led by side ``leading`` and being won by side ``winning``.

    :param own: whether the leader himself is winning it.

    Clauses: ZS-MULTI-1, ZS-MULTI-6.
    """
    if rule == "opponent_winning":
        return leading != winning
    if rule == "not_partner_winning":
        return own or leading != winning
    return rule == "always"


def can_continue(hand: tuple[int, ...], led: int, rules: Matching, *, trumped: bool = False) -> bool:
    """Whether any of these ranks may be led to another round.

    Clauses: ZS-MULTI-2, ZS-MULTI-6.
    """
    if rules.any_card:
        return bool(hand)
    for rank in hand:
        if matches(rank, led, rules, trumped=trumped):
            return True
    return False


def too_many_leads(rank: int, leads: tuple[int, ...], limit: int) -> bool:
    """Whether a lead of this rank would be one too many after ``leads``, the last ones in a row of one rank.

    Clauses: RK-PLAY-11.
    """
    return 0 < limit <= len(leads) and rank == leads[0]


def four_of_a_rank(ranks: tuple[int, ...], players: int) -> bool:
    """Whether one round of a trick with these ranks consists of four cards of one rank; only four players make such rounds.

    Clauses: HO-SCORE-11.
    """
    four = 4
    if players != four:
        return False
    return any(len(set(ranks[start : start + four])) == 1 for start in range(0, len(ranks), four))
