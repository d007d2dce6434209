"""The end of a deal with suit tricks: who wins it, and what it scores."""

from aceten_spec.plain.claims import cards_taken, counted, enough
from aceten_spec.plain.deal_settlement import Settlement
from aceten_spec.plain.scoring_table import row_for
from aceten_spec.plain.suit_table import SuitTable


def for_side(side: int, points: int) -> tuple[int, int]:
    """Return game points of which one side gets all.

    Clauses: EW-MATCH-11.
    """
    return (points, 0) if side == 0 else (0, points)


def by_table(table: SuitTable) -> tuple[str, tuple[int, int]]:
    """Return what a deal scores by the scoring table, for the side with more points.

    Clauses: EW-SCORE-1, EW-SCORE-30 to EW-SCORE-33, SU-SCORE-30 to SU-SCORE-33.
    """
    points = [counted(table, 0), counted(table, 1)]
    if points[0] == points[1]:
        return "draw", (0, 0)
    winner = points.index(max(points))
    cards = cards_taken(table, winner)
    row = row_for(table.rules.scoring, points[winner], cards, every_trick=table.tricks[1 - winner] == 0)
    return row.name, for_side(winner, row.game_points)


def by_race(table: SuitTable) -> tuple[str, tuple[int, int]]:
    """Return what a deal scores that is won by a claim. Without one, who closed may have failed, and the last trick may win.

    Clauses: SX-SCORE-26, SX-SCORE-28, SX-SCORE-29, SN-SCORE-28, SN-SCORE-29.
    """
    rules = table.rules
    if table.claimant is not None:
        return by_claim(table, table.claimant % 2)
    if table.closer is not None:
        side = table.closer % 2
        if counted(table, side) < rules.claim_points:
            return "closing-failed", for_side(1 - side, penalty(table, 1 - side))
    elif rules.last_trick_wins:
        return "last-trick", for_side(table.leader % 2, rules.won[0])
    return "draw", (0, 0)


def by_claim(table: SuitTable, side: int) -> tuple[str, tuple[int, int]]:
    """Return what a deal scores that a side has claimed: by what the other side has, when it claims rightly.

    Clauses: SX-CLAIM-4, SX-SCORE-22, SX-SCORE-23, SX-SCORE-24, SX-SCORE-25, SN-SCORE-25, SX-SCORE-34.
    """
    rules, other = table.rules, 1 - side
    closing_side = None if table.closer is None else table.closer % 2
    if not enough(table, side):
        return "wrong-claim", for_side(other, penalty(table, other))
    if closing_side == other:
        return "closing-failed", for_side(side, penalty(table, side))
    points, tricks = counted(table, other), table.tricks[other]
    if closing_side == side and rules.won_at == "closing":
        points, tricks = table.at_closing[0], table.at_closing[1][other]
    if tricks == 0:
        return "schwarz", for_side(side, rules.won[2])
    if points < rules.schneider:
        return "schneider", for_side(side, rules.won[1])
    return "plain", for_side(side, rules.won[0])


def penalty(table: SuitTable, gaining: int) -> int:
    """Return what a side scores when the other has failed: more if it had no trick, perhaps at the closing.

    Clauses: SX-CLAIM-4, SX-SCORE-26, SX-SCORE-27, SX-SCORE-34.
    """
    tricks = table.tricks[gaining]
    if table.closer is not None and table.closer % 2 != gaining:
        if table.rules.penalty_at == "flat":
            return table.rules.penalty[1]
        if table.rules.penalty_at == "closing":
            tricks = table.at_closing[1][gaining]
    return table.rules.penalty[0 if tricks else 1]


def by_contract(table: SuitTable) -> tuple[str, tuple[int, int]]:
    """Return what a deal scores that is played for a bid.

    Clauses: AS-BID-7, AS-SCORE-35 to AS-SCORE-38, AS-SCORE-40.
    """
    rules = table.rules
    if table.declarer is None:
        return "passed", (0, 0)
    side, other = table.declarer % 2, 1 - table.declarer % 2
    highest = table.bid == max(rules.bids)
    made = counted(table, side) >= table.bid
    if highest and rules.grand_needs == "tricks":
        made = table.tricks[other] == 0
    if highest and rules.grand_points:
        scored = {side if made else other: rules.grand_points}
        name = "grand" if made else "grand-failed"
    elif made:
        scored, name = {side: counted(table, side)}, "made"
    else:
        scored, name = {other: counted(table, other) + table.bid}, "failed"
    if made and rules.defenders_score:
        scored[other] = counted(table, other)
    return name, (scored.get(0, 0), scored.get(1, 0))


def by_points(table: SuitTable) -> tuple[str, tuple[int, int]]:
    """Return what a deal scores where every side scores its points: one that has claimed wrongly nothing.

    Clauses: TT-SCORE-39, TT-CLAIM-4, TT-CLAIM-5.
    """
    scored = [counted(table, 0), counted(table, 1)]
    if table.claimant is not None and not enough(table, table.claimant % 2):
        scored[table.claimant % 2] = 0
        return "wrong-claim", (scored[0], scored[1])
    return "points", (scored[0], scored[1])


def award(table: SuitTable) -> tuple[str, tuple[int, int]]:
    """Return what a deal that is over scores: the row of the table, or what stands in its place, and game points by side.

    Clauses: EW-SCORE-30, SX-SCORE-22, AS-SCORE-35, TT-SCORE-39.
    """
    by = {"table": by_table, "race": by_race, "contract": by_contract, "points": by_points}[table.rules.score]
    return by(table)


def claimed(table: SuitTable) -> int | None:
    """Return the side that has won the match by a right claim.

    Clauses: TT-CLAIM-5, TT-MATCH-1.
    """
    if table.claimant is None or table.rules.claim_for != "match" or not enough(table, table.claimant % 2):
        return None
    return table.claimant % 2


def winners(table: SuitTable) -> tuple[int, ...]:
    """Return the side that has won the deal: who has won the match by a claim, or else who scores more.

    Clauses: EW-SCORE-30, SX-SCORE-2, SX-SCORE-28, AS-SCORE-2, TT-CLAIM-5, TT-SCORE-39.
    """
    claiming, scored = claimed(table), award(table)[1]
    if claiming is not None:
        return (claiming,)
    return () if scored[0] == scored[1] else (scored.index(max(scored)),)


def settled(table: SuitTable) -> Settlement:
    """Return what a deal that is over comes to.

    Clauses: EW-SCORE-1, SX-SCORE-22, AS-SCORE-35, TT-SCORE-39.
    """
    name, scored = award(table)
    return Settlement(
        points=(counted(table, 0), counted(table, 1)),
        tricks=tuple(table.tricks),
        last_trick=None if table.trick or any(table.hands) else table.leader % 2,
        winners=winners(table),
        game_points=scored,
        award=name,
        resets=(),
        claimed=claimed(table),
        trump=table.trump,
    )
