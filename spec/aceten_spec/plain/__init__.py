"""The rules in plain Python: what the clauses say, as a program that can be read beside them.

Each module states a mechanism, slowly and plainly, on cards and actions as text. No game is named: the parameters decide. Nothing is used
but the parameters and Python itself, so that a reader who programs in another language can say the same there; neither the engine nor the
formulas. Both are held against this, and this against them.

A deal is followed with :func:`deal`, :func:`legal`, :func:`refusal`, :func:`after` and :func:`settlement`, a match with
:func:`~aceten_spec.plain.score_sheet.first_sheet` and :func:`~aceten_spec.plain.score_sheet.with_deal`.

>>> from aceten_spec import load_shipped, plain
>>> rules = load_shipped("zsiros").parameters
>>> table = plain.deal(rules, 2, plain.pack(rules), dealer=1)
>>> table.hands[0], sorted(plain.legal(table))
(['Ac', 'Kc', 'Qc', 'Jc'], ['Ac', 'Jc', 'Kc', 'Qc'])
>>> plain.refusal(table, "7h"), plain.refusal(table, "stop")
('not_in_hand', 'stop_not_offered')
>>> plain.after(table, "Ac").trick
['Ac']
"""

from collections.abc import Sequence
from typing import TypeAlias, overload

from aceten_spec.parameters import MatchingParameters, Parameters
from aceten_spec.plain import (
    matching_awards,
    matching_deal,
    matching_table,
    matching_tricks,
    suit_awards,
    suit_deal,
    suit_table,
    suit_tricks,
)
from aceten_spec.plain.deal_settlement import Settlement
from aceten_spec.plain.dealing import deal_for_matching, deal_for_suits
from aceten_spec.plain.matching_table import MatchingTable
from aceten_spec.plain.pack_and_sides import pack
from aceten_spec.plain.score_sheet import ScoreSheet, first_sheet, match_over, match_winner, with_deal
from aceten_spec.plain.suit_table import SuitTable

__all__ = [
    "MatchingTable",
    "ScoreSheet",
    "Settlement",
    "SuitTable",
    "Table",
    "after",
    "broken",
    "calls",
    "deal",
    "first_sheet",
    "legal",
    "match_over",
    "match_winner",
    "pack",
    "refusal",
    "settlement",
    "turn",
    "winning",
    "with_deal",
]

Table: TypeAlias = MatchingTable | SuitTable
"""A deal at one moment."""


def deal(
    rules: Parameters,
    players: int,
    deck: Sequence[str],
    dealer: int,
    *,
    cut: str | None = None,
    scores: Sequence[int] | None = None,
) -> Table:
    """Return a deal at its beginning.

    :param deck: the pack as it was shuffled, its top first.
    :param cut: the card that was shown by cutting, where trumps come from that.
    :param scores: the game points of both sides, where a claim is about the match.
    """
    if isinstance(rules, MatchingParameters):
        return deal_for_matching(rules, players, deck, dealer)
    return deal_for_suits(rules, players, deck, dealer, cut=cut, scores=scores)


def turn(table: Table) -> int | None:
    """Return the seat that is to act; ``None`` when the deal is over."""
    return matching_deal.turn(table) if isinstance(table, MatchingTable) else suit_deal.turn(table)


def winning(table: Table) -> int:
    """Return the seat that is winning the trick; the leader before any card is played."""
    return matching_tricks.winning(table) if isinstance(table, MatchingTable) else suit_tricks.winning(table)


def calls(table: Table) -> set[str]:
    """Return what may be called at this moment, by the partner of the seat to act."""
    return matching_deal.calls(table) if isinstance(table, MatchingTable) else set()


def legal(table: Table) -> set[str]:
    """Return what the seat to act may do; calls apart."""
    return matching_deal.legal(table) if isinstance(table, MatchingTable) else suit_deal.legal(table)


def broken(table: Table, action: str) -> list[str]:
    """Return every condition that an action breaks, as codes of refusals, in their order; none when it may be done."""
    return matching_deal.broken(table, action) if isinstance(table, MatchingTable) else suit_deal.broken(table, action)


def refusal(table: Table, action: str) -> str | None:
    """Return why an action may not be done: the first condition that it breaks, as a code; ``None`` when it may be done.

    The rulebook says by which clause that is (:func:`aceten_spec.clauses.refusals.refusal_clause`).
    """
    return next(iter(broken(table, action)), None)


@overload
def after(table: MatchingTable, action: str) -> MatchingTable: ...
@overload
def after(table: SuitTable, action: str) -> SuitTable: ...
def after(table: Table, action: str) -> Table:
    """Return the deal after a legal action; the table itself stays as it is."""
    if isinstance(table, MatchingTable):
        matching = matching_table.copied(table)
        matching_deal.happen(matching, action)
        return matching
    suits = suit_table.copied(table)
    suit_deal.happen(suits, action)
    return suits


def settlement(table: Table) -> Settlement | None:
    """Return what a deal comes to; ``None`` until it is over."""
    if turn(table) is not None:
        return None
    return matching_awards.settled(table) if isinstance(table, MatchingTable) else suit_awards.settled(table)
