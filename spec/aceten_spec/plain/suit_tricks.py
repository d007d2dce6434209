"""Suit tricks: which card beats which, what a player owes to a lead, and who takes the trick."""

from aceten_spec.plain.pack_and_sides import rank, suit
from aceten_spec.plain.suit_table import SuitTable


def strength(table: SuitTable, card: str) -> int:
    """Return how high a card is among those of its suit: the higher the number, the higher the card.

    Clauses: SX-CARDS-6, EW-CARDS-6, SU-CARDS-6.
    """
    return -[str(each) for each in table.rules.order].index(rank(card))


def beats(table: SuitTable, card: str, other: str) -> bool:
    """Whether a card beats one that was played before it: a higher one of its suit, or a trump against another suit.

    Clauses: SX-SUIT-1, EW-SUIT-1.
    """
    if suit(card) == suit(other):
        return strength(table, card) > strength(table, other)
    return suit(card) == table.trump


def winning(table: SuitTable) -> int:
    """Return who is winning the trick: by the highest trump, or else by the highest card of the suit led; the leader before any card.

    Clauses: SX-SUIT-1, AS-SUIT-1, EW-SUIT-1, TT-TRUMP-3.
    """
    if not table.trick:
        return table.leader
    trumps = [card for card in table.trick if suit(card) == table.trump]
    following = [card for card in table.trick if suit(card) == suit(table.trick[0])]
    best = max(trumps or following, key=lambda card: strength(table, card))
    return (table.leader + table.trick.index(best)) % table.players


def strict(table: SuitTable) -> bool:
    """Whether the strict rules hold: there is no talon (any more), or it is closed.

    Clauses: SX-SUIT-4, SX-DRAW-5, SX-CLOSE-3, EW-SUIT-4, TT-DRAW-5.
    """
    return not table.talon or table.closer is not None


def playable(table: SuitTable, hand: list[str]) -> set[str]:
    """Return the cards of a hand that may be led, or played to the lead.

    Clauses: EW-SUIT-2, SX-SUIT-3, EW-SUIT-4, SX-SUIT-5, SX-SUIT-6, SX-SUIT-7, EW-SUIT-7, SU-SUIT-8.
    """
    duty = table.rules.last_obligation if strict(table) else table.rules.obligation
    if not table.trick or duty == "none":
        return set(hand)
    led = table.trick[0]
    following = {card for card in hand if suit(card) == suit(led)}
    if duty == "follow":
        return following or set(hand)
    higher = {card for card in following if beats(table, card, led)}
    trumps = {card for card in hand if suit(card) == table.trump}
    return higher or following or trumps or set(hand)


def owed_refused(table: SuitTable, hand: list[str], card: str) -> list[str]:
    """Return what is wrong with playing a card of a hand to the lead.

    Clauses: SX-SUIT-3, EW-SUIT-4, SX-SUIT-5, SX-SUIT-6.
    """
    if card in playable(table, hand):
        return []
    early = "" if strict(table) else "early_"
    led = table.trick[0]
    if all(suit(other) != suit(led) for other in hand):
        return [f"{early}not_trumped"]
    return [early + ("not_beaten" if suit(card) == suit(led) else "suit_not_followed")]
