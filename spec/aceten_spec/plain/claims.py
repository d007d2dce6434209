"""Claims: what counts for a side, and how play ends when a player says that it is enough."""

from aceten_spec.plain.marriages import marriage_points, marriages_that_count, showing_refused
from aceten_spec.plain.pack_and_sides import card_points
from aceten_spec.plain.suit_table import SuitTable


def cards_taken(table: SuitTable, side: int) -> int:
    """Return the card points that a side has taken.

    Clauses: SX-SCORE-1, SX-CARDS-3.
    """
    return table.given[side] + card_points(table.rules, table.taken[side])


def counted(table: SuitTable, side: int) -> int:
    """Return what counts for a side: its cards, its marriages, and the last trick when all cards of the pack have been played.

    Clauses: SX-SCORE-1, SX-SCORE-21, SX-MELD-3, SX-CLAIM-2, SX-CLAIM-7, AS-SCORE-1, AS-SCORE-21, TT-SCORE-1.
    """
    points = cards_taken(table, side) + marriages_that_count(table, side)
    all_played = not table.trick and not any(table.hands) and not table.talon
    if all_played and table.leader % 2 == side:
        points += table.rules.last_trick_points
    return points


def enough(table: SuitTable, side: int, more: int = 0) -> bool:
    """Whether a side may claim, with the points of a marriage that is shown now.

    Clauses: SX-CLAIM-2, TT-CLAIM-2, TT-CLAIM-5, SX-MELD-3.
    """
    earned = table.tricks[side] > 0 and table.rules.meld_counts == "any_trick"
    points = counted(table, side) + (more if earned else 0)
    if table.rules.claim_for == "match":
        return table.scores[side] + points >= table.rules.target
    return points >= table.rules.claim_points


def untimely(table: SuitTable, of: str) -> list[str]:
    """Return what is wrong with the moment of a claim: any turn may be right for it, only a lead, or only one after a trick.

    In that last case no marriage is shown for the claim.

    Clauses: SX-CLAIM-1, SX-CLAIM-3, TT-CLAIM-1.
    """
    after_trick = table.rules.claim_when == "trick"
    found = {
        "claim_not_leading": table.rules.claim_when != "turn" and bool(table.trick),
        "claim_first_lead": after_trick and sum(table.tricks) == 0,
        "claim_with_marriage": after_trick and bool(of),
    }
    return [code for code, broken in found.items() if broken]


def claiming_refused(table: SuitTable, seat: int, of: str, before: list[str]) -> list[str]:
    """Return what is wrong with a claim, alone or with the marriage of a suit.

    ``before`` are the codes of what has to be done first. Drawing does not come before a claim, but before a marriage.

    Clauses: SX-CLAIM-1, SX-CLAIM-3, SX-CLAIM-4, TT-CLAIM-1, TT-CLAIM-3, TT-CLAIM-4, AS-CLAIM-1.
    """
    rules = table.rules
    if rules.claim != "called":
        return ["claim_automatic" if rules.claim == "automatic" else "claim_off"]
    if of and rules.marriages == "none":
        broken = [*untimely(table, of), "meld_off"]
    else:
        broken = [code for code in before if code != "draw_first"] + untimely(table, of)
        if of:
            broken += ["claim_before_drawing"] * ("draw_first" in before)
            broken += showing_refused(table, table.hands[seat], f"K{of}")
    more = marriage_points(table, of) if of and not broken else 0
    wrong = rules.wrong_claim == "refused" and not enough(table, seat % 2, more)
    return broken + ["wrong_claim"] * wrong


def end_by_itself(table: SuitTable, seat: int, *, with_the_last_card: bool) -> None:
    """End play where nobody has to say anything and a player has enough: at any time, or when all cards are played.

    Clauses: SX-CLAIM-1.
    """
    rules = table.rules
    at_last = with_the_last_card and rules.claim == "called" and rules.claim_last == "counted"
    if (rules.claim == "automatic" or at_last) and enough(table, seat % 2):
        table.claimant = seat


def asked_at_last(table: SuitTable) -> bool:
    """Whether the winner of the last trick has to say whether he claims.

    Clauses: SX-CLAIM-1, TT-CLAIM-1.
    """
    return table.rules.claim == "called" and table.rules.claim_last == "asked"
