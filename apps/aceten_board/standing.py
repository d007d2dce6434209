"""What lies on the felt beside cards: trumps, and what else everybody knows, or whoever looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten import SuitState, SuitView, View
from aceten.vocabulary.naming import points_counted, side_words, suit_words
from aceten.words import telling
from aceten.words.deal_stories import is_winning
from aceten_board.bodies import Trumps
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten import State


def trumps(seen: State | View) -> Trumps | None:
    """Return which suit is trump, or that none is yet; ``None`` where a game has no trump suit."""
    if not isinstance(seen, SuitState | SuitView):
        return None
    if seen.trump is None:
        return Trumps(None, say("no trumps yet"))
    return Trumps(seen.trump.letter, say("trumps: {suit}", suit=suit_words(seen.game, seen.trump)))


def standing(seen: State | View) -> Iterator[str]:
    """Yield what else is known: bids, marriages, who has closed the talon, who plays alone, what was led in a row."""
    words = telling(seen)
    yield from words.notes()
    yield from _waiting(seen)
    yield from (each for each in words.trick() if each != is_winning(seen))  # which stands under the card
    if isinstance(seen, View):
        yield from words.own()


def _waiting(seen: State | View) -> Iterator[str]:
    """Yield which marriages do not count yet."""
    for side, points in enumerate(seen.waiting if isinstance(seen, SuitState | SuitView) else ()):
        if points:
            who, counted = side_words(seen.game, side), points_counted(points)
            yield say("marriages of {who} that wait for a trick: {points}", who=who, points=counted)
