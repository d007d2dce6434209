"""Deals as the rules in plain Python have them, with which the engine is compared."""

from collections.abc import Iterable
from typing import overload

from support.games.tiny_deals import AnyDeal

from aceten.testing import MatchingDeal, SuitDeal
from aceten.vocabulary.actions import Event
from aceten_spec import plain
from aceten_spec.plain import MatchingTable, SuitTable, Table
from aceten_spec.plain.dealing import deal_for_matching, deal_for_suits


@overload
def begun(deal: MatchingDeal, events: Iterable[Event] = ()) -> MatchingTable: ...
@overload
def begun(deal: SuitDeal, events: Iterable[Event] = ()) -> SuitTable: ...
def begun(deal: AnyDeal, events: Iterable[Event] = ()) -> Table:
    """Return what must be the case after these events of a deal."""
    game, deck = deal.game, [str(card) for card in deal.deck]
    table: Table
    if isinstance(deal, MatchingDeal):
        table = deal_for_matching(deal.game.rules, game.players, deck, deal.dealer)
    else:
        cut = None if deal.cut is None else str(deal.cut)
        table = deal_for_suits(deal.game.rules, game.players, deck, deal.dealer, cut=cut, scores=deal.scores)
    for _, action in events:
        table = plain.after(table, str(action))
    return table
