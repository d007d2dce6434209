"""Games of which tables are built, and positions late in them."""

import random

import aceten
from aceten import Game, State


def game_of(name: str) -> Game:
    """Return the game of a name such as ``zsiros/4``."""
    rules, players = name.split("/")
    return aceten.load(rules, players=int(players))


def late(game: Game, chance: random.Random, tricks: int) -> State:
    """Return a position of a deal played by chance with few cards left."""
    while True:
        state = game.deal(seed=chance.getrandbits(32))
        while state.turn is not None:
            if len(state.talon) + sum(map(len, state.hands)) <= game.players * tricks and chance.random() < 0.5:
                return state
            state = state.play(chance.choice(state.legal))
