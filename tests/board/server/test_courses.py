"""First lessons: what they call right is right, and all of it, as the solver finds who knows nothing of them."""

from __future__ import annotations

import pytest

import aceten
import aceten_solver
from aceten import UsageError
from aceten.engine.equal_actions import canonical_action
from aceten_board.courses import COURSES, AskedCourse, course
from aceten_spec.speech import LANGUAGES, speaking

SOUGHT = [(game, place) for game, steps in COURSES.items() for place, step in enumerate(steps) if step.right]


@pytest.mark.parametrize(("game", "place"), SOUGHT)
def test_what_is_right_is_all_that_is_best(game: str, place: int) -> None:
    """In every position in which something is sought it is A's turn, and what is right is what alone is best, with all cards known."""
    step = COURSES[game][place]
    state = aceten.parse_state(step.position)
    assert str(state.game) == game
    assert state.turn == 0
    solution = aceten_solver.solve(state)
    assert solution.exact
    right = {canonical_action(state.game, action) for action in state.legal if str(action) in step.right}
    assert right == {canonical_action(state.game, action) for action in solution.best}
    assert {*step.right} < {str(action) for action in state.legal}


@pytest.mark.parametrize("game", COURSES)
def test_a_lesson_is_told_in_every_language(game: str) -> None:
    """Each step has words of its own in each language; where something is sought, also for when it is found."""
    told: set[str] = set()
    for language in LANGUAGES:
        with speaking(language):
            steps = course(AskedCourse(game=game)).steps
        assert len(steps) >= 6
        assert all(bool(step.after) == bool(step.right) for step in steps)
        told |= {step.text for step in steps}
    assert len(told) == len(LANGUAGES) * len(COURSES[game])


def test_a_game_without_a_lesson_is_refused() -> None:
    """It is told which have one."""
    with pytest.raises(UsageError, match="zsiros/4, sedma/2, schnapsen/2"):
        course(AskedCourse(game="sueca/4"))
