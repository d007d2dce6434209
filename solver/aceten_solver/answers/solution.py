"""What a solver answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from aceten import Action, Seat, State
from aceten.pictures import picture_of
from aceten.words import telling
from aceten_solver.answers.told_solutions import told_solution
from aceten_solver.answers.told_tables import as_text
from aceten_solver.answers.value_labels import caption, label_between, meaning_of_value, other_actions, worth_of
from aceten_solver.question.backends import Backend
from aceten_solver.question.objectives import Objective, Value, merit_by
from aceten_spec.speech import say

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
    """Whether complete tables of endgames (:mod:`aceten_solver.endgames.endgame_tables`) answered a part of it."""
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

    def __str__(self) -> str:
        """Return what is found as ``aceten solve`` tells it, in the language in force."""
        return as_text((str(self.position), *told_solution(self)))

    def __repr__(self) -> str:
        """Return what was asked, what the position is worth and which actions are best, on one line."""
        worth = f"value={self.value!r}" if self.value is not None else f"bounds={self.bounds!r}"
        return f"<Solution of {str(self.position)!r}: {worth}, best={' '.join(map(str, self.best))!r}>"

    def picture(self) -> str:
        """Return the position as SVG, with what each card is worth under it, and the best ones marked."""
        turn = self.position.turn
        if turn is None:
            return picture_of(self.position, told=self._told())
        own = 0 if turn in self.sides[0] else 1
        # The best way to play a card comes first, and speaks for the card.
        entries = sorted(self.actions, key=lambda entry: entry.action not in self.best)
        labels = [(entry.action, label_between(entry.bounds, self.objective, own)) for entry in entries]
        worth = worth_of(labels, caption(self.objective, self.sides[own], self.sides[1 - own]))
        told = (*other_actions(self.position, labels, self.best), *self._told())
        return picture_of(self.position, marked=self.best, worth=worth, told=told)

    def _repr_svg_(self) -> str:
        """Return the picture, which notebooks show."""
        return self.picture()

    def _told(self) -> Iterator[str]:
        """Yield what is best and what it comes to, in sentences."""
        choice = telling(self.position).choice
        if self.best:
            yield say("Best: {actions}", actions=", ".join(dict.fromkeys(map(choice, self.best))))
        elif self.promising:
            yield say(
                "Certain of most so far: {actions}", actions=", ".join(dict.fromkeys(map(choice, self.promising)))
            )
        if self.value is None:
            yield say("The value is not settled")
        else:
            yield meaning_of_value(self.position, self.value, self.sides)
