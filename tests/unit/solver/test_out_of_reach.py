"""Positions that cannot be solved in the time that there is: what is best so far, and how long the rest is likely to take."""

import math

import pytest
from support.processes.program_runs import Aceten

import aceten
import aceten_solver
from aceten_cli.frame.durations import duration
from aceten_solver.answers import estimates

NATIVE = aceten_solver.backend == "native"
needs_core = pytest.mark.skipif(not NATIVE, reason="the search in Python says too little in the time")
LARGE = aceten.load("ristiklappi", players=4).deal(seed=1)


@pytest.mark.turns(2)
@needs_core
@pytest.mark.parametrize("lead", [0, 1])
def test_what_is_promising_is_certain_of_most(lead: int) -> None:
    """The side to act is certain of as many points by them as by any other, and of more than by some."""
    met = 0
    for nodes in (1000, 10_000, 100_000, 1_000_000):
        deal = aceten.load("zsiros", players=4).deal(seed=nodes, dealer=lead)
        solution = aceten_solver.solve(deal, "points", nodes=nodes)
        side = (deal.turn or 0) % 2
        certain = {
            entry.action: min(bound.points[side] for bound in entry.bounds if bound.points is not None)
            for entry in solution.actions
        }
        best = [action for action in deal.legal if certain[action] == max(certain.values())]
        if solution.best:
            assert solution.promising == solution.best
        else:
            assert [*solution.promising] == (best if len(best) < len(certain) else [])
            met += bool(solution.promising)
    assert met


@pytest.mark.turns(8)
@needs_core
@pytest.mark.parametrize(("game", "players"), [("zsiros", 2), ("zsiros", 4), ("septica", 4), ("einwerfen", 4)])
def test_an_estimate_is_right_as_to_the_order_of_magnitude(
    monkeypatch: pytest.MonkeyPatch, game: str, players: int
) -> None:
    """The states that it tells are those that a solver searches that has learned nothing yet, within a factor of thirty."""
    monkeypatch.setattr(estimates, "_SECONDS", 600.0)  # the machine may have other work
    for seed in range(2):
        deal = aceten.load(game, players=players).deal(seed=seed)
        cost = aceten_solver.estimate(deal)
        assert cost is not None
        with aceten_solver.Solver() as solver:
            assert abs(math.log10(cost.nodes / solver.solve(deal).nodes)) < math.log10(30)


def test_what_is_solved_at_once_costs_what_it_costs() -> None:
    """For a small position the estimate is the cost."""
    state = aceten.parse("zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0")
    cost = aceten_solver.estimate(state)
    with aceten_solver.Solver() as solver:
        assert cost is not None
        assert cost.nodes == solver.solve(state).nodes


@pytest.mark.turns(8)
@needs_core
def test_a_large_deal_is_said_to_take_long(run: Aceten, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is best so far and about how long the rest takes are told behind the bounds."""
    monkeypatch.setattr(estimates, "_SECONDS", 600.0)
    cost = aceten_solver.estimate(LARGE)
    assert cost is not None
    assert cost.nodes > 1e8
    done = run("solve", str(LARGE), "--nodes", "2000000")
    assert done.status == 1
    assert "Not settled after" in done.out
    assert "Best so far, by what is proved: " in done.out
    assert "on this machine, very roughly." in done.out


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        *[(0.2, "about 1 second"), (61, "about 60 seconds"), (150, "about 2 minutes"), (5 * 3600, "about 5 hours")],
        *[
            (3.2e5, "about 4 days"),
            (7e8, "about 20 years"),
            (1e12, "more than 1000 years"),
            (math.inf, "more than 1000 years"),
        ],
    ],
)
def test_times_are_told_in_one_unit(seconds: float, words: str) -> None:
    """With one digit that counts."""
    assert duration(seconds) == words
