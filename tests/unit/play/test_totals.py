"""Tricks and totals on their own: who wins a trick, and what a deal comes to, without the deal."""

import random
from collections.abc import Iterator

import pytest

from aceten import (
    Game,
    MatchingGame,
    MatchingState,
    Result,
    Seat,
    State,
    Suit,
    SuitGame,
    SuitState,
    UsageError,
    load,
    trick_winner,
)
from aceten.conformance.questions.option_rows import load_row, option_rows
from aceten_spec import load_shipped, parse_cards, shipped

GAMES = [(name, players) for name in shipped() for players in load_shipped(name).parameters.players]


def course(game: Game, seed: int) -> Iterator[State]:
    """Yield the states of a deal that is played at random, to its end."""
    chance = random.Random(seed)
    state = game.deal(seed=seed)
    yield state
    while state.legal:
        state = state.play(chance.choice(state.legal))
        yield state


def scored(state: State) -> Result:
    """Return what the totals of a deal that is over come to."""
    game = state.game
    last = game.sides[state.leader]
    match state:
        case MatchingState():
            assert isinstance(game, MatchingGame)
            return game.score(
                state.points,
                last_trick=last,
                tricks=state.tricks,
                forfeit=state.forfeit,
                burned=state.burned,
                lone=state.lone,
            )
        case SuitState():
            assert isinstance(game, SuitGame)
            return game.score(
                state.points,
                last_trick=None if state.claimant is not None and state.unfinished else last,
                tricks=state.tricks,
                melds=state.melds,
                waiting=state.waiting,
                claimant=state.claimant,
                closed=state.closed,
                contract=state.contract,
                scores=state.scores,
                trump=state.trump,
            )
        case _:
            raise TypeError(type(state).__name__)


@pytest.mark.turns(12)
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_tricks_and_totals_are_those_of_deals(name: str, players: int) -> None:
    """In every game, with every two options, a trick's cards tell who is winning it, and a deal's totals what it came to."""
    book = load_shipped(name)
    for seed, row in enumerate(option_rows(book, players)):
        game = load_row(book, players, row)
        for state in course(game, seed):
            if state.trick:
                trump = state.trump if isinstance(state, SuitState) else None
                assert trick_winner(game, state.trick, leader=state.leader, trump=trump) == state.winning, str(state)
            if state.result is not None and not (isinstance(state, SuitState) and state.bids):
                assert scored(state) == state.result, str(state)


def test_totals_that_no_play_comes_to_are_scored_too() -> None:
    """Nothing is asked about how a deal could come to its totals: 66 to 33 leave 21 card points of Schnapsen nowhere."""
    game = load("schnapsen")
    assert isinstance(game, SuitGame)
    assert game.score((66, 33), tricks=(4, 2), claimant=0).game_points == (1, 0)
    assert game.score((66, 32), tricks=(4, 2), claimant=0).game_points == (2, 0)
    assert game.score((66, 0), tricks=(4, 0), claimant=0).game_points == (3, 0)
    assert game.score((65, 33), tricks=(4, 2), claimant=0).game_points == (0, 2)
    assert game.score((40, 33), tricks=(4, 2), melds=(40, 0), claimant=0).game_points == (1, 0)


@pytest.mark.parametrize("points", [(50,), (50, 30, 0), (-10, 90)])
def test_totals_are_a_number_for_each_side(points: tuple[int, ...]) -> None:
    """What is not a number from 0 for each side is refused."""
    with pytest.raises(UsageError, match="expected a number from 0 for each of 2 sides"):
        load("zsiros").score(points, last_trick=0)
    with pytest.raises(UsageError, match="expected a number from 0 for each of 2 sides"):
        load("zsiros").score((50, 30), last_trick=0, tricks=points)


def test_who_took_the_last_trick_is_asked() -> None:
    """There is no side beyond those of the game, and without a claim somebody took the last trick."""
    with pytest.raises(UsageError, match="side 2: expected 0 to 1"):
        load("zsiros").score((50, 30), last_trick=2)
    game = load("einwerfen")
    assert isinstance(game, SuitGame)
    with pytest.raises(UsageError, match="expected the side that took it, unless a claim"):
        game.score((61, 59))


def test_a_trick_has_cards_and_a_leader() -> None:
    """Nobody wins a trick without cards, and no seat beyond those of the game leads one."""
    game = load("schnapsen")
    with pytest.raises(UsageError, match="a trick without cards"):
        trick_winner(game, ())
    with pytest.raises(UsageError, match="seat 2"):
        trick_winner(game, parse_cards("Ah"), leader=2)
    assert trick_winner(game, parse_cards("AhJc"), leader=1, trump=Suit.CLUBS) == Seat(0)
