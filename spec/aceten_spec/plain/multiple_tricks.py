"""Multiple tricks: the leader goes on with another round of the same trick, or stops."""

from aceten_spec.plain.lone_player import rank_led, rank_played
from aceten_spec.plain.matching_table import MatchingTable
from aceten_spec.plain.matching_tricks import deciding_lead, matches, winning


def continues(table: MatchingTable, card: str) -> bool:
    """Whether the leader may go on with a card of his hand.

    Clauses: ZS-MULTI-2, ST-MULTI-2, HO-MULTI-2, ST-MULTI-9.
    """
    return table.rules.continue_with == "any" or matches(table, card, deciding_lead(table), len(table.trick))


def may_continue(table: MatchingTable) -> bool:
    """Whether the leader is asked at the end of a round: the rules let him go on, and he has a card for it.

    Clauses: ZS-MULTI-1, SE-MULTI-1, RK-MULTI-1, ZS-MULTI-4, ZS-MULTI-5, ZS-MULTI-6, ZS-MULTI-8.
    """
    winner = winning(table)
    against = table.side(winner) != table.side(table.leader)
    agreed = {
        "never": False,
        "opponent_winning": against,
        "not_partner_winning": against or winner == table.leader,
        "always": True,
    }[table.rules.continuation]
    return agreed and any(continues(table, card) for card in table.hands[table.leader])


def continuing_refused(table: MatchingTable, card: str) -> list[str]:
    """Return what is wrong with a card with which the leader would go on.

    Clauses: ZS-MULTI-2, ST-MULTI-9.
    """
    if not table.choosing or continues(table, card):
        return []
    led = rank_led(table.rules, table.trick[deciding_lead(table)])
    return ["trumped_continuation" if rank_played(table.rules, card) == led else "wrong_continuation"]


def stopping_refused(table: MatchingTable) -> list[str]:
    """Return what is wrong with stopping: it is offered where continuing is, and where spicing is.

    Clauses: ZS-MULTI-1, ZS-MULTI-5, RL-SPICE-1.
    """
    if table.choosing or table.drawn:
        return []
    if table.rules.continuation != "never":
        return ["stop_not_offered"]
    return ["stop_not_spicing" if table.rules.spice else "stop_off"]
