"""Lead limits: so many tricks in a row, and no more, are led with cards of one rank."""

from aceten_spec.plain.matching_table import MatchingTable
from aceten_spec.plain.pack_and_sides import rank


def remember_lead(table: MatchingTable, card: str) -> None:
    """Remember the rank of a card that is led to a trick, be it from the hand or from the talon.

    Clauses: RK-PLAY-11.
    """
    same = bool(table.leads) and table.leads[-1] == rank(card)
    table.leads = [*table.leads, rank(card)] if same else [rank(card)]


def led_too_often(table: MatchingTable, card: str) -> bool:
    """Whether the latest leads, as many as are allowed in a row, were all of the rank of a card.

    Clauses: RK-PLAY-11, RL-PLAY-11.
    """
    limit = table.rules.lead_limit
    return limit > 0 and table.leads[-limit:] == [rank(card)] * limit


def leading_refused(table: MatchingTable, hand: list[str], card: str) -> list[str]:
    """Return what is wrong with leading a card: nobody who holds another rank leads one that was led too often.

    Clauses: ZS-PLAY-3, RK-PLAY-3, RK-PLAY-11.
    """
    another = any(not led_too_often(table, other) for other in hand)
    return ["lead_limit"] if not table.trick and led_too_often(table, card) and another else []
