"""Exchanging and closing: a low trump for the turn-up, and the end of drawing before the talon is exhausted."""

from aceten_spec.plain.claims import counted
from aceten_spec.plain.suit_table import SuitTable


def exchanging_refused(table: SuitTable, seat: int) -> list[str]:
    """Return what is wrong with exchanging a card for the turn-up. After closing, other conditions hold than before.

    Clauses: SX-EXCH-1 to SX-EXCH-5, SN-EXCH-2, SN-EXCH-3, SN-EXCH-4.
    """
    rules = table.rules
    if rules.exchange == "none":
        return ["exchange_off"]
    closed = table.closer is not None
    late = closed and rules.exchange_after_closing
    found = {
        "exchange_exhausted": not table.talon,
        "exchange_no_card": f"{rules.exchange}{table.trump}" not in table.hands[seat],
        "exchange_before_drawing": table.undrawn,
        "exchange_closed": closed and not rules.exchange_after_closing,
        "exchange_closer": late and seat == table.closer,
        "exchange_late": late and table.at_closing[1] != table.tricks,
        "exchange_not_leading": not late and rules.exchange_by == "leader" and bool(table.trick),
        "exchange_no_trick": not late and rules.exchange_needs_trick and not table.tricks[seat % 2],
        "exchange_stock": not late and 0 < len(table.talon) < rules.exchange_min_stock,
    }
    return [code for code, broken in found.items() if broken]


def exchange(table: SuitTable, seat: int) -> None:
    """Exchange the low trump for the turn-up; all know who has that now.

    Clauses: SX-EXCH-1, SX-EXCH-6.
    """
    low = f"{table.rules.exchange}{table.trump}"
    table.hands[seat].remove(low)
    table.known[seat].discard(low)
    if table.turn_up is not None:
        table.hands[seat].append(table.turn_up)
        table.known[seat].add(table.turn_up)
    table.turn_up = low


def closing_refused(table: SuitTable) -> list[str]:
    """Return what is wrong with closing the talon: who is to lead may, as long as enough of it lies there.

    Clauses: SX-CLOSE-1, SX-CLOSE-2, SX-CLOSE-4, SN-CLOSE-2, TT-CLOSE-1.
    """
    rules = table.rules
    if rules.close == "never":
        return ["close_off"]
    found = {
        "close_not_leading": bool(table.trick),
        "close_again": table.closer is not None,
        "close_stock": len(table.talon) < rules.close_min_stock,
        "close_first_lead": not rules.close_first and sum(table.tricks) == 0,
    }
    return [code for code, broken in found.items() if broken]


def close(table: SuitTable, seat: int) -> None:
    """Close the talon: nobody draws any more. What the other side has is remembered.

    Clauses: SX-CLOSE-3, SX-CLOSE-5, SX-SCORE-27, SN-SCORE-25.
    """
    table.closer = seat
    table.at_closing = (counted(table, 1 - seat % 2), list(table.tricks))
    table.undrawn = False


def drawing_refused(table: SuitTable, seat: int) -> list[str]:
    """Return what is wrong with saying that one draws: the winner of a trick says so where he could also close.

    Clauses: SX-CLOSE-2, SX-CLOSE-3, SX-DRAW-1, SX-DRAW-5.
    """
    if table.undrawn:
        return []
    if table.rules.close != "either":
        return ["unknown_action" if table.rules.close == "never" else "draw_off"]
    found = {
        "draw_closed": table.closer is not None,
        "draw_exhausted": not table.talon,
        "draw_full_hand": len(table.hands[seat]) == table.rules.hand,
    }
    return [code for code, broken in found.items() if broken]
