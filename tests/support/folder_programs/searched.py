"""Asks the core, and tells all that it says."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Final

import aceten
from aceten import MatchingState, State, SuitState
from aceten_solver.native import encode_matching, encode_suits
from aceten_solver.native.library import native_library
from aceten_solver.native.native_core import Core
from aceten_solver.question.measures import scale_for
from aceten_solver.question.objectives import default_objective
from aceten_solver.question.question import Depth, Limits
from aceten_solver.question.two_sides import two_sides

MEMORY: Final = 2**24


def told(given: dict[str, Any]) -> dict[str, Any]:
    """Return replies to questions within so many nodes, each with what is certain and what it took; and to a long one that is cut off."""
    replies = [_reply(aceten.parse_state(line), Limits(nodes=nodes)) for line, nodes in given["asked"]]
    begun = time.perf_counter()
    cut = _reply(aceten.parse_state(given["long"]), Limits(seconds=given["seconds"]))
    took = time.perf_counter() - begun
    stopped = _reply(aceten.parse_state(given["long"]), Limits(stop=lambda: True))
    return {"replies": replies, "cut": cut[:1], "took": took, "stopped": stopped[-1]}


def _reply(state: State, limits: Limits) -> list[object]:
    sides = two_sides(state)
    scale = scale_for(state, (default_objective(state.game),), sides)
    rules: Sequence[int] | None
    asked: Sequence[int] | None
    if isinstance(state, MatchingState):
        rules, asked = encode_matching.rules_of(state.game, sides), encode_matching.question_of(state, scale)
    else:
        assert isinstance(state, SuitState)
        rules, asked = encode_suits.rules_of(state.game, sides), encode_suits.question_of(state, scale)
    library = native_library()
    assert library is not None
    assert rules is not None
    assert asked is not None
    with Core(library, rules, MEMORY) as core:
        reply = core.ask(asked, scale.thresholds, Depth.LINE, limits)
    actions = [[code, *span] for code, span in reply.actions]
    return [reply.exact, list(reply.root), actions, list(reply.line), reply.cost.nodes]
