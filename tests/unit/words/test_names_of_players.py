"""What players are called in what is said, and that nothing else changes with it."""

from __future__ import annotations

import random

import pytest

import aceten
from aceten import State
from aceten.vocabulary.naming import called, seat_name, side_name
from aceten.words import match_words, result_words
from aceten_spec import load_shipped, shipped

NAMES = ("Anna", "Béla", "Cili", "Dóra", "Ede", "Flóra", "Gabi", "Hugó")


def test_players_go_by_their_names_as_long_as_these_are_in_force() -> None:
    """A letter before and after; in between the name, in sides as well."""
    game = aceten.load("zsiros", players=4)
    with called(NAMES[:4]):
        assert [seat_name(seat) for seat in range(5)] == [*NAMES[:4], "E"]
        assert side_name(game, 0) == "Anna+Cili"
        with called(()):
            assert seat_name(0) == "A"
    assert seat_name(0) == "A"


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("Anna", "Anna"), ["A", "B"]),
        (("B", "Anna"), ["A", "Anna"]),
        (("A", "Béla"), ["A", "Béla"]),
        (("", "Eva"), ["A", "Eva"]),
    ],
)
def test_a_name_that_could_mean_two_is_not_used(names: tuple[str, str], told: list[str]) -> None:
    """Who is called as another is, or by his letter, or not at all, goes by his own letter."""
    with called(names):
        assert [seat_name(seat) for seat in range(2)] == told


@pytest.mark.parametrize("name", shipped())
def test_what_programs_read_has_letters(name: str) -> None:
    """Positions, actions and records are the same with names and without; what is told of them is not."""
    chosen = random.Random(name)
    for players in load_shipped(name).parameters.players:
        start = state = aceten.load(name, players=players).deal(seed=7)
        while state.turn is not None:
            state = state.play(chosen.choice(state.legal))
        told = read, said = (written(start, state), list(match_told(start, state)))
        with called(NAMES):
            assert written(start, state) == read
            assert list(match_told(start, state)) != said
        assert (written(start, state), list(match_told(start, state))) == told


def written(start: State, end: State) -> list[str]:
    """Return what programs read of a deal."""
    seen = [str(end.view(seat)) for seat in range(end.game.players)]
    return [str(start), str(end), *seen, aceten.record_of(start, end), *map(str, end.log)]


def match_told(start: State, end: State) -> list[str]:
    """Return what a deal came to in a match, as people are told."""
    match = aceten.start_match(start.game, dealer=start.dealer)
    return [result_words(match, end), *match_words(match, end, match.finish(end))]
