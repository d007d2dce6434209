"""Answers as text: one line of JSON, with positions and actions in their notation."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import msgspec

from aceten import Action, State, View

if TYPE_CHECKING:
    from aceten_solver.answers.solution import Solution
    from aceten_solver.hidden.sampling import Advice
    from aceten_solver.reviews.deal_review import Review
    from aceten_solver.reviews.fair_review import FairReview
    from aceten_solver.reviews.puzzles import Puzzle


def to_json(answer: Solution | Review | FairReview | Advice | Puzzle) -> str:
    """Return an answer as JSON on one line: its fields by their names, states and views as position lines, actions in their notation."""
    return msgspec.json.encode(_plain(answer)).decode()


def _plain(value: object) -> object:
    if isinstance(value, State | View | Action):
        return str(value)
    if isinstance(value, msgspec.Struct):
        return {name: _plain(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, tuple):
        return [_plain(part) for part in cast("tuple[object, ...]", value)]
    return value
