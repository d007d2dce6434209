"""A search of one's own: Monte Carlo over what is not known (IS-MCTS), against play at random.

In each round a deal is drawn that fits what the seat has seen, the tree is descended by upper confidence bounds of the actions that are
legal there, and the rest is played at random.
"""

import math
import random
from collections import defaultdict

import aceten
from aceten.deals.shuffling import split_mix

ROUNDS, DEALS = 40, 6


def bound(gain: float, visits: int, before: int) -> float:
    """Return how much an action may be worth that was taken so often, of so many times."""
    return gain / visits + math.sqrt(math.log(before) / visits) if visits else math.inf


def chosen(view: aceten.View, chance: random.Random) -> aceten.Action:
    """Return the action that was looked at most often."""
    visits: dict[str, int] = defaultdict(int)
    gains: dict[str, float] = defaultdict(float)
    worlds = aceten.worlds(view).samples(split_mix(chance.getrandbits(32)))
    for _ in range(ROUNDS):
        state, path, fresh = next(worlds), [str(view.turn)], False
        while not state.over:
            if fresh:
                state = state.play(chance.choice(state.legal))
                continue
            here, sign = path[-1], 1 if state.turn == view.seat else -1
            later = {f"{here} {action}": action for action in state.legal}
            bounds = {there: bound(sign * gains[there], visits[there], visits[here]) for there in later}
            path.append(max(bounds, key=bounds.__getitem__))
            fresh = not visits[path[-1]]
            state = state.play(later[path[-1]])
        gain = aceten.rewards(state, "card_points")[view.seat] / state.game.most_points
        for node in path:
            visits[node] += 1
            gains[node] += gain
    return max(view.legal, key=lambda action: visits[f"{view.turn} {action}"])


def main() -> None:
    """Play deals from both seats."""
    game, chance, points = aceten.load("zsiros/2"), random.Random(1), 0
    for number in range(DEALS):
        seat, state = number % 2, game.deal(number // 2)
        while not state.over:
            mine = state.turn == seat
            state = state.play(chosen(state.view(seat), chance) if mine else chance.choice(state.legal))
        points += aceten.rewards(state, "card_points")[seat]
    print(f"{points / DEALS:.1f} of 80 points a deal against play at random")


if __name__ == "__main__":
    main()
