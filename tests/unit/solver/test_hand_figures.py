"""What leading and wild cards are worth between two hands: of every pair, by a search of its own and by the solver."""

import pytest
from support.oracles.two_hands import TwoHands
from support.slices import THOROUGH, sliced
from tools import hand_figures

import aceten
import aceten_solver
from aceten_solver import Backend
from aceten_spec.cards import format_cards

KEPT = hand_figures.read()
FEW = 2
"""Up to so many cards a hand the search in Python is asked of all."""


def by_letters(game: aceten.MatchingGame, cards: int) -> dict[hand_figures.Pair, tuple[int, int]]:
    """Return what every pair of hands comes to, by a search that knows nothing of engine and solver."""
    plain = TwoHands(game.rules)
    return {pair: plain.points(*map(format_cards, pair)) for pair in hand_figures.pairs_of(game, cards)}


def points_at(line: str) -> tuple[int, ...]:
    """Return the points to which the seats come in a position, by the search in Python."""
    value = aceten_solver.Solver(backend="python").value(aceten.parse(line), "points")
    assert value is not None
    assert value.points is not None
    return value.points


@pytest.mark.turns(4)
@pytest.mark.parametrize(
    "kept", [each for each in KEPT if each.cards <= sliced(3, whole=4)], ids=lambda each: f"{each.game}-{each.cards}"
)
def test_what_is_kept_is_what_a_plain_search_finds(kept: hand_figures.Figures) -> None:
    """Of all pairs of hands, with positions for both ends."""
    game = hand_figures.game_of(kept.game)
    assert hand_figures.figures(game, kept.cards, by_letters(game, kept.cards)) == kept


@pytest.mark.turns(4)
@pytest.mark.parametrize(
    "kept", [each for each in KEPT if THOROUGH or each.cards <= FEW], ids=lambda each: f"{each.game}-{each.cards}"
)
def test_solver_and_plain_search_agree(kept: hand_figures.Figures) -> None:
    """On every pair of hands; the search in Python, over the states of the engine, is asked where there are few."""
    game = hand_figures.game_of(kept.game)
    backend: Backend | None = "python" if kept.cards <= FEW else None
    assert hand_figures.values_of(game, kept.cards, backend) == by_letters(game, kept.cards)


@pytest.mark.parametrize("kept", KEPT, ids=lambda each: f"{each.game}-{each.cards}")
def test_both_ends_are_reached(kept: hand_figures.Figures) -> None:
    """The positions that are named for an end differ by so much, as the search in Python has it."""
    for seats, swing in (((0,), kept.lead), ((0, 1), kept.wild)):
        for points, (without, with_it) in ((swing.fewest, swing.fewest_at), (swing.most, swing.most_at)):
            was, is_now = points_at(without), points_at(with_it)
            assert points in [is_now[seat] - was[seat] for seat in seats]


@pytest.mark.parametrize("kept", KEPT, ids=lambda each: f"{each.game}-{each.cards}")
def test_ends_are_those_that_the_page_states(kept: hand_figures.Figures) -> None:
    """Two cards that count at most by leading, and one by a wild card, with the last trick where it counts; and all there is."""
    last = hand_figures.game_of(kept.game).rules.last_trick_points
    assert (kept.lead.fewest, kept.lead.most) == (-20 - last, 20 * kept.cards + last)
    assert (kept.wild.fewest, kept.wild.most) == (0 if kept.cards == 1 else -10, 10 * kept.cards + last)


def test_only_two_hands_that_match() -> None:
    """Other games are refused."""
    for name in ("zsiros/4", "schnapsen/2"):
        with pytest.raises(aceten.UsageError, match="for two players"):
            hand_figures.game_of(name)
