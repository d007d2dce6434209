"""The theorem about the order of outcomes: rules that it must fail for, and its formula on given values."""

import itertools

import msgspec
import pytest
from support.proofs.single_obligations import (
    GAMES,
    PROPOSITIONS,
    discharged,
    established,
    game_of,
    matching,
    refuted,
    result_of,
)

from aceten.proofs.statements.game_setting import setting
from aceten.proofs.theorems.results.order_theorem import falls, says_otherwise
from aceten_spec.formulas.outcome_clauses import NOBODY, worse
from aceten_spec.outcomes import Outcome, OutcomeOrder
from aceten_spec.rulebook import Award


def test_theorem_speaks_about_two_sides_and_whole_deals() -> None:
    """Where three play for themselves, or a claim can end a deal, there is no one order of outcomes."""
    games = [f"{game}/{players}" for game, players in GAMES]
    applies = {game for game in games if PROPOSITIONS["T-ORDER"].applies(setting(game_of(game)))}
    assert not {"hola/3", "sixty-six/2"} & applies
    assert {"sedma-three/3", "einwerfen/4", "hola/4"} <= applies


@pytest.mark.turns(4)
def test_rules_that_say_otherwise_are_shown() -> None:
    """Where rows look at the points from cards, 80 of cards can score more than 80 with the last trick: both ends are shown."""
    game = game_of("zsiros/4 last_trick=ten")
    loaded = setting(game)
    assert says_otherwise(loaded, "game points")
    assert not says_otherwise(loaded, "deal")
    theorem = established("T-ORDER", game)
    assert theorem.verdict == "proved"
    assert "T-ORDER.game_points" not in [each.id for each in theorem.obligations]
    low, high = (each for each in theorem.witnesses if "for game points" in each.shows)
    numbers: list[int] = []
    margins: list[int] = []
    for witness in (low, high):
        result = result_of(witness.position)
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
    names = [each.id for each in established("T-ORDER", game_of("zsiros/4 last_card_loses=7")).obligations]
    assert "T-ORDER.points" in names
    assert not {"T-ORDER.deal", "T-ORDER.game_points"} & set(names)


@pytest.mark.turns(2)
def test_better_result_that_scores_less_is_refuted() -> None:
    """A table by which more points score less is refuted by two ends of deals."""
    rows = [
        {"name": "few", "meaning": "few", "points": [40, 60], "tricks": "some", "game_points": 2},
        {"name": "many", "meaning": "many", "points": [70, 80], "tricks": "any", "game_points": 1},
    ]
    # the check of rows in rising order looks at game points alone, and is not asked here
    game = matching("zsiros/2")
    rules = msgspec.structs.replace(game.rules, scoring=msgspec.convert(rows, tuple[Award, ...]))
    game = msgspec.structs.replace(game, rules=rules)
    refuted(discharged("T-ORDER.game_points", game))
    assert falls(setting(game), "game points") is not None


# --- The formula on given values --------------------------------------------------------------------------------------


def test_order_from_worst_to_best() -> None:
    """No trick is worst; then points count, those for the last trick among them, then who took it; every trick is best."""
    rules = matching("sedma/4").rules
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
