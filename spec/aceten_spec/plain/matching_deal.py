"""A deal with matching tricks from its first lead to its last: whose turn it is, what may be done, and what that leads to.

An action is text: a card, ``flip``, ``spice``, ``stop``, or a call such as ``call:2:beat``.
"""

from aceten_spec.plain.flip_and_spice import draw_to_spice, flipping_refused, may_spice, spice, spicing_refused
from aceten_spec.plain.lead_limit import leading_refused, remember_lead
from aceten_spec.plain.matching_table import MatchingTable
from aceten_spec.plain.matching_tricks import deal_over, take_trick, winning
from aceten_spec.plain.multiple_tricks import continuing_refused, may_continue, stopping_refused
from aceten_spec.plain.pack_and_sides import is_card
from aceten_spec.plain.partner_calls import calling_refused, partner


def turn(table: MatchingTable) -> int | None:
    """Return who is to act: the leader, then the others in turn, after each round the leader; the winner about spicing.

    Clauses: ZS-PLAY-1, ZS-PLAY-2, ZS-PLAY-7, ZS-MULTI-5, RL-SPICE-3.
    """
    if deal_over(table):
        return None
    return winning(table) if table.drawn else (table.leader + len(table.trick)) % table.players


def broken(table: MatchingTable, action: str) -> list[str]:  # noqa: PLR0911 - one for each kind of action
    """Return the conditions that an action breaks, as codes of refusals, in their order; none when it may be done.

    Clauses: ZS-PLAY-2, ZS-PLAY-3, ZS-PLAY-8, RL-SPICE-3.
    """
    seat = turn(table)
    if seat is None:
        return ["deal_over"]
    first = ["spice_first"] if table.drawn else []
    match action.split(":"):
        case ["flip"]:
            return first + flipping_refused(table)
        case ["spice"]:
            return spicing_refused(table)
        case ["stop"]:
            return stopping_refused(table)
        case ["call", caller, call]:
            return calling_refused(table, seat, int(caller), call)
        case [card] if is_card(card):
            hand = table.hands[seat]
            if first or card not in hand:
                return first or ["not_in_hand"]
            return continuing_refused(table, card) + leading_refused(table, hand, card)
        case _:
            return ["unknown_action"]


def legal(table: MatchingTable) -> set[str]:
    """Return what the seat to act may do: all that nothing forbids.

    Clauses: ZS-PLAY-2, ZS-PLAY-3, ZS-MULTI-5, RL-FLIP-3, RL-SPICE-1.
    """
    seat = turn(table)
    held = () if seat is None else table.hands[seat]
    return {action for action in {*held, "flip", "spice", "stop"} if not broken(table, action)}


def calls(table: MatchingTable) -> set[str]:
    """Return what the partner of the seat to act may call.

    Clauses: ZS-CALL-1, ZS-CALL-2.
    """
    seat = turn(table)
    caller = None if seat is None else partner(table, seat)
    return set() if caller is None else {f"call:{caller}:{call}" for call in table.rules.calls}


def happen(table: MatchingTable, action: str) -> None:
    """Let the seat to act do something that is legal.

    Clauses: ZS-PLAY-2, ZS-MULTI-5, ZS-CALL-3, RL-FLIP-1, RL-SPICE-1.
    """
    seat = turn(table)
    if action == "flip":
        put(table, table.talon.pop(0))
    elif action == "spice" and table.drawn:
        spice(table, table.drawn)
    elif action == "stop":
        take_trick(table, winning(table))
    elif is_card(action) and seat is not None:
        table.hands[seat].remove(action)
        put(table, action)


def put(table: MatchingTable, card: str) -> None:
    """Put a card into the trick. After the last one of a round it goes on, or is spiced, or taken.

    Clauses: ZS-PLAY-2, RK-MULTI-1, ZS-MULTI-3, ZS-MULTI-6, RL-SPICE-3.
    """
    if not table.trick:
        remember_lead(table, card)
    table.trick.append(card)
    table.choosing = False
    if len(table.trick) % table.players:
        return
    if may_continue(table):
        table.choosing = True
    elif may_spice(table):
        draw_to_spice(table)
    else:
        take_trick(table, winning(table))
