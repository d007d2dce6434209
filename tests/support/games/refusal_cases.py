"""Actions that are refused, and how it is tested why."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from aceten import IllegalAction, State, parse, parse_action


class Case(NamedTuple):
    """An action that is refused."""

    line: str
    """The position that play begins with."""
    before: str
    """What is played before, separated by blanks."""
    action: str
    """The action that is refused."""
    code: str
    """The reason."""
    message: str
    """All that the refusal says."""


def after(line: str, actions: str) -> State:
    """Return the state after some actions."""
    state = parse(line)
    for action in actions.split():
        state = state.play(parse_action(action))
    return state


def says_why(case: Case) -> None:
    """Require that the action is refused for the reason, and that the refusal says it."""
    state = after(case.line, case.before)
    action = parse_action(case.action)
    with pytest.raises(IllegalAction) as caught:
        state.play(action)
    error = caught.value
    assert str(error) == case.message
    assert (error.code, error.action, error.legal) == (case.code, action, state.legal)
    assert error.problem in case.message
    assert f"({error.clause})" in case.message
    assert state.game.rulebook.clause(error.clause).subject == "rule"
