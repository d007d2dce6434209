"""A rule of thumb."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten import PASS, MatchingFacts, Play, SuitView
from aceten_solver.sampling import stand_in
from aceten_solver.seams import seam_of

if TYPE_CHECKING:
    from aceten import Action, Card, View


def greedy(view: View) -> Action:
    """Return what the rule of thumb does.

    When points lie in a trick that the other side is winning, and a card of its takes it, it plays such a card. Otherwise it passes, or
    does the first of what is not playing a card from the hand, such as melding, exchanging or ending a trick; or else it plays a card.
    It plays the one with the fewest points, of these the lowest, and wild cards and trumps when there are no others. It claims as soon
    as a claim is right.
    """
    state = stand_in(view)
    likely = seam_of(state).likely(state)
    cards = sorted(
        [action for action in reversed(likely) if isinstance(action, Play)], key=lambda play: _price(view, play.card)
    )
    others = [action for action in likely if not isinstance(action, Play)]
    sides = view.game.sides
    if view.game.points_of(view.trick) and sides[view.winning] != sides[view.seat]:
        for action in cards:
            after = state.play(action)
            if (after.winning if after.trick else after.leader) == view.seat:
                return action
    if others:
        return PASS if PASS in others else others[0]
    return cards[0]


def _price(view: View, card: Card) -> tuple[bool, int]:
    """Return what a card is worth to the rule of thumb, for cards that come from the lowest to the highest."""
    if isinstance(view.game, MatchingFacts):
        strong = str(card)[0] in view.game.rules.wild
    else:
        strong = isinstance(view, SuitView) and view.trump is not None and str(card)[1] == view.trump.letter
    return strong, view.game.points_of((card,))
