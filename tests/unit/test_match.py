"""A match: who deals, how game points add up, who has won."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aceten import Match, Result, Seat, Side, UsageError, first_dealer, load, parse, start_match
from aceten.shuffling import MAX_SEED, split_mix

GAME_POINTS: Final = st.tuples(st.integers(0, 1), st.integers(0, 3))
"""The side that scores, and how much; 0 stands for a deal that nobody wins."""


def result_of(side: int, game_points: int) -> Result:
    """Return a result in which a side scores so much."""
    return Result(
        points=(50, 30) if side == 0 else (30, 50),
        tricks=(4, 4),
        last_trick=Side(side),
        winner=Side(side),
        game_points=(game_points, 0) if side == 0 else (0, game_points),
        award="majority",
    )


def finished(players: int = 4) -> Match:
    """Return a match that side 1 has won by 6 to 0."""
    match = start_match(load("zsiros", players=players), dealer=0)
    return match.add(result_of(1, 3)).add(result_of(1, 3))


@settings(deadline=None)
@given(
    players=st.sampled_from([2, 4]),
    target=st.integers(1, 12),
    dealer=st.integers(0, 1),
    scored=st.lists(GAME_POINTS, max_size=40),
)
def test_a_match_goes_on_until_a_side_reaches_the_target(
    players: int, target: int, dealer: int, scored: list[tuple[int, int]]
) -> None:
    """Game points add up, the deal goes round, and the first side to have the target or more wins."""
    match = start_match(load("zsiros", players=players, target=target), dealer=dealer)
    scores = [0, 0]
    for deals, (side, game_points) in enumerate(scored):
        assert match.scores == tuple(scores)
        assert match.deals == deals
        assert match.dealer == (dealer + deals) % players
        if max(scores) >= target:
            break
        assert match.winner is None
        match = match.add(result_of(side, game_points))
        scores[side] += game_points
    reached = [side for side in range(2) if scores[side] >= target]
    assert match.winner == (reached[0] if reached else None)


def test_five_game_points_win() -> None:
    """Without another agreement five game points win a match, and four do not."""
    match = start_match(load("zsiros"), dealer=3)
    match = match.add(result_of(0, 3)).add(result_of(0, 1))
    assert (match.winner, match.scores) == (None, (4, 0))
    match = match.add(result_of(1, 2)).add(result_of(0, 1))
    assert (match.winner, match.scores, match.deals) == (0, (5, 2), 4)


def test_a_longer_match() -> None:
    """A match to ten goes on where one to five would be over."""
    match = start_match(load("zsiros", target=10), dealer=0)
    for _ in range(3):
        match = match.add(result_of(1, 3))
    assert (match.winner, match.scores) == (None, (0, 9))
    assert match.add(result_of(1, 1)).winner == 1


def test_adding_leaves_the_match_before_as_it_was() -> None:
    """To add a result makes a new match; the old one is still before that deal."""
    match = start_match(load("zsiros"), dealer=2)
    match.add(result_of(0, 3))
    assert match == start_match(load("zsiros"), dealer=2)
    assert (match.scores, match.deals, match.dealer) == ((0, 0), 0, 2)


@pytest.mark.parametrize("players", [2, 4])
def test_nothing_is_added_to_a_match_that_is_won(players: int) -> None:
    """When a match is won, no further deal is dealt or added, and the message gives the score."""
    match = finished(players)
    message = "the match is over: side 1 has won 0 to 6"
    with pytest.raises(UsageError, match=message):
        match.add(result_of(0, 1))
    with pytest.raises(UsageError, match=message):
        match.deal(seed=1)


def test_a_result_without_game_points_is_refused() -> None:
    """A result that leaves the game points open, because its position did not account for the pack, cannot be added."""
    state = parse("zsiros/4 hands=A,9,K,8 lead=0")
    while state.legal:
        state = state.play(state.legal[0])
    assert state.result is not None
    assert state.result.game_points is None
    with pytest.raises(UsageError, match="leaves the game points open"):
        start_match(state.game, dealer=0).add(state.result)


@pytest.mark.parametrize("players", [2, 4])
def test_deals_of_a_match_are_dealt_by_its_dealer(players: int) -> None:
    """Each deal of a match is dealt by the next player in turn, and the one after him leads."""
    match = start_match(load("zsiros", players=players), dealer=players - 1)
    dealers: list[int] = []
    for _ in range(2 * players):
        state = match.deal(seed=5)
        assert state == match.game.deal(seed=5, dealer=match.dealer)
        assert state.turn == (state.dealer + 1) % players
        dealers.append(state.dealer)
        match = match.add_game_points((0, 0))
    assert dealers == [(players - 1 + deals) % players for deals in range(2 * players)]


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("players", [2, 4])
def test_a_match_played_to_its_end(players: int, seed: int) -> None:
    """A match played deal after deal ends, with the game points of its deals, when a side has five or more."""
    chance = random.Random(seed)
    match = start_match(load("zsiros", players=players), seed=seed)
    assert match.dealer == first_dealer(match.game, seed)
    scores = [0, 0]
    while match.winner is None:
        state = match.deal(seed=chance.randrange(MAX_SEED))
        while state.legal:
            state = state.play(chance.choice(state.legal))
        assert state.result is not None
        assert state.result.game_points is not None
        scores = [have + gained for have, gained in zip(scores, state.result.game_points, strict=True)]
        match = match.add(state.result)
    assert match.scores == tuple(scores)
    assert scores[match.winner] >= 5 > scores[1 - match.winner]
    assert match.deals >= 2


@settings(deadline=None)
@given(seed=st.integers(0, MAX_SEED), players=st.sampled_from([2, 4]))
def test_first_dealer_is_drawn_as_described(seed: int, players: int) -> None:
    """The first dealer is the upper half of the first number of the shuffle's generator, modulo the number of players."""
    game = load("zsiros", players=players)
    (number,) = itertools.islice(split_mix(seed), 1)
    assert first_dealer(game, seed) == (number >> 32) % players
    assert start_match(game, seed=seed) == start_match(game, dealer=(number >> 32) % players)


@pytest.mark.parametrize("players", [2, 4])
def test_first_dealer_is_everybody_alike(players: int) -> None:
    """Over many seeds everybody is first dealer equally often."""
    game = load("zsiros", players=players)
    found = Counter(first_dealer(game, seed) for seed in range(4000))
    assert set(found) == {Seat(seat) for seat in range(players)}
    # The standard deviation is at most 32.
    assert all(abs(times - 4000 // players) < 130 for times in found.values())


def test_a_match_begins_with_a_dealer_or_a_seed() -> None:
    """A match needs exactly one of dealer and seed, also where one of them is 0."""
    game = load("zsiros")
    assert start_match(game, dealer=0).dealer == 0
    assert start_match(game, seed=0).dealer == first_dealer(game, 0)
    with pytest.raises(UsageError, match="expected either a dealer or a seed"):
        start_match(game)
    with pytest.raises(UsageError, match="expected either a dealer or a seed"):
        start_match(game, dealer=0, seed=0)


@pytest.mark.parametrize("dealer", [-1, 4])
def test_a_dealer_out_of_range_is_refused(dealer: int) -> None:
    """A first dealer whom the game does not have is refused."""
    with pytest.raises(UsageError, match=f"seat {dealer}: expected 0 to 3 in zsiros/4"):
        start_match(load("zsiros"), dealer=dealer)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    """A seed below 0 or above the largest draws no dealer."""
    game = load("zsiros")
    for use in (lambda: start_match(game, seed=seed), lambda: first_dealer(game, seed)):
        with pytest.raises(UsageError, match=f"seed {seed}: expected a whole number from 0 to {MAX_SEED}"):
            use()
