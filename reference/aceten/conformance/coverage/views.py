"""Facts of what is hidden: the pack that is shuffled, and what a player may know in play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aceten.vocabulary.actions import Exchange, Flip, Meld

if TYPE_CHECKING:
    from aceten.conformance.coverage.table import Facts
    from aceten.engine.view import View

SHUFFLED: Final[Facts] = frozenset({"shuffled"})
"""The facts of a shuffled pack."""


def facts_of_view(view: View) -> Facts:
    """Return what is the case with what a player may know."""
    found = {"seen"}
    others = [hand for seat, hand in enumerate(view.known) if seat != view.seat and view.hand_sizes[seat]]
    found.add("knows_of_others" if any(others) else "knows_nothing_of_others")
    if view.known_talon:
        found.add("knows_the_turn_up")
    if not view.talon_size:
        found.add("sees_no_talon")
    for seat, action in view.log:
        if seat != view.seat and isinstance(action, Exchange | Meld | Flip):
            found.add(f"saw_{type(action).__name__.lower()}")
    return frozenset(found)
