"""Calls to a partner: what may be said at his turn. A call changes nothing."""

from aceten_spec.plain.matching_table import MatchingTable

FOUR = 4
"""The number of players of whom each has one partner."""


def partner(table: MatchingTable, seat: int) -> int | None:
    """Return the partner of a seat: across the table, where four play in two sides.

    Clauses: ZS-PLAYERS-2, ZS-CALL-1.
    """
    if table.players != FOUR or table.sides != FOUR // 2:
        return None
    return (seat + FOUR // 2) % FOUR


def calling_refused(table: MatchingTable, turn: int, caller: int, call: str) -> list[str]:
    """Return what is wrong with a call of a seat at the turn of another. There is no limit to calls.

    Clauses: ZS-CALL-1, ZS-CALL-2, ZS-CALL-3, ZS-CALL-5.
    """
    if call not in table.rules.calls:
        return ["calls_off"]
    if partner(table, turn) is None:
        return ["call_without_partner"]
    return [] if caller == partner(table, turn) else ["call_out_of_turn"]


def hands_seen(table: MatchingTable, seat: int) -> set[int]:
    """Return whose hands a seat sees: his own, and his partner's where that is agreed on and the talon is exhausted.

    Clauses: SM-DRAW-7, SL-LONE-2, RL-FLIP-2.
    """
    other = partner(table, seat)
    peeking = table.rules.partner_peek and not table.talon and other is not None
    return {seat, other} if peeking and other is not None else {seat}
