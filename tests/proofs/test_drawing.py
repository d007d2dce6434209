"""The theorem about drawing, and wrong functions and rulebooks that it must fail for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest
from slices import sliced

from aceten import drawing, load, parse
from aceten.drawing import cards_due, portions
from aceten.matching.game import MatchingGame
from aceten.proofs.obligations import Provers
from aceten.proofs.propositions import establish
from aceten.proofs.setting import setting
from aceten.proofs.theorems.drawing import PROPOSITIONS
from aceten_spec import load_shipped
from aceten_spec.cards import Card
from aceten_spec.formulas.drawing import drawn_at, shares, undrawn

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Literal

    from aceten.game import Game
    from aceten.proofs.report import Obligation

    Order = Literal["block", "round_robin"]

[DRAW] = PROPOSITIONS
PLAIN: dict[str, str] = {}
GAMES = sliced(
    [("zsiros", 2, PLAIN), ("sedma-three", 3, {"draw": "round_robin"}), ("hola", 6, PLAIN), ("schnapsen", 2, PLAIN)],
    whole=[("ristiklappi", 4, PLAIN), ("ristikontra", 4, {"spice": "on"}), ("hola", 6, {"draw": "round_robin"})],
)
"""A slice of what ``make prove`` proves, and more options."""
FAST = Provers(solvers=("z3",))


@pytest.mark.turns(2)
@pytest.mark.parametrize(("game", "players", "options"), GAMES)
def test_theorem_is_proved(game: str, players: int, options: dict[str, str]) -> None:
    """In these games all draw alike and in the order of the clause, and nothing is stranded."""
    theorem = establish(DRAW, setting(load(game, players=players, **options)), provers=FAST)
    assert theorem.verdict == "proved", [each for each in theorem.obligations if each.verdict != "proved"]


def _obligation(name: str, game: Game) -> Obligation:
    theorem = establish(DRAW, setting(game), only=(f"T-DRAW.{name}",), provers=FAST)
    [obligation] = theorem.obligations
    return obligation


# --- Wrong functions --------------------------------------------------------------------------------------------------


def _all_that_is_missing(missing: int, talon: int, players: int) -> int:
    del talon, players
    return missing


def _one_too_few(missing: int, talon: int, players: int) -> int:
    return max(cards_due(missing, talon, players) - 1, 0)


def _last_first(order: Order, talon: tuple[Card, ...], due: tuple[int, ...]) -> list[tuple[Card, ...]]:
    return portions(order, talon, due)[::-1]


def _always_in_rotation(_: Order, talon: tuple[Card, ...], due: tuple[int, ...]) -> list[tuple[Card, ...]]:
    return portions("round_robin", talon, due)


@pytest.mark.parametrize(
    ("step", "name", "wrong"),
    [
        ("cards_due", "cards_due", _all_that_is_missing),
        ("cards_due", "cards_due", _one_too_few),
        ("stock", "cards_due", _all_that_is_missing),
        ("stock", "cards_due", _one_too_few),
        ("portions", "portions", _last_first),
        ("portions", "portions", _always_in_rotation),
    ],
)
def test_wrong_function_is_refuted(
    step: str, name: str, wrong: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong way of drawing is refuted at its own obligation."""
    monkeypatch.setattr(drawing, name, wrong)
    assert _obligation(step, load("zsiros", players=2)).verdict == "refuted"


def test_stranded_cards_are_refuted_with_a_position() -> None:
    """Where the pack does not divide and the rules leave nothing over, a position shows the cards that nobody gets."""
    game = load("septica", players=3, three_player_pack="whole")
    assert isinstance(game, MatchingGame)
    assert _obligation("stock", game).verdict == "proved"
    stranded = msgspec.structs.replace(game, rules=msgspec.structs.replace(game.rules, leftover="none"))
    obligation = _obligation("stock", stranded)
    assert obligation.verdict == "refuted"
    assert obligation.counterexample is not None
    state = parse(obligation.counterexample.position)
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
    ("missing", "talon", "due"),
    [(1, 24, 1), (4, 24, 4), (4, 16, 4), (4, 8, 2), (4, 4, 1), (3, 8, 2), (2, 0, 0), (0, 16, 0)],
)
def test_shares_of_four(missing: int, talon: int, due: int) -> None:
    """ZS-DRAW-1, ZS-DRAW-3: four players draw what they lack, or equally many of what there is, and no other number."""
    assert [number for number in range(-1, 6) if shares(4).at(missing, talon, number)] == [due]


@pytest.mark.parametrize(
    ("game", "players", "fine"), [("zsiros", 4, [0]), ("hola", 6, [0, 1, 2, 3, 4, 5]), ("schnapsen", 2, [0])]
)
def test_what_may_stay_in_the_talon(game: str, players: int, fine: list[int]) -> None:
    """HO-DRAW-6: with six players cards may stay that are too few for everyone; elsewhere none does."""
    rules = load(game, players=players).rules
    assert [left for left in range(-2, 9) if undrawn(rules, players).at(left)] == fine


def test_formulas_name_their_clauses() -> None:
    """Every formula says in words what it states, and which clauses."""
    rules = load_shipped("zsiros").parameters
    for formula in (shares(4), drawn_at("block", 4), drawn_at("round_robin", 2), undrawn(rules, 4)):
        assert formula.text
        assert formula.clauses
        assert formula.variables
