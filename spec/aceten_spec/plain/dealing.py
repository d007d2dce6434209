"""Dealing and drawing: how cards come into hands, at the beginning of a deal and after each trick."""

from collections.abc import Sequence

from aceten_spec.parameters import MatchingParameters, Parameters, SuitParameters
from aceten_spec.plain.matching_table import MatchingTable
from aceten_spec.plain.pack_and_sides import round_from, side_count, suit
from aceten_spec.plain.suit_table import SuitTable


def dealt(rules: Parameters, players: int, deck: Sequence[str], dealer: int) -> tuple[list[list[str]], list[str]]:
    """Return the hands, batch by batch from the top of the pack, the player after the dealer first; and the cards that are left.

    Clauses: ZS-DEAL-3, ZS-DEAL-4, ZS-DEAL-5, ZS-DEAL-6.
    """
    rest = list(deck)
    hands: list[list[str]] = [[] for _ in range(players)]
    for batch in rules.deal:
        for seat in round_from((dealer + 1) % players, players):
            hands[seat] += rest[:batch]
            del rest[:batch]
    return hands, rest


def deal_for_matching(rules: MatchingParameters, players: int, deck: Sequence[str], dealer: int) -> MatchingTable:
    """Deal for matching tricks: the player after the dealer leads.

    Clauses: ZS-PLAYERS-1, ZS-PLAY-1, ZS-DEAL-4.
    """
    hands, talon = dealt(rules, players, deck, dealer)
    sides = side_count(rules, players)
    return MatchingTable(
        rules=rules,
        players=players,
        dealer=dealer,
        hands=hands,
        talon=talon,
        leader=(dealer + 1) % players,
        taken=[[] for _ in range(sides)],
        tricks=[0] * sides,
    )


def deal_for_suits(
    rules: SuitParameters,
    players: int,
    deck: Sequence[str],
    dealer: int,
    *,
    cut: str | None = None,
    scores: Sequence[int] | None = None,
) -> SuitTable:
    """Deal for suit tricks: the player after the dealer leads, unless an auction gives the lead to another.

    Clauses: SX-PLAY-1, SX-DEAL-7, EW-DEAL-8, SU-DEAL-9, TT-DEAL-7, SX-TRUMP-1, EW-TRUMP-1, SU-TRUMP-1, EW-TRUMP-4, SU-TRUMP-4.
    """
    hands, rest = dealt(rules, players, deck, dealer)
    known: list[set[str]] = [set() for _ in range(players)]
    trump, turn_up = None, None
    if rules.trump == "turn_up":
        # The next card is turned for trump, and the rest of the pack lies on it.
        turn_up = rest.pop(0)
        trump = suit(turn_up)
    elif rules.trump == "cut" and cut is not None:
        # The card stays in the pack, and is dealt with the others.
        trump = suit(cut)
        if rules.cut_card == "known":
            known = [{cut} & set(hand) for hand in hands]
    elif rules.trump == "dealt":
        # The last card dealt is the dealer's, and lies open.
        trump = suit(hands[dealer][-1])
        known[dealer].add(hands[dealer][-1])
    return SuitTable(
        rules=rules,
        players=players,
        dealer=dealer,
        hands=hands,
        stock=rest,
        turn_up=turn_up,
        trump=trump,
        known=known,
        leader=(dealer + 1) % players,
        scores=list(scores or (0, 0)),
    )


def draw_equally(table: MatchingTable) -> None:
    """Let everybody draw up to a full hand, the winner first; what does not suffice is distributed equally.

    Clauses: ZS-DRAW-1 to ZS-DRAW-5, HO-DRAW-6, RL-FLIP-4.
    """
    lacking = [table.rules.hand - len(hand) for hand in table.hands]
    if sum(lacking) > len(table.talon):
        lacking = [len(table.talon) // table.players] * table.players
    # All that one needs at once, or one card each in rotation.
    rounds, at_once = (1, max(lacking)) if table.rules.draw == "block" else (max(lacking), 1)
    for _ in range(rounds):
        for seat in round_from(table.leader, table.players):
            count = min(at_once, lacking[seat])
            table.hands[seat] += table.talon[:count]
            del table.talon[:count]
            lacking[seat] -= count


def draw_one_each(table: SuitTable) -> None:
    """Let everybody draw a card, the winner first; the turn-up is the last one, and all know who has it.

    Clauses: SX-DRAW-1, SX-DRAW-5, SX-DRAW-8.
    """
    table.undrawn = False
    for seat in round_from(table.leader, table.players):
        if table.stock:
            table.hands[seat].append(table.stock.pop(0))
        elif table.turn_up:
            table.hands[seat].append(table.turn_up)
            table.known[seat].add(table.turn_up)
            table.turn_up = None
