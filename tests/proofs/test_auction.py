"""The theorem about the auction, and its formulas on given bids."""

from __future__ import annotations

import itertools

import msgspec
import pytest
from slices import sliced

from aceten import Bid, SuitGame, load, parse
from aceten.proofs.obligations import Provers
from aceten.proofs.propositions import establish
from aceten.proofs.setting import setting
from aceten.proofs.theorems.auction import PROPOSITIONS
from aceten.suits.state import SuitState
from aceten.suits.steps import auction_over, may_bid
from aceten_spec import Rulebook, load_shipped, shipped
from aceten_spec.formulas import auction as formulas

[AUCTION] = PROPOSITIONS
GAMES = [game for game in shipped() if isinstance(load(game), SuitGame)]
RULES = setting(load("auction-sixty-six")).suits.rules
HANDS = "hands=AhAsKcQcTdJd,ThTsJc9cAdKh,QhJhKsQsJs9s,9hAcTcKdQd9d"


def _few_bids() -> Rulebook:
    """Return rules of which the proof follows fewer paths: three bids."""
    shipped_rules = load_shipped("auction-sixty-six")
    parameters = msgspec.structs.replace(shipped_rules.parameters, bids=(60, 66, 130))
    return msgspec.structs.replace(shipped_rules, id="three-bids", parameters=parameters)


@pytest.mark.turns(12)
@pytest.mark.parametrize("rules", sliced([_few_bids()], whole=[_few_bids(), load_shipped("auction-sixty-six")]))
def test_theorem_is_proved(rules: Rulebook) -> None:
    """The auction ends, and who has bid the most is the declarer, whatever can be bid."""
    found = establish(AUCTION, setting(load(rules)), provers=Provers())
    assert found.verdict == "proved", [each for each in found.obligations if each.verdict != "proved"]
    assert all("{" not in obligation.domain for obligation in found.obligations)


def test_theorem_speaks_about_auctions_alone() -> None:
    """It is about the games in which there are bids."""
    assert [game for game in GAMES if AUCTION.applies(setting(load(game)))] == ["auction-sixty-six"]


@pytest.mark.parametrize(("again", "expected"), [("partner", True), ("always", True), ("never", False)])
def test_who_may_bid_again(again: str, expected: bool) -> None:
    """Who passed before his partner bid may bid again, where the option lets him."""
    rules = setting(load("auction-sixty-six", bid_again=again)).suits.rules
    assert bool(formulas.may_bid(rules, 4, 4).at(0, 60, 66, 0)) is expected
    assert bool(formulas.may_bid(rules, 4, 4).at(0, 60, 0, 0)) is (again == "always")
    assert formulas.may_bid(rules, 4, 4).at(60, 66, 0, 0)
    assert bool(formulas.may_bid(rules, 4, 8).at(0, 60, 66, 70, 0, 72, 0, 0)) is (again == "always")


def test_formulas_agree_with_the_engine() -> None:
    """For all bids of 0, 60 and 130 in up to six turns the formulas say what the engine does."""
    for count in range(1, 7):
        may, over = formulas.may_bid(RULES, 4, count), formulas.is_over(4, count, 130)
        for bids in itertools.product((0, 60, 130), repeat=count):
            assert bool(may.at(*bids)) == may_bid(bids, 4, "partner")
            assert bool(over.at(*bids)) == auction_over(bids, 4, 130)


def test_when_the_auction_is_over() -> None:
    """With the highest bid, with three passes after a bid, and with four passes."""
    assert formulas.is_over(4, 1, 130).at(130)
    assert formulas.is_over(4, 4, 130).at(60, 0, 0, 0)
    assert formulas.is_over(4, 4, 130).at(0, 0, 0, 0)
    assert not formulas.is_over(4, 3, 130).at(0, 0, 0)
    assert not formulas.is_over(4, 4, 130).at(0, 60, 0, 0)


def test_bids_in_order() -> None:
    """Bids are multiples of 6 or of 10, and each is higher than those before."""
    order = formulas.in_order(RULES, 3)
    assert order.at(60, 0, 66)
    assert not order.at(66, 0, 60)
    assert not order.at(66, 0, 66)
    assert not order.at(61, 0, 0)


def test_what_is_offered() -> None:
    """After 120 the bids of 126 and 130 are offered; passing is, unless the dealer has to bid."""
    last_two = [points for points in RULES.bids if formulas.offered(RULES, points).at(120, 1)]
    assert last_two == [126, 130]
    assert not formulas.offered(RULES, 130).at(120, 0)
    forced = setting(load("auction-sixty-six", no_bid="dealer")).suits.rules
    assert formulas.may_pass(RULES, 4).at(0, 3)
    assert not formulas.may_pass(forced, 4).at(0, 3)
    assert formulas.may_pass(forced, 4).at(60, 3)
    assert formulas.may_pass(forced, 4).at(0, 2)


def test_offers_are_those_of_a_position() -> None:
    """In a real auction the engine offers what the formulas say."""
    state = parse(f"auction-sixty-six/4 {HANDS} lead=1 dealer=0 bids=-,120")
    offered = [action.points for action in state.legal if isinstance(action, Bid)]
    assert offered == [points for points in RULES.bids if formulas.offered(RULES, points).at(120, 1)]


def test_who_wins() -> None:
    """With seat 3 as dealer eldest hand is seat 0; the second bidder wins with 66."""
    wins = formulas.wins(4, 4)
    assert wins.at(1, 66, 3, 60, 66, 0, 0)
    assert not wins.at(0, 60, 3, 60, 66, 0, 0)
    assert not wins.at(2, 66, 3, 60, 66, 0, 0)
    assert not wins.at(1, 0, 3, 0, 0, 0, 0)


def test_auction_of_a_position() -> None:
    """The formula names the declarer of an auction that is played to its end."""
    state = parse(f"auction-sixty-six/4 {HANDS} lead=1 dealer=0 bids=60,66,-")
    for _ in range(2):
        state = state.play(state.legal[-1])
    assert isinstance(state, SuitState)
    assert state.contract is not None
    assert formulas.wins(4, 5).at(*state.contract, 0, 60, 66, 0, 0, 0)


def test_turns_left() -> None:
    """No turn is left after the highest bid, nor when nobody can follow; every bid and every pass leaves fewer."""
    left = formulas.bids_to_come(RULES, 4)
    assert left.at(130, 0) == 0
    assert left.at(0, 0) == 4 + 16 * 3
    assert left.at(126, 3) == 0
    assert left.at(126, 2) == 1
    assert left.at(60, 1) < left.at(60, 0) < left.at(0, 3)
    goes_on = formulas.goes_on(RULES, 4)
    assert goes_on.at(0, 3)
    assert not goes_on.at(0, 4)
    assert goes_on.at(60, 2)
    assert not goes_on.at(60, 3)
    assert not goes_on.at(130, 0)
