"""What a solver answers."""

from __future__ import annotations

import msgspec

from aceten_solver.backends import Backend
from aceten_solver.objectives import Objective, Value


class ActionValue(msgspec.Struct, frozen=True, kw_only=True):
    """A legal action and what it leads to when everybody plays on perfectly."""

    action: str
    """The action in its notation."""
    value: Value | None
    """What it leads to; ``None`` when the budget ran out before what was asked for was settled."""
    bounds: tuple[Value, Value]
    """Proven bounds, the worse for side 0 first; equal when all that counts is settled."""


class Solution(msgspec.Struct, frozen=True, kw_only=True):
    """The answer about a position: values with perfect play by all sides, every card known to everybody."""

    position: str
    """The position line."""
    sides: tuple[tuple[int, ...], tuple[int, ...]]
    """The seats of side 0 and of side 1. Side 0 is that of seat 0, or the player who plays alone."""
    objective: Objective
    """What was asked for."""
    value: Value | None
    """What the deal comes to; ``None`` when the budget ran out before what was asked for was settled."""
    bounds: tuple[Value, Value]
    """Proven bounds, the worse for side 0 first; equal when all that counts is settled."""
    actions: tuple[ActionValue, ...]
    """Every legal action in the engine's order; empty when the deal is over."""
    best: tuple[str, ...]
    """The actions that are proved best for the side to act: by the objective, and among equals by the deal, game points and points.

    All of them when ``exact``; empty while it is not proved what the best come to.
    """
    line: tuple[str, ...]
    """Best play to the end of the deal, which comes to ``value``; empty when the budget ran out.

    Where claims end a deal, who profits claims as soon as that keeps the value, and nobody makes a claim that gains him nothing.
    """
    nodes: int
    """States searched."""
    seconds: float
    """Time taken."""
    backend: Backend
    """Which search answered."""
    exact: bool
    """Whether all that counts is settled, of the position and of every action."""

    def _repr_svg_(self) -> str | None:
        """Return the position as a picture with the best actions marked, which notebooks show."""
        from aceten_solver.picturing import picture_of_solution

        return picture_of_solution(self)
