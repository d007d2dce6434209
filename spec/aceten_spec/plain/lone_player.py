"""The lone player: whoever holds one card plays alone, and that card may count as another rank."""

from aceten_spec.parameters import MatchingParameters
from aceten_spec.plain.matching_table import MatchingTable
from aceten_spec.plain.pack_and_sides import rank


def rank_led(rules: MatchingParameters, card: str) -> str:
    """Return the rank for which a card counts when it is led.

    Clauses: SL-LONE-4.
    """
    counts_for = rules.lone_card_led
    return counts_for if card == rules.lone_card and counts_for != "own" else rank(card)


def rank_played(rules: MatchingParameters, card: str) -> str:
    """Return the rank for which a card counts when it is played to a lead, or continues a trick.

    Clauses: SL-LONE-3.
    """
    counts_for = rules.lone_card_rank
    return counts_for if card == rules.lone_card and counts_for != "own" else rank(card)


def show_lone(table: MatchingTable) -> None:
    """Say who plays alone, when the trick that is taken has the card: who played it, whether dealt to him or drawn.

    Clauses: SL-LONE-1, SL-LONE-2.
    """
    if table.rules.lone_card in table.trick:
        table.lone = (table.leader + table.trick.index(table.rules.lone_card)) % table.players


def teams(table: MatchingTable) -> list[set[int]]:
    """Return which sides win or lose together: each for itself, or the lone player against all others.

    Clauses: SL-PLAYERS-3, SL-LONE-5, SP-PLAYERS-3.
    """
    everybody = set(range(table.sides))
    if table.rules.sides == "lone" and table.lone is not None:
        return [{table.lone}, everybody - {table.lone}]
    return [{side} for side in everybody]
