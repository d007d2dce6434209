"""Counting action sequences: the quick check of a move generator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten.vocabulary.errors import usage_error

if TYPE_CHECKING:
    from aceten.engine.state import State


def perft(state: State, depth: int) -> int:
    """Return the number of different sequences of exactly ``depth`` legal actions from a state. Calls do not count.

    Equal cards are one action; cards that differ in suit are two, although they play alike.

    :raises UsageError: for a negative depth.
    """
    if depth < 0:
        raise usage_error("depth {depth}: expected 0 or more", depth=depth)
    if depth == 0:
        return 1
    return _count(state, depth)


def _count(state: State, depth: int) -> int:
    legal = state.legal
    if depth == 1:
        return len(legal)
    return sum([_count(state.play(action), depth - 1) for action in legal])
