"""What a seat sees of a deal with suit tricks, as numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from aceten.planes import Plane, common_planes
from aceten_spec.cards import Suit

if TYPE_CHECKING:
    from aceten.suits.facts import SuitFacts


@lru_cache(maxsize=256)
def planes_of(game: SuitFacts) -> tuple[Plane, ...]:
    """Return the planes of a game, in their order: a rule that it does not have brings none."""
    rules, players, sides, kinds = game.rules, game.players, game.side_count, len(game.kinds)
    turned, married, closing = rules.trump == "turn_up", rules.marriages != "none", rules.close != "never"
    shows = married or bool(game.exchange) or game.cut_shown or game.last_shown
    auction = bool(rules.bids)
    there = {
        Plane("trump", (len(Suit),), 1): True,
        Plane("turn_up", (kinds,), 1): turned,
        Plane("shown", (players, kinds), 1): shows,
        Plane("melds", (sides,), game.most_points): married,
        Plane("waiting", (sides,), game.most_points): married and rules.meld_counts == "next_trick",
        Plane("closed", (players,), 1): closing,
        Plane("closed_points", (1,), game.most_points): closing,
        Plane("closed_tricks", (sides,), len(game.pack.cards) // players): closing,
        Plane("claimant", (players,), 1): rules.claim != "never",
        Plane("bids", (longest_auction(game),), len(rules.bids) + 1): auction,
        Plane("declarer", (players,), 1): auction,
        Plane("contract", (1,), max(rules.bids, default=1)): auction,
        Plane("scores", (sides,), 2 * rules.target): game.scores_matter,
    }
    return (*common_planes(game, players), *[plane for plane, is_there in there.items() if is_there])


def longest_auction(game: SuitFacts) -> int:
    """Return how many bids and passes an auction can have: all others pass before the first bid, and all but one between two bids.

    Clauses: AS-BID-5, AS-BID-6, AS-BID-7.
    """
    return game.players + (len(game.rules.bids) - 1) * (game.players - 1)
