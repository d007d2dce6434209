"""The formulas of rights beside playing cards and of the end of a deal, on given positions."""

from collections import Counter
from typing import Final

import pytest
from support.proofs.single_obligations import at_each, suits

from aceten import parse, parse_action
from aceten.engine.suits.rights import exchangeable, may_close, may_exchange
from aceten.engine.suits.state import SuitState
from aceten.proofs.claims import symbolic_suit_deals
from aceten.proofs.theorems.play import suit_branch_claims
from aceten.vocabulary.actions import Seat
from aceten_spec import Rank, Suit, card_of
from aceten_spec.formulas.suits import rights_clauses
from aceten_spec.formulas.suits.suit_relation import SuitRelation
from aceten_spec.formulas.terms import FALSE, Z3

SIXTY_SIX, SCHNAPSEN = suits("sixty-six").rules, suits("schnapsen").rules
TAUSENDEINS, EINWERFEN = suits("tausendeins").rules, suits("einwerfen").rules
CLAIM_LAST: Final = ("asked", "counted", "off")


def test_deals_are_looked_at_from_both_ends() -> None:
    """The shapes of deals come with the fewest and with the most cards first, and none is lost."""
    for name in ("sixty-six", "auction-sixty-six", "einwerfen"):
        game = suits(name)
        shapes = list(symbolic_suit_deals.every_shape(game))
        parts = (
            symbolic_suit_deals.over,
            symbolic_suit_deals.auctions,
            symbolic_suit_deals.special,
            symbolic_suit_deals.lying,
        )
        cards = [sum(shape.held) for shape in shapes]
        assert Counter(shapes) == Counter(shape for part in parts for shape in part(game))
        assert cards[::2] == sorted(cards[::2])
        assert cards[1::2] == sorted(cards[1::2], reverse=True)
        assert (cards[0], cards[1]) == (min(cards), max(cards))


@pytest.mark.turns(6)
def test_every_kind_of_action_is_accepted_somewhere() -> None:
    """What is claimed of every branch that is no refusal is claimed of actions of every kind."""
    accepted: set[str] = set()
    for game in map(suits, ("sixty-six", "auction-sixty-six")):
        relation = SuitRelation(game.rules, game.players)
        for shape in symbolic_suit_deals.every_shape(game):
            numbers = tuple(Z3.Int(variable.name) for variable in symbolic_suit_deals.variables(game, shape))
            for kind, _, ways in suit_branch_claims.actions(relation, symbolic_suit_deals.deal(shape, 2, numbers)):
                if any(way.guard is not FALSE and not isinstance(way.after, str) for way in ways):
                    accepted.add(kind)
    assert accepted == {"card", "meld", "exchange", "close", "draw", "claim", "bid", "name", "pass"}


# --- Marriages ---


def test_when_a_marriage_may_be_shown() -> None:
    """In Sixty-Six by who leads, with king and queen, while the talon is open."""
    may = rights_clauses.may_show(SIXTY_SIX)
    assert may.at(1, 12, 0, 0, 0, 1, 1)
    assert not any(at_each(may, (0, 12, 0, 0, 0, 1, 1), (1, 0, 0, 6, 0, 1, 1), (1, 12, 1, 1, 0, 1, 1)))
    assert not any(at_each(may, (1, 12, 0, 1, 1, 1, 1), (1, 12, 0, 1, 0, 1, 0), (1, 12, 0, 1, 0, 0, 1)))
    assert not rights_clauses.may_show(suits("sixty-six meld_first=off").rules).at(1, 12, 0, 0, 0, 1, 1)
    assert rights_clauses.may_show(suits("sixty-six meld_after_stock=on").rules).at(1, 0, 0, 6, 0, 1, 1)
    assert not rights_clauses.may_show(EINWERFEN).at(1, 12, 0, 0, 0, 1, 1)


def test_what_a_marriage_counts() -> None:
    """20 or 40 by trumps; by suits, and by how many were shown before."""
    assert at_each(rights_clauses.marriage_points(SIXTY_SIX), (1, 3, 0), (3, 3, 0)) == [20, 40]
    by_suits = rights_clauses.marriage_points(TAUSENDEINS)
    assert [by_suits.at(suit, 0, 0) for suit in Suit] == [100, 80, 60, 40]
    by_order = rights_clauses.marriage_points(suits("tausendeins marriages=order").rules)
    assert [by_order.at(1, 0, shown) for shown in range(4)] == [40, 60, 80, 100]


# --- The turn-up and the talon ---


def test_what_can_be_exchanged() -> None:
    """In Sixty-Six the nine of trumps, as long as there is a turn-up."""
    card = rights_clauses.exchanged(SIXTY_SIX)
    assert card.at(12, Suit.HEARTS) == card_of(Rank.NINE, Suit.HEARTS)
    assert card.at(0, Suit.HEARTS) == card.at(12, 0) == -1
    assert rights_clauses.exchanged(TAUSENDEINS).at(12, Suit.HEARTS) == -1


def test_when_one_may_exchange() -> None:
    """In Sixty-Six with a trick and three cards in the talon, but after closing only where an option lets the other player."""
    may = rights_clauses.may_exchange(SIXTY_SIX)
    assert may.at(1, 0, 3, 0, 0, 0, 1, 0)
    assert not any(at_each(may, (1, 0, 2, 0, 0, 0, 1, 0), (1, 0, 3, 0, 0, 1, 0, 0), (1, 1, 3, 0, 0, 1, 1, 0)))
    assert not any(at_each(may, (0, 0, 3, 0, 0, 1, 1, 0), (1, 0, 3, 1, 0, 1, 1, 0)))
    late = rights_clauses.may_exchange(suits("sixty-six exchange_after_closing=on").rules)
    assert late.at(1, 0, 3, 1, 0, 1, 0, 0)
    assert not any(at_each(late, (1, 0, 3, 1, 1, 1, 0, 0), (1, 0, 3, 1, 0, 1, 0, 1)))
    assert not rights_clauses.may_exchange(suits("sixty-six exchange_by=leader").rules).at(1, 0, 3, 0, 0, 0, 1, 0)


def test_rights_of_a_position() -> None:
    """In a real position the engine and the formulas say the same of the turn-up and the talon."""
    rules = SCHNAPSEN
    state = parse("schnapsen/2 hands=AhJhTsKsQs,AcTcKcQcJc talon=AdTdKdQdJdAsJsQhKhTh lead=0")
    assert isinstance(state, SuitState)
    assert exchangeable(state) == rights_clauses.exchanged(rules).at(10, Suit.HEARTS) == card_of(Rank.JACK, Suit.HEARTS)
    assert may_exchange(state, Seat(0)) == bool(rights_clauses.may_exchange(rules).at(1, 0, 10, 0, 0, 1, 0, 0))
    assert may_close(state) == bool(rights_clauses.may_close(rules).at(1, 10, 0, 0))
    follower = state.play(parse_action("Ah"))
    assert isinstance(follower, SuitState)
    assert may_exchange(follower, Seat(1)) == bool(rights_clauses.may_exchange(rules).at(0, 0, 10, 0, 0, 0, 0, 0))
    assert may_close(follower) == bool(rights_clauses.may_close(rules).at(0, 10, 0, 0))


def test_when_one_may_close() -> None:
    """Who leads, while two cards lie there; with the option not before the first lead."""
    may = rights_clauses.may_close(SIXTY_SIX)
    assert may.at(1, 2, 0, 0)
    assert not any(at_each(may, (1, 1, 0, 1), (0, 2, 0, 1), (1, 2, 1, 1)))
    assert not rights_clauses.may_close(TAUSENDEINS).at(1, 20, 0, 1)
    later = rights_clauses.may_close(suits("sixty-six close_first=off").rules)
    assert at_each(later, (1, 10, 0, 1), (1, 12, 0, 0)) == [True, False]


def test_when_one_has_to_draw() -> None:
    """With less than a full hand to lead, while there is an open talon."""
    draws = rights_clauses.has_to_draw(SIXTY_SIX)
    assert draws.at(1, 2, 0, 5)
    assert not any(at_each(draws, (1, 2, 0, 6), (0, 2, 0, 5), (1, 0, 0, 5), (1, 2, 1, 5)))


# --- Claims ---


def test_what_counts() -> None:
    """Marriages count once a trick is taken; the last trick counts when all cards are played."""
    assert at_each(rights_clauses.counts(), (30, 40, 1, 10), (0, 40, 0, 0)) == [80, 0]
    assert at_each(rights_clauses.last_trick(SIXTY_SIX), (1, 0), (0, 0), (1, 2)) == [10, 0, 0]
    assert rights_clauses.last_trick(SCHNAPSEN).at(1, 0) == 0


def test_what_is_claimed() -> None:
    """SX-CLAIM-2, TT-CLAIM-5: 66 in a deal; 1001 in a match of Tausendeins, with what was scored before."""
    for rules in (SIXTY_SIX, SCHNAPSEN):
        assert at_each(rights_clauses.is_right(rules), (0, 66), (5, 65), (6, 65)) == [True, False, False]
    thousand = at_each(rights_clauses.is_right(TAUSENDEINS), (950, 51), (950, 50), (900, 101), (900, 100))
    assert thousand == [True, False, True, False]


def test_who_may_claim() -> None:
    """In Schnapsen anybody at his turn, in Tausendeins only who is right, in Einwerfen nobody."""
    assert rights_clauses.may_claim(SCHNAPSEN).at(0, 0, 0, 0)
    assert at_each(rights_clauses.may_claim(TAUSENDEINS), (0, 0, 0, 0), (0, 0, 0, 1)) == [False, True]
    assert not rights_clauses.may_claim(EINWERFEN).at(1, 1, 0, 1)
    assert not rights_clauses.may_claim(suits("schnapsen claiming=automatic").rules).at(1, 1, 0, 1)


def test_when_claims_are_made() -> None:
    """By options only who is to lead claims, or only who does so with a trick that was just taken, and without a marriage."""
    moments = (0, 1, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)  # who leads, the tricks taken, a marriage
    expected = {"called": [0, 0, 0, 0], "leading": [1, 0, 0, 0], "trick": [1, 2, 0, 3]}
    for value, refused in expected.items():
        rules = suits(f"schnapsen claiming={value}").rules
        assert at_each(rights_clauses.claiming(rules), *moments) == refused
        assert at_each(rights_clauses.may_claim(rules), *[(*each, 1) for each in moments]) == [
            not code for code in refused
        ]


def test_what_becomes_of_the_last_trick() -> None:
    """When all cards are played its winner is asked, or the deal is over, or over as by a claim of his where he has enough."""
    after = {value: rights_clauses.after_trick(suits(f"sixty-six claim_last={value}").rules) for value in CLAIM_LAST}
    assert {value: at_each(each, (0, 0, 0, 0), (0, 0, 0, 1)) for value, each in after.items()} == {
        "asked": [0, 0],
        "counted": [1, 2],
        "off": [1, 1],
    }
    assert at_each(after["counted"], (3, 0, 0, 1), (0, 4, 1, 1)) == [0, 2]


# --- The end ---


def test_what_follows_a_trick() -> None:
    """In Sixty-Six the winner may close before anybody draws; in Schnapsen both draw at once; with automatic claims a deal ends."""
    assert rights_clauses.after_trick(SIXTY_SIX).at(5, 12, 0, 0) == 0
    assert at_each(rights_clauses.after_trick(SCHNAPSEN), (4, 10, 0, 0), (4, 10, 1, 0), (0, 0, 0, 1)) == [3, 0, 0]
    assert rights_clauses.after_trick(suits("schnapsen claiming=automatic").rules).at(4, 10, 0, 1) == 2
    assert at_each(rights_clauses.after_trick(EINWERFEN), (0, 0, 0, 0), (1, 0, 0, 0)) == [1, 0]


def test_when_a_deal_is_over() -> None:
    """With a claim, or when all cards are played and the winner of the last trick passes, where he is asked."""
    over = rights_clauses.is_over(SCHNAPSEN)
    assert at_each(over, (10, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 0), (2, 0, 0, 1)) == [True, True, False, False]
    assert rights_clauses.is_over(EINWERFEN).at(0, 0, 0, 0)
    assert rights_clauses.is_over(suits("schnapsen claiming=automatic").rules).at(2, 0, 0, 1)


def test_steps_left() -> None:
    """Drawing, playing, exchanging, closing, naming trumps and ending make the number smaller."""
    left = rights_clauses.steps_left()
    assert left.at(10, 10, 1, 1, 1, 1) == 34
    after = [(8, 12, 1, 1, 1, 1), (10, 9, 1, 1, 1, 1), (10, 10, 0, 1, 1, 1), (10, 10, 1, 0, 1, 1), (10, 10, 1, 1, 0, 1)]
    assert at_each(left, *after) == [32, 33, 33, 33, 33]
