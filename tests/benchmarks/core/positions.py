"""The positions that are asked about: deals by the project's own shuffle, and what play by chance makes of them."""

import random
from pathlib import Path
from typing import Final

import aceten
from aceten import Game, State

CARDS: Final = 4
"""Cards in a trick, in the game ``tricks``, where each of them counts one."""

_HERE: Final = Path(__file__).parent


def own_game(name: str) -> Game:
    """Return the game of a rulebook that lies here."""
    return aceten.load(_HERE / f"{name}.toml")


def deals(game: Game, count: int) -> list[State]:
    """Return deals in which seat 0 leads."""
    return [game.deal(seed=seed, dealer=game.players - 1) for seed in range(count)]


def endgames(count: int) -> list[State]:
    """Return deals of Zsíros for four players without their talon: four cards each are left."""
    hands = [",".join("".join(map(str, hand)) for hand in state.hands) for state in deals(aceten.load("zsiros"), count)]
    return [aceten.parse(f"zsiros/4 hands={each} lead=0") for each in hands]


def last_tricks(game: Game, cards: int, count: int) -> list[State]:
    """Return positions of a marriage game without a talon, with so many cards in each hand, as play by chance leads to them."""
    seed = 0
    found: list[State] = []
    while len(found) < count:
        state, chance = game.deal(seed=seed), random.Random(seed)
        seed += 1
        while state.turn is not None and (state.talon or state.trick or len(state.hands[0]) > cards):
            quiet = [action for action in state.legal if not isinstance(action, aceten.Claim | aceten.Close)]
            state = state.play(chance.choice(quiet))
        if state.turn is not None and len(state.hands[0]) == cards:
            found.append(state)
    return found
