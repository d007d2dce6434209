"""A policy of one's own against the shipped ones: the same deals for both, with the sides exchanged.

python examples/bot_match.py
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import aceten_solver
from aceten import Play

if TYPE_CHECKING:
    from aceten import Action, Card, Game, Seat, View


class Saver:
    """Takes what is worth something, and otherwise gives what is worth least; among equals it chooses by chance."""

    def __init__(self) -> None:
        """Begin with any chance: each deal brings its own."""
        self.chance = random.Random()

    def begin(self, _game: Game, _seat: Seat, seed: int) -> None:
        """Take the chance of this deal, so that a contest is the same when it is played again."""
        self.chance.seed(seed)

    def choose(self, view: View) -> Action:
        """Return a legal action."""
        cards = [action for action in view.legal if isinstance(action, Play)]
        if not cards:
            return view.legal[0]
        taking = [action for action in cards if view.trick and str(action)[0] == str(view.trick[0])[0]]
        if taking and view.game.points_of(view.trick):
            return taking[0]

        def price(card: Card) -> int:
            wild = str(card)[0] == "7"
            return view.game.points_of((card,)) + 5 * wild

        cheapest = min(price(action.card) for action in cards)
        return self.chance.choice([action for action in cards if price(action.card) == cheapest])


def main() -> None:
    """Let it play two of the shipped policies."""
    for other in ("random", "greedy"):
        found = aceten_solver.match(Saver, other, "zsiros/2", deals=100)
        print(found)


if __name__ == "__main__":
    main()
