"""The theorem about drawing: rules that it must fail for, and its formulas on given values."""

from typing import Literal

import msgspec
import pytest
from support.proofs.single_obligations import discharged, game_of, refuted

from aceten import load, parse
from aceten.deals.talon import portions
from aceten_spec.cards import Card
from aceten_spec.formulas.draw_clauses import drawn_at, undrawn

Order = Literal["block", "round_robin"]


def test_stranded_cards_are_refuted_with_a_position() -> None:
    """Where the pack does not divide and the rules leave nothing over, a position shows the cards that nobody gets."""
    game = game_of("septica/3 three_player_pack=whole")
    assert discharged("T-DRAW.stock", game).verdict == "proved"
    rules = msgspec.structs.replace(game.rules, leftover="none")
    state = parse(refuted(discharged("T-DRAW.stock", msgspec.structs.replace(game, rules=rules))).position)
    assert len(state.talon) == 2
    assert len(set(map(len, state.hands))) == 1


# --- Formulas on given values -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "due", "places"),
    [
        ("block", (2, 2), [[0, 1], [2, 3]]),
        ("round_robin", (2, 2), [[0, 2], [1, 3]]),
        ("block", (1, 0, 2), [[0], [], [1, 2]]),
        ("round_robin", (1, 0, 2), [[0], [], [1, 2]]),
        ("round_robin", (1, 3), [[0], [1, 2, 3]]),
        ("round_robin", (3, 1), [[0, 2, 3], [1]]),
    ],
)
def test_who_draws_which_card(order: Order, due: tuple[int, ...], places: list[list[int]]) -> None:
    """ZS-DRAW-2: in blocks each draws all his cards at once; in rotation one card each, until he has what he is due."""
    at = drawn_at(order, len(due))
    found = [[at.at(turn, nth, *due) for nth in range(cards)] for turn, cards in enumerate(due)]
    assert found == places


@pytest.mark.parametrize("order", ["block", "round_robin"])
@pytest.mark.parametrize("due", [(4, 4), (1, 1, 1, 1), (3, 3, 3), (1, 0, 1, 1), (0, 1)])
def test_engine_draws_as_the_formula(order: Order, due: tuple[int, ...]) -> None:
    """The engine lets each player draw the cards that the formula says."""
    cards = tuple(map(Card, range(sum(due))))
    drawn = portions(order, cards, due)
    at = drawn_at(order, len(due))
    places = [(at.at(turn, nth, *due), turn) for turn, cards in enumerate(due) for nth in range(cards)]
    assert sorted(places) == [(card, turn) for card in cards for turn, portion in enumerate(drawn) if card in portion]


@pytest.mark.parametrize(
    ("game", "players", "fine"), [("zsiros", 4, [0]), ("hola", 6, [0, 1, 2, 3, 4, 5]), ("schnapsen", 2, [0])]
)
def test_what_may_stay_in_the_talon(game: str, players: int, fine: list[int]) -> None:
    """HO-DRAW-6: with six players cards may stay that are too few for everyone; elsewhere none does."""
    rules = load(game, players=players).rules
    assert [left for left in range(-2, 9) if undrawn(rules, players).at(left)] == fine
