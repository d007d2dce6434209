"""What is dominated is taken out of a game before it is solved."""

from typing import Final

import pytest
from support.games.hidden_deals import FEW, TWO, dealt, possible, worlds_of
from support.slices import TURN

import aceten
from aceten import View
from aceten_solver.answers.solver import Solver
from aceten_solver.hidden.best_response import best_response
from aceten_solver.hidden.dominance import Choices, without_dominated
from aceten_solver.hidden.histories import GameTree
from aceten_solver.hidden.sequence_form import optimal, payoffs
from aceten_solver.hidden.shared_tree import SharedTree

FOUR: Final = "zsiros/2 hands=8hTsQdQh,???? talon=???? taken=AcAhAdKhQcJcJsJhJdTh,9c9s9h9d8c8s8d7s7h7d lead=0"
"""Of every card that is not in a hand or the talon it is known who has it."""


@pytest.mark.turns(12)
@pytest.mark.parametrize("name", TWO)
def test_what_is_dominated_is_not_missed(name: str) -> None:
    """A game without what is dominated comes to the same as the whole, and its strategies are as good there."""
    with Solver() as solver:
        here = name in FEW
        worlds = possible(name, TURN) if here and TURN % 2 else worlds_of(dealt(name, TURN, TURN % 3 if here else 4))
        game = GameTree(SharedTree(worlds, None, solver))
    whole, thinned = optimal(game, thinning=False), optimal(game)
    values = [best_response(game, 1 - who, plans[who]) for plans in (whole, thinned) for who in (0, 1)]
    assert values == pytest.approx([values[0]] * 4, abs=1e-9)


@pytest.mark.turns(9)
def test_of_dominated_actions_none_is_played() -> None:
    """What brings no more against anything gets no chance, what is left alone gets all of it, and little is left."""
    view = aceten.parse(FOUR)
    assert isinstance(view, View)
    worlds = aceten.worlds(view).listed()
    assert worlds is not None
    with Solver() as solver:
        game = GameTree(SharedTree(worlds, "points", solver))
    both = Choices(game.decisions[0]), Choices(game.decisions[1])
    without_dominated(payoffs(game), *both)
    assert sum(each.kept.sum() for each in both) < sum(len(each.kept) for each in both) / 5
    for choices, plan in zip(both, optimal(game), strict=True):
        assert not plan[~choices.sensible].any()
        assert (plan[choices.sensible & ~choices.kept] == 1).all()
