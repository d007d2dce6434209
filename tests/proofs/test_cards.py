"""That cards are neither lost nor made: the formulas of it on given values."""

from __future__ import annotations

import pytest

from aceten import load
from aceten_spec.formulas.cards import kept, receiver

# --- Formulas on given values -----------------------------------------------------------------------------------------


def test_receiver_of_a_card() -> None:
    """SX-DEAL-5: with dealer 0 the first three cards go to seat 1, three to seat 0, three more to each, the rest to the talon."""
    goes_to = receiver(load("sixty-six").rules, 2)
    seats = [goes_to.at(0, place) for place in range(24)]
    assert seats == [1] * 3 + [0] * 3 + [1] * 3 + [0] * 3 + [2] * 12
    assert goes_to.at(1, 0) == 0


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


@pytest.mark.parametrize(("before", "after", "holds"), [(1, 1, True), (1, 0, False), (1, 2, False), (2, 2, True)])
def test_kept(before: int, after: int, *, holds: bool) -> None:
    """A card lies in as many places as before, in no fewer and no more."""
    assert kept().at(before, after) == holds
