"""Turning up and spicing: a card of the talon in place of one from the hand, and a card just drawn in place of the one that won."""

from aceten_spec.plain.matching_table import MatchingTable
from aceten_spec.plain.matching_tricks import take_trick, winning


def flipping_refused(table: MatchingTable) -> list[str]:
    """Return what is wrong with turning up the top card of the talon to play it, at any turn, whatever it is.

    Clauses: RL-FLIP-1, RL-FLIP-2, RL-FLIP-3.
    """
    if not table.rules.flip:
        return ["flip_off"]
    return [] if table.talon else ["flip_exhausted"]


def may_spice(table: MatchingTable) -> bool:
    """Whether the winner of a complete trick draws a card for it: his hand is not full, as it is when he has turned one up.

    Clauses: RL-SPICE-1, RL-SPICE-2, RK-SPICE-1.
    """
    return table.rules.spice and bool(table.talon) and len(table.hands[winning(table)]) < table.rules.hand


def draw_to_spice(table: MatchingTable) -> None:
    """Let the winner draw before all others; then he decides.

    Clauses: RL-SPICE-1, RL-SPICE-3.
    """
    table.drawn = table.talon.pop(0)
    table.hands[winning(table)].append(table.drawn)


def spicing_refused(table: MatchingTable) -> list[str]:
    """Return what is wrong with spicing.

    Clauses: RL-SPICE-1, RL-SPICE-2.
    """
    if table.drawn:
        return []
    if not table.rules.spice:
        return ["spice_off"]
    return ["spice_no_trick" if table.trick or not sum(table.tricks) else "spice_not_drawn"]


def spice(table: MatchingTable, drawn: str) -> None:
    """Exchange the card just drawn for the card that won the trick; the trick remains the winner's.

    Clauses: RL-SPICE-1.
    """
    winner = winning(table)
    place = deciding_place(table, winner)
    table.hands[winner].remove(drawn)
    table.hands[winner].append(table.trick[place])
    table.trick[place] = drawn
    take_trick(table, winner)


def deciding_place(table: MatchingTable, winner: int) -> int:
    """Return where the winner's card lies in a trick of one round.

    Clauses: RL-SPICE-1, RK-MULTI-1.
    """
    return (winner - table.leader) % table.players
