"""Matches of games with suit tricks: what deals pay, what is carried on, the favourite suit, changing partners, and claims."""

import random
from collections import Counter
from typing import Final

import pytest

from aceten import (
    Claim,
    Match,
    PositionError,
    Side,
    State,
    Suit,
    SuitState,
    UsageError,
    load,
    parse,
    parse_action,
    start_match,
)
from aceten.engine.suits.settling import settle_table
from aceten_spec.rulebook import SuitParameters

EINWERFEN: Final = load("einwerfen")


def paid(points: int, *, every_trick: bool = False, bombe: str = "points") -> tuple[int, ...]:
    """Return the game points of a deal of Einwerfen in which side 0 takes so many points."""
    rules = load("einwerfen", bombe=bombe).rules
    assert isinstance(rules, SuitParameters)
    took = (points > 0 or not every_trick, points < 120 or not every_trick)
    result = settle_table(rules, (points, 120 - points), took, Side(0), known=True, tricks=None, trump=Suit.HEARTS)
    assert result.game_points is not None
    return result.game_points


def price(points: int) -> int:
    """Return what the source says of a side with so many points: 61 to 90 one chip, 91 to 119 two, 120 three."""
    return 3 if points == 120 else 2 if points > 90 else 1 if points > 60 else 0


def test_every_total_is_paid_as_the_source_says() -> None:
    """For every total from 0 to 120 exactly one side is paid, by one row, and nobody at 60; the sums are those of the bands."""
    table = {points: paid(points) for points in range(121)}
    assert table == {points: (price(points), price(120 - points)) for points in range(121)}
    assert [points for points, scored in table.items() if not any(scored)] == [60]
    assert all(0 in scored for scored in table.values())
    for side in (0, 1):
        bands = Counter(scored[side] for scored in table.values())
        assert bands == {0: 61, 1: 30, 2: 29, 3: 1}
        assert sum(scored[side] for scored in table.values()) == 30 * 1 + 29 * 2 + 1 * 3 == 91


def test_a_bombe_can_ask_for_every_trick() -> None:
    """Where it is agreed on, all 120 points without every trick are a Matsch only."""
    assert paid(120, bombe="all_tricks") == (2, 0)
    assert paid(120, bombe="all_tricks", every_trick=True) == (3, 0)
    assert paid(120) == paid(120, every_trick=True) == (3, 0)


def play_out(state: State, chance: random.Random) -> SuitState:
    """Play a deal to its end by chance."""
    while state.turn is not None:
        state = state.play(chance.choice(state.legal))
    assert isinstance(state, SuitState)
    return state


def points_by_hand(end: SuitState) -> int:
    """Return the card points of side 0, counted from its cards as text."""
    worth = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
    return sum(worth.get(str(card)[0], 0) for card in end.taken[0])


def ties(deck_seed: int) -> SuitState:
    """Return a deal of Einwerfen, played out by chance until it ends 60 to 60."""
    for attempt in range(3000):
        end = play_out(EINWERFEN.deal(seed=deck_seed), random.Random(attempt))
        if points_by_hand(end) == 60:
            return end
    raise AssertionError


@pytest.mark.turns(2)
@pytest.mark.parametrize("seed", range(4))
def test_favourite_and_carried_ties_through_a_whole_game(seed: int) -> None:
    """Through 48 deals played out, every deal is paid by its points, doubled in the favourite suit, with what ties have carried on.

    The account is kept a second time by hand, from the cards that were taken, the trump suits and the ties among the deals.
    """
    match = start_match(EINWERFEN, dealer=seed)
    favourite: Suit | None = None
    carried, scores, tied, doubled = 0, [0, 0], 0, 0
    for number in range(48):
        assert not match.over
        assert match.dealer == (seed + number) % 4
        end = (
            ties(number)
            if number % 12 == seed
            else play_out(match.deal(seed=1000 * seed + number), random.Random(number))
        )
        assert end.trump is not None
        points = points_by_hand(end)
        twice = 2 if favourite == end.trump else 1
        favourite = favourite or end.trump
        if points == 60:
            carried += twice
            tied += 1
        else:
            winner = 0 if points > 60 else 1
            scores[winner] += price(max(points, 120 - points)) * twice + carried
            carried = 0
            doubled += twice == 2
        result = end.result
        assert result is not None
        match = match.add(result)
        assert match.scores == tuple(scores)
        assert match.favourite == favourite
    assert match.over
    assert tied >= 3
    assert doubled >= 3
    with pytest.raises(UsageError, match="the match is over"):
        match.deal(seed=0)


def test_a_tied_first_deal_sets_the_favourite() -> None:
    """Also a first deal that nobody wins sets the favourite suit; it carries one point on, and a later one in that suit two."""
    match = start_match(EINWERFEN, dealer=0).add_game_points((0, 0), trump=Suit.HEARTS)
    assert (match.favourite, match.scores) == (Suit.HEARTS, (0, 0))
    match = match.add_game_points((0, 0), trump=Suit.HEARTS).add_game_points((0, 1), trump=Suit.CLUBS)
    assert match.scores == (0, 1 + 1 + 2)
    match = match.add_game_points((3, 0), trump=Suit.HEARTS)
    assert match.scores == (6, 4)


@pytest.mark.parametrize(("drawn", "won"), [("carry", 2 + 1 + 1), ("doubles", 2 * 4), ("void", 2)])
def test_what_tied_deals_mean(drawn: str, won: int) -> None:
    """Two tied deals add a point each to the next that somebody wins, double it twice, or mean nothing; then all is as before."""
    match = start_match(load("einwerfen", drawn_deal=drawn), dealer=0)
    for game_points in ((0, 0), (0, 0), (2, 0), (1, 0)):
        suit = Suit.SPADES if match.deals else Suit.CLUBS
        match = match.add_game_points(game_points, trump=suit)
    assert match.scores == (won + 1, 0)


def test_the_trump_suit_is_asked_for_where_it_bears_on_the_score() -> None:
    """Without the trump suit a deal of Einwerfen cannot be scored in the match, and the message says so."""
    with pytest.raises(UsageError, match="trump suit of the deal is missing"):
        start_match(EINWERFEN, dealer=0).add_game_points((1, 0))


def test_the_tour_of_48_deals_seats_everyone() -> None:
    """For 48 deals the same player is eldest, and each of the other three is his partner for 16 of them; then the tour is over.

    Eldest keeps his seat, and the dealer's is the seat before him, always that of an opponent.
    """
    match = start_match(load("einwerfen", seating="tour_48"), dealer=2)
    partners: list[int] = []
    neighbours: list[tuple[int, int]] = []
    for number in range(48):
        assert not match.over
        assert match.dealer == 2
        assert sorted(match.players) == [0, 1, 2, 3]
        state = match.deal(seed=number)
        assert state.turn == 3
        eldest, partner = match.players[3], match.players[1]
        assert eldest == 3
        partners.append(partner)
        neighbours.append((match.players[0], match.players[2]))
        match = match.add_game_points((1, 0) if number % 2 else (0, 1), trump=Suit(number % 3 + 1))
    assert match.over
    assert Counter(partners) == {0: 16, 1: 16, 2: 16}
    assert [len(set(partners[start : start + 16])) for start in (0, 16, 32)] == [1, 1, 1]
    assert all(partner not in pair for partner, pair in zip(partners, neighbours, strict=True))
    assert len(match.scores) == 4


def test_a_tour_is_scored_by_player() -> None:
    """What a side wins goes to each of its two players, whoever they are at that time."""
    match = start_match(load("einwerfen", seating="tour_48", favourite=False), dealer=0)
    for _ in range(16):
        match = match.add_game_points((0, 1))  # players 1 (eldest, seat 1) and 3
    assert match.scores == (0, 16, 0, 16)
    match = match.add_game_points((0, 2))  # eldest's new partner is the player who sat to his left
    assert match.players == (0, 1, 3, 2)
    assert match.scores == (0, 18, 2, 16)
    match = match.add_game_points((3, 0))
    assert match.scores == (3, 18, 2, 19)


def test_nobody_wins_a_tour_that_ends_equal() -> None:
    """When the best are equal after the last deal the match is over all the same, and nobody has won it."""
    match = start_match(load("einwerfen", deals=2), dealer=0)
    match = match.add_game_points((1, 0), trump=Suit.CLUBS).add_game_points((0, 1), trump=Suit.SPADES)
    assert (match.over, match.winner) == (True, None)
    with pytest.raises(UsageError, match="nobody has won it"):
        match.deal(seed=0)


def test_a_drawn_deal_of_sixty_six_carries_a_game_point() -> None:
    """65 to 65 brings nobody anything; the next deal that somebody wins brings one game point more, two after two such deals."""
    match = start_match(load("sixty-six"), dealer=0).add_game_points((0, 0)).add_game_points((0, 0))
    assert match.scores == (0, 0)
    assert match.add_game_points((0, 2)).scores == (0, 4)
    assert match.add_game_points((0, 2)).add_game_points((0, 2)).scores == (0, 6)


def test_a_match_to_1001_is_won_by_a_claim_only() -> None:
    """Also with 1001 or more nobody has won before he says so; who claims first wins, whatever the other has."""
    match = start_match(load("tausendeins"), dealer=0).add_game_points((900, 1000))
    assert not match.over
    match = match.add_game_points((150, 40))
    assert (match.over, match.scores) == (False, (1050, 1040))
    state = match.deal(seed=3)
    assert isinstance(state, SuitState)
    assert state.scores == (1050, 1040)
    assert state.turn == match.game.after[match.dealer]
    end = state.play(Claim())
    over = match.finish(end)
    assert over.over
    assert over.winner == match.game.sides[state.turn or 0]
    assert over.scores == (1050, 1040)


def test_no_deal_begins_when_a_match_is_over_by_itself() -> None:
    """Where play ends by itself at 1001 there is no deal, and no position, at such a score; where it is claimed there is."""
    automatic = load("tausendeins", claiming="automatic")
    with pytest.raises(UsageError, match="with 1001 the match is over by itself"):
        automatic.deal(seed=1, scores=(1001, 5))
    assert "score=1000,5" in str(automatic.deal(seed=1, scores=(1000, 5)))
    line = str(load("tausendeins").deal(seed=1, scores=(1001, 5)))
    with pytest.raises(PositionError, match="score: with 1001 the match is over by itself"):
        parse(f"{line} claiming=automatic")


def test_a_wrong_claim_of_the_match_costs_the_deal() -> None:
    """Where a wrong claim loses the deal, who claims 1001 wrongly scores nothing for it, and the other what he has made."""
    state = parse(
        "tausendeins/2 hands=AcTc,AsTs lead=0 taken=AhThKhQhJh9h8h7hAdTdKdQdJd9d,KcQcJc9c8c7cKsQsJs9s8s7s8d7d"
        " score=700,100 wrong_claim=lost"
    )
    assert isinstance(state, SuitState)
    result = state.play(Claim()).result
    assert result is not None
    assert (result.award, result.game_points, result.claimed) == ("wrong-claim", (0, 18), None)
    right = parse(str(state).replace("score=700", "score=960")).play(Claim()).result
    assert right is not None
    assert (right.award, right.game_points, right.claimed) == ("points", (60, 18), 0)


def test_an_auction_nobody_opens_is_dealt_again() -> None:
    """When all four pass nobody scores, and the next player deals."""
    match = start_match(load("auction-sixty-six"), dealer=1)
    state = match.deal(seed=5)
    for _ in range(4):
        state = state.play(parse_action("pass"))
    match = match.finish(state)
    assert (match.scores, match.dealer, match.deals) == ((0, 0), 2, 1)


def test_the_dealer_deals_again_after_a_drawn_deal() -> None:
    """Where it is agreed on he does, whoever deals after others; without it the turn passes."""
    for next_dealer in ("rotate", "winners"):
        game = load("sixty-six", next_dealer=next_dealer, drawn_dealer="keeps")
        match: Match = start_match(game, dealer=1)
        assert [match.add_game_points(points).dealer for points in ((0, 0), (1, 0))] == [1, 0]
    assert start_match(load("sixty-six"), dealer=1).add_game_points((0, 0)).dealer == 0


@pytest.mark.parametrize(("next_dealer", "dealers"), [("rotate", [1, 0, 1]), ("winners", [0, 0, 1])])
def test_who_deals_next_in_sixty_six(next_dealer: str, dealers: list[int]) -> None:
    """The deal passes, or, where it is agreed on, the winner deals next."""
    match: Match = start_match(load("sixty-six", next_dealer=next_dealer), dealer=0)
    found: list[int] = []
    for game_points in ((1, 0), (2, 0), (0, 1)):
        match = match.add_game_points(game_points)
        found.append(match.dealer)
    assert found == dealers
