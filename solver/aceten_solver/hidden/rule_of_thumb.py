"""A rule of thumb."""

from __future__ import annotations

from aceten import PASS, Action, Card, MatchingGame, Play, State, SuitState, View
from aceten_solver.hidden.sampling import stand_in
from aceten_solver.question.trick_kinds import seam_of


def greedy(view: View) -> Action:
    """Return what the rule of thumb does.

    When points lie in a trick that the other side is winning, and a card of its takes it, it plays such a card. Otherwise it passes, or
    does the first of what is not playing a card from the hand, such as melding, exchanging or ending a trick; or else it plays a card.
    It plays the one with the fewest points, of these the lowest, and wild cards and trumps when there are no others. It claims as soon
    as a claim is right.
    """
    return by_thumb(stand_in(view))


def by_thumb(state: State) -> Action:
    """Return what the rule of thumb does in the place of whoever is to act: nothing that is hidden from him bears on it."""
    game, seat = state.game, state.turn
    if seat is None:
        raise ValueError("the deal is over: nobody is to act")
    likely = seam_of(state).likely(state)
    cards = sorted(
        [action for action in reversed(likely) if isinstance(action, Play)], key=lambda play: _price(state, play.card)
    )
    others = [action for action in likely if not isinstance(action, Play)]
    sides = game.sides
    if game.points_of(state.trick) and sides[state.winning] != sides[seat]:
        for action in cards:
            after = state.play(action)
            if (after.winning if after.trick else after.leader) == seat:
                return action
    if others:
        return PASS if PASS in others else others[0]
    return cards[0]


def _price(state: State, card: Card) -> tuple[bool, int]:
    """Return what a card is worth to the rule of thumb, for cards that come from the lowest to the highest."""
    if isinstance(state.game, MatchingGame):
        strong = str(card)[0] in state.game.rules.wild
    else:
        strong = isinstance(state, SuitState) and state.trump is not None and str(card)[1] == state.trump.letter
    return strong, state.game.points_of((card,))
