"""A deal with suit tricks from the auction to its end: whose turn it is, what may be done, and what that leads to.

An action is text: a card, ``meld:Kh`` (which shows a marriage and leads the card), ``claim``, ``claim:h`` (with a marriage), ``exchange``,
``close``, ``draw``, ``bid:60``, ``trump:h``, ``pass``.
"""

from aceten_spec.plain import bidding, claims, exchange_and_closing, marriages
from aceten_spec.plain.dealing import draw_one_each
from aceten_spec.plain.pack_and_sides import SUITS, is_card, rank, suit
from aceten_spec.plain.suit_table import SuitTable
from aceten_spec.plain.suit_tricks import owed_refused, winning


def played_out(table: SuitTable) -> bool:
    """Whether all cards that were in hands or could be drawn have been played.

    Clauses: SX-PLAY-8, EW-PLAY-8, SX-CLOSE-3.
    """
    return not table.trick and not any(table.hands) and (not table.talon or table.closer is not None)


def deal_over(table: SuitTable) -> bool:
    """Whether the deal is over: by a claim, when all is played and nobody claims, or when nobody has bid.

    Clauses: SX-PLAY-8, AS-PLAY-8, TT-PLAY-8, EW-PLAY-8, AS-BID-7, TT-CLAIM-5.
    """
    if table.claimant is not None or table.nobody_bid:
        return True
    return played_out(table) and (table.waived or not claims.asked_at_last(table))


def turn(table: SuitTable) -> int | None:
    """Return who is to act: in the auction in turn, eldest first; then the leader, and the others in turn.

    Clauses: AS-BID-1, AS-BID-9, SX-PLAY-1, SX-PLAY-2, SX-PLAY-7.
    """
    if deal_over(table):
        return None
    if bidding.in_auction(table):
        return (table.eldest + len(table.bids)) % table.players
    return (table.leader + len(table.trick)) % table.players


def first_of_all(table: SuitTable) -> list[str]:
    """Return what has to be done before a card can be played.

    Clauses: AS-BID-8, AS-TRUMP-2, SX-CLOSE-2.
    """
    found = {"bidding": bidding.in_auction(table), "naming": bidding.naming(table), "draw_first": table.undrawn}
    return [code for code, first in found.items() if first]


def card_refused(table: SuitTable, seat: int, card: str) -> list[str]:
    """Return what is wrong with playing a card.

    Clauses: SX-PLAY-2, SX-SUIT-2, SX-SUIT-3, EW-SUIT-4, SX-MELD-9, AS-BID-8.
    """
    hand = table.hands[seat]
    if first_of_all(table):
        return first_of_all(table)
    if card not in hand:
        return ["not_in_hand"]
    return marriages.leading_alone_refused(table, hand, card) + owed_refused(table, hand, card)


def broken(table: SuitTable, action: str) -> list[str]:  # noqa: PLR0911 - one for each kind of action
    """Return the conditions that an action breaks, as codes of refusals, in their order; none when it may be done.

    Clauses: SX-PLAY-2, SX-PLAY-8, SX-MELD-1, SX-CLAIM-1, SX-EXCH-1, SX-CLOSE-1, AS-BID-1, AS-TRUMP-2.
    """
    seat = turn(table)
    if seat is None:
        return ["deal_over"]
    match action.split(":"):
        case ["meld", card]:
            if table.rules.marriages == "none":
                return ["meld_off"]
            return first_of_all(table) + marriages.showing_refused(table, table.hands[seat], card)
        case ["claim", *of]:
            return claims.claiming_refused(table, seat, "".join(of), first_of_all(table))
        case ["exchange"]:
            return exchange_and_closing.exchanging_refused(table, seat)
        case ["close"]:
            return exchange_and_closing.closing_refused(table)
        case ["draw"]:
            return exchange_and_closing.drawing_refused(table, seat)
        case ["bid" | "trump" | "pass", *_]:
            asked = played_out(table) and claims.asked_at_last(table)
            return bidding.refused(table, seat, action, asked=asked)
        case [card] if is_card(card):
            return card_refused(table, seat, card)
        case _:
            return ["unknown_action"]


def legal(table: SuitTable) -> set[str]:
    """Return what the seat to act may do: all that nothing forbids.

    Clauses: SX-PLAY-2, EW-PLAY-2, TT-PLAY-2, AS-BID-1, AS-TRUMP-2, SX-CLAIM-1, SX-EXCH-1, SX-CLOSE-1.
    """
    seat = turn(table)
    if seat is None:
        return set()
    hand = table.hands[seat]
    words = {"claim", "exchange", "close", "draw", "pass"}
    words |= {f"meld:{card}" for card in hand if rank(card) in "KQ"} | {f"claim:{each}" for each in SUITS}
    words |= {f"bid:{points}" for points in table.rules.bids} | {f"trump:{each}" for each in SUITS}
    return {action for action in {*hand, *words} if not broken(table, action)}


def happen(table: SuitTable, action: str) -> None:
    """Let the seat to act do something that is legal.

    Clauses: SX-PLAY-2, SX-MELD-1, SX-CLAIM-3, SX-CLOSE-2, AS-BID-1, AS-TRUMP-2, SX-CLAIM-1.
    """
    seat = turn(table)
    if seat is None:
        return
    match action.split(":"):
        case ["meld", card]:
            marriages.show(table, seat, suit(card))
            claims.end_by_itself(table, seat, with_the_last_card=False)
            if table.claimant is None:
                put(table, seat, card)
        case ["claim", *of]:
            if of:
                marriages.show(table, seat, of[0])
            table.claimant = seat
        case ["exchange"]:
            exchange_and_closing.exchange(table, seat)
        case ["close"]:
            exchange_and_closing.close(table, seat)
        case ["draw"]:
            draw_one_each(table)
        case ["bid" | "trump" | "pass", *_]:
            bidding.speak(table, seat, action)
        case _:
            put(table, seat, action)


def put(table: SuitTable, seat: int, card: str) -> None:
    """Put a card into the trick. Whoever wins a complete trick takes it, leads, and draws first if anybody draws.

    Clauses: SX-PLAY-2, SX-PLAY-7, EW-PLAY-7, SX-DRAW-1, SX-CLOSE-2, SX-CLOSE-3, SX-MELD-3, SX-CLAIM-1.
    """
    table.hands[seat].remove(card)
    table.known[seat].discard(card)
    table.trick.append(card)
    if len(table.trick) < table.players:
        return
    winner = winning(table)
    side = winner % 2
    table.taken[side] += table.trick
    table.tricks[side] += 1
    table.waiting[side] = 0
    table.leader, table.trick = winner, []
    claims.end_by_itself(table, winner, with_the_last_card=played_out(table))
    if table.claimant is not None or not table.talon or table.closer is not None:
        return
    # Where the talon may be closed before drawing, the winner says first whether he draws.
    table.undrawn = table.rules.close == "either" and len(table.talon) >= table.rules.close_min_stock
    if not table.undrawn:
        draw_one_each(table)
