"""The order of outcomes: every objective is monotone in it, or the rulebook is known to break it."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

import aceten
from aceten import Result
from aceten_solver import OBJECTIVES, Objective
from aceten_solver.objectives import value_of_outcome, worth
from aceten_spec import load_shipped, shipped
from aceten_spec.outcomes import Outcome, OutcomeOrder, follows_order

TIES = ("last_trick", "draw")


def own_worth(outcome: Outcome, objective: Objective, tie: str) -> int:
    """Return what an outcome of Zsíros is worth to side 0, straight from the rule text."""
    first, second = outcome.points
    if objective == "points":
        return first
    if first == second and tie == "draw":
        return 0
    winner = outcome.last_trick if first == second else int(second > first)
    score = (
        1 if objective == "deal" else 3 if outcome.every_trick == winner else 2 if outcome.points[winner] == 80 else 1
    )
    return score if winner == 0 else -score


def key(outcome: Outcome) -> tuple[int, int, int]:
    """Return the order as the documentation words it: every trick, then card points, then the last trick, for side 0."""
    every = 0 if outcome.every_trick is None else 1 if outcome.every_trick == 0 else -1
    return every, outcome.points[0], int(outcome.last_trick == 0)


ZSIROS = OutcomeOrder(80, 10)


def test_order_is_the_one_described() -> None:
    """Outcomes are ordered by "took every trick", then card points, then the last trick; there are 20 in Zsíros."""
    outcomes = ZSIROS.outcomes(extremes=True)
    assert len(outcomes) == 20
    assert [key(outcome) for outcome in outcomes] == sorted(key(outcome) for outcome in outcomes)
    assert set(outcomes) == {
        Outcome((0, 80), 1, 1),
        Outcome((80, 0), 0, 0),
        *(Outcome((points, 80 - points), last, None) for points, last in product(range(0, 81, 10), (0, 1))),
    }


def test_numbers_rise_strictly() -> None:
    """A better outcome for side 0 has a larger number, from 0 to the best."""
    numbers = [ZSIROS.number(outcome) for outcome in ZSIROS.outcomes(extremes=True)]
    assert all(low < high for low, high in pairwise(numbers))
    assert (numbers[0], numbers[-1]) == (0, ZSIROS.best)


def test_order_is_its_own_mirror_image() -> None:
    """Seen from the other side the order is reversed."""
    outcomes = ZSIROS.outcomes(extremes=True)
    mirrored = [
        Outcome((o.points[1], o.points[0]), 1 - o.last_trick, None if o.every_trick is None else 1 - o.every_trick)
        for o in outcomes
    ]
    assert tuple(reversed(mirrored)) == outcomes
    assert [ZSIROS.best - ZSIROS.number(outcome) for outcome in mirrored] == [ZSIROS.number(o) for o in outcomes]


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("tie", TIES)
def test_objectives_are_monotone(objective: Objective, tie: str) -> None:
    """No objective prefers an outcome to one above it; what the solver takes an outcome to be worth is what the rules say."""
    state = aceten.load("zsiros", players=4, tie=tie).deal(seed=1)
    worths = [own_worth(outcome, objective, tie) for outcome in ZSIROS.outcomes(extremes=True)]
    assert all(low <= high for low, high in pairwise(worths))
    assert [worth(value_of_outcome(state, o), objective) for o in ZSIROS.outcomes(extremes=True)] == worths


@pytest.mark.parametrize("game", shipped())
def test_the_exception_is_real(game: str) -> None:
    """Where the last card can lose the deal, fewer card points can be better: such a rulebook does not follow the order."""
    parameters = aceten.load(game, last_card_loses="7").rules
    assert not follows_order(parameters, "deal")
    assert not follows_order(parameters, "game-points")
    assert follows_order(parameters, "points")
    assert all(follows_order(load_shipped(game).parameters, objective) for objective in OBJECTIVES)
    start = "zsiros/4 hands=9,8,K,{card} lead=0 points=10,70 tricks=2,5 last_card_loses=7"
    results: dict[str, Result | None] = {}
    for card in "7Q":
        state = aceten.parse(start.format(card=card))
        for action in ("9", "8", "K", card):
            state = state.play(aceten.parse_action(action))
        results[card] = state.result
    with_seven, without = results["7"], results["Q"]
    assert with_seven is not None
    assert without is not None
    assert with_seven.points == without.points
    assert (with_seven.last_trick, without.last_trick) == (1, 0)
    assert (with_seven.winner, without.winner) == (0, 1)
