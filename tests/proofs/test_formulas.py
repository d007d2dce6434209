"""What clauses say, as formulas, on given values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.proofs.single_obligations import MATCHING, matching

from aceten import load
from aceten.deals.talon import cards_due
from aceten.engine.matching.steps import matches
from aceten.engine.scoring import add_card, count_cards, credit
from aceten.vocabulary.actions import Side
from aceten_spec import Rank, load_shipped, shipped
from aceten_spec.cards import rank_number
from aceten_spec.formulas import Formula, Number, Truth
from aceten_spec.formulas.card_clauses import capture, card_points, conservation, kept, pack_points, receiver
from aceten_spec.formulas.draw_clauses import drawn_at, shares, undrawn
from aceten_spec.formulas.matching import trick_clauses

GAMES = {game: matching(game) for game, _ in MATCHING}
"""The games that the formulas speak about, by id."""
ZSIROS = GAMES["zsiros"].rules
RANKS = st.sampled_from(sorted(Rank))
COUNTS = {game: card_points(loaded.rules) for game, loaded in GAMES.items()}
MATCHES = {game: trick_clauses.matching(loaded.rules) for game, loaded in GAMES.items()}
SHARES = {players: shares(players) for players in (2, 3, 4, 6)}
CAPTURE = {sides: capture(sides) for sides in (2, 3, 4)}


@pytest.mark.parametrize(
    ("letter", "points"), [("A", 10), ("T", 10), ("K", 0), ("Q", 0), ("J", 0), ("9", 0), ("8", 0), ("7", 0)]
)
def test_what_a_card_counts(letter: str, points: int) -> None:
    """ZS-CARDS-3: each ace and each ten counts 10, every other card nothing."""
    [rank] = [rank for rank in Rank if rank.letter == letter]
    assert COUNTS["zsiros"].at(rank) == points


def test_what_the_pack_counts() -> None:
    """ZS-CARDS-3: 80 card points in the pack."""
    assert pack_points(ZSIROS).at() == 80


@pytest.mark.parametrize(
    ("captured", "in_play", "holds"), [(0, 80, True), (80, 0, True), (30, 50, True), (30, 40, False), (40, 50, False)]
)
def test_conservation(captured: int, in_play: int, *, holds: bool) -> None:
    """Card points captured and in play are together those of the pack."""
    assert conservation(ZSIROS).at(captured, in_play) == holds


@pytest.mark.parametrize(("before", "after", "holds"), [(1, 1, True), (1, 0, False), (1, 2, False), (2, 2, True)])
def test_kept(before: int, after: int, *, holds: bool) -> None:
    """A card lies in as many places as before, in no fewer and no more."""
    assert kept().at(before, after) == holds


def test_receiver_of_a_card() -> None:
    """SX-DEAL-5: with dealer 0 the first three cards go to seat 1, three to seat 0, three more to each, the rest to the talon."""
    goes_to = receiver(load("sixty-six").rules, 2)
    seats = [goes_to.at(0, place) for place in range(24)]
    assert seats == [1] * 3 + [0] * 3 + [1] * 3 + [0] * 3 + [2] * 12
    assert goes_to.at(1, 0) == 0


@pytest.mark.parametrize(
    ("side", "had", "have", "holds"),
    [
        (0, (5, 7), (35, 7), True),
        (1, (5, 7), (5, 37), True),
        (0, (5, 7), (5, 37), False),
        (1, (5, 7), (35, 37), False),
        (2, (1, 2, 3, 4), (1, 2, 33, 4), True),
        (0, (1, 2, 3, 4), (31, 2, 3, 4), True),
        (0, (1, 2, 3, 4), (1, 32, 3, 4), False),
        (3, (1, 2, 3, 4), (1, 2, 3, 4), False),
    ],
)
def test_capture(side: int, had: tuple[int, ...], have: tuple[int, ...], *, holds: bool) -> None:
    """ZS-PLAY-7: the winner's side takes all of the trick (here 30), every other side nothing."""
    assert CAPTURE[len(had)].at(side, 30, *had, *have) == holds


@pytest.mark.parametrize(
    ("missing", "talon", "due"),
    [(1, 24, 1), (4, 24, 4), (4, 16, 4), (4, 8, 2), (4, 4, 1), (3, 8, 2), (2, 0, 0), (0, 16, 0)],
)
def test_equal_shares(missing: int, talon: int, due: int) -> None:
    """ZS-DRAW-1, ZS-DRAW-3: four players draw what they lack, or equally many of what there is, and no other number."""
    assert [number for number in range(-1, 6) if SHARES[4].at(missing, talon, number)] == [due]


def test_formula_says_what_it_is() -> None:
    """A formula names its clauses, its numbers and what it says of them."""
    formula: Formula[Number] | Formula[Truth]
    drawing = SHARES[4], drawn_at("block", 4), drawn_at("round_robin", 2), undrawn(ZSIROS, 4)
    for formula in (COUNTS["zsiros"], CAPTURE[2], conservation(ZSIROS), *drawing, trick_clauses.continues(ZSIROS)):
        assert set(formula.clauses) <= {clause.id for game in shipped() for clause in load_shipped(game).clauses}
        assert formula.clauses
        assert formula.variables
        assert formula.text
    assert COUNTS["zsiros"].text == "each ace counts 10, ten 10, every other card nothing"


# --- The engine agrees on given values --------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players"), [("hola", 6), ("einwerfen", 4), ("schnapsen", 2)])
def test_engine_deals_as_the_formula(game: str, players: int) -> None:
    """The engine deals every card where the formula says, whoever deals."""
    made = load(game, players=players)
    deck = made.pack.cards
    for dealer in range(players):
        state = made.deal(deck=deck, dealer=dealer, cut=deck[0] if made.cuts else None)
        goes_to = receiver(made.rules, players)
        for seat in range(players):
            dealt = [card for place, card in enumerate(deck) if goes_to.at(dealer, place) == seat]
            assert sorted(dealt) == sorted(state.hands[seat])


@pytest.mark.parametrize("game", GAMES)
@given(ranks=st.lists(RANKS, max_size=12))
def test_engine_counts_as_the_formula(game: str, ranks: list[int]) -> None:
    """Cards count one by one and together what the formula says."""
    values = GAMES[game].values
    counts = [COUNTS[game].at(rank) for rank in ranks]
    assert [add_card(0, rank, values) for rank in ranks] == counts
    assert count_cards(tuple(ranks), values) == sum(counts)


@pytest.mark.turns(2)
@pytest.mark.parametrize("game", GAMES)
def test_engine_has_the_total_of_the_formula(game: str) -> None:
    """The total of a game is what its pack counts."""
    pack = GAMES[game].pack.cards
    total = pack_points(GAMES[game].rules).at()
    assert GAMES[game].total == total == sum(COUNTS[game].at(rank_number(card)) for card in pack)


@pytest.mark.parametrize("game", GAMES)
@given(rank=RANKS, led=RANKS)
def test_engine_matches_as_the_formula(game: str, rank: int, led: int) -> None:
    """The cards that match the led rank are those that the formula names."""
    assert matches(rank, led, GAMES[game].matching) == MATCHES[game].at(rank, led, 0)


@given(side=st.integers(0, 3), gained=st.integers(), had=st.lists(st.integers(), min_size=2, max_size=4))
def test_engine_credits_as_the_formula(side: int, gained: int, had: list[int]) -> None:
    """A side is credited what the formula says that it captures."""
    side %= len(had)
    assert CAPTURE[len(had)].at(side, gained, *had, *credit(tuple(had), Side(side), gained))


@given(players=st.sampled_from(sorted(SHARES)), missing=st.integers(0, 30), talon=st.integers(0, 60))
def test_engine_shares_as_the_formula(players: int, missing: int, talon: int) -> None:
    """Each player draws what the formula says."""
    assert SHARES[players].at(missing, talon, cards_due(missing, talon, players))
