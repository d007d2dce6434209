"""What a solver answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from aceten import Action, Seat, State
from aceten.naming import listed, seat_name
from aceten.pictures import picture_of
from aceten_solver.backends import Backend
from aceten_solver.objectives import Objective, Value, merit_by

if TYPE_CHECKING:
    from collections.abc import Iterator


class ActionValue(msgspec.Struct, frozen=True, kw_only=True):
    """A legal action and what it leads to when everybody plays on perfectly."""

    action: Action
    """The action."""
    value: Value | None
    """What it leads to; ``None`` when the budget ran out before what was asked for was settled."""
    bounds: tuple[Value, Value]
    """Proven bounds, the worse for side 0 first; equal when all that counts is settled."""


class Solution(msgspec.Struct, frozen=True, kw_only=True):
    """The answer about a position: values with perfect play by all sides, every card known to everybody."""

    position: State
    """The state that was asked about."""
    sides: tuple[tuple[Seat, ...], tuple[Seat, ...]]
    """The seats of side 0 and of side 1. Side 0 is that of seat 0, or the player who plays alone."""
    objective: Objective
    """What was asked for."""
    value: Value | None
    """What the deal comes to; ``None`` when the budget ran out before what was asked for was settled."""
    bounds: tuple[Value, Value]
    """Proven bounds, the worse for side 0 first; equal when all that counts is settled."""
    actions: tuple[ActionValue, ...]
    """Every legal action in the engine's order; empty when the deal is over."""
    best: tuple[Action, ...]
    """The actions that are proved best for the side to act: by the objective, and among equals by the deal, game points and points.

    All of them when ``exact``; empty while it is not proved what the best come to.
    """
    line: tuple[Action, ...]
    """Best play to the end of the deal, which comes to ``value``; empty when the budget ran out.

    Where claims end a deal, who profits claims as soon as that keeps the value, and nobody makes a claim that gains him nothing.
    """
    nodes: int
    """States searched."""
    seconds: float
    """Time taken."""
    backend: Backend
    """Which search answered."""
    tables: bool
    """Whether complete tables of endgames (:mod:`aceten_solver.tables`) answered a part of it."""
    exact: bool
    """Whether all that counts is settled, of the position and of every action."""

    @property
    def promising(self) -> tuple[Action, ...]:
        """The actions with which the side to act is certain of most, by what is proved; empty where that tells none from the others.

        Those in ``best`` where these are known.
        """
        if self.best or self.position.turn is None:
            return self.best
        side = 0 if self.position.turn in self.sides[0] else 1
        certain = {entry.action: merit_by(entry.bounds[side], self.objective) for entry in self.actions}
        most = (min if side else max)(certain.values())
        found = tuple([action for action, merit in certain.items() if merit == most])
        return found if len(found) < len(certain) else ()

    def _repr_svg_(self) -> str:
        """Return the position as a picture with the best actions marked, which notebooks show."""
        return picture_of(self.position, marked=self.best, told=self._told())

    def _told(self) -> Iterator[str]:
        """Yield what is best and what it comes to, in sentences."""
        if self.best:
            yield f"Best: {', '.join(map(str, self.best))}"
        value = self.value
        if value is None:
            yield "The value is not settled"
            return
        for kind, numbers in (("points", value.points), ("game points", value.game_points)):
            if numbers is not None:
                shared = (f"{self._side(side)} {number}" for side, number in enumerate(numbers))
                yield f"With perfect play, {kind}: {', '.join(shared)}"
        if value.winner == "nobody":
            yield "Nobody wins the deal"
        elif value.winner == "both":
            yield "Both sides win the deal"
        elif value.winner is not None:
            verb = "wins" if len(self.sides[value.winner]) == 1 else "win"
            yield f"{self._side(value.winner)} {verb} the deal"

    def _side(self, side: int) -> str:
        return listed(map(seat_name, self.sides[side]))
