"""Matching tricks: any card may be led and played, and what matches the lead takes the trick."""

from aceten_spec.plain.dealing import draw_equally
from aceten_spec.plain.lone_player import rank_led, rank_played, show_lone
from aceten_spec.plain.matching_table import MatchingTable
from aceten_spec.plain.pack_and_sides import rank


def deal_over(table: MatchingTable) -> bool:
    """Whether all cards have been played, but for those that are too few to be drawn.

    Clauses: ZS-PLAY-8, SP-PLAY-8, HO-DRAW-6.
    """
    return not table.trick and not any(table.hands) and len(table.talon) < table.players


def deciding_lead(table: MatchingTable) -> int:
    """Return the place of the card in the trick that has to be matched: the first one, or the one that was led to the newest round.

    Clauses: ZS-PLAY-4, ZS-MULTI-3, HO-MULTI-3, HO-MULTI-10.
    """
    if table.rules.to_match == "first_lead" or not table.trick:
        return 0
    return (len(table.trick) - 1) // table.players * table.players


def trumped(table: MatchingTable, place: int) -> bool:
    """Whether a wild card lies in the trick before a place, where wild cards are trumps.

    Clauses: ST-PLAY-5, ST-PLAY-9.
    """
    before = [(rank_played if at else rank_led)(table.rules, card) for at, card in enumerate(table.trick[:place])]
    return table.rules.wild_role == "trump" and any(each in table.rules.wild for each in before)


def matches(table: MatchingTable, card: str, lead: int, place: int) -> bool:
    """Whether a card at a place in the trick matches the card that lies at the place of the lead.

    Clauses: ZS-CARDS-2, ZS-PLAY-4, ZS-PLAY-5, ZS-PLAY-6, ST-PLAY-9, HO-PLAY-10, SP-PLAY-20.
    """
    rules = table.rules
    led, own = rank_led(rules, table.trick[lead]), rank_played(rules, card)
    if own in rules.wild and led in rules.wild and rules.wild_led == "own_rank":
        return own == led
    if own in rules.wild:
        return True
    return own == led and not trumped(table, place)


def winning(table: MatchingTable) -> int:
    """Return who is winning the trick: the last card that matches (or the first), or else the lead; the leader before any card.

    Clauses: ZS-PLAY-4, ZS-MULTI-3, ZS-MULTI-7, HO-MULTI-10.
    """
    lead = deciding_lead(table)
    matching = [place for place in range(lead + 1, len(table.trick)) if matches(table, table.trick[place], lead, place)]
    best = lead
    if matching:
        best = matching[-1] if table.rules.taken_by == "last_match" else matching[0]
    return (table.leader + best) % table.players


def take_trick(table: MatchingTable, winner: int) -> None:
    """Let the winner take the trick as it lies there; then everybody draws, and the winner leads.

    Clauses: ZS-PLAY-7, ZS-PLAY-8, ZS-MULTI-7, ZS-DRAW-4, ZS-SCORE-7, HO-DRAW-6.
    """
    side = table.side(winner)
    show_lone(table)
    burn(table, side)
    table.last = ((table.leader + len(table.trick) - 1) % table.players, table.trick[-1])
    table.taken[side] += table.trick
    table.tricks[side] += 1
    table.leader, table.trick, table.choosing, table.drawn = winner, [], False, None
    draw_equally(table)
    if deal_over(table) and table.rules.leftover == "last_trick":
        table.taken[side] += table.talon
        table.talon = []


def burn(table: MatchingTable, taker: int) -> None:
    """Burn all sides but the one that takes the trick, when it has a round of four cards of one rank.

    Clauses: HO-SCORE-11.
    """
    if not table.rules.four_resets or table.players != 4:  # noqa: PLR2004 - four cards are what the rule is about
        return
    rounds = [table.trick[start : start + 4] for start in range(0, len(table.trick), 4)]
    if any(len({rank(card) for card in each}) == 1 for each in rounds):
        table.burned |= set(range(table.sides)) - {taker}
