"""The theorem about the order of outcomes, wrong orders that it must fail for, and its formula on given values."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import msgspec
import pytest
from slices import sliced

from aceten import load, parse
from aceten.proofs.obligations import Provers
from aceten.proofs.propositions import establish
from aceten.proofs.setting import setting
from aceten.proofs.theorems.order import PROPOSITIONS, falls, says_otherwise
from aceten_spec import load_shipped, shipped
from aceten_spec.formulas.order import NOBODY, worse
from aceten_spec.outcomes import Outcome, OutcomeOrder
from aceten_spec.rulebook import Award

if TYPE_CHECKING:
    from aceten import Game
    from aceten.proofs.report import Obligation

[ORDER] = PROPOSITIONS
Z3_ALONE = Provers(solvers=("z3",))
TWO_TEAMS = [
    (game, players)
    for game in shipped()
    for players in load_shipped(game).parameters.players
    if ORDER.applies(setting(load(game, players=players)))
]


@pytest.mark.parametrize(("game", "players"), sliced([("zsiros", 4)], whole=TWO_TEAMS))
def test_theorem_is_proved(game: str, players: int) -> None:
    """Points, the deal and game points never fall with the number of an outcome."""
    theorem = establish(ORDER, setting(load(game, players=players)), provers=Provers())
    assert theorem.verdict == "proved", [each for each in theorem.obligations if each.verdict != "proved"]
    assert theorem.statement.endswith("points, deal, game points")


def test_theorem_speaks_about_two_sides_and_whole_deals() -> None:
    """Where three play for themselves, or a claim can end a deal, there is no one order of outcomes."""
    assert ("hola", 3) not in TWO_TEAMS
    assert ("sixty-six", 2) not in TWO_TEAMS
    assert {("sedma-three", 3), ("einwerfen", 4), ("hola", 4)} <= set(TWO_TEAMS)


def test_rules_that_say_otherwise_are_shown() -> None:
    """Where rows look at the points from cards, 80 of cards can score more than 80 with the last trick: both ends are shown."""
    loaded = setting(load("zsiros", players=4, last_trick="ten"))
    assert says_otherwise(loaded, "game points")
    assert not says_otherwise(loaded, "deal")
    theorem = establish(ORDER, loaded, provers=Z3_ALONE)
    assert theorem.verdict == "proved"
    assert "T-ORDER.game_points" not in [each.id for each in theorem.obligations]
    low, high = (each for each in theorem.witnesses if "for game points" in each.shows)
    numbers: list[int] = []
    margins: list[int] = []
    for witness in (low, high):
        result = parse(witness.position).result
        assert result is not None
        assert result.game_points is not None
        last = 0 if result.last_trick == 0 else 1
        cards = result.points[0] - (10 if last == 0 else 0)
        numbers.append(OutcomeOrder(80, 10, 10).number(Outcome((cards, 80 - cards), last, None)))
        margins.append(result.game_points[0] - result.game_points[1])
    assert numbers[0] < numbers[1]
    assert margins[0] > margins[1]


def test_last_card_that_loses_says_otherwise() -> None:
    """Where the last card can lose a deal, points alone are ordered."""
    loaded = setting(load("zsiros", players=4, last_card_loses="7"))
    names = [each.id for each in establish(ORDER, loaded, provers=Z3_ALONE).obligations]
    assert "T-ORDER.points" in names
    assert not {"T-ORDER.deal", "T-ORDER.game_points"} & set(names)


def test_better_result_that_scores_less_is_refuted() -> None:
    """A table by which more points score less is refuted by two ends of deals."""
    rows = [
        {"name": "few", "meaning": "few", "points": [40, 60], "tricks": "some", "game_points": 2},
        {"name": "many", "meaning": "many", "points": [70, 80], "tricks": "any", "game_points": 1},
    ]
    book = load_shipped("zsiros")
    parameters = msgspec.structs.replace(book.parameters, scoring=msgspec.convert(rows, tuple[Award, ...]))
    # the check of rows in rising order looks at game points alone, and is not asked here
    game = msgspec.structs.replace(load("zsiros", players=2), rules=parameters)
    found = _obligation(game, "game_points")
    assert found.verdict == "refuted"
    assert found.counterexample is not None
    assert falls(setting(game), "game points") is not None


def _obligation(game: Game, name: str) -> Obligation:
    [found] = establish(ORDER, setting(game), only={f"T-ORDER.{name}"}, provers=Z3_ALONE).obligations
    return found


# --- Wrong orders -----------------------------------------------------------------------------------------------------

_NUMBER = OutcomeOrder.number
_SHARED = OutcomeOrder.shared_number
_OUTCOMES = OutcomeOrder.outcomes


def _every_trick_is_all_points(order: OutcomeOrder, outcome: Outcome) -> int:
    return _SHARED(order, outcome.points[0], took_last=outcome.last_trick == 0)


def _last_trick_first(order: OutcomeOrder, points: int, *, took_last: bool) -> int:
    return points + 1 + (order.total + 1) * took_last


def _no_last_trick(order: OutcomeOrder, points: int, *, took_last: bool) -> int:
    return _SHARED(order, points, took_last=took_last) - 2 * order.last_trick_points * took_last


def _unsorted(order: OutcomeOrder, *, extremes: bool) -> tuple[Outcome, ...]:
    found = _OUTCOMES(order, extremes=extremes)
    return (*found[1:], found[0])


def _one_less(order: OutcomeOrder, *, extremes: bool) -> tuple[Outcome, ...]:
    return _OUTCOMES(order, extremes=extremes)[:-1]


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("step", "name", "wrong"),
    [
        ("number", "number", _every_trick_is_all_points),
        ("number", "shared_number", _last_trick_first),
        ("shared", "shared_number", _no_last_trick),
        ("best", "best", property(lambda order: 2 * order.total)),
        ("outcomes", "outcomes", _unsorted),
        ("outcomes", "outcomes", _one_less),
        ("points", "shared_number", _last_trick_first),
        ("deal", "shared_number", _last_trick_first),
        ("game_points", "number", _every_trick_is_all_points),
    ],
)
def test_wrong_order_is_refuted(monkeypatch: pytest.MonkeyPatch, step: str, name: str, wrong: object) -> None:
    """A wrong order is refuted at its own obligation."""
    loaded = load("sedma", players=2)
    assert _obligation(loaded, step).verdict == "proved"
    monkeypatch.setattr(OutcomeOrder, name, wrong)
    found = _obligation(loaded, step)
    assert found.verdict == "refuted"
    assert found.counterexample is not None


# --- The formula on given values --------------------------------------------------------------------------------------


def test_order_from_worst_to_best() -> None:
    """No trick is worst; then points count, those for the last trick among them, then who took it; every trick is best."""
    rules = load("sedma", players=4).rules
    rising = [
        (0, 1, 1),
        (0, 1, NOBODY),
        (10, 1, NOBODY),
        (0, 0, NOBODY),
        (20, 1, NOBODY),
        (70, 0, NOBODY),
        (80, 0, NOBODY),
        (80, 0, 0),
    ]
    is_worse = worse(rules)
    for (place, one), (other_place, other) in itertools.product(enumerate(rising), repeat=2):
        assert bool(is_worse.at(*one, *other)) is (place < other_place)
