"""The theorem about the auction, and its formulas on given bids."""

import itertools

import msgspec
import pytest
from support.proofs.single_obligations import GAMES, PROPOSITIONS, at_each, established, suits

from aceten import Bid, load, parse
from aceten.engine.suits.state import SuitState
from aceten.engine.suits.steps import auction_over, may_bid
from aceten.proofs.statements.game_setting import setting
from aceten.proofs.statements.obligations import Provers
from aceten_spec import load_shipped
from aceten_spec.formulas.suits import auction_clauses

RULES = suits("auction-sixty-six").rules
HANDS = "hands=AhAsKcQcTdJd,ThTsJc9cAdKh,QhJhKsQsJs9s,9hAcTcKdQd9d"


@pytest.mark.turns(12)
def test_theorem_is_proved() -> None:
    """The auction ends, and who has bid the most is the declarer, whatever can be bid; with three bids there are fewer paths."""
    rules = msgspec.structs.replace(RULES, bids=(60, 66, 130))
    three = msgspec.structs.replace(load_shipped("auction-sixty-six"), id="three-bids", parameters=rules)
    found = established("T-AUCTION", load(three), provers=Provers())
    assert found.verdict == "proved", [each for each in found.obligations if each.verdict != "proved"]
    assert all("{" not in obligation.domain for obligation in found.obligations)


def test_theorem_speaks_about_auctions_alone() -> None:
    """It is about the games in which there are bids."""
    applies = {game for game, _ in GAMES if PROPOSITIONS["T-AUCTION"].applies(setting(load(game)))}
    assert applies == {"auction-sixty-six"}


@pytest.mark.parametrize(("again", "expected"), [("partner", True), ("always", True), ("never", False)])
def test_who_may_bid_again(again: str, expected: bool) -> None:
    """Who passed before his partner bid may bid again, where the option lets him."""
    rules = suits(f"auction-sixty-six bid_again={again}").rules
    four = at_each(auction_clauses.may_bid(rules, 4, 4), (0, 60, 66, 0), (0, 60, 0, 0), (60, 66, 0, 0))
    assert four == [expected, again == "always", True]
    assert bool(auction_clauses.may_bid(rules, 4, 8).at(0, 60, 66, 70, 0, 72, 0, 0)) is (again == "always")


def test_formulas_agree_with_the_engine() -> None:
    """For all bids of 0, 60 and 130 in up to six turns the formulas say what the engine does."""
    for count in range(1, 7):
        may, over = auction_clauses.may_bid(RULES, 4, count), auction_clauses.is_over(4, count, 130)
        for bids in itertools.product((0, 60, 130), repeat=count):
            assert bool(may.at(*bids)) == may_bid(bids, 4, "partner")
            assert bool(over.at(*bids)) == auction_over(bids, 4, 130)


def test_when_the_auction_is_over() -> None:
    """With the highest bid, with three passes after a bid, and with four passes."""
    assert auction_clauses.is_over(4, 1, 130).at(130)
    assert not auction_clauses.is_over(4, 3, 130).at(0, 0, 0)
    assert at_each(auction_clauses.is_over(4, 4, 130), (60, 0, 0, 0), (0, 0, 0, 0), (0, 60, 0, 0)) == [
        True,
        True,
        False,
    ]


def test_bids_in_order() -> None:
    """Bids are multiples of 6 or of 10, and each is higher than those before."""
    order = auction_clauses.in_order(RULES, 3)
    assert at_each(order, (60, 0, 66), (66, 0, 60), (66, 0, 66), (61, 0, 0)) == [True, False, False, False]


def test_what_is_offered() -> None:
    """After 120 the bids of 126 and 130 are offered; passing is, unless the dealer has to bid."""
    last_two = [points for points in RULES.bids if auction_clauses.offered(RULES, points).at(120, 1)]
    assert last_two == [126, 130]
    assert not auction_clauses.offered(RULES, 130).at(120, 0)
    forced = suits("auction-sixty-six no_bid=dealer").rules
    assert auction_clauses.may_pass(RULES, 4).at(0, 3)
    assert at_each(auction_clauses.may_pass(forced, 4), (0, 3), (60, 3), (0, 2)) == [False, True, True]


def test_offers_are_those_of_a_position() -> None:
    """In a real auction the engine offers what the formulas say."""
    state = parse(f"auction-sixty-six/4 {HANDS} lead=1 dealer=0 bids=-,120")
    offered = [action.points for action in state.legal if isinstance(action, Bid)]
    assert offered == [points for points in RULES.bids if auction_clauses.offered(RULES, points).at(120, 1)]


def test_who_wins() -> None:
    """With seat 3 as dealer eldest hand is seat 0; the second bidder wins with 66."""
    wins = auction_clauses.wins(4, 4)
    assert wins.at(1, 66, 3, 60, 66, 0, 0)
    assert not any(at_each(wins, (0, 60, 3, 60, 66, 0, 0), (2, 66, 3, 60, 66, 0, 0), (1, 0, 3, 0, 0, 0, 0)))


def test_auction_of_a_position() -> None:
    """The formula names the declarer of an auction that is played to its end."""
    state = parse(f"auction-sixty-six/4 {HANDS} lead=1 dealer=0 bids=60,66,-")
    for _ in range(2):
        state = state.play(state.legal[-1])
    assert isinstance(state, SuitState)
    assert state.contract is not None
    assert auction_clauses.wins(4, 5).at(*state.contract, 0, 60, 66, 0, 0, 0)


def test_turns_left() -> None:
    """No turn is left after the highest bid, nor when nobody can follow; every bid and every pass leaves fewer."""
    left = auction_clauses.bids_to_come(RULES, 4)
    assert at_each(left, (130, 0), (0, 0), (126, 3), (126, 2)) == [0, 4 + 16 * 3, 0, 1]
    assert left.at(60, 1) < left.at(60, 0) < left.at(0, 3)
    goes_on = auction_clauses.goes_on(RULES, 4)
    assert at_each(goes_on, (0, 3), (0, 4), (60, 2), (60, 3), (130, 0)) == [True, False, True, False, False]
