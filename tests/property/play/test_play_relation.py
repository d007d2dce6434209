"""The relations of play over numbers are engines by themselves: they do what the engine does, and refuse what that refuses."""

import random
from typing import Final

import pytest
from support.games.game_strategies import HOUSE_GAMES, HOUSE_SUIT_GAMES, MATCHING_GAMES, SUIT_GAMES
from support.proofs.play_by_relations import agree, agree_at_start
from support.slices import sliced

from aceten import Game
from aceten.conformance.questions.random_play import any_start, any_temper, play_out
from aceten.conformance.questions.random_source import RandomSource

MATCHING: Final[tuple[Game, ...]] = (*MATCHING_GAMES, *HOUSE_GAMES)
SUITS: Final[tuple[Game, ...]] = (*SUIT_GAMES, *HOUSE_SUIT_GAMES)


@pytest.mark.turns(10)
@pytest.mark.parametrize(
    "game",
    [*MATCHING[:: sliced(25, whole=1)], *SUITS[:: sliced(6, whole=1)]],
    ids=lambda game: repr(game).replace(" ", ""),
)
def test_relation_and_engine_agree(game: Game) -> None:
    """In whole deals, played for what seldom happens, both make the same of every action, legal or not, and of the end."""
    for seed in range(sliced(1, whole=10)):
        chance = RandomSource(random.Random(f"{game!r} {seed}").getrandbits(32))
        deck, dealer, cut = any_start(game, chance)
        state = game.deal(deck=deck, dealer=dealer, cut=cut)
        agree_at_start(state)
        for moment in play_out(state, any_temper(game, chance, attempts=False, calls=True), chance):
            agree(moment.before)
            state = moment.after or state
        agree(state)


@pytest.mark.turns(6)
def test_a_deal_begins_alike() -> None:
    """The turn-up is the first card of the rest and makes trumps; a card shown by cutting is known to be where it is."""
    for game in SUITS:
        agree_at_start(game.deal(seed=1))
