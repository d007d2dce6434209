"""How large a game with hidden cards is, is known well enough before it is grown."""

import pytest

import aceten
from aceten import View
from aceten_solver.answers.solver import Solver
from aceten_solver.hidden.histories import GameTree
from aceten_solver.hidden.shared_tree import SharedTree
from aceten_solver.hidden.tree_size import expected_histories


@pytest.mark.turns(2)
@pytest.mark.parametrize(
    "line",
    [
        "zsiros/2 hands=AdQh9d7c,???? talon=?? taken=KsKdQcQsQdJcJhJdThTd9s8d7h7d,AsKhJsTc8c8s8h7s tricks=7,3 lead=0",
        "zsiros/2 hands=8888,???? talon=?? lead=0 points=40,20 not=B:AKQJT",
        "zsiros/2 hands=AK7,??? lead=0 points=40,20",
    ],
    ids=["all captured cards known", "unknown ones, with a talon", "unknown ones"],
)
def test_an_estimate_is_near(line: str) -> None:
    """Where what was captured is known a talon that ends opens everything; where it is not, play goes on with hidden cards."""
    view = aceten.parse(line)
    assert isinstance(view, View)
    worlds = aceten.worlds(view).listed()
    assert worlds is not None
    with Solver() as solver:
        play = SharedTree(worlds, "points", solver)
        expected = expected_histories(play)
        assert expected / 2 < GameTree(play).size < expected * 2
