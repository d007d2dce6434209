"""Counting action sequences: the quick check of a move generator."""

from __future__ import annotations

from aceten.engine.state import State
from aceten.vocabulary.errors import check_kind, state_expected, usage_error
from aceten_spec.errors import given, whole


def perft(state: State, depth: int) -> int:
    """Return the number of different sequences of exactly ``depth`` legal actions from a state. Calls do not count.

    Equal cards are one action; cards that differ in suit are two, although they play alike.

    :raises UsageError: for what is no state, and for a depth that is no number from 0 on.
    """
    check_kind(state, State, state_expected())
    number = whole(depth)
    if number is None or number < 0:
        raise usage_error("depth {depth}: expected 0 or more", depth=given(depth))
    return _count(state, number) if number else 1


def _count(state: State, depth: int) -> int:
    legal = state.legal
    if depth == 1:
        return len(legal)
    return sum([_count(state.play(action), depth - 1) for action in legal])
