"""A match: who deals, how game points add up, who has won."""

import itertools
import random
import re
from collections import Counter
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.games.game_strategies import game_of
from support.games.match_results import dealers, home

from aceten import (
    Match,
    MatchingState,
    Result,
    Seat,
    Side,
    UsageError,
    first_dealer,
    load,
    parse,
    parse_action,
    start_match,
)
from aceten.deals.shuffling import MAX_SEED, split_mix
from aceten.vocabulary.naming import side_name

GAME_POINTS: Final = st.tuples(st.integers(0, 1), st.integers(0, 3))
"""The side that scores, and how much; 0 stands for a deal that nobody wins."""


def result_of(side: int, game_points: int) -> Result:
    """Return a result in which a side scores so much."""
    return Result(
        points=(50, 30) if side == 0 else (30, 50),
        tricks=(4, 4),
        last_trick=Side(side),
        winners=(Side(side),),
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
    message = re.escape(f"the match is over: {side_name(match.game, 1)} won it with 0 to 6")
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
        start_match(game_of(state), dealer=0).add(state.result)


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


# --- Who deals next -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4])
def test_the_deal_rotates_whoever_wins(players: int) -> None:
    """Where the deal rotates it goes to the next player, whoever has won, and also when nobody has."""
    deals = [(1, 0), (0, 1), (0, 0), (1, 0), (0, 1)]
    assert dealers(load("zsiros", players=players), deals) == [deal % players for deal in range(6)]


def test_a_loser_deals() -> None:
    """Where losers deal, it is the next player when the dealer's side has won or nobody has, else the dealer's partner."""
    game = load("sedma", players=4, next_dealer="losers", target=50)
    assert dealers(game, [(1, 0)]) == [0, 1]
    assert dealers(game, [(0, 1)]) == [0, 2]
    assert dealers(game, [(0, 0)]) == [0, 1]
    assert dealers(game, [(0, 1)], first=3) == [3, 0]
    assert dealers(game, [(1, 0)], first=3) == [3, 1]
    assert dealers(game, [(1, 0), (1, 0), (0, 2), (0, 0)]) == [0, 1, 3, 0, 1]


def test_the_loser_of_two_players_deals() -> None:
    """Of two players the loser has no partner: he deals again when he dealt, and else it is his turn."""
    game = load("sedma", players=2, next_dealer="losers", target=50)
    assert dealers(game, [(0, 1), (1, 0), (0, 3), (1, 0), (0, 0)]) == [0, 0, 1, 0, 1, 0]


@pytest.mark.parametrize(("own", "again"), [(60, True), (50, True), (40, False), (0, False)])
@pytest.mark.parametrize("dealer", range(4))
def test_a_dealer_whose_side_scores_enough_deals_again(dealer: int, own: int, again: bool) -> None:
    """Where enough game points keep the deal, the dealer deals again whose side has so many, and else the next player does."""
    game = load("hola", players=4)
    scored = (own, 90 - own) if dealer % 2 == 0 else (90 - own, own)
    assert dealers(game, [scored], first=dealer) == [dealer, dealer if again else (dealer + 1) % 4]


def test_a_dealer_who_plays_for_himself_deals_again() -> None:
    """Of three players each for himself, the dealer's own points keep the deal."""
    game = load("hola", players=3)
    assert dealers(game, [(20, 50, 20), (20, 50, 20), (50, 20, 20), (30, 30, 30)]) == [0, 1, 1, 2, 0]


def test_the_deal_of_six() -> None:
    """Of six players in two teams the dealer's team keeps the deal with what the rulebook says for six."""
    assert dealers(load("hola", players=6), [(80, 80), (60, 100), (90, 70)]) == [0, 1, 1, 2]


# --- When a match ends --------------------------------------------------------------------------------------------------


def test_a_match_of_a_number_of_deals() -> None:
    """A match of three deals ends with the third, and whoever has most then wins, however few; a target plays no part."""
    game = home('match_ends = "deals"\ndeals = 3\ntarget = 1')
    match = start_match(game, dealer=0)
    for game_points in ((3, 0), (0, 1)):
        match = match.add_game_points(game_points)
        assert match.winner is None
    match = match.add_game_points((0, 1))
    assert (match.winner, match.scores, match.deals) == (0, (3, 2), 3)
    with pytest.raises(UsageError, match=r"A\+C won it with 3 to 2"):
        match.deal(seed=1)


def test_a_match_of_a_number_of_deals_goes_on_when_it_is_equal() -> None:
    """After the last deal a match goes on while the best are equal, deal by deal."""
    match = start_match(home('match_ends = "deals"\ndeals = 2'), dealer=0)
    for game_points in ((1, 0), (0, 1), (0, 0), (0, 0)):
        match = match.add_game_points(game_points)
        assert match.winner is None
    assert match.dealer == 0
    assert match.add_game_points((0, 1)).winner == 1


def test_a_match_goes_on_while_the_best_are_equal() -> None:
    """Where several sides reach the target with one deal, the one with most wins, and with equal scores another deal is played."""
    match = start_match(load("hola", players=3), dealer=0).add_game_points((480, 470, 490))
    assert match.winner is None
    assert match.add_game_points((20, 60, 10)).winner == 1
    equal = match.add_game_points((30, 40, 10))
    assert (equal.winner, equal.scores) == (None, (510, 510, 500))
    after = equal.add_game_points((0, 0, 90))
    assert (after.winner, after.scores) == (2, (510, 510, 590))


@pytest.mark.parametrize("game_points", [(1,), (1, 2, 3), (-1, 0), ()])
def test_game_points_are_those_of_every_side(game_points: tuple[int, ...]) -> None:
    """There is a number from 0 for every side, no more and no fewer."""
    with pytest.raises(UsageError, match="expected a number from 0 for each of 2 sides"):
        start_match(load("zsiros"), dealer=0).add_game_points(game_points)


# --- Scores that fall ---------------------------------------------------------------------------------------------------


def test_a_score_that_falls() -> None:
    """The score of a side falls to 0 with the deal for which that is said, whatever the side scores in it; the others keep theirs."""
    match = start_match(load("hola", players=4), dealer=0).add_game_points((100, 200))
    assert match.add_game_points((60, 30), (Side(1),)).scores == (160, 0)
    assert match.add_game_points((60, 30), (Side(0), Side(1))).scores == (0, 0)
    assert match.add_game_points((60, 30)).scores == (160, 230)


def test_a_score_that_falls_keeps_a_side_from_winning() -> None:
    """A side that would have the target has 0 instead, and the match goes on."""
    match = start_match(load("hola", players=4), dealer=0).add_game_points((480, 480))
    assert match.add_game_points((50, 40)).winner == 0
    assert match.add_game_points((50, 0), (Side(0),)).winner is None
    assert match.add_game_points((50, 40), (Side(0),)).winner == 1


def test_scores_fall_as_the_result_says() -> None:
    """The result of a deal says whose score falls, and the match follows it."""
    game = load("hola", players=4, hola="burn")
    state = parse("hola/4 hands=-,-,-,- lead=0 points=80,0 tricks=13,0 hola=burn")
    assert state.result is not None
    assert state.result.resets == (1,)
    match = start_match(game, dealer=0).add_game_points((100, 200))
    assert match.add(state.result).scores == (190, 0)
    assert match.finish(state) == match.add(state.result)


def test_a_round_of_four_equal_ranks() -> None:
    """Any round of a trick by four players may reset the scores of those who do not take it, and four cards of two rounds do not."""
    state = parse("hola/4 hands=A9,K9,Q9,J9 lead=0 four_resets=on")
    for text in "AKQJ9999":
        state = state.play(parse_action(text))
    assert isinstance(state, MatchingState)
    assert (state.leader, state.burned) == (3, (0,))
    two = home("four_resets = true", parent="hola", players=2)
    state = parse("home/2 hands=99,99 lead=0", rules=two.rulebook)
    for text in "9999":
        state = state.play(parse_action(text))
    assert isinstance(state, MatchingState)
    assert (state.turn, state.burned) == (None, ())


def test_scores_that_fall_as_far_as_it_is_known() -> None:
    """Without the tricks it is open who took them all, unless two sides have points; a round that reset a score did so anyhow."""
    for line, scored, resets in (
        ("hola/4 hands=-,-,-,- lead=0 points=80,0 hola=burn", None, ()),
        ("hola/4 hands=-,-,-,- lead=0 points=60,20 hola=burn", (70, 20), ()),
        ("hola/4 hands=-,-,-,- lead=0 points=30,20 four_resets=on resets=0", None, (0,)),
        ("hola/3 hands=-,-,- lead=2 points=40,0,40", (40, 0, 50), ()),
    ):
        result = parse(line).result
        assert result is not None
        assert (result.game_points, result.resets) == (scored, resets)


def test_points_for_the_last_trick_keep_a_score() -> None:
    """Where a side without points loses its score, those for the last trick are points."""
    game = home("zero_resets = true", parent="hola")
    for lead, resets in ((0, (1,)), (1, ())):
        result = parse(f"home/4 hands=-,-,-,- lead={lead} points=80,0 tricks=12,1", rules=game.rulebook).result
        assert result is not None
        assert result.resets == resets


@pytest.mark.parametrize(
    ("points", "lead", "winners"), [("40,40,0", 2, ()), ("40,30,10", 1, (1,)), ("30,40,10", 1, (1,))]
)
def test_the_last_trick_decides_among_the_best(points: str, lead: int, winners: tuple[int, ...]) -> None:
    """Of several players with most points he wins who took the last trick, and nobody does when another took it."""
    game = home('tie = "last_trick"', parent="hola", players=3)
    state = parse(f"home/3 hands=-,-,- lead={lead} points={points} tricks=6,6,5", rules=game.rulebook)
    assert state.result is not None
    assert state.result.winners == winners


@pytest.mark.parametrize("side", [2, -1])
def test_a_score_of_no_side_is_refused(side: int) -> None:
    """Only a side of the game has a score that can fall."""
    with pytest.raises(UsageError, match=r"expected sides from 0 to 1"):
        start_match(load("hola"), dealer=0).add_game_points((0, 0), (Side(side),))
