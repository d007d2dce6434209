"""Matches that end with a trick, and what a deal leaves to the next one."""

import random
from typing import Final

import pytest
from support.games.game_strategies import game_of
from support.games.match_results import dealers, home

from aceten import Side, Suit, UsageError, card, load, parse, parse_action, start_match
from aceten.deals.shuffling import MAX_SEED
from aceten_solver.question.trick_kinds import seam_of

# --- A match that ends at once ------------------------------------------------------------------------------------------


AT_ONCE: Final = "ristiklappi/2 hands=AT5,KQ4 lead=0 points=40,30 finish=immediate"
"""A deal that goes on, in which side 0 has 40 points so far."""


def test_a_match_that_ends_with_a_trick() -> None:
    """Where a match ends at once, it does with the trick that brings a side to the target; the deal counts as it stands then."""
    state = parse(AT_ONCE)
    match = start_match(game_of(state), dealer=1).add_game_points((60, 60))
    assert match.reached(state) is None
    with pytest.raises(UsageError, match="the deal is not over: A is to act"):
        match.finish(state)
    for text in ("A", "4"):
        state = state.play(parse_action(text))
    assert state.points == (51, 30)
    assert match.reached(state) is None
    for text in ("T", "K"):
        state = state.play(parse_action(text))
    assert match.reached(state) == 0
    after = match.finish(state)
    assert (after.winner, after.scores, after.deals) == (0, (125, 90), 2)


def test_a_match_that_ends_with_the_deal_waits_for_it() -> None:
    """Where a match ends with the deal, no trick ends it, and its deals are finished when they are over."""
    state = parse(AT_ONCE.replace(" finish=immediate", ""))
    match = start_match(game_of(state), dealer=1).add_game_points((100, 60))
    assert match.reached(state) is None
    with pytest.raises(UsageError, match="the deal is not over"):
        match.finish(state)


def test_only_one_side_comes_first_to_the_target() -> None:
    """When both sides have the target the deal was played on too long: who came first cannot be told any more."""
    state = parse(AT_ONCE)
    match = start_match(game_of(state), dealer=1).add_game_points((90, 100))
    with pytest.raises(UsageError, match=r"sides 0 and 1 both have 121, and the match ended when the first had"):
        match.reached(state)
    with pytest.raises(UsageError, match=r"more than one side has 121, and the match ended when the first had"):
        match.add_game_points((40, 30))
    assert match.add_game_points((40, 20)).winner == 0


def test_the_last_trick_counts_for_a_match_that_ends_at_once() -> None:
    """Points for the last trick bring a side to the target when the deal is over, and not before."""
    game = home('finish = "immediate"', parent="sedmice", players=2)
    state = parse("home/2 hands=9,8 lead=0 points=40,40", rules=game.rulebook)
    match = start_match(game, dealer=0).add_game_points((70, 0))
    assert match.reached(state) is None
    for text in ("9", "8"):
        state = state.play(parse_action(text))
    assert match.reached(state) == 0
    assert match.finish(state).scores == (120, 40)
    assert match.finish(state).winner == 0


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("seed", range(5))
def test_a_match_played_until_a_trick_ends_it(players: int, seed: int) -> None:
    """A match that ends at once is won by the side that a trick brought to the target first, and the other is below it."""
    chance = random.Random(seed)
    match = start_match(load("ristiklappi", players=players, finish="immediate"), seed=seed)
    while match.winner is None:
        state = match.deal(seed=chance.randrange(MAX_SEED))
        while state.legal and match.reached(state) is None:
            state = state.play(chance.choice(state.legal))
        match = match.finish(state)
    assert match.scores[match.winner] >= 121 > match.scores[1 - match.winner]


def test_a_score_that_falls_does_not_end_a_match_at_once() -> None:
    """Where a match ends at once, a side whose score falls to 0 with the deal has not come to the target."""
    game = home('four_resets = true\nfinish = "immediate"', parent="hola")
    state = parse("home/4 hands=A,K,Q,J lead=0 points=40,30 tricks=6,6 resets=1", rules=game.rulebook)
    assert start_match(game, dealer=0).add_game_points((400, 480)).reached(state) is None
    match = start_match(game, dealer=0).add_game_points((480, 480))
    assert match.reached(state) == 0
    assert match.finish(state).scores == (520, 0)


def test_a_deal_that_is_over_counts_in_full() -> None:
    """Where a match ends at once, and with the last trick of a deal, what the whole deal is worth counts: here for every trick."""
    game = home('finish = "immediate"', parent="hola")
    state = parse("home/4 hands=-,-,-,- lead=0 points=80,0 tricks=13,0", rules=game.rulebook)
    assert state.result is not None
    match = start_match(game, dealer=0).add_game_points((480, 100))
    assert match.reached(state) == 0
    assert match.finish(state) == match.add(state.result)
    assert match.finish(state).scores[0] > 480 + 90


# --- Games with suit tricks ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("drawn", "deals", "scores"),
    [
        ("carry", [(0, 0), (2, 0)], (3, 0)),
        ("carry", [(0, 0), (0, 0), (0, 1)], (0, 3)),
        ("carry", [(0, 0), (1, 0), (1, 0)], (3, 0)),
        ("doubles", [(0, 0), (2, 0)], (4, 0)),
        ("doubles", [(0, 0), (0, 0), (0, 1)], (0, 4)),
        ("doubles", [(0, 0), (1, 0), (1, 0)], (3, 0)),
        ("void", [(0, 0), (2, 0)], (2, 0)),
    ],
)
def test_what_a_drawn_deal_carries_over(drawn: str, deals: list[tuple[int, int]], scores: tuple[int, int]) -> None:
    """A deal that nobody wins adds a point to the next one that somebody wins, doubles it, or is forgotten, once."""
    match = start_match(load("sixty-six", drawn_deal=drawn), dealer=0)
    for game_points in deals:
        match = match.add_game_points(game_points)
    assert match.scores == scores


@pytest.mark.parametrize(
    ("options", "trumps", "deals", "scores"),
    [
        ({}, "hshs", [(1, 0), (1, 0), (1, 0), (0, 2)], (4, 2)),
        ({}, "ssss", [(1, 0), (3, 0), (0, 2), (0, 0)], (7, 4)),
        ({}, "hshs", [(0, 0), (1, 0), (1, 0), (1, 0)], (5, 0)),
        ({}, "hhs", [(1, 0), (0, 0), (1, 0)], (4, 0)),
        ({"favourite": "off"}, "hhhh", [(1, 0), (1, 0), (1, 0), (0, 2)], (3, 2)),
        ({"drawn_deal": "doubles"}, "hsh", [(1, 0), (0, 0), (1, 0)], (5, 0)),
    ],
)
def test_a_favourite_suit(
    options: dict[str, str], trumps: str, deals: list[tuple[int, int]], scores: tuple[int, int]
) -> None:
    """A later deal in the trump suit of the first counts twice, as does what it carries over when nobody wins it."""
    match = start_match(load("einwerfen", players=4, **options), dealer=0)
    for trump, game_points in zip(trumps, deals, strict=True):
        match = match.add_game_points(game_points, trump=card(f"A{trump}").suit)
    assert match.scores == scores


def test_a_favourite_suit_needs_the_trump_suit() -> None:
    """Where a suit counts twice, a deal cannot be added without its trump suit."""
    match = start_match(load("einwerfen"), dealer=0)
    with pytest.raises(UsageError, match="the trump suit of the deal is missing"):
        match.add_game_points((1, 0))
    assert match.add_game_points((1, 0), trump=Suit.HEARTS).favourite == Suit.HEARTS
    assert start_match(load("einwerfen", favourite=False), dealer=0).add_game_points((1, 0)).favourite is None


def test_partners_change() -> None:
    """Each of the others is the partner of eldest hand once; scores are those of the players, whose sides change."""
    match = start_match(load("einwerfen", seating="tour_48", favourite=False), dealer=0)
    assert match.scores == (0, 0, 0, 0)
    partners: list[int] = []
    for _ in range(3):
        partners.append(match.players[3])
        assert match.players[1] == 1
        for _ in range(16):
            match = match.add_game_points((0, 1))
        assert match.dealer == 0
    assert partners == [3, 2, 0]
    # Eldest hand and his partner of the moment have won every deal.
    assert match.scores == (16, 48, 16, 16)
    assert (match.over, match.winner, match.deals) == (True, 1, 48)
    with pytest.raises(UsageError, match="B won it with 16 to 48 to 16 to 16"):
        match.add_game_points((0, 1))


def test_game_points_are_those_of_sides_also_where_partners_change() -> None:
    """A deal is still won by a side: game points are those of the two sides, also where the score is kept by player."""
    match = start_match(load("einwerfen", seating="tour_48", favourite=False), dealer=2)
    assert match.add_game_points((2, 0)).scores == (2, 0, 2, 0)
    with pytest.raises(UsageError, match="expected a number from 0 for each of 2 sides"):
        match.add_game_points((1, 0, 1, 0))


def test_equal_scores_after_the_last_deal_are_won_by_nobody() -> None:
    """Where equal scores at the end are left as they are, the match is over and nobody has won it."""
    match = start_match(load("einwerfen", deals=2, favourite=False), dealer=0)
    for game_points in ((1, 0), (0, 1)):
        assert not match.over
        match = match.add_game_points(game_points)
    assert (match.over, match.winner) == (True, None)
    with pytest.raises(UsageError, match="the match is over: nobody has won it with 1 to 1"):
        match.deal(seed=1)


def test_a_match_that_is_claimed() -> None:
    """A match that is won by a claim goes on until somebody claims rightly, however many points anybody has."""
    match = start_match(load("tausendeins"), dealer=0)
    for _ in range(12):
        match = match.add_game_points((100, 20))
    assert (match.scores, match.over, match.winner) == ((1200, 240), False, None)
    claimed = match.add_game_points((10, 30), claimed=Side(1))
    assert (claimed.scores, claimed.over, claimed.winner) == ((1210, 270), True, 1)


def test_the_score_is_that_of_the_match() -> None:
    """Where the score bears on play, the next deal has it; a claim that it makes right ends deal and match."""
    match = start_match(load("tausendeins"), dealer=1).add_game_points((901, 500))
    state = match.deal(seed=3)
    assert "score=901,500" in str(state)
    line = "tausendeins/2 hands=Ac,Ks lead=0 points=101,4 tricks=8,7 score=901,500"
    over = parse(line).play(parse_action("claim"))
    after = match.finish(over)
    assert (after.winner, after.scores) == (0, (1002, 504))
    wrong = parse(line.replace("901", "899") + " wrong_claim=lost").play(parse_action("claim"))
    assert wrong.result is not None
    assert (wrong.result.claimed, wrong.result.game_points) == (None, (0, 4))
    assert wrong.result.award == "wrong-claim"


@pytest.mark.parametrize(
    ("dealer", "game_points", "after"), [(0, (0, 1), 1), (0, (1, 0), 0), (1, (1, 0), 0), (1, (0, 1), 1), (0, (0, 0), 1)]
)
def test_the_winner_of_a_deal_deals_next(dealer: int, game_points: tuple[int, int], after: int) -> None:
    """Where winners deal, the dealer deals again when he has won; otherwise, also after a drawn deal, the turn passes."""
    assert dealers(load("sixty-six", next_dealer="winners"), [game_points], dealer) == [dealer, after]


@pytest.mark.parametrize("name", ["sixty-six", "schnapsen-book", "einwerfen", "auction-sixty-six", "tausendeins"])
@pytest.mark.parametrize("seed", range(3))
def test_a_match_with_suit_tricks_played_to_its_end(name: str, seed: int) -> None:
    """Deals played at random make a match that somebody wins, with the right claim that is at hand, or that nobody does in the end."""
    chance = random.Random(seed)
    options = (
        {"deals": 4} if name == "einwerfen" else {"target": 150} if name in ("tausendeins", "auction-sixty-six") else {}
    )
    match = start_match(load(name, **options), seed=seed)
    while not match.over:
        assert match.deals < 400
        state = match.deal(seed=chance.randrange(MAX_SEED))
        while state.turn is not None:
            first = seam_of(state).moves(state)[0]
            state = state.play(first if str(first).startswith("claim") else chance.choice(state.legal))
        assert state.result is not None
        assert state.result.game_points is not None
        match = match.finish(state)
    assert match.winner is None or match.scores[match.winner] > 0
