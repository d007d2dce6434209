"""The auction: bids for the right to name trumps."""

from aceten_spec.plain.suit_table import SuitTable


def in_auction(table: SuitTable) -> bool:
    """Whether bids are made: until somebody has won the auction, or all have passed.

    Clauses: AS-BID-1, AS-BID-5, AS-BID-6, AS-BID-7.
    """
    return bool(table.rules.bids) and table.declarer is None and not table.nobody_bid


def naming(table: SuitTable) -> bool:
    """Whether the highest bidder has to name trumps.

    Clauses: AS-TRUMP-2, AS-BID-8.
    """
    return table.declarer is not None and table.trump is None


def may_bid(table: SuitTable, seat: int) -> bool:
    """Whether a player is in the bidding: he has not passed, or may bid again.

    Clauses: AS-BID-4, AS-BID-9.
    """
    passes = [place for place, (bidder, bid) in enumerate(table.bids) if bidder == seat and not bid]
    if not passes:
        return True
    partner = (seat + 2) % table.players
    since = any(bidder == partner and bid for bidder, bid in table.bids[passes[-1] :])
    return {"never": False, "always": True, "partner": since}[table.rules.bid_again]


def bidding_refused(table: SuitTable, seat: int, points: int) -> list[str]:
    """Return what is wrong with a bid.

    Clauses: AS-BID-2, AS-BID-3, AS-BID-4.
    """
    if not table.rules.bids:
        return ["unknown_action"]
    if not in_auction(table):
        return ["bid_outside"]
    found = {
        "bid_passed": not may_bid(table, seat),
        "bid_points": points not in table.rules.bids,
        "bid_too_low": any(points <= bid for _, bid in table.bids),
    }
    return [code for code, broken in found.items() if broken]


def naming_refused(table: SuitTable) -> list[str]:
    """Return what is wrong with naming trumps.

    Clauses: AS-TRUMP-2.
    """
    if not table.rules.bids:
        return ["unknown_action"]
    if in_auction(table):
        return ["trump_in_auction"]
    return [] if naming(table) else ["trump_named"]


def passing_refused(table: SuitTable, *, asked: bool) -> list[str]:
    """Return what is wrong with a pass: in the auction, or of one who is asked whether he claims.

    Clauses: AS-BID-1, AS-BID-7, AS-BID-9, SX-CLAIM-1, TT-CLAIM-1.
    """
    rules = table.rules
    others_passed = len(table.bids) == table.players - 1 and not any(bid for _, bid in table.bids)
    found = {
        "unknown_action": not rules.bids and rules.claim == "never",
        "pass_outside": bool(rules.bids) and not in_auction(table),
        "pass_forced": in_auction(table) and others_passed and rules.no_bid == "dealer",
        "pass_not_asked": rules.claim != "never" and not asked,
    }
    return [code for code, broken in found.items() if broken]


def refused(table: SuitTable, seat: int, action: str, *, asked: bool) -> list[str]:
    """Return what is wrong with a bid, the naming of trumps or a pass; ``asked`` says that the seat is asked for a claim.

    Clauses: AS-BID-1, AS-BID-3, AS-TRUMP-2.
    """
    match action.split(":"):
        case ["bid", points]:
            return bidding_refused(table, seat, int(points))
        case ["trump", _]:
            return naming_refused(table)
        case _:
            return passing_refused(table, asked=asked)


def speak(table: SuitTable, seat: int, action: str) -> None:
    """Let a player bid, name trumps or pass; who passes when he is asked whether he claims, does not claim.

    Clauses: AS-BID-1, AS-TRUMP-2, AS-TRUMP-1, SX-CLAIM-1, TT-CLAIM-1.
    """
    match action.split(":"):
        case ["bid", points]:
            bid(table, seat, int(points))
        case ["trump", named]:
            table.trump = named
        case _ if in_auction(table):
            bid(table, seat, 0)
        case _:
            table.waived = True


def bid(table: SuitTable, seat: int, points: int) -> None:
    """Let a player bid, or pass, which is a bid of 0; and see whether that ends the auction.

    Clauses: AS-BID-5, AS-BID-6, AS-BID-7, AS-PLAY-1.
    """
    table.bids.append((seat, points))
    made = [(bid, bidder) for bidder, bid in table.bids if bid]
    if not made:
        table.nobody_bid = len(table.bids) == table.players
        return
    # All others have passed since the last bid, or nothing higher can be bid.
    latest = [bid for _, bid in table.bids[1 - table.players :]]
    if not any(latest) or points == max(table.rules.bids):
        table.bid, table.declarer = max(made)
        table.leader = table.declarer
