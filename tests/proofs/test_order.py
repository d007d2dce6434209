"""The theorem about the order of outcomes: rules that it must fail for, and its formula on given values."""

from __future__ import annotations

import itertools

import msgspec
import pytest
from proving import discharged

from aceten import load, parse
from aceten.proofs.obligations import Provers
from aceten.proofs.propositions import establish
from aceten.proofs.setting import setting
from aceten.proofs.theorems.order import PROPOSITIONS, falls, says_otherwise
from aceten_spec import load_shipped, shipped
from aceten_spec.formulas.order import NOBODY, worse
from aceten_spec.outcomes import Outcome, OutcomeOrder
from aceten_spec.rulebook import Award

[ORDER] = PROPOSITIONS
Z3_ALONE = Provers(solvers=("z3",))
TWO_TEAMS = [
    (game, players)
    for game in shipped()
    for players in load_shipped(game).parameters.players
    if ORDER.applies(setting(load(game, players=players)))
]


def test_theorem_speaks_about_two_sides_and_whole_deals() -> None:
    """Where three play for themselves, or a claim can end a deal, there is no one order of outcomes."""
    assert ("hola", 3) not in TWO_TEAMS
    assert ("sixty-six", 2) not in TWO_TEAMS
    assert {("sedma-three", 3), ("einwerfen", 4), ("hola", 4)} <= set(TWO_TEAMS)


@pytest.mark.turns(4)
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


@pytest.mark.turns(2)
def test_last_card_that_loses_says_otherwise() -> None:
    """Where the last card can lose a deal, points alone are ordered."""
    loaded = setting(load("zsiros", players=4, last_card_loses="7"))
    names = [each.id for each in establish(ORDER, loaded, provers=Z3_ALONE).obligations]
    assert "T-ORDER.points" in names
    assert not {"T-ORDER.deal", "T-ORDER.game_points"} & set(names)


@pytest.mark.turns(2)
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
    found = discharged("T-ORDER.game_points", game)
    assert found.verdict == "refuted"
    assert found.counterexample is not None
    assert falls(setting(game), "game points") is not None


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
