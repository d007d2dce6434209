"""What is asked about a position, and what is known about it: the same for every search."""

from __future__ import annotations

import math
from enum import IntEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from aceten import UsageError
from aceten_spec.errors import given, whole
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from aceten import Action, State
    from aceten_solver.question.backends import Backend, Cost
    from aceten_solver.question.measures import Scale, Span
    from aceten_solver.question.two_sides import TwoSides


class Depth(IntEnum):
    """How much is asked."""

    VALUE = 0
    """The value of the position."""
    ACTIONS = 1
    """And the value of every action."""
    LINE = 2
    """And best play to the end."""


class Limits(NamedTuple):
    """How much an answer may cost, and who is told of it."""

    nodes: int | None = None
    """States searched at most; ``None``: no limit."""
    seconds: float | None = None
    """About how long it may take; ``None``: no limit."""
    stop: Callable[[], bool] | None = None
    """Is asked now and then whether to end at once, with what is proved so far."""
    progress: Callable[[int], None] | None = None
    """Is called now and then with the number of states searched so far."""

    def after(self, cost: Cost) -> Limits:
        """Return what is left when so much was spent."""
        nodes = None if self.nodes is None else max(self.nodes - cost.nodes, 0)
        seconds = None if self.seconds is None else max(self.seconds - cost.seconds, 0.0)
        return self._replace(nodes=nodes, seconds=seconds)


_MOST_NODES: Final = 2**64 - 1
"""More than any search comes to; the native core takes no more."""
_MOST_SECONDS: Final = 2.0**40
"""Longer than any search takes."""


def limits_of(
    nodes: int | None,
    seconds: float | None,
    stop: Callable[[], bool] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Limits:
    """Return limits as somebody names them: less than nothing is nothing, and more than any search needs is as good as none.

    :raises UsageError: for what is no number.
    """
    most = whole(nodes)
    if nodes is not None and most is None:
        raise UsageError(say("nodes={given}: expected a whole number", given=given(nodes)))
    if seconds is not None and whole(seconds) is None and not (isinstance(seconds, float) and not math.isnan(seconds)):
        raise UsageError(say("seconds={given}: expected a number", given=given(seconds)))
    return Limits(
        None if most is None else min(max(most, 0), _MOST_NODES),
        None if seconds is None else float(min(max(seconds, 0), _MOST_SECONDS)),
        stop,
        progress,
    )


class SearchQuestion(NamedTuple):
    """A question about a position that is not the end of its deal."""

    state: State
    """The position."""
    scale: Scale
    """What is measured."""
    sides: TwoSides
    """Who plays against whom."""
    depth: Depth
    """How much is asked."""
    limits: Limits
    """How much the answer may cost."""


class SearchAnswer(NamedTuple):
    """What is known about a position."""

    root: Span
    """Its value."""
    actions: dict[Action, Span]
    """The value of every action, of those that do the same of one only; empty when not asked for."""
    line: tuple[Action, ...]
    """Best play to the end; empty when not asked for, or when the budget ran out."""
    exact: bool
    """Whether everything that was asked for is settled."""
    nodes: int
    """States searched."""
    backend: Backend
    """Which search answered."""
    looked_up: int = 0
    """How often a complete table of endgames answered."""
