"""The order of outcomes: every objective is monotone in it, or the rulebook is known to break it."""

from itertools import pairwise, product

import pytest

import aceten
from aceten import Result
from aceten_solver import OBJECTIVES, Objective
from aceten_solver.question.measures import EndScale, OutcomeScale, scale_for
from aceten_solver.question.objectives import Value, aims_of, merit_by, value_of_outcome
from aceten_solver.question.two_sides import two_sides
from aceten_spec import load_shipped, shipped
from aceten_spec.outcomes import Outcome, OutcomeOrder, decided_by_outcome
from aceten_spec.rulebook import MatchingParameters

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
SEDMA = OutcomeOrder(80, 10, 10)


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
    sides = two_sides(state)
    assert [merit_by(value_of_outcome(state, o, sides), objective) for o in ZSIROS.outcomes(extremes=True)] == worths


def test_points_for_the_last_trick_count_in_the_order() -> None:
    """Where the last trick counts, outcomes are ordered by all points, then by the last trick; there are again 20 for 80 and 10 points."""
    outcomes = SEDMA.outcomes(extremes=True)
    assert len(outcomes) == 20
    totals = [(o.points[0] + (10 if o.last_trick == 0 else 0), int(o.last_trick == 0)) for o in outcomes[1:-1]]
    assert totals == sorted(totals)
    assert (totals[0], totals[-1]) == ((0, 0), (90, 1))
    numbers = [SEDMA.number(outcome) for outcome in outcomes]
    assert all(low < high for low, high in pairwise(numbers))
    assert (numbers[0], numbers[-1]) == (0, SEDMA.best)


def games_of_two_sides() -> list[tuple[str, int]]:
    """Return each rulebook and number of players with two sides that are known from the deal on."""
    books = [load_shipped(name) for name in shipped()]
    games = [(book.id, players) for book in books for players in book.parameters.players]
    loaded = [(name, players, aceten.load(name, players=players).rules) for name, players in games]
    return [
        (name, players)
        for name, players, rules in loaded
        if (rules.sides == "alternate" if isinstance(rules, MatchingParameters) else rules.score == "table")
    ]


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize(("game", "players"), games_of_two_sides())
def test_shipped_games_follow_the_order(game: str, players: int, objective: Objective) -> None:
    """By their own parameters all shipped games are measured by the one order of outcomes, under every objective."""
    state = aceten.load(game, players=players).deal(seed=1)
    assert isinstance(scale_for(state, aims_of(state, objective, two_sides(state)), two_sides(state)), OutcomeScale)


def test_a_table_that_breaks_the_order_is_noticed() -> None:
    """In Sedma with bald at 80 points from cards, 80 from cards without the last trick score more than 70 with it: 2 and 1.

    Both are 80 points, and the last trick makes the second the better outcome. So game points are searched on their own.
    """
    state = aceten.load("sedma", players=2, score_by="stakes_card_points").deal(seed=1)
    sides = two_sides(state)
    scored = {
        last: value_of_outcome(state, Outcome((70 if last == 0 else 80, 10 if last == 0 else 0), last, None), sides)
        for last in (0, 1)
    }
    assert [value.points for value in scored.values()] == [(80, 10), (80, 10)]
    assert [value.game_points for value in scored.values()] == [(1, 0), (2, 0)]
    assert isinstance(scale_for(state, ("game-points",), sides), EndScale)
    assert isinstance(scale_for(state, ("deal",), sides), OutcomeScale)


def test_the_exception_is_real() -> None:
    """Where the last card can lose the deal, fewer card points can be better: such a game does not follow the order."""
    parameters = aceten.load("zsiros", last_card_loses="7").rules
    assert not decided_by_outcome(parameters)
    assert decided_by_outcome(load_shipped("zsiros").parameters)
    state = aceten.load("zsiros", players=2, last_card_loses="7").deal(seed=1)
    for objective in OBJECTIVES:
        sides = two_sides(state)
        kind = OutcomeScale if objective == "points" else EndScale
        assert isinstance(scale_for(state, (objective,), sides), kind)
        assert isinstance(scale_for(state, aims_of(state, objective, sides), sides), EndScale)
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


@pytest.mark.parametrize("objective", ["points", "game-points"])
def test_what_a_value_leaves_open_is_not_worth_nothing(objective: Objective) -> None:
    """Points and game points that a value does not tell are no number to compare: they would be equal to all others that are not told."""
    won = Value(points=None, game_points=None, margin=None, winner=0, last_trick=None, award=None)
    assert merit_by(won, "deal") == 1
    with pytest.raises(ValueError, match=f"{objective} are left open"):
        merit_by(won, objective)
