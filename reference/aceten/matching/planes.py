"""What a seat sees of a deal with matching tricks, as numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from aceten.planes import Plane, common_planes

if TYPE_CHECKING:
    from aceten.matching.facts import MatchingFacts


@lru_cache(maxsize=256)
def planes_of(game: MatchingFacts) -> tuple[Plane, ...]:
    """Return the planes of a game, in their order: a rule that it does not have brings none."""
    rules, kinds = game.rules, len(game.kinds)
    there = {
        Plane("forfeit", (game.side_count,), 1): game.last_card_loses > 0,
        Plane("leads", (len(game.pack.ranks),), max(1, rules.lead_limit)): rules.lead_limit > 0,
        Plane("spicing", (1,), 1): rules.spice,
        Plane("drawn", (kinds,), 1): rules.spice,
        Plane("lone", (game.players,), 1): game.lone_card is not None,
        Plane("resets", (game.side_count,), 1): rules.four_resets,
    }
    return (*common_planes(game, rows_of(game)), *[plane for plane, is_there in there.items() if is_there])


def rows_of(game: MatchingFacts) -> int:
    """Return how many cards a trick can have: who leads to a further round does it from his hand, which is not filled up before the end."""
    return game.players * (1 if game.rules.continuation == "never" else game.rules.hand)
