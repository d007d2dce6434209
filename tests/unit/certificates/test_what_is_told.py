"""What is told of a certificate: the claims in words, and what a check relies on."""

from fractions import Fraction

import pytest

from aceten import load
from aceten_certificates import Claim, Half, Measure
from aceten_certificates.classes import relied_on
from aceten_certificates.strategies.strategy_checking import fraction_words


@pytest.mark.parametrize(
    ("half", "number", "words"),
    [
        ("at_least", 2, "at least 2 game points more than the others for A"),
        ("at_least", 0, "at least 0 game points more than the others for A"),
        ("at_least", -2, "at worst 2 game points fewer than the others for A"),
        ("at_most", 2, "at most 2 game points more than the others for A"),
        ("at_most", -2, "at best 2 game points fewer than the others for A"),
    ],
)
def test_fewer_game_points_are_not_more_below_zero(half: Half, number: int, words: str) -> None:
    """Who is behind is said to have fewer."""
    assert Claim(half, number).words("game-points", load("schnapsen").deal(seed=1)) == words


@pytest.mark.parametrize(
    ("game", "measure", "theorems"),
    [
        ("zsiros", "points", ("T-SUITS", "T-KEY", "T-POINTS")),
        ("zsiros", "deal", ("T-SUITS", "T-KEY")),
        ("einwerfen", "points", ("T-KEY", "T-POINTS")),
        ("schnapsen", "game-points", ("T-KEY",)),
    ],
)
def test_nothing_is_named_that_is_not_relied_on(game: str, measure: Measure, theorems: tuple[str, ...]) -> None:
    """Cards are alike with matching tricks alone, and points add up where they are counted; strictly there are the rules alone."""
    assert relied_on(load(game), measure, strict=False) == theorems
    assert relied_on(load(game), measure, strict=True) == ()
    alike = theorems[:1] if game == "zsiros" else ()
    assert relied_on(load(game), measure, strict=True, hidden=True) == alike


def test_a_fraction_is_told_exactly() -> None:
    """And about how much it is."""
    assert fraction_words(Fraction(7, 2)) == "7/2 (3.500)"
    assert fraction_words(Fraction(3)) == "3"
