"""That play with matching tricks ends: the formulas of it on given values, and whole deals."""

from __future__ import annotations

import pytest

from aceten import MatchingGame, load
from aceten.matching import state as states
from aceten.proofs.setting import setting
from aceten.proofs.theorems.ending import PROPOSITIONS
from aceten.proofs.witness import played
from aceten_spec import load_shipped, shipped
from aceten_spec.formulas import tricks as rules_of

END, _ = PROPOSITIONS
MATCHING = [
    (game, players)
    for game in shipped()
    for players in load_shipped(game).parameters.players
    if isinstance(load(game), MatchingGame)
]


def test_games_with_suit_tricks_are_left_out() -> None:
    """The theorem is about matching tricks."""
    assert not END.applies(setting(load("einwerfen")))


# --- Formulas on given values -----------------------------------------------------------------------------------------


def test_measure() -> None:
    """Twice the cards, and one more for a choice: less after a card, and after a choice that moves no card."""
    measure = rules_of.measure()
    assert measure.at(8, 24, 0) == 64
    assert measure.at(7, 24, 1) == 63
    assert measure.at(7, 24, 0) == 62


@pytest.mark.parametrize(
    ("held", "talon", "over", "holds"),
    [(4, 24, 0, True), (3, 24, 0, False), (3, 1, 0, True), (0, 0, 1, True), (0, 0, 0, False), (0, 8, 1, False)],
)
def test_between_tricks(held: int, talon: int, over: int, *, holds: bool) -> None:
    """ZS-PLAY-8, ZS-DRAW-1: full hands as long as the talon suffices, and over only without a card in a hand."""
    assert rules_of.between_tricks(load("zsiros").rules, 4).at(held, talon, over) == holds  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(("game", "players"), MATCHING)
def test_every_action_lowers_the_measure(game: str, players: int) -> None:
    """In a whole deal of each game every action lowers the measure, and at the end nothing is left to play."""
    measure = rules_of.measure()
    loaded = load(game, players=players)
    assert isinstance(loaded, MatchingGame)
    state = loaded.deal(seed=3)
    left: list[int] = []
    for action in (None, *played(loaded, 3)):
        state = state if action is None else state.play(action)
        assert isinstance(state, states.MatchingState)
        choice = state.choosing or state.drawn is not None
        left.append(measure.at(sum(map(len, state.hands)), len(state.talon), int(choice)))
    assert left == sorted(set(left), reverse=True)
    assert (state.turn, any(state.hands)) == (None, False)
