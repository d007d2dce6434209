"""Records of deals that go to an end of what there can be, for the page about what deals are worth; ``make generate`` writes them."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import aceten
from aceten.proofs.statements.game_setting import setting
from aceten.proofs.theorems.conservation import majority_theorem
from aceten.proofs.theorems.play import extreme_deals, trick_count_theorem

if TYPE_CHECKING:
    from collections.abc import Callable

    from aceten.proofs.theorems.play.extreme_deals import Played

FOLDER: Final = Path(__file__).parents[1] / "docs" / "deals"
"""Where they lie, each in a file of its name."""


def _longest(name: str, players: int) -> Played:
    return extreme_deals.longest(setting(aceten.load(name, players=players)).matching)


def _fewest(name: str, players: int) -> Played:
    about = setting(aceten.load(name, players=players))
    return extreme_deals.fewest(about.matching, trick_count_theorem.fewest_in(about))


def _few_win(name: str) -> Played:
    about = setting(aceten.load(name))
    return majority_theorem.one_suit_each(about.suits, majority_theorem.fewest_in(about))


DEALS: Final[dict[str, Callable[[], Played]]] = {
    "longest-zsiros-2": partial(_longest, "zsiros", 2),
    "longest-zsiros-4": partial(_longest, "zsiros", 4),
    "fewest-tricks-zsiros-2": partial(_fewest, "zsiros", 2),
    "fewest-tricks-zsiros-4": partial(_fewest, "zsiros", 4),
    "two-tricks-win-sueca": partial(_few_win, "sueca"),
    "two-tricks-win-einwerfen": partial(_few_win, "einwerfen"),
}
"""How each is composed."""


def record_of(name: str) -> str:
    """Return the record of one of :data:`DEALS`."""
    start, actions = DEALS[name]()
    end = start
    for action in actions:
        end = end.play(action)
    return str(aceten.record_of(start, end))
