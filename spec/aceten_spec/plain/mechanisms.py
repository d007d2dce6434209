"""Which mechanisms a game has: of the pages of plain Python those that its parameters lead to, in the order in which they are read."""

from collections.abc import Callable
from typing import Final

from aceten_spec.parameters import MatchingParameters, Parameters, SuitParameters

OF_MATCHING: Final[dict[str, Callable[[MatchingParameters], bool]]] = {
    "pack_and_sides": lambda _: True,
    "matching_table": lambda _: True,
    "dealing": lambda _: True,
    "matching_deal": lambda _: True,
    "matching_tricks": lambda _: True,
    "multiple_tricks": lambda rules: rules.continuation != "never",
    "flip_and_spice": lambda rules: rules.flip or rules.spice,
    "lead_limit": lambda rules: rules.lead_limit > 0,
    "lone_player": lambda rules: rules.sides == "lone",
    "partner_calls": lambda rules: bool(rules.calls) or rules.partner_peek,
    "deal_settlement": lambda _: True,
    "scoring_table": lambda rules: rules.score == "table",
    "matching_awards": lambda _: True,
    "score_sheet": lambda _: True,
}
"""The pages of games with matching tricks, and which of these games have each."""

OF_SUITS: Final[dict[str, Callable[[SuitParameters], bool]]] = {
    "pack_and_sides": lambda _: True,
    "suit_table": lambda _: True,
    "dealing": lambda _: True,
    "suit_deal": lambda _: True,
    "bidding": lambda rules: bool(rules.bids),
    "suit_tricks": lambda _: True,
    "marriages": lambda rules: rules.marriages != "none",
    "exchange_and_closing": lambda rules: rules.exchange != "none" or rules.close != "never",
    "claims": lambda _: True,
    "deal_settlement": lambda _: True,
    "scoring_table": lambda rules: rules.score == "table",
    "suit_awards": lambda _: True,
    "score_sheet": lambda _: True,
}
"""The same of games with suit tricks."""

PAGES: Final = tuple(dict.fromkeys([*OF_MATCHING, *OF_SUITS]))
"""Every page, those of matching tricks first."""


def mechanisms(rules: Parameters) -> tuple[str, ...]:
    """Return the pages that state what is played by these parameters."""
    if isinstance(rules, MatchingParameters):
        return tuple([page for page, has in OF_MATCHING.items() if has(rules)])
    return tuple([page for page, has in OF_SUITS.items() if has(rules)])
