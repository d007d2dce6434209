"""Deals that go to an end of what there can be: they reach the numbers of theorems, and no play goes beyond."""

import random

import pytest
from support.proofs.single_obligations import MATCHING, game_of, matching, suits
from support.slices import sliced

from aceten import STOP, Action, MatchingGame, State, parse
from aceten.proofs.statements.game_setting import setting
from aceten.proofs.theorems.conservation import majority_theorem
from aceten.proofs.theorems.play import branch_claims, trick_count_theorem
from aceten.proofs.theorems.play.extreme_deals import fewest, longest, rounds_of

[TRICKS] = trick_count_theorem.PROPOSITIONS
LONG_TRICKS = [each for each in MATCHING if TRICKS.applies(setting(matching("{}/{}".format(*each))))]


def most_actions(game: MatchingGame) -> int:
    """Return how many actions a deal has at most, as the theorem says."""
    return branch_claims.measure(game, len(game.pack.cards))


def fewest_tricks(game: MatchingGame) -> int:
    """Return how many tricks a deal has at least, as the theorem says."""
    return trick_count_theorem.fewest_in(setting(game))


def ended(start: State, actions: tuple[Action, ...]) -> State:
    """Return what a deal is at its end, from its line on."""
    state = parse(str(start))
    for action in actions:
        state = state.play(action)
    assert state.result is not None
    return state


@pytest.mark.parametrize(("name", "players"), MATCHING)
def test_longest_deal_is_reached(name: str, players: int) -> None:
    """In every game there is a deal of as many actions as T-END allows, and not of one more."""
    game = matching(f"{name}/{players}")
    start, actions = longest(game)
    assert len(ended(start, actions).log) == len(actions) == most_actions(game)


@pytest.mark.parametrize(("name", "players"), LONG_TRICKS)
def test_fewest_tricks_are_reached(name: str, players: int) -> None:
    """In every game with tricks of several rounds there is a deal of as few tricks as T-TRICKS allows."""
    game = matching(f"{name}/{players}")
    tricks = ended(*fewest(game, fewest_tricks(game))).tricks
    assert tricks is not None
    assert sum(tricks) == fewest_tricks(game)


def test_numbers_are_those_of_a_count_by_hand() -> None:
    """Two players have 6 tricks and 47 actions in Zsíros, four have 3 and 39; a leader who need not be beaten does with fewer tricks."""
    games = [matching(name) for name in ("zsiros/2", "zsiros/4", "sedma/2", "hola/2")]
    assert [fewest_tricks(game) for game in games] == [6, 3, 4, 7]
    assert [most_actions(game) for game in games] == [47, 39, 47, 77]


def test_cards_like_the_lead() -> None:
    """A trick of so many rounds has so many of them: one led to each, and where a leader must be beaten one that beats it, but at last."""
    rounds = range(1, 5)
    for name, least in (("zsiros/4", [1, 3, 5, 7]), ("sedma/4", [1, 2, 3, 4]), ("hola/4", [1, 1, 1, 1])):
        assert [trick_count_theorem.alike(matching(name), number) for number in rounds] == least


@pytest.mark.parametrize("goes_on", [True, False])
@pytest.mark.parametrize("name", ["zsiros/2", "zsiros/4", "septica/3", "sedma/2", "hola/4"])
def test_no_play_goes_beyond(name: str, goes_on: bool) -> None:
    """However the cards lie: who always stops does not come to more actions, who always goes on not to fewer tricks."""
    game = matching(name)
    for seed in range(sliced(20, whole=2000)):
        chance, state = random.Random(seed), game.deal(seed=seed)
        while state.turn is not None:
            wanted = [action for action in state.legal if (action == STOP) is not goes_on]
            state = state.play(chance.choice(wanted or state.legal))
        assert state.tricks is not None
        assert sum(state.tricks) >= fewest_tricks(game)
        assert len(state.log) <= most_actions(game)
        assert sum(state.tricks) <= rounds_of(game)


# --- Suit tricks ---


@pytest.mark.parametrize(("name", "tricks"), [("sueca/4", (2, 8)), ("einwerfen/4", (2, 6))])
def test_two_tricks_win_a_deal(name: str, tricks: tuple[int, int]) -> None:
    """Aces and the second dearest cards are enough, and eight tricks of ten, or six of eight, may be too few."""
    fewest = majority_theorem.fewest_in(setting(game_of(name)))
    end = ended(*majority_theorem.one_suit_each(suits(name), fewest))
    assert end.result is not None
    assert (fewest, end.tricks, end.points, end.result.winners) == (2, tricks, (63, 57), (0,))


@pytest.mark.parametrize("name", ["sueca/4", "einwerfen/4"])
def test_one_trick_never_wins(name: str) -> None:
    """However the cards lie: whoever wins a deal that is played at random has two tricks at least."""
    game = suits(name)
    for seed in range(sliced(20, whole=2000)):
        chance, state = random.Random(seed), game.deal(seed=seed)
        while state.turn is not None:
            state = state.play(chance.choice(state.legal))
        assert state.result is not None
        assert state.tricks is not None
        assert all(state.tricks[side] >= 2 for side in state.result.winners or ())
