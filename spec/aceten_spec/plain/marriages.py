"""Marriages: king and queen of one suit, shown by who is to lead."""

from aceten_spec.plain.pack_and_sides import SUITS, rank, suit
from aceten_spec.plain.suit_table import SuitTable


def ranks_led(table: SuitTable) -> str:
    """Return the ranks of which one is led with a marriage.

    Clauses: SX-MELD-1, TT-MELD-1.
    """
    return {"either": "KQ", "king": "K"}[table.rules.meld_lead]


def held(hand: list[str], of: str) -> bool:
    """Whether a hand has king and queen of a suit.

    Clauses: SX-MELD-1.
    """
    return f"K{of}" in hand and f"Q{of}" in hand


def not_now(table: SuitTable) -> list[str]:
    """Return why nobody may show a marriage at this moment, whatever he holds.

    Clauses: SX-MELD-1, SX-MELD-4, SX-MELD-5, SX-MELD-6, SX-MELD-7, AS-MELD-5, SN-MELD-5, SN-MELD-6.
    """
    rules = table.rules
    found = {
        "meld_not_leading": bool(table.trick),
        "meld_closed": table.closer is not None and not rules.meld_after_closing,
        "meld_exhausted": not table.talon and not rules.meld_after_stock,
        "meld_first_lead": sum(table.tricks) == 0 and not rules.meld_first,
    }
    return [code for code, broken in found.items() if broken]


def showing_refused(table: SuitTable, hand: list[str], led: str) -> list[str]:
    """Return what is wrong with showing a marriage by leading one of its cards.

    Clauses: SX-MELD-1, SX-MELD-4 to SX-MELD-7, AS-MELD-1, TT-MELD-1.
    """
    rules = table.rules
    found = {
        "meld_wrong_card": rules.meld_lead == "either" and rank(led) not in "KQ",
        "meld_not_king": rules.meld_lead == "king" and rank(led) != "K",
        "no_marriage": rank(led) in ranks_led(table) and not held(hand, suit(led)),
    }
    return not_now(table) + [code for code, broken in found.items() if broken]


def leading_alone_refused(table: SuitTable, hand: list[str], card: str) -> list[str]:
    """Return what is wrong with leading a card without the marriage that could be shown with it.

    Clauses: SX-MELD-9, AS-MELD-1, TT-MELD-1.
    """
    due = table.rules.meld_forced and table.rules.marriages != "none"
    shows = rank(card) in ranks_led(table) and held(hand, suit(card)) and not not_now(table)
    return ["meld_due"] if due and shows else []


def marriage_points(table: SuitTable, of: str) -> int:
    """Return what the marriage of a suit counts when it is shown now.

    Clauses: SX-MELD-2, AS-MELD-2, TT-MELD-2.
    """
    points = table.rules.marriage_points
    match table.rules.marriages:
        case "trump":
            return points[1] if of == table.trump else points[0]
        case "suit":
            return points[SUITS.index(of)]
        case _:
            return points[table.shown]


def show(table: SuitTable, seat: int, of: str) -> None:
    """Let a player show a marriage: all know both cards, its points are written down, and trumps may change.

    Clauses: SX-MELD-1, SX-MELD-2, SX-MELD-8, TT-MELD-8, TT-TRUMP-1, TT-TRUMP-3.
    """
    points = marriage_points(table, of)
    table.melds[seat % 2] += points
    if table.rules.meld_counts == "next_trick":
        table.waiting[seat % 2] += points
    table.shown += 1
    table.known[seat] |= {f"K{of}", f"Q{of}"}
    if table.rules.trump == "marriage":
        table.trump = of


def marriages_that_count(table: SuitTable, side: int) -> int:
    """Return the points of a side's marriages that count: those of a side without a trick count nothing.

    Clauses: SX-MELD-3, AS-MELD-3, TT-MELD-3.
    """
    return table.melds[side] - table.waiting[side] if table.tricks[side] else 0
