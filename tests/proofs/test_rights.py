"""The formulas of rights beside playing cards and of the end of a deal, on given positions."""

from __future__ import annotations

from collections import Counter

import pytest

from aceten import load, parse, parse_action
from aceten.actions import Seat
from aceten.proofs import suit_deals
from aceten.proofs.setting import setting
from aceten.proofs.theorems import suit_follows
from aceten.suits.rights import exchangeable, may_close, may_exchange
from aceten.suits.state import SuitState
from aceten_spec import Rank, Suit, card_of, load_shipped
from aceten_spec.formulas import Z3
from aceten_spec.formulas import rights as formulas
from aceten_spec.formulas.suit_play import SuitPlay
from aceten_spec.formulas.terms import FALSE
from aceten_spec.options import apply_options
from aceten_spec.rulebook import OptionValue, SuitParameters


def _rules(game: str, option: str = "", value: str = "") -> SuitParameters:
    options: dict[str, OptionValue | bool] = {option: value} if option else {}
    parameters, _ = apply_options(load_shipped(game), max(load_shipped(game).parameters.players), options)
    assert isinstance(parameters, SuitParameters)
    return parameters


def test_deals_are_looked_at_from_both_ends() -> None:
    """The shapes of deals come with the fewest and with the most cards first, and none is lost."""
    for name in ("sixty-six", "auction-sixty-six", "einwerfen"):
        game = setting(load(name)).suits
        shapes = list(suit_deals.every_shape(game))
        parts = suit_deals.over, suit_deals.auctions, suit_deals.special, suit_deals.lying
        cards = [sum(shape.held) for shape in shapes]
        assert Counter(shapes) == Counter(shape for part in parts for shape in part(game))
        assert cards[::2] == sorted(cards[::2])
        assert cards[1::2] == sorted(cards[1::2], reverse=True)
        assert (cards[0], cards[1]) == (min(cards), max(cards))


@pytest.mark.turns(6)
def test_every_kind_of_action_is_accepted_somewhere() -> None:
    """What is claimed of every branch that is no refusal is claimed of actions of every kind."""
    accepted: set[str] = set()
    for game in (setting(load("sixty-six")).suits, setting(load("auction-sixty-six")).suits):
        relation = SuitPlay(game.rules, game.players)
        for shape in suit_deals.every_shape(game):
            numbers = tuple(Z3.Int(variable.name) for variable in suit_deals.variables(game, shape))
            for kind, _, ways in suit_follows.actions(relation, suit_deals.deal(shape, 2, numbers)):
                if any(way.guard is not FALSE and not isinstance(way.after, str) for way in ways):
                    accepted.add(kind)
    assert accepted == {"card", "meld", "exchange", "close", "draw", "claim", "bid", "name", "pass"}


# --- Marriages ---


def test_when_a_marriage_may_be_shown() -> None:
    """In Sixty-Six by who leads, with king and queen, while the talon is open."""
    may = formulas.may_show(_rules("sixty-six"))
    assert may.at(1, 12, 0, 0, 0, 1, 1)
    assert not may.at(0, 12, 0, 0, 0, 1, 1)
    assert not may.at(1, 0, 0, 6, 0, 1, 1)
    assert not may.at(1, 12, 1, 1, 0, 1, 1)
    assert not may.at(1, 12, 0, 1, 1, 1, 1)
    assert not may.at(1, 12, 0, 1, 0, 1, 0)
    assert not may.at(1, 12, 0, 1, 0, 0, 1)
    assert not formulas.may_show(_rules("sixty-six", "meld_first", "off")).at(1, 12, 0, 0, 0, 1, 1)
    assert formulas.may_show(_rules("sixty-six", "meld_after_stock", "on")).at(1, 0, 0, 6, 0, 1, 1)
    assert not formulas.may_show(_rules("einwerfen")).at(1, 12, 0, 0, 0, 1, 1)


def test_what_a_marriage_counts() -> None:
    """20 or 40 by trumps; by suits, and by how many were shown before."""
    points = formulas.marriage_points(_rules("sixty-six"))
    assert (points.at(1, 3, 0), points.at(3, 3, 0)) == (20, 40)
    points = formulas.marriage_points(_rules("tausendeins"))
    assert [points.at(suit, 0, 0) for suit in Suit] == [100, 80, 60, 40]
    points = formulas.marriage_points(_rules("tausendeins", "marriages", "order"))
    assert [points.at(1, 0, shown) for shown in range(4)] == [40, 60, 80, 100]


# --- The turn-up and the talon ---


def test_what_can_be_exchanged() -> None:
    """In Sixty-Six the nine of trumps, as long as there is a turn-up."""
    card = formulas.exchanged(_rules("sixty-six"))
    assert card.at(12, Suit.HEARTS) == card_of(Rank.NINE, Suit.HEARTS)
    assert card.at(0, Suit.HEARTS) == card.at(12, 0) == -1
    assert formulas.exchanged(_rules("tausendeins")).at(12, Suit.HEARTS) == -1


def test_when_one_may_exchange() -> None:
    """In Sixty-Six with a trick and three cards in the talon, but after closing only where an option lets the other player."""
    may = formulas.may_exchange(_rules("sixty-six"))
    assert may.at(1, 0, 3, 0, 0, 0, 1, 0)
    assert not may.at(1, 0, 2, 0, 0, 0, 1, 0)
    assert not may.at(1, 0, 3, 0, 0, 1, 0, 0)
    assert not may.at(1, 1, 3, 0, 0, 1, 1, 0)
    assert not may.at(0, 0, 3, 0, 0, 1, 1, 0)
    assert not may.at(1, 0, 3, 1, 0, 1, 1, 0)
    late = formulas.may_exchange(_rules("sixty-six", "exchange_after_closing", "on"))
    assert late.at(1, 0, 3, 1, 0, 1, 0, 0)
    assert not late.at(1, 0, 3, 1, 1, 1, 0, 0)
    assert not late.at(1, 0, 3, 1, 0, 1, 0, 1)
    assert not formulas.may_exchange(_rules("sixty-six", "exchange_by", "leader")).at(1, 0, 3, 0, 0, 0, 1, 0)


def test_rights_of_a_position() -> None:
    """In a real position the engine and the formulas say the same of the turn-up and the talon."""
    rules = _rules("schnapsen")
    state = parse("schnapsen/2 hands=AhJhTsKsQs,AcTcKcQcJc talon=AdTdKdQdJdAsJsQhKhTh lead=0")
    assert isinstance(state, SuitState)
    assert exchangeable(state) == formulas.exchanged(rules).at(10, Suit.HEARTS) == card_of(Rank.JACK, Suit.HEARTS)
    assert may_exchange(state, Seat(0)) == bool(formulas.may_exchange(rules).at(1, 0, 10, 0, 0, 1, 0, 0))
    assert may_close(state) == bool(formulas.may_close(rules).at(1, 10, 0, 0))
    follower = state.play(parse_action("Ah"))
    assert isinstance(follower, SuitState)
    assert may_exchange(follower, Seat(1)) == bool(formulas.may_exchange(rules).at(0, 0, 10, 0, 0, 0, 0, 0))
    assert may_close(follower) == bool(formulas.may_close(rules).at(0, 10, 0, 0))


def test_when_one_may_close() -> None:
    """Who leads, while two cards lie there; with the option not before the first lead."""
    may = formulas.may_close(_rules("sixty-six"))
    assert may.at(1, 2, 0, 0)
    assert not may.at(1, 1, 0, 1)
    assert not may.at(0, 2, 0, 1)
    assert not may.at(1, 2, 1, 1)
    assert not formulas.may_close(_rules("tausendeins")).at(1, 20, 0, 1)
    later = formulas.may_close(_rules("sixty-six", "close_first", "off"))
    assert later.at(1, 10, 0, 1)
    assert not later.at(1, 12, 0, 0)


def test_when_one_has_to_draw() -> None:
    """With less than a full hand to lead, while there is an open talon."""
    draws = formulas.has_to_draw(_rules("sixty-six"))
    assert draws.at(1, 2, 0, 5)
    assert not draws.at(1, 2, 0, 6)
    assert not draws.at(0, 2, 0, 5)
    assert not draws.at(1, 0, 0, 5)
    assert not draws.at(1, 2, 1, 5)


# --- Claims ---


def test_what_counts() -> None:
    """Marriages count once a trick is taken; the last trick counts when all cards are played."""
    counts = formulas.counts()
    assert counts.at(30, 40, 1, 10) == 80
    assert counts.at(0, 40, 0, 0) == 0
    last = formulas.last_trick(_rules("sixty-six"))
    assert (last.at(1, 0), last.at(0, 0), last.at(1, 2)) == (10, 0, 0)
    assert formulas.last_trick(_rules("schnapsen")).at(1, 0) == 0


def test_what_is_claimed() -> None:
    """66 in a deal of Schnapsen; 1001 in a match of Tausendeins, with what was scored before."""
    assert formulas.is_right(_rules("schnapsen")).at(0, 66)
    assert not formulas.is_right(_rules("schnapsen")).at(5, 65)
    assert formulas.is_right(_rules("tausendeins")).at(950, 51)
    assert not formulas.is_right(_rules("tausendeins")).at(950, 50)


def test_who_may_claim() -> None:
    """In Schnapsen anybody at his turn, in Tausendeins only who is right, in Einwerfen nobody."""
    assert formulas.may_claim(_rules("schnapsen")).at(0)
    assert not formulas.may_claim(_rules("tausendeins")).at(0)
    assert formulas.may_claim(_rules("tausendeins")).at(1)
    assert not formulas.may_claim(_rules("einwerfen")).at(1)
    assert not formulas.may_claim(_rules("schnapsen", "claiming", "automatic")).at(1)


# --- The end ---


def test_what_follows_a_trick() -> None:
    """In Sixty-Six the winner may close before anybody draws; in Schnapsen both draw at once; with automatic claims a deal ends."""
    assert formulas.after_trick(_rules("sixty-six")).at(5, 12, 0, 0) == 0
    assert formulas.after_trick(_rules("schnapsen")).at(4, 10, 0, 0) == 3
    assert formulas.after_trick(_rules("schnapsen")).at(4, 10, 1, 0) == 0
    assert formulas.after_trick(_rules("schnapsen")).at(0, 0, 0, 1) == 0
    assert formulas.after_trick(_rules("schnapsen", "claiming", "automatic")).at(4, 10, 0, 1) == 2
    assert formulas.after_trick(_rules("einwerfen")).at(0, 0, 0, 0) == 1
    assert formulas.after_trick(_rules("einwerfen")).at(1, 0, 0, 0) == 0


def test_when_a_deal_is_over() -> None:
    """With a claim, or when all cards are played and the winner of the last trick passes, where he is asked."""
    over = formulas.is_over(_rules("schnapsen"))
    assert over.at(10, 1, 0, 0)
    assert over.at(0, 0, 1, 0)
    assert not over.at(0, 0, 0, 0)
    assert not over.at(2, 0, 0, 1)
    assert formulas.is_over(_rules("einwerfen")).at(0, 0, 0, 0)
    assert formulas.is_over(_rules("schnapsen", "claiming", "automatic")).at(2, 0, 0, 1)


def test_steps_left() -> None:
    """Drawing, playing, exchanging, closing, naming trumps and ending make the number smaller."""
    left = formulas.steps_left()
    now = left.at(10, 10, 1, 1, 1, 1)
    assert now == 34
    after = [(8, 12, 1, 1, 1, 1), (10, 9, 1, 1, 1, 1), (10, 10, 0, 1, 1, 1), (10, 10, 1, 0, 1, 1), (10, 10, 1, 1, 0, 1)]
    assert [left.at(*state) for state in after] == [32, 33, 33, 33, 33]
